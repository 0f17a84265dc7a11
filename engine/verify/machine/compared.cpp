// SPDX-License-Identifier: GPL-3.0-or-later
// With what outcomes a kernel compares numbers: what it does for another outcome has not been seen.
#include "engine/verify/machine/internal/compared.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kChunk = 256;  // lanes

// Nothing is added by a NaN or an infinity.
void widen(Range& range, const NotedComparison& comparison, const std::byte* values,
           std::size_t n) {
  std::array<double, kChunk> wide;
  for (std::size_t at = 0; at < n; at += kChunk) {
    const std::size_t count = std::min(kChunk, n - at);
    const void* in = values + at * comparison.bytes;
    if (comparison.wide)
      comparison.wide(wide.data(), &in, count);
    else
      std::memcpy(wide.data(), in, count * sizeof(double));
    for (std::size_t i = 0; i < count; ++i) {
      if (!std::isfinite(wide[i])) continue;
      range.low = std::min(range.low, wide[i]);
      range.high = std::max(range.high, wide[i]);
    }
  }
}

}  // namespace

void note_outcomes(Compared& seen, const std::uint8_t* outcomes, std::size_t n) {
  seen.was_true = seen.was_true || std::any_of(outcomes, outcomes + n, [](auto o) { return o; });
  seen.was_false = seen.was_false || std::any_of(outcomes, outcomes + n, [](auto o) { return !o; });
}

void note_compared(Compared& seen, const NotedComparison& comparison, const std::uint8_t* outcomes,
                   const std::byte* left, const std::byte* right, std::size_t n) {
  note_outcomes(seen, outcomes, n);
  widen(seen.left, comparison, left, n);
  widen(seen.right, comparison, right, n);
}

}  // namespace nereid::verify::machine
