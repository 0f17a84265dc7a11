// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox/sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "engine/verify/sandbox/landlock.h"
#include "engine/verify/sandbox/namespaces.h"
#include "engine/verify/sandbox/seccomp.h"

namespace nereid::sandbox {
namespace {

constexpr rlim_t kFileBytes = 256ULL << 20;
constexpr rlim_t kOpenFiles = 8192;
// Descriptors on their way in sockets count for all processes of a user, and who may open fewer
// than that sends none: a host that keeps many on their way stops at this, and keeps nobody from
// sending.
constexpr rlim_t kOpenFilesOfHost = 192;
constexpr rlim_t kProcesses = 64;
constexpr rlim_t kCpuSeconds = 300;  // a backstop; the judge's clock ends children much earlier

// Addresses, as a multiple of the memory: reading what was never written costs tables of the
// kernel, which no other limit counts, a 512th of the addresses. Arenas of threads need room.
constexpr rlim_t kAddressTimes = 16;

struct Limits {
  std::vector<std::string> readable;
  std::vector<std::string> harness;    // its sources
  std::vector<std::string> libraries;  // folders of LD_LIBRARY_PATH: the driver's may be there
  rlim_t memory_mb = 4096;
};

std::vector<std::string> split(const char* text, char separator) {
  std::vector<std::string> parts;
  for (std::string rest = text == nullptr ? "" : text; !rest.empty();) {
    const std::size_t cut = std::min(rest.find(separator), rest.size());
    if (cut > 0) parts.push_back(rest.substr(0, cut));
    rest.erase(0, std::min(cut + 1, rest.size()));
  }
  return parts;
}

Limits read_limits() {
  Limits limits;
  limits.readable = split(std::getenv("NEREID_SANDBOX_READ"), ':');
  limits.harness = split(std::getenv("NEREID_SANDBOX_HARNESS"), ':');
  for (const std::string& folder : split(std::getenv("LD_LIBRARY_PATH"), ':'))
    if (folder.size() > 1 && folder.front() == '/') limits.libraries.push_back(folder);
  if (const char* text = std::getenv("NEREID_SANDBOX_MEMORY_MB"))
    limits.memory_mb = std::max(64UL, std::strtoul(text, nullptr, 10));
  return limits;
}

// Read when the library is loaded, because the harness clears the environment afterwards.
const Limits g_limits = read_limits();

bool limit(int resource, rlim_t value) {
  struct rlimit current = {};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &current) != 0) return false;
  value = std::min(value, current.rlim_max);
  const struct rlimit wanted = {value, value};
  return setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0;
}

struct Mapped {
  rlim_t all = 0, data = 0;  // bytes
};

// What is mapped already counts too: a warm zygote child starts with a gigabyte of libraries' data.
Mapped mapped_bytes() {
  FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return {};
  unsigned long total = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  const int fields = std::fscanf(file, "%lu %lu %lu %lu %lu %lu", &total, &resident, &shared, &text,
                                 &library, &data);
  std::fclose(file);
  const auto page = static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  return fields == 6 ? Mapped{total * page, data * page} : Mapped{};
}

bool apply_rlimits(unsigned flags) {
  bool done =
      limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, kFileBytes) &&
      limit(RLIMIT_NOFILE, (flags & NEREID_SANDBOX_HOST) != 0 ? kOpenFilesOfHost : kOpenFiles) &&
      limit(RLIMIT_CPU, kCpuSeconds);
  if ((flags & NEREID_SANDBOX_GPU) == 0) {
    const Mapped mapped = mapped_bytes();
    done = done && limit(RLIMIT_DATA, mapped.data + (g_limits.memory_mb << 20)) &&
           limit(RLIMIT_AS, mapped.all + kAddressTimes * (g_limits.memory_mb << 20));
  }
  // Counted per user: only inside an own user namespace does it not count the user's other work.
  if ((active_namespaces() & CLONE_NEWUSER) != 0) done = done && limit(RLIMIT_NPROC, kProcesses);
  return done;
}

bool drop_capabilities() {
  for (int capability = 0; capability <= CAP_LAST_CAP; ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

std::vector<std::string> matching(const char* pattern) {
  std::vector<std::string> paths;
  glob_t found = {};
  if (glob(pattern, 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
  globfree(&found);
  return paths;
}

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// What cuInit and the CUDA libraries read beyond what every role may.
void add_gpu_paths(LandlockPaths& paths) {
  append(paths.devices, matching("/dev/nvidia*"));
  append(
      paths.readable,
      {"/proc/driver/nvidia", "/proc/driver/nvidia-uvm", "/proc/driver/nvidia-caps",
       "/proc/devices", "/proc/modules", "/proc/version", "/proc/cmdline", "/sys", "/etc/nvidia",
       "/etc/ld.so.preload", "/usr/local/nvidia", "/usr/local/cuda", "/run/nvidia", "/opt/nvidia"});
  append(paths.readable, g_limits.libraries);
  paths.listable.push_back("/dev");
  // cuInit names its threads: without this it fails with error 304.
  paths.writable.push_back("/proc/self/task");
  paths.pin_proc = true;
}

LandlockPaths landlock_paths(const char* private_dir, unsigned flags) {
  LandlockPaths paths;
  const std::vector<std::string> system = {"/usr", "/lib", "/lib64", "/lib32", "/bin"};
  append((flags & NEREID_SANDBOX_EXEC) != 0 ? paths.executable : paths.readable, system);
  append((flags & NEREID_SANDBOX_EXEC) != 0 ? paths.executable : paths.readable, g_limits.readable);
  const bool is_host = (flags & NEREID_SANDBOX_HOST) != 0;
  if (!is_host) append(paths.readable, g_limits.harness);
  append(paths.readable,
         {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
          "/etc/nsswitch.conf", "/etc/alternatives", "/sys/devices/system", "/proc/self",
          "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/proc/filesystems",
          "/dev/urandom", "/dev/random"});
  append(paths.writable, {private_dir, "/dev/null"});
  // A shared map of it is memory that no limit counts.
  (is_host ? paths.readable : paths.writable).push_back("/dev/zero");
  if ((active_namespaces() & CLONE_NEWNS) != 0) paths.writable.push_back("/dev/shm");
  if ((flags & NEREID_SANDBOX_GPU) != 0) add_gpu_paths(paths);
  return paths;
}

void add_layer(std::string& layers, bool active, const char* name) {
  if (active) layers += (layers.empty() ? "" : ",") + std::string(name);
}

void add_namespaces(std::string& layers) {
  const unsigned long active = active_namespaces();
  add_layer(layers, (active & CLONE_NEWUSER) != 0, "userns");
  add_layer(layers, (active & CLONE_NEWPID) != 0, "pidns");
  add_layer(layers, (active & CLONE_NEWNET) != 0, "netns");
  add_layer(layers, (active & CLONE_NEWIPC) != 0, "ipcns");
  add_layer(layers, (active & CLONE_NEWNS) != 0, "mountns");
}

bool wanted(unsigned layer) {
  return (left_out_layers() & layer) == 0;
}

unsigned left_out_mounts() {
  return (wanted(NEREID_LAYER_PROC) ? 0U : unsigned{kPrivateProc}) |
         (wanted(NEREID_LAYER_SHM) ? 0U : unsigned{kPrivateShm}) |
         (wanted(NEREID_LAYER_TMPFS) ? 0U : unsigned{kPrivateFolder});
}

// Order matters: mounts need capabilities, Landlock and seccomp need no_new_privs, and seccomp
// would forbid what the others use. Landlock may be missing; offered and failing is an error.
int enter(const char* private_dir, unsigned flags, std::string& layers) {
  add_namespaces(layers);
  const unsigned mounts = private_mounts(private_dir, left_out_mounts());
  if (chdir(private_dir) != 0) return errno;  // the old working folder may lie below a mount
  add_layer(layers, (mounts & kPrivateProc) != 0, "proc");
  add_layer(layers, (mounts & kPrivateShm) != 0, "shm");
  add_layer(layers, (mounts & kPrivateFolder) != 0, "tmpfs");
  add_layer(layers, (mounts & kPidCeiling) != 0, "pids");
  if (wanted(NEREID_LAYER_RLIMITS)) {
    if (!apply_rlimits(flags)) return errno;
    add_layer(layers, true, "rlimits");
  }
  if (wanted(NEREID_LAYER_NO_NEW_PRIVS)) {
    if (!drop_capabilities()) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    add_layer(layers, true, "no_new_privs");
  }
  if (wanted(NEREID_LAYER_LANDLOCK) && landlock_version() > 0) {
    if (const int failure = apply_landlock(landlock_paths(private_dir, flags))) return failure;
    add_layer(layers, true, "landlock");
  }
  if (!wanted(NEREID_LAYER_SECCOMP)) return 0;
  const bool exec = (flags & NEREID_SANDBOX_EXEC) != 0, gpu = (flags & NEREID_SANDBOX_GPU) != 0;
  const bool counted = (flags & NEREID_SANDBOX_HOST) != 0;
  if (const int failure = apply_seccomp({exec, gpu, counted})) return failure;
  add_layer(layers, true, "seccomp");
  return 0;
}

}  // namespace
}  // namespace nereid::sandbox

int nereid_sandbox_enter(const char* private_dir, unsigned flags, char* layers,
                         size_t layers_size) {
  std::string active;
  const int failure = nereid::sandbox::enter(private_dir, flags, active);
  if (layers != nullptr && layers_size > 0)
    std::snprintf(layers, layers_size, "%s", active.c_str());
  return failure;
}

int nereid_sandbox_close_fds(const int* keep, size_t count) {
  std::vector<int> kept(keep, keep + count);
  std::sort(kept.begin(), kept.end());
  unsigned from = 3;
  for (const int fd : kept) {
    if (fd < 3 || static_cast<unsigned>(fd) < from) continue;
    if (static_cast<unsigned>(fd) > from) close_range(from, static_cast<unsigned>(fd) - 1, 0);
    from = static_cast<unsigned>(fd) + 1;
  }
  return close_range(from, ~0U, 0) == 0 ? 0 : errno;
}
