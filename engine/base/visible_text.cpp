// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/visible_text.h"

#include <fmt/format.h>

#include <cstdint>

namespace nereid {
namespace {

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

// The character at the beginning of a text that is not empty; one that is cut counts as its byte.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  if (byte(0) < 0xC0) return {byte(0), 1};
  const std::size_t bytes = byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  if (text.size() < bytes) return {byte(0), 1};
  std::uint32_t code = byte(0) & (0x7FU >> bytes);
  for (std::size_t at = 1; at < bytes; ++at) code = code << 6U | (byte(at) & 0x3FU);
  return {code, bytes};
}

bool controls(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool turns = code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                     (code >= 0x2066 && code <= 0x2069);
  return is_control || turns || code == 0x2028 || code == 0x2029;
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = first_of(text);
    if (bytes == 1 && code >= 0x80)
      shown += text.front();  // no character: whoever shows it says so
    else if (controls(code))
      shown += code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    else
      shown += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return shown;
}

void make_visible(Json& value) {
  if (value.is_string()) {
    value = visible_text(value.get_ref<const std::string&>());
  } else if (value.is_structured()) {
    for (Json& item : value) make_visible(item);
  }
}

}  // namespace nereid
