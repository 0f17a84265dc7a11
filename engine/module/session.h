// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/module/rank_place.h"
#include "engine/record/episode.h"
#include "engine/record/metrics.h"
#include "engine/record/store.h"

namespace nereid::train {

/// Where a step's time went and where the run stands. Published once per finished step.
struct StepSummary {
  std::int64_t step = 0;
  std::int64_t total_steps = 0;
  double loss = 0, reward = 0, reward_std = 0;
  bool has_rewards = true;       ///< false in a phase of SFT, which draws no completions
  double pass_rate = 0;          ///< share of accepted candidates in this step
  double pass_rate_mean = 0;     ///< moving mean over the last 20 steps
  double tokens_per_second = 0;  ///< while generating
  double generate_s = 0, verify_s = 0, update_s = 0, step_s = 0;
  double overlap_s = 0;  ///< part of verify_s, in which other completions were being sampled
  /// Of the steps that are left in the phase in work, at its own pace.
  double eta_s = 0;
  /// Other phases follow, whose pace nobody knows yet: the run takes longer than eta_s.
  bool eta_is_least = false;
};

/// Called by the engine on its own threads with immutable values; implementations must return
/// quickly.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void on_state(record::RunState state, const std::string& message) = 0;
  virtual void on_step(std::shared_ptr<const StepSummary> step) = 0;
  /// What the trainer is doing now: "generate", "verify", "update", "checkpoint", "evaluate"; done
  /// of total.
  virtual void on_progress(const std::string& activity, int done, int total) = 0;
  /// The record has new committed rows.
  virtual void on_record_changed() = 0;
  virtual void on_log(const std::string& level, const std::string& message) = 0;
};

/// A run in this process, on its own trainer thread. Commands are requests; on_state confirms them.
class TrainSession {
 public:
  virtual ~TrainSession() = default;  ///< stops after a checkpoint and joins
  virtual void pause() = 0;  ///< after the current step; "pausing after step N", then kPaused
  virtual void resume() = 0;
  /// With a checkpoint of the last whole step: a rollout in work is given up at its next token, an
  /// update is finished.
  virtual void stop() = 0;
  virtual void checkpoint() = 0;  ///< after the current step, beside those of the settings
  virtual record::RunState state() const = 0;
  virtual std::filesystem::path run_dir() const = 0;
  /// Waits for the end. An Error if the run failed.
  virtual Result<void> wait() = 0;
};

struct StartOptions {
  std::filesystem::path run_dir;     ///< new or to be resumed
  bool resume = false;               ///< continue bit for bit from the last checkpoint
  std::int64_t stop_after_step = 0;  ///< 0 = as the settings say
  /// Of several ranks each gets the same settings and options. The first one writes the run, the
  /// others read its folder, which all must see. Started again by torchrun they go on from the last
  /// checkpoint, if there is one.
  RankPlace place;
};

}  // namespace nereid::train
