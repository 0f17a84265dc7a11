// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/watchdog.h"

#include <time.h>

#include <algorithm>

namespace nereid::widgets {

namespace {
constexpr int kTickMs = 4;
}

GuiWatchdog::GuiWatchdog(QObject* parent) : QObject(parent) {
  m_timer.setTimerType(Qt::PreciseTimer);
  m_timer.setInterval(kTickMs);
  connect(&m_timer, &QTimer::timeout, this, &GuiWatchdog::tick);
}

void GuiWatchdog::start() {
  reset();
  m_timer.start();
}

void GuiWatchdog::stop() {
  m_timer.stop();
}

void GuiWatchdog::reset() {
  m_wall.start();
  m_lastWallMs = 0;
  m_lastThreadMs = threadMs();
  m_longestBlockMs = 0;
  m_longestBusyMs = 0;
  m_ticks = 0;
}

void GuiWatchdog::tick() {
  const double wall = static_cast<double>(m_wall.nsecsElapsed()) / 1e6;
  const double busy = threadMs();
  m_longestBlockMs = std::max(m_longestBlockMs, wall - m_lastWallMs - kTickMs);
  m_longestBusyMs = std::max(m_longestBusyMs, busy - m_lastThreadMs);
  m_lastWallMs = wall;
  m_lastThreadMs = busy;
  ++m_ticks;
}

double GuiWatchdog::threadMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace nereid::widgets
