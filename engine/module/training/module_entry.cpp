// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/module/module_abi.h"

extern "C" __attribute__((visibility("default"))) nereid::TrainingModule*
nereid_open_training_module(int abi) {
  return abi == nereid::kModuleAbi ? &nereid::training_module() : nullptr;
}
