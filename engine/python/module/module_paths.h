// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/verifier.h"

namespace nereid::python {

/// Fills in the paths that are empty. The running program is some Python, so the sandbox library
/// and the harness are looked for beside this module: $NEREID_SANDBOX_LIB and $NEREID_HARNESS
/// first, then the build or installation folder that the module lies in. What is found in neither
/// stays empty, and the engine's own rules decide.
verify::VerifierConfig with_module_paths(verify::VerifierConfig config);

}  // namespace nereid::python
