// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace nereid::verify {

/// Why a candidate was rejected, in one short sentence that is the same for all that failed alike:
/// "tl.gelu does not exist", "wrong values: larger dims". What differs by chance (names of kernels,
/// lines, counts, errors) is left to the message. Lists, heads, funnel and reports all show this
/// sentence. `code` and `message`: of a Reason. English; never empty unless both are. Any thread.
std::string reason_sentence(std::string_view code, std::string_view message);

}  // namespace nereid::verify
