// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/config/settings.h"

/// Writes a finished run with the record room's own writer: `steps` steps with two groups of four
/// completions, some accepted, some rejected at each stage. Returns the folder, or an empty text
/// with a line on standard error.
QString writeRecordedRun(const QString& parent, const QString& name, int steps,
                         nereid::config::RunConfig settings = {});
