// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/form.h"

#include <algorithm>
#include <cctype>

#include "engine/config/internal/checks.h"
#include "engine/config/internal/fields.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/internal/values.h"

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

std::optional<SettingConflict> find_conflict(const RunConfig& config) {
  const std::optional<Contradiction> found = find_contradiction(config);
  if (!found) return std::nullopt;
  return SettingConflict{found->key, found->message};
}

std::string train_command(const std::string& base, const RunConfig& base_config,
                          const RunConfig& config) {
  std::string command = "nereid train " + shell_word(base);
  for (const auto& [key, texts] : differences(base_config, config))
    command += " --set " + shell_word(key + "=" + setting_text(config, key));
  return command;
}

}  // namespace nereid::config
