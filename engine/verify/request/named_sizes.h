// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::verify {

/// Whole numbers from 129 to 65536 that a candidate's text names, as `4096` or as `1 << 12`, each
/// once and rising: what it may compare a size with, or how long a block is at most.
std::vector<std::int64_t> sizes_named(std::string_view text);

/// Those of them beyond every size of the inputs that are judged in any case.
std::vector<std::int64_t> sizes_beyond(std::string_view text,
                                       const std::vector<InputResult>& inputs);

}  // namespace nereid::verify
