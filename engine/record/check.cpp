// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "engine/base/hash.h"
#include "engine/record/internal/episode_file.h"
#include "engine/record/internal/open_record.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostProblems = 100;  ///< a wholly broken file must not fill the terminal
constexpr char kRestore[] = "restore the run folder from a copy";

/// One walk over a record. Each check adds to the report; none stops the others.
class Checker {
 public:
  Checker(fs::path run_dir, const Database& database)
      : run_dir_(std::move(run_dir)), database_(database) {}

  CheckReport run() {
    count_rows();
    guard("the structure", [&] { check_structure(); });
    guard("references between tables", [&] { check_references(); });
    guard("stored texts", [&] { check_blobs(); });
    guard("episodes", [&] { check_episodes(); });
    guard("groups", [&] {
      is_whole_run_ = !holds_single_episodes(database_);
      if (is_whole_run_) check_groups();
      if (is_whole_run_) check_turns();
    });
    guard("steps", [&] {
      if (is_whole_run_) check_steps();
    });
    guard("checkpoints", [&] { check_checkpoints(); });
    return std::move(report_);
  }

 private:
  template <class Work>
  void guard(const char* what, Work work) {
    const Result<void> done = attempt(fmt::format("checking {}", what), work);
    if (!done) problem(done.error().message);
  }

  void problem(std::string text) {
    report_.ok = false;
    if (report_.problems.size() < kMostProblems) report_.problems.push_back(std::move(text));
  }

  void count_rows() {
    guard("sizes", [&] {
      report_.episodes = database_.query_integer("SELECT count(*) FROM episode");
      report_.metrics = database_.query_integer("SELECT count(*) FROM metric");
      report_.checkpoints = database_.query_integer("SELECT count(*) FROM checkpoint");
    });
  }

  void check_structure() {
    Statement query = database_.prepare("PRAGMA integrity_check(20)");
    while (query.step())
      if (const std::string line = query.text(0); line != "ok")
        problem(fmt::format("{}: {}; {}", database_.shown(), line, kRestore));
  }

  void check_references() {
    Statement query = database_.prepare("PRAGMA foreign_key_check");
    while (query.step())
      problem(fmt::format("table {}, row {}: refers to a row of {} that is not there; {}",
                          query.text(0), query.integer(1), query.text(2), kRestore));
    Statement bare = database_.prepare(
        "SELECT seq FROM episode WHERE seq NOT IN (SELECT seq FROM episode_detail)");
    while (bare.step())
      problem(fmt::format("episode {}: its texts are missing; {}", bare.integer(0), kRestore));
  }

  void check_blobs() {
    Statement query = database_.prepare("SELECT id, sha256, content FROM blob");
    while (query.step())
      if (sha256_hex(query.bytes(2)) != query.text(1))
        problem(fmt::format("blob {}: its content does not match its SHA-256; {}", query.integer(0),
                            kRestore));
  }

  void check_episodes() {
    Statement query = database_.prepare(
        "SELECT episode.seq, verdict, accepted, furthest_stage, token_count, length(tokens), "
        "length(logprobs), "
        "length(token_ends) FROM episode JOIN episode_detail USING(seq)");
    while (query.step()) {
      const std::int64_t seq = query.integer(0);
      const auto verdict = verify::verdict_from_json_text(query.text(1));
      if (!verdict) {
        problem(fmt::format("episode {}: its verdict cannot be read; {}", seq, kRestore));
        continue;
      }
      if (verdict->accepted != (query.integer(2) != 0) ||
          static_cast<std::int64_t>(verdict->furthest_stage) != query.integer(3))
        problem(fmt::format("episode {}: the list and the verdict disagree; {}", seq, kRestore));
      check_token_facts(seq, query.integer(4));
      check_lengths(seq, query.integer(4), {query.integer(5), query.integer(6), query.integer(7)});
    }
  }

  void check_token_facts(std::int64_t seq, std::int64_t tokens) {
    if (!has_token_facts_) has_token_facts_ = has_table(database_, "episode_tokens");
    if (!*has_token_facts_) return;
    Statement query = database_.prepare(
        "SELECT length(entropies), length(ranks) FROM episode_tokens WHERE seq = ?");
    if (!query.bind(1, seq).step()) return;
    for (int column = 0; column < 2; ++column)
      if (const std::int64_t length = query.integer(column); length != 0 && length != 2 * tokens)
        problem(
            fmt::format("episode {}: {} tokens, but {} bytes in a column of 2 bytes a token; {}",
                        seq, tokens, length, kRestore));
  }

  /// Token columns hold four bytes a token, or nothing where the writer had no such column.
  void check_lengths(std::int64_t seq, std::int64_t tokens,
                     std::initializer_list<std::int64_t> bytes) {
    for (const std::int64_t length : bytes)
      if (length != 0 && length != 4 * tokens)
        problem(
            fmt::format("episode {}: {} tokens, but {} bytes in a column of 4 bytes a token; {}",
                        seq, tokens, length, kRestore));
  }

  void check_groups() {
    // The samples of an evaluation come in the order of their verdicts.
    if (read_meta(database_, "method") == "evaluation" &&
        read_meta(database_, "state") != run_state_name(RunState::kFinished))
      return;
    // A completion may have fewer turns than another one.
    const std::string first_turns =
        has_table(database_, "episode_turn")
            ? "WHERE NOT EXISTS (SELECT 1 FROM episode_turn WHERE episode_turn.seq = episode.seq) "
            : "";
    Statement query = database_.prepare(
        "SELECT phase, step, grp, count(*), max(idx) FROM episode " + first_turns +
        "GROUP BY step, grp, phase "
        "HAVING count(*) <> max(idx) + 1 OR min(idx) < 0");
    while (query.step())
      problem(
          fmt::format("step {}, group {} ({}): {} completions, but the last one is number {}; {}",
                      query.integer(1), query.integer(2), query.text(0), query.integer(3),
                      query.integer(4) + 1, kRestore));
  }

  /// The answer that a later turn was asked to better is there, and of the turn before.
  void check_turns() {
    if (!has_table(database_, "episode_turn")) return;
    Statement query = database_.prepare(
        "SELECT e.phase, e.step, e.grp, e.idx FROM episode_turn t JOIN episode e USING(seq) "
        "WHERE t.turn < 2 OR NOT EXISTS (SELECT 1 FROM episode b LEFT JOIN episode_turn u ON "
        "u.seq = b.seq WHERE b.step = e.step AND b.grp = e.grp AND b.phase = e.phase AND "
        "b.idx = t.before_idx AND ifnull(u.turn, 1) = t.turn - 1)");
    while (query.step())
      problem(fmt::format(
          "step {}, group {} ({}): completion {} is a later turn, but the answer before it is not "
          "there; {}",
          query.integer(1), query.integer(2), query.text(0), query.integer(3), kRestore));
  }

  /// Methods with rollouts write the reward of every step; of several phases some may have none,
  /// but all have a loss.
  void check_steps() {
    Statement query = database_.prepare(
        "SELECT DISTINCT step FROM metric JOIN metric_key ON metric_key.id = key_id "
        "WHERE metric_key.key = 'reward' OR (metric_key.key = 'loss' AND EXISTS "
        "(SELECT 1 FROM fact WHERE fact.key = 'phases')) ORDER BY step");
    std::int64_t expected = 1;
    for (; query.step(); ++expected) {
      const std::int64_t step = query.integer(0);
      if (step > expected)
        problem(fmt::format("steps {} to {}: their metrics are missing; {}", expected, step - 1,
                            kRestore));
      expected = step;
    }
  }

  /// Older checkpoints are deleted by design; the newest must be there to continue.
  void check_checkpoints() {
    Statement query =
        database_.prepare("SELECT step, path FROM checkpoint ORDER BY step DESC LIMIT 1");
    if (!query.step()) return;
    std::error_code ignored;
    if (!fs::exists(run_dir_ / query.text(1), ignored))
      problem(fmt::format(
          "checkpoint of step {}: {} is missing, so the run can be replayed but not continued; "
          "copy the folder \"checkpoints\" too",
          query.integer(0), query.text(1)));
  }

  fs::path run_dir_;
  const Database& database_;
  std::optional<bool> has_token_facts_;  ///< older records have none
  bool is_whole_run_ = true;             ///< an episode file holds some groups and steps only
  CheckReport report_;
};

}  // namespace

Result<CheckReport> check_record(const fs::path& run_dir) {
  Result<OpenRecord> record =
      attempt("opening the record", [&] { return open_for_reading(run_dir); });
  if (record) return Checker(run_dir, *record->database).run();
  if (record.error().code != ErrorCode::kCorrupt) return record.error();
  CheckReport report;
  report.ok = false;
  report.problems.push_back(record.error().message);
  return report;
}

}  // namespace nereid::record
