// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/pdf_text.h"

#include <gtest/gtest.h>

namespace nereid::report {
namespace {

TEST(PdfText, EscapesWhatEndsAString) {
  EXPECT_EQ(pdf_string("a(b)c\\"), "a\\(b\\)c\\\\");
  EXPECT_EQ(pdf_string("caf\xC3\xA9"), "caf\\351");
  EXPECT_EQ(pdf_string("\xE4\xB8\xAD\xF0\x9F\x98\x80"), "??");
  EXPECT_EQ(pdf_string("\xFF\xC3"), "??");
}

TEST(PdfText, WidthsAreAdobesOwn) {
  EXPECT_DOUBLE_EQ(pdf_width("Hi", PdfFont::kText, 1000), 722 + 222);
  EXPECT_DOUBLE_EQ(pdf_width("Hi", PdfFont::kCode, 1000), 1200);
}

TEST(PdfText, WrapsAtSpacesAndInsideLongWords) {
  const auto lines = pdf_wrapped("one two three", PdfFont::kCode, 10, 8 * 6);
  EXPECT_EQ(lines, (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(pdf_wrapped("abcdef", PdfFont::kCode, 10, 4 * 6),
            (std::vector<std::string>{"abcd", "ef"}));
  EXPECT_EQ(pdf_wrapped("", PdfFont::kText, 10, 50), (std::vector<std::string>{""}));
}

TEST(PdfText, SourceKeepsItsSpaces) {
  EXPECT_EQ(pdf_cut("    x = 1", PdfFont::kCode, 10, 6 * 6),
            (std::vector<std::string>{"    x ", "= 1"}));
}

TEST(PdfText, NoRoomStillEnds) {
  EXPECT_EQ(pdf_wrapped("abc", PdfFont::kText, 10, 0).size(), 3U);
}

}  // namespace
}  // namespace nereid::report
