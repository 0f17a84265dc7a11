// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/phases.h"
#include "engine/config/settings.h"

namespace nereid::train {

/// What finished steps with the same work have taken on one machine.
struct RunHistory {
  int runs = 0;                                                        ///< that were counted
  std::int64_t steps = 0;                                              ///< of them together
  double seconds_per_step = std::numeric_limits<double>::quiet_NaN();  ///< median
  double record_bytes_per_step =
      std::numeric_limits<double>::quiet_NaN();  ///< of records of this work alone, without
                                                 ///< checkpoints
};

/// Settings that decide how much work a step is: model, lengths, batch, verifier.
const std::vector<std::string>& work_settings();

/// One for each of config::phases_of(config). Looks through the records of `folders` for runs on
/// `machine` (fact "machine"), and for phases of such runs, whose work settings equal those of a
/// phase. Folders without a readable record are passed over. Opens every record: call it on a
/// worker thread; `is_wanted` is asked between two of them.
std::vector<RunHistory> read_history(const config::RunConfig& config,
                                     const std::vector<std::filesystem::path>& folders,
                                     const std::string& machine,
                                     const std::function<bool()>& is_wanted);

/// Seconds that all steps of a phase take by its history; NaN where that, or the number of steps,
/// is not known.
double expected_seconds(const config::Phase& phase, const RunHistory& history);
/// The same for all phases of a run, `histories` as read_history() answers them.
double expected_seconds(const config::RunConfig& config, const std::vector<RunHistory>& histories);

}  // namespace nereid::train
