// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>

class QWidget;

namespace nereid::widgets {

/// Contents margins of a label (or another frame) for good. Qt takes a frame's margins away when
/// the style changes while the frame is smaller than them, as labels are that were not shown yet.
void keepMargins(QWidget* label, const QMargins& margins);

}  // namespace nereid::widgets
