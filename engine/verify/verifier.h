// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/kept.h"
#include "engine/verify/verdict.h"
#include "engine/verify/verifier_stats.h"

namespace nereid::verify {

/// `kFull`: kernels must do all the compute. `kBestSystem`: torch may help; it is flagged.
/// `kOutputs`: the outputs alone count, whoever computes them and whatever else forward does: what
/// a checker that only compares outputs would accept. A yardstick of evaluations, never of
/// training.
enum class Policy { kFull, kBestSystem, kOutputs };
/// "full", "best-system" or "outputs".
std::string_view policy_name(Policy policy);

/// What acceptance asks for; a failure on other inputs is shown and flagged, it rejects nothing.
/// `kTask`: the task's own sizes, dtype and kinds of values. `kReport`: the five inputs of the
/// Beyond TritonRL report. `kAll`: all that are judged.
enum class InputScope { kTask, kReport, kAll };
std::string_view input_scope_name(InputScope scope);  ///< "task", "report" or "all"
std::optional<InputScope> input_scope_from_name(std::string_view name);

/// `kNereid`: replays of a CUDA graph over rotating inputs, candidate and reference in turn.
/// `kReport`: 10 warm-ups and 50 single calls with their launch, 10% trimmed at both ends.
/// `kSingle`: one call.
enum class TimingMethod { kNereid, kReport, kSingle };
std::string_view timing_method_name(TimingMethod method);  ///< "nereid", "report" or "single"
std::optional<TimingMethod> timing_method_from_name(std::string_view name);

/// A program of the grid of one of the launches of a forward; all numbers begin at 0.
struct TraceProgram {
  int launch = 0;
  std::array<std::int64_t, 3> at = {};  ///< x, y, z
};

/// An element of an output, or a program, that somebody wants to know more of.
struct TraceElement {
  std::string input;  ///< of which inputs; empty: the first that failed, else the original ones
  std::optional<int> output;  ///< empty, as `index`: the first wrong element, else the first
  std::vector<std::int64_t> index;
  std::optional<TraceProgram> program = std::nullopt;  ///< in place of an element
};

struct VerifyOptions {
  bool multi_input = true;               ///< five input variants; off: the original inputs only
  InputScope inputs = InputScope::kAll;  ///< which of the judged inputs a candidate must pass
  /// With multi_input: more variants beside the five, at small sizes (verify/request/variants.cpp).
  bool thorough = true;
  bool staged_evaluation =
      true;  ///< stop at the first failing stage; off: compile and full run for every candidate
  bool calibrated_timing = true;  ///< off: one measured run (only where a GPU is there)
  bool timing = true;             ///< false: the timing stage is not run even with a GPU
  /// What the timing counts by; without `calibrated_timing` it is kSingle.
  TimingMethod timing_method = TimingMethod::kNereid;
  bool timing_beside = true;  ///< also the other state of the L2 cache and the report's protocol
  bool compiled_baseline =
      false;  ///< also time the reference under torch.compile: slow, once a task
  /// Also runs an accepted candidate's kernels under the tools of NVIDIA's compute-sanitizer, where
  /// a GPU and the program are there; minutes.
  bool audit = false;
  /// A name of modelled_devices() (engine/verify/modelled.h): accepted verdicts say how fast that
  /// GPU could be, by a model. Needs no GPU. Empty: no model, and less is counted.
  std::string modelled_device;
  /// Keeps what the compiler made of each kernel (Verdict::artefacts). Costs time and memory.
  bool keep_artefacts = false;
  /// Keeps what this program did, or that which stored this element or failed (Verdict::trace). Not
  /// on a GPU.
  std::optional<TraceElement> trace = std::nullopt;
  Policy policy = Policy::kFull;
  /// Set: values are compared by it, on all inputs and on a GPU too; all other checks stay.
  std::optional<Allclose> allclose = {};
  std::string device = "auto";  ///< "auto", "cpu", "cuda" or "cuda:N"
  /// Processor time, by which load decides nothing: of one kernel's compilation, of which a
  /// candidate may have several (an autotuner's configurations).
  double compile_limit_s = 20;
  /// Processor time on one of the task's own inputs; all other inputs together have twice as much.
  double run_limit_s = 20;
};

struct VerifyRequest {
  std::string id;
  std::string task_id;    ///< for messages and caches; may be empty
  std::string reference;  ///< Python source text
  std::string candidate;  ///< Python source text, already extracted
  std::string entry_point = "Model";
  /// Of inputs and parameters; equal seeds give equal verdicts. A candidate that can guess it can
  /// draw the inputs itself: see unguessable_seed.
  std::uint64_t seed = 0;
  VerifyOptions options;
};

struct VerifierConfig {
  /// Candidates in one lane at once; 0 = one per core but one. Of more than one, another is under
  /// way between the lanes.
  int jobs = 0;
  std::filesystem::path python;    ///< empty = the project's virtual environment
  std::filesystem::path harness;   ///< empty = the installed harness
  std::filesystem::path work_dir;  ///< private scratch; empty = a new folder under the system's
  std::filesystem::path sandbox_library;  ///< empty = beside the program, or where it was built
  int compile_slots = 0;                  ///< of `jobs`, how many may compile at once; 0 = all
  int run_slots = 0;      ///< of `jobs`, how many may run on their inputs at once; 0 = all
  int memory_mb = 4096;   ///< of one process of a candidate or a reference
  int max_queued = 0;     ///< try_submit refuses while so many wait; 0 = it never refuses
  int remembered = 4096;  ///< verdicts kept for submissions that come again
  /// Set: verdicts and compilations are kept between runs, and those of earlier runs given again.
  /// Not for whoever measures the verifier itself.
  std::optional<KeepOptions> keep = {};
};

/// Names one submission to its verifier; never 0.
using SubmissionId = std::uint64_t;

/// Candidate in, verdict out. Thread-safe. Every submission gets exactly one verdict, whatever
/// happens to the candidate, to its child process, to a zygote or to the reference host.
class Verifier {
 public:
  using Callback = std::function<void(std::shared_ptr<const Verdict>)>;

  /// Starts the zygotes in the background and returns at once; the first verdict waits for them.
  static Result<std::unique_ptr<Verifier>> start(VerifierConfig config);
  virtual ~Verifier() = default;

  /// Queues a candidate, however long the queue is. `done` runs on a thread of the verifier and
  /// must not block. Candidates of one task are judged in order of arrival, the tasks in turn.
  virtual SubmissionId submit(VerifyRequest request, Callback done) = 0;
  /// The same with back-pressure: 0, and `done` is never called, while VerifierConfig::max_queued
  /// candidates wait to be begun with. What needs no judgement (a remembered verdict, a twin of a
  /// queued candidate) is always taken.
  virtual SubmissionId try_submit(VerifyRequest request, Callback done) = 0;
  /// Blocks until try_submit may succeed. Not from a callback.
  virtual void wait_for_room() = 0;
  /// Queues and waits.
  std::shared_ptr<const Verdict> verify(VerifyRequest request);
  /// Ends one submission with the reason "cancelled", unless its verdict is already there or on its
  /// way: then false. A judgement that others wait for too goes on for them.
  virtual bool cancel(SubmissionId submission) = 0;
  /// The stage that a submission is at; kNone while it waits for its turn, its reference or a
  /// place. Nothing once its verdict is there or on its way.
  virtual std::optional<Stage> stage_of(SubmissionId submission) const = 0;
  /// Ends every open submission with the reason "cancelled"; each still gets its one verdict.
  virtual void cancel_all() = 0;
  virtual VerifierStats stats() const = 0;
};

/// A seed for requests where nobody asked for a particular one: 53 random bits (JSON readers keep
/// them), drawn once in this process. The verdict names it, so that it can be judged again on the
/// same inputs. Thread-safe.
std::uint64_t unguessable_seed();
/// `seed` mixed with a secret of this installation (data_dir()/verifier-secret), which no candidate
/// can read: for seeds that people choose, and that a candidate could therefore try. Equal seeds
/// give equal results on the same installation. Thread-safe.
std::uint64_t secret_seed(std::uint64_t seed);

/// Extraction: candidate source out of a completion.
struct Extraction {
  std::string code;       ///< empty if none
  std::size_t begin = 0;  ///< byte range of the code in the completion
  std::size_t end = 0;
  int blocks = 0;       ///< complete fenced blocks seen
  std::string problem;  ///< "", "no_block", "unclosed_block", "several_blocks"
};
/// What an answer with several complete blocks is worth.
enum class SeveralBlocks {
  kLast,     ///< the last of them counts
  kInvalid,  ///< none counts
};
/// Takes the last complete fenced Python block after an optional thinking section; text without any
/// fence that looks like a module is taken whole.
Extraction extract_candidate(std::string_view completion,
                             SeveralBlocks several = SeveralBlocks::kLast);
/// The verdict on a completion without a candidate: rejected at `static`, for `code` ("no_block",
/// "several_blocks", "truncated" or "prompt_too_long").
Verdict verdict_without_candidate(const std::string& id, const std::string& code);

}  // namespace nereid::verify
