// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nereid::record {

/// A recorded run that comes with Nereid. Its folder holds, beside the record, about.json with
/// "schema": "nereid.about/1", "title", "sentence" and "order".
struct ShippedRun {
  std::filesystem::path folder;
  std::string title;     ///< in English; the folder's name where about.json does not tell
  std::string sentence;  ///< what can be seen in it, in English; may be empty
  int order = 0;
};

/// Folders of `runs_dir` with a record, by order and then by name. A missing or broken about.json
/// takes no run away: such a run comes last, under its folder's name. Opens no record.
std::vector<ShippedRun> shipped_runs(const std::filesystem::path& runs_dir);

}  // namespace nereid::record
