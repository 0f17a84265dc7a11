// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/episode_notes.h"

#include <algorithm>
#include <tuple>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/record/library/companion.h"

namespace nereid::record {

namespace {

namespace fs = std::filesystem;

constexpr char kNotesSchema[] = "nereid.notes/1";
constexpr std::uint64_t kLargestNotes = std::uint64_t{16} << 20U;
constexpr int kIndent = 1;  // lines, so that a version control shows what changed

bool same_episode(const EpisodeNote& a, const EpisodeNote& b) {
  return a.key == b.key && a.phase == b.phase;
}

bool comes_before(const EpisodeNote& a, const EpisodeNote& b) {
  return std::tie(a.key, a.phase) < std::tie(b.key, b.phase);
}

EpisodeNote note_of(const Json& object) {
  EpisodeNote note;
  note.phase = json_value<std::string>(object, "phase", "train");
  note.key.step = json_value<std::int64_t>(object, "step", 0);
  note.key.group = json_value<int>(object, "group", 0);
  note.key.index = json_value<int>(object, "index", 0);
  note.bookmarked = json_value<bool>(object, "bookmarked", false);
  note.text = json_value<std::string>(object, "note", "");
  return note;
}

OrderedJson object_of(const EpisodeNote& note) {
  OrderedJson object;
  object["phase"] = note.phase;
  object["step"] = note.key.step;
  object["group"] = note.key.group;
  object["index"] = note.key.index;
  object["bookmarked"] = note.bookmarked;
  object["note"] = note.text;
  return object;
}

Result<std::vector<EpisodeNote>> read_file_of_notes(const fs::path& file) {
  std::vector<EpisodeNote> notes;
  const Result<Json> parsed = read_companion(file, kNotesSchema, kLargestNotes);
  if (!parsed) return parsed.error();
  const auto episodes = parsed->find("episodes");
  if (episodes == parsed->end() || !episodes->is_array()) return notes;
  for (const Json& object : *episodes) {
    if (object.is_object()) notes.push_back(note_of(object));
  }
  return notes;
}

void put(std::vector<EpisodeNote>& notes, const EpisodeNote& note) {
  const auto place = std::find_if(notes.begin(), notes.end(), [&](const EpisodeNote& other) {
    return same_episode(other, note);
  });
  if (place == notes.end()) {
    notes.push_back(note);
  } else {
    *place = note;
  }
}

void remove_empty(std::vector<EpisodeNote>& notes) {
  notes.erase(
      std::remove_if(notes.begin(), notes.end(), [](const EpisodeNote& n) { return n.empty(); }),
      notes.end());
}

/// `with_empty`: the file has to say which notes of another file are gone.
Result<void> put_into_file(const fs::path& file, const EpisodeNote& note, bool with_empty) {
  Result<std::vector<EpisodeNote>> notes = read_file_of_notes(file);
  if (!notes) return notes.error();
  put(*notes, note);
  if (!with_empty) remove_empty(*notes);
  std::sort(notes->begin(), notes->end(), comes_before);
  OrderedJson episodes = OrderedJson::array();
  for (const EpisodeNote& each : *notes) episodes.push_back(object_of(each));
  OrderedJson whole;
  whole["schema"] = kNotesSchema;
  whole["episodes"] = std::move(episodes);
  return atomic_write_file(file, dump_json(whole, kIndent) + "\n");
}

}  // namespace

fs::path notes_path(const fs::path& run_dir) {
  return run_dir / "notes.json";
}

fs::path fallback_notes_path(const NotesPlace& place) {
  // A run id comes out of a record and may hold anything; its hash is a safe name.
  return place.fallback_dir / (sha256_hex(place.run_id) + ".json");
}

Result<std::vector<EpisodeNote>> read_notes(const NotesPlace& place) {
  Result<std::vector<EpisodeNote>> notes = read_file_of_notes(notes_path(place.run_dir));
  if (!notes) return notes;
  const Result<std::vector<EpisodeNote>> own = read_file_of_notes(fallback_notes_path(place));
  if (!own) return own.error();
  for (const EpisodeNote& note : *own) put(*notes, note);
  remove_empty(*notes);
  std::sort(notes->begin(), notes->end(), comes_before);
  return notes;
}

Result<void> write_note(const NotesPlace& place, const EpisodeNote& note) {
  // Once a run has notes among the user's own, they stay together there.
  std::error_code ignored;
  const bool has_folder = !fs::is_regular_file(place.run_dir, ignored);  // not so an episode file
  if (has_folder && !fs::exists(fallback_notes_path(place), ignored)) {
    Result<void> written = put_into_file(notes_path(place.run_dir), note, false);
    if (written || written.error().code != ErrorCode::kPermissionDenied) return written;
  }
  if (Result<void> made = make_directories(place.fallback_dir); !made) return made;
  return put_into_file(fallback_notes_path(place), note, true);
}

}  // namespace nereid::record
