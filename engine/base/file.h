// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace nereid {

/// An Error for a failed system call on a file: "ACTION FILE: what the system says; the mend".
/// ENOSPC, EDQUOT and EFBIG give kNoSpace; EACCES, EPERM and EROFS kPermissionDenied; ENOENT and
/// ENOTDIR kNotFound; others kUnavailable.
Error file_error(std::string_view action, const std::filesystem::path& file, int system_error);

/// The whole content, byte for byte. A folder or a file above `limit_bytes` is an error.
Result<std::string> read_file(const std::filesystem::path& file,
                              std::uint64_t limit_bytes = std::uint64_t{1} << 32);

/// Replaces `file` by `content` in one instant: temporary file beside it, fsync, rename, fsync of
/// the folder. Whoever reads sees the old or the new content whole, also after a power loss. The
/// temporary file is removed on failure.
Result<void> atomic_write_file(const std::filesystem::path& file, std::string_view content);

/// Makes the folder and those above it; success if it is there already.
Result<void> make_directories(const std::filesystem::path& folder);

/// Is `text` valid UTF-8? On false, `bad_offset` (if given) is the first byte that is not.
bool is_utf8(std::string_view text, std::size_t* bad_offset = nullptr);

/// A new private folder (mode 0700) under the system's temporary folder ($TMPDIR, else /tmp),
/// removed with its content by the destructor. Move-only.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> make(const std::string& prefix = "nereid");
  ~TemporaryDirectory();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace nereid
