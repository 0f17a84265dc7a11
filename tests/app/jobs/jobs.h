// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/user.h"
#include "tests/app/window_fixture.h"

/// The jobs that Nereid is there for, one function each, from an empty home to what the user
/// wanted, by keys and clicks alone. What came of it is read from the screen and from the files.
/// Each is a test of its own (app/jobs/launch ...), in a process of its own.
class TestJobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void launch();
  void monitor();
  void stopAndContinue();
  void phases();
  void examples();
  void replayEvaluations();
  void inspect();
  void reproduce();
  void replay();
  void compareRuns();
  void comparePhases();
  void exportFiles();

 private:
  /// Starts the program as `nereid` does without arguments.
  bool openProgram();
  nereid::app::MainWindow& window() { return m_fixture->window(); }
  template <class View>
  View& view(const char* id) {
    return *window().docks().view<View>(id);
  }
  QString folder() const { return m_fixture->folder(); }
  /// The only run of the runs folder.
  QString onlyRun() const;
  void openExample();
  /// Through the launch dialog: the pocket recipe with one prompt of two answers a step.
  void startSmallRun(int steps);
  /// The same with the phases sft and best_of_n of so many steps each.
  void startPhasedRun(int steps);
  /// Of a run in the list of runs: its validation after a step, and the replay of an answer there.
  void replayEvaluation(const QString& run, int step);
  /// On the page of all settings of the launch dialog.
  void set(const QList<std::pair<QString, QString>>& settings);
  /// Types a filter of the episodes and clicks the first row.
  void chooseEpisode(const QString& filter);
  /// The evidence of an episode of the example run that was rejected for wrong values.
  void chooseWrongValues();

  std::unique_ptr<WindowFixture> m_fixture;
  User m_user;
};

constexpr int kRunMs = 180'000;  ///< libtorch, the model and the zygotes on a busy machine
