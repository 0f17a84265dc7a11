// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/modelled_device.h"

#include <fmt/format.h>

#include "engine/verify/modelled.h"

namespace nereid::app {

std::string check_modelled_device(const std::string& name) {
  if (name.empty() || name == "none" || verify::find_modelled_device(name) != nullptr) return {};
  return fmt::format("unknown device \"{}\": expected none or one of {}", name,
                     verify::modelled_device_names());
}

}  // namespace nereid::app
