// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nereid::verify {

/// One lane: a part of a candidate's way that only so many may travel at once.
struct LaneStats {
  std::string name;         ///< "reference", "static", "compile", "run" or "timing"
  int slots = 0;            ///< at most so many at once; 0: the lane does not exist here
  int waiting = 0;          ///< wait for a slot now
  int active = 0;           ///< hold a slot now
  std::int64_t passes = 0;  ///< slots given back since the start
  double use = 0;           ///< share of the slots that were held, over the last 30 s
  double busy_s = 0;        ///< seconds that slots were held since the start, all slots together
  double waited_s = 0;      ///< seconds that candidates waited for a slot since the start
};

/// How long one stage took, over the last 1000 candidates that were judged at it.
struct StageTimes {
  std::string name;        ///< "static", "compile", "tiny", "full" or "timing"
  std::int64_t count = 0;  ///< judged at this stage since the start, passed or rejected
  std::int64_t rejected = 0;
  double total_s = 0;  ///< since the start
  double p50_ms = 0;
  double p95_ms = 0;
};

/// What a verifier has done and is doing at one moment.
struct VerifierStats {
  std::int64_t submitted = 0;
  std::int64_t finished = 0;  ///< verdicts given out, those from the cache too
  std::int64_t accepted = 0;
  std::int64_t cancelled = 0;
  std::int64_t cached = 0;  ///< answered by a remembered verdict, or by that of a twin in the queue
  int queued = 0;           ///< candidates that no worker has begun with, before and after `static`
  double queued_s = 0;      ///< the sum of `queued` over time: candidate-seconds since the start
  int waiting_for_reference = 0;  ///< of these, those whose reference is not ready
  int active = 0;                 ///< candidates that a worker judges
  int restarts = 0;               ///< zygotes and hosts that had to be started again
  double uptime_s = 0;
  double candidates_per_second = 0;  ///< over the last 30 s
  std::vector<LaneStats> lanes;      ///< in the order of a candidate's way
  std::vector<StageTimes> stages;    ///< five, in order
  std::vector<std::string> sandbox;  ///< layers active on this machine

  double cache_hit_share() const {
    return finished > 0 ? static_cast<double>(cached) / static_cast<double>(finished) : 0;
  }
};

/// One JSON object (`nereid.verifier_stats/1`) with the names above, on one line.
std::string to_json_text(const VerifierStats& stats);

}  // namespace nereid::verify
