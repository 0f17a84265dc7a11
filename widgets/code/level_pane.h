// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/verify/artefacts.h"

class QStackedLayout;
class QTabBar;

namespace nereid::widgets {

class CodeEditor;
class EmptyState;
class IrLexer;

/// One form of a kernel, chosen by tabs from TTIR to SASS, read-only, with what comes from a place
/// of the candidate marked: a band for its lines, and an arrow for what is of the very expression.
class LevelPane : public QWidget {
  Q_OBJECT

 public:
  LevelPane(const QString& accessibleName, const QString& levelName, int level, QWidget* parent);
  CodeEditor* editor() const { return m_editor; }
  QTabBar* levelBar() const { return m_levels; }
  bool isShowingText() const;

  /// Null: none. The kernel must live until another is set.
  void setKernel(const verify::KernelArtefacts* kernel);
  /// Null if the compiler did not get that far.
  const verify::CompilerLevel* level() const;
  QString levelName() const;  ///< "PTX"

  /// What comes from the line of this place; `reveal` brings the first into sight, unless one is
  /// there already. Line 0: nothing.
  void highlight(const verify::SourcePlace& place, bool reveal);
  int highlightedLines() const;
  int exactLines() const;
  /// Moves the cursor to the next (1) or previous (-1) highlighted line, around the ends; false if
  /// there is none.
  bool goToLinked(int direction);
  /// Where a row comes from; innermost place of the candidate, line 0 if none.
  verify::SourcePlace placeOf(int row) const;
  /// The smallest expression of the candidate that something here comes from and that holds the
  /// byte `column` of a line; the line alone where there is none.
  verify::SourcePlace placeAt(int line, int column) const;
  /// Row of the cursor.
  int currentRow() const;
  /// The inlined functions that a row comes through: "standard.py:263, called in line 10".
  QString storyOf(int row) const;

 Q_SIGNALS:
  void levelChanged();
  /// The user went to another row.
  void rowChosen(int row);

 private:
  void showLevel();
  void followCursor(int row);
  const verify::PlaceStack& stackOf(std::size_t row) const;

  QTabBar* m_levels;
  CodeEditor* m_editor;
  IrLexer* m_lexer;
  EmptyState* m_absent;  ///< in place of a text that was not kept
  QStackedLayout* m_texts;
  const verify::KernelArtefacts* m_kernel = nullptr;
  std::vector<verify::PlaceStack> m_plain;  ///< of lines alone, where no stacks were kept
  std::vector<int> m_rows;                  ///< highlighted
  int m_row = 0;                            ///< of the cursor, as far as known
  bool m_filling = false;
};

}  // namespace nereid::widgets
