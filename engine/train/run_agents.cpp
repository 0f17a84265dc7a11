// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/run_agents.h"

#include <algorithm>

#include "engine/base/hash.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/phase_plan.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPhases = "phases";

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// Empty where the newest one is of another phase. A phase that has done no step has learnt nothing.
fs::path newest_checkpoint(const fs::path& run_dir, const PlannedPhase& phase) {
  const std::vector<std::int64_t> steps = list_checkpoints(run_dir);
  if (steps.empty() || steps.back() <= phase.before || steps.back() > phase.last()) return {};
  return checkpoint_name(steps.back());
}

}  // namespace

Result<std::vector<RunAgent>> agents_of_run(const fs::path& run_dir,
                                            const config::RunConfig& config) {
  const Result<std::vector<PlannedPhase>> phases = plan_phases(config);
  if (!phases) return phases.error();
  std::vector<RunAgent> agents;
  if (config.phases.empty()) return agents;
  for (const PlannedPhase& phase : *phases) {
    if (phase.settings.agent == "none") continue;
    const fs::path kept = fs::path(kPhases) / phase.name;
    agents.push_back({phase.name, phase.settings,
                      is_folder(run_dir / kept) ? kept : newest_checkpoint(run_dir, phase)});
  }
  return agents;
}

Result<std::optional<config::Phase>> phase_of_weights(const fs::path& run_dir,
                                                      const config::RunConfig& config,
                                                      const fs::path& folder) {
  using Found = std::optional<config::Phase>;
  const std::vector<config::Phase> phases = config::phases_of(config);
  const std::string name = folder.filename().string();
  if (folder == run_dir / "model") return Found(phases.back());
  if (folder.parent_path() == run_dir / kPhases) {
    for (const config::Phase& phase : phases)
      if (phase.name == name) return Found(phase);
    return Found();
  }
  const std::vector<std::int64_t> steps = list_checkpoints(run_dir);
  const auto step = std::find_if(steps.begin(), steps.end(), [&](std::int64_t each) {
    return folder == run_dir / checkpoint_name(each);
  });
  if (step == steps.end()) return Found();
  if (phases.size() == 1) return Found(phases.front());
  const Result<std::vector<PlannedPhase>> planned = plan_phases(config);
  if (!planned) return planned.error();
  return Found(phases[phase_of_step(*planned, *step)]);
}

Result<std::string> hash_of_weights(const fs::path& folder) {
  std::error_code ignored;
  const fs::path adapter = folder / "adapter_model.safetensors";
  return sha256_file(fs::exists(adapter, ignored) ? adapter : folder / "model.safetensors");
}

}  // namespace nereid::train
