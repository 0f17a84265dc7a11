// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/tasks/task.h"
#include "engine/verify/verifier.h"

namespace nereid::distill {

/// What a model said to a task.
struct Answer {
  std::string reasoning;  ///< where it came apart from the text; may be empty
  std::string text;
  std::string model;       ///< as the answer names it; may be empty
  bool truncated = false;  ///< cut off at its longest length
};
/// Asks for the `sample`-th answer to a task, from 0; called on several threads.
using Ask =
    std::function<Result<Answer>(const tasks::Task& task, int sample, const std::stop_token& stop)>;

struct DistillRequest {
  std::vector<tasks::Task> tasks;  ///< of equal code the first counts
  int samples = 1;                 ///< answers to each task
  int askers = 4;                  ///< questions on their way at once
  std::filesystem::path out;       ///< FILE.jsonl
  /// JSON object that says who is asked and how. A file is only gone on with by an equal one.
  std::string source;
  verify::VerifyOptions verify;
};

/// Where it stands. Of the questions, tasks times samples, each is at most one of these.
struct DistillCounts {
  int questions = 0;
  int accepted = 0;    ///< pairs
  int refused = 0;     ///< negatives
  int duplicates = 0;  ///< the same candidate was there for this task already
  int not_judged = 0;  ///< the verifier could not: judged again when it is started again
  int failed = 0;      ///< no answer came: asked again when it is started again
  int kept = 0;        ///< of accepted, refused and duplicates, those of former starts
  std::map<std::string, int> reasons;  ///< refused ones by "STAGE REASON"
  int done() const { return accepted + refused + duplicates + not_judged + failed; }
};

struct DistillReport {
  DistillCounts counts;
  std::optional<Error> last_failure;  ///< of a question without an answer
  /// Why it ended before its end: cancelled, or what stands in the way of every question. All that
  /// was answered and judged is on the disk.
  std::optional<Error> ended_by;
};

/// The files: `out` holds pairs as SFT reads them (reference, entry_point, completion; beside these
/// task, level, fingerprint, sample, model), FILE.refused.jsonl the negatives with stage, reason
/// and message, FILE.answers.jsonl all answers as they came.
std::filesystem::path refused_path(const std::filesystem::path& out);
std::filesystem::path answers_path(const std::filesystem::path& out);

/// Asks what is missing in the files, judges it, and writes it. A completion is the answer with its
/// reasoning in a thinking section before it. `progress` hears of each question that is done, one
/// call at a time, on several threads. Errors: files that cannot be read, of another source, or in
/// use; all that happens later is in the report.
Result<DistillReport> distill(const DistillRequest& request, const Ask& ask,
                              verify::Verifier& verifier,
                              const std::function<void(const DistillCounts&)>& progress,
                              const std::stop_token& stop);

}  // namespace nereid::distill
