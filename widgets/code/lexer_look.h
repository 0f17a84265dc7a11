// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

#include "widgets/code/qsci.h"

namespace nereid::widgets {

/// Gives a lexer the theme's code font, paper and text colour for all styles; returns the font, for
/// styles that vary it.
QFont applyLexerLook(QsciLexer& lexer);

}  // namespace nereid::widgets
