// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/verify/processes/channel.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/tensors/bundle.h"

namespace nereid::verify {

/// What an answer of the device brings of its launches; nullopt where nothing or nothing whole.
std::optional<Bundle> stored_by_launches(const Message& answer);

/// Asks the reference for its steps on this input and puts the links beside the artefacts of the
/// verdict: seconds. Whatever fails leaves the verdict without links.
void take_links(Attempt& attempt, const PreparedVariant& variant, const Bundle& launches);

}  // namespace nereid::verify
