// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify {

/// What an sm_NN cubin says about one kernel; the numbers of `cuobjdump -res-usage`.
struct CubinKernel {
  std::string name;
  int registers = 0;
  std::int64_t stack_bytes = 0;   ///< frame in local memory per thread: spills and local arrays
  std::int64_t shared_bytes = 0;  ///< static shared memory
};

/// Reads the kernels out of a cubin (a 64-bit little-endian ELF file for the machine "CUDA").
/// Foreign bytes: every offset is checked. kCorrupt says what is wrong.
Result<std::vector<CubinKernel>> read_cubin(std::span<const std::byte> bytes);

}  // namespace nereid::verify
