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

/// A text without marks of YAML, as a command line or a form has it; "a, b" and "[a, b]" are items
/// of a list.
WrittenValue written_plainly(const Field& field, const std::string& text);
/// Checks and stores. nullopt if all is well, else "expected ..., got ...".
std::optional<std::string> assign(const Field& field, const WrittenValue& written);
/// "bool", "int", "number", "text", "choice" or "list".
std::string type_name(const Field& field);
/// The value as YAML writes it on one line; reads back to the same bits.
std::string value_text(const Field& field);
/// The same as somebody would type it: texts without quotes.
std::string plain_text(const Field& field);
/// What the setting accepts, in the words of its errors: "a whole number from 1 to 4096".
std::string accepted_text(const Field& field);
/// "FIRST, SECOND or THIRD".
std::string one_of(const std::vector<std::string>& choices);

}  // namespace nereid::config
