// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid::widgets {

/// For so long what is read of many runs is gathered before it is told.
inline constexpr int kGatherMs = 150;

}  // namespace nereid::widgets
