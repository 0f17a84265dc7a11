// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/train/internal/corpus.h"
#include "engine/train/internal/nll_update.h"
#include "engine/train/internal/schedule.h"

namespace nereid::train {
namespace {

constexpr double kDroppedWithoutWarning = 0.01;

/// Supervised fine-tuning: negative log-likelihood of completion tokens only, end token included.
class Sft final : public Method {
 public:
  Sft(Workshop& workshop, std::shared_ptr<const Corpus> corpus)
      : shop_(workshop),
        stream_(std::move(corpus), workshop.policy.tokenizer(), workshop.prompt_format,
                workshop.config) {}

  Result<StepReport> step(std::int64_t step) override;
  Json state() const override { return {{"num_tokens", num_tokens_}}; }
  Result<void> restore(const Json& state) override {
    num_tokens_ = json_value<std::int64_t>(state, "num_tokens", 0);
    return {};
  }

 private:
  double greedy_accuracy(const std::vector<TokenRow>& rows);

  Workshop& shop_;
  BatchStream stream_;
  std::int64_t num_tokens_ = 0;
};

// Share of completion tokens that greedy decoding would get right, over a few rows.
double Sft::greedy_accuracy(const std::vector<TokenRow>& rows) {
  std::vector<int> few;
  for (int i = 0; i < std::min<int>(8, static_cast<int>(rows.size())); ++i) few.push_back(i);
  return shop_.policy.greedy_share(batch_of(rows, few, shop_.policy));
}

Result<StepReport> Sft::step(std::int64_t step) {
  const Stopwatch watch;
  const std::vector<TokenRow> rows = stream_.batch(step);
  if (rows.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "sft.corpus: every sample is longer than generation.max_prompt_length or "
                 "max_completion_length; raise them"};
  }
  const std::int64_t tokens = tokens_of_rows(rows);
  const double learning_rate = learning_rate_at(shop_.config.optimizer, step, shop_.total_steps);
  const NllResult update =
      nll_update(shop_, step, {rows, {}}, learning_rate, TellPasses::kIfSeveral);
  num_tokens_ += tokens;

  const double seconds = watch.elapsed_s();
  StepReport report;
  report.metrics = {{"loss", update.loss},
                    {"entropy", update.entropy},
                    {"grad_norm", update.grad_norm},
                    {"learning_rate", learning_rate},
                    {"epoch", stream_.epochs_after(step)},
                    {"num_tokens", static_cast<double>(num_tokens_)},
                    {"dropped_ratio", stream_.dropped_ratio()},
                    {"time/update", seconds}};
  if (step % 25 == 1) report.metrics.emplace_back("mean_token_accuracy", greedy_accuracy(rows));
  if (step == 1 && stream_.dropped_ratio() > kDroppedWithoutWarning) {
    report.warning = fmt::format(
        "{:.1f}% of the samples are longer than generation.max_prompt_length ({}) or "
        "max_completion_length ({}) and are left out; raise them to keep these samples",
        stream_.dropped_ratio() * 100, shop_.config.generation.max_prompt_length,
        shop_.config.generation.max_completion_length);
  }
  report.summary.update_s = seconds;
  add_learnt(report, tokens, update.own);
  report.summary.loss = update.loss;
  report.summary.tokens_per_second = static_cast<double>(tokens) / seconds;
  return report;
}

}  // namespace

Result<std::unique_ptr<Method>> make_sft(Workshop& workshop) {
  Result<std::shared_ptr<const Corpus>> corpus = Corpus::open(workshop.config);
  if (!corpus) return corpus.error();
  return std::unique_ptr<Method>(std::make_unique<Sft>(workshop, *corpus));
}

}  // namespace nereid::train
