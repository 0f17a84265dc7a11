// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/grpo_update.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "engine/base/file.h"
#include "engine/base/numbers.h"

namespace nereid::train {
namespace {

constexpr int kGroups = 4, kGroupSize = 4;
constexpr double kRate = 4e-4;  // some ratios are clipped in the last iteration, not all

/// Two equal small models: one is updated by grpo_update(), one by the slow twin below.
class WholeUpdate : public testing::Test {
 protected:
  WholeUpdate() {
    const auto folder = policy::resolve_model("pocket");
    tokenizer_ = *policy::Tokenizer::load(*folder / "tokenizer.json");
    config_.generation.max_completion_length = 9;
    config_.generation.temperature = 0.8;
    config_.optimizer.max_grad_norm = 1.0;
    fast_ = model();
    slow_ = model();
    start_ = model();
    record::RunInfo info;
    info.run_id = info.name = "twin";
    writer_ = std::move(*record::RunWriter::open(folder_.path() / "run", info, {}));
    make_rollout();
  }

  std::unique_ptr<policy::Policy> model() const {
    policy::ModelShape shape;
    shape.vocabulary = tokenizer_->vocabulary();
    shape.hidden_size = 32;
    shape.layers = 2;
    shape.heads = shape.kv_heads = 2;
    shape.head_dim = 16;
    shape.intermediate_size = 48;
    shape.max_positions = 64;
    auto made = policy::Policy::make_new(shape, tokenizer_, 7, torch::kCPU, {});
    torch::NoGradGuard no_grad;
    for (auto& [name, tensor] : made->all_weights())
      if (tensor.dim() == 2) tensor.mul_(8);  // far from uniform
    return made;
  }

  // Four groups: one of equal rewards, one with a row that was not judged, one with a truncated
  // row.
  void make_rollout() {
    std::mt19937 random(5);
    const auto tokens = [&](std::size_t count) {
      std::vector<std::int32_t> some(count);
      for (std::int32_t& one : some)
        one = static_cast<std::int32_t>(random() % static_cast<unsigned>(tokenizer_->vocabulary()));
      return some;
    };
    rollout_.group_size = kGroupSize;
    for (int i = 0; i < kGroups * kGroupSize; ++i) {
      rollout_.rows.emplace_back(tokens(2 + random() % 5), tokens(1 + random() % 8));
      record::Episode episode;
      episode.tokens = rollout_.rows.back().second;
      episode.logprobs.assign(episode.tokens.size(), -1.0F);
      write_text(episode, i);
      episode.truncated = i == 9;
      rollout_.episodes.push_back(std::move(episode));
      const bool dead = i / kGroupSize == 1;
      rollout_.rewards.push_back(i == 14 ? kNaN
                                 : dead  ? 0.3
                                         : 0.1 * static_cast<double>(random() % 8));
    }
    advantages_ = group_advantages(rollout_.rewards, kGroupSize, {});
  }

  // A letter a token: the first ones think (in every third answer none), the others are code but
  // for one of prose before it.
  static void write_text(record::Episode& episode, int row) {
    const std::size_t count = episode.tokens.size(), thinking = row % 3 == 0 ? 0 : count / 3;
    for (std::size_t t = 0; t < count; ++t) {
      episode.completion += t + 1 == thinking ? "</think>" : t < thinking ? "p" : "c";
      episode.token_ends.push_back(static_cast<std::uint32_t>(episode.completion.size()));
    }
    const std::size_t begin = std::min(count, thinking + 1);
    episode.candidate_begin = begin == 0 ? 0 : episode.token_ends[begin - 1];
    episode.candidate_end = episode.completion.size();
    episode.candidate = episode.completion.substr(episode.candidate_begin);
  }

  // Which of a row's tokens plan and which are code, told apart from the text alone.
  char class_of(std::size_t row, std::size_t t) const {
    const record::Episode& episode = rollout_.episodes[row];
    const bool thinks = episode.completion.find("</think>") != std::string::npos;
    if (!episode.candidate.empty() && episode.token_ends[t] > episode.candidate_begin) return 'c';
    if (episode.candidate.empty()) return thinks && t < thinking(row) ? 'p' : 'c';
    if (!thinks) return '-';
    if (t < thinking(row)) return 'p';
    return config_.hierarchy.prose == "plan" ? 'p' : '-';
  }
  std::size_t thinking(std::size_t row) const { return rollout_.episodes[row].tokens.size() / 3; }

  // A and weight of one token, as J = alpha * F_plan + F_code has it.
  std::pair<double, double> term_of(std::size_t row, std::size_t t) const {
    const char mine = class_of(row, t);
    if (mine == '-') return {0, 0};
    double count = 0;
    const std::size_t tokens = rollout_.episodes[row].tokens.size();
    for (std::size_t other = 0; other < tokens; ++other)
      count += config_.hierarchy.divisor == "completion" || class_of(row, other) == mine ? 1 : 0;
    return mine == 'p' ? std::pair(plan_->advantage[row], config_.hierarchy.alpha / count)
                       : std::pair(advantages_.advantage[row], 1 / count);
  }

  UpdateResult update() {
    AdamW optimizer(fast_->trainable(), config_.optimizer);
    const Submit submit;
    const Progress progress = [](const std::string&, int, int) {};
    Workshop workshop{config_, *fast_, start_.get(), optimizer, submit, *writer_, progress,
                      1,       0,      "train",      format_};
    return grpo_update(
        workshop, choose_rows(rollout_, advantages_, config_, plan_ ? &*plan_ : nullptr), kRate);
  }

  // Log-probabilities of a row's completion at the temperature: all logits, nothing shared.
  torch::Tensor logprobs(policy::Policy& policy, const TokenRow& row) const {
    std::vector<std::int64_t> all(row.first.begin(), row.first.end());
    all.insert(all.end(), row.second.begin(), row.second.end());
    const torch::Tensor tokens = torch::tensor(all).unsqueeze(0);
    const torch::Tensor log_p = at::log_softmax(
        policy.forward(tokens, false)[0].to(torch::kFloat64) / config_.generation.temperature, 1);
    std::vector<torch::Tensor> chosen;
    for (std::size_t t = row.first.size(); t < all.size(); ++t)
      chosen.push_back(log_p[static_cast<std::int64_t>(t) - 1][all[t]]);
    return torch::stack(chosen);
  }

  /// Shares of clipped tokens, and the extremes of them over the completions.
  struct Clips {
    double low = 0, high = 0, low_min = 0, high_max = 0;
  };

  // The definition, row by row and token by token; every row that was judged takes part, and those
  // that teach nothing have an advantage or a mask of zero.
  torch::Tensor slow_loss(const std::vector<torch::Tensor>& old_logp, double& kl, Clips& clips) {
    const config::GrpoSettings& grpo = config_.grpo;
    torch::Tensor total = torch::zeros({}, torch::kFloat64);
    double sequences = 0, tokens = 0, seen = 0, all_low = 0, all_high = 0;
    kl = 0;
    clips = {.low_min = 1};
    for (std::size_t i = 0; i < rollout_.rows.size(); ++i) {
      if (std::isnan(rollout_.rewards[i])) continue;
      ++sequences;
      if (grpo.mask_truncated_completions && rollout_.episodes[i].truncated) continue;
      const torch::Tensor logp = logprobs(*slow_, rollout_.rows[i]);
      torch::Tensor reference;
      {
        torch::NoGradGuard no_grad;
        reference = logprobs(*start_, rollout_.rows[i]);
      }
      torch::Tensor of_row = torch::zeros({}, torch::kFloat64);
      const auto length = static_cast<double>(logp.size(0));
      double low = 0, high = 0;
      for (std::int64_t t = 0; t < logp.size(0); ++t) {
        const torch::Tensor ratio = (logp[t] - old_logp[i][t]).exp();
        const auto [a, weight] = plan_ ? term_of(i, static_cast<std::size_t>(t))
                                       : std::pair(advantages_.advantage[i], 1.0);
        torch::Tensor one =
            -weight *
            torch::minimum(ratio * a, ratio.clamp(1 - grpo.epsilon, 1 + grpo.epsilon_high) * a);
        low += a < 0 && ratio.item<double>() < 1 - grpo.epsilon ? 1 : 0;
        high += a > 0 && ratio.item<double>() > 1 + grpo.epsilon_high ? 1 : 0;
        const torch::Tensor difference = reference[t] - logp[t];
        torch::Tensor k3 = difference.exp() - difference - 1;
        if (grpo.use_bias_correction_kl) k3 = k3 * ratio;
        if (grpo.beta > 0) {
          one = one + grpo.beta * k3 / (plan_ ? length : 1.0);
          kl += k3.item<double>();
          ++seen;
        }
        of_row = of_row + one;
      }
      total = total + (grpo.loss_type == "grpo" && !plan_ ? of_row / length : of_row);
      tokens += length;
      all_low += low;
      all_high += high;
      clips.low_min = std::min(clips.low_min, low / length);
      clips.high_max = std::max(clips.high_max, high / length);
    }
    kl /= std::max(1.0, seen);
    clips.low = all_low / tokens;
    clips.high = all_high / tokens;
    if (grpo.loss_type == "grpo" || plan_) return total / sequences;
    if (grpo.loss_type == "dapo") return total / tokens;
    return total / (sequences * config_.generation.max_completion_length);
  }

  struct Twin {
    double loss = 0, kl = 0, grad_norm = 0;
    Clips clips;
  };
  Twin slow_update() {
    AdamW optimizer(slow_->trainable(), config_.optimizer);  // its own twin is in losses_test.cpp
    std::vector<torch::Tensor> old_logp;
    {
      torch::NoGradGuard no_grad;
      for (const TokenRow& row : rollout_.rows) old_logp.push_back(logprobs(*slow_, row));
    }
    Twin twin;
    const double iterations = config_.grpo.num_iterations;
    for (int i = 0; i < config_.grpo.num_iterations; ++i) {
      optimizer.zero_grad();
      double kl = 0;
      Clips clips;
      const torch::Tensor loss = slow_loss(old_logp, kl, clips);
      loss.backward();
      twin.loss += loss.item<double>() / iterations;
      twin.kl += kl / iterations;
      twin.clips.low += clips.low / iterations;
      twin.clips.high += clips.high / iterations;
      twin.clips.low_min += clips.low_min / iterations;
      twin.clips.high_max += clips.high_max / iterations;
      twin.grad_norm += optimizer.step(kRate).item<double>() / iterations;
    }
    return twin;
  }

  void expect_equal() {
    const UpdateResult ours = update();
    const Twin theirs = slow_update();
    EXPECT_NEAR(ours.loss, theirs.loss, 1e-5 + 1e-4 * std::abs(theirs.loss));
    EXPECT_NEAR(ours.kl, theirs.kl, 1e-6 + 1e-3 * theirs.kl);
    // Counts of tokens: a ratio so near to its bound that float and double differ would show.
    EXPECT_NEAR(ours.clip_low, theirs.clips.low, 1e-6);
    EXPECT_NEAR(ours.clip_high, theirs.clips.high, 1e-6);
    EXPECT_NEAR(ours.clip_low_min, theirs.clips.low_min, 1e-6);
    EXPECT_NEAR(ours.clip_high_max, theirs.clips.high_max, 1e-6);
    EXPECT_NEAR(ours.grad_norm, theirs.grad_norm, 1e-3 * theirs.grad_norm);
    EXPECT_GT(theirs.grad_norm, 1e-3) << "there is something to compare";
    // The gradients that the last step was taken with.
    const auto a = fast_->trainable(), b = slow_->trainable();
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference += (a[i].second.grad() - b[i].second.grad()).square().sum().item<double>();
      size += b[i].second.grad().square().sum().item<double>();
    }
    EXPECT_GT(size, 0.0);
    EXPECT_LT(std::sqrt(difference), 2e-3 * std::sqrt(size));
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-twin"));
  std::shared_ptr<policy::Tokenizer> tokenizer_;
  config::RunConfig config_;
  std::unique_ptr<policy::Policy> fast_, slow_, start_;
  std::unique_ptr<record::RunWriter> writer_;
  tasks::PromptFormat format_;
  Rollout rollout_;
  Advantages advantages_;
  std::optional<Advantages> plan_;  ///< where plan and code are paid apart
};

TEST_F(WholeUpdate, OneUpdateWithoutKlAgreesWithTheDefinition) {
  expect_equal();
}

TEST_F(WholeUpdate, EveryLossTypeAgreesOverSeveralIterations) {
  for (const char* type : {"grpo", "dr_grpo", "dapo"}) {
    SCOPED_TRACE(type);
    fast_ = model();
    slow_ = model();
    config_.grpo.loss_type = type;
    config_.grpo.num_iterations = 3;
    expect_equal();
  }
}

TEST_F(WholeUpdate, WithKlDeadGroupsAreHeldToTheStart) {
  config_.grpo.beta = 0.4;
  config_.grpo.num_iterations = 3;
  expect_equal();
}

TEST_F(WholeUpdate, TheKlTermTimesTheRatioAgreesWithTheDefinition) {
  config_.grpo.beta = 0.4;
  config_.grpo.num_iterations = 3;
  config_.grpo.use_bias_correction_kl = true;
  expect_equal();
  const std::string with = fast_->weights_hash();
  fast_ = model();
  config_.grpo.use_bias_correction_kl = false;
  update();
  EXPECT_NE(fast_->weights_hash(), with);
}

TEST_F(WholeUpdate, TruncatedRowsAreMasked) {
  config_.grpo.mask_truncated_completions = true;
  config_.grpo.num_iterations = 2;
  config_.grpo.beta = 0.1;
  for (const char* type : {"grpo", "dr_grpo", "dapo"}) {
    SCOPED_TRACE(type);
    fast_ = model();
    slow_ = model();
    config_.grpo.loss_type = type;
    expect_equal();
  }
}

TEST_F(WholeUpdate, PlanAndCodeLearnFromTheirOwnRewards) {
  std::mt19937 random(11);
  for (std::size_t i = 0; i < rollout_.rows.size(); ++i)
    rollout_.plan_rewards.push_back(
        std::isnan(rollout_.rewards[i]) ? kNaN : 0.25 * static_cast<double>(random() % 8));
  rollout_.episodes[6].candidate.clear();  // an answer without code
  plan_ = group_advantages(rollout_.plan_rewards, kGroupSize, {});
  fill_advantages(rollout_, advantages_, &*plan_);
  config_.grpo.num_iterations = 3;
  for (const double beta : {0.0, 0.2}) {
    for (const char* divisor : {"class", "completion"}) {
      for (const char* prose : {"plan", "masked"}) {
        SCOPED_TRACE(std::string(divisor) + " " + prose);
        fast_ = model();
        slow_ = model();
        config_.grpo.beta = beta;
        config_.hierarchy = {.alpha = 0.3, .divisor = divisor, .prose = prose};
        expect_equal();
      }
    }
  }
}

TEST_F(WholeUpdate, TheWeightOfThePlanMatters) {
  rollout_.plan_rewards = rollout_.rewards;
  std::reverse(rollout_.plan_rewards.begin(), rollout_.plan_rewards.end());
  plan_ = group_advantages(rollout_.plan_rewards, kGroupSize, {});
  fill_advantages(rollout_, advantages_, &*plan_);
  config_.hierarchy.alpha = 0;
  update();
  const std::string without = fast_->weights_hash();
  fast_ = model();
  config_.hierarchy.alpha = 1;
  update();
  EXPECT_NE(fast_->weights_hash(), without);
}

// Every completion did worse than a batch that is not here: each has tokens at the lower bound, and
// the least of them is told, not the least of the micro-batches, nor the first update, which is 0.
TEST_F(WholeUpdate, ExtremesOfTheClipRatiosAreThoseOfTheCompletions) {
  config_.grpo.num_iterations = 4;
  for (std::size_t i = 0; i < rollout_.rewards.size(); ++i) {
    rollout_.rewards[i] = 0.1 * static_cast<double>(i);
    advantages_.advantage[i] = -1;
    advantages_.zero_std[i / kGroupSize] = false;
  }
  expect_equal();
  fast_ = model();
  const UpdateResult ours = update();
  EXPECT_GT(ours.clip_low, 0.0);
  EXPECT_LT(ours.clip_low_min, ours.clip_low);
  EXPECT_EQ(ours.clip_high_max, 0.0);
}

// The comparison would find a wrong sign: the KL term pulls back to the start.
TEST_F(WholeUpdate, KlPullsBack) {
  config_.grpo.num_iterations = 8;
  const double free = update().kl;
  EXPECT_EQ(free, 0.0) << "not told without beta";
  fast_ = model();
  config_.grpo.beta = 0.01;
  const double loose = update().kl;
  fast_ = model();
  config_.grpo.beta = 5;
  EXPECT_LT(update().kl, loose);
}

}  // namespace
}  // namespace nereid::train
