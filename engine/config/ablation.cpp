// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/ablation.h"

namespace nereid::config {
namespace {

struct Switch {
  const char* name;
  bool Extensions::*member;
};
constexpr Switch kSwitches[] = {
    {"multi_input", &Extensions::multi_input},
    {"staged_evaluation", &Extensions::staged_evaluation},
    {"adaptive_curriculum", &Extensions::adaptive_curriculum},
    {"calibrated_timing", &Extensions::calibrated_timing},
};
constexpr unsigned kCells = 1U << std::size(kSwitches);

AblationCell make_cell(unsigned bits) {
  AblationCell cell;
  for (std::size_t i = 0; i < std::size(kSwitches); ++i) {
    const bool on = (bits >> i & 1U) != 0;
    cell.extensions.*kSwitches[i].member = on;
    if (on) cell.name += (cell.name.empty() ? "" : "+") + std::string(kSwitches[i].name);
  }
  if (bits == 0) cell.name = "none";
  if (bits == kCells - 1) cell.name = "all";
  return cell;
}

}  // namespace

std::vector<AblationCell> ablation_matrix() {
  std::vector<AblationCell> cells;
  for (unsigned bits = 0; bits < kCells; ++bits) cells.push_back(make_cell(bits));
  return cells;
}

std::vector<RunConfig> ablation_runs(const RunConfig& base) {
  std::vector<RunConfig> runs;
  for (const AblationCell& cell : ablation_matrix()) {
    RunConfig run = base;
    run.name = base.name + "-" + cell.name;
    run.extensions = cell.extensions;
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace nereid::config
