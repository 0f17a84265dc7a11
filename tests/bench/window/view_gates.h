// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "tests/app/window_fixture.h"
#include "tests/bench/window/table.h"

/// The gates that are measured inside the window: how long its thread was away from its event loop,
/// and how soon something was there. Each opens what it needs and adds its rows.
class ViewGates {
 public:
  ViewGates(GateTable& table, int rounds) : m_table(table), m_rounds(rounds) {}

  void replot();
  void openLargeRecord(const QString& record);
  /// 100,000 points a second for so many seconds.
  void streamPoints(int seconds);
  void showManyRuns(int runs);
  void showLongEpisode(int tokens);
  void openLaunchDialog();

 private:
  struct Turn {
    Reading longest;
    double ms = 0;  ///< until it was done
  };
  /// Does it and turns the event loop until `isDone`.
  std::optional<Turn> watch(const std::function<void()>& work, const std::function<bool()>& isDone);
  /// Each workspace in turn, with the large record open.
  void walkWorkspaces(const QString& record, const std::string& what);
  void addTurn(const std::string& what, std::vector<Reading> turns);
  nereid::app::MainWindow& window() { return m_fixture.window(); }
  bool openWindow();
  bool isShown(int rows, double lastStep);

  GateTable& m_table;
  int m_rounds;
  WindowFixture m_fixture;
};
