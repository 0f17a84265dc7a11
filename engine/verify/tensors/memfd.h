// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid::verify {

/// Bytes that nobody else can change. From a few pages on they have pages of their own, which the
/// system has back with them: answers of references are kept for hours, and between them the
/// heap's holes would stay with the process. Move-only.
class PrivateBytes {
 public:
  PrivateBytes() = default;
  /// `size` bytes of any content. Throws std::bad_alloc.
  explicit PrivateBytes(std::size_t size);
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::size_t size() const { return data_.get_deleter().size; }
  std::span<const std::byte> span() const { return {data(), size()}; }

 private:
  struct GiveBack {
    std::size_t size;
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, GiveBack> data_;
};

/// A new memory file holding `bytes`, sealed against any change.
Result<UniqueFd> sealed_memfd(const char* name, std::span<const std::byte> bytes);
Result<UniqueFd> sealed_memfd(const char* name, std::string_view text);
/// A new empty memory file that a child may fill.
Result<UniqueFd> empty_memfd(const char* name);
/// A second, read-only opening of a memory file with an offset of its own.
Result<UniqueFd> reopen_read_only(int fd);
/// Copies the content. Reads instead of mapping: a child may cut its file short at any moment,
/// which would be SIGBUS in a mapping. More than `limit` bytes is kCorrupt.
Result<PrivateBytes> private_copy(int fd, std::size_t limit);

}  // namespace nereid::verify
