// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

namespace nereid::widgets {

/// How a line takes part in a difference.
enum class LineMark { kSame, kChanged, kOnlyHere };

/// A difference between two texts: lines [leftBegin, leftEnd) against [rightBegin, rightEnd), from
/// 0.
struct Hunk {
  int leftBegin = 0, leftEnd = 0;
  int rightBegin = 0, rightEnd = 0;
  bool operator==(const Hunk&) const = default;
};

/// A range of UTF-16 units inside a line.
struct WordRange {
  int line = 0, begin = 0, end = 0;
  bool operator==(const WordRange&) const = default;
};

/// Line and word difference of two texts by a longest common subsequence; white space at line ends
/// does not count.
struct TextDiff {
  std::vector<std::pair<int, int>> same;  ///< equal lines, increasing on both sides
  std::vector<Hunk> hunks;
  std::vector<LineMark> leftMarks, rightMarks;
  std::vector<WordRange> leftWords, rightWords;  ///< changed words of changed lines

  /// The line at the other side that belongs to a (fractional) line here: along equal lines, in
  /// between in proportion.
  double toRight(double leftLine) const;
  double toLeft(double rightLine) const;
};
/// Long texts (more than 4 million pairs of lines in the part that differs) are compared as one
/// hunk.
TextDiff diffTexts(const QString& left, const QString& right);

}  // namespace nereid::widgets
