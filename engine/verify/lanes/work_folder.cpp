// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "nereid-verify";
constexpr const char* kLock = "in_use";
// A folder is there a moment before its lock is.
constexpr std::chrono::minutes kNew(1);

bool is_new(const fs::path& folder) {
  std::error_code failed;
  const auto changed = fs::last_write_time(folder, failed);
  return failed || fs::file_time_type::clock::now() - changed < kNew;
}

void remove_if_left(const fs::path& folder) {
  if (is_new(folder)) return;
  const UniqueFd lock(::open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  std::error_code ignored;
  if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
}

void remove_left_ones(const fs::path& parent) {
  std::error_code failed;
  for (fs::directory_iterator at(parent, fs::directory_options::skip_permission_denied, failed),
       end;
       !failed && at != end; at.increment(failed))
    if (at->path().filename().string().starts_with(std::string(kPrefix) + "-"))
      remove_if_left(at->path());
}

}  // namespace

Result<WorkFolder> make_work_folder() {
  Result<TemporaryDirectory> folder = TemporaryDirectory::make(kPrefix);
  if (!folder) return folder.error();
  const fs::path lock_file = folder->path() / kLock;
  UniqueFd lock(::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) return file_error("cannot make", lock_file, errno);
  // Where the place knows no locks, nobody removes what may be in use.
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) ::unlink(lock_file.c_str());
  remove_left_ones(folder->path().parent_path());
  return WorkFolder{.folder = std::move(*folder), .in_use = std::move(lock)};
}

}  // namespace nereid::verify
