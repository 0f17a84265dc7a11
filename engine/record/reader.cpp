// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <unordered_map>

#include "engine/base/json.h"
#include "engine/record/internal/episode_store.h"
#include "engine/record/internal/open_record.h"
#include "engine/record/internal/run_lock.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class SqliteReader final : public RunReader {
 public:
  SqliteReader(fs::path run_dir, OpenRecord record)
      : run_dir_(std::move(run_dir)), record_(std::move(record)) {}

  Result<RunInfo> info() override {
    return attempt("reading the run", [&] { return read_info(); });
  }

  Result<std::int64_t> data_version() override {
    return attempt("reading the record", [&] { return meta_number("change"); });
  }

  Result<std::int64_t> generation() override {
    return attempt("reading the record", [&] { return meta_number("generation"); });
  }

  Result<std::vector<std::string>> metric_keys() override {
    return attempt("reading metrics", [&] {
      std::vector<std::string> keys;
      Statement query = database().prepare("SELECT key FROM metric_key ORDER BY id");
      while (query.step()) keys.push_back(query.text(0));
      return keys;
    });
  }

  Result<std::vector<MetricBatch>> metrics_since(std::int64_t& cursor) override {
    return attempt("reading metrics", [&] { return read_metrics(cursor); });
  }

  Result<MetricColumns> metric_columns_since(std::int64_t& cursor, std::int64_t limit) override {
    return attempt("reading metrics", [&] { return read_columns(cursor, limit); });
  }

  Result<MetricColumn> metric_column(const std::string& key) override {
    return attempt("reading metrics", [&] {
      MetricColumn column{.key = key, .steps = {}, .values = {}};
      Statement query = database().prepare(
          "SELECT step, value FROM metric WHERE key_id = (SELECT id FROM metric_key WHERE key = ?) "
          "ORDER BY step");
      query.bind_text(1, key);
      while (query.step()) {
        column.steps.push_back(static_cast<double>(query.integer(0)));
        column.values.push_back(query.real(1));
      }
      return column;
    });
  }

  Result<std::vector<EpisodeRow>> episodes_since(std::int64_t& cursor,
                                                 std::int64_t limit) override {
    return attempt("reading episodes", [&] {
      Statement query =
          database().prepare(select_rows(database()) + "WHERE seq > ? ORDER BY seq LIMIT ?");
      query.bind(1, cursor).bind(2, limit > 0 ? limit : -1);
      std::vector<EpisodeRow> rows = read_rows(query);
      if (!rows.empty()) cursor = rows.back().id;
      return rows;
    });
  }

  Result<std::vector<Event>> events_since(std::int64_t& cursor) override {
    return attempt("reading events", [&] { return read_events(cursor); });
  }

  Result<std::vector<EpisodeFlags>> flags_since(std::int64_t& cursor, std::int64_t limit) override {
    return attempt("reading flags", [&] { return read_flags(cursor, limit); });
  }

  Result<Episode> episode(std::int64_t row_id) override {
    return attempt("reading an episode", [&] { return read_episode(database(), row_id); });
  }

  Result<std::vector<EpisodeRow>> group(const EpisodeKey& key, const std::string& phase) override {
    return attempt("reading a group", [&] {
      Statement query = database().prepare(select_rows(database()) +
                                           "WHERE step = ? AND grp = ? AND phase = ? ORDER BY idx");
      query.bind(1, key.step).bind(2, key.group).bind_text(3, phase);
      return read_rows(query);
    });
  }

  Result<std::optional<std::pair<std::int64_t, fs::path>>> last_checkpoint() override {
    return attempt("reading checkpoints", [&] { return find_checkpoint(); });
  }

 private:
  const Database& database() const { return *record_.database; }

  std::int64_t meta_number(std::string_view key) const {
    return std::strtoll(read_meta(database(), key).value_or("0").c_str(), nullptr, 10);
  }

  std::string meta_text(std::string_view key) const {
    return read_meta(database(), key).value_or("");
  }

  RunInfo read_info() {
    RunInfo info;
    info.run_id = meta_text("run_id");
    info.name = meta_text("name");
    info.settings_yaml = meta_text("settings_yaml");
    info.method = meta_text("method");
    info.total_steps = meta_number("total_steps");
    info.created_unix_ms = meta_number("created_unix_ms");
    info.state = run_state_from_name(meta_text("state")).value_or(RunState::kFailed);
    info.state_message = meta_text("state_message");
    info.last_step = std::max(meta_number("last_step"),
                              database().query_integer("SELECT max(step) FROM metric"));
    info.episode_count = database().query_integer("SELECT count(*) FROM episode");
    info.last_checkpoint_step = database().query_integer("SELECT max(step) FROM checkpoint");
    info.pid = is_being_written(run_dir_) ? meta_number("pid") : 0;
    Statement facts = database().prepare("SELECT key, value FROM fact");
    while (facts.step()) info.facts[facts.text(0)] = facts.text(1);
    return info;
  }

  std::vector<MetricBatch> read_metrics(std::int64_t& cursor) {
    std::vector<MetricBatch> batches;
    Statement query = database().prepare(
        "SELECT seq, step, metric_key.key, value, unix_ms FROM metric JOIN metric_key ON "
        "metric_key.id = key_id "
        "WHERE seq > ? ORDER BY seq");
    query.bind(1, cursor);
    std::int64_t last = cursor;
    while (query.step()) {
      last = query.integer(0);
      const std::int64_t step = query.integer(1);
      const std::int64_t time = query.integer(4);
      if (batches.empty() || batches.back().step != step || batches.back().unix_ms != time)
        batches.push_back({.step = step, .unix_ms = time, .values = {}});
      batches.back().values.emplace_back(query.text(2), query.real(3));
    }
    cursor = last;
    return batches;
  }

  // Rows are taken by a range of their numbers, which have gaps where values were replaced: a range
  // may hold fewer rows than numbers. Names are looked up once, not joined to each row.
  MetricColumns read_columns(std::int64_t& cursor, std::int64_t limit) {
    const std::int64_t newest = database().query_integer("SELECT max(seq) FROM metric");
    const std::int64_t end =
        limit > 0 && newest - cursor > limit ? cursor + limit : std::max(newest, cursor);
    Statement query = database().prepare(
        "SELECT step, key_id, value FROM metric WHERE seq > ? AND seq <= ? ORDER BY seq");
    query.bind(1, cursor).bind(2, end);
    MetricColumns answer;
    std::unordered_map<std::int64_t, std::size_t> places;
    while (query.step()) {
      const auto [place, is_new] = places.try_emplace(query.integer(1), answer.columns.size());
      if (is_new) answer.columns.emplace_back();
      MetricColumn& column = answer.columns[place->second];
      column.steps.push_back(static_cast<double>(query.integer(0)));
      column.values.push_back(query.real(2));
    }
    Statement names = database().prepare("SELECT id, key FROM metric_key");
    while (names.step()) {
      if (const auto place = places.find(names.integer(0)); place != places.end())
        answer.columns[place->second].key = names.text(1);
    }
    // A row without a name is no metric; the schema forbids it, a damaged file may have one.
    std::erase_if(answer.columns, [](const MetricColumn& column) { return column.key.empty(); });
    cursor = end;
    answer.is_complete = end >= newest;
    return answer;
  }

  std::vector<EpisodeRow> read_rows(Statement& query) {
    const TaskNames tasks = read_tasks(database());
    std::vector<EpisodeRow> rows;
    while (query.step()) rows.push_back(read_row(query, tasks));
    return rows;
  }

  std::vector<Event> read_events(std::int64_t& cursor) {
    std::vector<Event> events;
    Statement query = database().prepare(
        "SELECT id, unix_ms, step, kind, level, message FROM event WHERE id > ? ORDER BY id");
    query.bind(1, cursor);
    while (query.step())
      events.push_back({query.integer(0), query.integer(1), query.integer(2), query.text(3),
                        query.text(4), query.text(5)});
    if (!events.empty()) cursor = events.back().id;
    return events;
  }

  std::vector<EpisodeFlags> read_flags(std::int64_t& cursor, std::int64_t limit) {
    std::vector<EpisodeFlags> all;
    Statement query = database().prepare(
        "SELECT seq, CASE WHEN json_valid(verdict) THEN json_extract(verdict, '$.flags') END "
        "FROM episode_detail WHERE seq > ? ORDER BY seq LIMIT ?");
    query.bind(1, cursor).bind(2, limit > 0 ? limit : -1);
    while (query.step()) {
      cursor = query.integer(0);
      const Result<Json> flags = parse_json(query.text(1));
      if (!flags || !flags->is_array() || flags->empty()) continue;
      EpisodeFlags& entry = all.emplace_back(EpisodeFlags{cursor, {}});
      for (const Json& flag : *flags)
        if (flag.is_string()) entry.flags.push_back(flag.get<std::string>());
    }
    return all;
  }

  std::optional<std::pair<std::int64_t, fs::path>> find_checkpoint() {
    Statement query = database().prepare("SELECT step, path FROM checkpoint ORDER BY step DESC");
    while (query.step()) {
      const fs::path path = run_dir_ / query.text(1);
      std::error_code problem;
      if (fs::exists(path, problem)) return std::pair(query.integer(0), path);
    }
    return std::nullopt;
  }

  fs::path run_dir_;
  OpenRecord record_;
};

}  // namespace

Result<std::unique_ptr<RunReader>> RunReader::open(const fs::path& run_dir) {
  return attempt("opening the record", [&]() -> std::unique_ptr<RunReader> {
    return std::make_unique<SqliteReader>(run_dir, open_for_reading(run_dir));
  });
}

}  // namespace nereid::record
