// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QMargins>
#include <QWidget>

#include "widgets/look/theme.h"

class QAbstractButton;
class QAbstractItemView;
class QAction;
class QMenu;
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

/// The mark of a menu at the right of a button's words. The menu itself goes on reading as the
/// language does.
void setMenuMark(QAbstractButton* button, QMenu* menu);
/// As much of a line as fits, with "\u2026" for the rest; a number is whole, with its unit, or not
/// there at all.
QString elidedWords(const QFontMetrics& metrics, const QString& line, int width);

/// A press of the mouse where no row is: Qt would take the mark of the chosen one away.
bool isClickBeside(const QAbstractItemView& view, const QEvent& event);

/// Lays out `owner` as a column without margins and gaps.
QVBoxLayout* tightColumn(QWidget* owner);
/// An action as quiet text that Tab reaches, as in the heads of docks.
QToolButton* textButton(QAction* action, QWidget* parent);

}  // namespace nereid::widgets
