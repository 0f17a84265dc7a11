// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "engine/base/file.h"
#include "engine/record/control/control_server.h"
#include "engine/record/control/internal/control_words.h"
#include "engine/record/internal/run_lock.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class Control : public testing::Test {
 protected:
  /// A server that remembers what it was asked.
  std::unique_ptr<ControlServer> must_open(const fs::path& run) {
    auto server =
        ControlServer::open(run, [this](ControlCommand command, const std::string& asker) {
          asked_ += std::string(control_command_name(command)) + " by " + asker + "\n";
          return ControlAnswer{
              .state = RunState::kPausing, .message = "pausing", .step = 3, .total_steps = 9};
        });
    EXPECT_TRUE(server) << server.error().message;
    return std::move(*server);
  }
  /// What the server answers to any line.
  static std::string say(const fs::path& run, const std::string& line) {
    const Result<ControlAddress> address = ControlAddress::of(run);
    const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(socket.get(), address->get(), sizeof address->address), 0);
    EXPECT_TRUE(write_line(socket.get(), line));
    ::shutdown(socket.get(), SHUT_WR);
    const Result<std::string> answer = read_line(socket.get());
    return answer ? *answer : std::string();
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-control"));
  fs::path run_ = folder_.path() / "run";
  std::string asked_;
};

TEST_F(Control, AnswersWithStateStepAndProcess) {
  write_run(run_, 1);
  const auto server = must_open(run_);
  const Result<ControlAnswer> answer = ask_run(run_, ControlCommand::kPause, "a test; \"x\"\n");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->state, RunState::kPausing);
  EXPECT_EQ(answer->message, "pausing");
  EXPECT_EQ(answer->step, 3);
  EXPECT_EQ(answer->total_steps, 9);
  EXPECT_EQ(answer->pid, ::getpid());
  EXPECT_EQ(asked_, "pause by a test x, process " + std::to_string(::getpid()) + "\n");
}

TEST_F(Control, OnlyTheUserMayReachTheSocket) {
  write_run(run_, 1);
  const auto server = must_open(run_);
  struct stat facts {};
  ASSERT_EQ(::stat(control_path(run_).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
}

TEST_F(Control, TheSocketOfAKilledProcessIsReplacedAndAnEndedOneLeavesNone) {
  write_run(run_, 1);
  { std::ofstream(control_path(run_)) << "left behind"; }
  auto server = must_open(run_);
  EXPECT_TRUE(ask_run(run_, ControlCommand::kStatus, "test"));
  server.reset();
  EXPECT_FALSE(fs::exists(control_path(run_)));
  const Result<ControlAnswer> nobody = ask_run(run_, ControlCommand::kStop, "test");
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(nobody.error().message.find("no process of this machine"), std::string::npos);
}

TEST_F(Control, AWriterWithoutASocketIsToldApart) {
  write_run(run_, 1);
  const auto lock = RunLock::take(run_);
  ASSERT_TRUE(lock);
  const Result<ControlAnswer> silent = ask_run(run_, ControlCommand::kStop, "test");
  ASSERT_FALSE(silent);
  EXPECT_NE(silent.error().message.find("takes no commands"), std::string::npos);
}

TEST_F(Control, AFolderWithALongPathIsReached) {
  for (int i = 0; i < 4; ++i) run_ /= std::string(60, static_cast<char>('a' + i));
  write_run(run_, 1);
  const auto server = must_open(run_);
  EXPECT_TRUE(ask_run(run_, ControlCommand::kStatus, "test"));
}

TEST_F(Control, WhatIsNoRequestIsRefusedAndHoldsNobodyUp) {
  write_run(run_, 1);
  const auto server = must_open(run_);
  for (const char* line : {"", "\n", "{\n", "null\n",
                           R"({"schema":"nereid.control/1","command":"format"})"
                           "\n",
                           R"({"schema":"other/1","command":"stop"})"
                           "\n"})
    EXPECT_EQ(say(run_, line).find("\"ok\":true"), std::string::npos) << line;
  EXPECT_EQ(say(run_, std::string(3 * kLongestControlLine, 'x')).find("\"ok\":true"),
            std::string::npos);
  EXPECT_EQ(asked_, "");
  EXPECT_TRUE(ask_run(run_, ControlCommand::kStatus, "test"));
}

TEST_F(Control, StatusOfARunThatNobodyWritesIsThatOfItsRecord) {
  write_run(run_, 2);
  const Result<ControlAnswer> status = run_status(run_);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(status->pid, 0);
  EXPECT_FALSE(run_status(folder_.path() / "nothing"));
}

}  // namespace
}  // namespace nereid::record
