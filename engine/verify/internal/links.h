// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/verify/artefacts.h"
#include "engine/verify/internal/bundle.h"
#include "engine/verify/internal/channel.h"

namespace nereid::verify {

struct Attempt;
struct PreparedVariant;

/// Which launch of a candidate does which operation of its reference, on one input. `steps`: what
/// the reference computed, operation by operation (harness/reference/reference_steps.py);
/// `launches`: what each launch stored (harness/device/launch_values.py). Foreign bytes both; for
/// people. Pure; any thread.
std::vector<OperationLink> link_operations(const Bundle& steps, const Bundle& launches);

/// What an answer of the device brings of its launches; nullopt where nothing or nothing whole.
std::optional<Bundle> stored_by_launches(const Message& answer);

/// Asks the reference for its steps on this input and puts the links beside the artefacts of the
/// verdict: seconds. Whatever fails leaves the verdict without links.
void take_links(Attempt& attempt, const PreparedVariant& variant, const Bundle& launches);

}  // namespace nereid::verify
