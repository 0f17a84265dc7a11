// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// The input that a script on this verdict should show: the first that rejects, else "original",
/// else the first that was run; "original" too if none was.
std::string input_to_reproduce(const Verdict& verdict);

/// A Python program that runs reference and candidate of `request` on one input of its verdict,
/// with the very bytes of that, and compares them in float64 as the judge does. It needs torch,
/// triton and numpy, no Nereid; without a GPU it uses Triton's interpreter.
///
/// Runs the reference in a sandboxed child of its own to make the input: seconds. Errors: the
/// reference does not run, has no such input or one too large to write down; kCancelled.
Result<std::string> reproduction_script(const VerifyRequest& request, const Verdict& verdict,
                                        const std::string& variant,
                                        const std::atomic<bool>& cancelled,
                                        const VerifierConfig& config = {});

/// Text as an expression of Python: raw and readable where it can be, else with escapes.
std::string python_literal(std::string_view text);

}  // namespace nereid::verify
