// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/shipped_runs.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <system_error>
#include <tuple>

#include "engine/base/json.h"
#include "engine/record/library/companion.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr char kAboutSchema[] = "nereid.about/1";
constexpr std::uint64_t kLargestAbout = 1 << 16;

ShippedRun read_shipped_run(const fs::path& folder) {
  const Result<Json> read = read_companion(folder / "about.json", kAboutSchema, kLargestAbout);
  const Json about = read ? *read : Json();
  ShippedRun run{.folder = folder};
  run.title = json_value<std::string>(about, "title", folder.filename().string());
  run.sentence = json_value<std::string>(about, "sentence", {});
  run.order = json_value<int>(about, "order", std::numeric_limits<int>::max());
  return run;
}

}  // namespace

std::vector<ShippedRun> shipped_runs(const fs::path& runs_dir) {
  std::vector<ShippedRun> runs;
  std::error_code problem;
  for (fs::directory_iterator at(runs_dir, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code unreadable;
    if (fs::exists(at->path() / "record.sqlite", unreadable))
      runs.push_back(read_shipped_run(at->path()));
  }
  std::sort(runs.begin(), runs.end(), [](const ShippedRun& a, const ShippedRun& b) {
    return std::tie(a.order, a.folder) < std::tie(b.order, b.folder);
  });
  return runs;
}

}  // namespace nereid::record
