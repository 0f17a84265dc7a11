// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid {

/// A text file to which whole lines are added and nothing else, such as JSON lines: what append()
/// has returned from survives a kill of the program. One thread at a time; one process at a time,
/// by a lock.
class LineFile {
 public:
  /// Hears a line that is there already, without its end; number from 1. An error ends the opening.
  using Hear = std::function<Result<void>(std::int64_t number, std::string_view line)>;

  /// Opens a file, or makes it with its folder. A last line without its end, which a kill or a full
  /// disk left behind, is cut off. kUnavailable where another process has it open.
  static Result<LineFile> open(const std::filesystem::path& file, const Hear& hear);

  /// Adds `line`, which holds no newline, and its end. On a failure (disk full) nothing of it
  /// stays.
  Result<void> append(std::string_view line);
  bool empty() const { return size_ == 0; }
  const std::filesystem::path& path() const { return path_; }

 private:
  LineFile(std::filesystem::path path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  Result<void> read(const Hear& hear);

  std::filesystem::path path_;
  UniqueFd fd_;
  std::int64_t size_ = 0;  ///< bytes of whole lines
};

}  // namespace nereid
