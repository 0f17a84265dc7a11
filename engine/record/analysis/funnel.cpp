// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/funnel.h"

#include <algorithm>

namespace nereid::record {

namespace {

using verify::Stage;

std::size_t mixed(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x9E3779B97F4A7C15ULL + (seed >> 7U);
}

std::size_t place_of(Stage stage) {
  return static_cast<std::size_t>(stage);
}

/// A rejection that names no stage happened at the one after the last that was passed.
Stage stage_of_rejection(const EpisodeRow& row) {
  if (row.rejected_at != Stage::kNone) return row.rejected_at;
  return static_cast<Stage>(
      std::min(static_cast<int>(row.furthest_stage) + 1, verify::kStageCount));
}

bool comes_before(const FunnelFlow& a, const FunnelFlow& b) {
  if (a.stage != b.stage) return a.stage < b.stage;
  if (a.accepted != b.accepted) return b.accepted;
  if (a.count != b.count) return a.count > b.count;
  return a.reason_code < b.reason_code;
}

}  // namespace

std::size_t Funnel::EndHash::operator()(const End& end) const {
  std::size_t hash = mixed(end.phase + 1, static_cast<std::size_t>(end.level));
  hash = mixed(hash, place_of(end.furthest) * 16 + place_of(end.rejected_at) * 2 +
                         static_cast<std::size_t>(end.accepted));
  return mixed(hash, end.reason);
}

std::size_t Funnel::IdentityHash::operator()(const Identity& identity) const {
  std::size_t hash = mixed(identity.phase + 1, static_cast<std::size_t>(identity.key.step));
  hash = mixed(hash, static_cast<std::size_t>(identity.key.group));
  return mixed(hash, static_cast<std::size_t>(identity.key.index));
}

void Funnel::clear() {
  *this = {};
}

std::size_t Funnel::intern(TextIds& ids, std::vector<std::string>& texts, std::string_view text) {
  if (const auto found = ids.find(text); found != ids.end()) return found->second;
  texts.emplace_back(text);
  ids.emplace(texts.back(), texts.size() - 1);
  return texts.size() - 1;
}

std::size_t Funnel::end_of(const EpisodeRow& row, std::size_t phase) {
  End end{.phase = phase,
          .level = row.level,
          .accepted = row.accepted,
          .furthest = row.furthest_stage,
          .rejected_at = row.accepted ? Stage::kNone : stage_of_rejection(row),
          .reason = intern(reason_ids_, reasons_,
                           row.accepted ? std::string_view() : std::string_view(row.reason_code))};
  const auto [place, added] = end_ids_.emplace(end, ends_.size());
  if (added) {
    ends_.push_back(end);
    levels_.insert(end.level);
  }
  return place->second;
}

Funnel::Step& Funnel::step_at(std::int64_t step) {
  // Steps come in order but for evaluations and repeated work.
  if (steps_.empty() || steps_.back().step < step) return steps_.emplace_back(Step{step, {}});
  const auto place = std::lower_bound(steps_.begin(), steps_.end(), step,
                                      [](const Step& a, std::int64_t b) { return a.step < b; });
  if (place->step == step) return *place;
  return *steps_.insert(place, Step{step, {}});
}

void Funnel::count(std::int64_t step, std::size_t end, std::int64_t change) {
  auto& ends = step_at(step).ends;
  const auto place =
      std::find_if(ends.begin(), ends.end(), [&](const auto& entry) { return entry.first == end; });
  if (place == ends.end()) {
    ends.emplace_back(end, change);
  } else {
    place->second += change;
  }
}

void Funnel::add(std::span<const EpisodeRow> rows) {
  for (const EpisodeRow& row : rows) {
    const std::size_t phase = intern(phase_ids_, phases_, row.phase);
    const std::size_t end = end_of(row, phase);
    const auto [place, added] = known_.emplace(Identity{phase, row.key}, end);
    if (!added) count(row.key.step, place->second, -1);
    place->second = end;
    count(row.key.step, end, 1);
  }
}

bool Funnel::counts(const End& end, const FunnelQuery& query) const {
  return (query.phase.empty() || phases_[end.phase] == query.phase) &&
         (query.level == 0 || end.level == query.level);
}

std::span<const Funnel::Step> Funnel::range(const FunnelQuery& query) const {
  const auto first = std::lower_bound(steps_.begin(), steps_.end(), query.first_step,
                                      [](const Step& a, std::int64_t b) { return a.step < b; });
  const auto last = std::upper_bound(first, steps_.end(), query.last_step,
                                     [](std::int64_t a, const Step& b) { return a < b.step; });
  return {first, last};
}

FunnelSummary Funnel::summary(const FunnelQuery& query) const {
  FunnelSummary summary;
  std::vector<bool> counted;
  for (const End& end : ends_) counted.push_back(counts(end, query));
  std::vector<std::int64_t> totals(ends_.size());
  for (const Step& step : range(query)) {
    std::int64_t here = 0;
    for (const auto& [end, count] : step.ends) {
      if (!counted[end]) continue;
      totals[end] += count;
      here += count;
    }
    if (here == 0) continue;
    if (summary.total == 0) summary.first_step = step.step;
    summary.last_step = step.step;
    summary.total += here;
  }
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const End& end = ends_[i];
    if (totals[i] == 0) continue;
    const Stage stage = end.accepted ? end.furthest : end.rejected_at;
    for (std::size_t s = 1; s <= place_of(stage); ++s) {
      summary.reached[s - 1] += totals[i];
      if (end.accepted || s < place_of(stage)) summary.passed[s - 1] += totals[i];
    }
    summary.accepted += end.accepted ? totals[i] : 0;
    FunnelFlow flow{stage, end.accepted, reasons_[end.reason], 0};
    const auto same =
        std::find_if(summary.flows.begin(), summary.flows.end(), [&](const FunnelFlow& other) {
          return other.stage == flow.stage && other.accepted == flow.accepted &&
                 other.reason_code == flow.reason_code;
        });
    FunnelFlow& place = same == summary.flows.end() ? summary.flows.emplace_back(flow) : *same;
    place.count += totals[i];
  }
  std::sort(summary.flows.begin(), summary.flows.end(), comes_before);
  return summary;
}

std::vector<FunnelBin> Funnel::bins(const FunnelQuery& query, int max_bins) const {
  const std::span<const Step> steps = range(query);
  std::vector<FunnelBin> bins;
  if (steps.empty() || max_bins < 1) return bins;
  std::int64_t width = 1;
  while (steps.back().step / width - steps.front().step / width >= max_bins) width *= 2;
  for (const Step& step : steps) {
    const std::int64_t first = step.step / width * width;
    if (bins.empty() || bins.back().first_step != first) {
      if (!bins.empty() && bins.back().total == 0) bins.pop_back();
      bins.push_back({.first_step = first, .last_step = first + width - 1});
    }
    FunnelBin& bin = bins.back();
    for (const auto& [end, count] : step.ends) {
      if (!counts(ends_[end], query)) continue;
      bin.total += count;
      bin.accepted += ends_[end].accepted ? count : 0;
      bin.furthest[place_of(ends_[end].furthest)] += count;
    }
  }
  if (bins.back().total == 0) bins.pop_back();
  return bins;
}

}  // namespace nereid::record
