// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "engine/config/settings.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// Hands the switches on that are the verifier's; the fourth is the curriculum's.
void apply_extensions(const config::Extensions& extensions, VerifyOptions& options);

/// What a run keeps for later ones; nothing with verify.keep=false.
std::optional<KeepOptions> keep_options_of(const config::VerifySettings& settings);

/// How a run, or an evaluation, reads answers with several blocks: "last" or "invalid".
SeveralBlocks several_blocks_from_name(std::string_view name);

/// How a run has its candidates judged, for everybody who judges one of them. What depends on who
/// asks is left at its default: the device, and timings that only people look at.
VerifyOptions options_of(const config::RunConfig& config);

}  // namespace nereid::verify
