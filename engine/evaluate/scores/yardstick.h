// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/config/settings.h"

namespace nereid {

/// How an evaluation judges: scores can be compared where it is the same.
struct Yardstick {
  config::Extensions extensions;
  bool thorough = false;  ///< judge on the extra input variants too; published figures do not
  /// Both set: values are compared by torch.allclose with these, not by the verifier's own bounds.
  std::optional<double> rtol, atol;
  std::string several_blocks = "last";  ///< in one answer: "last" counts, or it is "invalid"
  /// Judges what was rejected for how it came about also as a checker of outputs alone would.
  bool outputs = true;
  /// What speed-ups are against: "eager", "compile" or "min" of both. Empty: nothing is timed.
  std::string baseline;
  /// A name of verify::modelled_devices(): right kernels get a modelled speed for it. Empty: none.
  std::string modelled_device;
};

/// What decides whether an answer is right, in words: "multi_input true, ...".
std::string strictness_text(const Yardstick& yardstick);

}  // namespace nereid
