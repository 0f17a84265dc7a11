// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/funnel.h"

#include <algorithm>
#include <cmath>

#include "engine/verify/reason_sentence.h"

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

/// Counts of a reason and of all candidates, in one step.
struct Share {
  std::int64_t step = 0;
  std::int64_t count = 0;
  std::int64_t total = 0;
};

/// Where the shares before and from a step differ most, if they do.
void find_trend(const std::vector<Share>& steps, CommonReason& reason) {
  constexpr double kErrors = 3;
  constexpr std::int64_t kLeast = 20;
  Share all;
  for (const Share& step : steps) {
    all.count += step.count;
    all.total += step.total;
  }
  if (all.total == 0) return;
  const double share = static_cast<double>(all.count) / static_cast<double>(all.total);
  double most = kErrors;
  Share before;
  for (const Share& step : steps) {
    const std::int64_t after = all.total - before.total;
    if (before.total >= kLeast && after >= kLeast) {
      const auto n = static_cast<double>(before.total);
      const auto m = static_cast<double>(after);
      const double first = static_cast<double>(before.count) / n;
      const double then = static_cast<double>(all.count - before.count) / m;
      const double error = std::sqrt(share * (1 - share) * (1 / n + 1 / m));
      if (error > 0 && std::fabs(then - first) / error >= most) {
        most = std::fabs(then - first) / error;
        reason.since = step.step;
        reason.trend = before.count == 0           ? Trend::kNew
                       : before.count == all.count ? Trend::kGone
                       : then > first              ? Trend::kRising
                                                   : Trend::kFalling;
      }
    }
    before.count += step.count;
    before.total += step.total;
  }
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
  return mixed(mixed(hash, end.reason), end.sentence);
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
                           row.accepted ? std::string_view() : std::string_view(row.reason_code)),
          .sentence =
              intern(sentence_ids_, sentences_,
                     row.accepted ? std::string()
                                  : verify::reason_sentence(row.reason_code, row.reason_message))};
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

std::vector<bool> Funnel::counted(const FunnelQuery& query) const {
  std::vector<bool> counted;
  counted.reserve(ends_.size());
  for (const End& end : ends_) counted.push_back(counts(end, query));
  return counted;
}

FunnelSummary Funnel::summary(const FunnelQuery& query) const {
  FunnelSummary summary;
  const std::vector<bool> counted = this->counted(query);
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

std::vector<CommonReason> Funnel::common_reasons(const FunnelQuery& query, std::size_t most) const {
  const std::vector<bool> counted = this->counted(query);
  std::vector<std::int64_t> counts(sentences_.size());
  std::int64_t total = 0;
  for (const Step& step : range(query)) {
    for (const auto& [end, count] : step.ends) {
      if (!counted[end]) continue;
      total += count;
      if (!ends_[end].accepted) counts[ends_[end].sentence] += count;
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : sentences_[a] < sentences_[b];
  });
  order.resize(std::min(order.size(), most));

  FunnelQuery past = query;
  past.first_step = FunnelQuery().first_step;
  const std::span<const Step> steps = range(past);
  std::vector<CommonReason> reasons;
  for (const std::size_t sentence : order) {
    std::vector<Share> shares;
    for (const Step& step : steps) {
      Share share{.step = step.step};
      for (const auto& [end, count] : step.ends) {
        if (!counted[end]) continue;
        share.total += count;
        const bool is_it = !ends_[end].accepted && ends_[end].sentence == sentence;
        share.count += is_it ? count : 0;
      }
      if (share.total > 0) shares.push_back(share);
    }
    CommonReason reason{.sentence = sentences_[sentence], .count = counts[sentence]};
    reason.share = static_cast<double>(reason.count) / static_cast<double>(total);
    find_trend(shares, reason);
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

std::int64_t Funnel::first_of_last(const FunnelQuery& query, std::size_t count) const {
  const std::vector<bool> counted = this->counted(query);
  const std::span<const Step> steps = range(query);
  std::int64_t first = query.first_step;
  for (auto step = steps.rbegin(); step != steps.rend() && count > 0; ++step) {
    const bool has_some = std::any_of(step->ends.begin(), step->ends.end(), [&](const auto& end) {
      return counted[end.first] && end.second > 0;
    });
    if (!has_some) continue;
    first = step->step;
    --count;
  }
  return first;
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
