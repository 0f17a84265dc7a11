// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify/allclose.h"

namespace nereid::verify {

struct Artefacts;
struct Trace;
struct ErrorMap;

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
  std::string variant;  ///< "tiny", "original", ...; all names: engine/verify/request/variants.cpp
  std::string dtype;    ///< "float32", ...
  std::vector<std::vector<std::int64_t>> shapes;  ///< of the forward inputs
  bool applicable = true;  ///< false: shown as n/a with `detail` as the reason, counts neither way
  bool passed = false;
  bool advisory = false;  ///< a failure sets a flag of the verdict and rejects nothing
  /// ||c - r64|| / ||r64||, worst over outputs and row blocks; by Verdict::allclose |c - r| of the
  /// element that is worst against its bound
  double error = 0;
  double bound = 0;        ///< largest accepted error there
  double torch_error = 0;  ///< the same error of PyTorch itself in this dtype
  std::int64_t wrong_elements = 0;
  std::int64_t total_elements = 0;
  int first_wrong_output = 0;  ///< of what forward returns; not in the JSON form
  std::vector<std::int64_t> first_wrong_index;
  double expected_value = 0;  ///< at first_wrong_index
  double actual_value = 0;
  double elapsed_ms = 0;
  std::string detail;
  /// Of the output that is worst; null where no values were compared, where they passed and
  /// VerifyOptions::keep_artefacts was not set, and for advisory inputs.
  std::shared_ptr<const ErrorMap> error_map = {};
};

/// A condition on numbers in a kernel, whole ones if they come of memory, that had one outcome on
/// all inputs which the candidates of a task share, whatever it compared with `number`. What the
/// kernel does for the other outcome shows on none of them.
struct OneSided {
  std::string kernel;
  int line = 0;  ///< of the candidate; 0 if unknown
  int nth = 0;   ///< of those of that line
  double number = 0;
  /// How far what is compared with it reached; the number itself where several comparisons are
  /// joined in one condition.
  double low = 0, high = 0;
  bool is_whole = false;  ///< of whole numbers
  bool outcome = false;
  bool was_both = false;  ///< it had the other one on inputs that were made for it
};

/// Lines of a candidate's file, from 1, both included.
struct LineRange {
  int first = 0, last = 0;
};

/// How full one multiprocessor of compute capability 9.0 can get with blocks of a kernel.
struct Occupancy {
  int blocks_per_sm = 0;  ///< 0: unknown, or the block does not fit
  int warps_per_sm = 0;
  double share = 0;   ///< of the 64 warps that it can hold
  std::string limit;  ///< what allows no more: "registers", "shared memory", "warps" or "blocks"
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
  /// Triton's own times: "ttir" (reading that text), "ttgir", "llir", "ptx", "cubin"; in older
  /// records "ast" (reading the kernel) too.
  std::map<std::string, double> stage_ms = {};
  Occupancy occupancy = {};
};

/// The least that launches of one kernel must move and compute, counted while the kernel machine
/// ran it, and the time that an H200 at its published peaks needs for that.
struct Work {
  std::string kernel;  ///< empty for a whole forward
  int launches = 0;
  /// Distinct bytes that each launch loads and stores, summed over launches, as if no launch found
  /// anything in the cache.
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
  std::map<std::string, std::int64_t> dot_flops;  ///< of tl.dot alone, by kind: "tf32", "bf16", ...
  double intensity = 0;                           ///< dot_flops per byte
  double bound_us = 0;                            ///< no H200 can be faster
  std::string limit;                              ///< "memory" or "compute"

  // Counted where VerifyOptions::modelled_device asks for it, else 0; no part of the bound.
  /// Outside of tl.dot, on floating values, by kind: "fp32", "bf16", ... Reading and writing,
  /// comparisons, selections and arithmetic on integers are none.
  std::map<std::string, std::int64_t> other_flops = {};
  std::int64_t bytes_requested = 0;     ///< of all lanes, also what was loaded before
  std::int64_t atomic_bytes_again = 0;  ///< of atomic operations, but for the first on each element
  std::int64_t programs = 0;            ///< of the grids of all launches
};

struct Roofline {
  std::string variant;  ///< the input on which it was counted
  Work total;
  std::vector<Work> kernels;
};

/// One side of a modelled comparison, in one forward.
struct ModelledSide {
  int launches = 0;  ///< of kernels; of the reference, those that eager PyTorch would start
  double bytes = 0;  ///< to and from memory
  double flops = 0;
  double us = 0;  ///< modelled, not measured
};

/// How fast a named GPU could be on the two sides, by a model (engine/verify/modelled.h). Nobody
/// measured it: it is never a part of Timing, and nothing carries both.
struct ModelledTime {
  std::string device;   ///< "H200", ...: a name of modelled_devices(), not the machine's own
  std::string variant;  ///< the input on which work was counted
  ModelledSide candidate;
  ModelledSide reference;
  double speedup = 0;  ///< reference.us / candidate.us
};

/// A duration with its 95% interval, microseconds.
struct TimingEstimate {
  double median_us = 0;
  double low_us = 0;
  double high_us = 0;
};

/// The same two sides in another way, shown beside the timing that counts.
struct TimingBeside {
  std::string name;  ///< "l2 cold", "l2 warm" or "report"
  TimingEstimate candidate;
  TimingEstimate reference;
};

/// One block of replays of one side. Blocks come in the order of measurement; candidate, reference,
/// reference, candidate are a unit.
struct TimingBlock {
  int unit = 0;               ///< from 0
  bool is_candidate = false;  ///< else the reference
  bool repeated = false;      ///< the clock had moved: measured again, and counted nowhere
  double at_ms = 0;           ///< its end, since the first block began
  double sm_mhz = 0;          ///< just before it; 0 if not known
  std::vector<double> us;     ///< of each replay, per call
};

/// What the driver said of the GPU at one moment; 0 where it said nothing.
struct GpuReading {
  double at_ms = 0;  ///< since the first block began; below 0 before it
  double sm_mhz = 0;
  double memory_mhz = 0;
  double temperature_c = 0;
  double power_w = 0;
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
  std::vector<TimingBeside> beside;
  std::optional<TimingEstimate> compiled;  ///< the reference under torch.compile, where asked for
  std::vector<TimingBlock> blocks;   ///< empty in verdicts of older builds and of other methods
  std::vector<GpuReading> readings;  ///< before and after the measurement
};

/// What one tool of NVIDIA's compute-sanitizer found in the candidate's kernels on a GPU.
struct Audit {
  /// "memcheck", "racecheck", "initcheck" or "synccheck"; "compute-sanitizer" if it could not
  /// start.
  std::string tool;
  int findings = 0;     ///< reports that name one of the kernels; at most those it prints
  std::string message;  ///< the first of them
  int line = 0;         ///< of the candidate, where the report names one
  double elapsed_ms = 0;
  std::string note;  ///< why it did not run to its end; then `findings` says nothing
};

struct Reason {
  std::string
      code;  ///< "ok", "syntax_error", "no_kernel", "compile_error", "wrong_values", "timeout", ...
  std::string message;  ///< what, where and how far, one or two sentences
};

/// The one answer to one submission. Immutable once published.
///
/// What a caller reads of an accepted one for a prompt or a reward: latency in `timing` (measured,
/// only where a GPU is) or `modelled` (where VerifyOptions::modelled_device asks); resources in
/// `kernels` (registers, spills, shared_bytes, occupancy with its limit, for each compiled kernel);
/// the roofline in `roofline` (bytes, operations, bound and limit, in total and for each kernel).
/// Each is absent or empty where the verdict does not know it.
struct Verdict {
  std::string id;
  bool accepted = false;
  /// Right on the task's own sizes, dtype and kinds of values, whatever it does on other inputs.
  bool right_for_task = false;
  Stage furthest_stage = Stage::kNone;
  std::optional<Stage> rejected_at;
  Reason reason;
  std::vector<std::string> flags;
  double credit = 0;  ///< 0 / 0.3 / 0.5 / 0.7 for the furthest stage passed (timing credit is added
                      ///< by the reward)
  std::vector<StageResult> stages;  ///< always five, in order
  std::vector<InputResult> inputs;
  std::vector<OneSided> one_sided;  ///< what compared_0 and compared_1 are made of
  /// Ways of the candidate's Python that no call has gone on any input, of an accepted one for
  /// which all inputs were asked: branches of functions that were called. What they do, nobody has
  /// seen.
  std::vector<LineRange> untried = {};
  /// Names of the inputs at whose sizes beyond_values and its like are made.
  std::vector<std::string> beyond = {};
  /// Names of the inputs with whose arguments, settings or mode paired_values and its like are
  /// made.
  std::vector<std::string> paired = {};
  /// How long the longest block of its kernels was, which paired_long and its like go beyond.
  int tile = 0;
  std::vector<KernelFacts> kernels;
  /// What the kernels wrote of all bytes that kernels and computing operators of torch wrote in one
  /// forward; 1 = the kernels did all of it. Absent where no forward was run.
  std::optional<double> coverage;
  std::optional<Roofline> roofline;
  std::optional<Timing> timing;
  /// Of accepted candidates alone, and not where the reference's work could not be counted.
  std::optional<ModelledTime> modelled;
  std::vector<Audit> audit;          ///< empty unless VerifyOptions::audit and accepted
  std::string timing_note;           ///< why there is no timing, e.g. "GPU time: not measured"
  std::vector<std::string> sandbox;  ///< layers that were really active
  std::string device = "cpu";
  std::string evidence;  ///< end of the candidate's own output and traceback, untrusted text
  std::string candidate_sha256;
  std::uint64_t seed = 0;
  /// Values were compared by it, not by the verifier's own bounds: another yardstick.
  std::optional<Allclose> allclose = {};
  std::map<std::string, std::string> versions;  ///< torch, triton, numpy, nereid
  double total_ms = 0;
  bool from_cache = false;  ///< same candidate and task were judged before
  /// With from_cache and the flag "kept": judged in another run, so many seconds ago, and kept
  /// since (kept.h). Times and versions are those of that judgement.
  std::optional<double> kept_age_s;
  /// Null unless VerifyOptions::keep_artefacts; engine/verify/artefacts.h. Not in the JSON form.
  std::shared_ptr<const Artefacts> artefacts;
  /// Null unless VerifyOptions::trace; engine/verify/trace.h. Not in the JSON form.
  std::shared_ptr<const Trace> trace;
};

/// Was there a judgement at all? Not where the machinery gave up: infrastructure, cancelled, a
/// broken reference, or what cannot be judged here. Such a verdict says nothing of the candidate:
/// it earns no reward and counts in no rate.
bool was_judged(const Verdict& verdict);

/// JSON text in the form nereid.verdict/1 (design section 6); one line, no trailing newline.
std::string to_json_text(const Verdict& verdict);
/// The inverse. Unknown keys are ignored; nullopt if the text is not such a verdict.
std::optional<Verdict> verdict_from_json_text(std::string_view text);

/// Credit of a furthest stage passed: 0, 0, 0.3, 0.5, 0.7, 0.7.
double stage_credit(Stage furthest);

}  // namespace nereid::verify
