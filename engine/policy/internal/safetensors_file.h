// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/mapped_file.h"
#include "engine/base/result.h"

namespace nereid::policy {

/// A safetensors file, mapped: its header has been read and checked, its tensors not yet.
class SafetensorsFile {
 public:
  struct Entry {
    std::string name;
    torch::Dtype dtype = torch::kFloat32;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;  ///< bytes of the data
  };
  /// kCorrupt or kUnsupported names the entry.
  static Result<SafetensorsFile> open(const std::filesystem::path& file);
  const std::vector<Entry>& entries() const { return entries_; }
  torch::Tensor read(const Entry& entry) const;

 private:
  SafetensorsFile(MappedFile map, std::vector<Entry> entries, std::size_t data)
      : map_(std::move(map)), entries_(std::move(entries)), data_(data) {}
  MappedFile map_;
  std::vector<Entry> entries_;
  std::size_t data_;
};

}  // namespace nereid::policy
