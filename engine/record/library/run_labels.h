// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::record {

/// What people add to a run to find it again. Never part of the record.
struct RunLabels {
  std::vector<std::string> tags;  ///< sorted, each once
  bool archived = false;          ///< kept, but out of the way
  std::string name{};             ///< what to call it; empty: as its settings say
  bool empty() const { return name.empty() && tags.empty() && !archived; }
  bool operator==(const RunLabels&) const = default;
};

/// labels.json of a run folder: JSON of schema "nereid.labels/1" with "tags", "archived" and,
/// where there is one, "name". It travels with the folder; the record's database is never touched,
/// and reading executes nothing.
std::filesystem::path labels_path(const std::filesystem::path& run_dir);

/// Labels of a run; none where there is no file. `fallback_dir`: a folder of the user's own for
/// runs whose folder cannot be written; what lies there wins.
Result<RunLabels> read_labels(const std::filesystem::path& run_dir,
                              const std::filesystem::path& fallback_dir);
/// Replaces the labels; empty ones take the file away. A file of another schema is refused, not
/// overwritten.
Result<void> write_labels(const std::filesystem::path& run_dir,
                          const std::filesystem::path& fallback_dir, const RunLabels& labels);

/// A name as somebody types it: one line, without spaces around it, at most 80 bytes of UTF-8.
std::string name_from_text(const std::string& text);

/// Tags of a text as somebody types them: "base, seed 1" are two. Spaces around them and doubled
/// ones go, a tag holds at most 40 characters of UTF-8's bytes.
std::vector<std::string> tags_from_text(const std::string& text);

}  // namespace nereid::record
