// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/judgements.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/record/internal/sqlite.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;
constexpr char kTables[] = R"sql(
CREATE TABLE text(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,      -- of content, hexadecimal
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL);
CREATE TABLE judgement(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  unix_ms INTEGER NOT NULL,
  name TEXT NOT NULL, change TEXT NOT NULL, note TEXT NOT NULL,
  reference INTEGER NOT NULL REFERENCES text(id),
  candidate INTEGER NOT NULL REFERENCES text(id),
  entry_point TEXT NOT NULL,
  accepted INTEGER NOT NULL, furthest_stage INTEGER NOT NULL, rejected_at INTEGER NOT NULL,
  reason_code TEXT NOT NULL, reason_message TEXT NOT NULL, total_ms REAL,
  verdict BLOB,                     -- JSON nereid.verdict/1; NULL: not judged
  bytes INTEGER NOT NULL,           -- of verdict
  deleted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE draft(
  slot TEXT PRIMARY KEY, content BLOB NOT NULL, file TEXT NOT NULL, file_text TEXT NOT NULL);
)sql";

constexpr char kRowColumns[] =
    "j.id, j.unix_ms, j.name, j.change, j.note, j.verdict IS NOT NULL, j.accepted, "
    "j.furthest_stage, j.rejected_at, j.reason_code, j.reason_message, j.total_ms, c.sha256";

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

JudgementRow read_row(const Statement& row) {
  JudgementRow out;
  out.id = row.integer(0);
  out.unix_ms = row.integer(1);
  out.name = row.text(2);
  out.change = row.text(3);
  out.note = row.text(4);
  out.judged = row.integer(5) != 0;
  out.accepted = row.integer(6) != 0;
  out.furthest_stage = static_cast<verify::Stage>(row.integer(7));
  out.rejected_at = static_cast<verify::Stage>(row.integer(8));
  out.reason_code = row.text(9);
  out.reason_message = row.text(10);
  out.total_ms = row.real(11);
  out.candidate_sha256 = row.text(12);
  return out;
}

std::string line_of(const Judgement& judgement) {
  OrderedJson object = {{"id", fmt::format("{} {}", judgement.name, judgement.id)},
                        {"name", judgement.name},
                        {"reference", judgement.reference},
                        {"candidate", judgement.candidate},
                        {"entry_point", judgement.entry_point},
                        {"judged_at_ms", judgement.unix_ms},
                        {"change", judgement.change},
                        {"note", judgement.note}};
  if (judgement.verdict)
    object["verdict"] =
        OrderedJson::parse(verify::to_json_text(*judgement.verdict), nullptr, false);
  return dump_json(object);
}

Error line_error(const fs::path& file, int line, const std::string& what) {
  return {ErrorCode::kInvalidArgument, fmt::format("{}:{}: {}", file.string(), line, what)};
}

Result<Judgement> judgement_of(const fs::path& file, int number, const std::string& line) {
  const Result<Json> object = parse_json(line, fmt::format("{}:{}", file.string(), number));
  if (!object) return object.error();
  for (const char* key : {"id", "reference", "candidate"})
    if (!object->is_object() || !object->contains(key) || !(*object)[key].is_string())
      return line_error(file, number, fmt::format("expected a text under \"{}\"", key));
  Judgement judgement;
  judgement.reference = (*object)["reference"];
  judgement.candidate = (*object)["candidate"];
  judgement.name = json_value(*object, "name", (*object)["id"].get<std::string>());
  judgement.entry_point = json_value(*object, "entry_point", judgement.entry_point);
  judgement.change = json_value(*object, "change", std::string());
  judgement.note = json_value(*object, "note", std::string());
  judgement.unix_ms = json_value(*object, "judged_at_ms", unix_ms());
  if (const auto verdict = object->find("verdict");
      verdict != object->end() && verdict->is_object()) {
    judgement.verdict = verify::verdict_from_json_text(dump_json(*verdict));
    // A verdict on another text says nothing about this one.
    if (!judgement.verdict ||
        judgement.verdict->candidate_sha256 != sha256_hex(judgement.candidate))
      return line_error(file, number, "the verdict is not one on this candidate");
  }
  return judgement;
}

class SqliteJudgements final : public JudgementStore {
 public:
  explicit SqliteJudgements(const fs::path& file)
      : database_(file.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, file.string()) {
    database_.execute("PRAGMA journal_mode=WAL");
    database_.execute("PRAGMA synchronous=FULL");
    Transaction transaction(database_);
    const auto version = database_.query_integer("PRAGMA user_version");
    if (version > kVersion)
      throw StoreFailure({ErrorCode::kUnavailable,
                          fmt::format("{}: written by a newer Nereid (version {}, this one knows "
                                      "{}); use that one, or move the file away",
                                      file.string(), version, kVersion)},
                         SQLITE_OK);
    if (version == 0) {
      database_.execute(kTables);
      database_.execute(fmt::format("PRAGMA user_version={}", kVersion).c_str());
    }
    database_.execute("DELETE FROM judgement WHERE deleted=1");
    drop_unused_texts();
    transaction.commit();
  }

  Result<JudgementRow> add(const Judgement& judgement, const JudgementLimits& limits) override {
    return attempt("keeping a judgement", [&] {
      Transaction transaction(database_);
      JudgementRow row = insert(judgement);
      trim(limits);
      transaction.commit();
      return row;
    });
  }

  Result<std::vector<JudgementRow>> rows() override {
    return attempt("reading the judgements", [&] {
      std::vector<JudgementRow> rows;
      Statement query = database_.prepare(
          fmt::format("SELECT {} FROM judgement j JOIN text c ON c.id=j.candidate WHERE "
                      "j.deleted=0 ORDER BY j.unix_ms, j.id",
                      kRowColumns));
      while (query.step()) rows.push_back(read_row(query));
      return rows;
    });
  }

  Result<Judgement> load(std::int64_t id) override {
    return attempt("reading a judgement", [&] { return read(id); });
  }

  Result<void> set_note(std::int64_t id, const std::string& note) override {
    return attempt("keeping a note", [&] {
      database_.prepare("UPDATE judgement SET note=?1 WHERE id=?2")
          .bind_text(1, note)
          .bind(2, id)
          .run();
    });
  }

  Result<void> set_deleted(const std::vector<std::int64_t>& ids, bool deleted) override {
    return attempt("deleting judgements", [&] {
      Transaction transaction(database_);
      Statement update = database_.prepare("UPDATE judgement SET deleted=?1 WHERE id=?2");
      for (const std::int64_t id : ids) update.bind(1, deleted ? 1 : 0).bind(2, id).run();
      transaction.commit();
    });
  }

  Result<void> export_lines(const fs::path& file, const std::vector<std::int64_t>& ids) override {
    Result<std::string> text = attempt("reading the judgements", [&] {
      std::string lines;
      for (const std::int64_t id : ids) lines += line_of(read(id)) + '\n';
      return lines;
    });
    if (!text) return text.error();
    return atomic_write_file(file, *text);
  }

  Result<int> import_lines(const fs::path& file, const JudgementLimits& limits) override {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return file_error("opening", file, errno);
    std::vector<Judgement> found;
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      Result<Judgement> judgement = judgement_of(file, number, line);
      if (!judgement) return judgement.error();
      found.push_back(std::move(*judgement));
    }
    return attempt("keeping judgements", [&] {
      Transaction transaction(database_);
      for (const Judgement& judgement : found) insert(judgement);
      trim(limits);
      transaction.commit();
      return static_cast<int>(found.size());
    });
  }

  Result<void> save_draft(const Draft& draft) override {
    return attempt("keeping a draft", [&] {
      database_
          .prepare(
              "INSERT OR REPLACE INTO draft(slot, content, file, file_text) "
              "VALUES(?1, ?2, ?3, ?4)")
          .bind_text(1, draft.slot)
          .bind_blob(2, as_bytes(draft.text))
          .bind_text(3, draft.file)
          .bind_text(4, draft.file_text)
          .run();
    });
  }

  Result<std::vector<Draft>> drafts() override {
    return attempt("reading the drafts", [&] {
      std::vector<Draft> drafts;
      Statement query =
          database_.prepare("SELECT slot, content, file, file_text FROM draft ORDER BY slot");
      while (query.step())
        drafts.push_back({query.text(0), query.text(1), query.text(2), query.text(3)});
      return drafts;
    });
  }

 private:
  std::int64_t keep_text(const std::string& text) {
    const std::string sha = sha256_hex(text);
    database_.prepare("INSERT OR IGNORE INTO text(sha256, bytes, content) VALUES(?1, ?2, ?3)")
        .bind_text(1, sha)
        .bind(2, static_cast<std::int64_t>(text.size()))
        .bind_blob(3, as_bytes(text))
        .run();
    Statement query = database_.prepare("SELECT id FROM text WHERE sha256=?1");
    query.bind_text(1, sha).step();
    return query.integer(0);
  }

  JudgementRow insert(const Judgement& judgement) {
    JudgementRow row = row_of(judgement);
    const std::string verdict = judgement.verdict ? verify::to_json_text(*judgement.verdict) : "";
    Statement insert = database_.prepare(
        "INSERT INTO judgement(unix_ms, name, change, note, reference, candidate, entry_point, "
        "accepted, furthest_stage, rejected_at, reason_code, reason_message, total_ms, verdict, "
        "bytes) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)");
    insert.bind(1, row.unix_ms).bind_text(2, row.name).bind_text(3, row.change);
    insert.bind_text(4, row.note).bind(5, keep_text(judgement.reference));
    insert.bind(6, keep_text(judgement.candidate)).bind_text(7, judgement.entry_point);
    insert.bind(8, row.accepted ? 1 : 0).bind(9, static_cast<int>(row.furthest_stage));
    insert.bind(10, static_cast<int>(row.rejected_at)).bind_text(11, row.reason_code);
    insert.bind_text(12, row.reason_message).bind(13, row.total_ms);
    if (judgement.verdict)
      insert.bind_blob(14, as_bytes(verdict));
    else
      insert.bind_null(14);
    insert.bind(15, static_cast<std::int64_t>(verdict.size())).run();
    row.id = database_.last_row_id();
    return row;
  }

  Judgement read(std::int64_t id) {
    Statement query = database_.prepare(
        "SELECT j.unix_ms, j.name, j.change, j.note, r.content, c.content, j.entry_point, "
        "j.verdict FROM judgement j JOIN text r ON r.id=j.reference JOIN text c ON "
        "c.id=j.candidate WHERE j.id=?1");
    if (!query.bind(1, id).step())
      throw StoreFailure({ErrorCode::kNotFound,
                          fmt::format("{}: judgement {} is no longer there: it was deleted, or the "
                                      "list had become too long",
                                      database_.shown(), id)},
                         SQLITE_OK);
    Judgement judgement;
    judgement.id = id;
    judgement.unix_ms = query.integer(0);
    judgement.name = query.text(1);
    judgement.change = query.text(2);
    judgement.note = query.text(3);
    judgement.reference = query.text(4);
    judgement.candidate = query.text(5);
    judgement.entry_point = query.text(6);
    if (!query.is_null(7)) judgement.verdict = verify::verdict_from_json_text(query.text(7));
    return judgement;
  }

  std::int64_t kept_bytes() const {
    return database_.query_integer("SELECT COALESCE(SUM(bytes), 0) FROM text") +
           database_.query_integer("SELECT COALESCE(SUM(bytes), 0) FROM judgement");
  }

  // The newest stays, however large it is.
  void trim(const JudgementLimits& limits) {
    auto count = database_.query_integer("SELECT COUNT(*) FROM judgement");
    if (count > limits.count) {
      drop_oldest(count - std::max(1, limits.count));
      count = std::max(1, limits.count);
    }
    while (count > 1 && kept_bytes() > limits.bytes) {
      const std::int64_t share = std::max<std::int64_t>(1, count / 10);
      drop_oldest(share);
      count -= share;
    }
  }

  void drop_oldest(std::int64_t count) {
    database_
        .prepare(
            "DELETE FROM judgement WHERE id IN (SELECT id FROM judgement ORDER BY deleted "
            "DESC, unix_ms, id LIMIT ?1)")
        .bind(1, count)
        .run();
    drop_unused_texts();
  }

  void drop_unused_texts() {
    database_.execute(
        "DELETE FROM text WHERE id NOT IN (SELECT reference FROM judgement UNION SELECT candidate "
        "FROM judgement)");
  }

  Database database_;
};

}  // namespace

JudgementRow row_of(const Judgement& judgement) {
  JudgementRow row;
  row.id = judgement.id;
  row.unix_ms = judgement.unix_ms;
  row.name = judgement.name;
  row.change = judgement.change;
  row.note = judgement.note;
  row.candidate_sha256 = sha256_hex(judgement.candidate);
  if (!judgement.verdict) return row;
  const verify::Verdict& verdict = *judgement.verdict;
  row.judged = true;
  row.accepted = verdict.accepted;
  row.furthest_stage = verdict.furthest_stage;
  row.rejected_at = verdict.rejected_at.value_or(verify::Stage::kNone);
  row.reason_code = verdict.reason.code;
  row.reason_message = verdict.reason.message;
  row.total_ms = verdict.total_ms;
  return row;
}

Result<std::unique_ptr<JudgementStore>> JudgementStore::open(const fs::path& file) {
  if (auto made = make_directories(file.parent_path()); !made) return made.error();
  return attempt("opening " + file.string(), [&]() -> std::unique_ptr<JudgementStore> {
    return std::make_unique<SqliteJudgements>(file);
  });
}

}  // namespace nereid::record
