// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::record {

/// A run that was put aside. Nothing of it is lost until the trash is emptied.
struct TrashedRun {
  std::filesystem::path slot;    ///< its folder in the trash, which holds trash.json and run/
  std::filesystem::path origin;  ///< where the run was
  std::int64_t deleted_unix_ms = 0;
  std::string name() const { return origin.filename().string(); }
  std::filesystem::path run() const { return slot / "run"; }
};

/// RUNS/.trash. Names that begin with a dot are no runs to the list of runs.
std::filesystem::path trash_dir(const std::filesystem::path& runs_dir);

/// Moves a run folder that lies in `runs_dir` into the trash, by one rename. Refused with the
/// reason: a run that is being written, a folder elsewhere, a folder without a record.
Result<TrashedRun> move_to_trash(const std::filesystem::path& run_dir,
                                 const std::filesystem::path& runs_dir);
/// Moves it back to where it was; to NAME-2, NAME-3, ... if that place is taken. Answers the place.
Result<std::filesystem::path> restore_from_trash(const TrashedRun& run);
/// What lies in the trash, the latest first.
std::vector<TrashedRun> list_trash(const std::filesystem::path& runs_dir);
/// Bytes of all files of a trashed run. Walks the folder.
std::uint64_t trashed_bytes(const TrashedRun& run);
/// Removes runs from the disk for good. `progress` is told how many are gone, and stops by `false`.
Result<void> remove_for_good(const std::vector<TrashedRun>& runs,
                             const std::function<bool(int)>& progress);

}  // namespace nereid::record
