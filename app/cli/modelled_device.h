// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nereid::app {

/// The check of an option --modelled-device: empty for a name of verify::modelled_devices() and for
/// "none", else what is wrong.
std::string check_modelled_device(const std::string& name);

}  // namespace nereid::app
