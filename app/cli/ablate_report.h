// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/cli/ablate_plan.h"
#include "engine/base/json.h"

namespace nereid::app {

/// How far a run of an ablation is, as its folder says.
enum class AblationState {
  kWaiting,  ///< nothing that could be gone on with
  kBegun,    ///< has a record
  kTrained,  ///< its budget is spent, its model is there
  kScored,
};
std::string_view ablation_state_name(AblationState state);

/// What lies in the folder of a run.
struct AblationOutcome {
  AblationState state = AblationState::kWaiting;
  std::int64_t steps = 0;       ///< up to the newest checkpoint
  std::filesystem::path model;  ///< kTrained and kScored: what is scored
  /// By the keys of ablation_measures(); those that are known.
  std::map<std::string, double> measures;
};
/// Reads the record and the score. An error where the folder has checkpoints and no record that can
/// be read.
Result<AblationOutcome> read_outcome(const AblationPlan& plan, const AblationRun& run);

/// Writes the score into the record as the metric strict_pass@1, where the window finds it. Once.
Result<void> note_score(const AblationRun& run, const AblationOutcome& outcome);

/// A number of each run of which effects are told.
struct AblationMeasure {
  std::string key;    ///< "pass_at_1", "pass_at_1/level2", "verifier_seconds", "candidates"
  std::string label;  ///< for people
};
/// The measures that any of the outcomes has, the score first.
std::vector<AblationMeasure> ablation_measures(const std::vector<AblationOutcome>& outcomes);

/// Runs, cells over seeds, main effects and two-way interactions, of outcomes in the order of
/// plan.runs. Schema nereid.ablation-report/1.
OrderedJson report_of(const AblationPlan& plan, const std::vector<AblationOutcome>& outcomes);
/// The same for people: a table of cells by seeds, and the effects.
std::string report_in_words(const OrderedJson& report);
/// A row a run, and a row an effect.
std::string runs_csv(const OrderedJson& report);
std::string effects_csv(const OrderedJson& report);
/// report.json, report.txt, runs.csv and effects.csv in the plan's folder.
Result<void> keep_report(const AblationPlan& plan, const OrderedJson& report);

}  // namespace nereid::app
