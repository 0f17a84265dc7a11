// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/config/settings.h"

namespace nereid::config {

struct Contradiction {
  std::string key;      ///< the setting to change
  std::string message;  ///< "expected ..., got ..."
  std::string phase;    ///< in which it is so; empty for the run, and where there is one
};
/// The first pair of settings that do not go together.
std::optional<Contradiction> find_contradiction(const RunConfig& config);

}  // namespace nereid::config
