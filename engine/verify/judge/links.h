// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/verify/artefacts.h"
#include "engine/verify/tensors/bundle.h"

namespace nereid::verify {

/// Which launch of a candidate does which operation of its reference, on one input. `steps`: what
/// the reference computed, operation by operation (harness/reference/reference_steps.py);
/// `launches`: what each launch stored (harness/device/launch_values.py). Foreign bytes both; for
/// people. Pure; any thread.
std::vector<OperationLink> link_operations(const Bundle& steps, const Bundle& launches);

}  // namespace nereid::verify
