// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/workbench_options.h"

namespace nereid::app {

/// Opens the workbench (or renders it to PNGs) and returns the program's exit status. A build
/// without Qt has a second implementation that says so.
int run_workbench(const WorkbenchOptions& options, int argc, char** argv);

}  // namespace nereid::app
