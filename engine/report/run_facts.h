// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/scores/report.h"
#include "engine/record/analysis/funnel.h"
#include "engine/record/analysis/run_phases.h"
#include "engine/record/analysis/series.h"
#include "engine/record/store.h"

namespace nereid::report {

/// Share of accepted candidates over some steps, of those that were judged.
struct PassRate {
  std::string phase;  ///< of the episodes
  int level = 0;      ///< 0: all
  std::int64_t first_step = 0, last_step = 0;
  std::int64_t judged = 0, accepted = 0;
  Estimate rate;  ///< 95% bootstrap over tasks; n: tasks
};

/// A kernel that the report shows.
struct ShownKernel {
  std::string why;  ///< it is shown
  record::Episode episode;
};

/// What a report says of one run; read from its record alone.
struct RunFacts {
  record::RunInfo info;
  std::vector<record::RunPhase> phases;
  std::map<std::string, record::MetricSeries> series;
  record::Funnel funnel;
  std::vector<record::FunnelBin> bins;
  std::int64_t not_judged = 0;  ///< in no rate
  std::vector<PassRate> rates;
  std::vector<record::CommonReason> reasons;  ///< over all steps
  std::vector<ShownKernel> best, worst;
};

/// An error where the folder holds no record that can be read.
Result<RunFacts> read_run_facts(const std::filesystem::path& run_dir);

}  // namespace nereid::report
