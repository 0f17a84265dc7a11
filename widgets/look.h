// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/theme.h"

class QTabBar;

namespace nereid::widgets {

enum class FontKind { kText, kStrong, kSmall, kCode };

/// Gives a widget a font of the theme for good. With an application style sheet Qt forgets fonts
/// and palettes of widgets whose ancestors move to another parent, as docks do; these two put them
/// back, and follow theme changes.
void keepFont(QWidget* widget, FontKind kind);
/// The same for the colour of its text.
void keepRole(QWidget* widget, Role role);
/// Tabs as text with a line below the chosen one, like those of the docks.
void keepTabLook(QTabBar* bar);

}  // namespace nereid::widgets
