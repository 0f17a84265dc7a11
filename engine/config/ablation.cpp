// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/ablation.h"

namespace nereid::config {
namespace {

AblationCell make_cell(std::size_t bits) {
  AblationCell cell;
  for (std::size_t i = 0; i < kExtensionCount; ++i) {
    const bool on = (bits >> i & 1U) != 0;
    cell.extensions.*kExtensionSwitches[i].member = on;
    if (on) cell.name += (cell.name.empty() ? "" : "+") + std::string(kExtensionSwitches[i].name);
  }
  if (bits == 0) cell.name = "none";
  if (bits == kAblationCells - 1) cell.name = "all";
  return cell;
}

}  // namespace

std::vector<AblationCell> ablation_matrix() {
  std::vector<AblationCell> cells;
  for (std::size_t bits = 0; bits < kAblationCells; ++bits) cells.push_back(make_cell(bits));
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
