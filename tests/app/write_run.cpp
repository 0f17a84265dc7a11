// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the recorded run of the tests for a look at it: write_run FOLDER NAME STEPS
#include <cstdio>
#include <cstdlib>

#include "tests/app/recorded_run.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: write_run FOLDER NAME STEPS\n");
    return 2;
  }
  const QString run = writeRecordedRun(QString::fromLocal8Bit(argv[1]),
                                       QString::fromLocal8Bit(argv[2]), std::atoi(argv[3]));
  return run.isEmpty() ? 2 : 0;
}
