// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nereid::policy {

/// How a tensor of a GGUF file is stored: `values` numbers in `bytes` bytes. Source:
/// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md and ggml-common.h beside it.
struct GgufFormat {
  std::uint32_t id;
  const char* name;
  std::uint32_t values, bytes;  ///< of one block
  /// Multiplies `blocks` blocks out.
  void (*multiply_out)(const std::byte* from, float* to, std::size_t blocks);
};

/// Null for an id that is not read here.
const GgufFormat* find_gguf_format(std::uint32_t id);
/// The name of an id in ggml, known here or not: "Q4_K", "type 77".
std::string gguf_format_name(std::uint32_t id);
/// "F32, F16, ...": those that are read.
std::string gguf_format_names();

}  // namespace nereid::policy
