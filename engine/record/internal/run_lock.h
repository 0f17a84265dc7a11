// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid::record {

/// Says that a process writes this run: a lock on RUN/record.lock, which the kernel drops when the
/// process ends in whatever way.
class RunLock {
 public:
  /// kUnavailable when another writer, here or in another process, holds it.
  static Result<RunLock> take(const std::filesystem::path& run_dir);

 private:
  explicit RunLock(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

/// Does anybody hold the lock of this run?
bool is_being_written(const std::filesystem::path& run_dir);

}  // namespace nereid::record
