// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/module/session.h"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/log.h"
#include "engine/config/phases.h"
#include "engine/record/control/control_server.h"
#include "engine/train/internal/no_record.h"
#include "engine/train/internal/runner.h"

namespace nereid::train {
namespace {

using record::RunState;

record::RunInfo describe(const config::RunConfig& config, std::int64_t total_steps) {
  record::RunInfo info;
  info.name = config.name;
  info.settings_yaml = config::to_yaml(config);
  info.method = config::method_text(config);
  info.total_steps = total_steps;
  info.created_unix_ms = unix_ms();
  info.pid = ::getpid();
  info.run_id = sha256_hex(info.settings_yaml + std::to_string(info.created_unix_ms) +
                           std::to_string(info.pid))
                    .substr(0, 16);
  return info;
}

/// Commands arrive on any thread, the trainer confirms on its own. Thread-safe.
class Session final : public TrainSession, private StepGate {
 public:
  Session(config::RunConfig config, StartOptions options, RunObserver& observer)
      : config_(std::move(config)), options_(resumed(std::move(options))), observer_(observer) {}
  ~Session() override {
    control_.reset();
    if (!thread_.joinable()) return;  // the run folder could not be opened
    stop();
    thread_.join();
  }

  Result<void> open();
  void start(SessionParts parts);

  void pause() override;
  void resume() override;
  void stop() override;
  void checkpoint() override;
  RunState state() const override;
  std::filesystem::path run_dir() const override { return options_.run_dir; }
  Result<void> wait() override;

 private:
  bool pass(std::int64_t step) override;
  bool take_checkpoint_wish() override;
  bool is_stopping() const override;
  static StartOptions resumed(StartOptions options);
  Result<void> check_folder() const;
  Result<void> open_record();
  void work(SessionParts parts);
  void answer_control();
  record::ControlAnswer take_command(record::ControlCommand command, const std::string& asker);
  void publish(RunState state, const std::string& message);
  bool is_over() const {
    return state_ == RunState::kStopped || state_ == RunState::kFinished ||
           state_ == RunState::kFailed;
  }

  const config::RunConfig config_;
  const StartOptions options_;
  RunObserver& observer_;
  std::unique_ptr<record::RunWriter> writer_;
  // Recursive, and held while the observer is told: states arrive in the order in which they came
  // about, and an observer may answer with a command.
  mutable std::recursive_mutex mutex_;
  std::condition_variable_any changed_;
  RunState state_ = RunState::kStarting;
  std::string message_;  // of that state
  bool pause_wanted_ = false, checkpoint_wanted_ = false;
  std::atomic<bool> stop_wanted_ = false;  // read without the lock too
  std::vector<PlannedPhase> phases_;
  std::int64_t step_ = 0;  // the step in work
  Result<void> outcome_;
  std::thread thread_;
  std::unique_ptr<record::ControlServer> control_;  // last: its thread uses the others
};

// torchrun starts a run again with the words of its first start.
StartOptions Session::resumed(StartOptions options) {
  std::error_code ignored;
  const bool is_there = std::filesystem::exists(record::record_path(options.run_dir), ignored);
  if (options.place.restarts > 0 && is_there) options.resume = true;
  return options;
}

Result<void> Session::open() {
  if (options_.place.is_first())
    if (Result<void> fits = check_folder(); !fits) return fits;
  Result<std::vector<PlannedPhase>> phases = plan_phases(config_);
  if (!phases) return phases.error();
  phases_ = std::move(*phases);
  if (Result<void> made = make_directories(options_.run_dir); !made) return made;
  std::string log = "log.txt";
  if (options_.place.is_first()) {
    if (Result<void> opened = open_record(); !opened) return opened;
  } else {
    writer_ = std::make_unique<NoRecord>();
    log = "log.rank-" + std::to_string(options_.place.rank) + ".txt";
  }
  return start_logging({LogLevel::kInfo, /*to_stderr=*/false, options_.run_dir / log});
}

// Is the run there that is to be continued, or none that would be overwritten?
Result<void> Session::check_folder() const {
  const std::filesystem::path record = record::record_path(options_.run_dir);
  std::error_code ignored;
  if (!options_.resume && std::filesystem::exists(record, ignored)) {
    return Error{ErrorCode::kInvalidArgument,
                 options_.run_dir.string() +
                     ": holds a run already; continue it with --resume, or choose another --out"};
  }
  if (options_.resume && !std::filesystem::exists(record, ignored)) {
    return Error{ErrorCode::kNotFound,
                 options_.run_dir.string() + ": holds no run to resume; give the folder of a run"};
  }
  return {};
}

Result<void> Session::open_record() {
  record::RunWriter::Options options;
  options.on_problem = [this](const Error& error) { observer_.on_log("error", error.message); };
  options.on_commit = [this] { observer_.on_record_changed(); };
  if (options_.resume)
    if (Result<void> same = require_settings_of_checkpoints(options_.run_dir, config_); !same)
      return same;
  auto writer = record::RunWriter::open(options_.run_dir, describe(config_, phases_.back().last()),
                                        std::move(options));
  if (!writer) return writer.error();
  writer_ = std::move(*writer);
  return atomic_write_file(options_.run_dir / "settings.yaml", config::to_yaml(config_));
}

void Session::start(SessionParts parts) {
  publish(RunState::kStarting, "loading");
  if (options_.place.is_first()) answer_control();
  thread_ = std::thread([this, parts = std::move(parts)]() mutable { work(std::move(parts)); });
}

// A run that nobody else can reach is better than none.
void Session::answer_control() {
  auto server = record::ControlServer::open(
      options_.run_dir, [this](record::ControlCommand command, const std::string& asker) {
        return take_command(command, asker);
      });
  if (server) {
    control_ = std::move(*server);
  } else {
    observer_.on_log("warning", "this run can be controlled by its own process alone: " +
                                    server.error().message);
  }
}

record::ControlAnswer Session::take_command(record::ControlCommand command,
                                            const std::string& asker) {
  using record::ControlCommand;
  if (command != ControlCommand::kStatus) {
    const std::lock_guard lock(mutex_);
    writer_->write_event(
        {0, unix_ms(), step_, "control", "info",
         std::string(record::control_command_name(command)) + " asked for by " + asker});
    switch (command) {
      case ControlCommand::kPause:
        pause();
        break;
      case ControlCommand::kResume:
        resume();
        break;
      case ControlCommand::kStop:
        stop();
        break;
      case ControlCommand::kStatus:
        break;
    }
  }
  // On a full disk the record takes it later; the run obeys all the same.
  if (command != ControlCommand::kStatus) static_cast<void>(writer_->flush());
  const std::lock_guard lock(mutex_);
  return {
      .state = state_, .message = message_, .step = step_, .total_steps = phases_.back().last()};
}

void Session::work(SessionParts parts) {
  Runner runner(config_, options_, observer_, std::move(parts), *writer_, *this, phases_);
  Result<void> outcome = runner.run();
  const std::int64_t last = runner.last_step();
  const std::lock_guard lock(mutex_);
  step_ = last;
  outcome_ = outcome;
  if (!outcome) {
    log_error("{}", outcome.error().message);
    publish(RunState::kFailed, outcome.error().message);
  } else if (runner.was_stopped()) {
    publish(RunState::kStopped, "stopped after step " + std::to_string(last));
  } else {
    publish(RunState::kFinished, "finished after step " + std::to_string(last));
  }
  const Result<void> flushed = writer_->flush();
  if (!flushed && outcome_) outcome_ = flushed;
  changed_.notify_all();
}

void Session::publish(RunState state, const std::string& message) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  message_ = message;
  writer_->write_state(state, message, step_);
  writer_->write_event({0, unix_ms(), step_, "state", state == RunState::kFailed ? "error" : "info",
                        message.empty() ? std::string(record::run_state_name(state)) : message});
  observer_.on_state(state, message);
}

bool Session::pass(std::int64_t step) {
  std::unique_lock lock(mutex_);
  if (pause_wanted_ && !stop_wanted_) {
    publish(RunState::kPaused, "paused after step " + std::to_string(step - 1));
    changed_.wait(lock, [this] { return !pause_wanted_ || stop_wanted_; });
  }
  if (stop_wanted_) return false;
  step_ = step;
  if (state_ != RunState::kRunning) publish(RunState::kRunning, "");
  return true;
}

void Session::pause() {
  const std::lock_guard lock(mutex_);
  if (is_over() || pause_wanted_ || stop_wanted_) return;
  pause_wanted_ = true;
  publish(RunState::kPausing, "pausing after step " + std::to_string(step_));
}

void Session::resume() {
  const std::lock_guard lock(mutex_);
  if (!pause_wanted_) return;
  pause_wanted_ = false;
  // A pause that was not reached yet is taken back here; a reached one is ended by the trainer.
  if (state_ == RunState::kPausing) publish(RunState::kRunning, "");
  changed_.notify_all();
}

void Session::stop() {
  const std::lock_guard lock(mutex_);
  if (is_over() || stop_wanted_) return;
  stop_wanted_ = true;
  publish(RunState::kStopping,
          "stopping after step " + std::to_string(step_) + " at the latest, with a checkpoint");
  changed_.notify_all();
}

void Session::checkpoint() {
  const std::lock_guard lock(mutex_);
  checkpoint_wanted_ = !is_over();
}

bool Session::take_checkpoint_wish() {
  const std::lock_guard lock(mutex_);
  return std::exchange(checkpoint_wanted_, false);
}

bool Session::is_stopping() const {
  return stop_wanted_;
}

RunState Session::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Result<void> Session::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_over(); });
  return outcome_;
}

}  // namespace

Result<std::unique_ptr<TrainSession>> start_session(const config::RunConfig& config,
                                                    const StartOptions& options,
                                                    RunObserver& observer, SessionParts parts) {
  auto session = std::make_unique<Session>(config, options, observer);
  if (Result<void> opened = session->open(); !opened) return opened.error();
  session->start(std::move(parts));
  return std::unique_ptr<TrainSession>(std::move(session));
}

}  // namespace nereid::train
