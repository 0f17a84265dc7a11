// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {

struct TimingBenchOptions {
  std::filesystem::path kernels;  ///< folder with the kernels that are timed
  std::string device = "cuda:0";
  int jobs = 8;          ///< candidates in the timing stage at once
  int processes = 40;    ///< trials of each kernel for the spread between processes
  int same = 500;        ///< trials in which both sides are the same kernel
  int planted = 100;     ///< trials of each planted slow-down
  double limit_s = 400;  ///< trials that do not fit in are left out
};

/// All trials of one pair of kernels. A trial is the whole timing stage with fresh processes.
struct TimingTrials {
  std::string name;
  double planted = 0;  ///< by how much the candidate was made slower
  std::vector<Timing> timings;
  std::vector<double> stage_ms;
  std::map<std::string, int> failures;  ///< by reason
  int asked = 0;
};

struct TimingBench {
  std::vector<TimingTrials> spread;   ///< kernels of several lengths
  std::vector<TimingTrials> same;     ///< both sides the same
  std::vector<TimingTrials> planted;  ///< candidates that are slower by construction
  double same_seconds = 0;            ///< that the trials of `same` took
};

/// Blocks until everything is measured; `progress` gets a line of text now and then. kUnavailable
/// without a GPU.
Result<TimingBench> bench_timing(const TimingBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress);

/// Standard deviation / mean, in percent; 0 for fewer than two values.
double variation_percent(const std::vector<double>& values);
/// The tables, for people.
std::string timing_bench_text(const TimingBench& bench);

}  // namespace nereid::verify
