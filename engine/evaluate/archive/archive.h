// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/archive/plan.h"
#include "engine/evaluate/archive/report_file.h"
#include "engine/record/episode.h"
#include "engine/record/store.h"

namespace nereid::evaluate {

/// The method of a record that holds an evaluation, and the phase of its episodes.
inline constexpr const char* kEvaluationMethod = "evaluation";
inline constexpr const char* kEvaluationPhase = "evaluate";
/// Facts of such a record: the plan as JSON, and how many samples there will be.
inline constexpr const char* kPlanFact = "evaluation";
inline constexpr const char* kSamplesFact = "samples";

/// Where the validation of a run after `step` is kept.
std::filesystem::path validation_folder(const std::filesystem::path& run_dir, std::int64_t step);

/// The folder of an evaluation while it is written: a record like that of a run, whose episodes are
/// committed as they are judged, and at the end its report. Thread-safe.
class Archive {
 public:
  struct Start {
    std::filesystem::path folder;  ///< new, or an evaluation of the same plan to go on with
    std::string name;              ///< of the record
    EvaluationPlan plan;
    std::string settings_yaml;                 ///< empty: those of the plan
    std::map<std::string, std::string> facts;  ///< more of them
    int samples = 0;                           ///< in all
    bool replaces = false;  ///< an evaluation of another plan is thrown away, not refused
  };
  /// kInvalidArgument where the folder holds another run, or an evaluation of another plan: says
  /// what differs.
  static Result<std::unique_ptr<Archive>> open(const Start& start);
  ~Archive();

  /// What was judged before, one by one, in the order in which it was written.
  Result<void> each_recorded(const std::function<Result<void>(record::Episode)>& take) const;
  bool was_resumed() const { return resumed_; }
  /// Queues an episode; one of the same key is replaced.
  void add(record::Episode episode);
  /// Writes report.json, samples.csv and scores.csv, and closes the record as finished.
  Result<void> finish(const EvaluateReport& report, const ReportOptions& options);
  /// Closes the record as stopped; it can be gone on with. `seconds`: that went into it in all.
  Result<void> stop(const std::string& why, double seconds);
  /// Closes it as failed.
  void fail(const Error& why);
  const std::filesystem::path& folder() const { return start_.folder; }
  const EvaluationPlan& plan() const { return start_.plan; }
  /// Says how many samples there are in all, where that was not known at the start.
  void set_samples(int samples);
  void add_fact(const std::string& key, const std::string& value);
  /// Seconds that went into it before this process.
  double seconds_before() const { return seconds_before_; }

 private:
  Archive(Start start, bool resumed) : start_(std::move(start)), resumed_(resumed) {}
  Result<void> read_before();
  Result<std::string> differs_from_before();
  Result<void> open_writer();
  Result<void> close(record::RunState state, const std::string& why);

  Start start_;
  bool resumed_ = false;
  double seconds_before_ = 0;
  std::unique_ptr<record::RunWriter> writer_;
};

/// Does the work of an evaluation and closes its archive by what came of it: finished with the
/// report, stopped, or failed.
Result<EvaluateReport> closed(Archive& archive, const ReportOptions& options,
                              const std::function<Result<EvaluateReport>()>& work);

}  // namespace nereid::evaluate
