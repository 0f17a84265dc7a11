// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace nereid::app {

/// Asked when the window closes while a run goes. Enter takes the first answer, Escape the last.
class CloseQuestion : public QDialog {
  Q_OBJECT

 public:
  enum class Answer { kStopAndClose, kKeepRunning, kCancel };

  CloseQuestion(const QString& runName, qint64 step, int waiting, QWidget* parent);
  Answer answer() const { return m_answer; }

 private:
  Answer m_answer = Answer::kCancel;
};

}  // namespace nereid::app
