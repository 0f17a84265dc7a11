// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/verify/execution/candidate_run.h"
#include "engine/verify/execution/reference.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/verdict.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

class Keeper;
class ReferencePool;

/// The role `static` has passed the text: its answer.
struct CheckedText {
  Json body;
  double elapsed_ms = 0;
};

/// One pass of a candidate through the stages. One thread.
struct Attempt {
  ChildSource& children;
  const VerifyRequest& request;
  const PreparedReference& reference;
  int source = -1;  ///< sealed memory file with the candidate's text
  const std::atomic<bool>& cancelled;
  ReferencePool& timed_references;  ///< that stay on a GPU for the candidates that follow
  Verdict verdict;                  ///< filled in as the stages go

  /// A fresh child must do it again from the start (its zygote died, or somebody killed it).
  std::optional<ChildEnd> interrupted = std::nullopt;

  /// The candidate's processes, from the static checks to the last input; null before, and after
  /// one of them has ended.
  std::unique_ptr<CandidateRun> run = nullptr;

  /// For its forwards behind the trace; null: anywhere.
  const Seat* seat = nullptr;

  /// Null: the host checks the text itself.
  const CheckedText* checked = nullptr;

  /// Null: nothing is kept between runs.
  Keeper* keeper = nullptr;

  /// Told which stage is under way; may be null.
  std::atomic<Stage>* under_way = nullptr;
  void begin_stage(Stage stage) const;

  /// It fails on a GPU on inputs that the task itself asks for.
  bool fails_on_gpu = false;

  /// Its host reads values of weights, or of inputs and results: a graph keeps what was made of
  /// them.
  bool reads_weights = false, reads_inputs = false;

  /// Neither right nor wrong within its time: it is to be judged on smaller sizes.
  bool too_slow = false;

  bool stopped() const { return interrupted.has_value() || given_up || too_slow; }
  bool given_up = false;  ///< cancelled, infrastructure or not judgeable: no stage rejected it

  StageResult& stage(Stage stage);
  void pass(Stage stage, double elapsed_ms);
  /// Records a rejection; one at a later stage, or at the same one, does not replace it.
  void reject(Stage stage, Reason reason, double elapsed_ms);
  /// Ends the attempt without blaming the candidate.
  void give_up(Reason reason);
  /// The same for an error of the machinery: "cancelled" or "infrastructure".
  void give_up(const Error& error);
  /// Translates a child's end at `stage`: a rejection, an interruption or a cancellation.
  void end_at(Stage stage, const ChildEnd& step, double elapsed_ms);
  /// The compiler died of a signal: no line of the candidate runs in it, so Triton has crashed.
  void reject_crashed_compiler(Stage stage, const ChildEnd& end, double elapsed_ms);
  /// A "passed": false answer of the harness.
  void reject_as_told(Stage stage, const Json& body, double elapsed_ms);
  void add_flag(const std::string& flag);
  bool has_flag(const std::string& flag) const;
  /// May the next stage run? Yes while all passed; without staged evaluation also after a
  /// rejection.
  bool goes_on() const;
};

/// Takes an answer "static". It can be believed: no line of the candidate had run when it was sent.
void judge_static(Attempt& attempt, const Json& body, double elapsed_ms);
/// Static checks; then a forward that runs no kernel, and the ahead-of-time compile of what it
/// launches.
void run_compile_stages(Attempt& attempt);
/// The original inputs, the tiny ones, then all other variants; at last, what only they launch is
/// compiled too.
void run_input_stages(Attempt& attempt);
/// Compiles the launches written down in `records` (a memory file of the device); the answer
/// "compile", or how the child ended. Each of `kernels` has the whole limit. Launches that only the
/// variants `leave_out` have are left out. Of autotuned kernels of the verdict another
/// configuration need not fit.
Result<Step> compile_records(Attempt& attempt, int records, int kernels,
                             const std::vector<std::string>& leave_out = {});
/// Puts the kernels of an answer "compile" into the verdict; their cubins are read here.
Result<void> add_kernels(const Message& message, Verdict& verdict);
/// GPU time. Without a GPU the stage is not applicable.
void run_timing_stage(Attempt& attempt);

/// The kernels under compute-sanitizer, one tool after another; rejects nothing, findings are a
/// flag.
void run_audit_stage(Attempt& attempt);
/// A verdict with five stages that were not reached.
Verdict empty_verdict(const VerifyRequest& request);
/// "wrong values" for "wrong_values".
std::string spoken(std::string code);

}  // namespace nereid::verify
