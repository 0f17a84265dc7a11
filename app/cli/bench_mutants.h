// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace nereid::app {

/// `nereid bench verify --mutants`: measures, with progress on standard error, and prints the
/// report. The first Ctrl-C ends it early and prints what is known. Returns the exit status.
int bench_mutants(int count, std::uint64_t seed, int jobs, bool json);

}  // namespace nereid::app
