// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nereid::app {

/// Turns SIGINT and SIGTERM into a signal of the event loop. One object per program.
class SignalWatch : public QObject {
  Q_OBJECT

 public:
  explicit SignalWatch(QObject* parent = nullptr);

 Q_SIGNALS:
  void endRequested();
};

}  // namespace nereid::app
