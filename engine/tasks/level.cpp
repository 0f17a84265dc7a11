// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/level.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "engine/tasks/internal/python_text.h"

namespace nereid::tasks {
namespace {

constexpr int kMostOfLevel2 = 10;

bool is_operator(const PyToken& token) {
  static const std::set<std::string> kWords = {"+", "-", "*", "/", "@", "**"};
  return token.kind == PyKind::kOperator && kWords.contains(token.text);
}

/// A value stands at its left and at its right: no sign, no starred argument.
bool is_binary(const std::vector<PyToken>& tokens, std::size_t at) {
  if (at == 0 || at + 1 >= tokens.size() || !is_operator(tokens[at])) return false;
  const PyToken& left = tokens[at - 1];
  const bool is_value = left.kind != PyKind::kOperator || left.text == ")" || left.text == "]";
  return is_value && left.text != "return" && left.kind != PyKind::kString;
}

/// torch.relu(, F.relu(, nn.functional.relu(; not what makes or reshapes.
bool is_function_call(const std::vector<PyToken>& tokens, std::size_t at) {
  static const std::set<std::string> kNoCompute = {
      "cat",         "stack",     "reshape",   "flatten", "zeros",     "ones",      "empty",
      "arange",      "tensor",    "rand",      "randn",   "full",      "chunk",     "split",
      "manual_seed", "Size",      "device",    "squeeze", "unsqueeze", "transpose", "permute",
      "zeros_like",  "ones_like", "is_tensor", "no_grad"};
  if (at + 3 >= tokens.size() || tokens[at + 1].text != "." || tokens[at + 3].text != "(")
    return false;
  const std::string& owner = tokens[at].text;
  return (owner == "torch" || owner == "F" || owner == "functional") &&
         !kNoCompute.contains(tokens[at + 2].text);
}

/// nn.Linear( and such.
bool is_layer(const std::vector<PyToken>& tokens, std::size_t at) {
  static const std::set<std::string> kHolders = {"Parameter",  "Module",       "Sequential",
                                                 "ModuleList", "Identity",     "Flatten",
                                                 "ModuleDict", "ParameterList"};
  if (at + 3 >= tokens.size() || tokens[at].text != "nn" || tokens[at + 1].text != "." ||
      tokens[at + 3].text != "(")
    return false;
  const std::string& name = tokens[at + 2].text;
  return std::isupper(static_cast<unsigned char>(name[0])) != 0 && !kHolders.contains(name);
}

}  // namespace

int level_of(std::string_view reference) {
  int operations = 0;
  bool in_class = false, in_constructor = false;
  for (const PyLine& line : tokenize_python(reference)) {
    const auto& tokens = line.tokens;
    if (line.indent == 0) in_class = tokens[0].text == "class";
    if (!in_class) continue;
    if (tokens[0].text == "def") {
      in_constructor = tokens.size() > 1 && tokens[1].text == "__init__";
      continue;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (in_constructor)
        operations += is_layer(tokens, i) ? 1 : 0;
      else
        operations += is_function_call(tokens, i) || is_binary(tokens, i) ? 1 : 0;
    }
  }
  return operations <= 1 ? 1 : operations <= kMostOfLevel2 ? 2 : 3;
}

}  // namespace nereid::tasks
