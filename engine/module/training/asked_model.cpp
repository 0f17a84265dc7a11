// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/module/training/asked_model.h"

#include <fmt/format.h>

#include "engine/base/check.h"
#include "engine/base/cores.h"
#include "engine/module/training/evaluation.h"
#include "engine/tasks/prompt.h"

namespace nereid {
namespace {

/// A policy that answers tasks.
class PolicyAsked final : public AskedModel {
 public:
  PolicyAsked(std::unique_ptr<policy::Policy> policy, tasks::PromptFormat format,
              const AskRequest& request)
      : policy_(std::move(policy)), format_(std::move(format)) {
    options_.max_new_tokens = request.max_new_tokens;
    options_.temperature = request.temperature;
    options_.top_p = request.top_p;
  }
  std::string weights_hash() const override { return policy_->weights_hash(); }
  std::string prompt_format() const override { return format_.name(); }
  Result<std::vector<Result<ModelAnswer>>> answer(const std::vector<Question>& questions) override {
    return guarded("asking the model", [&] { return do_answer(questions); });
  }

 private:
  Result<std::vector<Result<ModelAnswer>>> do_answer(const std::vector<Question>& questions) {
    const auto longest = static_cast<std::size_t>(policy_->config().max_positions - 1);
    std::vector<std::string> texts;
    for (const Question& question : questions) texts.push_back(format_.prompt(question.task));
    std::vector<Result<ModelAnswer>> answers(
        questions.size(),
        Error{ErrorCode::kInvalidArgument,
              fmt::format("the question is longer than the model can take, {} tokens", longest)});
    std::vector<std::vector<std::int32_t>> encoded = policy_->tokenizer()->encode(texts), prompts;
    std::vector<std::size_t> asked;
    policy::GenerateOptions options = options_;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (encoded[i].size() > longest) continue;
      asked.push_back(i);
      prompts.push_back(std::move(encoded[i]));
      options.row_seeds.push_back(questions[i].draw);
    }
    if (prompts.empty()) return answers;
    const std::vector<policy::GeneratedRow> rows = policy_->generate(prompts, options);
    for (std::size_t i = 0; i < asked.size(); ++i)
      answers[asked[i]] =
          ModelAnswer{policy_->tokenizer()->decode(rows[i].tokens), rows[i].truncated};
    return answers;
  }

  std::unique_ptr<policy::Policy> policy_;
  tasks::PromptFormat format_;
  policy::GenerateOptions options_;
};

}  // namespace

Result<std::unique_ptr<AskedModel>> load_asked(const AskRequest& request) {
  at::set_num_threads(request.threads > 0 ? request.threads : usable_cores());
  auto policy = load_model(request.model, request.dtype);
  if (!policy) return policy.error();
  Result<tasks::PromptFormat> format = tasks::PromptFormat::of((*policy)->tokenizer());
  if (!format) return format.error();
  return std::unique_ptr<AskedModel>(
      std::make_unique<PolicyAsked>(std::move(*policy), std::move(*format), request));
}

}  // namespace nereid
