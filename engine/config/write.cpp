// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/config/internal/fields.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/internal/values.h"
#include "engine/config/phases.h"
#include "engine/config/settings.h"

namespace nereid::config {
namespace {

using Differences = std::vector<std::pair<std::string, std::pair<std::string, std::string>>>;

std::string blocks_text(const RunConfig& config) {
  std::string yaml;
  for (const PhaseBlock& block : config.phase) {
    yaml += (yaml.empty() ? "\nphase:\n  " : "  ") + block.name + ":\n";
    for (const auto& [key, value] : block_lines(block)) yaml += "    " + key + ": " + value + "\n";
  }
  return yaml;
}

/// What the phases of both, by name, have in a way of their own.
void add_phase_differences(const RunConfig& a, const RunConfig& b, Differences& found) {
  const Differences of_runs = found;
  const std::vector<Phase> left = phases_of(a), right = phases_of(b);
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (left[i].name != right[i].name) return;  // told by the row "phases"
    for (auto& one : differences(left[i].settings, right[i].settings))
      if (std::find(of_runs.begin(), of_runs.end(), one) == of_runs.end() && one.first != "seed")
        found.emplace_back(std::string(kPhasePrefix) + left[i].name + "." + one.first, one.second);
  }
}

}  // namespace

std::string to_yaml(const RunConfig& config) {
  RunConfig copy = config;
  std::string yaml;
  std::string section;
  for (const Field& field : fields_of(copy)) {
    if (field.section != section) yaml += "\n" + (section = field.section) + ":\n";
    yaml += (section.empty() ? "" : "  ") + field.name + ": " + value_text(field) + "\n";
  }
  return yaml + blocks_text(config);
}

Differences differences(const RunConfig& a, const RunConfig& b) {
  RunConfig left = a;
  RunConfig right = b;
  const std::vector<Field> left_fields = fields_of(left);
  const std::vector<Field> right_fields = fields_of(right);
  Differences found;
  for (std::size_t i = 0; i < left_fields.size(); ++i) {
    std::string left_text = value_text(left_fields[i]);
    std::string right_text = value_text(right_fields[i]);
    if (left_text != right_text)
      found.push_back({left_fields[i].key(), {std::move(left_text), std::move(right_text)}});
  }
  if (!a.phases.empty() && !b.phases.empty()) add_phase_differences(a, b, found);
  return found;
}

}  // namespace nereid::config
