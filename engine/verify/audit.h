// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace nereid::verify {

/// NVIDIA's compute-sanitizer, which VerifyOptions::audit needs: $NEREID_COMPUTE_SANITIZER, else
/// that of the PATH, else that of the CUDA toolkit in its usual folder.
std::optional<std::filesystem::path> find_compute_sanitizer();

/// Empty if VerifyOptions::audit can be had on this machine, else what is missing.
std::string why_no_audit();

}  // namespace nereid::verify
