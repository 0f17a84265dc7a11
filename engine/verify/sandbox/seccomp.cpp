// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox/seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nereid::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the system call filter knows x86-64 and aarch64"
#endif

// Numbers above 423 are the same on every architecture; older headers lack some of them.
constexpr long kPidfdSendSignal = 424, kIoUringSetup = 425, kIoUringEnter = 426,
               kIoUringRegister = 427, kOpenTree = 428, kMoveMount = 429, kFsopen = 430,
               kFsconfig = 431, kFsmount = 432, kFspick = 433, kClone3 = 435, kPidfdGetfd = 438,
               kProcessMadvise = 440, kMountSetattr = 442, kMemfdSecret = 447;

constexpr long kDenied[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    kIoUringSetup,
    kIoUringEnter,
    kIoUringRegister,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    kOpenTree,
    kMoveMount,
    kFsopen,
    kFsconfig,
    kFsmount,
    kFspick,
    kMountSetattr,
    SYS_unshare,
    SYS_setns,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_kcmp,
    SYS_personality,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
    kPidfdSendSignal,
    kPidfdGetfd,
    kProcessMadvise,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

constexpr std::uint32_t kDeny = SECCOMP_RET_ERRNO | EPERM;

class Filter {
 public:
  void load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
  // Runs the next `count` instructions only if the condition holds.
  void if_equal(std::uint32_t value, unsigned count) { jump(BPF_JEQ, value, 0, count); }
  void unless_equal(std::uint32_t value, unsigned count) { jump(BPF_JEQ, value, count, 0); }
  void if_any_bit(std::uint32_t bits, unsigned count) { jump(BPF_JSET, bits, 0, count); }
  void keep_bits(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
  void if_at_least(std::uint32_t value, unsigned count) { jump(BPF_JGE, value, 0, count); }
  int install();

 private:
  void add(std::uint16_t code, std::uint32_t k) { program_.push_back({code, 0, 0, k}); }
  void jump(std::uint16_t test, std::uint32_t k, unsigned yes, unsigned no) {
    program_.push_back({static_cast<std::uint16_t>(BPF_JMP | test | BPF_K),
                        static_cast<std::uint8_t>(yes), static_cast<std::uint8_t>(no), k});
  }
  std::vector<sock_filter> program_;
};

int Filter::install() {
  sock_fprog program{static_cast<unsigned short>(program_.size()), program_.data()};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
    return 0;
  return errno;
}

// Low word of system call argument `index`, little-endian.
std::uint32_t argument(int index) {
  return offsetof(seccomp_data, args) + static_cast<std::uint32_t>(index) * 8;
}

void deny(Filter& filter, long number) {
  filter.if_equal(static_cast<std::uint32_t>(number), 1);
  filter.answer(kDeny);
}

// A socket that can only wait: of a local, connected kind, and without connect. Datagram sockets
// stay denied, since they reach any address without connecting.
void filter_unix_server(Filter& filter) {
  constexpr std::uint32_t kTypeMask = 0xf;  // the rest are SOCK_CLOEXEC and SOCK_NONBLOCK
  filter.if_equal(SYS_socket, 10);
  filter.load(argument(0));
  filter.unless_equal(AF_UNIX, 1);
  filter.answer(kDeny);
  filter.load(argument(1));
  filter.keep_bits(kTypeMask);
  filter.if_equal(SOCK_STREAM, 1);
  filter.answer(SECCOMP_RET_ALLOW);
  filter.if_equal(SOCK_SEQPACKET, 1);
  filter.answer(SECCOMP_RET_ALLOW);
  filter.answer(kDeny);
  // As if no server were there: the driver then goes on without MPS.
  filter.if_equal(SYS_connect, 1);
  filter.answer(SECCOMP_RET_ERRNO | ECONNREFUSED);
}

void filter_sockets(Filter& filter, bool unix_server) {
  if (unix_server)
    filter_unix_server(filter);
  else
    deny(filter, SYS_socket);
  deny(filter, SYS_socketpair);
}

// clone: never into a new namespace; new processes only where exec is allowed, threads always.
void filter_clone(Filter& filter, bool allow_exec) {
  constexpr std::uint32_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                        CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  filter.if_equal(SYS_clone, allow_exec ? 4 : 6);
  filter.load(argument(0));
  filter.if_any_bit(kNamespaces, 1);
  filter.answer(kDeny);
  if (!allow_exec) {
    filter.if_any_bit(CLONE_THREAD, 1);
    filter.answer(SECCOMP_RET_ALLOW);
    filter.answer(kDeny);
    return;
  }
  filter.answer(SECCOMP_RET_ALLOW);
}

void filter_processes(Filter& filter, bool allow_exec) {
  // glibc falls back to clone, whose flags a filter can read.
  filter.if_equal(kClone3, 1);
  filter.answer(SECCOMP_RET_ERRNO | ENOSYS);
  filter_clone(filter, allow_exec);
  if (allow_exec) return;
  deny(filter, SYS_execve);
  deny(filter, SYS_execveat);
#ifdef SYS_fork
  deny(filter, SYS_fork);
  deny(filter, SYS_vfork);
#endif
}

// One of kill(pid, sig), tkill(tid, sig), tgkill(pid, tid, sig).
void filter_signal(Filter& filter, long number, int target, int signal, std::uint32_t self) {
  constexpr std::uint32_t kDeadly[] = {SIGKILL, SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                       SIGILL,  SIGTERM, SIGSTOP, SIGTRAP};
  constexpr unsigned kLength = 5 + 2 * std::size(kDeadly);
  filter.if_equal(static_cast<std::uint32_t>(number), kLength);
  filter.load(argument(target));
  filter.unless_equal(self, 1);
  filter.answer(kDeny);
  filter.load(argument(signal));
  for (const std::uint32_t deadly : kDeadly) {
    filter.if_equal(deadly, 1);
    filter.answer(SECCOMP_RET_KILL_PROCESS);
  }
  filter.answer(SECCOMP_RET_ALLOW);
}

void filter_signals(Filter& filter) {
  const auto self = static_cast<std::uint32_t>(getpid());
  filter_signal(filter, SYS_kill, 0, 1, self);
  filter_signal(filter, SYS_tkill, 0, 1, self);
  filter_signal(filter, SYS_tgkill, 0, 2, self);
}

// RLIMIT_DATA counts private writable maps alone: no memory without a name, and none that is shared
// without a file or grows as a stack does.
void filter_uncounted_memory(Filter& filter) {
  constexpr std::uint32_t kSharedWithoutFile = MAP_SHARED | MAP_ANONYMOUS;
  deny(filter, SYS_memfd_create);
  deny(filter, kMemfdSecret);
  deny(filter, SYS_shmget);
  deny(filter, SYS_msgget);
  deny(filter, SYS_mq_open);
  filter.if_equal(SYS_mmap, 7);
  filter.load(argument(3));
  filter.if_any_bit(MAP_GROWSDOWN, 1);
  filter.answer(kDeny);
  filter.keep_bits(kSharedWithoutFile);  // MAP_SHARED_VALIDATE has its bit too
  filter.if_equal(kSharedWithoutFile, 1);
  filter.answer(kDeny);
  filter.answer(SECCOMP_RET_ALLOW);
}

}  // namespace

int apply_seccomp(const SystemCalls& allowed) {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.unless_equal(kArchitecture, 1);
  filter.answer(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  filter.if_at_least(0x40000000, 1);  // the x32 interface has its own numbers
  filter.answer(kDeny);
#endif
  for (const long number : kDenied) deny(filter, number);
  filter_sockets(filter, allowed.unix_server);
  filter_processes(filter, allowed.exec);
  if (allowed.counted_memory_only) filter_uncounted_memory(filter);
  filter_signals(filter);
  filter.answer(SECCOMP_RET_ALLOW);
  return filter.install();
}

}  // namespace nereid::sandbox
