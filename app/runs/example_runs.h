// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace nereid::app {

/// A recorded run that comes with Nereid, in the language of the window.
struct ExampleRun {
  QString folder;
  QString title;
  QString sentence;  ///< what can be seen in it; may be empty
};

/// Those of resources/runs, in the order that they ask for. Opens no record.
QList<ExampleRun> exampleRuns();
/// Folder of the first one, empty if none is installed.
QString exampleRun();
/// "sft, best_of_n · 48 steps · 960 episodes · 4 evaluations · 2.1 MB", or why the record cannot be
/// read. Opens the record; call it on a worker thread.
QString exampleFacts(const QString& folder);

}  // namespace nereid::app
