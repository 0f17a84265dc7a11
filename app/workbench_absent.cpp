// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/workbench.h"

namespace nereid::app {

int run_workbench(const WorkbenchOptions&, int, char**) {
  return report_error(
      {ErrorCode::kUnsupported,
       "this build has no window (NEREID_GUI=OFF); use a command such as `nereid train pocket`, or "
       "configure with -DNEREID_GUI=ON (`nereid --help` lists the commands)"});
}

}  // namespace nereid::app
