// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace nereid::app {

/// A run folder, the record file in it, or the name of a run under the runs folder.
std::filesystem::path find_run(const std::string& run);

}  // namespace nereid::app
