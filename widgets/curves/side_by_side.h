// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace nereid::widgets {

/// Calls `work(first, last)` for ranges that make up [0, count), from this thread and, where that
/// is worth their start, from others beside it; returns when all is done. `atLeast`: what a thread
/// should have to do. For work in the time of a frame, which must not wait in the queue of a pool.
void sideBySide(int count, int atLeast, const std::function<void(int first, int last)>& work);

}  // namespace nereid::widgets
