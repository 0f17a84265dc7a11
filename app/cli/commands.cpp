// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <cstdio>

namespace nereid::app {

int report_error(const Error& error) {
  std::fprintf(stderr, "nereid: %s\n", error.message.c_str());
  return kExitError;
}

}  // namespace nereid::app
