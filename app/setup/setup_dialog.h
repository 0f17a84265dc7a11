// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/setup/setup_job.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace nereid::app {

/// What one line says of a set-up that goes: "Downloading torch-2.11.0: 1.2 GB of 2.8 GB · 3:10
/// left".
QString setupText(const setup::SetupProgress& progress);

/// Sets the Python environment up: what it is for, what it takes, progress, cancel, what went
/// wrong. Closing it leaves the set-up going.
class SetupDialog : public QDialog {
  Q_OBJECT

 public:
  SetupDialog(SetupJob& job, QWidget* parent);

 private:
  void setupLayout();
  void takeFacts(const SetupFacts& facts);
  void begin();
  void takeProgress(const setup::SetupProgress& progress);
  void takeEnd(bool isReady, const QString& error);
  void showState(const QString& text, bool isError);
  void refreshButtons();

  SetupJob& m_job;
  SetupFacts m_facts;
  bool m_failed = false;  ///< the last set-up did not come to its end
  QLabel* m_about;
  QLabel* m_size;
  QProgressBar* m_progress;
  QLabel* m_state;
  QLabel* m_error;
  QPushButton* m_start;
  QPushButton* m_cancel;
  QPushButton* m_close;
};

}  // namespace nereid::app
