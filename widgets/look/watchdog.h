// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace nereid::widgets {

/// Measures the longest time for which the GUI thread did not get back to its event loop. GUI
/// thread only. A timer of a few milliseconds is compared with the clock: what it comes late is
/// time spent elsewhere. The processor time of this thread tells work apart from a machine that was
/// busy with something else.
class GuiWatchdog : public QObject {
  Q_OBJECT

 public:
  explicit GuiWatchdog(QObject* parent = nullptr);
  void start();
  void stop();
  void reset();
  double longestBlockMs() const { return m_longestBlockMs; }  ///< wall time
  double longestBusyMs() const {
    return m_longestBusyMs;
  }  ///< processor time of this thread in one gap
  qint64 ticks() const { return m_ticks; }

 private:
  void tick();
  static double threadMs();

  QTimer m_timer;
  QElapsedTimer m_wall;
  double m_lastWallMs = 0;
  double m_lastThreadMs = 0;
  double m_longestBlockMs = 0;
  double m_longestBusyMs = 0;
  qint64 m_ticks = 0;
};

}  // namespace nereid::widgets
