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

/// Bytes that nobody else can change.
struct PrivateBytes {
  std::unique_ptr<std::byte[]> data;
  std::size_t size = 0;
  std::span<const std::byte> span() const { return {data.get(), size}; }
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
