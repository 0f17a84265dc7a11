// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::python {

/// A submission that has its verdict, in the form nereid.verdict/1.
struct Finished {
  std::uint64_t ticket = 0;
  std::string verdict_json;
};

/// A verifier whose verdicts are fetched by a thread of the caller instead of being called back:
/// no thread of the engine ever takes the interpreter's lock, so none can meet an interpreter that
/// is shutting down. Thread-safe; callers release the interpreter's lock around every call.
///
/// Belongs to the process that made it. In a forked child only `close` and the destructor may be
/// called; there they leave the processes, threads and folders of the parent alone.
class VerifierHandle {
 public:
  /// Returns at once; the processes of the verifier start in the background. Its threads take no
  /// signals, so that they reach the interpreter's main thread.
  static Result<std::unique_ptr<VerifierHandle>> start(const verify::VerifierConfig& config);
  ~VerifierHandle();
  VerifierHandle(const VerifierHandle&) = delete;
  VerifierHandle& operator=(const VerifierHandle&) = delete;

  /// Queues a candidate; `take` hands out its verdict under `ticket`. kUnavailable once closed.
  Result<void> submit(std::uint64_t ticket, verify::VerifyRequest request);
  /// Waits for verdicts and returns all that are there; empty once closed and all were taken.
  std::vector<Finished> take();
  /// Ends every open submission with the reason "cancelled".
  void cancel_all();
  verify::VerifierStats stats() const;
  /// Cancels what is open, ends all processes and threads and waits for them. Idempotent.
  void close();

 private:
  struct State;
  VerifierHandle();

  const pid_t owner_;
  std::unique_ptr<State> state_;
};

}  // namespace nereid::python
