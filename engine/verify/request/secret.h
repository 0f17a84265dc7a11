// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/result.h"

namespace nereid::verify {

/// The random text in `file`, which is made (for its owner alone) if it is not there. Safe while
/// other processes do the same. kCorrupt if it is too short to be a secret.
Result<std::string> installation_secret(const std::filesystem::path& file);

}  // namespace nereid::verify
