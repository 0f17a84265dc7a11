// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot's header is written with Qt's keyword macros, which we keep out of everything else.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
// NOLINTNEXTLINE(bugprone-macro-parentheses): a loop header takes no parentheses
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
#undef emit
#undef slots
#undef signals
