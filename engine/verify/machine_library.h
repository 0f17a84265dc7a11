// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace nereid::verify {

/// libnereid_machine.so, the kernel machine for the harness: $NEREID_MACHINE_LIB, else beside
/// `sandbox_library`.
std::filesystem::path machine_library(const std::filesystem::path& sandbox_library);

}  // namespace nereid::verify
