// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/estimate/run_history.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "engine/config/form.h"
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

std::vector<double> step_times(record::RunReader& reader) {
  std::vector<double> seconds;
  std::int64_t cursor = 0;
  const auto batches = reader.metrics_since(cursor);
  if (!batches) return seconds;
  for (const record::MetricBatch& batch : *batches)
    for (const auto& [key, value] : batch.values)
      if (key == "step_time" && std::isfinite(value)) seconds.push_back(value);
  if (seconds.size() > kFirstSteps)
    seconds.erase(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(kFirstSteps));
  return seconds;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
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

RunHistory read_history(const config::RunConfig& config,
                        const std::vector<std::filesystem::path>& folders,
                        const std::string& machine, const std::function<bool()>& is_wanted) {
  RunHistory history;
  std::vector<double> seconds;
  double bytes = 0;
  for (const std::filesystem::path& folder : folders) {
    if (!is_wanted()) return {};
    const auto reader = record::RunReader::open(folder);
    if (!reader) continue;
    const Result<record::RunInfo> info = (*reader)->info();
    if (!info || info->last_step <= 0) continue;
    const auto fact = info->facts.find("machine");
    if (machine.empty() || fact == info->facts.end() || fact->second != machine) continue;
    const auto theirs = config::parse_settings(info->settings_yaml, folder.string());
    if (!theirs || !is_same_work(config, *theirs)) continue;
    const std::vector<double> found = step_times(**reader);
    if (found.empty()) continue;
    std::error_code problem;
    const auto size = std::filesystem::file_size(record::record_path(folder), problem);
    if (problem) continue;
    ++history.runs;
    history.steps += info->last_step;
    bytes += static_cast<double>(size);
    seconds.insert(seconds.end(), found.begin(), found.end());
  }
  if (history.runs == 0) return history;
  history.seconds_per_step = median(seconds);
  history.record_bytes_per_step = bytes / static_cast<double>(history.steps);
  return history;
}

}  // namespace nereid::train
