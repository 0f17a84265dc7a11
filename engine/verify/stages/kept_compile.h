// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/verify/stages/attempt.h"

namespace nereid::verify {

/// All that compiling the launches in `records` depends on beside the build; empty where nothing is
/// kept: no Keeper, or artefacts are wanted.
std::string compile_work(const Attempt& attempt, int records,
                         const std::vector<std::string>& leave_out,
                         const std::vector<std::string>& fitted);
/// The compiler's answer to the same work in an earlier run, as if it had come now.
std::optional<Step> kept_compile(Attempt& attempt, const std::string& work);
/// Keeps an answer that passed.
void keep_compile(const Attempt& attempt, const std::string& work, const Step& step);

}  // namespace nereid::verify
