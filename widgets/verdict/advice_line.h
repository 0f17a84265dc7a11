// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "engine/advise/advice.h"

class QAction;
class QToolButton;

namespace nereid::widgets {

class ElidedLabel;
class StatusChip;

/// What a served model said about a candidate, marked as advice that decides nothing; or that it is
/// being asked, or why there is no answer. Hidden while there is nothing to say. GUI thread only.
class AdviceLine : public QFrame {
  Q_OBJECT

 public:
  explicit AdviceLine(QWidget* parent = nullptr);

  void showNothing();
  /// The model's words are untrusted: shown as plain text.
  void showAdvice(const advise::Advice& advice);
  void showAsking(const QString& model);
  void showProblem(const QString& message);
  QString text() const;  ///< of the line, without its mark; empty while hidden

 Q_SIGNALS:
  void cancelRequested();
  void askRequested();  ///< once more, after a problem

 private:
  void setLine(const QString& mark, const QString& text, const QString& tip);

  StatusChip* m_mark;
  ElidedLabel* m_text;
  QAction* m_cancel;
  QAction* m_again;
  QToolButton* m_cancelButton;
  QToolButton* m_againButton;
};

}  // namespace nereid::widgets
