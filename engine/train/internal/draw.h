// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/config/settings.h"
#include "engine/record/episode.h"
#include "engine/train/internal/batching.h"
#include "engine/train/internal/method.h"

namespace nereid::train {

/// A task as the model is asked about it.
struct Prompt {
  tasks::Task task;
  std::string text;
  std::vector<std::int32_t> tokens;
  tasks::KernelInHand kernel = {};  ///< that it shows; none where it shows the task alone
};

/// One completion that is asked for.
struct Question {
  const Prompt* prompt;
  int group, index;          ///< of the episode's key
  record::EpisodeTurn turn;  ///< of the episode
  int draw;                  ///< numbers its draws within the group
};

/// Seconds of a rollout.
struct DrawTimes {
  double generate_s = 0;
  double verify_s = 0;      ///< from the first candidate that was handed in to the last verdict
  double overlap_s = 0;     ///< of that, while others were still being sampled
  std::int64_t tokens = 0;  ///< sampled meanwhile
  policy::SamplerReads reads;

  void add(const DrawTimes& other);
};

/// Completions of some prompts with their verdicts, group-major: row g * K + k.
struct Drawn {
  std::vector<record::Episode> episodes;  ///< without rewards and advantages
  std::vector<TokenRow> rows;
  int group_size = 1;
  double entropy = 0;       ///< nats, mean over completion tokens
  std::int64_t tokens = 0;  ///< completion tokens
  DrawTimes times;          ///< of the slowest rank, each for itself; the tokens of all
  DrawTimes own;            ///< of this process
};

/// Thrown out of a rollout that nobody waits for any more: the run was told to stop.
struct RolloutAbandoned {};

/// How completions are drawn: by these settings, under this name of a phase, with draws that `step`
/// of the phase and the group's number decide.
struct DrawPlan {
  const config::RunConfig& settings;
  const std::string& phase;
  std::int64_t step = 0;
  int group_size = 1;
  int first_group = 0;
};

/// How candidates are judged while training by these settings.
verify::VerifyOptions training_options(const config::RunConfig& settings);

/// Samples the policy as it is and has the candidates judged, each as soon as it is written:
/// `group_size` completions of each prompt. Whole groups are dealt among the ranks where there are
/// enough of them, else rows. Throws RolloutAbandoned.
Drawn draw(Workshop& workshop, const std::vector<Prompt>& prompts, const DrawPlan& plan);
/// The same of single completions; the plan's sizes do not count.
Drawn draw(Workshop& workshop, const std::vector<Question>& questions, const DrawPlan& plan);

}  // namespace nereid::train
