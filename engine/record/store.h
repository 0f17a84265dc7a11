// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/episode.h"
#include "engine/record/metrics.h"

namespace nereid::record {

/// States of a run; paused and stopped are states that the trainer has confirmed.
enum class RunState {
  kStarting,
  kRunning,
  kPausing,
  kPaused,
  kStopping,
  kStopped,
  kFinished,
  kFailed
};
std::string_view run_state_name(RunState state);
std::optional<RunState> run_state_from_name(std::string_view name);

struct RunInfo {
  std::string run_id;
  std::string name;           ///< e.g. "pocket-grpo"
  std::string settings_yaml;  ///< complete, every default written out
  std::string method;         ///< "sft", "grpo" or "best_of_n"
  std::int64_t total_steps = 0;
  std::int64_t created_unix_ms = 0;
  RunState state = RunState::kStarting;
  std::string state_message;
  std::int64_t last_step = 0;
  std::int64_t episode_count = 0;
  std::int64_t last_checkpoint_step = 0;
  std::int64_t pid = 0;                      ///< of the process that writes; 0 when none
  std::map<std::string, std::string> facts;  ///< device, versions, cores, sandbox layers, ...
};

/// The flags of an episode's verdict, for those that have any.
struct EpisodeFlags {
  std::int64_t id = 0;  ///< row id of the episode
  std::vector<std::string> flags;
};

struct Event {
  std::int64_t id = 0;
  std::int64_t unix_ms = 0;
  std::int64_t step = 0;
  std::string kind;   ///< "state", "checkpoint", "log", "alarm"
  std::string level;  ///< "info", "warning", "error"
  std::string message;
};

/// Values of one metric, in the order in which they were written: of a step that comes twice the
/// later one counts, as in MetricSeries.
struct MetricColumn {
  std::string key;
  std::vector<double> steps, values;
};
struct MetricColumns {
  std::vector<MetricColumn> columns;
  bool is_complete = true;  ///< nothing is left behind the cursor
};

/// A run folder: record.sqlite (WAL), checkpoints/, settings.yaml, log.txt.
std::filesystem::path record_path(const std::filesystem::path& run_dir);

/// Writes a run. Thread-safe: calls enqueue and return at once; one own thread writes and commits
/// at least every 200 ms. What was committed survives kill -9. On a full disk writing pauses,
/// on_problem is called and the queue is kept until there is room or the writer is closed.
class RunWriter {
 public:
  struct Options {
    std::function<void(const Error&)> on_problem;
    /// On the writer's thread, after each commit and before a flush() that waited for it returns.
    /// Must not call flush().
    std::function<void()> on_commit;
  };
  /// Makes the run folder, or opens it to go on with (resume).
  static Result<std::unique_ptr<RunWriter>> open(const std::filesystem::path& run_dir,
                                                 const RunInfo& info, Options options);
  virtual ~RunWriter() = default;
  virtual void write_metrics(MetricBatch batch) = 0;  ///< replaces values of the same step and key
  virtual void write_episodes(
      std::vector<Episode> episodes) = 0;  ///< replaces episodes of the same key and phase
  virtual void write_event(Event event) = 0;
  /// Adds an event of kind "state" too.
  virtual void write_state(RunState state, std::string message, std::int64_t step) = 0;
  virtual void write_fact(std::string key, std::string value) = 0;
  /// `relative_path`: below the run folder. Adds an event of kind "checkpoint" too.
  virtual void write_checkpoint(std::int64_t step, std::string relative_path) = 0;
  /// After a resume from `step`: drops metrics, episodes and checkpoints of later steps, so that a
  /// continued record equals an unbroken one.
  virtual void truncate_after(std::int64_t step) = 0;
  /// Waits until all that was queued is committed, or until an attempt has failed: then the Error,
  /// and the queue is kept for the next attempt.
  virtual Result<void> flush() = 0;
};

/// Reads a run, also while another process writes it. One thread at a time. Never executes
/// anything.
class RunReader {
 public:
  /// A run folder, or an episode file (engine/record/episode_file.h).
  /// A record on a read-only medium is read in place, or through a temporary copy where SQLite
  /// needs one.
  static Result<std::unique_ptr<RunReader>> open(const std::filesystem::path& run_dir);
  virtual ~RunReader() = default;
  virtual Result<RunInfo> info() = 0;
  /// Grows with every commit that changed something a reader could have seen; cheap to poll.
  virtual Result<std::int64_t> data_version() = 0;
  /// Grows when rows were taken away (truncate_after): a list that was filled by cursors is to be
  /// filled anew.
  virtual Result<std::int64_t> generation() = 0;
  virtual Result<std::vector<std::string>> metric_keys() = 0;
  /// Rows appended or replaced after `cursor` (0 = from the start); moves `cursor`.
  virtual Result<std::vector<MetricBatch>> metrics_since(std::int64_t& cursor) = 0;
  /// The same by metric, in a third of the time; at most `limit` values, 0 = all.
  virtual Result<MetricColumns> metric_columns_since(std::int64_t& cursor, std::int64_t limit) = 0;
  /// All of one metric by step; empty for one that was never written.
  virtual Result<MetricColumn> metric_column(const std::string& key) = 0;
  virtual Result<std::vector<EpisodeRow>> episodes_since(std::int64_t& cursor,
                                                         std::int64_t limit) = 0;
  virtual Result<std::vector<Event>> events_since(std::int64_t& cursor) = 0;
  /// Flags of episodes appended or replaced after `cursor`; moves `cursor`, and leaves it when
  /// there are no more. Reads whole verdicts, which rows do not: some seconds for 100,000.
  virtual Result<std::vector<EpisodeFlags>> flags_since(std::int64_t& cursor,
                                                        std::int64_t limit) = 0;
  virtual Result<Episode> episode(std::int64_t row_id) = 0;
  /// All completions of one prompt: same step, group and phase.
  virtual Result<std::vector<EpisodeRow>> group(const EpisodeKey& key,
                                                const std::string& phase) = 0;
  /// The newest one whose files are there.
  virtual Result<std::optional<std::pair<std::int64_t, std::filesystem::path>>>
  last_checkpoint() = 0;
};

/// Whole-record operations of `nereid record`.
struct CheckReport {
  bool ok = true;
  std::vector<std::string> problems;  ///< each with what is wrong and the mend
  std::int64_t episodes = 0, metrics = 0, checkpoints = 0;
};
/// The functions below take an episode file in place of a run folder too.
Result<CheckReport> check_record(const std::filesystem::path& run_dir);
/// Format "csv" (one row a step, one column a metric) or "jsonl" (one episode a line). Values
/// exactly as stored.
Result<void> export_metrics_csv(const std::filesystem::path& run_dir,
                                const std::filesystem::path& file);
Result<void> export_episodes_jsonl(const std::filesystem::path& run_dir,
                                   const std::filesystem::path& file);
/// Copies a run folder, after checking it, into a new folder below `runs_dir`; answers that folder.
/// The record is taken as one consistent state even while it is written. Links are not followed and
/// not copied.
Result<std::filesystem::path> import_run(const std::filesystem::path& run_dir,
                                         const std::filesystem::path& runs_dir);

}  // namespace nereid::record
