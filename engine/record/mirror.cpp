// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/mirror.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/file.h"
#include "engine/record/internal/run_lock.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

/// The tables of a record, in the order of record_tail.py.
struct Table {
  std::string_view name;
  int columns;
  std::string_view cursor;  ///< column that only grows; empty: sent whole each time
};
constexpr std::array<Table, 11> kTables = {{{"meta", 2, ""},
                                            {"fact", 2, ""},
                                            {"checkpoint", 3, ""},
                                            {"metric_key", 2, "id"},
                                            {"task", 4, "id"},
                                            {"blob", 3, "id"},
                                            {"episode", 15, "seq"},
                                            {"episode_detail", 19, ""},
                                            {"metric", 5, "seq"},
                                            {"event", 6, "id"},
                                            {"episode_turn", 3, ""}}};
constexpr std::size_t kEpisode = 6;

/// While a round goes on the copy counts its own commits, above every number that a source counts
/// to; followers look whether the number differs.
constexpr std::int64_t kPartialChange = 1'000'000'000'000;

[[noreturn]] void fail(const std::string& what) {
  throw StoreFailure({ErrorCode::kCorrupt, "the stream from the other machine is broken: " + what},
                     SQLITE_CORRUPT);
}

/// Takes values off the front of a frame; throws when it is too short.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> bytes) : left_(bytes) {}
  bool empty() const { return left_.empty(); }
  std::span<const std::byte> take(std::size_t count) {
    if (count > left_.size()) fail("a frame ends too early");
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view text(std::size_t count) {
    const auto bytes = take(count);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::string_view rest() { return text(left_.size()); }

 private:
  std::span<const std::byte> left_;
};

void bind_value(Statement& statement, int index, Bytes& bytes) {
  switch (bytes.number<char>()) {
    case 'N':
      statement.bind_null(index);
      return;
    case 'I':
      statement.bind(index, bytes.number<std::int64_t>());
      return;
    case 'F':
      statement.bind(index, bytes.number<double>());
      return;
    case 'T':
      statement.bind_text(index, bytes.text(bytes.number<std::uint32_t>()));
      return;
    case 'B':
      statement.bind_blob(index, bytes.take(bytes.number<std::uint32_t>()));
      return;
    default:
      fail("a value of unknown type");
  }
}

std::string insert_text(const Table& table) {
  std::string marks = "?";
  for (int i = 1; i < table.columns; ++i) marks += ", ?";
  return fmt::format("INSERT OR REPLACE INTO {} VALUES({})", table.name, marks);
}

class SqliteMirror final : public RecordMirror {
 public:
  SqliteMirror(RunLock lock, std::unique_ptr<Database> database)
      : lock_(std::move(lock)),
        database_(std::move(database)),
        forget_detail_(database_->prepare(
            "DELETE FROM episode_detail WHERE seq IN (SELECT seq FROM episode WHERE phase = ?1 AND "
            "step = ?2 AND grp = ?3 AND idx = ?4)")),
        forget_turn_(database_->prepare(
            "DELETE FROM episode_turn WHERE seq IN (SELECT seq FROM episode WHERE phase = ?1 AND "
            "step = ?2 AND grp = ?3 AND idx = ?4)")) {
    for (const Table& table : kTables) inserts_.push_back(database_->prepare(insert_text(table)));
  }

  Result<MirrorPosition> position() override {
    return attempt("reading the copy", [&] {
      MirrorPosition position;
      position.run_id = read_meta(*database_, "run_id").value_or("");
      position.generation =
          std::strtoll(read_meta(*database_, "generation").value_or("0").c_str(), nullptr, 10);
      for (const Table& table : kTables)
        if (!table.cursor.empty())
          position.cursors[std::string(table.name)] = database_->query_integer(
              fmt::format("SELECT coalesce(max({}), 0) FROM {}", table.cursor, table.name));
      return position;
    });
  }

  Result<MirrorNews> apply(std::span<const std::byte> frame) override {
    const Result<MirrorNews> news =
        attempt("writing the copy of the record", [&] { return take(Bytes(frame)); });
    if (!news) roll_back();
    return news;
  }

  void roll_back() override {
    for (Statement& insert : inserts_) insert.reset();  // one may have stopped half-way
    forget_detail_.reset();
    forget_turn_.reset();
    transaction_.reset();
  }

 private:
  MirrorNews take(Bytes bytes) {
    switch (bytes.number<char>()) {
      case 'R':
        take_rows(bytes);
        return {.kind = MirrorNews::Kind::kRows};
      case 'X':
        begin();
        for (const Table& table : kTables)
          database_->execute(fmt::format("DELETE FROM {}", table.name).c_str());
        return {.kind = MirrorNews::Kind::kRows};
      case 'K':
        keep_ranges(bytes);
        return {.kind = MirrorNews::Kind::kRows};
      case 'C':
        return commit(bytes);
      case 'I':
        return {.kind = MirrorNews::Kind::kIdle};
      case 'E': {
        MirrorNews news{.kind = MirrorNews::Kind::kRefused};
        news.code = bytes.text(bytes.number<std::uint32_t>());
        news.message = bytes.rest();
        return news;
      }
      default:
        fail("a frame of unknown kind");
    }
  }

  void begin() {
    if (!transaction_) transaction_.emplace(*database_);
  }

  void take_rows(Bytes& bytes) {
    const auto number = bytes.number<std::uint8_t>();
    if (number >= kTables.size()) fail("rows of an unknown table");
    const auto rows = bytes.number<std::uint32_t>();
    begin();
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (number == kEpisode) forget_replaced(bytes);
      Statement& insert = inserts_[number];
      for (int column = 1; column <= kTables[number].columns; ++column)
        bind_value(insert, column, bytes);
      insert.run();
    }
    if (!bytes.empty()) fail("rows are longer than they say");
  }

  /// The record was cut back: rows outside the ranges are gone there.
  void keep_ranges(Bytes& bytes) {
    const auto number = bytes.number<std::uint8_t>();
    if (number >= kTables.size() || kTables[number].cursor.empty())
      fail("a cut of an unknown table");
    const auto count = bytes.number<std::uint32_t>();
    begin();
    std::int64_t kept = 0;  // up to here the copy is right
    for (std::uint32_t range = 0; range < count; ++range) {
      const auto low = bytes.number<std::int64_t>();
      const auto high = bytes.number<std::int64_t>();
      if (low <= kept || high < low) fail("a cut whose ranges do not grow");
      drop_between(number, kept, low);
      kept = high;
    }
    drop_between(number, kept, std::numeric_limits<std::int64_t>::max());
    if (!bytes.empty()) fail("a cut is longer than it says");
  }

  void drop_between(std::uint8_t number, std::int64_t after, std::int64_t before) {
    const auto drop = [&](std::string_view table, std::string_view column) {
      Statement rows = database_->prepare(
          fmt::format("DELETE FROM {0} WHERE {1} > ? AND {1} < ?", table, column));
      rows.bind(1, after).bind(2, before).run();
    };
    if (number == kEpisode) {
      drop("episode_detail", "seq");
      drop("episode_turn", "seq");
    }
    drop(kTables[number].name, kTables[number].cursor);
  }

  /// A replaced episode comes with a new number; what belongs to the old one goes with it.
  void forget_replaced(Bytes ahead) {
    if (ahead.number<char>() != 'I') fail("an episode without a number");
    ahead.number<std::int64_t>();
    for (Statement* forget : {&forget_detail_, &forget_turn_}) {
      Bytes key = ahead;
      for (int index = 1; index <= 4; ++index) bind_value(*forget, index, key);
      forget->run();
    }
  }

  MirrorNews commit(Bytes& bytes) {
    const auto change = bytes.number<std::int64_t>();  // 0: more is to come
    MirrorNews news{.kind = change == 0 ? MirrorNews::Kind::kPart : MirrorNews::Kind::kEqual};
    news.done = bytes.number<std::int64_t>();
    news.all = bytes.number<std::int64_t>();
    begin();
    const std::int64_t shown = change != 0 ? change : kPartialChange + ++parts_;
    write_meta(*database_, "change", std::to_string(shown));
    transaction_->commit();
    transaction_.reset();
    return news;
  }

  RunLock lock_;  ///< of another file than the writer's: the copy is not a run that somebody writes
  std::unique_ptr<Database> database_;
  Statement forget_detail_, forget_turn_;
  std::vector<Statement> inserts_;
  std::optional<Transaction> transaction_;
  std::int64_t parts_ = 0;
};

}  // namespace

Result<std::unique_ptr<RecordMirror>> RecordMirror::open(const fs::path& run_dir) {
  // Two windows must not write one copy. A lock below the folder, because a lock of the run itself
  // would say that the run goes on here.
  const fs::path guard = run_dir / ".mirror";
  if (Result<void> made = make_directories(guard); !made) return made.error();
  Result<RunLock> lock = RunLock::take(guard);
  if (!lock)
    return Error{
        lock.error().code,
        fmt::format("{}: another window follows this run; close it there", run_dir.string())};
  return attempt("opening the copy of the record", [&]() -> std::unique_ptr<RecordMirror> {
    const fs::path record = record_path(run_dir);
    auto database = std::make_unique<Database>(
        record.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, record.string());
    create_or_check_schema(*database);
    // A copy can be made again: no need to wait for the disk at each commit.
    database->execute("PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=16777216");
    return std::make_unique<SqliteMirror>(std::move(*lock), std::move(database));
  });
}

}  // namespace nereid::record
