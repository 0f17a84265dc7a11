// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace nereid::policy {

/// A GGUF file, version 3, in the making: values, then tensors, whose bytes are asked for one after
/// the other while the file is written.
class GgufWriter {
 public:
  void add_text(const std::string& key, std::string_view value);
  void add_count(const std::string& key, std::uint32_t value);
  void add_number(const std::string& key, float value);
  void add_flag(const std::string& key, bool value);
  void add_texts(const std::string& key, const std::vector<std::string>& values);
  void add_numbers(const std::string& key, const std::vector<std::int32_t>& values);

  /// `shape`: slowest first; `format`: a name of gguf_blocks.h that the last dimension is a
  /// multiple of. `bytes` gives as many as the format takes for the shape.
  void add_tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                  const std::string& format, std::function<std::string()> bytes);

  /// Under another name first, then whole under its own.
  Result<void> write(const std::filesystem::path& file) const;

 private:
  struct Tensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::uint32_t type;
    std::uint64_t bytes;
    std::function<std::string()> make;
  };
  void begin(const std::string& key, std::uint32_t kind);
  std::string values_;
  std::uint64_t count_ = 0;
  std::vector<Tensor> tensors_;
};

/// Rows of 32 numbers as Q8_0: a float16 scale, the greatest magnitude / 127, and 32 bytes.
std::string quantise_q8_0(const float* values, std::size_t count);

}  // namespace nereid::policy
