// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {

/// Whether outcomes of a comparison are still to be noted: it has not had both.
inline bool is_open(const Compared& seen) {
  return !seen.was_true || !seen.was_false;
}

/// Notes `n` outcomes (a byte each).
void note_outcomes(Compared& seen, const std::uint8_t* outcomes, std::size_t n);

/// Likewise of a comparison, and how far its operands reached: finite numbers alone.
void note_compared(Compared& seen, const NotedComparison& comparison, const std::uint8_t* outcomes,
                   const std::byte* left, const std::byte* right, std::size_t n);

}  // namespace nereid::verify::machine
