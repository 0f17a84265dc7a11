// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/assembly_tokens.h"

#include <algorithm>
#include <charconv>

#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {
namespace {

using Bits = std::uint64_t;
using Immediate = AssemblyImmediate;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c == '$';
}
int hex_digit(char c) {
  if (is_assembly_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

bool is_assembly_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string unescaped_assembly(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const int high = hex_digit(text[i + 1]);
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high >= 0 && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      ++i;
      out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    }
  }
  return out;
}

void AssemblyPieces::cut(AssemblyToken::Kind kind, std::size_t length) {
  now_ = {kind, text_.substr(place_, length)};
  place_ += length;
}

void AssemblyPieces::skip() {
  while (place_ < text_.size()) {
    if (at(0) == '/' && at(1) == '/') {
      place_ = std::min(text_.find('\n', place_), text_.size());
    } else if (at(0) == '/' && at(1) == '*') {
      const std::size_t end = text_.find("*/", place_ + 2);
      place_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (at(0) == ' ' || at(0) == '\t' || at(0) == '\n' || at(0) == '\r') {
      ++place_;
    } else {
      return;
    }
  }
}

// $0, ${0}; $$ is a letter of a name.
bool AssemblyPieces::operand() {
  const bool braces = at(1) == '{';
  std::size_t length = braces ? 2 : 1;
  std::uint32_t number = 0;
  const std::size_t first = length;
  while (is_assembly_digit(at(length)) && length < first + 5)
    number = number * 10 + static_cast<std::uint32_t>(at(length++) - '0');
  if (length == first || is_assembly_digit(at(length)) || (braces && at(length) != '}'))
    return false;
  if (braces) ++length;
  // Letters behind it would be part of the name that it stands for.
  if (is_letter(at(length)) || is_assembly_digit(at(length))) return false;
  cut(AssemblyToken::Kind::kOperand, length);
  now_.operand = number;
  return true;
}

void AssemblyPieces::next() {
  skip();
  if (place_ >= text_.size()) {
    now_ = {};
    return;
  }
  const char c = at(0);
  if (c == '$' && at(1) != '$') {
    if (!operand()) cut(AssemblyToken::Kind::kBad, 1);
    return;
  }
  if (is_letter(c)) {
    std::size_t length = 1;
    while ((is_letter(at(length)) && (at(length) != '$' || at(length + 1) == '$')) ||
           is_assembly_digit(at(length)))
      ++length;
    return cut(AssemblyToken::Kind::kName, length);
  }
  if (is_assembly_digit(c)) {
    std::size_t length = 1;
    // 0x1F, 0f3F800000, 1.5e-3, 7U
    while (hex_digit(at(length)) >= 0 || at(length) == 'x' || at(length) == 'X' ||
           at(length) == '.' || at(length) == 'U' ||
           ((at(length) == '+' || at(length) == '-') && is_decimal(length) &&
            (at(length - 1) == 'e' || at(length - 1) == 'E')))
      ++length;
    return cut(AssemblyToken::Kind::kNumber, length);
  }
  cut(AssemblyToken::Kind::kSign, 1);
}

// So far it has only digits, a point and an exponent.
bool AssemblyPieces::is_decimal(std::size_t length) const {
  return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(place_),
                     text_.begin() + static_cast<std::ptrdiff_t>(place_ + length), [](char c) {
                       return is_assembly_digit(c) || c == '.' || c == 'e' || c == 'E';
                     });
}

std::optional<AssemblyImmediate> assembly_immediate(std::string_view text, bool minus,
                                                    bool complement) {
  const auto whole = [&](std::string_view digits, int base) -> std::optional<Immediate> {
    if (digits.ends_with('U')) digits.remove_suffix(1);
    Bits value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
      return std::nullopt;
    if (minus) value = ~value + 1;
    return Immediate{false, false, complement ? ~value : value};
  };
  const auto bits = [&](std::size_t digits, bool single) -> std::optional<Immediate> {
    Bits value = 0;
    if (text.size() != digits + 2) return std::nullopt;
    for (const char c : text.substr(2)) {
      if (hex_digit(c) < 0) return std::nullopt;
      value = value << 4U | static_cast<Bits>(hex_digit(c));
    }
    if (complement) return std::nullopt;
    if (minus) value ^= Bits{1} << (digits * 4 - 1);
    return Immediate{true, single, value};
  };
  if (text.starts_with("0x") || text.starts_with("0X")) return whole(text.substr(2), 16);
  if (text.starts_with("0b") || text.starts_with("0B")) return whole(text.substr(2), 2);
  if (text.starts_with("0f") || text.starts_with("0F")) return bits(8, true);
  if (text.starts_with("0d") || text.starts_with("0D")) return bits(16, false);
  if (text.find_first_of(".eE") != std::string_view::npos) {
    if (complement || text.size() > 64) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return Immediate{true, false, bits_of(minus ? -value : value)};
  }
  if (text.size() > 1 && text.front() == '0') return whole(text.substr(1), 8);
  return whole(text, 10);
}

}  // namespace nereid::verify::machine
