// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QWidget>

#include "widgets/look/theme.h"

class QAction;
class QTabBar;
class QToolButton;
class QVBoxLayout;

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
/// Contents margins of a label (or another frame) for good. Qt takes a frame's margins away when
/// the style changes while the frame is smaller than them, as labels are that were not shown yet.
void keepMargins(QWidget* label, const QMargins& margins);

/// Lays out `owner` as a column without margins and gaps.
QVBoxLayout* tightColumn(QWidget* owner);
/// An action as quiet text that Tab reaches, as in the heads of docks.
QToolButton* textButton(QAction* action, QWidget* parent);

}  // namespace nereid::widgets
