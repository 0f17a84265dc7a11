// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/analysis/series.h"
#include "engine/record/episode.h"

namespace nereid::record {

/// What can be wrong with a run by its curves alone.
enum class AlarmKind {
  kNotFinite,        ///< a metric of the update is NaN or infinite
  kNoSignal,         ///< all groups have equal rewards: no advantage, no gradient
  kSamplerMismatch,  ///< sampler and trainer disagree on the log-probabilities of the same tokens
  kEntropyCollapse,  ///< the policy says the same always
  kShortcuts,        ///< the reward stands still while more candidates try to get around the task
};

/// One stretch of steps in which something is wrong.
struct Alarm {
  AlarmKind kind = AlarmKind::kNotFinite;
  std::string metric;     ///< key of the series that tells it
  double first_step = 0;  ///< first and last step of the stretch
  double last_step = 0;
  double value = 0;      ///< at its worst: difference, entropy, share; NaN or infinity
  double reference = 0;  ///< what that is to be compared with: a limit, or the value before
  bool ongoing = false;  ///< up to the newest step
  /// NaN equals NaN here: an alarm is equal to its copy.
  bool operator==(const Alarm& other) const;
};

/// When an alarm is one. The numbers are chosen so that noise of a few dozen completions a step
/// does not fire.
struct AlarmLimits {
  int least_steps = 3;            ///< in a row, for no signal, mismatch and shortcuts
  double equal_groups = 0.999;    ///< share of groups of equal reward
  double logp_difference = 0.05;  ///< mean |sampler - trainer|, nats per token
  int entropy_window = 10;        ///< steps; the first ones are what entropy is compared with
  double entropy_share = 0.2;     ///< of that
  int plateau_window = 15;        ///< steps; compared with as many before them
  double reward_gain = 0.02;      ///< relative; less is standing still
  double shortcut_rise = 0.1;     ///< of the share of candidates, and at least half as many again
};

/// Metric that find_alarms takes for the share of shortcuts: get_around() of the candidates.
inline constexpr std::string_view kFlaggedKey = "flagged_ratio";
/// Key under which it asks for that share where a run does not record kFlaggedKey; ShortcutShare
/// makes it from rejections alone.
inline constexpr std::string_view kShortcutKey = "shortcut_ratio";

using SeriesByKey = std::function<const MetricSeries*(std::string_view key)>;

/// Every alarm of a run, by first step. `series` answers nullptr for what the run does not record;
/// its alarm cannot fire then. Linear in the number of points.
std::vector<Alarm> find_alarms(const SeriesByKey& series, const AlarmLimits& limits = {});

/// Does the reason of a rejection say that the candidate got around the task (torch in place of a
/// kernel, nothing launched, forbidden imports, spoiled inputs), rather than that it is wrong?
bool is_shortcut(std::string_view reason_code);

/// Does a flag say that a candidate, accepted or not, may get around the task: torch operators or
/// a path with a fallback in it, source made or read at run time, fewer bits or less time than can
/// be? Other flags tell of inputs, compilers and references.
bool is_shortcut_flag(std::string_view flag);

/// Rejected for a shortcut, or flagged for one.
bool gets_around(const verify::Verdict& verdict);

/// Share of the training candidates of each step that were rejected for a shortcut. One thread at a
/// time.
class ShortcutShare {
 public:
  void clear();
  /// Rows of a step may come in parts.
  void add(std::span<const EpisodeRow> rows);
  const MetricSeries& series() const { return series_; }

 private:
  struct Counts {
    std::int64_t candidates = 0;
    std::int64_t shortcuts = 0;
  };
  std::map<std::int64_t, Counts> steps_;
  MetricSeries series_;
};

}  // namespace nereid::record
