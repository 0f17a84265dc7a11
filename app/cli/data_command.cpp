// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/data_parts.h"

namespace nereid::app {

void add_data_command(CLI::App& app, int& status) {
  CLI::App* group =
      app.add_subcommand("data", "Makes data sets for training out of published ones");
  group->require_subcommand(1);
  add_data_import(*group, status);
  add_data_sift(*group, status);
}

}  // namespace nereid::app
