// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/verify/verdict.h"

namespace nereid::verify {

/// How many blocks of a kernel fit on one multiprocessor of compute capability 9.0 at once, and
/// what the limit is. `registers` per thread, `shared_bytes` and `warps` per block. A block that
/// does not fit at all has 0 blocks.
///
/// Source: CUDA C++ Programming Guide, "Technical specifications per compute capability" (64 warps,
/// 32 blocks, 65536 registers, 228 KB of shared memory per multiprocessor, of which 1 KB per block
/// is the system's) and the granularities of the CUDA occupancy calculator (registers by 256 per
/// warp in each of four sub-partitions, shared memory by 128 bytes).
Occupancy occupancy_of(int registers, std::int64_t shared_bytes, int warps);

}  // namespace nereid::verify
