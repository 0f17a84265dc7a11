// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace nereid::app {

/// Tells somebody who looks at another window: through the desktop's notifications (notify-send, if
/// the machine has it) and a mark at the window's entry in the task bar. Nothing while `window` is
/// in front. GUI thread only.
void notifyDesktop(QWidget* window, const QString& title, const QString& text);

}  // namespace nereid::app
