// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nereid::tasks {

enum class PyKind { kName, kNumber, kString, kOperator };
struct PyToken {
  PyKind kind = PyKind::kOperator;
  std::string text;
};
/// A logical line of Python: what brackets and backslashes hold together is one line.
struct PyLine {
  int indent = 0;  ///< columns of leading white space; a tab counts to the next multiple of 8
  int number = 1;  ///< of its first physical line
  std::vector<PyToken> tokens;
};

/// Splits Python source into logical lines of tokens, without comments and blank lines. Never
/// fails: an unterminated string ends with the text. It knows enough of the language to compare and
/// to measure sources, not to check them.
std::vector<PyLine> tokenize_python(std::string_view source);

/// The source in one canonical spelling: no comments, docstrings or surplus white space,
/// indentation by depth.
std::string canonical_python(std::string_view source);

}  // namespace nereid::tasks
