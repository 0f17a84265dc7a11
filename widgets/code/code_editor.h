// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/qsci.h"

#include <QWidget>
#include <functional>
#include <utility>

#include "widgets/code/line_diff.h"

namespace nereid::widgets {

/// Python source in the colours of the theme with line numbers. Read-only unless
/// setReadOnly(false).
class CodeEditor : public QsciScintilla {
  Q_OBJECT

 public:
  explicit CodeEditor(const QString& accessibleName, QWidget* parent = nullptr);
  /// Another lexer than Python's; `lexer->applyTheme()` is called whenever the theme changes.
  template <class Lexer>
  void useLexer(Lexer* lexer) {
    m_colorLexer = [lexer] { lexer->applyTheme(); };
    setLexer(lexer);
    applyTheme();  // a lexer brings its own colours and font for the line numbers
  }
  /// Replaces the text and goes to the top. There is nothing to undo after it.
  void setSource(const QString& source);
  /// The same as one step that can be undone.
  void replaceSource(const QString& source);
  QString source() const { return text(); }
  /// Shows marks in the margin and a soft background; `words` underlines the changed words. A line
  /// that is only here has a minus in the first text and a plus in the second, a changed one a
  /// tilde in both.
  enum class Side { kFirst, kSecond };
  void setMarks(const std::vector<LineMark>& marks, const std::vector<WordRange>& words,
                bool background, Side side = Side::kSecond);
  /// The sign in the margin of a row: '-', '+', '~', or 0 where there is none.
  char markOf(int row) const;
  void clearMarks();
  /// Lines with a marker, for tests.
  int markedLines() const;
  /// Soft band over lines [begin, end), e.g. the extraction or an error line. Empty range: none.
  void setBand(int begin, int end);
  /// The same over single lines.
  void setBands(const std::vector<int>& rows);
  /// The same over lines that belong to one; `exact` ones have an arrow in the margin, too.
  void setLinks(const std::vector<int>& rows, const std::vector<int>& exact);
  /// Lines with a band, and of these with an arrow, for tests.
  int bandedLines() const;
  int exactLines() const;
  /// A frame around an expression: lines from 0, columns in bytes. A column below 0: none.
  void setSpan(int line, int column, int endLine, int endColumn);
  QString spannedText() const;
  /// Puts the cursor on a byte of a line.
  void goTo(int line, int byte);
  /// The cursor's column in bytes.
  int cursorByte() const;
  /// Something that is wrong in a row, from 0.
  struct Problem {
    int row = 0;
    QString text;
  };
  /// A sign in the margin and the words below the row. Both move with their row.
  void setProblems(const std::vector<Problem>& problems);
  /// Rows with that sign.
  std::vector<int> problemRows() const;
  /// Moves the cursor there and shows it.
  void goToRow(int row);
  int firstLine() const;
  void scrollToLine(double line);
  void revealLine(int line);
  int linesShown() const;

 Q_SIGNALS:
  /// The user scrolled; not sent for scrollToLine and revealLine.
  void scrolled(double firstLine);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void applyTheme();
  void colorMarks();
  void fitMargin();

  std::function<void()> m_colorLexer;
  std::vector<WordRange> m_words;
  Side m_side = Side::kSecond;
  std::pair<long, long> m_span{0, 0};  ///< bytes with a frame
  int m_lastLine = 0;                  ///< first line that is known to the linked side
};

}  // namespace nereid::widgets
