// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/run_trash.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/record/internal/run_lock.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr char kTrashSchema[] = "nereid.trash/1";

fs::path clean(const fs::path& path) {
  fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

Result<void> may_be_deleted(const fs::path& run, const fs::path& runs_dir) {
  std::error_code ignored;
  if (!fs::exists(record_path(run), ignored))
    return Error{ErrorCode::kNotFound, run.string() + ": holds no run; nothing was deleted"};
  if (run.parent_path() != clean(runs_dir))
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: lies outside the runs folder {}; take it out of the list, or "
                             "delete the folder with a file manager",
                             run.string(), runs_dir.string())};
  if (fs::is_symlink(run, ignored))
    return Error{ErrorCode::kInvalidArgument,
                 run.string() + ": is a link to a run elsewhere; remove the link yourself"};
  if (is_being_written(run))
    return Error{ErrorCode::kUnavailable,
                 run.string() + ": this run is being written; stop it first, then delete it"};
  return {};
}

/// A new folder in the trash: time first, so that names sort and never meet.
Result<fs::path> make_slot(const fs::path& trash, const std::string& name) {
  if (Result<void> made = make_directories(trash); !made) return made.error();
  std::string slot = (trash / (time_stamp() + "-" + name.substr(0, 100) + "-XXXXXX")).string();
  if (!::mkdtemp(slot.data())) return file_error("cannot make folder", slot, errno);
  return fs::path(slot);
}

Result<TrashedRun> read_slot(const fs::path& slot) {
  const Result<std::string> text = read_file(slot / "trash.json", 1 << 16);
  if (!text) return text.error();
  const Result<Json> parsed = parse_json(*text, (slot / "trash.json").string());
  if (!parsed) return parsed.error();
  TrashedRun run{slot, json_value<std::string>(*parsed, "origin", ""),
                 json_value<std::int64_t>(*parsed, "deleted_unix_ms", 0)};
  std::error_code ignored;
  if (json_value<std::string>(*parsed, "schema", "") != kTrashSchema || run.origin.empty() ||
      !fs::is_directory(run.run(), ignored))
    return Error{ErrorCode::kCorrupt, slot.string() + ": holds no deleted run"};
  return run;
}

}  // namespace

fs::path trash_dir(const fs::path& runs_dir) {
  return clean(runs_dir) / ".trash";
}

Result<TrashedRun> move_to_trash(const fs::path& run_dir, const fs::path& runs_dir) {
  const fs::path run = clean(run_dir);
  if (Result<void> allowed = may_be_deleted(run, runs_dir); !allowed) return allowed.error();
  const Result<fs::path> slot = make_slot(trash_dir(runs_dir), run.filename().string());
  if (!slot) return slot.error();
  TrashedRun trashed{*slot, run, unix_ms()};
  OrderedJson about;
  about["schema"] = kTrashSchema;
  about["origin"] = run.string();
  about["deleted_unix_ms"] = trashed.deleted_unix_ms;
  // First the way back, then the move: whatever happens in between, the run is in one place, whole.
  Result<void> done = atomic_write_file(*slot / "trash.json", dump_json(about, 1) + "\n");
  if (done && ::rename(run.c_str(), trashed.run().c_str()) != 0)
    done = file_error("cannot move", run, errno);
  if (!done) {
    std::error_code ignored;
    fs::remove(*slot / "trash.json", ignored);
    fs::remove(*slot, ignored);
    return done.error();
  }
  return trashed;
}

Result<fs::path> restore_from_trash(const TrashedRun& run) {
  for (int number = 1; number < 10'000; ++number) {
    const fs::path place =
        number == 1 ? run.origin : fs::path(fmt::format("{}-{}", run.origin.string(), number));
    std::error_code problem;
    if (fs::exists(fs::symlink_status(place, problem))) continue;
    if (Result<void> made = make_directories(place.parent_path()); !made) return made.error();
    if (::rename(run.run().c_str(), place.c_str()) != 0)
      return file_error("cannot move back", run.run(), errno);
    fs::remove(run.slot / "trash.json", problem);
    fs::remove(run.slot, problem);
    return place;
  }
  return Error{ErrorCode::kUnavailable,
               run.origin.string() + ": no free name to restore the run to; remove some copies"};
}

std::vector<TrashedRun> list_trash(const fs::path& runs_dir) {
  std::vector<TrashedRun> runs;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(trash_dir(runs_dir), problem))
    if (Result<TrashedRun> run = read_slot(entry.path()); run) runs.push_back(std::move(*run));
  std::sort(runs.begin(), runs.end(), [](const TrashedRun& a, const TrashedRun& b) {
    return std::pair(a.deleted_unix_ms, a.slot) > std::pair(b.deleted_unix_ms, b.slot);
  });
  return runs;
}

std::uint64_t trashed_bytes(const TrashedRun& run) {
  std::uint64_t bytes = 0;
  std::error_code problem;
  fs::recursive_directory_iterator entries(run.run(), problem);
  for (; !problem && entries != fs::recursive_directory_iterator(); entries.increment(problem)) {
    std::error_code ignored;
    if (entries->is_regular_file(ignored) && !entries->is_symlink(ignored))
      bytes += entries->file_size(ignored);
  }
  return bytes;
}

Result<void> remove_for_good(const std::vector<TrashedRun>& runs,
                             const std::function<bool(int)>& progress) {
  int gone = 0;
  for (const TrashedRun& run : runs) {
    std::error_code problem;
    fs::remove_all(run.slot, problem);
    if (problem) return file_error("cannot remove", run.slot, problem.value());
    if (!progress(++gone)) break;
  }
  return {};
}

}  // namespace nereid::record
