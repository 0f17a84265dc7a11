// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/record/episode.h"
#include "widgets/code/line_diff.h"

class QAction;
class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CodeEditor;
class EmptyState;
class FindBar;
class ReasonLine;
class PanelHead;

/// The PyTorch reference and the candidate side by side.
/// F8 / Shift+F8: next / previous difference; Ctrl+F: find in the side that has the focus.
class CodeCompare : public QWidget {
  Q_OBJECT

 public:
  explicit CodeCompare(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }

  void clear();
  void setEpisode(const record::Episode& episode, int groupSize = 0);
  /// Compares candidates instead: what it is called, and what it says while there are none. Nothing
  /// can be verified again here.
  void usePairs();
  /// A line of somebody else's about the episode, between head and sources; becomes a child.
  void setLineBelowHead(QWidget* line);
  /// Leaves F8 and Shift+F8 to a window that has commands of its own with these keys.
  void leaveDifferenceKeys();
  /// Two candidates with their differing words marked.
  void setCandidates(const record::Episode& left, const record::Episode& right);
  /// Texts alone, e.g. for two candidates.
  void setTexts(const QString& left, const QString& right);
  void setSideTitles(const QString& left, const QString& right);

  bool isLinked() const;
  void setLinked(bool linked);
  bool areMarksShown() const;
  void setMarksShown(bool shown);
  void nextDifference();
  void previousDifference();
  int currentDifference() const { return m_hunk; }  ///< -1 before the first jump
  const TextDiff& diff() const { return m_diff; }
  /// "the same source", "1 difference", "12 differences".
  QString differencesText() const;

  CodeEditor* left() const { return m_left; }
  CodeEditor* right() const { return m_right; }
  FindBar* findBar() const { return m_find; }
  EmptyState* emptyState() const { return m_empty; }
  QAction* linkAction() const { return m_linkAction; }
  QAction* marksAction() const { return m_marksAction; }
  QAction* verifyAction() const { return m_verifyAction; }

  /// A verification of the shown candidate goes on: its stage in the head, and "Cancel" in place of
  /// "Verify again". kNone: it waits for its turn; nothing: it is over.
  void setVerifying(std::optional<verify::Stage> stage);
  bool isVerifying() const { return m_isVerifying; }
  /// The accepted answer of the group that is nearest to the shown candidate: what it has at the
  /// line that the reason names stands beside the reason.
  void setNearestAccepted(const record::Episode& accepted);
  ReasonLine* reasonLine() const { return m_reason; }
  /// A line of the candidate, from 1, with the keyboard.
  void goToLine(int line);

 Q_SIGNALS:
  void verifyAgainRequested();
  void cancelRequested();  ///< of a verification that goes on
  /// The next (1) or previous (-1) link by evidence is wanted: a candidate differs from its
  /// reference nearly everywhere.
  void linkRequested(int direction);
  void acceptedRequested();  ///< the nearest accepted answer, beside this one

 private:
  void setupActions();
  void setupEditors();
  void refreshMarks();
  void goTo(int hunk);
  void showTexts(const QString& left, const QString& right, bool isReference);
  void follow(bool fromLeft, double line);

  PanelHead* m_head;
  QLabel* m_leftTitle;
  QLabel* m_rightTitle;
  CodeEditor* m_left;
  CodeEditor* m_right;
  ReasonLine* m_reason;
  FindBar* m_find;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QList<QAction*> m_differenceActions;
  QAction* m_linkAction;
  QAction* m_marksAction;
  QAction* m_verifyAction;
  TextDiff m_diff;
  int m_hunk = -1;
  bool m_pairs = false;
  bool m_isReference = false;  ///< at the left, not another candidate
  bool m_scrolling = false;
  bool m_isVerifying = false;
};

/// "candidate · 28 registers, 0 spills, 2,048 B shared, 4 warps"; sums up several kernels.
QString kernelSummary(const verify::Verdict& verdict);

}  // namespace nereid::widgets
