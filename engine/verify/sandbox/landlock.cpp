// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace nereid::sandbox {
namespace {

// Own copies of the kernel's interface (include/uapi/linux/landlock.h): headers of Debian 12 know
// version 2 only, kernels are newer. The numbers of these system calls are the same everywhere.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr std::uint32_t kAskVersion = 1;
constexpr int kRulePathBeneath = 1;

struct RulesetAttr {
  std::uint64_t handled_access_fs;
  std::uint64_t handled_access_net;
  std::uint64_t scoped;
};
struct __attribute__((packed)) PathBeneathAttr {
  std::uint64_t allowed_access;
  std::int32_t parent_fd;
};

constexpr std::uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2,
                        kReadDir = 1 << 3, kTruncate = 1 << 14, kIoctlDev = 1 << 15;
constexpr std::uint64_t kMakeChar = 1 << 6, kMakeBlock = 1 << 11;
constexpr std::uint64_t kFileRights = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDev;

std::uint64_t handled_fs(int version) {
  if (version >= 5) return (1ULL << 16) - 1;
  if (version >= 3) return (1ULL << 15) - 1;
  return version == 2 ? (1ULL << 14) - 1 : (1ULL << 13) - 1;
}

int add_path(int ruleset, const std::string& path, std::uint64_t access, bool pin_proc) {
  const int fd = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return 0;  // nothing there: nothing to allow
  struct stat status = {};
  if (fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode)) access &= kFileRights;
  PathBeneathAttr rule{access, fd};
  const long result = syscall(kAddRule, ruleset, kRulePathBeneath, &rule, 0);
  const int failure = result == 0 ? 0 : errno;
  if (!pin_proc || path.rfind("/proc/self", 0) != 0) close(fd);
  return failure;
}

int add_paths(int ruleset, const std::vector<std::string>& paths, std::uint64_t access,
              bool pin_proc) {
  for (const std::string& path : paths)
    if (const int failure = add_path(ruleset, path, access, pin_proc)) return failure;
  return 0;
}

int add_all(int ruleset, const LandlockPaths& paths, std::uint64_t handled) {
  const std::uint64_t read = kReadFile | kReadDir;
  const std::uint64_t write = ~(kExecute | kMakeChar | kMakeBlock | kIoctlDev);
  const std::uint64_t device = read | kWriteFile | kTruncate | kIoctlDev;
  const std::pair<const std::vector<std::string>&, std::uint64_t> groups[] = {
      {paths.readable, read},  {paths.executable, read | kExecute}, {paths.writable, write},
      {paths.devices, device}, {paths.listable, kReadDir},
  };
  for (const auto& [list, access] : groups)
    if (const int failure = add_paths(ruleset, list, access & handled, paths.pin_proc))
      return failure;
  return 0;
}

}  // namespace

int landlock_version() {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

int apply_landlock(const LandlockPaths& paths) {
  const int version = landlock_version();
  if (version == 0) return ENOSYS;
  RulesetAttr attr = {};
  attr.handled_access_fs = handled_fs(version);
  attr.handled_access_net = version >= 4 ? 3 : 0;  // TCP bind and connect
  attr.scoped = version >= 6 ? 3 : 0;              // abstract sockets and signals
  const std::size_t size = version >= 6 ? sizeof attr : version >= 4 ? 16 : 8;
  const long ruleset = syscall(kCreateRuleset, &attr, size, 0);
  if (ruleset < 0) return errno;
  int failure = add_all(static_cast<int>(ruleset), paths, attr.handled_access_fs);
  if (failure == 0 && syscall(kRestrictSelf, static_cast<int>(ruleset), 0) != 0) failure = errno;
  close(static_cast<int>(ruleset));
  return failure;
}

}  // namespace nereid::sandbox
