// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/line_diff.h"

#include <algorithm>
#include <cstdint>

namespace nereid::widgets {

namespace {

using Pairs = std::vector<std::pair<int, int>>;

constexpr std::size_t kMaxCells = 4'000'000;

QStringList normalized(const QString& text) {
  QStringList lines = text.split(QLatin1Char('\n'));
  for (QString& line : lines) {
    while (!line.isEmpty() && line.back().isSpace()) {
      line.chop(1);
    }
  }
  return lines;
}

// Pairs of equal items in a longest common subsequence of two ranges, by dynamic programming over
// suffixes.
template <class Same>
Pairs lcs(int n, int m, const Same& same) {
  Pairs pairs;
  if (static_cast<std::size_t>(n) * static_cast<std::size_t>(m) > kMaxCells) {
    return pairs;
  }
  const std::size_t width = static_cast<std::size_t>(m) + 1;
  std::vector<std::uint16_t> length((static_cast<std::size_t>(n) + 1) * width, 0);
  const auto at = [&](int i, int j) -> std::uint16_t& {
    return length[static_cast<std::size_t>(i) * width + static_cast<std::size_t>(j)];
  };
  for (int i = n - 1; i >= 0; --i) {
    for (int j = m - 1; j >= 0; --j) {
      at(i, j) = same(i, j) ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                            : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (int i = 0, j = 0; i < n && j < m;) {
    if (same(i, j)) {
      pairs.emplace_back(i++, j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

// Equal head and tail first: most texts differ in the middle only.
Pairs equalLines(const QStringList& left, const QStringList& right) {
  const int n = static_cast<int>(left.size());
  const int m = static_cast<int>(right.size());
  int head = 0;
  while (head < n && head < m && left[head] == right[head]) {
    ++head;
  }
  int tail = 0;
  while (tail < n - head && tail < m - head && left[n - 1 - tail] == right[m - 1 - tail]) {
    ++tail;
  }
  Pairs pairs;
  for (int i = 0; i < head; ++i) {
    pairs.emplace_back(i, i);
  }
  // An empty line is no landmark: matched blanks would tear hunks apart.
  const auto same = [&](int i, int j) {
    return !left[head + i].isEmpty() && left[head + i] == right[head + j];
  };
  for (const auto& [i, j] : lcs(n - head - tail, m - head - tail, same)) {
    pairs.emplace_back(head + i, head + j);
  }
  for (int i = tail; i > 0; --i) {
    pairs.emplace_back(n - i, m - i);
  }
  return pairs;
}

struct Word {
  QString text;
  int begin;
};

std::vector<Word> wordsOf(const QString& line) {
  std::vector<Word> words;
  const auto isName = [](QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); };
  for (int i = 0; i < line.size();) {
    int end = i + 1;
    if (isName(line[i])) {
      while (end < line.size() && isName(line[end])) {
        ++end;
      }
    }
    if (!line[i].isSpace()) {
      words.push_back({line.mid(i, end - i), i});
    }
    i = end;
  }
  return words;
}

void addRange(std::vector<WordRange>& ranges, int line, const Word& word) {
  const int end = word.begin + static_cast<int>(word.text.size());
  if (!ranges.empty() && ranges.back().line == line && ranges.back().end + 1 >= word.begin) {
    ranges.back().end = end;
  } else {
    ranges.push_back({line, word.begin, end});
  }
}

// Changed words of two lines that belong together; false when they have too little in common to be
// called one line.
bool compareWords(const QString& left, int leftLine, const QString& right, int rightLine,
                  TextDiff& diff) {
  const auto a = wordsOf(left);
  const auto b = wordsOf(right);
  const Pairs same = lcs(static_cast<int>(a.size()), static_cast<int>(b.size()), [&](int i, int j) {
    return a[static_cast<std::size_t>(i)].text == b[static_cast<std::size_t>(j)].text;
  });
  if (2 * same.size() < std::max(a.size(), b.size())) {
    return false;
  }
  std::vector<bool> leftSame(a.size());
  std::vector<bool> rightSame(b.size());
  for (const auto& [i, j] : same) {
    leftSame[static_cast<std::size_t>(i)] = rightSame[static_cast<std::size_t>(j)] = true;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!leftSame[i]) {
      addRange(diff.leftWords, leftLine, a[i]);
    }
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (!rightSame[j]) {
      addRange(diff.rightWords, rightLine, b[j]);
    }
  }
  return true;
}

void markHunk(const Hunk& hunk, const QStringList& left, const QStringList& right, TextDiff& diff) {
  int i = hunk.leftBegin;
  int j = hunk.rightBegin;
  // Lines of a hunk are paired in order where they resemble each other.
  while (i < hunk.leftEnd && j < hunk.rightEnd) {
    if (compareWords(left[i], i, right[j], j, diff)) {
      diff.leftMarks[static_cast<std::size_t>(i++)] = LineMark::kChanged;
      diff.rightMarks[static_cast<std::size_t>(j++)] = LineMark::kChanged;
    } else if (hunk.leftEnd - i > hunk.rightEnd - j) {
      diff.leftMarks[static_cast<std::size_t>(i++)] = LineMark::kOnlyHere;
    } else {
      diff.rightMarks[static_cast<std::size_t>(j++)] = LineMark::kOnlyHere;
    }
  }
  for (; i < hunk.leftEnd; ++i) {
    diff.leftMarks[static_cast<std::size_t>(i)] = LineMark::kOnlyHere;
  }
  for (; j < hunk.rightEnd; ++j) {
    diff.rightMarks[static_cast<std::size_t>(j)] = LineMark::kOnlyHere;
  }
}

double mapLine(const Pairs& anchors, double line) {
  std::pair<double, double> low{0, 0};
  std::pair<double, double> high{-1, -1};
  for (const auto& [from, to] : anchors) {
    if (from <= line) {
      low = {from, to};
    } else {
      high = {from, to};
      break;
    }
  }
  if (high.first <= low.first) {
    return low.second + (line - low.first);
  }
  return low.second + (line - low.first) * (high.second - low.second) / (high.first - low.first);
}

}  // namespace

TextDiff diffTexts(const QString& leftText, const QString& rightText) {
  TextDiff diff;
  const QStringList left = normalized(leftText);
  const QStringList right = normalized(rightText);
  const int n = static_cast<int>(left.size());
  const int m = static_cast<int>(right.size());
  diff.same = equalLines(left, right);
  diff.leftMarks.assign(static_cast<std::size_t>(n), LineMark::kSame);
  diff.rightMarks.assign(static_cast<std::size_t>(m), LineMark::kSame);
  Pairs fences = diff.same;
  fences.emplace_back(n, m);
  int i = 0;
  int j = 0;
  for (const auto& [nextLeft, nextRight] : fences) {
    if (nextLeft > i || nextRight > j) {
      diff.hunks.push_back({i, nextLeft, j, nextRight});
      markHunk(diff.hunks.back(), left, right, diff);
    }
    i = nextLeft + 1;
    j = nextRight + 1;
  }
  return diff;
}

double TextDiff::toRight(double leftLine) const {
  Pairs anchors = same;
  anchors.emplace_back(leftMarks.size(), rightMarks.size());
  return mapLine(anchors, leftLine);
}

double TextDiff::toLeft(double rightLine) const {
  Pairs anchors;
  for (const auto& [left, right] : same) {
    anchors.emplace_back(right, left);
  }
  anchors.emplace_back(rightMarks.size(), leftMarks.size());
  return mapLine(anchors, rightLine);
}

}  // namespace nereid::widgets
