// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/run_phases.h"

#include <algorithm>

#include "engine/base/json.h"

namespace nereid::record {

namespace {

/// nullopt for what is no phase, or does not come after the step `before`.
std::optional<RunPhase> read_phase(const Json& item, std::int64_t before) {
  const RunPhase phase{.name = json_value<std::string>(item, "name", {}),
                       .method = json_value<std::string>(item, "method", {}),
                       .agent = json_value<std::string>(item, "agent", "none"),
                       .first_step = json_value<std::int64_t>(item, "first_step", 0),
                       .last_step = json_value<std::int64_t>(item, "last_step", 0)};
  const bool is_ordered = phase.first_step > before && phase.last_step >= phase.first_step;
  if (phase.name.empty() || !is_ordered) return std::nullopt;
  return phase;
}

}  // namespace

std::vector<RunPhase> parse_run_phases(std::string_view json) {
  const Result<Json> list = parse_json(json, "phases");
  if (!list || !list->is_array()) return {};
  std::vector<RunPhase> phases;
  for (const Json& item : *list) {
    const auto phase = read_phase(item, phases.empty() ? 0 : phases.back().last_step);
    if (!phase) return {};
    phases.push_back(*phase);
  }
  return phases;
}

std::vector<RunPhase> run_phases(const RunInfo& info) {
  const auto fact = info.facts.find("phases");
  return fact == info.facts.end() ? std::vector<RunPhase>{} : parse_run_phases(fact->second);
}

std::optional<std::size_t> phase_at(std::span<const RunPhase> phases, std::int64_t step) {
  if (phases.empty()) return std::nullopt;
  const auto found = std::find_if(phases.begin(), phases.end(),
                                  [&](const RunPhase& phase) { return step <= phase.last_step; });
  const auto index = static_cast<std::size_t>(found - phases.begin());
  return std::min(index, phases.size() - 1);
}

std::int64_t steps_done(const RunPhase& phase, std::int64_t step) {
  return std::clamp<std::int64_t>(step - phase.first_step + 1, 0, phase.steps());
}

bool is_evaluation(std::string_view phase) {
  return phase == "evaluate";
}

}  // namespace nereid::record
