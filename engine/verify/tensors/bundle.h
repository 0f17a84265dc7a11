// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {

/// Element types of the safetensors format.
enum class DType {
  kF64,
  kF32,
  kF16,
  kBF16,
  kF8E4M3,
  kF8E5M2,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool
};
std::size_t dtype_bytes(DType dtype);
bool is_floating(DType dtype);
/// PyTorch's name without "torch.": "float32".
std::string_view dtype_name(DType dtype);

struct TensorView {
  DType dtype = DType::kF32;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> data;  ///< row-major, exactly the size that shape and dtype ask for
  std::int64_t elements() const;
};

/// A parsed bundle. Views point into `bytes`, which it owns.
struct Bundle {
  PrivateBytes bytes;
  std::map<std::string, std::string> metadata;
  std::map<std::string, TensorView> tensors;
  std::string meta(const std::string& key) const;
};

/// Reads the safetensors layout with every bound checked; foreign bytes. Error kCorrupt says what.
Result<Bundle> parse_bundle(PrivateBytes bytes);

/// What a child has written as its outputs, from a private copy of the memory file.
Result<Bundle> read_outputs(int fd);

}  // namespace nereid::verify
