// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/evaluate/archive/plan.h"
#include "engine/evaluate/scores/paired.h"
#include "engine/evaluate/scores/report.h"
#include "engine/record/store.h"

namespace nereid::evaluate {

/// Schema nereid.eval/2: what the numbers rest on, the scores, and every sample.
OrderedJson report_json(const EvaluationPlan& plan, const EvaluateReport& report,
                        const ReportOptions& options);
/// A line per score and metric: scope, metric, value, low, high, n.
std::string scores_csv(const EvaluateReport& report);
/// A line per sample.
std::string samples_csv(const EvaluateReport& report);
/// report.json, scores.csv and samples.csv, each whole or not at all.
Result<void> write_report(const std::filesystem::path& folder, const EvaluationPlan& plan,
                          const EvaluateReport& report, const ReportOptions& options);

/// An evaluation that is over.
struct Evaluation {
  std::string place;  ///< file or folder, as it was named
  EvaluationPlan plan;
  EvaluateReport report;
  ReportOptions options;
};
/// Of a report.json, or of the folder of an evaluation. The scores are made anew from the samples.
/// The error says what the place holds instead, and what to do.
Result<Evaluation> read_evaluation(const std::filesystem::path& place);
/// The plan of an evaluation's record.
Result<EvaluationPlan> read_plan(const record::RunInfo& info, const std::string& what);

/// The two compared task by task. Refused where split, yardstick or baseline differ, and where the
/// tasks do, with what differs.
Result<PairedReport> compare_evaluations(const Evaluation& a, const Evaluation& b);
OrderedJson paired_json(const Evaluation& a, const Evaluation& b, const PairedReport& report);

}  // namespace nereid::evaluate
