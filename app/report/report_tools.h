// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <thread>

#include "engine/base/result.h"
#include "engine/report/run_report.h"

class QWidget;

namespace nereid::app {

struct Desk;
class MessageBar;

/// Writes the report on the shown run, as `nereid report` does, on a thread of its own. GUI thread
/// only.
class ReportTools : public QObject {
  Q_OBJECT

 public:
  ReportTools(QWidget* window, Desk& desk, MessageBar& messages);
  ~ReportTools() override;

  /// Into a folder; false while one is being written, and without a run.
  bool write(const QString& folder);

 Q_SIGNALS:
  void written(bool isThere);

 private:
  void askForFolder();
  void take(const Result<report::ReportFiles>& files);
  void refreshAction();

  QWidget* m_window;
  Desk& m_desk;
  MessageBar& m_messages;
  std::thread m_thread;
};

}  // namespace nereid::app
