// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/fields.h"
#include "engine/config/internal/values.h"
#include "engine/config/settings.h"

namespace nereid::config {

std::string to_yaml(const RunConfig& config) {
  RunConfig copy = config;
  std::string yaml;
  std::string section;
  for (const Field& field : fields_of(copy)) {
    if (field.section != section) yaml += "\n" + (section = field.section) + ":\n";
    yaml += (section.empty() ? "" : "  ") + field.name + ": " + value_text(field) + "\n";
  }
  return yaml;
}

std::vector<std::pair<std::string, std::pair<std::string, std::string>>> differences(
    const RunConfig& a, const RunConfig& b) {
  RunConfig left = a;
  RunConfig right = b;
  const std::vector<Field> left_fields = fields_of(left);
  const std::vector<Field> right_fields = fields_of(right);
  std::vector<std::pair<std::string, std::pair<std::string, std::string>>> found;
  for (std::size_t i = 0; i < left_fields.size(); ++i) {
    std::string left_text = value_text(left_fields[i]);
    std::string right_text = value_text(right_fields[i]);
    if (left_text != right_text)
      found.push_back({left_fields[i].key(), {std::move(left_text), std::move(right_text)}});
  }
  return found;
}

}  // namespace nereid::config
