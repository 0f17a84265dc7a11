// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace nereid::app {

/// The page nereid(1) as roff text: every command and option as `app` knows them, then exit
/// statuses, environment variables and files. `nereid --man` prints it; the build installs it.
std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace nereid::app
