// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageLogContext>
#include <QString>

namespace nereid::widgets {

/// For qInstallMessageHandler: messages go to standard error as Qt would write them, but for what
/// it says of a place that nobody can or need mend: a platform without windows, a user who has no
/// session (root, a service, ssh).
void dropPlatformNoise(QtMsgType type, const QMessageLogContext& context, const QString& message);

}  // namespace nereid::widgets
