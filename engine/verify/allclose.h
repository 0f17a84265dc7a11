// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace nereid::verify {

/// torch.allclose with these numbers in place of the verifier's own bounds. Each element of a
/// floating output is right if |candidate - reference| <= atol + rtol * |reference|, computed in
/// float64; `reference` is PyTorch's own result in the task's dtype, not the float64 one.
/// Infinities must be equal, and NaN stands only where the reference has NaN (equal_nan=True).
/// Integers and booleans are compared bit by bit as ever. The same numbers hold for every input and
/// dtype.
struct Allclose {
  double rtol = 0;  ///< finite, at least 0
  double atol = 0;  ///< finite, at least 0, in the unit of the output
  bool operator==(const Allclose&) const = default;
};

/// Both numbers make a rule, none of them makes none.
inline std::optional<Allclose> allclose_of(const std::optional<double>& rtol,
                                           const std::optional<double>& atol) {
  if (!rtol || !atol) return std::nullopt;
  return Allclose{*rtol, *atol};
}

/// "allclose rtol 0.01 atol 0.001"; "" for the verifier's own bounds.
std::string rule_text(const std::optional<Allclose>& rule);

}  // namespace nereid::verify
