// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// A candidate and the stage at which it is to be rejected; kNone: it is right.
struct BenchCandidate {
  VerifyRequest request;
  Stage fails_at = Stage::kNone;
};

/// The batch that is measured: of every twenty candidates, how many fail at which stage. 40% are
/// right, 60% fail, at all stages alike.
struct BatchShare {
  Stage fails_at = Stage::kNone;
  int of_twenty = 0;
};
inline constexpr std::array<BatchShare, 5> kBatchShares = {{{Stage::kNone, 8},
                                                            {Stage::kStatic, 3},
                                                            {Stage::kCompile, 3},
                                                            {Stage::kTiny, 3},
                                                            {Stage::kFull, 3}}};

/// `count` candidates out of a pool, in these shares in every twenty, in turn within a stage. Each
/// text is made distinct by a comment, so that no verdict is a remembered one. Empty if the pool
/// has nothing for a stage.
std::vector<BenchCandidate> mixed_batch(const std::vector<BenchCandidate>& pool, int count);

/// One way of judging a list of candidates, timed.
struct BenchSide {
  int candidates = 0;
  int as_expected = 0;  ///< accepted, or rejected at the stage that the batch says
  double seconds = 0;
  std::array<int, kStageCount + 1> rejected_at = {};  ///< by stage; the first are the accepted
  double per_second() const { return seconds > 0 ? candidates / seconds : 0; }
  int accepted() const { return rejected_at.front(); }
};

/// `warm`: this verifier, from the first submission to the last verdict, zygotes already up, in the
/// sandbox. `fresh`: one fresh Python process per candidate (harness/once.py) and the same judge:
/// static checks before any import; then one import of torch and Triton, no sandbox; every launch
/// compiled for sm_90, all input variants, comparisons. References are prepared beforehand on both
/// sides of the ratio, which take turns. On the CPU: fresh processes do nothing on a GPU.
struct VerifyBench {
  BenchSide warm;
  BenchSide warm_sample;  ///< on the candidates of the slow side, between its parts: the fair ratio
  BenchSide fresh;
  double ratio() const {
    return fresh.per_second() > 0 ? warm_sample.per_second() / fresh.per_second() : 0;
  }
  double ready_seconds = 0;  ///< start of the zygotes until the first verdict
  int jobs = 0;
  VerifierStats stats;  ///< of the verifier, at the end
};

struct VerifyBenchOptions {
  int jobs = 0;          ///< 0 = one per core
  int count = 100;       ///< candidates for the verifier
  int fresh_count = 20;  ///< the first of these for the slow side too
};

/// The shelf's candidates (FOLDER/shelf.json) that are judged without waiting for a time limit or
/// for the end of a crashed process.
Result<std::vector<BenchCandidate>> load_shelf(const std::filesystem::path& folder);

/// Blocks until both sides are measured; `progress` gets a line of text now and then.
Result<VerifyBench> bench_verify(const std::vector<BenchCandidate>& pool,
                                 const VerifyBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress);

}  // namespace nereid::verify
