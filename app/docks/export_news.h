// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace nereid::app {

class Docks;
class MessageBar;

/// What docks write to files is told in one way: a line with "Show", or why there is no file.
void tellExports(const Docks& docks, MessageBar& messages, QObject* owner);

}  // namespace nereid::app
