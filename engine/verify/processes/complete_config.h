// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// Where Python, harness and sandbox library are; an error names what is missing and the mend. The
/// work folder is left to the caller.
Result<SupervisorConfig> complete_config(const VerifierConfig& config);

}  // namespace nereid::verify
