// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nereid::verify {

/// The gates of the verifier, in order of cost. kNone means that no stage was passed.
enum class Stage { kNone, kStatic, kCompile, kTiny, kFull, kTiming };
inline constexpr int kStageCount = 5;  ///< without kNone

/// "none", "static", "compile", "tiny", "full", "timing".
std::string_view stage_name(Stage stage);
std::optional<Stage> stage_from_name(std::string_view name);

/// What happened at one stage.
enum class StageOutcome { kPassed, kRejected, kNotReached, kNotApplicable };
std::string_view outcome_name(StageOutcome outcome);

struct StageResult {
  Stage stage = Stage::kNone;
  StageOutcome outcome = StageOutcome::kNotReached;
  double elapsed_ms = 0;
  std::string detail;  ///< e.g. why a stage is not applicable
};

/// One input variant, judged by comparing raw output tensors with the fp64 reference.
struct InputResult {
  std::string variant;  ///< "tiny", "original", ...; all names: engine/verify/variants.cpp
  std::string dtype;    ///< "float32", ...
  std::vector<std::vector<std::int64_t>> shapes;  ///< of the forward inputs
  bool applicable = true;  ///< false: shown as n/a with `detail` as the reason, counts neither way
  bool passed = false;
  bool advisory = false;   ///< a failure sets a flag of the verdict and rejects nothing
  double error = 0;        ///< ||c - r64|| / ||r64||, worst over outputs and row blocks
  double bound = 0;        ///< largest accepted error
  double torch_error = 0;  ///< the same error of PyTorch itself in this dtype
  std::int64_t wrong_elements = 0;
  std::int64_t total_elements = 0;
  std::vector<std::int64_t> first_wrong_index;
  double expected_value = 0;  ///< at first_wrong_index
  double actual_value = 0;
  double elapsed_ms = 0;
  std::string detail;
};

/// Facts about one compiled kernel, read from its sm_90 cubin and Triton's metadata.
struct KernelFacts {
  std::string name;
  int registers = 0;
  int spills = 0;  ///< local memory, in 4-byte words per thread
  std::int64_t shared_bytes = 0;
  int num_warps = 0;
  int num_stages = 0;
  int launches = 0;  ///< launches with this specialisation in one forward call
  std::vector<std::int64_t> grid;
  double compile_ms = 0;
  std::int64_t cubin_bytes = 0;
  std::string cubin_sha256;
};

/// A duration with its 95% interval, microseconds.
struct TimingEstimate {
  double median_us = 0;
  double low_us = 0;
  double high_us = 0;
};

/// GPU time, only where a GPU measured it.
struct Timing {
  TimingEstimate candidate;
  TimingEstimate reference;  ///< eager PyTorch
  double speedup = 0;        ///< reference / candidate
  double speedup_low = 0;
  double speedup_high = 0;
  std::string decision;  ///< FASTER, SLOWER, SAME, AMBIGUOUS or IMPOSSIBLE
  std::string method;    ///< "nereid" (graph replay), "report" (10 + 50 trimmed) or "single"
  std::string device;
  std::vector<double> candidate_samples_us;
  std::vector<double> reference_samples_us;
  std::map<std::string, std::string> conditions;  ///< clocks, driver, cold or warm L2, ...
};

struct Reason {
  std::string
      code;  ///< "ok", "syntax_error", "no_kernel", "compile_error", "wrong_values", "timeout", ...
  std::string message;  ///< what, where and how far, one or two sentences
};

/// The one answer to one submission. Immutable once published.
struct Verdict {
  std::string id;
  bool accepted = false;
  Stage furthest_stage = Stage::kNone;
  std::optional<Stage> rejected_at;
  Reason reason;
  std::vector<std::string> flags;
  double credit = 0;  ///< 0 / 0.3 / 0.5 / 0.7 for the furthest stage passed (timing credit is added
                      ///< by the reward)
  std::vector<StageResult> stages;  ///< always five, in order
  std::vector<InputResult> inputs;
  std::vector<KernelFacts> kernels;
  std::optional<Timing> timing;
  std::string timing_note;           ///< why there is no timing, e.g. "GPU time: not measured"
  std::vector<std::string> sandbox;  ///< layers that were really active
  std::string device = "cpu";
  std::string evidence;  ///< end of the candidate's own output and traceback, untrusted text
  std::string candidate_sha256;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> versions;  ///< torch, triton, numpy, nereid
  double total_ms = 0;
  bool from_cache = false;  ///< same candidate and task were judged before in this process
};

/// JSON text in the form nereid.verdict/1 (design section 6); one line, no trailing newline.
std::string to_json_text(const Verdict& verdict);
/// The inverse. Unknown keys are ignored; nullopt if the text is not such a verdict.
std::optional<Verdict> verdict_from_json_text(std::string_view text);

/// Credit of a furthest stage passed: 0, 0, 0.3, 0.5, 0.7, 0.7.
double stage_credit(Stage furthest);

}  // namespace nereid::verify
