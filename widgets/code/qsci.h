// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QScintilla's headers are written with Qt's keyword macros, which we keep out of everything else.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscilexercustom.h>
#include <Qsci/qscilexerpython.h>
#include <Qsci/qsciscintilla.h>
#undef slots
#undef signals
