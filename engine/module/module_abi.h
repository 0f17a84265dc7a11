// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/module/module.h"

namespace nereid {

/// Changes with every release that changes a type which crosses the border; both sides compare it.
inline constexpr int kModuleAbi = 5;
/// The one symbol of libnereid_training.so. nullptr for another kModuleAbi. The module lives until
/// exit.
inline constexpr const char* kOpenTrainingModule = "nereid_open_training_module";
using OpenTrainingModule = TrainingModule*(int abi);

/// What that symbol returns (engine/module/training/module_training.cpp).
TrainingModule& training_module();

}  // namespace nereid
