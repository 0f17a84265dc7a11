// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// Verifier::submit, or what a test puts in its place.
using Submit = std::function<void(VerifyRequest, Verifier::Callback)>;
/// `verifier` must outlive the result.
Submit submit_to(Verifier& verifier);

/// Hears how many places of a batch are settled; one call at a time, mostly on threads of the
/// verifier.
using BatchProgress = std::function<void(int done, int total)>;

/// A batch that is handed in place by place while others of it are judged. One thread hands in and
/// waits; what it leaves behind (an exception) does not harm the callbacks.
class JudgeBatch {
 public:
  /// Hears each verdict; one call at a time, on threads of the verifier, never after wait().
  using Take = std::function<void(std::size_t place, std::shared_ptr<const Verdict> verdict)>;

  JudgeBatch(Submit submit, std::size_t size, Take take, BatchProgress progress = {});
  /// Each place is settled once: by a request, or by the news that there is nothing to judge.
  void submit(std::size_t place, VerifyRequest request);
  void skip();
  /// Until all places are settled.
  void wait();
  /// The same; where `cancelled` answers true, asked about every 100 ms, `cancel` is called once
  /// and is to hurry the verdicts that are missing (Verifier::cancel_all): they are still waited
  /// for.
  void wait(const std::function<bool()>& cancelled, const std::function<void()>& cancel);

 private:
  struct Board;
  Submit submit_;
  std::shared_ptr<Board> board_;  ///< shared with the callbacks
};

struct Judged {
  std::shared_ptr<const Verdict> verdict;
  std::int64_t unix_ms = 0;  ///< when it arrived
};
/// Submits all at once and waits; the verdicts are in the order of the requests.
std::vector<Judged> judge_batch(const Submit& submit, std::vector<VerifyRequest> requests,
                                BatchProgress progress = {});
/// The same for a caller that may give up: cancelled requests have the reason "cancelled".
std::vector<Judged> judge_batch(Verifier& verifier, std::vector<VerifyRequest> requests,
                                BatchProgress progress, const std::function<bool()>& cancelled);

}  // namespace nereid::verify
