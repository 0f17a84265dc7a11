// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

namespace nereid::verify {

/// NVIDIA's compute-sanitizer, which VerifyOptions::audit needs: $NEREID_COMPUTE_SANITIZER, else
/// that of the PATH, else that of the CUDA toolkit in its usual folder.
std::optional<std::filesystem::path> find_compute_sanitizer();

}  // namespace nereid::verify
