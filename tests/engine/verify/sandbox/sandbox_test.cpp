// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "engine/base/file.h"

namespace {

using nereid::TemporaryDirectory;

// What a child found out, in its exit status: 0 = as it should be.
constexpr int kAsExpected = 0, kNotAsExpected = 1, kNoSandbox = 99;

struct Ended {
  int status = -1;
  std::string layers;
};

class Sandbox : public testing::Test {
 protected:
  Sandbox() : folder_(std::move(*TemporaryDirectory::make("nereid-sandbox"))) {}

  // Runs `body` in a sandboxed child; its result is the exit status. `before` runs after the fork
  // and before the sandbox, e.g. to become another user.
  Ended run(
      unsigned flags, const std::function<int(const std::string&)>& body,
      const std::function<void()>& before = [] {}) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    char error[256] = "";
    const pid_t pid = nereid_sandbox_fork(flags, error, sizeof error);
    if (pid == 0) {
      before();
      char layers[512] = "";
      if (nereid_sandbox_enter(folder_.path().c_str(), flags, layers, sizeof layers) != 0)
        _exit(kNoSandbox);
      if (write(ends[1], layers, std::strlen(layers)) < 0) _exit(kNoSandbox);
      _exit(body(folder_.path().string()));
    }
    EXPECT_GT(pid, 0) << error;
    close(ends[1]);
    Ended ended;
    char text[512];
    const ssize_t size = read(ends[0], text, sizeof text);
    if (size > 0) ended.layers.assign(text, static_cast<std::size_t>(size));
    close(ends[0]);
    waitpid(pid, &ended.status, 0);
    return ended;
  }

  void expect_as_expected(unsigned flags, const std::function<int(const std::string&)>& body) {
    const Ended ended = run(flags, body);
    ASSERT_TRUE(WIFEXITED(ended.status)) << "signal " << WTERMSIG(ended.status);
    EXPECT_EQ(WEXITSTATUS(ended.status), kAsExpected) << ended.layers;
  }

  TemporaryDirectory folder_;
};

int expect(bool condition) {
  return condition ? kAsExpected : kNotAsExpected;
}

bool can_open(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

TEST_F(Sandbox, NamesItsLayers) {
  const Ended ended = run(0, [](const std::string&) { return 0; });
  for (const char* layer : {"rlimits", "no_new_privs", "seccomp"})
    EXPECT_NE(ended.layers.find(layer), std::string::npos) << ended.layers;
}

TEST_F(Sandbox, WritesOnlyIntoThePrivateFolder) {
  if (run(0, [](const std::string&) { return 0; }).layers.find("landlock") == std::string::npos)
    GTEST_SKIP() << "this kernel has no Landlock";
  expect_as_expected(0, [](const std::string& folder) {
    return expect(can_open(folder + "/mine", O_RDWR | O_CREAT) &&
                  !can_open("/tmp/nereid-sandbox-escape", O_RDWR | O_CREAT) &&
                  !can_open(folder + "/../nereid-sandbox-escape", O_RDWR | O_CREAT) &&
                  !can_open("/etc/shadow", O_RDONLY) &&
                  !can_open("/var/log", O_RDONLY | O_DIRECTORY) &&
                  can_open("/usr", O_RDONLY | O_DIRECTORY));
  });
}

TEST_F(Sandbox, HasNoNetworkAndNoNewProcesses) {
  expect_as_expected(0, [](const std::string&) {
    const bool no_socket = socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM;
    const bool no_local = socket(AF_UNIX, SOCK_STREAM, 0) < 0 && errno == EPERM;
    const bool no_fork = fork() < 0 && errno == EPERM;
    return expect(no_socket && no_local && no_fork && execl("/bin/true", "true", nullptr) < 0);
  });
}

TEST_F(Sandbox, CompilersMayStartPrograms) {
  expect_as_expected(NEREID_SANDBOX_EXEC, [](const std::string&) {
    const pid_t pid = fork();
    if (pid == 0) {
      execl("/bin/true", "true", nullptr);
      _exit(7);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    return expect(pid > 0 && status == 0 && socket(AF_INET, SOCK_STREAM, 0) < 0);
  });
}

TEST_F(Sandbox, CannotSignalOthersAndDiesOfItsOwnSignals) {
  const pid_t judge = getpid();
  expect_as_expected(0, [judge](const std::string&) {
    return expect(kill(judge, 0) < 0 && kill(-1, SIGKILL) < 0);
  });
  for (const int signal : {SIGKILL, SIGABRT, SIGSEGV}) {
    const Ended ended = run(0, [signal](const std::string&) {
      kill(getpid(), signal);
      return 0;
    });
    EXPECT_TRUE(WIFSIGNALED(ended.status)) << signal;
  }
}

TEST_F(Sandbox, FaultsAndAbortEndIt) {
  const Ended aborted = run(0, [](const std::string&) -> int { std::abort(); });
  EXPECT_TRUE(WIFSIGNALED(aborted.status));
  const Ended faulted = run(0, [](const std::string&) {
    signal(SIGSEGV, SIG_DFL);  // AddressSanitizer would turn the fault into an exit
    // The address is read at run time, or the compiler sees through the fault and refuses to build
    // it.
    volatile std::uintptr_t nowhere = 8;
    *reinterpret_cast<volatile int*>(nowhere) = 1;
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(faulted.status));
  EXPECT_EQ(WTERMSIG(faulted.status), SIGSEGV);
}

TEST_F(Sandbox, BoundsFilesAndPrivileges) {
  expect_as_expected(0, [](const std::string&) {
    struct rlimit core = {}, size = {};
    getrlimit(RLIMIT_CORE, &core);
    getrlimit(RLIMIT_FSIZE, &size);
    const struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    return expect(core.rlim_max == 0 && size.rlim_max <= 256ULL << 20 &&
                  setrlimit(RLIMIT_FSIZE, &more) < 0 && chroot("/") < 0);
  });
}

// What RLIMIT_DATA does not count; whether it could be had.
bool has_uncounted_memory() {
  constexpr std::size_t kBytes = 1 << 20;
  constexpr int kBoth = PROT_READ | PROT_WRITE;
  const int zero = open("/dev/zero", O_RDWR | O_CLOEXEC);
  return static_cast<int>(syscall(SYS_memfd_create, "more", 0U)) >= 0 || zero >= 0 ||
         shmget(IPC_PRIVATE, kBytes, IPC_CREAT | 0600) >= 0 ||
         mmap(nullptr, kBytes, kBoth, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
         mmap(nullptr, kBytes, kBoth, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0) !=
             MAP_FAILED;
}

TEST_F(Sandbox, AHostHasNoMemoryThatIsNotCounted) {
  expect_as_expected(NEREID_SANDBOX_HOST, [](const std::string& folder) {
    const int file = open(folder.c_str(), O_TMPFILE | O_RDWR, 0600);
    void* const counted =
        mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return expect(!has_uncounted_memory() && file >= 0 && counted != MAP_FAILED);
  });
  expect_as_expected(0, [](const std::string&) { return expect(has_uncounted_memory()); });
}

TEST_F(Sandbox, WorksForAnOrdinaryUser) {
  if (geteuid() != 0) GTEST_SKIP() << "every other test here already runs as an ordinary user";
  const pid_t pid = fork();
  if (pid == 0) {
    if (chown(folder_.path().c_str(), 65534, 65534) != 0 || setgid(65534) != 0 ||
        setuid(65534) != 0)
      _exit(98);
    prctl(PR_SET_DUMPABLE, 1);  // changing the user took it away; a login would not
    const Ended ended = run(0, [](const std::string& folder) {
      return expect(can_open(folder + "/mine", O_RDWR | O_CREAT) &&
                    !can_open("/tmp/nereid-sandbox-escape", O_RDWR | O_CREAT));
    });
    _exit(WIFEXITED(ended.status) ? WEXITSTATUS(ended.status) : 97);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), kAsExpected);
}

// A child of ours that forks a sibling of itself: we are that one's parent, and may wait for it.
TEST(SandboxFork, ASiblingHasTheParentOfItsMaker) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t maker = fork();
  if (maker == 0) {
    const pid_t pid = nereid_sandbox_fork_sibling(nullptr, 0);
    if (pid == 0) _exit(getpid() == gettid() ? 7 : kNotAsExpected);
    const bool told = pid > 0 && write(ends[1], &pid, sizeof pid) == sizeof pid;
    _exit(told ? kAsExpected : kNotAsExpected);
  }
  pid_t sibling = 0;
  ASSERT_EQ(read(ends[0], &sibling, sizeof sibling), static_cast<ssize_t>(sizeof sibling));
  int status = -1;
  EXPECT_EQ(waitpid(maker, &status, 0), maker);
  EXPECT_EQ(WEXITSTATUS(status), kAsExpected);
  EXPECT_EQ(waitpid(sibling, &status, 0), sibling);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Sandbox, ClosesOtherDescriptors) {
  const int kept = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int closed = open("/dev/null", O_RDONLY | O_CLOEXEC);
  expect_as_expected(0, [&](const std::string&) {
    if (nereid_sandbox_close_fds(&kept, 1) != 0) return kNotAsExpected;
    return expect(fcntl(kept, F_GETFD) >= 0 && fcntl(closed, F_GETFD) < 0);
  });
  close(kept);
  close(closed);
}

}  // namespace
