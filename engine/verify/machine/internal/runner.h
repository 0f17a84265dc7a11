// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {

class Recorder;

/// Runs all programs of a launch. Their order, and the length of their turns where they can see one
/// another, come from the seed. Returns the steps that were run.
/// `recorder`: is told what its program does.
std::uint64_t run_programs(const Code& code, const Launch& launch, Memory& memory,
                           Recorder* recorder = nullptr);

}  // namespace nereid::verify::machine
