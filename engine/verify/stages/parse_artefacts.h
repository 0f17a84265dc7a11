// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/artefacts.h"

namespace nereid::verify {

inline constexpr std::size_t kMaxKernels = 256;  ///< that a compiler's answer may tell of

/// Reads the memory file "artefacts" of the compiler (PROTOCOL.md): the levels of each kernel, in
/// order, without cubins. Foreign text; kInvalidArgument or kCorrupt says what is wrong with it.
Result<std::vector<KernelArtefacts>> parse_artefacts(std::string_view text);

}  // namespace nereid::verify
