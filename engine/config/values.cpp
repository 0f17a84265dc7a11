// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "engine/base/json.h"

namespace nereid::config {
namespace {

using Problem = std::optional<std::string>;

constexpr const char* kNone = "none";  // of a number that need not be given

std::string shown(const WrittenValue& written) {
  if (written.is_list) return fmt::format("a list of {}", written.items.size());
  if (written.text.empty()) return written.quoted ? "an empty text" : "nothing";
  const std::string text =
      written.text.size() > 60 ? written.text.substr(0, 57) + "..." : written.text;
  return written.quoted ? '"' + text + '"' : text;
}

std::string number_kind(const Rule& rule, const char* kind) {
  const bool low = std::isfinite(rule.min);
  const bool high = std::isfinite(rule.max);
  const char* low_word = rule.above_min ? "above" : "of at least";
  if (low && high)
    return rule.above_min || rule.below_max
               ? fmt::format("{} {} {} and {} {}", kind, rule.above_min ? "above" : "from",
                             rule.min, rule.below_max ? "below" : "at most", rule.max)
               : fmt::format("{} from {} to {}", kind, rule.min, rule.max);
  if (low) return fmt::format("{} {} {}", kind, low_word, rule.min);
  if (high) return fmt::format("{} of at most {}", kind, rule.max);
  return kind;
}

bool in_range(const Rule& rule, double value) {
  if (rule.above_min ? value <= rule.min : value < rule.min) return false;
  return rule.below_max ? value < rule.max : value <= rule.max;
}

template <class T>
bool parse_number(const std::string& text, T& value) {
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (problem != std::errc() || stop != end || begin == end) return false;
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  return true;
}

template <class T>
Problem assign_number(T& target, const Rule& rule, const WrittenValue& written, const char* kind) {
  T value{};
  if (written.is_list || written.quoted || !parse_number(written.text, value) ||
      !in_range(rule, static_cast<double>(value)))
    return fmt::format("expected {}, got {}", number_kind(rule, kind), shown(written));
  target = value;
  return std::nullopt;
}

Problem assign_to(bool& target, const Rule&, const WrittenValue& written) {
  if (written.is_list || written.quoted || (written.text != "true" && written.text != "false"))
    return "expected true or false, got " + shown(written);
  target = written.text == "true";
  return std::nullopt;
}

Problem assign_to(int& target, const Rule& rule, const WrittenValue& written) {
  return assign_number(target, rule, written, "a whole number");
}
Problem assign_to(std::uint64_t& target, const Rule& rule, const WrittenValue& written) {
  return assign_number(target, rule, written, "a whole number");
}
Problem assign_to(double& target, const Rule& rule, const WrittenValue& written) {
  return assign_number(target, rule, written, "a number");
}

Problem assign_to(std::optional<double>& target, const Rule& rule, const WrittenValue& written) {
  if (!written.is_list && written.text == kNone) {
    target.reset();
    return std::nullopt;
  }
  double value = 0;
  if (assign_to(value, rule, written))
    return fmt::format("expected {} or {}, got {}", kNone, number_kind(rule, "a number"),
                       shown(written));
  target = value;
  return std::nullopt;
}

Problem assign_to(std::string& target, const Rule& rule, const WrittenValue& written) {
  const auto& choices = rule.choices;
  const bool is_choice = std::find(choices.begin(), choices.end(), written.text) != choices.end();
  if (!choices.empty() && (written.is_list || !is_choice))
    return fmt::format("expected {}, got {}", one_of(choices), shown(written));
  if (written.is_list || (rule.accepts && !rule.accepts(written.text)))
    return fmt::format("expected {}, got {}", rule.expected.empty() ? "a text" : rule.expected,
                       shown(written));
  target = written.text;
  return std::nullopt;
}

/// A lone value stands for a list of one.
std::vector<std::string> items_of(const WrittenValue& written) {
  if (written.is_list) return written.items;
  return written.text.empty() ? std::vector<std::string>() : std::vector{written.text};
}

Problem assign_to(std::vector<std::string>& target, const Rule&, const WrittenValue& written) {
  std::vector<std::string> items = items_of(written);
  if (std::find(items.begin(), items.end(), "") != items.end())
    return "expected a list of texts, got an empty item";
  target = std::move(items);
  return std::nullopt;
}

Problem assign_to(std::vector<int>& target, const Rule& rule, const WrittenValue& written) {
  std::vector<int> numbers;
  for (const std::string& item : items_of(written)) {
    int number = 0;
    if (const Problem problem = assign_to(number, rule, {.text = item}))
      return fmt::format("expected a list of whole numbers from {} to {}, got {}", rule.min,
                         rule.max, item.empty() ? "nothing" : item);
    numbers.push_back(number);
  }
  target = std::move(numbers);
  return std::nullopt;
}

Problem assign_to(std::vector<double>& target, const Rule& rule, const WrittenValue& written) {
  std::vector<double> numbers;
  for (const std::string& item : items_of(written)) {
    double number = 0;
    if (assign_to(number, rule, {.text = item}))
      return fmt::format("expected a list of numbers, each {}, got {}", number_kind(rule, "one"),
                         item.empty() ? "nothing" : item);
    numbers.push_back(number);
  }
  target = std::move(numbers);
  return std::nullopt;
}

/// Plain where YAML reads the same text back, else in double quotes (JSON's form is YAML too).
std::string quoted_if_needed(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '/' || c == '.' || c == '-';
  };
  const bool plain = !text.empty() && std::isalnum(static_cast<unsigned char>(text[0])) &&
                     std::all_of(text.begin(), text.end(), is_plain);
  const bool looks_null = text == "null" || text == "Null" || text == "NULL";
  return plain && !looks_null ? text : dump_json(Json(text));
}

template <class T, class Write>
std::string list_text(const std::vector<T>& items, Write write) {
  std::string text = "[";
  for (const T& item : items) text += (text.size() > 1 ? ", " : "") + write(item);
  return text + "]";
}

std::string text_of(bool value) {
  return value ? "true" : "false";
}
std::string text_of(int value) {
  return fmt::format("{}", value);
}
std::string text_of(std::uint64_t value) {
  return fmt::format("{}", value);
}
/// The shortest decimal that reads back to the same double.
std::string text_of(double value) {
  const std::string text = fmt::format("{}", value);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}
std::string text_of(const std::string& value) {
  return quoted_if_needed(value);
}
std::string text_of(const std::vector<std::string>& value) {
  return list_text(value, quoted_if_needed);
}
std::string text_of(const std::optional<double>& value) {
  return value ? text_of(*value) : kNone;
}
std::string text_of(const std::vector<double>& value) {
  return list_text(value, [](double item) { return text_of(item); });
}
std::string text_of(const std::vector<int>& value) {
  return list_text(value, [](int item) { return fmt::format("{}", item); });
}

}  // namespace

std::string one_of(const std::vector<std::string>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) text += i + 1 == choices.size() ? " or " : ", ";
    text += choices[i];
  }
  return text;
}

std::optional<std::string> assign(const Field& field, const WrittenValue& written) {
  return std::visit([&](auto* target) { return assign_to(*target, field.rule, written); },
                    field.value);
}

std::string type_name(const Field& field) {
  struct Name {
    bool choice;
    std::string operator()(const bool*) const { return "bool"; }
    std::string operator()(const int*) const { return "int"; }
    std::string operator()(const std::uint64_t*) const { return "int"; }
    std::string operator()(const double*) const { return "number"; }
    std::string operator()(const std::string*) const { return choice ? "choice" : "text"; }
    std::string operator()(const std::vector<std::string>*) const { return "list"; }
    std::string operator()(const std::vector<int>*) const { return "list"; }
    std::string operator()(const std::vector<double>*) const { return "list"; }
    std::string operator()(const std::optional<double>*) const { return "number"; }
  };
  return std::visit(Name{!field.rule.choices.empty()}, field.value);
}

WrittenValue written_plainly(const Field& field, const std::string& text) {
  WrittenValue written{.text = text};
  if (type_name(field) != "list") return written;
  std::string inside = text;
  if (inside.starts_with('[') && inside.ends_with(']'))
    inside = inside.substr(1, inside.size() - 2);
  written.is_list = true;
  std::size_t begin = 0;
  while (!inside.empty() && begin <= inside.size()) {
    const std::size_t comma = std::min(inside.find(',', begin), inside.size());
    std::string item = inside.substr(begin, comma - begin);
    item.erase(0, item.find_first_not_of(" \"'"));
    item.erase(item.find_last_not_of(" \"'") + 1);
    written.items.push_back(std::move(item));
    begin = comma + 1;
  }
  return written;
}

std::string plain_text(const Field& field) {
  const auto* const text = std::get_if<std::string*>(&field.value);
  return text ? **text : value_text(field);
}

std::string accepted_text(const Field& field) {
  const Rule& rule = field.rule;
  struct Words {
    const Rule& rule;
    std::string operator()(const bool*) const { return "true or false"; }
    std::string operator()(const int*) const { return number_kind(rule, "a whole number"); }
    std::string operator()(const std::uint64_t*) const {
      return number_kind(rule, "a whole number");
    }
    std::string operator()(const double*) const { return number_kind(rule, "a number"); }
    std::string operator()(const std::string*) const {
      if (!rule.choices.empty()) return one_of(rule.choices);
      return rule.expected.empty() ? "a text" : std::string(rule.expected);
    }
    std::string operator()(const std::vector<std::string>*) const { return "a list of texts"; }
    std::string operator()(const std::vector<int>*) const {
      return fmt::format("a list of whole numbers from {} to {}", rule.min, rule.max);
    }
    std::string operator()(const std::vector<double>*) const {
      return fmt::format("a list of numbers, each {}", number_kind(rule, "one"));
    }
    std::string operator()(const std::optional<double>*) const {
      return fmt::format("{} or {}", kNone, number_kind(rule, "a number"));
    }
  };
  return std::visit(Words{rule}, field.value);
}

std::string value_text(const Field& field) {
  return std::visit([](const auto* value) { return text_of(*value); }, field.value);
}

}  // namespace nereid::config
