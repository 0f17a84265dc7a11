// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/verifier_metrics.h"

#include <algorithm>

namespace nereid::train {
namespace {

// The entry of the same name; a fresh one where there is none.
template <typename Entry>
Entry named(const std::vector<Entry>& entries, const std::string& name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&name](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? Entry() : *found;
}

}  // namespace

void add_verifier_metrics(std::vector<std::pair<std::string, double>>& metrics,
                          const verify::VerifierStats& before, const verify::VerifierStats& after) {
  const double span = std::max(1e-9, after.uptime_s - before.uptime_s);
  metrics.emplace_back("verify/queue_length", (after.queued_s - before.queued_s) / span);
  for (const char* name : {"compile", "run"}) {
    const verify::LaneStats now = named(after.lanes, name);
    const double busy = now.busy_s - named(before.lanes, name).busy_s;
    metrics.emplace_back(std::string("verify/lane_use/") + name,
                         std::min(1.0, busy / (span * std::max(1, now.slots))));
  }
  for (const verify::StageTimes& now : after.stages) {
    const verify::StageTimes then = named(before.stages, now.name);
    if (now.count == then.count) continue;
    metrics.emplace_back(
        "verify/stage_time/" + now.name,
        (now.total_s - then.total_s) / static_cast<double>(now.count - then.count));
  }
  metrics.emplace_back("verify/restarts", after.restarts);
}

}  // namespace nereid::train
