// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "engine/verify/verdict.h"
#include "widgets/words/problem_lines.h"

class QHBoxLayout;
class QToolButton;

namespace nereid::widgets {
class ElidedLabel;
class StagePipsWidget;
}  // namespace nereid::widgets

namespace nereid::app {

/// What came of the last judgement, or how far the one under way is: pips, words, seconds, a way to
/// the line that the reason names and one to end it. GUI thread only.
class VerdictLine : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictLine(QWidget* parent = nullptr);
  /// More controls at the right.
  void addWidget(QWidget* widget);

  void showNothing();
  void showMessage(const QString& text);
  /// Begins to count seconds.
  void showWaiting();
  void showStage(verify::Stage stage);
  void showVerdict(const verify::Verdict& verdict);
  /// The verdict is on another text than the editors hold now.
  void setStale(bool stale);
  bool isStale() const { return m_stale; }
  bool isWaiting() const { return m_tick.isActive(); }
  QString text() const;
  QToolButton* lineButton() const { return m_line; }
  QToolButton* cancelButton() const { return m_cancel; }

 Q_SIGNALS:
  void lineRequested();
  void cancelRequested();

 private:
  void stopWaiting();
  void refreshWaiting();
  void refresh();

  QHBoxLayout* m_layout;
  widgets::StagePipsWidget* m_pips;
  widgets::ElidedLabel* m_text;
  QToolButton* m_line;
  QToolButton* m_cancel;
  QTimer m_tick;
  QElapsedTimer m_since;
  double m_lastMs = 0;  ///< that the judgement before took
  verify::Stage m_stage = verify::Stage::kNone;
  QString m_words;
  bool m_stale = false;
  bool m_hasVerdict = false;
};

}  // namespace nereid::app
