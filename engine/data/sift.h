// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::data {

struct SiftPlan {
  std::vector<std::filesystem::path> sources;  ///< what read_samples() takes
  std::filesystem::path references;            ///< for run folders
  std::filesystem::path out;                   ///< a folder that is not there yet
  bool make = false;  ///< answers are made by Inductor; else those of the sources are judged
  double make_limit_s = 120;
  verify::VerifierConfig verifier;
  verify::VerifyOptions options;
  std::uint64_t seed = 0;
};

/// What came of the answers.
struct SiftSummary {
  std::int64_t rows = 0;  ///< samples read
  std::int64_t right = 0;
  std::map<int, std::int64_t> right_by_level;
  std::map<std::string, std::int64_t> refused;   ///< by the verdict's reason
  std::map<std::string, std::int64_t> not_made;  ///< by reason: nothing to judge
  std::int64_t repeated = 0;                     ///< the same answer to the same code again
  std::int64_t from_before = 0;                  ///< of them judged before an interruption
};

struct SiftProgress {
  double share = 0;  ///< of all that is to be judged, in [0, 1], as far as it is known
  std::int64_t done = 0, right = 0;
};

/// Judges every answer by the verifier and keeps what is right: `out` gets pairs.jsonl (right),
/// refused.jsonl (the others, with verdict and reason: negatives), CARD.md and dataset.json. What
/// has been judged is written down at once beside `out`; after an interruption the same call goes
/// on there, and `out` is there only when all is done. Errors: those of read_samples(), of the
/// disk, kCancelled, and kInvalidArgument where an unfinished call had another plan.
Result<SiftSummary> sift_answers(const SiftPlan& plan,
                                 const std::function<void(const SiftProgress&)>& on_progress,
                                 const std::stop_token& stop);

}  // namespace nereid::data
