// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/estimate/run_history.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "engine/base/numbers.h"
#include "engine/config/form.h"
#include "engine/config/steps.h"
#include "engine/record/analysis/run_phases.h"
#include "engine/record/store.h"

namespace nereid::train {
namespace {

/// Steps after which a run says something: the first one also warms up.
constexpr std::size_t kFirstSteps = 1;

bool is_same_work(const config::RunConfig& a, const config::RunConfig& b) {
  const std::vector<std::string>& keys = work_settings();
  return std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
    // Each method has its own settings for the size of a step.
    const std::string section = key.substr(0, key.find('.'));
    const bool is_of_a_method = section == "sft" || section == "grpo" || section == "best_of_n";
    if (is_of_a_method && section != a.method) return true;
    return config::setting_text(a, key) == config::setting_text(b, key);
  });
}

/// Steps of a record that one phase has made, and its settings.
struct Span {
  config::RunConfig settings;
  std::int64_t first = 1, last = 0;
};

/// None where the record does not say which steps belong to which phase.
std::vector<Span> spans_of(const config::RunConfig& config, const record::RunInfo& info) {
  std::vector<config::Phase> phases = config::phases_of(config);
  if (config.phases.empty()) return {{std::move(phases[0].settings), 1, info.last_step}};
  const std::vector<record::RunPhase> made = record::run_phases(info);
  if (made.size() != phases.size()) return {};
  std::vector<Span> spans;
  for (std::size_t i = 0; i < phases.size(); ++i)
    spans.push_back({std::move(phases[i].settings), made[i].first_step,
                     std::min(made[i].last_step, info.last_step)});
  return spans;
}

using Seconds = std::vector<std::pair<std::int64_t, double>>;  ///< by step

Seconds step_times(record::RunReader& reader) {
  Seconds seconds;
  std::int64_t cursor = 0;
  const auto batches = reader.metrics_since(cursor);
  if (!batches) return seconds;
  for (const record::MetricBatch& batch : *batches)
    for (const auto& [key, value] : batch.values)
      if (key == "step_time" && std::isfinite(value)) seconds.emplace_back(batch.step, value);
  return seconds;
}

std::vector<double> times_within(const Seconds& all, const Span& span) {
  std::vector<double> seconds;
  for (const auto& [step, value] : all)
    if (step >= span.first && step <= span.last) seconds.push_back(value);
  if (seconds.size() > kFirstSteps)
    seconds.erase(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(kFirstSteps));
  return seconds;
}

/// What the records hold of one phase's work.
struct Found {
  config::RunConfig settings;
  int runs = 0;
  std::int64_t steps = 0;
  std::vector<double> seconds;
  double record_bytes = 0;
  std::int64_t record_steps = 0;  ///< of records of this work alone
};

void add_span(const Span& span, const Seconds& all, double record_bytes, Found& found) {
  if (span.last < span.first || !is_same_work(found.settings, span.settings)) return;
  const std::vector<double> seconds = times_within(all, span);
  if (seconds.empty()) return;
  const std::int64_t steps = span.last - span.first + 1;
  ++found.runs;
  found.steps += steps;
  found.seconds.insert(found.seconds.end(), seconds.begin(), seconds.end());
  if (record_bytes <= 0) return;
  found.record_bytes += record_bytes;
  found.record_steps += steps;
}

void look_at(const std::filesystem::path& folder, const std::string& machine,
             std::vector<Found>& found) {
  const auto reader = record::RunReader::open(folder);
  if (!reader) return;
  const Result<record::RunInfo> info = (*reader)->info();
  if (!info || info->last_step <= 0) return;
  const auto fact = info->facts.find("machine");
  if (machine.empty() || fact == info->facts.end() || fact->second != machine) return;
  const auto theirs = config::parse_settings(info->settings_yaml, folder.string());
  if (!theirs) return;
  const std::vector<Span> spans = spans_of(*theirs, *info);
  const bool is_wanted = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
    return std::any_of(found.begin(), found.end(),
                       [&](const Found& one) { return is_same_work(one.settings, span.settings); });
  });
  if (!is_wanted) return;
  const Seconds all = step_times(**reader);
  std::error_code problem;
  const auto size = std::filesystem::file_size(record::record_path(folder), problem);
  if (problem) return;
  const double bytes = spans.size() == 1 ? static_cast<double>(size) : 0;
  for (const Span& span : spans)
    for (Found& one : found) add_span(span, all, bytes, one);
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

RunHistory sum_up(Found& found) {
  RunHistory history;
  history.runs = found.runs;
  history.steps = found.steps;
  if (found.runs > 0) history.seconds_per_step = median(found.seconds);
  if (found.record_steps > 0)
    history.record_bytes_per_step = found.record_bytes / static_cast<double>(found.record_steps);
  return history;
}

}  // namespace

const std::vector<std::string>& work_settings() {
  static const std::vector<std::string> keys = {
      "method",
      "model.path",
      "model.adapter",
      "model.lora_rank",
      "model.lora_targets",
      "model.device",
      "model.dtype",
      "model.hidden_size",
      "model.layers",
      "model.heads",
      "model.kv_heads",
      "model.intermediate_size",
      "model.max_positions",
      "tasks.source",
      "tasks.levels",
      "generation.max_prompt_length",
      "generation.max_completion_length",
      "sft.batch_size",
      "grpo.prompts_per_step",
      "grpo.num_generations",
      "grpo.num_iterations",
      "turns.count",
      "best_of_n.n",
      "best_of_n.k",
      "best_of_n.tasks_per_step",
      "extensions.multi_input",
      "extensions.staged_evaluation",
      "extensions.calibrated_timing",
      "verify.device",
      "verify.jobs",
      "verify.thorough",
      "verify.timing_method",
      "run.trainer_threads",
  };
  return keys;
}

std::vector<RunHistory> read_history(const config::RunConfig& config,
                                     const std::vector<std::filesystem::path>& folders,
                                     const std::string& machine,
                                     const std::function<bool()>& is_wanted) {
  std::vector<Found> found;
  for (config::Phase& phase : config::phases_of(config))
    found.push_back({.settings = std::move(phase.settings)});
  for (const std::filesystem::path& folder : folders) {
    if (!is_wanted()) return std::vector<RunHistory>(found.size());
    look_at(folder, machine, found);
  }
  std::vector<RunHistory> histories;
  for (Found& one : found) histories.push_back(sum_up(one));
  return histories;
}

double expected_seconds(const config::Phase& phase, const RunHistory& history) {
  if (config::steps_follow_tasks(phase.settings)) return kNaN;
  return history.seconds_per_step * static_cast<double>(config::planned_steps(phase.settings));
}

double expected_seconds(const config::RunConfig& config, const std::vector<RunHistory>& histories) {
  const std::vector<config::Phase> phases = config::phases_of(config);
  if (phases.size() != histories.size()) return kNaN;
  double sum = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) sum += expected_seconds(phases[i], histories[i]);
  return sum;
}

}  // namespace nereid::train
