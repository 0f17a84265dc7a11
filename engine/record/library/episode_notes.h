// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/episode.h"

namespace nereid::record {

/// What people add to an episode while they read a run. Never part of the record.
struct EpisodeNote {
  std::string phase = "train";
  EpisodeKey key;
  bool bookmarked = false;
  std::string text;  ///< plain text of any length
  bool empty() const { return !bookmarked && text.empty(); }
  bool operator==(const EpisodeNote&) const = default;
};

/// Where the notes of a run are kept.
struct NotesPlace {
  std::filesystem::path run_dir;
  /// Used where the run folder cannot be written: a folder of the user's own, with one file a run.
  std::filesystem::path fallback_dir;
  std::string run_id;
};

/// notes.json of a run folder: JSON of schema "nereid.notes/1", an array "episodes" of objects with
/// phase, step, group, index, bookmarked and note. It travels with the folder; the record's
/// database is never touched, and reading executes nothing.
std::filesystem::path notes_path(const std::filesystem::path& run_dir);
/// The same for a run folder that cannot be written. Its notes win over those of the folder.
std::filesystem::path fallback_notes_path(const NotesPlace& place);

/// All notes that are not empty, by step, group, index and phase; none where there is no file.
Result<std::vector<EpisodeNote>> read_notes(const NotesPlace& place);
/// Replaces the note of one episode; an empty one takes it away. Reads the file anew, so that the
/// notes of another window stay. A file of another schema is refused, not overwritten.
Result<void> write_note(const NotesPlace& place, const EpisodeNote& note);

}  // namespace nereid::record
