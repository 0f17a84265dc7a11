// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/verify/artefacts.h"
#include "engine/verify/verdict.h"

class QComboBox;
class QLabel;
class QStackedLayout;
class QTabBar;

namespace nereid::widgets {

class CodeEditor;
class EmptyState;
class FindBar;
class IrLexer;
class PanelHead;

/// What the compiler made of each kernel: TTIR, TTGIR, LLIR, PTX and SASS, read-only, each line
/// linked with the line of the candidate that it comes from. Ctrl+F finds.
class LevelView : public QWidget {
  Q_OBJECT

 public:
  explicit LevelView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  CodeEditor* editor() const { return m_editor; }
  QComboBox* kernelBox() const { return m_kernels; }
  QTabBar* levelBar() const { return m_levels; }
  EmptyState* emptyState() const { return m_empty; }
  bool isShowingText() const;

  void clear();
  /// Keeps kernel and level if the new verdict has them too.
  void setVerdict(const verify::Verdict& verdict);
  /// Highlights what comes from this line of the candidate (from 1; 0 = nothing) and brings it into
  /// sight.
  void showSourceLine(int line);
  int sourceLine() const { return m_sourceLine; }  ///< that is highlighted, 0 if none
  int highlightedLines() const;                    ///< for tests
  /// Writes the text that is shown; false with the problem.
  bool saveTo(const QString& file, QString* problem);
  QString suggestedFileName() const;  ///< "softmax_kernel.ptx"

 public Q_SLOTS:
  void copyText();
  void saveText();

 Q_SIGNALS:
  /// The user went to a line that comes from this line of the candidate (from 1; 0 = from none).
  void sourceLineSelected(int line);
  void verifyRequested();
  void failed(const QString& message);

 private:
  void setupActions();
  void setupBar();
  void showLevel();
  void followCursor(int row);
  void highlight(bool reveal);
  const verify::CompilerLevel* current() const;
  void refreshNote();

  PanelHead* m_head;
  QComboBox* m_kernels;
  QTabBar* m_levels;
  CodeEditor* m_editor;
  IrLexer* m_lexer;
  FindBar* m_find;
  QLabel* m_note;
  EmptyState* m_empty;
  EmptyState* m_absent;  ///< in place of a text that was not kept
  QStackedLayout* m_pages;
  QStackedLayout* m_texts;
  QList<QAction*> m_textActions;
  std::shared_ptr<const verify::Artefacts> m_artefacts;
  int m_sourceLine = 0;
  int m_row = 0;  ///< of the cursor, as far as known
  bool m_filling = false;
};

}  // namespace nereid::widgets
