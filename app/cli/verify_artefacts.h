// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::app {

/// Writes what the compiler made of each kernel into `folder`, which is made if need be:
/// KERNEL.ttir, .ttgir, .llir, .ptx, .sass and .cubin (KERNEL-2 and so on for further
/// specialisations of one kernel), and kernels.json with the facts, the names of the files and, for
/// each line of a text, the line of the candidate's file. Files of these names are replaced.
Result<void> write_artefacts(const verify::Verdict& verdict, const std::filesystem::path& folder);

}  // namespace nereid::app
