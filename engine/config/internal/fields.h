// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// What a setting accepts beside its type.
struct Rule {
  std::string help;                  ///< one sentence
  std::vector<std::string> choices;  ///< of a text; empty = any
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;                         ///< min itself is refused
  bool below_max = false;                         ///< max itself is refused
  bool (*accepts)(const std::string&) = nullptr;  ///< a further test of a text
  std::string_view expected = {};                 ///< what `accepts` wants, in words
  std::string_view unit = {};                     ///< what a number counts, e.g. "tokens"
};

using FieldPointer =
    std::variant<bool*, int*, std::uint64_t*, double*, std::string*, std::vector<std::string>*,
                 std::vector<int>*, std::vector<double>*, std::optional<double>*>;

/// One setting of one config: the row that YAML, command line, form, comparison and writer walk.
struct Field {
  std::string section;  ///< "" for the settings at the top
  std::string name;
  FieldPointer value;  ///< into the config that fields_of() was given
  Rule rule;
  std::string key() const { return section.empty() ? name : section + "." + name; }
};

/// The one list of settings. To add a setting: a member in settings.h and a row in fields.cpp.
std::vector<Field> fields_of(RunConfig& config);
/// nullptr for an unknown key.
const Field* find_field(const std::vector<Field>& fields, const std::string& key);

}  // namespace nereid::config
