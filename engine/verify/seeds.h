// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace nereid::verify {

/// The seed that stands for one a person has typed. A small one can be tried out by a candidate, so
/// it is mixed with the secret (`secret_seed`); a large one, as a verdict names it, stays and gives
/// the same inputs everywhere.
std::uint64_t seed_for(std::uint64_t typed);

}  // namespace nereid::verify
