// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/run_folder.h"
#include "app/cli/terminal.h"
#include "engine/base/json.h"
#include "engine/record/control/run_control.h"

namespace nereid::app {
namespace {

using record::ControlAnswer;
using record::ControlCommand;
using record::RunState;

constexpr std::chrono::milliseconds kLookAgain{100};

struct RunArguments {
  std::string run;
  bool json = false;
  bool wait = false;
};

bool is_over(const ControlAnswer& answer) {
  return answer.pid == 0 || answer.state == RunState::kStopped ||
         answer.state == RunState::kFinished || answer.state == RunState::kFailed;
}

/// Has the trainer confirmed what was asked for?
bool is_confirmed(ControlCommand command, const ControlAnswer& answer) {
  if (is_over(answer)) return true;
  switch (command) {
    case ControlCommand::kPause:
      return answer.state == RunState::kPaused;
    case ControlCommand::kResume:
      return answer.state == RunState::kRunning;
    case ControlCommand::kStop:
      return false;
    case ControlCommand::kStatus:
      return true;
  }
  return true;
}

/// A record that says "running" while nobody writes it was cut short.
std::string state_text(const ControlAnswer& answer, bool is_written) {
  const bool is_cut = answer.pid == 0 && !is_over({.state = answer.state, .pid = 1}) && !is_written;
  return is_cut ? "interrupted" : std::string(record::run_state_name(answer.state));
}

void print_answer(const RunArguments& arguments, const std::filesystem::path& run,
                  const ControlAnswer& answer) {
  const std::string state = state_text(answer, record::is_written(run));
  if (arguments.json) {
    std::puts(dump_json(OrderedJson{{"schema", "nereid.control/1"},
                                    {"run", run.string()},
                                    {"state", state},
                                    {"message", answer.message},
                                    {"step", answer.step},
                                    {"total_steps", answer.total_steps},
                                    {"pid", answer.pid}})
                  .c_str());
    return;
  }
  fmt::print("{}, step {} of {}{}{}\n", state, answer.step, answer.total_steps,
             answer.message.empty() || answer.message == state ? "" : ": " + answer.message,
             answer.pid > 0 ? fmt::format(" (process {})", answer.pid) : "");
}

Result<ControlAnswer> await_confirmation(ControlCommand command, const std::filesystem::path& run) {
  const InterruptGuard guard;
  while (true) {
    Result<ControlAnswer> now = record::run_status(run);
    if (!now || is_confirmed(command, *now)) return now;
    if (InterruptGuard::interrupted())
      return Error{ErrorCode::kCancelled, "no longer waited for; the run obeys all the same"};
    std::this_thread::sleep_for(kLookAgain);
  }
}

int control(ControlCommand command, const RunArguments& arguments) {
  const std::filesystem::path run = find_run(arguments.run);
  Result<ControlAnswer> answer = command == ControlCommand::kStatus
                                     ? record::run_status(run)
                                     : record::ask_run(run, command, "command line");
  const bool is_answered = answer.has_value();
  if (answer && arguments.wait) answer = await_confirmation(command, run);
  if (answer) {
    print_answer(arguments, run, *answer);
    return kExitDone;
  }
  report_error(answer.error());
  // Nobody runs it: the answer is no. Anything else: it could not be done.
  const bool is_no =
      !is_answered && answer.error().code == ErrorCode::kUnavailable && !record::is_written(run);
  return is_no ? kExitNo : kExitError;
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  CLI::App* whole =
      app.add_subcommand("run", "Control a run that goes on, wherever it was started");
  whole->require_subcommand(1);
  struct Row {
    ControlCommand command;
    const char* help;
  };
  constexpr Row kRows[] = {
      {ControlCommand::kStatus, "Say where a run stands, running or not"},
      {ControlCommand::kPause, "Pause after the step in work"},
      {ControlCommand::kResume, "Go on after a pause, or take a pause back"},
      {ControlCommand::kStop, "Stop with a checkpoint; a rollout in work is given up"}};
  for (const Row& row : kRows) {
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* one = whole->add_subcommand(std::string(control_command_name(row.command)), row.help);
    one->add_option("RUN", arguments->run, "Run folder, or the name of a run in the runs folder")
        ->required();
    if (row.command != ControlCommand::kStatus)
      one->add_flag("--wait", arguments->wait, "Return when the trainer has confirmed it");
    one->add_flag("--json", arguments->json, "Machine-readable lines on standard output");
    one->callback(
        [arguments, command = row.command, &status] { status = control(command, *arguments); });
  }
}

}  // namespace nereid::app
