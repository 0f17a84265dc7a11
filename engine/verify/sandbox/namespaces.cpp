// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox/namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "engine/verify/sandbox/sandbox.h"

namespace nereid::sandbox {
namespace {

// Which namespaces this process was born into; set once in the child, before any foreign code.
unsigned long g_namespaces = 0;
// Set by the diagnosis of GPU access alone, before it forks.
unsigned g_left_out = 0;

constexpr unsigned long kNamespaceFlags[] = {CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
                                             CLONE_NEWIPC, CLONE_NEWNS};
constexpr unsigned kNamespaceLayers[] = {NEREID_LAYER_USERNS, NEREID_LAYER_PIDNS,
                                         NEREID_LAYER_NETNS, NEREID_LAYER_IPCNS,
                                         NEREID_LAYER_MOUNTNS};

unsigned long without_left_out(unsigned long namespaces) {
  for (std::size_t i = 0; i < std::size(kNamespaceFlags); ++i)
    if ((g_left_out & kNamespaceLayers[i]) != 0) namespaces &= ~kNamespaceFlags[i];
  return namespaces;
}

// glibc keeps the thread id in its thread descriptor; a raw clone must refresh it like fork does,
// or raise() and abort() in the child would signal a stranger. The kernel knows the address.
int* thread_id_address() {
#ifdef PR_GET_TID_ADDRESS
  int* address = nullptr;
  if (prctl(PR_GET_TID_ADDRESS, &address, 0, 0, 0) == 0 && address != nullptr &&
      *address == static_cast<int>(syscall(SYS_gettid)))
    return address;
#endif
  return nullptr;
}

long raw_clone(unsigned long flags) {
  int* tid = thread_id_address();
  if (tid != nullptr) flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
#if defined(__aarch64__)
  return syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, 0UL, tid);
#else
  return syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, tid, 0UL);
#endif
}

bool write_text(const char* path, const char* text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written =
      write(fd, text, std::strlen(text)) == static_cast<ssize_t>(std::strlen(text));
  close(fd);
  return written;
}

// Maps the caller's own ids onto themselves, the one map that needs no privilege.
bool map_ids(unsigned uid, unsigned gid) {
  char map[64];
  write_text("/proc/self/setgroups", "deny");
  std::snprintf(map, sizeof map, "%u %u 1\n", gid, gid);
  write_text("/proc/self/gid_map", map);
  std::snprintf(map, sizeof map, "%u %u 1\n", uid, uid);
  return write_text("/proc/self/uid_map", map);
}

// Whether a process born into these namespaces can mount a /proc of its own; tried in a child that
// runs nothing else. Systems that hide parts of /proc refuse it to unprivileged namespaces.
bool can_mount_proc(unsigned long namespaces) {
  const unsigned uid = geteuid(), gid = getegid();
  const long pid = raw_clone(namespaces);
  if (pid < 0) return true;  // the fork itself will tell
  if (pid == 0) {
    const bool mapped = (namespaces & CLONE_NEWUSER) == 0 || map_ids(uid, gid);
    const bool mounted = mapped && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         mount("proc", "/proc", "proc", 0, nullptr) == 0;
    _exit(mounted ? 0 : 1);
  }
  int status = 0;
  while (waitpid(static_cast<pid_t>(pid), &status, 0) < 0 && errno == EINTR) continue;
  return status == 0;
}

// The driver names its threads through /proc/self/task/TID, with the TID that they have in their
// pid namespace: under the /proc of another one cuInit fails. Then a GPU child goes without.
unsigned long fit_for_gpu(unsigned long namespaces) {
  static unsigned long tried = 0;
  static bool fits = true;
  const unsigned long mine = CLONE_NEWPID | CLONE_NEWNS;
  if ((namespaces & CLONE_NEWPID) == 0 || (g_left_out & NEREID_LAYER_PROC) != 0) return namespaces;
  if (tried != namespaces) fits = (namespaces & mine) == mine && can_mount_proc(namespaces);
  tried = namespaces;
  return fits ? namespaces : namespaces & ~static_cast<unsigned long>(CLONE_NEWPID);
}

pid_t refused(char* error, size_t error_size) {
  if (error != nullptr && error_size > 0)
    std::snprintf(error, error_size, "clone: %s", std::strerror(errno));
  return -1;
}

}  // namespace

unsigned long active_namespaces() {
  return g_namespaces;
}

unsigned left_out_layers() {
  return g_left_out;
}

unsigned private_mounts(const char* private_dir, unsigned left_out) {
  if ((g_namespaces & CLONE_NEWNS) == 0) return 0;
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return 0;
  unsigned done = 0;
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  // What a candidate writes stays in memory, bounded, and is gone with its namespace.
  if ((left_out & kPrivateFolder) == 0 &&
      mount("tmpfs", private_dir, "tmpfs", MS_NOSUID | MS_NODEV, "size=512m,mode=700") == 0)
    done |= kPrivateFolder;
  if ((left_out & kPrivateShm) == 0 && mount("tmpfs", "/dev/shm", "tmpfs", flags, "size=64m") == 0)
    done |= kPrivateShm;
  if ((left_out & kPrivateProc) == 0 && (g_namespaces & CLONE_NEWPID) != 0 &&
      mount("proc", "/proc", "proc", flags, nullptr) == 0) {
    done |= kPrivateProc;
    // Since Linux 6.14 each pid namespace has its own ceiling: the end of fork bombs, even root's.
    if (write_text("/proc/sys/kernel/pid_max", "400")) done |= kPidCeiling;
  }
  return done;
}

}  // namespace nereid::sandbox

pid_t nereid_sandbox_fork(unsigned flags, char* error, size_t error_size) {
  using namespace nereid::sandbox;
  constexpr unsigned long kMounts = CLONE_NEWNS;
  constexpr unsigned long kIsolated = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS;
  // Most isolation first; the last one is a plain fork, for systems that forbid all of it.
  constexpr unsigned long kChoices[] = {CLONE_NEWUSER | kIsolated, kIsolated,
                                        CLONE_NEWUSER | CLONE_NEWPID, CLONE_NEWPID, 0};
  const unsigned uid = geteuid();
  const unsigned gid = getegid();
  long pid = -1;
  for (const unsigned long offered : kChoices) {
    unsigned long choice = without_left_out(offered);
    if ((flags & NEREID_SANDBOX_GPU) != 0) choice = fit_for_gpu(choice);
    pid = raw_clone(choice);
    if (pid == 0) {
      g_namespaces = choice;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      // When memory runs out, the candidate goes first, not the judge.
      write_text("/proc/self/oom_score_adj", "1000");
      // Without a map of ids our own mounts would belong to nobody: then there are none.
      if ((choice & CLONE_NEWUSER) != 0 && !map_ids(uid, gid)) g_namespaces &= ~kMounts;
      return 0;
    }
    if (pid > 0) return static_cast<pid_t>(pid);
    if (errno == EAGAIN || errno == ENOMEM) break;
  }
  return nereid::sandbox::refused(error, error_size);
}

pid_t nereid_sandbox_fork_sibling(char* error, size_t error_size) {
  const long pid = nereid::sandbox::raw_clone(CLONE_PARENT);
  if (pid == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return pid < 0 ? nereid::sandbox::refused(error, error_size) : static_cast<pid_t>(pid);
}

void nereid_sandbox_leave_out(unsigned layers) {
  nereid::sandbox::g_left_out = layers;
}
