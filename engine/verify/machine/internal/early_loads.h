// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_map>

#include "engine/verify/machine/internal/code.h"

namespace nereid::verify::machine {

/// The loads of an scf.for that Triton's compiler makes iterations before their own, and so before
/// what the iterations in between store. None of a loop that stores nothing.
///
/// After Triton 3.6 (AssignLatencies.cpp, ScheduleLoops.cpp), for an NVIDIA GPU. A loop is
/// pipelined if no loop and no barrier is in it and each value that it carries is made in it; of
/// its loads those that products of matrices depend on, or all if it has no product and its own
/// tt.num_stages. Nothing in it is if one of these loads needs what a late operation of the
/// iteration before makes. Loads in a branch are none. What a load of less than 4 bytes in a row
/// does is not known here: it counts as a longer one.
std::unordered_map<const Operation*, EarlyLoad> early_loads(const Operation& loop,
                                                            const Function& function);
/// Whether an operation changes memory.
bool changes_memory(const Operation& operation);

}  // namespace nereid::verify::machine
