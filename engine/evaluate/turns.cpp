// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/turns.h"

#include <algorithm>
#include <utility>

#include "engine/evaluate/scores/turns.h"

namespace nereid::evaluate {
namespace {

class Turns {
 public:
  Turns(policy::Policy& policy, const tasks::PromptFormat& format,
        const std::vector<tasks::Task>& tasks, const EvaluationPlan& plan, JudgingParts parts)
      : policy_(policy), format_(format), tasks_(tasks), plan_(plan), parts_(std::move(parts)) {
    for (const tasks::Task& task : tasks_) prompts_.push_back(format_.prompt(task));
  }

  Result<std::vector<Sample>> run();
  const Generated& generated() const { return generated_; }

 private:
  std::size_t row_count() const { return tasks_.size() * static_cast<std::size_t>(plan_.samples); }
  Asked asked(const NextTurn& turn) const;
  JudgingParts parts_of(int turn, std::size_t rows) const;
  NextTurn turn_after(int turn, const Judging& judging) const;

  policy::Policy& policy_;
  const tasks::PromptFormat& format_;
  const std::vector<tasks::Task>& tasks_;
  const EvaluationPlan& plan_;
  JudgingParts parts_;
  std::vector<std::string> prompts_;
  std::size_t judged_ = 0;  ///< in the turns before
  Generated generated_;
};

Asked Turns::asked(const NextTurn& turn) const {
  Asked asked = all_tasks(tasks_.size());
  asked.keeps = Keeps::kAll;
  asked.turn = turn.number;
  for (const auto& prompt : turn.prompts) asked.is_left_out.push_back(!prompt);
  return asked;
}

// Progress is told over all turns; those to come may ask fewer.
JudgingParts Turns::parts_of(int turn, std::size_t rows) const {
  JudgingParts parts = parts_;
  const std::size_t later = rows * static_cast<std::size_t>(plan_.turns - turn);
  if (parts_.progress)
    parts.progress = [progress = parts_.progress, before = judged_, rows, later](int done, int of) {
      const auto all = std::max(rows, static_cast<std::size_t>(of));
      progress(static_cast<int>(before) + done, static_cast<int>(before + all + later));
    };
  return parts;
}

// Whom the next turn asks, and how.
NextTurn Turns::turn_after(int turn, const Judging& judging) const {
  NextTurn next{.number = turn + 1, .prompts = {}};
  next.prompts.resize(row_count());
  for (std::size_t row = 0; row < row_count(); ++row) {
    const auto& answer = judging.answers()[row];
    if (!answer || answer->verdict.accepted || !verify::was_judged(answer->verdict)) continue;
    const tasks::Task& task = tasks_[row / static_cast<std::size_t>(plan_.samples)];
    std::string prompt =
        format_.next_prompt(task, {}, episodes::answer_before(answer->source, answer->verdict));
    const std::size_t tokens = policy_.tokenizer()->encode(prompt).size();
    if (tokens <= static_cast<std::size_t>(plan_.max_prompt_tokens))
      next.prompts[row] = std::move(prompt);
  }
  return next;
}

Result<std::vector<Sample>> Turns::run() {
  std::vector<Sample> answers;
  NextTurn turn{.number = 1, .prompts = {}};
  for (;;) {
    const Asked asked = this->asked(turn);
    const auto left_out = std::count(asked.is_left_out.begin(), asked.is_left_out.end(), true);
    const std::size_t rows = row_count() - static_cast<std::size_t>(left_out);
    if (rows == 0) break;
    const EvaluationPlan own = plan_of_turn(plan_, turn.number);
    Judging judging(parts_of(turn.number, rows), own, asked);
    if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
    const NextTurn* later = turn.number > 1 ? &turn : nullptr;
    const Generated generated = ask({policy_, tasks_, asked.tasks, prompts_, own, later}, judging);
    generated_.seconds += generated.seconds;
    generated_.tokens += generated.tokens;
    Result<std::vector<Sample>> samples = judging.finish();
    if (!samples) return samples.error();
    answers.insert(answers.end(), samples->begin(), samples->end());
    judged_ += rows;
    if (turn.number == plan_.turns) break;
    turn = turn_after(turn.number, judging);
  }
  if (parts_.archive != nullptr) parts_.archive->set_samples(static_cast<int>(judged_));
  return answers;
}

}  // namespace

Result<EvaluateReport> evaluate_turns(policy::Policy& policy, const tasks::PromptFormat& format,
                                      const std::vector<tasks::Task>& tasks,
                                      const EvaluationPlan& plan, const ReportOptions& options,
                                      JudgingParts parts, Generated& generated) {
  Turns turns(policy, format, tasks, plan, std::move(parts));
  Result<std::vector<Sample>> answers = turns.run();
  if (!answers) return answers.error();
  generated = turns.generated();
  return make_turn_report(scored_tasks(tasks), std::move(*answers), plan.turns, options);
}

}  // namespace nereid::evaluate
