// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

/// A text that a widget shows, and where.
struct ShownText {
  const QWidget* widget;
  QString text;
  QString place;        ///< "QPushButton start", "QHeaderView column 2"
  int room = -1;        ///< pixels that the text has; -1: it may be elided, or wraps
  int needed = 0;       ///< pixels that it needs
  bool isHint = false;  ///< tooltip or placeholder
};

/// Every text of the visible widgets under `root` that belongs to the interface: labels, buttons,
/// tabs, heads of tables, choices, tooltips, placeholders, titles. Not cells and editors: data.
QList<ShownText> shownTexts(QWidget* root);

/// Those that have less room than they need and neither elide with a tooltip nor wrap, and widgets
/// that stand partly outside their parent, as lines.
QStringList clippedTexts(QWidget* root);
