// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::record {

/// A candidate that somebody had judged by hand, and what came of it.
struct Judgement {
  std::int64_t id = 0;  ///< given by the store
  std::int64_t unix_ms = 0;
  std::string name;                  ///< for lists
  std::string reference, candidate;  ///< Python source texts
  std::string entry_point = "Model";
  std::string change;                      ///< where it differs from the judgement before, one line
  std::string note;                        ///< plain text of any length
  std::optional<verify::Verdict> verdict;  ///< none: brought in from a file, not judged yet
};

/// What a list shows of one.
struct JudgementRow {
  std::int64_t id = 0;
  std::int64_t unix_ms = 0;
  std::string name, change, note;
  bool judged = false;
  bool accepted = false;
  verify::Stage furthest_stage = verify::Stage::kNone;
  verify::Stage rejected_at = verify::Stage::kNone;
  std::string reason_code, reason_message;
  double total_ms = 0;
  std::string candidate_sha256;
};

/// What stands in an editor and is not lost when the program ends.
struct Draft {
  std::string slot;  ///< "reference" or "candidate"
  std::string text;
  std::string file;       ///< that it was opened from; empty if none
  std::string file_text;  ///< SHA-256 of what that file held; unequal to that of `text`: unsaved
  bool operator==(const Draft&) const = default;
};

/// How much is kept. What is beyond goes, the oldest first.
struct JudgementLimits {
  int count = 2000;
  std::int64_t bytes = std::int64_t{256} << 20;  ///< of sources and verdicts
};

/// The judgements made by hand, in an SQLite file of the user's own: sources once by their SHA-256,
/// the verdict as JSON. What add() and save_draft() have returned from survives a kill of the
/// program and a loss of power. Several programs may have it open. One thread at a time.
class JudgementStore {
 public:
  /// Makes the file and the folder where they are missing, and forgets for good what was deleted
  /// in former sessions. A file of a newer build is refused, not changed.
  static Result<std::unique_ptr<JudgementStore>> open(const std::filesystem::path& file);
  virtual ~JudgementStore() = default;

  /// Keeps one and removes what is beyond the limits; the row of the list.
  virtual Result<JudgementRow> add(const Judgement& judgement, const JudgementLimits& limits) = 0;
  /// Oldest first, without those that are deleted.
  virtual Result<std::vector<JudgementRow>> rows() = 0;
  virtual Result<Judgement> load(std::int64_t id) = 0;
  virtual Result<void> set_note(std::int64_t id, const std::string& note) = 0;
  /// Takes them off the list, or puts them back while the store is open.
  virtual Result<void> set_deleted(const std::vector<std::int64_t>& ids, bool deleted) = 0;
  /// One JSON object a line, as `nereid verify --batch` reads it: id, reference, candidate,
  /// entry_point; beside these name, judged_at_ms, change, note and the verdict.
  virtual Result<void> export_lines(const std::filesystem::path& file,
                                    const std::vector<std::int64_t>& ids) = 0;
  /// The inverse, also of files without verdicts. All lines or none; an error names the line. How
  /// many were read.
  virtual Result<int> import_lines(const std::filesystem::path& file,
                                   const JudgementLimits& limits) = 0;
  virtual Result<void> save_draft(const Draft& draft) = 0;
  virtual Result<std::vector<Draft>> drafts() = 0;
};

/// The list row of a judgement.
JudgementRow row_of(const Judgement& judgement);

}  // namespace nereid::record
