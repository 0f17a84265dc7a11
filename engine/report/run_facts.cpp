// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/run_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "engine/base/numbers.h"
#include "engine/evaluate/scores/bootstrap.h"
#include "engine/evaluate/scores/categories.h"
#include "engine/report/chart.h"
#include "engine/verify/reason_sentence.h"

namespace nereid::report {
namespace {

constexpr std::int64_t kBatch = 20'000;
constexpr int kBins = 120;
constexpr std::size_t kShown = 3;
constexpr std::int64_t kParts = 4;  ///< of the steps: the first and the last are compared

bool was_judged(const record::EpisodeRow& row) {
  return row.accepted ||
         evaluate::category_of(row.reason_code, {}) != evaluate::Category::kNotJudged;
}

Result<std::vector<record::EpisodeRow>> all_rows(record::RunReader& reader) {
  std::vector<record::EpisodeRow> rows;
  std::int64_t cursor = 0;
  while (true) {
    auto batch = reader.episodes_since(cursor, kBatch);
    if (!batch) return batch.error();
    if (batch->empty()) break;
    std::move(batch->begin(), batch->end(), std::back_inserter(rows));
  }
  // Rows come as they were written; a report must not depend on that.
  const auto place = [](const record::EpisodeRow& row) {
    return std::tie(row.phase, row.key.step, row.key.group, row.key.index);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return rows;
}

Result<void> read_series(record::RunReader& reader, RunFacts& facts) {
  const auto keys = reader.metric_keys();
  if (!keys) return keys.error();
  for (const std::string& key : *keys) {
    const auto column = reader.metric_column(key);
    if (!column) return column.error();
    record::MetricSeries& series = facts.series[key];
    for (std::size_t i = 0; i < column->steps.size(); ++i) {
      series.append(column->steps[i], column->values[i]);
    }
  }
  return {};
}

/// Samples of one task are alike, so tasks are drawn, not samples.
PassRate rate_of(std::span<const record::EpisodeRow> rows, const std::string& phase, int level,
                 std::int64_t first, std::int64_t last) {
  PassRate rate{.phase = phase, .level = level, .first_step = first, .last_step = last};
  std::map<std::string, std::pair<double, double>> tasks;  // accepted, judged
  for (const record::EpisodeRow& row : rows) {
    const bool counts = row.phase == phase && (level == 0 || row.level == level) &&
                        row.key.step >= first && row.key.step <= last && was_judged(row);
    if (!counts) continue;
    auto& [accepted, judged] = tasks[row.task_id];
    accepted += row.accepted ? 1 : 0;
    ++judged;
    rate.accepted += row.accepted ? 1 : 0;
    ++rate.judged;
  }
  std::vector<double> above;
  std::vector<double> below;
  for (const auto& [task, counts] : tasks) {
    above.push_back(counts.first);
    below.push_back(counts.second);
  }
  rate.rate.n = static_cast<int>(tasks.size());
  if (rate.judged == 0) return rate;
  rate.rate.value = static_cast<double>(rate.accepted) / static_cast<double>(rate.judged);
  const evaluate::Interval interval = evaluate::bootstrap_ratio(above, below, 0);
  rate.rate.low = interval.low;
  rate.rate.high = interval.high;
  return rate;
}

/// The first and the last quarter of the steps of each phase, all levels and each.
void add_rates(std::span<const record::EpisodeRow> rows, RunFacts& facts) {
  std::map<std::string, std::set<std::int64_t>> steps;
  std::map<std::string, std::set<int>> levels;
  for (const record::EpisodeRow& row : rows) {
    steps[row.phase].insert(row.key.step);
    levels[row.phase].insert(row.level);
  }
  for (const auto& [phase, all] : steps) {
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    const std::vector<std::int64_t> order(all.begin(), all.end());
    const auto part = static_cast<std::ptrdiff_t>(order.size()) / kParts;
    if (part > 0) {
      parts = {{order.front(), order[static_cast<std::size_t>(part) - 1]},
               {*(order.end() - part), order.back()}};
    } else {
      parts = {{order.front(), order.back()}};
    }
    std::vector<int> shown{0};
    if (levels[phase].size() > 1)
      shown.insert(shown.end(), levels[phase].begin(), levels[phase].end());
    for (const int level : shown) {
      for (const auto& [first, last] : parts) {
        facts.rates.push_back(rate_of(rows, phase, level, first, last));
      }
    }
  }
}

/// How good an accepted kernel is: its measured, else its modelled speed-up.
double speedup_of(const verify::Verdict& verdict) {
  if (verdict.timing) return verdict.timing->speedup;
  return verdict.modelled ? verdict.modelled->speedup : kNaN;
}

std::string why_best(const verify::Verdict& verdict) {
  if (verdict.timing) {
    return fmt::format("accepted, {} times as fast as eager PyTorch (95 % interval {} to {})",
                       number_text(verdict.timing->speedup),
                       number_text(verdict.timing->speedup_low),
                       number_text(verdict.timing->speedup_high));
  }
  if (verdict.modelled) {
    return fmt::format("accepted, modelled {} times as fast on {} (not measured)",
                       number_text(verdict.modelled->speedup), verdict.modelled->device);
  }
  return "accepted; GPU time was not measured";
}

/// Of each task its best accepted candidate; among these the fastest, else the best paid, the later
/// step first.
Result<void> add_best(record::RunReader& reader, std::span<const record::EpisodeRow> rows,
                      RunFacts& facts) {
  constexpr std::size_t kLooked = 200;  ///< verdicts that are read
  std::map<std::string, const record::EpisodeRow*> best;
  const auto is_better = [](const record::EpisodeRow& a, const record::EpisodeRow& b) {
    if (a.reward != b.reward) return a.reward > b.reward;
    if (a.level != b.level) return a.level > b.level;
    return std::tie(a.key.step, b.key.group, b.key.index) >
           std::tie(b.key.step, a.key.group, a.key.index);
  };
  for (const record::EpisodeRow& row : rows) {
    if (!row.accepted) continue;
    const record::EpisodeRow*& place = best[row.task_id];
    if (place == nullptr || is_better(row, *place)) place = &row;
  }
  std::vector<const record::EpisodeRow*> order;
  for (const auto& [task, row] : best) order.push_back(row);
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return is_better(*a, *b); });
  order.resize(std::min(order.size(), kLooked));
  std::vector<ShownKernel> kernels;
  for (const record::EpisodeRow* row : order) {
    auto episode = reader.episode(row->id);
    if (!episode) return episode.error();
    const std::string why = why_best(episode->verdict);
    kernels.push_back({why, std::move(*episode)});
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) {
    const double left = speedup_of(a.episode.verdict);
    const double right = speedup_of(b.episode.verdict);
    return std::isfinite(left) && (!std::isfinite(right) || left > right);
  });
  kernels.resize(std::min(kernels.size(), kShown));
  facts.best = std::move(kernels);
  return {};
}

/// The newest candidate of each of the commonest reasons.
Result<void> add_worst(record::RunReader& reader, std::span<const record::EpisodeRow> rows,
                       RunFacts& facts) {
  for (const record::CommonReason& reason : facts.reasons) {
    if (facts.worst.size() == kShown) break;
    const record::EpisodeRow* newest = nullptr;
    for (const record::EpisodeRow& row : rows) {
      if (row.accepted ||
          verify::reason_sentence(row.reason_code, row.reason_message) != reason.sentence) {
        continue;
      }
      if (newest == nullptr || row.key.step > newest->key.step) newest = &row;
    }
    if (newest == nullptr) continue;
    auto episode = reader.episode(newest->id);
    if (!episode) return episode.error();
    facts.worst.push_back(
        {fmt::format("{}: {} of all candidates", reason.sentence, percent_text(reason.share)),
         std::move(*episode)});
  }
  return {};
}

}  // namespace

Result<RunFacts> read_run_facts(const std::filesystem::path& run_dir) {
  auto reader = record::RunReader::open(run_dir);
  if (!reader) return reader.error();
  RunFacts facts;
  auto info = (*reader)->info();
  if (!info) return info.error();
  facts.info = std::move(*info);
  facts.phases = record::run_phases(facts.info);
  if (const auto done = read_series(**reader, facts); !done) return done.error();
  const auto rows = all_rows(**reader);
  if (!rows) return rows.error();
  facts.not_judged =
      std::count_if(rows->begin(), rows->end(), [](const auto& row) { return !was_judged(row); });
  std::vector<record::EpisodeRow> judged;
  std::copy_if(rows->begin(), rows->end(), std::back_inserter(judged), was_judged);
  facts.funnel.add(judged);
  facts.bins = facts.funnel.bins({}, kBins);
  facts.reasons = facts.funnel.common_reasons({});
  add_rates(judged, facts);
  if (const auto done = add_best(**reader, judged, facts); !done) return done.error();
  if (const auto done = add_worst(**reader, judged, facts); !done) return done.error();
  return facts;
}

}  // namespace nereid::report
