// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/advise/advice.h"
#include "engine/base/result.h"
#include "engine/config/settings.h"

namespace nereid::app {

/// Where a command finds the settings advisor.*.
struct AdvisorChoice {
  std::string settings;                ///< settings file or preset; empty = as they are
  std::vector<std::string> overrides;  ///< "advisor.url=...", only of that section
};
/// Adds --advisor and --set.
void add_advisor_options(CLI::App& command, AdvisorChoice& choice);
/// `present` with the chosen file's section in its place, and the overrides on top.
Result<config::AdvisorSettings> advisor_settings(const AdvisorChoice& choice,
                                                 const config::AdvisorSettings& present);

/// One line for people, which says that it is advice: "Advisor (MODEL; advice, decides nothing):
/// ...".
std::string advice_line(const advise::Advice& advice);

/// Adds `nereid record advise`.
void add_record_advise(CLI::App& group, int& status);

}  // namespace nereid::app
