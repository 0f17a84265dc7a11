// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>
#include <variant>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/record/internal/episode_store.h"
#include "engine/record/internal/run_lock.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kGather{100};  ///< half of the promised 200 ms; the rest is for writing
constexpr milliseconds kRetry{500};   ///< between attempts while the disk refuses

struct StateChange {
  RunState state;
  std::string message;
  std::int64_t step;
};
struct Fact {
  std::string key, value;
};
struct Checkpoint {
  std::int64_t step;
  std::string path;
};
struct Truncation {
  std::int64_t step;
};
using Item = std::variant<MetricBatch, std::vector<Episode>, Event, StateChange, Fact, Checkpoint,
                          Truncation>;

std::string new_run_id() {
  std::random_device random;
  return fmt::format("{}-{:08x}", time_stamp(), random());
}

/// Applies items to the tables, inside the caller's transaction. Writer's thread only.
class Tables {
 public:
  explicit Tables(const Database& database)
      : database_(database),
        episodes_(database),
        find_key_(database.prepare("SELECT id FROM metric_key WHERE key = ?")),
        add_key_(database.prepare("INSERT INTO metric_key(key) VALUES(?)")),
        // REPLACE takes the old row away and gives the new one a fresh seq, which followers see as
        // an addition.
        add_metric_(database.prepare(
            "INSERT OR REPLACE INTO metric(step, key_id, value, unix_ms) VALUES(?, ?, ?, ?)")),
        add_event_(database.prepare(
            "INSERT INTO event(unix_ms, step, kind, level, message) VALUES(?, ?, ?, ?, ?)")) {}

  void apply(const MetricBatch& batch) {
    for (const auto& [key, value] : batch.values)
      add_metric_.bind(1, batch.step)
          .bind(2, key_id(key))
          .bind(3, value)
          .bind(4, batch.unix_ms)
          .run();
  }

  void apply(const std::vector<Episode>& episodes) {
    for (const Episode& episode : episodes) episodes_.insert(episode);
  }

  void apply(const Event& event) {
    add_event_.bind(1, event.unix_ms != 0 ? event.unix_ms : unix_ms()).bind(2, event.step);
    add_event_.bind_text(3, event.kind).bind_text(4, event.level).bind_text(5, event.message).run();
  }

  void apply(const StateChange& change) {
    const std::string name(run_state_name(change.state));
    write_meta(database_, "state", name);
    write_meta(database_, "state_message", change.message);
    write_meta(database_, "last_step", std::to_string(change.step));
    const std::string text = change.message.empty() ? name : name + ": " + change.message;
    const std::string level = change.state == RunState::kFailed ? "error" : "info";
    apply(Event{.step = change.step, .kind = "state", .level = level, .message = text});
  }

  void apply(const Fact& fact) {
    database_.prepare("INSERT OR REPLACE INTO fact VALUES(?, ?)")
        .bind_text(1, fact.key)
        .bind_text(2, fact.value)
        .run();
  }

  void apply(const Checkpoint& checkpoint) {
    database_.prepare("INSERT OR REPLACE INTO checkpoint VALUES(?, ?, ?)")
        .bind(1, checkpoint.step)
        .bind_text(2, checkpoint.path)
        .bind(3, unix_ms())
        .run();
    apply(Event{.step = checkpoint.step,
                .kind = "checkpoint",
                .level = "info",
                .message = checkpoint.path});
  }

  void apply(const Truncation& truncation) {
    for (const char* sql :
         {"DELETE FROM metric WHERE step > ?",
          "DELETE FROM episode_tokens WHERE seq IN (SELECT seq FROM episode WHERE step > ?)",
          "DELETE FROM episode_turn WHERE seq IN (SELECT seq FROM episode WHERE step > ?)",
          "DELETE FROM episode_detail WHERE seq IN (SELECT seq FROM episode WHERE step > ?)",
          "DELETE FROM episode WHERE step > ?", "DELETE FROM checkpoint WHERE step > ?"})
      database_.prepare(sql).bind(1, truncation.step).run();
    drop_unused();
    const std::int64_t last = number("last_step");
    write_meta(database_, "last_step", std::to_string(std::min(last, truncation.step)));
    increment("generation");
  }

  void count_commit() { increment("change"); }

 private:
  /// What only dropped rows referred to, so that the record equals one that never had them.
  void drop_unused() {
    database_.execute(
        "DELETE FROM blob WHERE id NOT IN (SELECT reference FROM episode_detail UNION SELECT "
        "prompt FROM "
        "episode_detail UNION SELECT completion FROM episode_detail UNION SELECT candidate FROM "
        "episode_detail);"
        "DELETE FROM task WHERE id NOT IN (SELECT task FROM episode);"
        "DELETE FROM metric_key WHERE id NOT IN (SELECT key_id FROM metric)");
  }

  std::int64_t key_id(const std::string& key) {
    find_key_.bind_text(1, key);
    const bool found = find_key_.step();
    const std::int64_t id = found ? find_key_.integer(0) : 0;
    find_key_.reset();
    if (found) return id;
    add_key_.bind_text(1, key).run();
    return database_.last_row_id();
  }

  std::int64_t number(std::string_view key) const {
    return std::strtoll(read_meta(database_, key).value_or("0").c_str(), nullptr, 10);
  }
  void increment(std::string_view key) {
    write_meta(database_, key, std::to_string(number(key) + 1));
  }

  const Database& database_;
  EpisodeInserter episodes_;
  Statement find_key_, add_key_, add_metric_, add_event_;
};

class SqliteWriter final : public RunWriter {
 public:
  SqliteWriter(RunLock lock, std::unique_ptr<Database> database, Options options)
      : lock_(std::move(lock)),
        database_(std::move(database)),
        tables_(*database_),
        options_(std::move(options)),
        thread_([this] { run(); }) {}

  ~SqliteWriter() override {
    {
      const std::lock_guard guard(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  void write_metrics(MetricBatch batch) override { enqueue(std::move(batch)); }
  void write_episodes(std::vector<Episode> episodes) override { enqueue(std::move(episodes)); }
  void write_event(Event event) override {
    if (event.unix_ms == 0) event.unix_ms = unix_ms();
    enqueue(std::move(event));
  }
  void write_state(RunState state, std::string message, std::int64_t step) override {
    enqueue(StateChange{state, std::move(message), step});
  }
  void write_fact(std::string key, std::string value) override {
    enqueue(Fact{std::move(key), std::move(value)});
  }
  void write_checkpoint(std::int64_t step, std::string relative_path) override {
    enqueue(Checkpoint{step, std::move(relative_path)});
  }
  void truncate_after(std::int64_t step) override { enqueue(Truncation{step}); }

  Result<void> flush() override {
    std::unique_lock guard(mutex_);
    const std::uint64_t target = enqueued_;
    const std::uint64_t failures_before = failures_;
    ++flushers_;
    wake_.notify_all();
    progress_.wait(guard, [&] { return committed_ >= target || failures_ > failures_before; });
    --flushers_;
    if (committed_ >= target) return {};
    return *problem_;
  }

 private:
  void enqueue(Item item) {
    {
      const std::lock_guard guard(mutex_);
      queue_.push_back(std::move(item));
      ++enqueued_;
    }
    wake_.notify_all();
  }

  /// The writer's thread: gathers for a moment, writes in one transaction, keeps what the disk
  /// refused.
  void run() {
    std::vector<Item> batch;
    while (gather(batch)) {
      const Result<void> written = attempt("writing the record", [&] { commit(batch); });
      if (written)
        report_success(batch);
      else if (!report_failure(written.error(), batch.size()))
        return;
    }
  }

  /// Moves the queue behind what is left in `batch`. False when all is written and the writer
  /// closes.
  bool gather(std::vector<Item>& batch) {
    std::unique_lock guard(mutex_);
    const auto hurried = [&] { return closing_ || flushers_ > 0; };
    if (batch.empty())
      wake_.wait(guard, [&] { return closing_ || !queue_.empty(); });
    else
      wake_.wait_for(guard, kRetry, hurried);
    if (batch.empty() && queue_.empty()) return false;
    if (batch.empty()) wake_.wait_for(guard, kGather, hurried);
    std::move(queue_.begin(), queue_.end(), std::back_inserter(batch));
    queue_.clear();
    return true;
  }

  void commit(const std::vector<Item>& batch) {
    Transaction transaction(*database_);
    for (const Item& item : batch)
      std::visit([&](const auto& content) { tables_.apply(content); }, item);
    tables_.count_commit();
    transaction.commit();
  }

  /// on_commit comes before flush() returns: who has flushed knows that followers were told.
  void report_success(std::vector<Item>& batch) {
    if (options_.on_commit) options_.on_commit();
    {
      const std::lock_guard guard(mutex_);
      committed_ += batch.size();
      problem_.reset();
    }
    batch.clear();
    progress_.notify_all();
  }

  /// False when the writer has to give up, because it is being closed. on_problem comes before
  /// flush() returns.
  bool report_failure(const Error& error, std::size_t waiting) {
    bool is_new = false;
    bool giving_up = false;
    {
      const std::lock_guard guard(mutex_);
      is_new = !problem_ || problem_->code != error.code;
      giving_up = closing_;
    }
    if (options_.on_problem && giving_up)
      options_.on_problem({error.code, fmt::format("{} (closing: {} entries could not be written)",
                                                   error.message, waiting)});
    else if (options_.on_problem && is_new)
      options_.on_problem(error);
    {
      const std::lock_guard guard(mutex_);
      problem_ = error;
      ++failures_;
    }
    progress_.notify_all();
    return !giving_up;
  }

  RunLock lock_;
  std::unique_ptr<Database> database_;
  Tables tables_;
  Options options_;

  std::mutex mutex_;
  std::condition_variable wake_;      ///< for the writer's thread
  std::condition_variable progress_;  ///< for flush()
  std::vector<Item> queue_;
  std::uint64_t enqueued_ = 0, committed_ = 0, failures_ = 0;
  int flushers_ = 0;
  bool closing_ = false;
  std::optional<Error> problem_;  ///< of the last attempt

  std::thread thread_;  ///< last: it uses all of the above
};

void configure(const Database& database) {
  // FULL: a commit is on the disk when it returns, also after a power loss.
  database.execute("PRAGMA synchronous=FULL; PRAGMA journal_size_limit=16777216");
}

void describe_run(const Database& database, const RunInfo& info, bool is_new) {
  if (is_new) {
    write_meta(database, "run_id", info.run_id.empty() ? new_run_id() : info.run_id);
    write_meta(database, "created_unix_ms",
               std::to_string(info.created_unix_ms != 0 ? info.created_unix_ms : unix_ms()));
    write_meta(database, "last_step", std::to_string(info.last_step));
    write_meta(database, "change", "1");
    write_meta(database, "generation", "0");
  }
  write_meta(database, "name", info.name);
  write_meta(database, "method", info.method);
  write_meta(database, "settings_yaml", info.settings_yaml);
  write_meta(database, "total_steps", std::to_string(info.total_steps));
  write_meta(database, "state", run_state_name(info.state));
  write_meta(database, "state_message", info.state_message);
  write_meta(database, "pid", std::to_string(info.pid != 0 ? info.pid : ::getpid()));
  for (const auto& [key, value] : info.facts)
    database.prepare("INSERT OR REPLACE INTO fact VALUES(?, ?)")
        .bind_text(1, key)
        .bind_text(2, value)
        .run();
}

std::unique_ptr<Database> open_database(const fs::path& run_dir, const RunInfo& info) {
  const fs::path record = record_path(run_dir);
  auto database = std::make_unique<Database>(
      record.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, record.string());
  create_or_check_schema(*database);
  configure(*database);
  Transaction transaction(*database);
  describe_run(*database, info, !read_meta(*database, "run_id"));
  transaction.commit();
  return database;
}

}  // namespace

Result<std::unique_ptr<RunWriter>> RunWriter::open(const fs::path& run_dir, const RunInfo& info,
                                                   Options options) {
  if (Result<void> made = make_directories(run_dir / "checkpoints"); !made) return made.error();
  Result<RunLock> lock = RunLock::take(run_dir);
  if (!lock) return lock.error();
  if (Result<void> written = atomic_write_file(run_dir / "settings.yaml", info.settings_yaml);
      !written)
    return written.error();
  return attempt("opening the record", [&]() -> std::unique_ptr<RunWriter> {
    auto database = open_database(run_dir, info);
    return std::make_unique<SqliteWriter>(std::move(*lock), std::move(database),
                                          std::move(options));
  });
}

}  // namespace nereid::record
