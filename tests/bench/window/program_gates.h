// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "tests/bench/window/table.h"

/// The gates that are measured on the real program from outside.
class ProgramGates {
 public:
  ProgramGates(GateTable& table, QString binary, int rounds);

  /// Cold and warm, offscreen and on an X server, with a run and without.
  void firstPaint(const QString& run);
  /// Processor time of the idle program in each workspace, beside a run that is paused and one that
  /// grows slowly; and its memory with a large record and without.
  void idle(const QString& run, const QString& large, int seconds);
  /// The run that the program comes with, for so many seconds: first reward, a step, what it
  /// learns.
  void pocketRun(int seconds, int seed);

 private:
  void firstPaint(const QString& run, const QString& display);

  GateTable& m_table;
  QString m_binary;
  int m_rounds;
};
