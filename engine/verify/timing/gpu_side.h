// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/verify/execution/candidate_run.h"
#include "engine/verify/execution/reference.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/tensors/bundle.h"
#include "engine/verify/verdict.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// How long somebody waits for a child, and what ends it earlier.
struct Patience {
  Clock::time_point deadline;
  const std::atomic<bool>& cancelled;
};

/// Times of one block of replays.
struct Block {
  std::vector<double> us;  ///< per call, one for each replay; empty on failure
  double sm_mhz = 0;       ///< clock of the multiprocessors just before; 0 if unknown
};

/// One side of a comparison and the child that has it on the GPU. One thread at a time. Questions
/// that fail say why in `reason` and `end`.
class GpuSide {
 public:
  virtual ~GpuSide() = default;

  /// Sends a question and keeps the answer in `answer`.
  bool ask(const Json& body, const std::vector<int>& fds, const Patience& patience);
  /// Another set of values: builds and runs ("input"), or writes them into what was captured
  /// ("refill"). The outputs are kept in `outputs`.
  bool run(const char* op, const PreparedVariant& variant, const Patience& patience);
  /// Captures what is timed; the answer is kept in `ready`. `body` has more than "op".
  bool warm(Json body, const Patience& patience);
  /// `body`: "kind", "which", "head_us" of PROTOCOL.md.
  Block measure(Json body, const Patience& patience);

  Json answer;
  Json ready;  ///< the answer to "warm"
  Bundle outputs;
  Reason reason;
  ChildEnd end;

 protected:
  virtual Step step(const Json& body, const std::vector<int>& fds, const Patience& patience) = 0;
  bool fail_to_start(const Error& error);
  bool take(Step step);
  bool take_outputs(int output);
};

/// The reference, run as it is. May serve many candidates, one after another.
class ReferenceSide final : public GpuSide {
 public:
  /// Starts the child; `source` is a memory file with the text.
  bool start(ChildSource& children, const VerifyRequest& request, int source, int device,
             const Patience& patience);

 private:
  Step step(const Json& body, const std::vector<int>& fds, const Patience& patience) override;

  std::unique_ptr<Child> child_;
};

/// The candidate: its host elsewhere, its kernels and memory on the GPU. What is timed is what the
/// device executed, without its host code.
class CandidateSide final : public GpuSide {
 public:
  /// Starts the host, which does not touch the GPU yet; `source` is a memory file with the text.
  bool start(ChildSource& children, const VerifyRequest& request, int source, int device,
             const Patience& patience);
  /// Runs forward once, whatever it tunes; the outputs are kept.
  bool forward_once(const PreparedVariant& variant, const Patience& patience) {
    return forward(ForwardMode::kRun, variant, false, patience);
  }
  /// Runs forward, with its autotuner where it has one; the outputs are kept. `tuning`: for that.
  bool forward(const PreparedVariant& variant, const Patience& patience, const Patience& tuning);
  /// The candidate has ended well: its process may serve another one. Nothing may be asked after.
  void give_back() { run_->give_back_gpu(); }

 private:
  bool forward(ForwardMode mode, const PreparedVariant& variant, bool again,
               const Patience& patience);
  Step step(const Json& body, const std::vector<int>& fds, const Patience& patience) override;

  std::unique_ptr<CandidateRun> run_;
};

}  // namespace nereid::verify
