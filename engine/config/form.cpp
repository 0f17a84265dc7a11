// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/form.h"

#include <algorithm>
#include <cctype>

#include "engine/config/internal/checks.h"
#include "engine/config/internal/fields.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/internal/values.h"
#include "engine/config/phases.h"

namespace nereid::config {
namespace {

/// As it is where a shell leaves it alone, else in single quotes.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_-./:=,+@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Of a phase too: what it runs under, wherever that is said.
std::string effective_text(const RunConfig& config, const std::string& key) {
  const auto of_phase = split_phase_key(key);
  if (!of_phase) return setting_text(config, key);
  for (const Phase& phase : phases_of(config))
    if (phase.name == of_phase->phase) return setting_text(phase.settings, of_phase->key);
  return {};
}

}  // namespace

std::string setting_text(const RunConfig& config, const std::string& key) {
  if (const auto of_phase = split_phase_key(key))
    return block_value(config, *of_phase).value_or(std::string());
  RunConfig copy = config;
  const std::vector<Field> fields = fields_of(copy);
  const Field* field = find_field(fields, key);
  return field ? plain_text(*field) : std::string();
}

std::optional<std::string> assign_setting(RunConfig& config, const std::string& key,
                                          const std::string& text) {
  if (const auto of_phase = split_phase_key(key))
    return set_block_value(config, *of_phase, written_for(of_phase->key, text));
  const std::vector<Field> fields = fields_of(config);
  const Field* field = find_field(fields, key);
  if (!field) return "there is no such setting";
  return assign(*field, written_plainly(*field, text));
}

void unset_setting(RunConfig& config, const std::string& key) {
  const auto of_phase = split_phase_key(key);
  if (!of_phase) return;
  for (PhaseBlock& block : config.phase)
    if (block.name == of_phase->phase)
      std::erase_if(block.settings, [&](const auto& one) { return one.first == of_phase->key; });
  std::erase_if(config.phase, [](const PhaseBlock& block) { return block.settings.empty(); });
}

void set_phases(RunConfig& config, std::vector<std::string> names) {
  config.phases = std::move(names);
  std::erase_if(config.phase, [&](const PhaseBlock& block) {
    return std::find(config.phases.begin(), config.phases.end(), block.name) == config.phases.end();
  });
}

std::optional<SettingConflict> find_conflict(const RunConfig& config) {
  const std::optional<Contradiction> found = find_contradiction(config);
  if (!found) return std::nullopt;
  return SettingConflict{found->key, found->message, found->phase};
}

std::string train_command(const std::string& base, const RunConfig& base_config,
                          const RunConfig& config) {
  std::string command = "nereid train " + shell_word(base);
  RunConfig reached = base_config;
  const auto add = [&](const std::string& key) {
    const std::string text = effective_text(config, key);
    command += " --set " + shell_word(key + "=" + text);
    if (key == "phases") {
      set_phases(reached, config.phases);
    } else {
      assign_setting(reached, key, text);
    }
  };
  // A setting of the run may change a phase that is to stay as it is, and a new list of phases
  // makes others: what then is still different is said in a second round.
  for (int round = 0; round < 2; ++round)
    for (const auto& [key, texts] : differences(reached, config))
      if (round > 0 || config.phases == base_config.phases || !split_phase_key(key)) add(key);
  return command;
}

}  // namespace nereid::config
