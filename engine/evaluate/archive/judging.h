// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/episodes/verified_kernel.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/archive/plan.h"
#include "engine/record/episode.h"
#include "engine/verify/judge_batch.h"

namespace nereid::evaluate {

/// What judging needs of the world around it.
struct JudgingParts {
  verify::Submit submit;
  /// On threads of the verifier, one at a time. The second judgements come on top of the samples.
  std::function<void(int done, int total)> progress;
  std::function<bool()> cancelled;  ///< empty: never
  std::function<void()> cancel;     ///< hurries verdicts that are missing; Verifier::cancel_all
  /// What a run pays for a verdict, for Sample::paid; empty: nobody pays. NaN where nothing was
  /// judged.
  std::function<double(const verify::Verdict&)> pay;
  Archive* archive = nullptr;  ///< keeps the episodes; nullptr: nobody does
};

/// Which answers can be asked for after they were judged.
enum class Keeps { kNone, kAccepted, kAll };

/// Whose episodes they are, and which tasks of the evaluation were asked, ascending.
struct Asked {
  std::vector<int> tasks;
  std::string phase = kEvaluationPhase;
  Keeps keeps = Keeps::kNone;
  int turn = 1;
  std::vector<bool> is_left_out = {};  ///< by row, those that the turn does not ask; empty: none
};
/// All of so many tasks.
Asked all_tasks(std::size_t tasks);

/// Judges the completions of an evaluation: strictly, and then, of those rejected for how they came
/// about, also as a checker of outputs alone would. Each is written as soon as it is judged. One
/// thread hands in.
class Judging {
 public:
  /// Rows are the asked tasks times the plan's samples, in that order.
  Judging(JudgingParts parts, EvaluationPlan plan, Asked asked);
  ~Judging();
  /// Takes what the archive holds. Before anything is handed in.
  Result<void> resume();
  bool is_judged(std::size_t row) const;
  bool is_cancelled() const { return parts_.cancelled && parts_.cancelled(); }
  /// An episode of begin_episode, with key.group the task among all and key.index the sample, for
  /// each turn before its own plan.samples higher.
  void add(record::Episode episode);
  /// Waits for all verdicts. kCancelled if there are rows without one because of a cancellation.
  Result<std::vector<Sample>> finish();
  /// After finish(): what Asked::keeps says, by row.
  const std::vector<std::optional<episodes::VerifiedKernel>>& answers() const;
  /// Rows that have a judgement or a failure of the machinery.
  std::size_t judged() const;

 private:
  struct Board;
  std::size_t rows() const;  ///< that are asked
  Result<void> judge_outputs();
  verify::VerifyRequest outputs_request(std::size_t row) const;
  bool wait_for(verify::JudgeBatch& batch, std::size_t settled, std::size_t total);

  JudgingParts parts_;
  EvaluationPlan plan_;
  Asked asked_;
  std::size_t begun_ = 0;  ///< rows that came from the archive
  std::size_t handed_in_ = 0;
  std::shared_ptr<Board> board_;  ///< shared with the callbacks
  std::unique_ptr<verify::JudgeBatch> batch_;
};

}  // namespace nereid::evaluate
