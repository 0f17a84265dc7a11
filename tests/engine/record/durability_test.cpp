// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>

#include "engine/base/file.h"
#include "engine/base/process.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class DurabilityTest : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path run_ = folder_.path() / "run";
};

/// Exit status of `work` in a child process; 99 if it threw.
int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(work());
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "child: %s\n", problem.what());
      ::_exit(98);
    } catch (...) {
      ::_exit(99);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void write_step(RunWriter& writer, std::int64_t step) {
  writer.write_episodes({sample_episode(step, 0, 0), sample_episode(step, 0, 1)});
  writer.write_metrics(sample_metrics(step));
}

/// Writes steps until it is killed and acknowledges each one that flush() has confirmed.
[[noreturn]] void write_until_killed(const fs::path& run, int ack_fd, std::int64_t first) {
  const auto writer = must_open_writer(run);
  writer->truncate_after(first - 1);
  for (std::int64_t step = first;; ++step) {
    write_step(*writer, step);
    if (!writer->flush() || ::write(ack_fd, &step, sizeof step) != sizeof step) ::_exit(1);
  }
}

/// Last step that the child acknowledged before kill -9; it is killed after `acks` of them.
std::int64_t write_and_kill(const fs::path& run, int acks, std::int64_t first) {
  Pipe pipe = std::move(*make_pipe());
  const pid_t child = ::fork();
  if (child == 0) write_until_killed(run, pipe.write_end.get(), first);
  pipe.write_end.reset();
  std::int64_t step = 0, last = first - 1;
  for (int i = 0; i < acks && ::read(pipe.read_end.get(), &step, sizeof step) == sizeof step; ++i)
    last = step;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  while (::read(pipe.read_end.get(), &step, sizeof step) == sizeof step) last = step;
  return last;
}

TEST_F(DurabilityTest, KilledWritersLoseNothingThatWasAcknowledged) {
  std::int64_t next = 1;
  for (int round = 0; round < 12; ++round) {
    const std::int64_t last = write_and_kill(run_, 1 + round % 4, next);
    ASSERT_GE(last, next) << "round " << round;
    const Result<CheckReport> report = check_record(run_);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->ok) << report->problems.at(0);
    EXPECT_GE(report->episodes, 2 * last) << "round " << round;
    next = last + 1;
  }
  {
    const auto writer = must_open_writer(run_);
    writer->truncate_after(next - 1);
    ASSERT_TRUE(writer->flush());
  }
  const fs::path unbroken = folder_.path() / "unbroken";
  write_run(unbroken, next - 1);
  EXPECT_EQ(content(run_), content(unbroken));
}

TEST_F(DurabilityTest, FullDiskKeepsTheQueueUntilThereIsRoom) {
  const int answer = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    std::atomic<int> problems = 0;
    const auto writer =
        must_open_writer(run_, {.on_problem = [&](const Error&) { ++problems; }, .on_commit = {}});
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{300'000, limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    std::int64_t step = 0;
    Result<void> written;
    while (written && step < 1000) {
      write_step(*writer, ++step);
      written = writer->flush();
    }
    if (written) return 2;
    if (written.error().code != ErrorCode::kNoSpace) return 3;
    if (problems != 1) return 4;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    if (!writer->flush()) return 5;
    return must_open_reader(run_)->info()->episode_count == 2 * step ? 0 : 6;
  });
  EXPECT_EQ(answer, 0);
  EXPECT_TRUE(check_record(run_)->ok);
}

TEST_F(DurabilityTest, DamagedRecordIsCorruptWithTheMend) {
  write_run(run_, 30);
  {
    std::fstream file(record_path(run_), std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::streamoff>(fs::file_size(record_path(run_)));
    for (std::streamoff at = 8192; at < size; at += 4096) {
      file.seekp(at);
      file << std::string(64, '\xAB');
    }
  }
  const Result<CheckReport> report = check_record(run_);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->ok);
  ASSERT_TRUE(atomic_write_file(record_path(run_), std::string(10'000, 'x')));
  const auto reader = RunReader::open(run_);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(reader.error().message.find("nereid record check"), std::string::npos)
      << reader.error().message;
}

TEST_F(DurabilityTest, ReadOnlyFolderCanBeRead) {
  write_run(run_, 5);
  constexpr auto kLook = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                         fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec;
  fs::permissions(folder_.path(), kLook | fs::perms::owner_write);
  fs::permissions(run_, kLook);
  const int answer = in_child([&] {
    if (::geteuid() == 0 && ::seteuid(65534) != 0) return 2;
    return content(run_).size() == 5 * (2 * 2 + 4) ? 0 : 1;
  });
  fs::permissions(run_, fs::perms::owner_all);
  EXPECT_EQ(answer, 0);
}

TEST_F(DurabilityTest, ImportCopiesARunAndRefusesADamagedOne) {
  write_run(run_, 4);
  const auto first = import_run(run_, folder_.path() / "runs");
  const auto second = import_run(run_, folder_.path() / "runs");
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_NE(*first, *second);
  EXPECT_EQ(content(*first), content(run_));
  ASSERT_TRUE(atomic_write_file(record_path(*second), "x"));
  EXPECT_EQ(import_run(*second, folder_.path() / "runs").error().code, ErrorCode::kCorrupt);
}

TEST_F(DurabilityTest, ExportsHoldEveryStepAndEpisode) {
  write_run(run_, 6);
  ASSERT_TRUE(export_metrics_csv(run_, run_ / "m.csv"));
  ASSERT_TRUE(export_episodes_jsonl(run_, run_ / "e.jsonl"));
  const std::string csv = *read_file(run_ / "m.csv");
  const std::string jsonl = *read_file(run_ / "e.jsonl");
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "step,unix_ms,reward,loss,kl,grad_norm");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_NE(csv.find("\n4,1700000000004,0.4,nan,0,-4\n"), std::string::npos) << csv;
  EXPECT_EQ(std::count(jsonl.begin(), jsonl.end(), '\n'), 12);
}

}  // namespace
}  // namespace nereid::record
