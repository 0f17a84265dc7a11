// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/pdf_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace nereid::report {
namespace {

// Widths of the letters from space to tilde, in thousandths of the size (Adobe's metrics).
constexpr std::array<int, 95> kHelvetica = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr std::array<int, 95> kHelveticaBold = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};
constexpr int kOther = 556, kCourier = 600;

/// The next letter of a text and how many bytes it takes; a broken byte is a letter of its own.
struct Letter {
  std::uint32_t code = '?';
  std::size_t bytes = 1;
};

Letter letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC0 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                                            : 4;
  if (length <= 1) return {length == 1 ? first : '?', 1};
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {'?', 1};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, length};
}

/// In Windows' Latin encoding.
unsigned char winansi(std::uint32_t code) {
  switch (code) {
    case 0x2013:
      return 0x96;
    case 0x2014:
      return 0x97;
    case 0x2018:
      return 0x91;
    case 0x2019:
      return 0x92;
    case 0x201C:
      return 0x93;
    case 0x201D:
      return 0x94;
    case 0x2026:
      return 0x85;
    case 0x2212:
      return '-';
    default:
      break;
  }
  if (code == '\t') return ' ';
  const bool is_known = (code >= 0x20 && code < 0x7F) || (code >= 0xA0 && code <= 0xFF);
  return is_known ? static_cast<unsigned char>(code) : '?';
}

double width_of(std::uint32_t code, PdfFont font) {
  if (font == PdfFont::kCode) return kCourier;
  const unsigned char letter = winansi(code);
  if (letter < ' ' || letter > '~') return kOther;
  const auto place = static_cast<std::size_t>(letter - ' ');
  return font == PdfFont::kText ? kHelvetica[place] : kHelveticaBold[place];
}

/// Bytes of the beginning that fits; at least one letter.
std::size_t fitting(std::string_view text, PdfFont font, double size, double room) {
  double width = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Letter letter = letter_at(text, at);
    width += width_of(letter.code, font) * size / 1000;
    if (width > room && at > 0) return at;
    at += letter.bytes;
  }
  return text.size();
}

}  // namespace

std::string_view pdf_font_name(PdfFont font) {
  constexpr std::array<std::string_view, 3> kNames = {"F1", "F2", "F3"};
  return kNames[static_cast<std::size_t>(font)];
}

std::string_view pdf_base_font(PdfFont font) {
  constexpr std::array<std::string_view, 3> kNames = {"Helvetica", "Helvetica-Bold", "Courier"};
  return kNames[static_cast<std::size_t>(font)];
}

std::string pdf_string(std::string_view utf8) {
  std::string text;
  for (std::size_t at = 0; at < utf8.size();) {
    const Letter letter = letter_at(utf8, at);
    at += letter.bytes;
    const unsigned char byte = winansi(letter.code);
    if (byte == '(' || byte == ')' || byte == '\\') text += '\\';
    if (byte < 0x80) {
      text += static_cast<char>(byte);
    } else {
      text += fmt::format("\\{:03o}", byte);
    }
  }
  return text;
}

double pdf_width(std::string_view utf8, PdfFont font, double size) {
  double width = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const Letter letter = letter_at(utf8, at);
    width += width_of(letter.code, font) * size / 1000;
    at += letter.bytes;
  }
  return width;
}

std::vector<std::string> pdf_wrapped(std::string_view utf8, PdfFont font, double size,
                                     double room) {
  std::vector<std::string> lines;
  while (!utf8.empty()) {
    std::size_t end = fitting(utf8, font, size, room);
    const std::size_t space = end < utf8.size() ? utf8.rfind(' ', end) : std::string_view::npos;
    if (space != std::string_view::npos && space > 0) end = space;
    lines.emplace_back(utf8.substr(0, end));
    utf8.remove_prefix(end);
    while (!utf8.empty() && utf8.front() == ' ') utf8.remove_prefix(1);
  }
  if (lines.empty()) lines.emplace_back();
  return lines;
}

std::vector<std::string> pdf_cut(std::string_view utf8, PdfFont font, double size, double room) {
  std::vector<std::string> lines;
  do {
    const std::size_t end = fitting(utf8, font, size, room);
    lines.emplace_back(utf8.substr(0, end));
    utf8.remove_prefix(end);
  } while (!utf8.empty());
  return lines;
}

}  // namespace nereid::report
