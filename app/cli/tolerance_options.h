// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <optional>

namespace nereid::app {

/// --rtol and --atol, each of which needs the other: torch.allclose in place of the verifier's
/// bounds. Refused unless finite and at least 0.
void add_tolerance_options(CLI::App& command, std::optional<double>& rtol,
                           std::optional<double>& atol);

}  // namespace nereid::app
