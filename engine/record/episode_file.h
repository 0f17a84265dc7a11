// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/episode.h"

namespace nereid::record {

// NAME.nereid-episode: a record with a few episodes in one file, for somebody else's Nereid. It has
// the tables of record.sqlite with the episodes, the settings and facts of their run and the
// metrics of their steps; checkpoints and events stay behind. RunReader, check_record, import_run
// and the exports take such a file where they take a run folder. Opening reads the whole file,
// compares the SHA-256 of all tables with the one inside, and executes nothing. The hash tells
// damage and careless changes; it is no signature.

inline constexpr std::string_view kEpisodeFileSuffix = ".nereid-episode";
/// Fact of an episode file: the chosen episodes, as episode_name() has them, with spaces between.
inline constexpr const char* kExportedEpisodes = "exported_episodes";
/// Fact of an episode file: id of the run that it was taken from.
inline constexpr const char* kExportedFrom = "exported_from";

/// Does the name end so, and is it a plain file? Nothing is opened.
bool is_episode_file(const std::filesystem::path& file);

struct EpisodeName {
  EpisodeKey key;
  std::string phase = "train";
  bool operator==(const EpisodeName&) const = default;
};
/// "12/0/3": step, group and index as in episodes.jsonl; "evaluate:12/0/3" for other phases.
std::string episode_name(const EpisodeName& name);
std::optional<EpisodeName> parse_episode_name(std::string_view text);

struct EpisodeFileOptions {
  bool with_group = true;     ///< all completions of the prompts
  bool with_history = false;  ///< every answer to the same tasks, in all steps
};

/// Writes `file` whole or not at all; answers the number of episodes in it. kNotFound names an
/// episode that the run does not hold.
Result<std::int64_t> export_episode_file(const std::filesystem::path& run_dir,
                                         const std::vector<EpisodeName>& episodes,
                                         const EpisodeFileOptions& options,
                                         const std::filesystem::path& file);

}  // namespace nereid::record
