// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// Identity of a task for the cache: reference text, entry point, seed, variants.
std::string reference_key(const VerifyRequest& request);
/// Identity of a judgement: the task, the candidate's text and every option.
std::string judgement_key(const VerifyRequest& request);

}  // namespace nereid::verify
