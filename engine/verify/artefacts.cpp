// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/artefacts.h"

namespace nereid::verify {

const PlaceStack& CompilerLevel::places(std::size_t row) const {
  static const PlaceStack kNone;
  const bool is_known =
      row < rows.size() && rows[row] >= 0 && static_cast<std::size_t>(rows[row]) < stacks.size();
  return is_known ? stacks[static_cast<std::size_t>(rows[row])] : kNone;
}

}  // namespace nereid::verify
