// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nereid::report {

/// Fonts that every reader of PDF has: nothing is embedded.
enum class PdfFont { kText, kStrong, kCode };
std::string_view pdf_font_name(PdfFont font);  ///< in the resources of a page: "F1"
std::string_view pdf_base_font(PdfFont font);  ///< "Helvetica"

/// UTF-8 as a string of PDF in Windows' Latin encoding, without its brackets; other letters are
/// question marks.
std::string pdf_string(std::string_view utf8);
/// Width of a line in points.
double pdf_width(std::string_view utf8, PdfFont font, double size);
/// Lines of at most that width, broken at spaces, and inside words that are wider. At least one.
std::vector<std::string> pdf_wrapped(std::string_view utf8, PdfFont font, double size, double room);
/// The same broken at any letter, with all spaces kept: for source.
std::vector<std::string> pdf_cut(std::string_view utf8, PdfFont font, double size, double room);

}  // namespace nereid::report
