// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/config/internal/fields.h"

namespace nereid::config {

/// A value as somebody wrote it.
struct WrittenValue {
  bool is_list = false;
  bool quoted = false;             ///< text in quotes is never a number or a truth value
  std::string text;                ///< of a scalar
  std::vector<std::string> items;  ///< of a list
};

/// Checks and stores. nullopt if all is well, else "expected ..., got ...".
std::optional<std::string> assign(const Field& field, const WrittenValue& written);
/// "bool", "int", "number", "text", "choice" or "list".
std::string type_name(const Field& field);
/// The value as YAML writes it on one line; reads back to the same bits.
std::string value_text(const Field& field);
/// "FIRST, SECOND or THIRD".
std::string one_of(const std::vector<std::string>& choices);

}  // namespace nereid::config
