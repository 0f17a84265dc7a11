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
class LevelPane;
class PanelHead;

/// What the compiler made of each kernel: TTIR, TTGIR, LLIR, PTX and SASS, read-only, one of them
/// or two side by side, linked with each other and with the candidate by file, line and column.
/// Ctrl+F finds; F7 and Shift+F7 walk through what comes from one place.
class LevelView : public QWidget {
  Q_OBJECT

 public:
  explicit LevelView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  LevelPane* pane() const { return m_pane; }
  LevelPane* secondPane() const { return m_second; }
  CodeEditor* editor() const;  ///< of the first pane
  QTabBar* levelBar() const;   ///< of the first pane
  QComboBox* kernelBox() const { return m_kernels; }
  EmptyState* emptyState() const { return m_empty; }
  QAction* besideAction() const { return m_beside; }
  bool isShowingText() const;

  void clear();
  /// Keeps kernel and level if the new verdict has them too.
  void setVerdict(const verify::Verdict& verdict);
  /// Highlights what comes from this line of the candidate (from 1; 0 = nothing) and brings it into
  /// sight; with a byte of the line, the smallest expression there that something comes from.
  void showSourceLine(int line, int column = -1);
  /// The same for a place; one without an end is what a cursor says.
  void showPlace(const verify::SourcePlace& place);
  int sourceLine() const { return m_place.line; }  ///< that is highlighted, 0 if none
  const verify::SourcePlace& sourcePlace() const { return m_place; }
  int highlightedLines() const;  ///< in the first pane, for tests
  /// Moves the cursor of the pane with the keyboard (else the first) through what is highlighted.
  bool goToLinked(int direction);
  /// Moves the keyboard to the other pane, at what is linked with this one; false if there is one.
  bool goToOtherPane();
  /// Gives the keyboard to the pane it had last.
  void takeFocus();
  /// Writes the text that is shown; false with the problem.
  bool saveTo(const QString& file, QString* problem);
  QString suggestedFileName() const;  ///< "softmax_kernel.ptx"

 public Q_SLOTS:
  void copyText();
  void saveText();

 Q_SIGNALS:
  /// The user went to a line that comes from this line of the candidate (from 1; 0 = from none).
  void sourceLineSelected(int line);
  /// The same, with the expression as far as known.
  void sourcePlaceSelected(const nereid::verify::SourcePlace& place);
  void verifyRequested();
  void exported(const QString& file);
  void failed(const QString& message);

 private:
  void setupActions();
  void setupPanes();
  void showKernel();
  void choose(LevelPane* pane, int row);
  void highlight(LevelPane* quiet);
  void setBeside(bool beside);
  LevelPane* active() const;
  void refreshNote();

  PanelHead* m_head;
  QComboBox* m_kernels;
  LevelPane* m_pane;
  LevelPane* m_second;
  FindBar* m_find;
  QLabel* m_note;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QAction* m_beside = nullptr;
  QList<QAction*> m_textActions;
  std::shared_ptr<const verify::Artefacts> m_artefacts;
  verify::SourcePlace m_place;  ///< that is highlighted
  bool m_isSecond = false;      ///< the second pane had the keyboard last
  bool m_filling = false;
};

}  // namespace nereid::widgets
