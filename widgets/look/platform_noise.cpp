// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/platform_noise.h"

#include <cstdio>

namespace nereid::widgets {

void dropPlatformNoise(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  for (const char* noise :
       {"This plugin does not support", "QStandardPaths: XDG_RUNTIME_DIR not set, defaulting to"})
    if (message.startsWith(QLatin1String(noise))) return;
  std::fprintf(stderr, "%s\n", qUtf8Printable(qFormatLogMessage(type, context, message)));
}

}  // namespace nereid::widgets
