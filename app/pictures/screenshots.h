// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/workbench_options.h"

namespace nereid::app {

class MainWindow;

/// Writes every view (app/pictures/pictures.h) as PNG, light and dark: monitor-light.png, ...
/// (monitor-light@2x.png at scale 2). Returns the program's exit status; what fails is said on
/// standard error.
int takeScreenshots(MainWindow& window, const WorkbenchOptions& options);
/// Prints the names of the views, one a line.
int listScreenshots();

}  // namespace nereid::app
