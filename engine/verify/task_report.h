// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// One thing that speaks against a task, by measurement (harness/reference/inspection.py).
struct TaskFinding {
  std::string code;      ///< "output_near_zero", "constant_over_seeds", "input_without_effect", ...
  bool filters = false;  ///< also Nereid's judge could be fooled, or a candidate cannot be right
  double measured = 0;   ///< relative to the size of the output
  std::string detail;    ///< one sentence for people
};

/// `kGood`: nothing was found. `kWeak`: a verifier that allows an error of 0.01 could be fooled, or
/// a part of the weights has no effect; Nereid's own judge is stricter. `kFiltered`: not fit for
/// training. `kNotChecked`: the reference does not run here, or nothing smaller of it does.
enum class TaskFitness { kGood, kWeak, kFiltered, kNotChecked };
/// "good", "weak", "filtered", "not checked".
std::string_view fitness_name(TaskFitness fitness);

/// What the measurements on one task say.
struct TaskReport {
  TaskFitness fitness = TaskFitness::kNotChecked;
  Reason failure;  ///< why it was not checked
  std::vector<TaskFinding> findings;
  std::vector<std::string> notes;                 ///< what could not be measured
  std::vector<std::vector<std::int64_t>> shapes;  ///< of the forward inputs
  std::string smaller;  ///< why these are not the task's own shapes; empty where they are
  std::int64_t parameters = 0;
  double elapsed_ms = 0;
  /// The findings that decide, or why it was not checked; empty for a good task.
  std::string reason() const;
};

struct TaskQuestion {
  std::string reference;  ///< Python source text
  std::string entry_point = "Model";
  std::uint64_t seed = 0;
  double limit_s = 60;
};

/// Runs references in the verifier's sandbox and measures what is wrong with them. Thread-safe.
class TaskInspector {
 public:
  /// Starts the reference host in the background and returns at once. `jobs` is not looked at.
  static Result<std::unique_ptr<TaskInspector>> start(VerifierConfig config);
  virtual ~TaskInspector() = default;
  /// Blocks until the measurements are done, at most the question's limit and the time that the
  /// host takes to start. Several threads may ask at once.
  virtual TaskReport inspect(const TaskQuestion& question) = 0;
};

}  // namespace nereid::verify
