// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/yardstick.h"

#include <fmt/format.h>

namespace nereid {

std::string strictness_text(const Yardstick& yardstick) {
  std::string text = fmt::format("multi_input {}, staged_evaluation {}, thorough {}",
                                 yardstick.extensions.multi_input,
                                 yardstick.extensions.staged_evaluation, yardstick.thorough);
  if (yardstick.rtol && yardstick.atol)
    text += fmt::format(", allclose rtol {} atol {}", *yardstick.rtol, *yardstick.atol);
  return text;
}

}  // namespace nereid
