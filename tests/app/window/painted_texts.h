// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

/// Painted words that are cut, as lines: by the box that they were painted into, by the edge of
/// their widget, or by an ellipsis; and words of a plot that stand on each other. For every visible
/// widget under `root` that paints itself (plots, charts, timelines, chips, delegates), by painting
/// it once more onto a device that keeps texts. Editors are left out, as their texts are data; an
/// ellipsis is no fault in cells of a table that hold words, in labels that then get a tooltip, and
/// in boxes as wide as what they stand for. A number is never cut.
QStringList cutPaintedTexts(QWidget* root);
