// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/phases.h"

#include <algorithm>
#include <array>

#include "engine/base/random.h"
#include "engine/config/internal/fields.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/internal/values.h"

namespace nereid::config {
namespace {

constexpr std::array<std::string_view, 3> kMethods = {"sft", "grpo", "best_of_n"};
constexpr std::array<std::string_view, 3> kAgents = {"frontend", "midend", "backend"};

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const PhaseBlock* find_block(const RunConfig& config, const std::string& name) {
  const auto found = std::find_if(config.phase.begin(), config.phase.end(),
                                  [&](const PhaseBlock& block) { return block.name == name; });
  return found == config.phase.end() ? nullptr : &*found;
}

/// Made where there is none.
PhaseBlock& block_for(RunConfig& config, const std::string& name) {
  for (PhaseBlock& block : config.phase)
    if (block.name == name) return block;
  return config.phase.emplace_back(PhaseBlock{name, {}});
}

/// An agent has weights of its own over what the phases before all agents have learnt.
std::string start_of_agent(const RunConfig& config, std::size_t index) {
  for (std::size_t i = index; i-- > 0;)
    if (!is_one_of(kAgents, config.phases[i])) return config.phases[i];
  return "model";
}

void apply_name(RunConfig& settings, const RunConfig& run, std::size_t index) {
  const std::string& name = run.phases[index];
  if (is_one_of(kMethods, name)) settings.method = name;
  if (!is_one_of(kAgents, name)) return;
  settings.method = "grpo";
  settings.agent = name;
  settings.reward.role = name;
  settings.start = start_of_agent(run, index);
}

RunConfig settings_of_phase(const RunConfig& config, std::size_t index) {
  RunConfig settings = config;
  settings.phases.clear();
  settings.phase.clear();
  // Equal seeds would show a second phase the draws of the first.
  if (index > 0) settings.seed = mix64(config.seed ^ mix64(index));
  apply_name(settings, config, index);
  const PhaseBlock* block = find_block(config, config.phases[index]);
  if (!block) return settings;
  const std::vector<Field> fields = fields_of(settings);
  for (const auto& [key, text] : block->settings)
    if (const Field* field = find_field(fields, key)) assign(*field, written_plainly(*field, text));
  return settings;
}

}  // namespace

std::optional<PhaseKey> split_phase_key(const std::string& key) {
  if (!key.starts_with(kPhasePrefix)) return std::nullopt;
  const std::size_t dot = key.find('.', kPhasePrefix.size());
  if (dot == std::string::npos || dot == kPhasePrefix.size() || dot + 1 == key.size())
    return std::nullopt;
  return PhaseKey{key.substr(kPhasePrefix.size(), dot - kPhasePrefix.size()), key.substr(dot + 1)};
}

std::optional<std::string> block_value(const RunConfig& config, const PhaseKey& key) {
  const PhaseBlock* block = find_block(config, key.phase);
  if (!block) return std::nullopt;
  for (const auto& [name, value] : block->settings)
    if (name == key.key) return value;
  return std::nullopt;
}

WrittenValue written_for(const std::string& key, const std::string& text) {
  RunConfig scratch;
  const std::vector<Field> fields = fields_of(scratch);
  const Field* field = find_field(fields, key);
  return field ? written_plainly(*field, text) : WrittenValue{.text = text};
}

std::optional<std::string> set_block_value(RunConfig& config, const PhaseKey& key,
                                           const WrittenValue& written) {
  RunConfig scratch;
  const std::vector<Field> fields = fields_of(scratch);
  const Field* field = find_field(fields, key.key);
  if (!field) return "there is no such setting";
  if (is_of_whole_run(key.key)) return "expected a setting of one phase, got one of the whole run";
  if (const auto wrong = assign(*field, written)) return wrong;
  PhaseBlock& block = block_for(config, key.phase);
  for (auto& [name, value] : block.settings)
    if (name == key.key) {
      value = plain_text(*field);
      return std::nullopt;
    }
  block.settings.emplace_back(key.key, plain_text(*field));
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> block_lines(const PhaseBlock& block) {
  RunConfig scratch;
  std::vector<std::pair<std::string, std::string>> lines;
  for (const Field& field : fields_of(scratch))
    for (const auto& [key, text] : block.settings) {
      if (field.key() != key) continue;
      assign(field, written_plainly(field, text));  // it was checked when it was stored
      lines.emplace_back(key, value_text(field));
    }
  return lines;
}

bool is_of_whole_run(const std::string& key) {
  return key == "name" || key == "phases" || key.starts_with("run.") || key.starts_with("model.");
}

std::vector<Phase> phases_of(const RunConfig& config) {
  if (config.phases.empty()) return {{config.method, config}};
  std::vector<Phase> phases;
  for (std::size_t i = 0; i < config.phases.size(); ++i)
    phases.push_back({config.phases[i], settings_of_phase(config, i)});
  return phases;
}

std::optional<std::size_t> start_of(const std::vector<Phase>& phases, std::size_t index) {
  const std::string& start = phases[index].settings.start;
  if (start == "model" || index == 0) return std::nullopt;
  if (start == "previous") return index - 1;
  for (std::size_t i = 0; i < index; ++i)
    if (phases[i].name == start) return i;
  return std::nullopt;
}

std::string method_text(const RunConfig& config) {
  if (config.phases.empty()) return config.method;
  std::string text;
  for (const std::string& name : config.phases) text += (text.empty() ? "" : "+") + name;
  return text;
}

}  // namespace nereid::config
