// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/internal/schema.h"

#include <fmt/format.h>

#include <set>

namespace nereid::record {
namespace {

// `seq` only ever grows (AUTOINCREMENT), so "what is newer than the cursor" is one range of the
// table. A replaced row gets a new seq. The list columns of episodes are a table of their own: a
// window that opens 100,000 of them reads none of the texts.
constexpr char kStatements[] = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE fact(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE metric_key(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE metric(
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  step INTEGER NOT NULL,
  key_id INTEGER NOT NULL REFERENCES metric_key(id),
  value REAL,                       -- NULL is NaN
  unix_ms INTEGER NOT NULL,
  UNIQUE(step, key_id));
CREATE TABLE blob(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,      -- of content, hexadecimal
  content BLOB NOT NULL);
CREATE TABLE task(
  id INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL,
  UNIQUE(task_id, name, level));
CREATE TABLE episode(
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  phase TEXT NOT NULL, step INTEGER NOT NULL, grp INTEGER NOT NULL, idx INTEGER NOT NULL,
  task INTEGER NOT NULL REFERENCES task(id),
  accepted INTEGER NOT NULL, furthest_stage INTEGER NOT NULL, rejected_at INTEGER NOT NULL,
  reason_code TEXT NOT NULL, reason_message TEXT NOT NULL,
  reward REAL, advantage REAL, token_count INTEGER NOT NULL, verify_ms REAL,
  UNIQUE(step, grp, idx, phase));
CREATE TABLE episode_detail(
  seq INTEGER PRIMARY KEY REFERENCES episode(seq),
  reference INTEGER NOT NULL REFERENCES blob(id),
  prompt INTEGER NOT NULL REFERENCES blob(id),
  completion INTEGER NOT NULL REFERENCES blob(id),
  candidate INTEGER NOT NULL REFERENCES blob(id),
  entry_point TEXT NOT NULL,
  tokens BLOB NOT NULL,             -- int32, little-endian
  logprobs BLOB NOT NULL,           -- float32, little-endian
  token_ends BLOB NOT NULL,         -- uint32, little-endian
  truncated INTEGER NOT NULL,
  candidate_begin INTEGER NOT NULL, candidate_end INTEGER NOT NULL,
  verdict TEXT NOT NULL,            -- nereid.verdict/1
  reward_parts TEXT NOT NULL,       -- [[name, value], ...] and ["plan", value, "reward" or "advantage"]; non-finite values as "nan", "inf", "-inf"
  group_mean REAL, group_std REAL, generate_ms REAL,
  seed INTEGER NOT NULL,            -- the bits of an unsigned number
  unix_ms INTEGER NOT NULL);
CREATE TABLE event(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  unix_ms INTEGER NOT NULL, step INTEGER NOT NULL,
  kind TEXT NOT NULL, level TEXT NOT NULL, message TEXT NOT NULL);
CREATE TABLE checkpoint(step INTEGER PRIMARY KEY, path TEXT NOT NULL, unix_ms INTEGER NOT NULL);
)sql";

// What came after version 1: optional, so that older records open and older programs read newer
// ones. Tokens: both columns hold uint16, little-endian, one a token: entropy in steps of 1/4096
// nat, and rank. Turns: episodes after the first turn alone, with the idx of the one before.
constexpr char kOptionalTables[] = R"sql(
CREATE TABLE IF NOT EXISTS episode_tokens(
  seq INTEGER PRIMARY KEY REFERENCES episode(seq),
  entropies BLOB NOT NULL,
  ranks BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS episode_turn(
  seq INTEGER PRIMARY KEY REFERENCES episode(seq),
  turn INTEGER NOT NULL,
  before_idx INTEGER NOT NULL);
)sql";

const std::set<std::string> kTableNames = {"meta",  "fact",      "metric_key", "metric",
                                           "blob",  "task",      "episode",    "episode_detail",
                                           "event", "checkpoint"};

std::int64_t object_count(const Database& database) {
  return database.query_integer("SELECT count(*) FROM sqlite_master");
}

}  // namespace

void check_schema(const Database& database) {
  const std::int64_t version = database.query_integer("PRAGMA user_version");
  if (version > kSchemaVersion)
    fail(ErrorCode::kUnsupported, fmt::format("{}: written by a newer Nereid (record version {}, "
                                              "this one reads up to {}); update Nereid",
                                              database.shown(), version, kSchemaVersion));
  if (version < 1 || database.query_integer("PRAGMA application_id") != kApplicationId)
    fail(ErrorCode::kCorrupt,
         fmt::format("{}: not a record of Nereid, or an unfinished one; choose another run folder",
                     database.shown()));
  std::set<std::string> missing = kTableNames;
  Statement objects = database.prepare("SELECT type, name FROM sqlite_master");
  while (objects.step()) {
    const std::string type = objects.text(0);
    if (type == "table") missing.erase(objects.text(1));
    if (type == "view" || type == "trigger")
      fail(ErrorCode::kCorrupt,
           fmt::format("{}: holds the {} \"{}\", which no Nereid writes; do not trust this file",
                       database.shown(), type, objects.text(1)));
  }
  if (!missing.empty())
    fail(ErrorCode::kCorrupt,
         fmt::format("{}: the table \"{}\" is missing; restore the run folder from a copy",
                     database.shown(), *missing.begin()));
}

void create_tables(const Database& database) {
  database.execute(kStatements);
  database.execute(kOptionalTables);
  database.execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId,
                               kSchemaVersion)
                       .c_str());
}

bool has_table(const Database& database, std::string_view name) {
  Statement query =
      database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  return query.bind_text(1, name).step();
}

void create_or_check_schema(const Database& database) {
  if (object_count(database) > 0) {
    check_schema(database);
    database.execute(kOptionalTables);
    return;
  }
  database.execute("PRAGMA journal_mode=WAL");
  Transaction transaction(database);
  create_tables(database);
  transaction.commit();
}

std::optional<std::string> read_meta(const Database& database, std::string_view key) {
  Statement query = database.prepare("SELECT value FROM meta WHERE key = ?");
  query.bind_text(1, key);
  return query.step() ? std::optional(query.text(0)) : std::nullopt;
}

void write_meta(const Database& database, std::string_view key, std::string_view value) {
  database.prepare("INSERT OR REPLACE INTO meta VALUES(?, ?)")
      .bind_text(1, key)
      .bind_text(2, value)
      .run();
}

}  // namespace nereid::record
