// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QString>
#include <utility>
#include <vector>

namespace nereid::widgets {

class CodeEditor;

/// A short text in the margin of one line; the tooltip says it in full.
struct CodeFact {
  int row = 0;  ///< from 0
  QString text;
  QString tip;
};

/// Lines that belong to lines of another editor: a soft band and a number that both sides share.
struct CodeTie {
  int begin = 0, end = 0;  ///< rows [begin, end), from 0
  int number = 0;          ///< from 1; the badge, and the hue
  QString tip;
  /// Expressions of the first row, in bytes [first, second); empty: the whole lines.
  std::vector<std::pair<int, int>> spans = {};
};

/// Facts and ties of one editor. Moves the cursor nowhere; clicking a badge is told. GUI thread
/// only.
class CodeNotes : public QObject {
  Q_OBJECT

 public:
  explicit CodeNotes(CodeEditor* editor);

  void setFacts(std::vector<CodeFact> facts);
  void setTies(std::vector<CodeTie> ties);
  const std::vector<CodeFact>& facts() const { return m_facts; }
  const std::vector<CodeTie>& ties() const { return m_ties; }
  /// Of the smallest tie at a row, 0 if none; of several the one with the smallest expression
  /// around a byte of the row.
  int numberAt(int row, int byte = -1) const;
  /// First row of the next (1) or previous (-1) tie from a row, around the ends; -1 if none.
  int nextTie(int row, int direction) const;
  /// First row of the first tie with this number; -1 if none.
  int rowOf(int number) const;
  /// What is said about a row: tips of its ties and facts.
  QString tipAt(int row) const;

 Q_SIGNALS:
  void badgeClicked(int number);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void refreshMargin();
  void refreshBands();

  CodeEditor* m_editor;
  std::vector<CodeFact> m_facts;
  std::vector<CodeTie> m_ties;
};

/// Background of a tie's lines and colour of its badge; numbers beyond the hues begin again.
QColor tieBand(bool dark, int number);
QColor tieBadge(bool dark, int number);

}  // namespace nereid::widgets
