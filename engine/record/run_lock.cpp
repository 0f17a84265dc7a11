// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/internal/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "engine/base/file.h"

namespace nereid::record {
namespace {

std::filesystem::path lock_file(const std::filesystem::path& run_dir) {
  return run_dir / "record.lock";
}

struct flock whole_file(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

// Locks of an open file description, not of the process: two writers in one process exclude each
// other too.
Result<RunLock> RunLock::take(const std::filesystem::path& run_dir) {
  const std::filesystem::path file = lock_file(run_dir);
  UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) return file_error("cannot write", file, errno);
  struct flock lock = whole_file(F_WRLCK);
  if (::fcntl(fd.get(), F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES))
    return Error{
        ErrorCode::kUnavailable,
        fmt::format("{}: another process writes this run; stop it first or choose another folder",
                    run_dir.string())};
  // File systems without locks: better a run without this guard than no run.
  return RunLock(std::move(fd));
}

bool is_being_written(const std::filesystem::path& run_dir) {
  const UniqueFd fd(::open(lock_file(run_dir).c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return false;
  struct flock lock = whole_file(F_RDLCK);
  return ::fcntl(fd.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type == F_WRLCK;
}

}  // namespace nereid::record
