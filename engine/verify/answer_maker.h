// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

struct AnswerQuestion {
  std::string reference;  ///< Python source text
  std::string entry_point = "Model";
  double limit_s = 120;
};
/// An answer, or why there is none.
struct MadeAnswer {
  std::string text;  ///< empty = none
  Reason failure;    ///< "not_expressible", "reference_error", "timeout", ...
  double elapsed_ms = 0;
};

/// Writes answers to references out of the Triton program that torch's Inductor makes of them
/// (harness/inductor). No GPU is needed and nothing is judged. References run in the verifier's
/// sandbox. Thread-safe.
class AnswerMaker {
 public:
  /// Starts its process in the background and returns at once.
  static Result<std::unique_ptr<AnswerMaker>> start(VerifierConfig config);
  virtual ~AnswerMaker() = default;
  /// Blocks. `cancelled` ends it with the reason "cancelled". Several threads may ask at once.
  virtual MadeAnswer make(const AnswerQuestion& question, const std::atomic<bool>& cancelled) = 0;
};

}  // namespace nereid::verify
