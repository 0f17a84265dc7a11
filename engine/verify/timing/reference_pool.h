// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/verify/verdict.h"

namespace nereid::verify {

class ReferenceSide;

/// A reference that stays on a GPU, ready to be timed, for the candidates that follow. Whoever
/// starts or asks it holds the mutex, which guards everything else.
struct TimedReference {
  TimedReference();
  ~TimedReference();

  std::timed_mutex mutex;
  std::unique_ptr<ReferenceSide> side;      ///< null: not started yet, or lost
  int failures = 0;                         ///< starts that failed
  std::optional<Reason> failure;            ///< it cannot be timed
  std::unique_ptr<ReferenceSide> compiled;  ///< under torch.compile, until that is measured
  std::optional<TimingEstimate> compiled_time;
  std::optional<double> compiled_age_s;  ///< compiled_time is of an earlier run, so long ago
  std::string compiled_problem;          ///< why there is no compiled baseline
};

/// The timed references of a verifier, by task, seed and GPU. Those that nobody holds are ended
/// when others are used, the longest unused first. Thread-safe.
class ReferencePool {
 public:
  /// The reference of this name; a new one is empty. It lives at least as long as it is held.
  std::shared_ptr<TimedReference> lease(const std::string& name);
  /// How many are kept.
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<TimedReference>>> kept_;  ///< newest first
};

}  // namespace nereid::verify
