// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/module/module.h"

namespace nereid {

/// TrainingModule::ask.
Result<std::unique_ptr<AskedModel>> load_asked(const AskRequest& request);

}  // namespace nereid
