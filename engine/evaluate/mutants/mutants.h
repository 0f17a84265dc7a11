// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

// The verifier's own score: faults are planted in right candidates, and what it lets pass is
// examined against the candidate that the fault was planted in. See docs/verifier-score.md.
namespace nereid::evaluate {

/// A right candidate with its reference.
struct MutantSource {
  std::string id;
  std::string reference;
  std::string candidate;
};

/// One candidate with one planted fault.
struct Mutant {
  std::string id;        ///< "SOURCE/MUTATION/N"
  std::string source;    ///< MutantSource::id
  std::string mutation;  ///< name of the mutation operator, its class
  int line = 0;          ///< where the change begins, 1-based
  std::string before;    ///< the lines that the change touches
  std::string after;
  std::string candidate;
};

enum class MutantOutcome {
  kPending,   ///< not judged, or not examined, before the measurement was cancelled
  kCaught,    ///< rejected
  kEscaped,   ///< accepted, though an input is known on which it differs
  kSame,      ///< accepted, and no difference found: presumed equivalent
  kRounding,  ///< accepted; differs only by rounding of the size of the original's own error
  kRefused,   ///< accepted; raises on sizes or dtypes that the task does not ask for, else the same
  kUnjudged,  ///< neither accepted nor rejected, or no input to compare on
};
std::string_view outcome_name(MutantOutcome outcome);

/// What the oracle found out about a survivor; the input is the one that shows most.
struct Examination {
  std::string input;
  std::vector<std::vector<std::int64_t>> shapes;
  double difference = 0;  ///< worst element against the original, relative
  double error = 0;       ///< norm of the error against float64, relative
  double bound = 0;       ///< what the verifier would accept there
  bool visible = false;   ///< the verifier would reject the mutant on this input
  std::string detail;     ///< a failure instead of values
};

struct MutantResult {
  Mutant mutant;
  MutantOutcome outcome = MutantOutcome::kPending;
  verify::Stage rejected_at = verify::Stage::kNone;
  verify::Reason reason;
  std::vector<std::string> flags;  ///< of the verdict: what it tells people without rejecting
  Examination examination;
};

struct MutantReport {
  std::uint64_t seed = 0;
  int jobs = 0;
  int sources = 0;
  std::vector<std::string> rejected_sources;  ///< right candidates that were not accepted: left out
  std::vector<MutantResult> results;
  double judge_seconds = 0;
  double examine_seconds = 0;
  bool cancelled = false;
};

/// Counts of one class, or of all. score = caught / (caught + escaped) with its 95% Wilson
/// interval.
struct MutantScore {
  std::string name;
  int mutants = 0, caught = 0, escaped = 0, same = 0, rounding = 0, refused = 0, unjudged = 0,
      pending = 0;
  std::map<verify::Stage, int> caught_at;
  std::map<std::string, int> caught_by;  ///< reason code -> count
  double score = 0, low = 0, high = 1;
};
/// One row a class in alphabetical order, then one named "all".
std::vector<MutantScore> mutant_scores(const std::vector<MutantResult>& results);

struct MutantOptions {
  int count = 600;
  std::uint64_t seed = 0;
  int jobs = 0;              ///< 0 = one per core but one
  int tasks_per_level = 14;  ///< generated tasks of levels 1 and 2 beside the shelf
  std::function<bool()> cancelled = [] { return false; };  ///< asked from several threads
  /// What is done, how much of it, of how many; called from several threads, one at a time.
  std::function<void(std::string_view, int, int)> progress = [](std::string_view, int, int) {};
};

/// The right candidates of `shelf`, and right answers to generated tasks, each with an operation
/// that none before it has.
Result<std::vector<MutantSource>> mutant_sources(const std::filesystem::path& shelf,
                                                 std::uint64_t seed, int tasks_per_level);

/// Different mutants of the sources, at most `count`, spread over classes and sources; the same
/// arguments give the same list.
Result<std::vector<Mutant>> make_mutants(const std::vector<MutantSource>& sources, int count,
                                         std::uint64_t seed);

/// Compares survivors with the candidates that they were made from: fills in outcome and
/// examination of those results whose reason is "ok".
Result<void> examine_survivors(const std::vector<MutantSource>& sources,
                               const MutantOptions& options, std::vector<MutantResult>& results);

/// The whole measurement: judges the sources, then the mutants, then examines what was accepted.
/// A cancelled one returns what it has.
Result<MutantReport> measure_mutants(const std::vector<MutantSource>& sources,
                                     const MutantOptions& options);

}  // namespace nereid::evaluate
