// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_palette.h"

namespace nereid::app {

class ActionRegistry;
class Docks;
class RunFlow;
class Selection;

/// What the palette offers now: commands, plots, runs and the newest episodes; last the commands
/// that cannot be given, with the reason.
/// The objects must outlive the entries.
QList<PaletteEntry> paletteEntries(ActionRegistry& actions, Docks& docks, RunFlow& flow,
                                   Selection& selection);

}  // namespace nereid::app
