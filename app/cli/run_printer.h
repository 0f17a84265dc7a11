// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

#include "engine/base/json.h"
#include "engine/config/settings.h"
#include "engine/module/module.h"

namespace nereid::app {

/// Shows a run on standard output: one live line on a terminal, one line a step elsewhere, JSON
/// lines if asked. Thread-safe.
class RunPrinter final : public train::RunObserver {
 public:
  explicit RunPrinter(bool json);

  void begin(const config::RunConfig& config, const std::filesystem::path& run_dir);
  void end(const std::filesystem::path& run_dir);

  void on_state(record::RunState state, const std::string& message) override;
  void on_step(std::shared_ptr<const train::StepSummary> step) override;
  void on_progress(const std::string& activity, int done, int total) override;
  void on_record_changed() override {}
  void on_log(const std::string& level, const std::string& message) override;

 private:
  void print_json(OrderedJson event);
  void print_line(const std::string& text);
  void draw_live_line();

  std::mutex mutex_;
  const bool json_, terminal_;
  std::size_t live_width_ = 0;  ///< of the live line on the screen
  std::string step_text_, activity_;
};

/// Starts the run and waits for its end. The first SIGINT or SIGTERM stops it after a checkpoint,
/// the second ends the process at once; nothing finished is lost either way. SIGUSR1 asks for a
/// checkpoint after the step in work. `on_started` gets the session once it is there.
Result<void> run_to_end(TrainingModule& module, const config::RunConfig& config,
                        const train::StartOptions& options, train::RunObserver& observer,
                        const std::function<void(train::TrainSession&)>& on_started = {});

}  // namespace nereid::app
