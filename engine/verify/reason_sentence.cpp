// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/reason_sentence.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nereid::verify {
namespace {

constexpr auto npos = std::string_view::npos;

std::string spaced(std::string_view code) {
  std::string words(code);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What lies between two marks; nullopt unless the text is exactly that.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  if (text.size() < before.size() + after.size()) return std::nullopt;
  if (!text.starts_with(before) || !text.ends_with(after)) return std::nullopt;
  return text.substr(before.size(), text.size() - before.size() - after.size());
}

std::string_view without_line(std::string_view text) {
  const auto place = text.rfind(" (line ");
  return place != npos && text.ends_with(')') ? text.substr(0, place) : text;
}

/// Compile errors end with the line of source: " in `x = tl.gelu(x)`".
std::string_view without_source(std::string_view text) {
  const auto place = text.find(" in `");
  return place != npos && text.ends_with('`') ? text.substr(0, place) : text;
}

/// "kernel fused_kernel: " and "ModelNew(...): " say where, not why.
std::string_view without_place(std::string_view text) {
  const auto colon = text.find(": ");
  if (colon == npos) return text;
  const std::string_view head = text.substr(0, colon);
  const bool is_kernel = head.starts_with("kernel ") && head.find(' ', 7) == npos;
  return is_kernel || head.ends_with("(...)") ? text.substr(colon + 2) : text;
}

/// "AttributeError: ..."; the class tells nothing that the rest does not.
std::optional<std::string_view> behind_error_class(std::string_view text) {
  const auto colon = text.find(": ");
  if (colon == npos) return std::nullopt;
  const std::string_view head = text.substr(0, colon);
  const bool is_class = std::all_of(head.begin(), head.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '_';
  });
  if (!is_class || !(head.ends_with("Error") || head.ends_with("Exception"))) return std::nullopt;
  return text.substr(colon + 2);
}

std::string short_module(std::string_view module) {
  if (module == "triton.language") return "tl";
  if (module.starts_with("triton.language.")) {
    return module.ends_with("libdevice") ? "libdevice" : "tl." + std::string(module.substr(16));
  }
  return std::string(module);
}

/// "'a'" as "a", and "'a' and 'b'" as "a and b".
std::string unquoted(std::string_view names) {
  std::string plain(names);
  std::erase(plain, '\'');
  return plain;
}

std::optional<std::string> missing_attribute(std::string_view text) {
  constexpr std::string_view kMiddle = " has no attribute '";
  const auto middle = text.find(kMiddle);
  if (middle == npos || !text.ends_with('\'')) return std::nullopt;
  const auto begin = middle + kMiddle.size();
  const std::string_view attribute = text.substr(begin, text.size() - begin - 1);
  const std::string_view what = text.substr(0, middle);
  if (const auto module = between(what, "module '", "'")) {
    return short_module(*module) + '.' + std::string(attribute) + " does not exist";
  }
  const auto open = what.find('\'');
  const auto close = what.rfind('\'');
  if (open == npos || close == open) return std::nullopt;
  const std::string_view type = what.substr(open + 1, close - open - 1);
  const std::string owner = type == "NoneType" ? "None" : std::string(type);
  return owner + " has no attribute " + std::string(attribute);
}

std::optional<std::string> missing_argument(std::string_view text) {
  if (const auto name = between(text, "missing a required argument: ", "")) {
    return "the kernel is called without " + unquoted(*name);
  }
  const auto place = text.find(" missing ");
  const auto names = text.find(place == npos ? "" : ": ", place == npos ? 0 : place);
  if (place == npos || names == npos || text.find(" required ", place) == npos) return std::nullopt;
  std::string_view caller = text.substr(0, place);
  if (caller.find(' ') != npos) return std::nullopt;
  if (caller == "dynamic_func()") caller = "the kernel";  // what Triton calls a launch
  return std::string(caller) + " is called without " + unquoted(text.substr(names + 2));
}

/// A launch that gives an argument by place and by name; Triton calls a launch dynamic_func().
std::optional<std::string> argument_given_twice(std::string_view text) {
  const bool is_launch = text.starts_with("dynamic_func() got ") || text.starts_with("kernel ");
  const auto name = between(text.substr(std::min(text.find(" got multiple "), text.size())),
                            " got multiple values for argument '", "'");
  if (!is_launch || !name) return std::nullopt;
  return "the kernel is given " + std::string(*name) + " twice";
}

/// What Python says, put shortly where its wording is long.
std::string python_sentence(std::string_view text) {
  if (const auto attribute = missing_attribute(text)) return *attribute;
  if (const auto argument = missing_argument(text)) return *argument;
  if (const auto argument = argument_given_twice(text)) return *argument;
  if (const auto name = between(text, "name '", "' is not defined")) {
    // Every task's kernel has another name.
    return name->ends_with("_kernel") ? "the launched kernel is not defined"
                                      : std::string(*name) + " is not defined";
  }
  return std::string(text);
}

/// Up to the ": " that is followed by the line of source; one inside quotes is what was expected.
std::string_view before_source(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // An apostrophe inside a word opens nothing.
    const bool in_word =
        i > 0 && i + 1 < text.size() && is_letter(text[i - 1]) && is_letter(text[i + 1]);
    if (text[i] == '\'' && !in_word) quoted = !quoted;
    if (!quoted && text.substr(i).starts_with(": ")) return text.substr(0, i);
  }
  return text;
}

/// The judge begins with the input: "larger dims, REST". Empty if there is none.
std::string_view variant_of(std::string_view text) {
  constexpr std::size_t kLongest = 20;
  const auto comma = text.find(", ");
  if (comma == npos || comma > kLongest) return {};
  const std::string_view head = text.substr(0, comma);
  const bool is_name = std::all_of(head.begin(), head.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == ' ' || c == '_';
  });
  return is_name && !head.empty() && !head.starts_with("forward") ? head : std::string_view();
}

/// Which way NaN and infinity were wrong; in a verifier that is the news.
std::string non_finite_sentence(std::string_view rest) {
  const auto colon = rest.find("]: ");
  const auto where = rest.find(" where ", colon == npos ? 0 : colon);
  if (colon == npos || where == npos) return "non-finite values";
  const std::string_view got = rest.substr(colon + 3, where - colon - 3);
  const std::string_view wanted = rest.substr(where + 7);
  const auto is_nan = [](std::string_view value) { return value.find("nan") != npos; };
  const auto is_inf = [](std::string_view value) { return value.find("inf") != npos; };
  if (is_nan(got)) {
    return is_inf(wanted) ? "NaN where infinity is expected" : "NaN where a number is expected";
  }
  if (is_nan(wanted)) return "a value where NaN is expected";
  if (is_inf(got) && is_inf(wanted)) return "infinity of the wrong sign";
  return is_inf(got) ? "infinity where a number is expected"
                     : "a number where infinity is expected";
}

/// Without "element 512 of ", and without what GPUs make of it.
std::string without_elements(std::string_view text) {
  std::string words(text.substr(0, std::min(text.find("; "), text.size())));
  constexpr std::string_view kElement = "element ";
  for (auto place = words.find(kElement); place != std::string::npos;
       place = words.find(kElement, place)) {
    auto end = place + kElement.size();
    const auto digits = end;
    while (end < words.size() && (is_digit(words[end]) || words[end] == ',')) ++end;
    if (end == digits || words.substr(end, 4) != " of ") {
      place = end;
      continue;
    }
    words.erase(place, end + 4 - place);
  }
  return words;
}

bool is_judged_by_values(std::string_view code) {
  constexpr std::array<std::string_view, 4> kCodes = {"wrong_values", "wrong_shape", "wrong_count",
                                                      "missing_effect"};
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

/// What the judge of inputs says. `text` begins with the input, or has none.
std::string judged_sentence(std::string_view code, std::string_view text) {
  const std::string words = spaced(code);
  if (const auto rest = between(text, words + ": ", "")) text = *rest;
  const std::string_view variant = variant_of(text);
  const std::string_view rest =
      without_place(variant.empty() ? text : text.substr(variant.size() + 2));
  const std::string on = variant.empty() ? "" : ": " + std::string(variant);
  if (is_judged_by_values(code)) return words + (on.empty() ? ": " + std::string(rest) : on);
  if (code == "non_finite") return non_finite_sentence(rest) + on;
  if (code == "out_of_bounds") {
    const auto end = rest.find(" outside of memory");
    return end == npos ? words : std::string(rest.substr(0, end)) + " outside of memory";
  }
  return without_elements(rest);
}

std::string sentence_of(std::string_view code, std::string_view message) {
  if (code == "no_block") return "no code block";
  if (code == "truncated") return "cut off at the length limit";
  const std::string_view text = without_line(message);
  if (code == "syntax_error") return spaced(code) + ": " + std::string(before_source(text));
  const std::string_view why = without_place(without_source(text));
  if (const auto python = behind_error_class(why)) return python_sentence(*python);
  if (why.size() != text.size()) return python_sentence(why);  // a compiler's own words
  return judged_sentence(code, text);
}

}  // namespace

std::string reason_sentence(std::string_view code, std::string_view message) {
  std::string sentence = message.empty() ? std::string() : sentence_of(code, message);
  while (sentence.ends_with('.')) sentence.pop_back();
  std::replace(sentence.begin(), sentence.end(), '"', '\'');  // a filter quotes the sentence
  return sentence.empty() ? spaced(code) : sentence;
}

}  // namespace nereid::verify
