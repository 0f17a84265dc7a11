// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "engine/base/result.h"

namespace nereid {

/// A regular file mapped for reading. Move-only; the bytes live as long as the object.
class MappedFile {
 public:
  /// kCorrupt if it is no regular file; else as file_error() says.
  static Result<MappedFile> open(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  MappedFile(const std::byte* data, std::size_t size) : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace nereid
