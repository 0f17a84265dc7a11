// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "app/desk/docks.h"

namespace nereid::app {

/// The docks of the window, a row each.
std::span<const DockInfo> dockTable();

}  // namespace nereid::app
