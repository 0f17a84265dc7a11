// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_folder.h"

#include <system_error>

#include "engine/base/paths.h"

namespace nereid::app {

namespace fs = std::filesystem;

fs::path find_run(const std::string& run) {
  std::error_code problem;
  fs::path path = run;
  if (path.filename() == "record.sqlite") path = fs::absolute(path).parent_path();
  const fs::path named = runs_dir() / run;
  return !fs::exists(path, problem) && fs::exists(named, problem) ? named : path;
}

}  // namespace nereid::app
