// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verdict.h"

#include <array>

namespace nereid::verify {
namespace {

struct StageRow {
  Stage stage;
  std::string_view name;
  double credit;
};

// One row per stage; credit follows the staged formula of design section 5 without the timing part.
constexpr std::array<StageRow, 6> kStages = {{
    {Stage::kNone, "none", 0},
    {Stage::kStatic, "static", 0},
    {Stage::kCompile, "compile", 0.3},
    {Stage::kTiny, "tiny", 0.5},
    {Stage::kFull, "full", 0.7},
    {Stage::kTiming, "timing", 0.7},
}};

}  // namespace

std::string_view stage_name(Stage stage) {
  for (const StageRow& row : kStages)
    if (row.stage == stage) return row.name;
  return "none";
}

std::optional<Stage> stage_from_name(std::string_view name) {
  for (const StageRow& row : kStages)
    if (row.name == name) return row.stage;
  return std::nullopt;
}

std::string_view outcome_name(StageOutcome outcome) {
  switch (outcome) {
    case StageOutcome::kPassed:
      return "passed";
    case StageOutcome::kRejected:
      return "rejected";
    case StageOutcome::kNotReached:
      return "not_reached";
    case StageOutcome::kNotApplicable:
      return "not_applicable";
  }
  return "not_reached";
}

bool was_judged(const Verdict& verdict) {
  return verdict.accepted || verdict.rejected_at.has_value();
}

double stage_credit(Stage furthest) {
  for (const StageRow& row : kStages)
    if (row.stage == furthest) return row.credit;
  return 0;
}

}  // namespace nereid::verify
