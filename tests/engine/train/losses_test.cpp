// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/check.h"
#include "engine/train/internal/batching.h"
#include "engine/train/internal/losses.h"
#include "engine/train/internal/moments.h"
#include "engine/train/internal/optimizer.h"
#include "engine/train/internal/update_threads.h"

namespace nereid::train {
namespace {

constexpr int kRows = 5, kTokens = 7;

struct Case {
  ClipLossInput in;
  double beta = 0;
  LossType type = LossType::kDapo;
  LossScale scale;
};

torch::Tensor random_tensor(std::vector<std::int64_t> shape, double spread) {
  return torch::randn(shape, torch::kDouble) * spread;
}

// Ratios on both sides of both bounds, one row fully masked.
Case make_case(LossType type, double beta) {
  torch::manual_seed(7);
  Case c;
  c.in.logp = random_tensor({kRows, kTokens}, 0.5) - 1;
  c.in.old_logp = c.in.logp + random_tensor({kRows, kTokens}, 0.4);
  c.in.ref_logp = c.in.logp + random_tensor({kRows, kTokens}, 0.4);
  c.in.mask = (torch::rand({kRows, kTokens}, torch::kDouble) > 0.3).to(torch::kDouble);
  c.in.mask[2].zero_();
  c.in.advantage = random_tensor({kRows}, 1.0);
  c.beta = beta;
  c.type = type;
  c.scale = {kRows + 3.0, c.in.mask.sum().item<double>() + 11.0, 64.0};
  return c;
}

// Loss and its gradient by logp from the formulas, one token at a time.
double slow_loss(const Case& c, ClipBounds bounds, torch::Tensor* gradient) {
  *gradient = torch::zeros({kRows, kTokens}, torch::kDouble);
  double total = 0;
  for (int b = 0; b < kRows; ++b) {
    double row_tokens = 0;
    for (int t = 0; t < kTokens; ++t) row_tokens += c.in.mask[b][t].item<double>();
    for (int t = 0; t < kTokens; ++t) {
      const auto at = [&](const torch::Tensor& x) { return x[b][t].item<double>(); };
      const double a = c.in.advantage[b].item<double>();
      const double ratio = std::exp(at(c.in.logp) - at(c.in.old_logp));
      const double low = 1 - bounds.low, high = 1 + bounds.high;
      const double clipped = ratio < low ? low : ratio > high ? high : ratio;
      const double plain_gain = ratio * a, clipped_gain = clipped * a;
      double loss = -std::min(plain_gain, clipped_gain);
      const bool is_clipped = clipped_gain < plain_gain;
      double slope = is_clipped ? 0 : -ratio * a;
      if (c.beta > 0) {
        const double d = at(c.in.ref_logp) - at(c.in.logp);
        loss += c.beta * (std::exp(d) - d - 1);
        slope += c.beta * (1 - std::exp(d));
      }
      double weight = at(c.in.mask);
      if (c.type == LossType::kGrpo) weight /= std::max(1.0, row_tokens) * c.scale.sequences;
      if (c.type == LossType::kDrGrpo) weight /= c.scale.sequences * c.scale.max_completion_length;
      if (c.type == LossType::kDapo) weight /= c.scale.tokens;
      total += loss * weight;
      (*gradient)[b][t] = slope * weight;
    }
  }
  return total;
}

TEST(ClipLoss, ValueAndGradientAgreeWithThePlainLoops) {
  const ClipBounds bounds{0.2, 0.28};
  for (const LossType type : {LossType::kGrpo, LossType::kDrGrpo, LossType::kDapo}) {
    for (const double beta : {0.0, 0.1}) {
      Case c = make_case(type, beta);
      torch::Tensor expected_gradient;
      const double expected = slow_loss(c, bounds, &expected_gradient);
      c.in.logp.requires_grad_(true);
      const torch::Tensor loss = clip_loss(c.in, bounds, {c.beta}, c.type, c.scale);
      loss.backward();
      EXPECT_NEAR(loss.item<double>(), expected, 1e-9);
      const double worst = (c.in.logp.grad() - expected_gradient).abs().max().item<double>();
      EXPECT_LT(worst, 1e-9) << "type " << static_cast<int>(type) << ", beta " << beta;
    }
  }
}

TEST(ClipLoss, FloatAgreesToOneMillionth) {
  for (const LossType type : {LossType::kGrpo, LossType::kDrGrpo, LossType::kDapo}) {
    Case c = make_case(type, 0.04);
    torch::Tensor unused;
    const double expected = slow_loss(c, {}, &unused);
    for (torch::Tensor* one :
         {&c.in.logp, &c.in.old_logp, &c.in.ref_logp, &c.in.mask, &c.in.advantage}) {
      *one = one->to(torch::kFloat);
    }
    EXPECT_NEAR(clip_loss(c.in, {}, {0.04}, type, c.scale).item<double>(), expected, 1e-6);
  }
}

TEST(ClipLoss, GradientAgreesWithFiniteDifferences) {
  Case c = make_case(LossType::kDapo, 0.1);
  c.in.logp.requires_grad_(true);
  clip_loss(c.in, {}, {c.beta}, c.type, c.scale).backward();
  const torch::Tensor gradient = c.in.logp.grad().clone();
  constexpr double kStep = 1e-6;
  for (int b = 0; b < kRows; ++b) {
    for (int t = 0; t < kTokens; ++t) {
      Case up = c, down = c;
      up.in.logp = c.in.logp.detach().clone();
      down.in.logp = c.in.logp.detach().clone();
      up.in.logp[b][t] += kStep;
      down.in.logp[b][t] -= kStep;
      const double slope = (clip_loss(up.in, {}, {c.beta}, c.type, c.scale) -
                            clip_loss(down.in, {}, {c.beta}, c.type, c.scale))
                               .item<double>() /
                           (2 * kStep);
      EXPECT_NEAR(gradient[b][t].item<double>(), slope, 1e-7) << b << ", " << t;
    }
  }
}

TEST(ClipLoss, AllMaskedIsZeroNotNan) {
  for (const LossType type : {LossType::kGrpo, LossType::kDrGrpo, LossType::kDapo}) {
    Case c = make_case(type, 0.1);
    c.in.mask.zero_();
    c.scale = {0, 0, 0};
    EXPECT_EQ(clip_loss(c.in, {}, {0.1}, type, c.scale).item<double>(), 0.0);
  }
}

TEST(ClipLoss, SplitIntoMicroBatchesChangesNothing) {
  for (const LossType type : {LossType::kGrpo, LossType::kDrGrpo, LossType::kDapo}) {
    const Case c = make_case(type, 0.1);
    const double whole = clip_loss(c.in, {}, {0.1}, type, c.scale).item<double>();
    double parts = 0;
    for (const auto& [from, to] : {std::pair{0, 2}, std::pair{2, 5}}) {
      ClipLossInput in;
      in.logp = c.in.logp.slice(0, from, to);
      in.old_logp = c.in.old_logp.slice(0, from, to);
      in.ref_logp = c.in.ref_logp.slice(0, from, to);
      in.mask = c.in.mask.slice(0, from, to);
      in.advantage = c.in.advantage.slice(0, from, to);
      parts += clip_loss(in, {}, {0.1}, type, c.scale).item<double>();
    }
    EXPECT_NEAR(parts, whole, 1e-12);
  }
}

TEST(ClipLoss, WrongShapesAreRefused) {
  Case c = make_case(LossType::kDapo, 0);
  c.in.advantage = torch::zeros({kRows + 1}, torch::kDouble);
  EXPECT_THROW((void)clip_loss(c.in, {}, {}, c.type, c.scale), CheckFailed);
}

TEST(ClipStatistics, CountsTokensThatMetABound) {
  ClipLossInput in;
  in.logp = torch::tensor({{1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}}, torch::kFloat);
  in.old_logp = torch::zeros({2, 3});
  in.mask = torch::tensor({{1.0, 1.0, 1.0}, {1.0, 1.0, 0.0}}, torch::kFloat);
  in.advantage = torch::tensor({1.0, -1.0}, torch::kFloat);
  const torch::Tensor sums = clip_statistics(in, {0.2, 0.2});
  EXPECT_EQ(sums[0].item<float>(), 1);  // row 2, ratio e^-1, negative advantage
  EXPECT_EQ(sums[1].item<float>(), 1);  // row 1, ratio e, positive advantage
  EXPECT_EQ(sums[3].item<float>(), 5);
}

TEST(KlPenalty, IsZeroForEqualAndNeverNegative) {
  const torch::Tensor a = random_tensor({50}, 1.0), b = random_tensor({50}, 1.0);
  EXPECT_EQ(k3_kl(a, a).abs().max().item<double>(), 0.0);
  EXPECT_GE(k3_kl(a, b).min().item<double>(), 0.0);
}

TEST(CompletionNll, CountsCompletionTokensOnly) {
  const torch::Tensor logp = torch::tensor({{-1.0, -2.0, -4.0}}, torch::kFloat);
  const torch::Tensor mask = torch::tensor({{0.0, 1.0, 1.0}}, torch::kFloat);
  EXPECT_FLOAT_EQ(completion_nll(logp, mask, 2).item<float>(), 3.0F);
}

config::OptimizerSettings adam(double decay, double clip) {
  config::OptimizerSettings settings;
  settings.weight_decay = decay;
  settings.max_grad_norm = clip;
  return settings;
}

// AdamW written out for one number.
struct SlowAdam {
  double m = 0, v = 0;
  int t = 0;
  double step(double w, double g, double lr, const config::OptimizerSettings& s, double decay) {
    ++t;
    w -= lr * decay * w;
    m = s.adam_beta1 * m + (1 - s.adam_beta1) * g;
    v = s.adam_beta2 * v + (1 - s.adam_beta2) * g * g;
    const double m_hat = m / (1 - std::pow(s.adam_beta1, t)),
                 v_hat = v / (1 - std::pow(s.adam_beta2, t));
    return w - lr * m_hat / (std::sqrt(v_hat) + s.adam_epsilon);
  }
};

TEST(AdamW, AgreesWithThePlainFormula) {
  torch::manual_seed(3);
  const config::OptimizerSettings settings = adam(0.1, 1.0);
  torch::Tensor matrix = torch::randn({3, 2}).requires_grad_(true);
  torch::Tensor vector = torch::randn({4}).requires_grad_(true);
  std::vector<double> weights;
  for (const torch::Tensor& one : {matrix, vector}) {
    for (int i = 0; i < one.numel(); ++i) weights.push_back(one.view({-1})[i].item<double>());
  }
  AdamW optimizer({{"matrix", matrix}, {"vector", vector}}, settings);
  std::vector<SlowAdam> slow(weights.size());
  for (int step = 1; step <= 5; ++step) {
    optimizer.zero_grad();
    ((matrix * matrix).sum() * 0.7 + (vector * vector * vector).sum()).backward();
    std::vector<double> gradient;
    double squares = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      gradient.push_back(i < 6 ? 1.4 * weights[i] : 3 * weights[i] * weights[i]);
      squares += gradient.back() * gradient.back();
    }
    const double norm = std::sqrt(squares), factor = std::min(1.0, 1.0 / (norm + 1e-6));
    EXPECT_NEAR(optimizer.step(0.01).item<double>(), norm, 1e-4 * norm)
        << "the norm before clipping";
    for (std::size_t i = 0; i < weights.size(); ++i) {
      // No decay on the vector.
      weights[i] =
          slow[i].step(weights[i], gradient[i] * factor, 0.01, settings, i < 6 ? 0.1 : 0.0);
      const torch::Tensor& owner = i < 6 ? matrix : vector;
      const auto at = static_cast<std::int64_t>(i < 6 ? i : i - 6);
      EXPECT_NEAR(owner.view({-1})[at].item<double>(), weights[i], 2e-6)
          << "weight " << i << ", step " << step;
    }
  }
}

config::OptimizerSettings in_8_bits(config::OptimizerSettings settings) {
  settings.moments = "int8";
  return settings;
}

// The 256 values of the paper, written out: a sign, zeros that count powers of ten, and a fraction.
std::vector<double> slow_table(bool is_signed) {
  std::vector<double> table = {0, 1};
  for (int zeros = 0; zeros < 7; ++zeros) {
    const int parts = (is_signed ? 1 : 2) * (64 >> zeros);
    for (int i = 0; i < parts; ++i) {
      const double low = 0.1 + 0.9 * i / parts, high = 0.1 + 0.9 * (i + 1) / parts;
      const double value = std::pow(10.0, -zeros) * (low + high) / 2;
      table.push_back(value);
      if (is_signed) table.push_back(-value);
    }
  }
  return table;
}

// What a moment is after it was stored: the nearest value of the table, times the block's largest.
void slow_store(std::vector<double>& values, bool is_signed) {
  std::vector<double> table = slow_table(is_signed);
  if (!is_signed) std::erase(table, 0.0);  // it is divided by
  for (std::size_t begin = 0; begin < values.size(); begin += kMomentBlock) {
    const std::size_t end = std::min(values.size(), begin + kMomentBlock);
    double largest = 0;
    for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, std::abs(values[i]));
    for (std::size_t i = begin; i < end && largest > 0; ++i)
      values[i] = largest * *std::min_element(table.begin(), table.end(), [&](double a, double b) {
                    return std::abs(a - values[i] / largest) < std::abs(b - values[i] / largest);
                  });
  }
}

TEST(Moments, TableHasTwoHundredAndFiftySixValues) {
  for (const bool is_signed : {true, false}) {
    std::vector<double> slow = slow_table(is_signed);
    std::sort(slow.begin(), slow.end());
    const torch::Tensor table = moment_table(is_signed);
    ASSERT_EQ(table.numel(), 256);
    ASSERT_EQ(slow.size(), 256u);
    for (int i = 0; i < 256; ++i) EXPECT_NEAR(table[i].item<double>(), slow[i], 1e-7);
  }
}

// Two blocks and a piece of a third, of very different sizes.
TEST(AdamW, MomentsInEightBitsAgreeWithThePlainFormula) {
  torch::manual_seed(4);
  const config::OptimizerSettings settings = in_8_bits(adam(0.1, 0));
  const std::int64_t count = 2 * kMomentBlock + 77;
  torch::Tensor weight = torch::randn({count, 1}).requires_grad_(true);
  const torch::Tensor scale = torch::logspace(-6, 0, count).unsqueeze(1);
  AdamW optimizer({{"w", weight}}, settings);
  std::vector<double> w, m(count, 0), v(count, 0);
  for (int i = 0; i < count; ++i) w.push_back(weight[i].item<double>());
  for (int step = 1; step <= 3; ++step) {
    optimizer.zero_grad();
    const torch::Tensor gradient = torch::randn({count, 1}) * scale;
    (weight * gradient).sum().backward();
    optimizer.step(0.01);
    for (int i = 0; i < count; ++i) {
      const double g = gradient[i].item<double>();
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.999 * v[i] + 0.001 * g * g;
      const double m_hat = m[i] / (1 - std::pow(0.9, step));
      const double v_hat = v[i] / (1 - std::pow(0.999, step));
      w[i] -= 0.01 * 0.1 * w[i] + 0.01 * m_hat / (std::sqrt(v_hat) + settings.adam_epsilon);
    }
    slow_store(m, true);
    slow_store(v, false);
    int other = 0;
    for (int i = 0; i < count; ++i) other += std::abs(weight[i].item<double>() - w[i]) > 1e-5;
    // A value in the middle between two of the table may be rounded to either.
    EXPECT_LE(other, 2) << "step " << step;
  }
}

TEST(AdamW, MomentsInEightBitsTakeAQuarterAndGoOnBitForBit) {
  torch::manual_seed(6);
  torch::Tensor a = torch::randn({90, 70}).requires_grad_(true);
  const auto one_step = [](AdamW& optimizer, torch::Tensor& w) {
    optimizer.zero_grad();
    (w.sin() * w).sum().backward();
    optimizer.step(0.02);
  };
  AdamW first({{"w", a}}, in_8_bits(adam(0.01, 1.0)));
  for (int i = 0; i < 3; ++i) one_step(first, a);
  std::size_t bytes = 0;
  AdamW::NamedTensors copy;
  for (const auto& [name, value] : first.state()) {
    copy.emplace_back(name, value.clone());
    bytes += value.nbytes();
  }
  EXPECT_LT(static_cast<double>(bytes), 2.5 * 8192);  // whole blocks, a byte for each of two
  torch::Tensor b = a.detach().clone().requires_grad_(true);
  AdamW second({{"w", b}}, in_8_bits(adam(0.01, 1.0)));
  ASSERT_TRUE(second.restore(copy, first.steps_taken()));
  for (int i = 0; i < 3; ++i) {
    one_step(first, a);
    one_step(second, b);
  }
  EXPECT_TRUE(torch::equal(a.detach(), b.detach()));
  EXPECT_FALSE(AdamW({{"w", b}}, adam(0.01, 1.0)).restore(copy, 3)) << "moments of another kind";
}

class NotFinite : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Moments, NotFinite, testing::Values("float32", "int8"));

TEST_P(NotFinite, GradientChangesNothing) {
  torch::Tensor weight = torch::ones({2, 2}).requires_grad_(true);
  config::OptimizerSettings settings = adam(0.1, 1.0);
  settings.moments = GetParam();
  AdamW optimizer({{"w", weight}}, settings);
  (weight * std::numeric_limits<float>::infinity()).sum().backward();
  const torch::Tensor norm = optimizer.step(0.1);
  EXPECT_FALSE(std::isfinite(norm.item<double>()));
  EXPECT_TRUE(torch::equal(weight.detach(), torch::ones({2, 2})));
  optimizer.zero_grad();
  weight.sum().backward();
  optimizer.step(0.1);
  EXPECT_TRUE(weight.detach().isfinite().all().item<bool>());
  EXPECT_LT(weight.detach().max().item<float>(), 1.0F) << "the next finite step counts again";
}

TEST(AdamW, RestoredStateGoesOnBitForBit) {
  torch::manual_seed(5);
  torch::Tensor a = torch::randn({8, 8}).requires_grad_(true);
  const auto one_step = [](AdamW& optimizer, torch::Tensor& w) {
    optimizer.zero_grad();
    (w.sin() * w).sum().backward();
    optimizer.step(0.02);
  };
  AdamW first({{"w", a}}, adam(0.01, 1.0));
  for (int i = 0; i < 3; ++i) one_step(first, a);
  torch::Tensor b = a.detach().clone().requires_grad_(true);
  AdamW second({{"w", b}}, adam(0.01, 1.0));
  AdamW::NamedTensors copy;
  for (const auto& [name, value] : first.state()) copy.emplace_back(name, value.clone());
  ASSERT_TRUE(second.restore(copy, first.steps_taken()));
  for (int i = 0; i < 3; ++i) {
    one_step(first, a);
    one_step(second, b);
  }
  EXPECT_TRUE(torch::equal(a.detach(), b.detach()));
}

TEST(AdamW, LowPrecisionWeightsHaveAFloatMaster) {
  torch::Tensor weight = torch::ones({4, 4}, torch::kBFloat16).requires_grad_(true);
  AdamW optimizer({{"w", weight}}, adam(0, 0));
  // A single step of 1e-4 is far below bfloat16's spacing of 2^-8 near 1; forty of them are not.
  for (int i = 0; i < 40; ++i) {
    optimizer.zero_grad();
    weight.sum().backward();
    optimizer.step(1e-4);
  }
  EXPECT_LT(weight.detach().to(torch::kFloat).max().item<float>(), 1.0F);
}

TEST(Passes, CoverEveryRowOnceWithinTheBudget) {
  std::vector<TokenRow> rows;
  for (const int length : {5, 90, 17, 17, 2, 40, 33, 200})
    rows.push_back({std::vector<std::int32_t>(3), std::vector<std::int32_t>(length - 2)});
  std::vector<int> seen;
  for (const std::vector<int>& pass : plan_passes(rows, 100, policy::EqualTokens::kEach)) {
    std::size_t tokens = 0;
    for (const int i : pass) {
      seen.push_back(i);
      tokens += rows[i].first.size() + rows[i].second.size();
    }
    EXPECT_TRUE(pass.size() == 1 || tokens <= 100);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Passes, AreAsEvenAsTheirNumberAllows) {
  std::vector<TokenRow> rows(8, {std::vector<std::int32_t>(), std::vector<std::int32_t>(10)});
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].first.push_back(static_cast<int>(i));
  const auto sizes = [&](std::int64_t budget) {
    std::vector<std::size_t> out;
    for (const auto& pass : plan_passes(rows, budget, policy::EqualTokens::kEach))
      out.push_back(pass.size());
    return out;
  };
  EXPECT_EQ(sizes(88), (std::vector<std::size_t>{8}));
  EXPECT_EQ(sizes(87), (std::vector<std::size_t>{4, 4}));
  EXPECT_EQ(sizes(40), (std::vector<std::size_t>{3, 3, 2}));
  EXPECT_EQ(sizes(3), std::vector<std::size_t>(8, 1));
}

TEST(Passes, RowsOfOnePromptGoTogetherAndItCountsOnce) {
  std::vector<TokenRow> rows;
  for (const int prompt : {1, 2, 1, 2, 1, 2})
    rows.push_back({std::vector<std::int32_t>(50, prompt),
                    std::vector<std::int32_t>(prompt == 1 ? 10 + rows.size() : 30)});
  using Passes = std::vector<std::vector<int>>;
  EXPECT_EQ(plan_passes(rows, 90, policy::EqualTokens::kOnce), (Passes{{0, 2, 4}, {1}, {3}, {5}}));
  EXPECT_EQ(plan_passes(rows, 90, policy::EqualTokens::kEach),
            (Passes{{0}, {2}, {4}, {1}, {3}, {5}}));
  const RankPasses once = plan_passes(rows, 150, policy::EqualTokens::kOnce, {});
  EXPECT_EQ(once.passes, (Passes{{0, 2, 4}, {1, 3, 5}}));
  EXPECT_EQ(once.tokens, 50 + 10 + 12 + 14 + 2 + 50 + 3 * 30 + 2);
}

TEST(UpdateThreads, AreGivenBack) {
  const int before = at::get_num_threads();
  {
    const UpdateThreads threads(before + 2);
    EXPECT_EQ(at::get_num_threads(), before + 2);
  }
  EXPECT_EQ(at::get_num_threads(), before);
  const UpdateThreads same(0);
  EXPECT_EQ(at::get_num_threads(), before);
}

}  // namespace
}  // namespace nereid::train
