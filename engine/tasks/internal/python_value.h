// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/tasks/internal/python_text.h"

namespace nereid::tasks {

/// A number, or a tuple or list of values.
struct PyValue {
  double number = 0;
  bool is_list = false;
  std::vector<PyValue> items;
};
using PyScope = std::map<std::string, PyValue>;

/// Evaluates an expression of literals, names of `scope`, + - * / // % **, parentheses, tuples,
/// lists, constant indices and int(). nullopt for everything else; never runs anything.
std::optional<PyValue> evaluate(std::span<const PyToken> expression, const PyScope& scope);

/// The positional arguments of a call whose opening bracket is tokens[open]: starred tuples are
/// spread, keyword arguments left out. nullopt if one of them cannot be evaluated.
std::optional<std::vector<PyValue>> call_arguments(std::span<const PyToken> tokens,
                                                   std::size_t open, const PyScope& scope);

/// Adds what the line assigns (`a = 1`, `a = b = 2`, `a, b = 1, 2`) to the scope, if it can be
/// evaluated.
void assign_line(const PyLine& line, PyScope& scope);

}  // namespace nereid::tasks
