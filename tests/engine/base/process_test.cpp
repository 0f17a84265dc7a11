// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "engine/base/clock.h"

namespace nereid {
namespace {

SpawnOptions shell(const std::string& script) {
  return {.argv = {"sh", "-c", script}};
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> piece;
  ssize_t got;
  while ((got = ::read(fd, piece.data(), piece.size())) > 0)
    text.append(piece.data(), static_cast<std::size_t>(got));
  return text;
}

TEST(Process, OutputAndStatusAreCaptured) {
  const Result<Captured> got = run_captured(shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->out, "out\n");
  EXPECT_EQ(got->err, "err\n");
  EXPECT_EQ(got->status.code, 3);
  EXPECT_EQ(got->status.text(), "exit status 3");
}

TEST(Process, MuchOutputOnBothStreamsDoesNotBlock) {
  const Result<Captured> got =
      run_captured(shell("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->out.size(), 300'000U);
  EXPECT_EQ(got->err.size(), 300'000U);
}

TEST(Process, MissingProgramIsAnErrorAtStart) {
  for (const char* program : {"no-such-program-here", "/no/such/program"}) {
    const Result<Process> got = spawn({.argv = {program}});
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, ErrorCode::kNotFound);
    EXPECT_NE(got.error().message.find(program), std::string::npos);
  }
  EXPECT_EQ(spawn({.argv = {"/etc/passwd"}}).error().code, ErrorCode::kPermissionDenied);
  EXPECT_FALSE(spawn({.argv = {"true"}, .working_dir = "/no/such/folder"}));
  EXPECT_FALSE(spawn({}));
}

TEST(Process, SignalIsReported) {
  const Result<Captured> got = run_captured(shell("kill -9 $$"));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->status.signal, SIGKILL);
  EXPECT_FALSE(got->status.ok());
}

TEST(Process, TimeoutEndsTheWholeGroup) {
  Pipe pipe = std::move(*make_pipe());
  SpawnOptions options = shell("sleep 1000 & sleep 1000");
  options.fds = {{5, pipe.write_end.get()}};
  const Result<Captured> got = run_captured(std::move(options), 200);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kTimeout);
  pipe.write_end.reset();
  EXPECT_EQ(read_all(pipe.read_end.get()),
            "");  // ends only when nobody holds descriptor 5 any more
}

TEST(Process, WaitLooksWithoutBlockingAndPidfdTellsTheEnd) {
  Pipe hold = std::move(*make_pipe());
  SpawnOptions options = shell("read line; exit 4");
  options.fds = {{0, hold.read_end.get()}};
  Result<Process> process = spawn(options);
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_FALSE(process->wait(0)->has_value());
  EXPECT_TRUE(process->running());
  hold.write_end.reset();
  if (process->pidfd() >= 0) {
    pollfd entry{process->pidfd(), POLLIN, 0};
    EXPECT_EQ(::poll(&entry, 1, 30'000), 1);
  }
  EXPECT_EQ((*process->wait())->code, 4);
  EXPECT_EQ((*process->wait())->code, 4);  // again: the stored answer
  EXPECT_FALSE(process->running());
}

TEST(Process, DescriptorsAreMappedAlsoWhenTheyCross) {
  Pipe a = std::move(*make_pipe());
  Pipe b = std::move(*make_pipe());
  // The child's numbers are swapped against ours: a naive sequence of dup2 would lose one.
  const int first = a.write_end.get();
  const int second = b.write_end.get();
  ASSERT_LT(std::max(first, second), 10) << "sh knows one-digit descriptors only";
  SpawnOptions options =
      shell("echo one >&" + std::to_string(first) + "; echo two >&" + std::to_string(second));
  options.fds = {{first, second}, {second, first}};
  Result<Process> process = spawn(options);
  ASSERT_TRUE(process);
  ASSERT_TRUE((*process->wait())->ok());
  a.write_end.reset();
  b.write_end.reset();
  EXPECT_EQ(read_all(a.read_end.get()), "two\n");
  EXPECT_EQ(read_all(b.read_end.get()), "one\n");
}

TEST(Process, OtherDescriptorsAreClosed) {
  const UniqueFd leaked(::open("/dev/null", O_RDONLY));  // without close-on-exec
  Result<Captured> got = run_captured({.argv = {"ls", "/proc/self/fd"}});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->out, "0\n1\n2\n3\n") << "3 is ls's own view of the folder";
}

TEST(Process, EnvironmentAndFolderAreSet) {
  const Result<Captured> got =
      run_captured({.argv = {"/bin/sh", "-c", "pwd; echo $NEREID_X; echo ${HOME-none}"},
                    .set_environment = {{"NEREID_X", "a b=c"}},
                    .clear_environment = true,
                    .working_dir = "/usr"});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->out, "/usr\na b=c\nnone\n");
}

TEST(Process, DestructorKillsAndReaps) {
  pid_t pid = 0;
  {
    Result<Process> process = spawn(shell("exec sleep 1000"));
    ASSERT_TRUE(process);
    pid = process->pid();
    EXPECT_TRUE(process_exists(pid));
  }
  EXPECT_FALSE(process_exists(pid));
}

TEST(Process, DiesWithTheThreadThatStartedIt) {
  Result<Process> process = Error{};
  std::thread([&] { process = spawn(shell("exec sleep 1000")); }).join();
  ASSERT_TRUE(process);
  EXPECT_EQ((*process->wait(30'000))->signal, SIGKILL);
}

TEST(Process, ManyAtOnceFromManyThreads) {
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        const auto got = run_captured(shell("echo " + std::to_string(100 * t + i)));
        good += got && got->out == std::to_string(100 * t + i) + "\n" && got->status.ok();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 40);
}

TEST(Process, RaisesItsOpenFilesAsFarAsItMay) {
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const auto most = static_cast<int>(std::min<rlim_t>(before.rlim_max, 1 << 20));
  const rlimit low = {std::min<rlim_t>(64, before.rlim_max), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_EQ(raise_open_files(100), std::min(100, most));
  EXPECT_EQ(raise_open_files(80), std::min(100, most)) << "it must not be lowered";
  EXPECT_EQ(raise_open_files(1 << 20), most);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace nereid
