// SPDX-License-Identifier: GPL-3.0-or-later
// Our formulas against numbers that TRL's GRPOTrainer computed (tests/engine/train/trl).
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/numbers.h"
#include "engine/train/internal/grpo_update.h"

namespace nereid::train {
namespace {

/// Rewards are float32 in TRL, and so are advantages: 2^-24 of a number below 1, divided by a
/// standard deviation of 0.2 and more.
constexpr double kAdvantage = 1e-6;
/// Losses, gradients and KL are computed in double on both sides from the same numbers.
constexpr double kLoss = 1e-9;
/// TRL takes the shares of clipped tokens in float32.
constexpr double kShare = 1e-6;

const Json& numbers() {
  static const Json all = *parse_json(*read_file(NEREID_TRL_NUMBERS), NEREID_TRL_NUMBERS);
  return all;
}

int longest() {
  return numbers()["max_completion_length"].get<int>();
}

std::vector<double> rewards(bool with_unscored) {
  std::vector<double> out;
  for (const Json& row : numbers()["rows"]) out.push_back(row["reward"]);
  if (with_unscored) out[numbers()["unscored"].get<std::size_t>()] = kNaN;
  return out;
}

torch::Tensor padded(const std::string& key) {
  const Json& rows = numbers()["rows"];
  torch::Tensor out = torch::zeros({std::ssize(rows), longest()}, torch::kDouble);
  for (std::int64_t i = 0; i < out.size(0); ++i) {
    const std::vector<double> row = rows[static_cast<std::size_t>(i)][key];
    for (std::int64_t t = 0; t < std::ssize(row); ++t) out[i][t] = row[static_cast<std::size_t>(t)];
  }
  return out;
}

torch::Tensor matrix(const Json& rows) {
  std::vector<torch::Tensor> out;
  for (const Json& row : rows)
    out.push_back(torch::tensor(row.get<std::vector<double>>(), torch::kDouble));
  return torch::stack(out);
}

/// One loss that TRL computed, as our functions take it.
struct Case {
  explicit Case(const Json& json)
      : expected(json),
        kl{json["beta"], json["use_bias_correction_kl"]},
        type(loss_from_name(json["loss_type"].get<std::string>())),
        bounds{numbers()["epsilon"], numbers()["epsilon_high"]} {
    in.logp = padded("logp").requires_grad_(true);
    in.old_logp = padded("old_logp");
    in.ref_logp = kl.beta > 0 ? padded("ref_logp") : torch::Tensor();
    in.mask = matrix(json["mask"]);
    in.advantage = torch::tensor(json["advantages"].get<std::vector<double>>(), torch::kDouble);
    scale = {static_cast<double>(in.mask.size(0)), in.mask.sum().item<double>(),
             static_cast<double>(longest())};
  }
  std::string name() const {
    return expected["loss_type"].get<std::string>() + ", beta " + std::to_string(kl.beta) +
           (kl.times_ratio ? " times the ratio" : "") +
           (expected["mask_truncated_completions"].get<bool>() ? ", masked" : "");
  }
  /// Rows [begin, end) as a micro-batch.
  ClipLossInput part(std::int64_t begin, std::int64_t end) const {
    const auto cut = [&](const torch::Tensor& x) {
      return x.defined() ? x.slice(0, begin, end) : torch::Tensor();
    };
    return {cut(in.logp), cut(in.old_logp), cut(in.ref_logp), cut(in.mask), cut(in.advantage)};
  }

  const Json& expected;
  KlPenalty kl;
  LossType type;
  ClipBounds bounds;
  ClipLossInput in;
  LossScale scale;
};

TEST(TrlNumbers, HaveEveryCase) {
  EXPECT_EQ(numbers()["advantages"].size(), 3U);
  EXPECT_EQ(numbers()["losses"].size(), 15U);
}

TEST(TrlNumbers, Advantages) {
  const int size = numbers()["group_size"];
  for (const Json& one : numbers()["advantages"]) {
    const auto name = one["scale_rewards"].get<std::string>();
    const Advantages ours = group_advantages(rewards(true), size, {.scale = scale_from_name(name)});
    const std::vector<double> theirs = one["advantages"];
    ASSERT_EQ(ours.advantage.size(), theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i)
      EXPECT_NEAR(ours.advantage[i], theirs[i], kAdvantage) << name << ", row " << i;
  }
}

TEST(TrlNumbers, LossesAndTheirGradients) {
  for (const Json& json : numbers()["losses"]) {
    const Case c(json);
    SCOPED_TRACE(c.name());
    const torch::Tensor loss = clip_loss(c.in, c.bounds, c.kl, c.type, c.scale);
    loss.backward();
    EXPECT_NEAR(loss.item<double>(), json["loss"].get<double>(), kLoss);
    const torch::Tensor off = (c.in.logp.grad() - matrix(json["gradient"])).abs();
    EXPECT_LT(off.max().item<double>(), kLoss);
  }
}

// As the update does it: in parts, of which each is divided by sizes of the whole.
TEST(TrlNumbers, LossesInMicroBatches) {
  for (const Json& json : numbers()["losses"]) {
    const Case c(json);
    SCOPED_TRACE(c.name());
    double sum = 0;
    for (const auto& [begin, end] : {std::pair(0, 3), std::pair(3, 11), std::pair(11, 16)})
      sum += clip_loss(c.part(begin, end), c.bounds, c.kl, c.type, c.scale).item<double>();
    EXPECT_NEAR(sum, json["loss"].get<double>(), kLoss);
  }
}

TEST(TrlNumbers, ClipRatiosAndKl) {
  for (const Json& json : numbers()["losses"]) {
    const Case c(json);
    SCOPED_TRACE(c.name());
    const torch::Tensor sums = clip_statistics(c.in, c.bounds, c.kl);
    const torch::Tensor extremes = clip_extremes(c.in, c.bounds);
    const double tokens = sums[3].item<double>();
    const double low = sums[0].item<double>() / tokens, high = sums[1].item<double>() / tokens;
    EXPECT_NEAR(low, json["clip_ratio/low_mean"].get<double>(), kShare);
    EXPECT_NEAR(high, json["clip_ratio/high_mean"].get<double>(), kShare);
    EXPECT_NEAR(low + high, json["clip_ratio/region_mean"].get<double>(), kShare);
    EXPECT_NEAR(extremes[0].item<double>(), json["clip_ratio/low_min"].get<double>(), kShare);
    EXPECT_NEAR(extremes[1].item<double>(), json["clip_ratio/high_max"].get<double>(), kShare);
    if (c.kl.beta > 0) {
      EXPECT_NEAR(sums[2].item<double>() / tokens, json["kl"].get<double>(), kShare);
    }
  }
}

/// The batch as a rollout, whose rows hold their own number as the first token.
Rollout rollout() {
  Rollout out;
  out.group_size = numbers()["group_size"];
  out.rewards = rewards(false);
  const Json& rows = numbers()["rows"];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> logp = rows[i]["logp"];
    record::Episode episode;
    episode.tokens.assign(logp.size(), static_cast<std::int32_t>(i));
    episode.logprobs.assign(logp.begin(), logp.end());
    episode.truncated = rows[i]["truncated"];
    out.rows.emplace_back(std::vector<std::int32_t>{0}, episode.tokens);
    out.episodes.push_back(std::move(episode));
  }
  return out;
}

// Dead groups and truncated rows are left out of the work, and the loss stays TRL's.
TEST(TrlNumbers, RowsThatAreLeftOutChangeNothing) {
  const Rollout all = rollout();
  for (const Json& json : numbers()["losses"]) {
    const Case c(json);
    SCOPED_TRACE(c.name());
    config::RunConfig config;
    config.generation.max_completion_length = longest();
    config.grpo.beta = c.kl.beta;
    config.grpo.mask_truncated_completions = json["mask_truncated_completions"];
    const Advantages advantages = group_advantages(all.rewards, all.group_size, {});
    const UpdateInput input = choose_rows(all, advantages, config);
    if (c.kl.beta <= 0) {
      EXPECT_LT(input.rows.size(), all.rows.size());
    }
    EXPECT_EQ(input.scale.tokens, c.scale.tokens);
    EXPECT_EQ(input.scale.sequences, c.scale.sequences);
    double sum = 0;
    for (const TokenRow& row : input.rows) {
      const std::int64_t i = row.second.front();
      sum += clip_loss(c.part(i, i + 1), c.bounds, c.kl, c.type, input.scale).item<double>();
    }
    EXPECT_NEAR(sum, json["loss"].get<double>(), kAdvantage)
        << "TRL's advantages of equal rewards are nearly 0, ours are 0";
  }
}

}  // namespace
}  // namespace nereid::train
