// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_printer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "app/cli/terminal.h"
#include "engine/config/phases.h"

namespace nereid::app {
namespace {

std::string step_text(const train::StepSummary& step) {
  std::string text = fmt::format("step {}/{}", step.step, step.total_steps);
  if (step.has_rewards) {
    text += fmt::format("  reward {:.3f}  pass {:.2f} (mean {:.2f})", step.reward, step.pass_rate,
                        step.pass_rate_mean);
  } else {
    text += fmt::format("  loss {:.4f}", step.loss);
  }
  return text + fmt::format("  {:.0f} tok/s  {:.1f} s/step  ETA {}{}", step.tokens_per_second,
                            step.step_s, step.eta_is_least ? "at least " : "",
                            duration_text(step.eta_s));
}

bool is_over(record::RunState state) {
  return state == record::RunState::kStopped || state == record::RunState::kFinished ||
         state == record::RunState::kFailed;
}

}  // namespace

RunPrinter::RunPrinter(bool json) : json_(json), terminal_(!json && ::isatty(STDOUT_FILENO) == 1) {}

void RunPrinter::print_json(OrderedJson event) {
  std::puts(dump_json(event).c_str());
  std::fflush(stdout);
}

void RunPrinter::print_line(const std::string& text) {
  if (live_width_ > 0) std::fputs("\r\033[K", stdout);
  live_width_ = 0;
  std::puts(text.c_str());
  std::fflush(stdout);
}

void RunPrinter::draw_live_line() {
  const std::string text = step_text_ + (activity_.empty() ? "" : "  [" + activity_ + "]");
  std::fputs(("\r\033[K" + text).c_str(), stdout);
  std::fflush(stdout);
  live_width_ = text.size();
}

void RunPrinter::begin(const config::RunConfig& config, const std::filesystem::path& run_dir) {
  const std::lock_guard lock(mutex_);
  if (json_) {
    print_json({{"event", "start"},
                {"name", config.name},
                {"method", config::method_text(config)},
                {"run_dir", run_dir.string()}});
  } else {
    print_line(
        fmt::format("{} ({}) in {}", config.name, config::method_text(config), run_dir.string()));
  }
}

void RunPrinter::end(const std::filesystem::path& run_dir) {
  const std::lock_guard lock(mutex_);
  if (json_) return;
  print_line(fmt::format("Look at it: nereid {0}    Continue it: nereid train --resume {0}",
                         run_dir.string()));
}

void RunPrinter::on_state(record::RunState state, const std::string& message) {
  const std::lock_guard lock(mutex_);
  const std::string name(record::run_state_name(state));
  if (json_) {
    print_json({{"event", "state"}, {"state", name}, {"message", message}});
  } else if (!message.empty() && state != record::RunState::kFailed) {
    print_line(message);  // why it failed is told at the end, on standard error
  }
}

void RunPrinter::on_step(std::shared_ptr<const train::StepSummary> step) {
  const std::lock_guard lock(mutex_);
  if (json_) {
    print_json({{"event", "step"},
                {"step", step->step},
                {"total_steps", step->total_steps},
                {"loss", step->loss},
                {"reward", step->reward},
                {"reward_std", step->reward_std},
                {"pass_rate", step->pass_rate},
                {"pass_rate_mean", step->pass_rate_mean},
                {"tokens_per_second", step->tokens_per_second},
                {"generate_s", step->generate_s},
                {"verify_s", step->verify_s},
                {"overlap_s", step->overlap_s},
                {"update_s", step->update_s},
                {"step_s", step->step_s},
                {"eta_s", step->eta_s},
                {"eta_is_least", step->eta_is_least}});
    return;
  }
  step_text_ = step_text(*step);
  activity_.clear();
  if (terminal_) {
    draw_live_line();
  } else {
    print_line(step_text_);
  }
}

void RunPrinter::on_progress(const std::string& activity, int done, int total) {
  const std::lock_guard lock(mutex_);
  if (!terminal_) return;
  activity_ = fmt::format("{} {}/{}", activity, done, total);
  draw_live_line();
}

void RunPrinter::on_log(const std::string& level, const std::string& message) {
  const std::lock_guard lock(mutex_);
  if (json_) {
    print_json({{"event", "log"}, {"level", level}, {"message", message}});
  } else {
    print_line(level == "info" ? message : level + ": " + message);
  }
}

Result<void> run_to_end(TrainingModule& module, const config::RunConfig& config,
                        const train::StartOptions& options, train::RunObserver& observer,
                        const std::function<void(train::TrainSession&)>& on_started) {
  const InterruptGuard guard;
  Result<std::unique_ptr<train::TrainSession>> session = module.start(config, options, observer);
  if (!session) return session.error();
  if (on_started) on_started(**session);
  bool stopping = false;
  while (!is_over((*session)->state())) {
    if (InterruptGuard::interrupted() && !stopping) {
      stopping = true;
      (*session)->stop();
    }
    if (InterruptGuard::take_checkpoint_wish()) (*session)->checkpoint();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return (*session)->wait();
}

}  // namespace nereid::app
