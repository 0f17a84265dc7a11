// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <optional>

#include "engine/verify/lanes/lanes.h"
#include "engine/verify/lanes/own_references.h"
#include "engine/verify/stages/attempt.h"

namespace nereid::verify {

/// What a judgement shares with those beside it, and what is known before it begins.
struct JudgePlace {
  Lanes& lanes;
  ReferencePool& timed_references;
  Keeper* keeper = nullptr;                 ///< null: nothing is kept between runs
  const CheckedText* checked = nullptr;     ///< null: the host of the candidate checks the text
  std::atomic<Stage>* under_way = nullptr;  ///< told which stage is under way; may be null
  OwnReferences* own_references =
      nullptr;  ///< null: who does not suit smaller sizes is not judged at own ones
};

/// Judges one request whose reference is ready. Blocks. Never throws.
Verdict judge_candidate(ChildSource& children, const VerifyRequest& request,
                        const PreparedReference& reference, const std::atomic<bool>& cancelled,
                        const JudgePlace& place);

/// What came of a candidate's text before any process was forked for it: a verdict, or an answer
/// that spares its host the checks, or neither, where the role `static` could not answer.
struct TextCheck {
  std::optional<Verdict> refused;
  std::optional<CheckedText> passed;
};
/// Blocks, first for a place in `lane`. No reference is needed.
TextCheck check_text(ChildSource& children, const VerifyRequest& request, Lane& lane,
                     const std::atomic<bool>& cancelled);

}  // namespace nereid::verify
