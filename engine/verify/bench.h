// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// One way of judging a list of candidates, timed.
struct BenchSide {
  int candidates = 0;
  int accepted = 0;
  double seconds = 0;
  double per_second() const { return seconds > 0 ? candidates / seconds : 0; }
};

/// `warm`: this verifier, from the first submission to the last verdict, zygotes already up.
/// `fresh`: the same stages and the same judge, but a fresh Python process wherever the verifier
/// forks a warm one; references prepared beforehand and no sandbox, both in favour of this side.
struct VerifyBench {
  BenchSide warm;
  BenchSide warm_sample;  ///< `warm` on the candidates that the slow side judged: the fair ratio
  BenchSide fresh;
  double ratio() const {
    return fresh.per_second() > 0 ? warm_sample.per_second() / fresh.per_second() : 0;
  }
  double ready_seconds = 0;  ///< start of the zygotes until the first verdict
  int jobs = 0;
};

struct VerifyBenchOptions {
  int jobs = 0;     ///< 0 = one per core
  int repeats = 2;  ///< of the whole list; each repeat is a different text, so nothing is cached
  int fresh_count = 10;  ///< candidates for the slow side, spread evenly over the list
};

/// The shelf's candidates (FOLDER/shelf.json) that are expected to be judged without a time limit.
Result<std::vector<VerifyRequest>> load_shelf(const std::filesystem::path& folder);

/// Blocks until both sides are measured; `progress` gets a line of text now and then.
Result<VerifyBench> bench_verify(const std::vector<VerifyRequest>& requests,
                                 const VerifyBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress);

}  // namespace nereid::verify
