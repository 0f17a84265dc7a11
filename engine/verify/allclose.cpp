// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/allclose.h"

#include <fmt/format.h>

namespace nereid::verify {

std::string rule_text(const std::optional<Allclose>& rule) {
  return rule ? fmt::format("allclose rtol {:g} atol {:g}", rule->rtol, rule->atol) : std::string();
}

}  // namespace nereid::verify
