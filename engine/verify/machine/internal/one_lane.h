// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {

/// Whether a region has no control flow, so that it can run over all lanes at once.
bool is_plain(const Region& region);

/// Runs the steps of a region for one lane, whose arguments lie at its places; `done` counts steps.
/// False: it does not end, which `step` of the kernel is blamed for, or the kernel has stopped.
bool run_one_lane(const Step& step, Frame& frame, std::uint32_t begin, std::uint32_t end,
                  std::uint64_t& done);

}  // namespace nereid::verify::machine
