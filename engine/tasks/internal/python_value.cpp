// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/python_value.h"

#include <cmath>
#include <cstdlib>

namespace nereid::tasks {
namespace {

using Maybe = std::optional<PyValue>;
constexpr int kMaxDepth = 100;  // a source with deeper brackets is not a table of sizes

bool is(const PyToken& token, std::string_view text) {
  return token.kind == PyKind::kOperator && token.text == text;
}

/// Recursive descent over the grammar named in the header.
class Parser {
 public:
  Parser(std::span<const PyToken> tokens, const PyScope& scope) : tokens_(tokens), scope_(scope) {}

  Maybe whole() {
    Maybe value = tuple("");
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  bool accept(std::string_view text) {
    if (at_ < tokens_.size() && is(tokens_[at_], text)) {
      ++at_;
      return true;
    }
    return false;
  }
  bool next_is(std::string_view text) const {
    return text.empty() ? at_ == tokens_.size() : at_ < tokens_.size() && is(tokens_[at_], text);
  }

  /// `a` or `a, b, ...` up to `end`.
  Maybe tuple(std::string_view end, bool list = false) {
    PyValue result{.is_list = true};
    bool comma = list;
    while (!next_is(end)) {
      const bool star = accept("*");
      Maybe item = sum();
      if (!item || (star && !item->is_list)) {
        return std::nullopt;
      }
      if (star) {
        result.items.insert(result.items.end(), item->items.begin(), item->items.end());
        comma = true;
      } else {
        result.items.push_back(std::move(*item));
      }
      if (!accept(",")) {
        break;
      }
      comma = true;
    }
    if (!next_is(end)) {
      return std::nullopt;
    }
    if (!comma && result.items.size() == 1) {
      PyValue only = std::move(result.items.front());
      return only;
    }
    return result;
  }

  Maybe sum() {
    Maybe left = product();
    while (left && (next_is("+") || next_is("-"))) {
      const bool plus = accept("+") || !accept("-");
      const Maybe right = product();
      if (!right || left->is_list != right->is_list || (left->is_list && !plus)) {
        return std::nullopt;
      }
      if (left->is_list) {
        left->items.insert(left->items.end(), right->items.begin(), right->items.end());
      } else {
        left->number += plus ? right->number : -right->number;
      }
    }
    return left;
  }

  static bool apply(std::string_view text, double& left, double right) {
    if (text != "*" && right == 0) {
      return false;
    }
    left = text == "*"    ? left * right
           : text == "/"  ? left / right
           : text == "//" ? std::floor(left / right)
                          : left - std::floor(left / right) * right;
    return true;
  }

  Maybe product() {
    Maybe left = unary();
    while (left && (next_is("*") || next_is("/") || next_is("//") || next_is("%"))) {
      const std::string text = tokens_[at_++].text;
      const Maybe right = unary();
      if (!right || left->is_list || right->is_list || !apply(text, left->number, right->number)) {
        return std::nullopt;
      }
    }
    return left;
  }

  Maybe unary() {
    if (++depth_ > kMaxDepth) {
      return std::nullopt;
    }
    const bool minus = accept("-");
    Maybe value = minus ? unary() : power();
    --depth_;
    if (value && minus) {
      if (value->is_list) {
        return std::nullopt;
      }
      value->number = -value->number;
    }
    return value;
  }

  Maybe power() {
    Maybe base = indexed();
    if (base && accept("**")) {
      const Maybe exponent = unary();
      if (!exponent || base->is_list || exponent->is_list) {
        return std::nullopt;
      }
      base->number = std::pow(base->number, exponent->number);
    }
    return base;
  }

  Maybe indexed() {
    Maybe value = atom();
    while (value && accept("[")) {
      const Maybe index = sum();
      if (!index || index->is_list || !value->is_list || !accept("]")) {
        return std::nullopt;
      }
      const auto size = static_cast<double>(value->items.size());
      const double place = index->number < 0 ? index->number + size : index->number;
      if (place < 0 || place >= size) {
        return std::nullopt;
      }
      PyValue item = value->items[static_cast<std::size_t>(place)];
      value = std::move(item);
    }
    return value;
  }

  Maybe bracketed(std::string_view end, bool list) {
    if (++depth_ > kMaxDepth) {
      return std::nullopt;
    }
    Maybe value = tuple(end, list);
    --depth_;
    return value && accept(end) ? value : std::nullopt;
  }

  Maybe atom() {
    if (at_ == tokens_.size()) {
      return std::nullopt;
    }
    if (accept("(")) {
      return next_is(")") ? bracketed(")", true) : bracketed(")", false);
    }
    if (accept("[")) {
      return bracketed("]", true);
    }
    const PyToken& token = tokens_[at_++];
    if (token.kind == PyKind::kNumber) {
      std::string digits;
      for (const char c : token.text) {
        digits += c == '_' ? "" : std::string(1, c);
      }
      return PyValue{.number = std::strtod(digits.c_str(), nullptr)};
    }
    if (token.kind != PyKind::kName) {
      return std::nullopt;
    }
    if (token.text == "int" && accept("(")) {
      Maybe value = bracketed(")", false);
      if (value && !value->is_list) {
        value->number = std::trunc(value->number);
      }
      return value;
    }
    const auto known = scope_.find(token.text);
    return known == scope_.end() ? std::nullopt : Maybe(known->second);
  }

  std::span<const PyToken> tokens_;
  const PyScope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Where the argument or expression that starts at `at` ends: the next comma or closing bracket of
/// this depth.
std::size_t end_of_argument(std::span<const PyToken> tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    if (is(tokens[at], "(") || is(tokens[at], "[") || is(tokens[at], "{")) {
      ++depth;
    } else if (is(tokens[at], ")") || is(tokens[at], "]") || is(tokens[at], "}")) {
      if (depth-- == 0) {
        return at;
      }
    } else if (depth == 0 && is(tokens[at], ",")) {
      return at;
    }
  }
  return at;
}

void bind(std::span<const PyToken> target, const PyValue& value, PyScope& scope) {
  std::vector<std::string> names;
  for (const PyToken& token : target) {
    if (token.kind == PyKind::kName) {
      names.push_back(token.text);
    } else if (!is(token, ",") && !is(token, "(") && !is(token, ")")) {
      return;  // an attribute or an element: no name of ours
    }
  }
  if (names.size() == 1) {
    scope[names.front()] = value;
  } else if (value.is_list && value.items.size() == names.size()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      scope[names[i]] = value.items[i];
    }
  }
}

}  // namespace

std::optional<PyValue> evaluate(std::span<const PyToken> expression, const PyScope& scope) {
  return expression.empty() ? std::nullopt : Parser(expression, scope).whole();
}

std::optional<std::vector<PyValue>> call_arguments(std::span<const PyToken> tokens,
                                                   std::size_t open, const PyScope& scope) {
  std::vector<PyValue> values;
  for (std::size_t at = open + 1; at < tokens.size() && !is(tokens[at], ")");) {
    const std::size_t end = end_of_argument(tokens, at);
    std::span<const PyToken> argument = tokens.subspan(at, end - at);
    const bool keyword =
        argument.size() > 1 && argument[0].kind == PyKind::kName && is(argument[1], "=");
    if (!keyword) {
      const bool star = !argument.empty() && is(argument[0], "*");
      const auto value = evaluate(star ? argument.subspan(1) : argument, scope);
      if (!value || (star && !value->is_list)) {
        return std::nullopt;
      }
      if (star) {
        values.insert(values.end(), value->items.begin(), value->items.end());
      } else {
        values.push_back(*value);
      }
    }
    at = end < tokens.size() && is(tokens[end], ",") ? end + 1 : end;
  }
  return values;
}

void assign_line(const PyLine& line, PyScope& scope) {
  const std::span<const PyToken> tokens = line.tokens;
  std::vector<std::size_t> signs;
  for (std::size_t i = 0, depth = 0; i < tokens.size(); ++i) {
    depth += is(tokens[i], "(") || is(tokens[i], "[") || is(tokens[i], "{") ? 1 : 0;
    depth -= depth > 0 && (is(tokens[i], ")") || is(tokens[i], "]") || is(tokens[i], "}")) ? 1 : 0;
    if (depth == 0 && is(tokens[i], "=")) {
      signs.push_back(i);
    }
  }
  if (signs.empty()) {
    return;
  }
  const auto value = evaluate(tokens.subspan(signs.back() + 1), scope);
  if (!value) {
    return;
  }
  std::size_t start = 0;
  for (const std::size_t sign : signs) {
    bind(tokens.subspan(start, sign - start), *value, scope);
    start = sign + 1;
  }
}

}  // namespace nereid::tasks
