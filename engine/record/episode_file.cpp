// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/episode_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

#include "engine/base/file.h"
#include "engine/record/internal/episode_file.h"
#include "engine/record/internal/episode_store.h"
#include "engine/record/internal/open_record.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

bool is_running(std::string_view state) {
  return state != "finished" && state != "failed" && state != "stopped";
}

/// Chosen episodes first go by name, then their companions by the table.
class Picker {
 public:
  Picker(const Database& run, const EpisodeFileOptions& options) : run_(run), options_(options) {}

  std::set<std::int64_t> pick(const std::vector<EpisodeName>& episodes) {
    for (const EpisodeName& name : episodes) pick(name);
    return std::move(rows_);
  }

 private:
  void pick(const EpisodeName& name) {
    Statement query = run_.prepare(
        "SELECT seq, task FROM episode WHERE step = ? AND grp = ? AND phase = ? AND idx = ?");
    query.bind(1, name.key.step).bind(2, name.key.group).bind_text(3, name.phase);
    if (!query.bind(4, name.key.index).step()) fail_for_missing(name);
    rows_.insert(query.integer(0));
    const std::int64_t task = query.integer(1);
    if (options_.with_group) {
      Statement group =
          run_.prepare("SELECT seq FROM episode WHERE step = ? AND grp = ? AND phase = ?");
      add(group.bind(1, name.key.step).bind(2, name.key.group).bind_text(3, name.phase));
    }
    if (options_.with_history) {
      Statement history = run_.prepare(
          "SELECT seq FROM episode WHERE task IN (SELECT id FROM task WHERE task_id = (SELECT "
          "task_id FROM task WHERE id = ?))");
      add(history.bind(1, task));
    }
  }

  void add(Statement& query) {
    while (query.step()) rows_.insert(query.integer(0));
  }

  [[noreturn]] void fail_for_missing(const EpisodeName& name) const {
    fail(ErrorCode::kNotFound,
         fmt::format("{}: holds no episode {}; name it STEP/GROUP/INDEX (group and index from 0, "
                     "steps {} to {}), with \"evaluate:\" before it for evaluations",
                     run_.shown(), episode_name(name),
                     run_.query_integer("SELECT min(step) FROM episode"),
                     run_.query_integer("SELECT max(step) FROM episode")));
  }

  const Database& run_;
  const EpisodeFileOptions& options_;
  std::set<std::int64_t> rows_;
};

void copy_meta(const Database& from, const Database& to, std::int64_t last_step) {
  for (const char* key : {"name", "method", "settings_yaml", "total_steps", "created_unix_ms"})
    write_meta(to, key, read_meta(from, key).value_or(""));
  const std::string state = read_meta(from, "state").value_or("");
  write_meta(to, "state", is_running(state) ? "stopped" : state);
  write_meta(to, "state_message", "");
  // Notes and layouts go by the id: they must not be those of the whole run.
  write_meta(to, "run_id", read_meta(from, "run_id").value_or("") + "/episodes");
  write_meta(to, "last_step", std::to_string(last_step));
  write_meta(to, "change", "1");
  write_meta(to, "generation", "0");
  write_meta(to, "pid", "0");
  write_meta(to, "kind", "episodes");
}

void copy_facts(const Database& from, const Database& to,
                const std::vector<EpisodeName>& episodes) {
  Statement add = to.prepare("INSERT OR REPLACE INTO fact VALUES(?, ?)");
  Statement facts = from.prepare("SELECT key, value FROM fact");
  while (facts.step()) add.bind_text(1, facts.text(0)).bind_text(2, facts.text(1)).run();
  std::string names;
  for (const EpisodeName& name : episodes) names += (names.empty() ? "" : " ") + episode_name(name);
  add.bind_text(1, kExportedEpisodes).bind_text(2, names).run();
  add.bind_text(1, kExportedFrom).bind_text(2, read_meta(from, "run_id").value_or("")).run();
}

void copy_metrics(const Database& from, const Database& to, std::int64_t step) {
  Statement key = to.prepare("INSERT OR IGNORE INTO metric_key(key) VALUES(?)");
  Statement add = to.prepare(
      "INSERT INTO metric(step, key_id, value, unix_ms) SELECT ?, id, ?, ? FROM metric_key WHERE "
      "key = ?");
  Statement values = from.prepare(
      "SELECT metric_key.key, value, unix_ms FROM metric JOIN metric_key ON metric_key.id = key_id "
      "WHERE step = ? ORDER BY seq");
  values.bind(1, step);
  while (values.step()) {
    key.bind_text(1, values.text(0)).run();
    add.bind(1, step).bind(2, values.real(1)).bind(3, values.integer(2));
    add.bind_text(4, values.text(0)).run();
  }
}

std::int64_t fill(const Database& from, const Database& to,
                  const std::vector<EpisodeName>& episodes, const EpisodeFileOptions& options) {
  const std::set<std::int64_t> rows = Picker(from, options).pick(episodes);
  EpisodeInserter inserter(to);
  std::set<std::int64_t> steps;
  for (const std::int64_t row : rows) {
    const Episode episode = read_episode(from, row);
    inserter.insert(episode);
    steps.insert(episode.key.step);
  }
  for (const std::int64_t step : steps) copy_metrics(from, to, step);
  copy_facts(from, to, episodes);
  copy_meta(from, to, steps.empty() ? 0 : *steps.rbegin());
  return static_cast<std::int64_t>(rows.size());
}

std::int64_t write_database(const fs::path& run_dir, const std::vector<EpisodeName>& episodes,
                            const EpisodeFileOptions& options, const fs::path& file) {
  const OpenRecord run = open_for_reading(run_dir);
  run.database->execute("BEGIN");  // one state of the run, also while it is written
  const Database to(file.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, file.string());
  Transaction transaction(to);
  create_tables(to);
  const std::int64_t count = fill(*run.database, to, episodes, options);
  write_meta(to, "content_sha256", content_hash(to));
  transaction.commit();
  return count;
}

/// Takes a number and the sign behind it from the front.
template <class Number>
bool take(std::string_view& text, Number& number, char sign) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (sign == '\0') return text.empty();
  if (text.empty() || text.front() != sign) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool is_episode_file(const fs::path& file) {
  std::error_code ignored;
  return file.extension() == kEpisodeFileSuffix && fs::is_regular_file(file, ignored);
}

std::string episode_name(const EpisodeName& name) {
  return fmt::format("{}{}/{}/{}", name.phase == "train" ? "" : name.phase + ":", name.key.step,
                     name.key.group, name.key.index);
}

std::optional<EpisodeName> parse_episode_name(std::string_view text) {
  EpisodeName name;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    name.phase = std::string(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  const bool is_name = !name.phase.empty() && take(text, name.key.step, '/') &&
                       take(text, name.key.group, '/') && take(text, name.key.index, '\0');
  return is_name ? std::optional(name) : std::nullopt;
}

Result<std::int64_t> export_episode_file(const fs::path& run_dir,
                                         const std::vector<EpisodeName>& episodes,
                                         const EpisodeFileOptions& options, const fs::path& file) {
  if (episodes.empty())
    return Error{ErrorCode::kInvalidArgument, "no episode named; name at least one"};
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-episode");
  if (!folder) return folder.error();
  const fs::path database = folder->path() / "episodes.sqlite";
  const Result<std::int64_t> count = attempt(
      "exporting episodes", [&] { return write_database(run_dir, episodes, options, database); });
  if (!count) return count;
  const Result<std::string> content = read_file(database);
  if (!content) return content.error();
  if (const Result<void> written = atomic_write_file(file, *content); !written)
    return written.error();
  return count;
}

}  // namespace nereid::record
