// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/log.h"
#include "engine/base/paths.h"
#include "engine/base/unique_fd.h"
#include "engine/verify/kept.h"
#include "engine/verify/request/secret.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr int kBusyMs = 3000;
constexpr int kConnectTries = 20;
constexpr int kConnectPauseMs = 50;
constexpr int kKeepsBetweenTrims = 256;  // other processes add entries that nobody here counts
constexpr double kTrimTo = 0.9;          // of the limit, so that the next entry fits
constexpr const char* kDamaged = ".damaged-";  // with a time behind it: what was set aside
constexpr double kSecondsOfDay = 86400;
constexpr std::array<std::pair<KeptKind, std::string_view>, 3> kKinds = {
    {{KeptKind::kVerdict, "verdict"},
     {KeptKind::kCompile, "compile"},
     {KeptKind::kReferenceTime, "reference-time"}}};

// A failure of SQLite on its way to the edge of this file.
struct Failure {
  int code = 0;
  std::string text;
  bool is_busy() const { return code == SQLITE_BUSY || code == SQLITE_LOCKED; }
  bool is_damage() const { return code == SQLITE_CORRUPT || code == SQLITE_NOTADB; }
};

struct Closer {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, Closer>;

[[noreturn]] void fail(sqlite3* database, int code) {
  throw Failure{code & 0xff, database != nullptr ? sqlite3_errmsg(database) : "out of memory"};
}

// One statement, run once. Columns count from 0, parameters from 1.
class Query {
 public:
  Query(sqlite3* database, const char* sql) : database_(database) {
    sqlite3_stmt* statement = nullptr;
    must(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr));
    statement_.reset(statement);
  }
  Query& bind(int index, std::int64_t value) {
    must(sqlite3_bind_int64(statement_.get(), index, value));
    return *this;
  }
  Query& text(int index, std::string_view value) {
    must(sqlite3_bind_text64(statement_.get(), index, value.data(), value.size(), SQLITE_STATIC,
                             SQLITE_UTF8));
    return *this;
  }
  Query& blob(int index, std::string_view value) {
    must(sqlite3_bind_blob64(statement_.get(), index, value.data(), value.size(), SQLITE_STATIC));
    return *this;
  }
  bool step() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail(database_, code);
    return code == SQLITE_ROW;
  }
  void run() {
    while (step()) {
    }
  }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  std::string bytes(int column) const {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return data == nullptr ? std::string() : std::string(data, static_cast<std::size_t>(size));
  }

 private:
  void must(int code) const {
    if (code != SQLITE_OK) fail(database_, code);
  }
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Closer> statement_;
};

void execute(sqlite3* database, const char* sql) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(database, code);
}

// Rolled back unless committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* database) : database_(database) {
    execute(database, "BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (open_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    execute(database_, "COMMIT");
    open_ = false;
  }

 private:
  sqlite3* database_;
  bool open_ = true;
};

constexpr const char* kTables =
    "CREATE TABLE IF NOT EXISTS entries (kind INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT "
    "NULL, code TEXT NOT NULL, bytes INTEGER NOT NULL, created INTEGER NOT NULL, used INTEGER NOT "
    "NULL, hits INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (kind, key));"
    "CREATE INDEX IF NOT EXISTS entries_used ON entries (used, bytes);"
    "CREATE INDEX IF NOT EXISTS entries_created ON entries (created)";

class FileStore final : public KeptStore {
 public:
  FileStore(KeepOptions options, std::string secret)
      : options_(std::move(options)), secret_(std::move(secret)) {}

  // Throws Failure.
  void begin() {
    try {
      connect_patiently();
    } catch (const Failure& failure) {
      if (!failure.is_damage()) throw;
      set_aside(failure);
      connect_patiently();
    }
    (void)with_database("tidying", [&] { trim(); });
  }

  std::optional<KeptEntry> find(KeptKind kind, const std::string& key) override {
    const std::lock_guard lock(mutex_);
    std::optional<KeptEntry> found;
    (void)with_database("looking up", [&] { found = read(kind, key); });
    return found;
  }

  void keep(KeptKind kind, const std::string& key, std::string_view value) override {
    const std::lock_guard lock(mutex_);
    if (static_cast<double>(value.size()) > kTrimTo * static_cast<double>(options_.max_bytes))
      return;
    (void)with_database("keeping", [&] { write(kind, key, value); });
  }

  Result<std::vector<KeptSummary>> summary() override {
    const std::lock_guard lock(mutex_);
    std::vector<KeptSummary> kinds;
    const Result<void> done = with_database("reading", [&] {
      kinds.clear();
      for (const auto& [kind, name] : kKinds) kinds.push_back(summary_of(kind));
    });
    if (!done) return done.error();
    return kinds;
  }

  Result<std::int64_t> clear(std::optional<KeptKind> kind, double older_than_days) override {
    const std::lock_guard lock(mutex_);
    std::int64_t removed = 0;
    const Result<void> done = with_database("clearing", [&] {
      removed = 0;
      Transaction transaction(database_.get());
      for (const auto& [each, name] : kKinds) {
        if (kind && *kind != each) continue;
        Query(database_.get(), "DELETE FROM entries WHERE kind = ? AND created <= ?")
            .bind(1, number_of(each))
            .bind(2, seconds_ago(older_than_days))
            .run();
        removed += sqlite3_changes(database_.get());
      }
      transaction.commit();
      give_back_pages();
    });
    if (!done) return done.error();
    if (!kind && older_than_days <= 0) remove_damaged();
    return removed;
  }

  Result<KeptCheck> check() override {
    const std::lock_guard lock(mutex_);
    KeptCheck check;
    std::string damage;
    const Result<void> done = with_database(
        "checking",
        [&] {
          check = {};
          Query whole(database_.get(), "PRAGMA integrity_check(1)");
          if (whole.step() && whole.bytes(0) != "ok") throw Failure{SQLITE_CORRUPT, whole.bytes(0)};
          check_entries(check);
        },
        &damage);
    if (!damage.empty()) return Error{ErrorCode::kCorrupt, damage};
    if (!done) return done.error();
    return check;
  }

  std::int64_t file_bytes() const override {
    std::int64_t bytes = 0;
    for (const char* ending : {"", "-wal", "-shm"}) {
      std::error_code none;
      const auto size = fs::file_size(options_.file.string() + ending, none);
      if (!none) bytes += static_cast<std::int64_t>(size);
    }
    return bytes;
  }

 private:
  static std::int64_t number_of(KeptKind kind) { return static_cast<std::int64_t>(kind); }
  std::int64_t now() const { return options_.now ? options_.now() : unix_ms() / 1000; }
  std::int64_t seconds_ago(double days) const {
    return now() - static_cast<std::int64_t>(days * kSecondsOfDay);
  }

  // ---- the file ------------------------------------------------------------------------------

  void connect() {
    sqlite3* raw = nullptr;
    const int code =
        sqlite3_open_v2(options_.file.c_str(), &raw,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(raw);
    if (code != SQLITE_OK) fail(raw, code);
    sqlite3_busy_timeout(raw, kBusyMs);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    execute(raw, "PRAGMA auto_vacuum = INCREMENTAL");
    execute(raw, "PRAGMA journal_mode = WAL");
    // A power loss may cost the last entries, never the file.
    execute(raw, "PRAGMA synchronous = NORMAL");
    execute(raw, kTables);
    inode_ = inode_of(options_.file);
  }

  // Where several processes begin the file at once, SQLite does not wait by itself.
  void connect_patiently() {
    for (int tries = 1;; ++tries) {
      try {
        return connect();
      } catch (const Failure& failure) {
        if (!failure.is_busy() || tries == kConnectTries) throw;
        sqlite3_sleep(kConnectPauseMs);
      }
    }
  }

  static ino_t inode_of(const fs::path& file) {
    struct stat status = {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
  }

  // Renames the damaged file, unless another process has done so and begun a new one.
  void set_aside(const Failure& failure) {
    const UniqueFd lock(
        ::open((options_.file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (lock) ::flock(lock.get(), LOCK_EX);
    const ino_t known = std::exchange(inode_, 0);
    database_.reset();
    if (known != 0 && inode_of(options_.file) != known) return;
    const std::string aside = fmt::format("{}{}{}", options_.file.string(), kDamaged, unix_ms());
    std::error_code problem;
    fs::rename(options_.file, aside, problem);
    for (const char* ending : {"-wal", "-shm"})
      fs::remove(options_.file.string() + ending, problem);
    log_warning("the verdicts kept in {} are damaged ({}): set aside as {}, keeping starts anew",
                options_.file.string(), failure.text, aside);
  }

  // Does `work`, once more in a new file where the old one is damaged. `damage`: where that is
  // told, instead of doing it again.
  template <class Work>
  Result<void> with_database(const char* doing, const Work& work, std::string* damage = nullptr) {
    try {
      if (!database_) connect_patiently();
      work();
      return {};
    } catch (const Failure& failure) {
      if (!failure.is_damage()) return complain(doing, failure);
      try {
        set_aside(failure);
        connect_patiently();
        if (damage != nullptr)
          *damage = fmt::format("{} was damaged ({}) and has been set aside",
                                options_.file.string(), failure.text);
        else
          work();
        return {};
      } catch (const Failure& second) {
        return complain(doing, second);
      }
    }
  }

  // A full disk or a busy file would say the same for each candidate.
  Error complain(const char* doing, const Failure& failure) {
    const std::string text =
        fmt::format("{} verdicts in {}: {}; check the disk, or turn it off with verify.keep=false",
                    doing, options_.file.string(), failure.text);
    if (!failure.is_busy() && std::exchange(complained_, failure.code) != failure.code)
      log_warning("{}", text);
    return {ErrorCode::kUnavailable, text};
  }

  // ---- entries -------------------------------------------------------------------------------

  // HMAC in the form H(secret, H(secret, text)); the lengths keep the parts apart.
  std::string code_of(KeptKind kind, std::string_view key, std::int64_t created,
                      std::string_view value) const {
    Sha256 inner;
    inner.update(secret_);
    inner.update(
        fmt::format("{}:{}:{}:{}:{}:", number_of(kind), key.size(), key, created, value.size()));
    inner.update(value);
    return sha256_hex(secret_ + inner.hex());
  }

  std::optional<KeptEntry> read(KeptKind kind, const std::string& key) {
    Query query(database_.get(),
                "SELECT value, code, created FROM entries WHERE kind = ? AND key = ?");
    query.bind(1, number_of(kind)).text(2, key);
    if (!query.step()) return std::nullopt;
    KeptEntry entry{query.bytes(0), 0};
    const std::int64_t created = query.integer(2);
    const bool is_ours = query.bytes(1) == code_of(kind, key, created, entry.value);
    if (created < seconds_ago(options_.days)) return std::nullopt;  // goes with the next trim
    if (!is_ours) {
      remove(kind, key);
      log_warning("a kept {} was not what Nereid had stored; it is forgotten",
                  kept_kind_name(kind));
      return std::nullopt;
    }
    entry.age_s = static_cast<double>(std::max<std::int64_t>(0, now() - created));
    Query(database_.get(),
          "UPDATE entries SET used = ?, hits = hits + 1 WHERE kind = ? AND key = ?")
        .bind(1, now())
        .bind(2, number_of(kind))
        .text(3, key)
        .run();
    return entry;
  }

  void remove(KeptKind kind, const std::string& key) {
    Query(database_.get(), "DELETE FROM entries WHERE kind = ? AND key = ?")
        .bind(1, number_of(kind))
        .text(2, key)
        .run();
  }

  void write(KeptKind kind, const std::string& key, std::string_view value) {
    const std::int64_t created = now();
    const auto bytes = static_cast<std::int64_t>(key.size() + value.size());
    Query(database_.get(),
          "INSERT OR REPLACE INTO entries (kind, key, value, code, bytes, created, used) VALUES "
          "(?, ?, ?, ?, ?, ?, ?)")
        .bind(1, number_of(kind))
        .text(2, key)
        .blob(3, value)
        .text(4, code_of(kind, key, created, value))
        .bind(5, bytes)
        .bind(6, created)
        .bind(7, created)
        .run();
    bytes_ += bytes;
    if (++keeps_ >= kKeepsBetweenTrims || bytes_ > options_.max_bytes) trim();
  }

  // What is too old goes, then what was used longest ago until the rest fits.
  void trim() {
    keeps_ = 0;
    Transaction transaction(database_.get());
    Query(database_.get(), "DELETE FROM entries WHERE created < ?")
        .bind(1, seconds_ago(options_.days))
        .run();
    bytes_ = sum_of_bytes();
    if (bytes_ > options_.max_bytes) drop_longest_unused();
    transaction.commit();
    give_back_pages();
  }

  std::int64_t sum_of_bytes() {
    Query sum(database_.get(), "SELECT COALESCE(SUM(bytes), 0) FROM entries");
    sum.step();
    return sum.integer(0);
  }

  void drop_longest_unused() {
    const auto wanted =
        static_cast<std::int64_t>(kTrimTo * static_cast<double>(options_.max_bytes));
    std::vector<std::int64_t> rows;
    Query oldest(database_.get(), "SELECT rowid, bytes FROM entries ORDER BY used, rowid");
    while (bytes_ > wanted && oldest.step()) {
      rows.push_back(oldest.integer(0));
      bytes_ -= oldest.integer(1);
    }
    for (const std::int64_t row : rows)
      Query(database_.get(), "DELETE FROM entries WHERE rowid = ?").bind(1, row).run();
  }

  void give_back_pages() { execute(database_.get(), "PRAGMA incremental_vacuum"); }

  void remove_damaged() const {
    const std::string start = options_.file.filename().string() + kDamaged;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(options_.file.parent_path(), problem))
      if (entry.path().filename().string().starts_with(start)) fs::remove(entry.path(), problem);
  }

  KeptSummary summary_of(KeptKind kind) {
    Query query(database_.get(),
                "SELECT COUNT(*), COALESCE(SUM(bytes), 0), COALESCE(SUM(hits), 0), MIN(created) "
                "FROM entries WHERE kind = ?");
    query.bind(1, number_of(kind)).step();
    KeptSummary summary{kind, query.integer(0), query.integer(1), query.integer(2)};
    if (summary.entries > 0)
      summary.oldest_s = static_cast<double>(std::max<std::int64_t>(0, now() - query.integer(3)));
    return summary;
  }

  void check_entries(KeptCheck& check) {
    std::vector<std::int64_t> wrong;
    Query all(database_.get(), "SELECT rowid, kind, key, created, value, code FROM entries");
    while (all.step()) {
      ++check.entries;
      const auto kind = static_cast<KeptKind>(all.integer(1));
      if (all.bytes(5) != code_of(kind, all.bytes(2), all.integer(3), all.bytes(4)))
        wrong.push_back(all.integer(0));
    }
    for (const std::int64_t row : wrong)
      Query(database_.get(), "DELETE FROM entries WHERE rowid = ?").bind(1, row).run();
    check.removed = static_cast<std::int64_t>(wrong.size());
  }

  const KeepOptions options_;
  const std::string secret_;
  std::mutex mutex_;  ///< guards everything below
  Connection database_;
  ino_t inode_ = 0;  ///< of the file that is open
  int keeps_ = 0;
  std::int64_t bytes_ = 0;  ///< of all entries, as far as known here
  int complained_ = SQLITE_OK;
};

}  // namespace

std::string_view kept_kind_name(KeptKind kind) {
  for (const auto& [each, name] : kKinds)
    if (each == kind) return name;
  return "unknown";
}

std::optional<KeptKind> kept_kind_from_name(std::string_view name) {
  for (const auto& [kind, each] : kKinds)
    if (each == name) return kind;
  return std::nullopt;
}

std::vector<KeptKind> kept_kinds() {
  std::vector<KeptKind> kinds;
  for (const auto& [kind, name] : kKinds) kinds.push_back(kind);
  return kinds;
}

fs::path kept_file() {
  return cache_dir() / "kept-1.sqlite";
}

Result<std::unique_ptr<KeptStore>> KeptStore::open(KeepOptions options) {
  if (options.file.empty()) options.file = kept_file();
  if (Result<void> made = make_directories(options.file.parent_path()); !made) return made.error();
  Result<std::string> secret = installation_secret(data_dir() / "verifier-secret");
  if (!secret) return secret.error();
  const std::string file = options.file.string();
  auto store = std::make_unique<FileStore>(std::move(options), std::move(*secret));
  try {
    store->begin();
  } catch (const Failure& failure) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("{}: {}; check that the folder can be written", file, failure.text)};
  }
  return std::unique_ptr<KeptStore>(std::move(store));
}

}  // namespace nereid::verify
