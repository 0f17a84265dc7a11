// SPDX-License-Identifier: GPL-3.0-or-later
// Products in 8-bit floating point without a GPU: the slow twin of those that a GPU makes
// (cuda_training_test.cpp), against exact ones.
#include <cmath>

#include "engine/policy/internal/adapted_products.h"
#include "engine/policy/internal/row_fp8.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

torch::Tensor out_of(const RowFp8& matrix) {
  return matrix.data.to(torch::kFloat32) * matrix.scale.unsqueeze(1);
}

TEST(Fp8Rows, KeepThreeBitsOfEachNumberNearItsRowsGreatest) {
  torch::manual_seed(1);
  // Rows of very different sizes, one of zeros.
  auto matrix = torch::randn({6, 40}) * torch::logspace(-8, 8, 6).unsqueeze(1);
  matrix[3].zero_();
  const RowFp8 rows = fp8_rows(matrix);
  EXPECT_EQ(rows.data.scalar_type(), torch::kFloat8_e4m3fn);
  EXPECT_TRUE(torch::equal(rows.data.to(torch::kFloat32).abs().amax(1).ne(0),
                           torch::tensor({true, true, true, false, true, true})));
  const auto greatest = matrix.abs().amax(1, true);
  // Half a unit of the last of three bits; below 2^-6 of 448 numbers lie 2^-9 apart.
  const auto bound = matrix.abs() / 16 + greatest * std::pow(2.0, -10) / 448;
  EXPECT_TRUE(((out_of(rows) - matrix).abs() <= bound * 1.0001).all().item<bool>());
  EXPECT_TRUE(at::allclose(out_of(rows).abs().amax(1, true), greatest));
}

TEST(Fp8Rows, TakeFactorsOfColumns) {
  torch::manual_seed(2);
  const auto matrix = torch::randn({5, 24}), factors = torch::rand({24}) + 0.5;
  const RowFp8 found = fp8_rows(matrix, factors), wanted = fp8_rows(matrix * factors);
  EXPECT_TRUE(torch::equal(found.scale, wanted.scale));
  EXPECT_TRUE(torch::equal(found.data.to(torch::kFloat32), wanted.data.to(torch::kFloat32)));
}

// The gradient is that of the product with the weights as they were rounded for it.
TEST(Fp8Products, HaveTheGradientOfTheRoundedWeights) {
  torch::manual_seed(3);
  const auto weight = torch::randn({32, 64}), slope = torch::randn({7, 32}).to(torch::kBFloat16);
  const RowFp8 narrow = fp8_rows(weight);
  const auto found = fp8_gradient(slope, weight, narrow.scale);
  const auto factors = fp8_rows(slope, narrow.scale);
  const auto wanted = at::mm(out_of(factors), narrow.data.to(torch::kFloat32));
  EXPECT_EQ(found.scalar_type(), torch::kBFloat16);
  EXPECT_TRUE(at::allclose(found.to(torch::kFloat32), wanted, 0.005, 1e-5));
  // And near the exact one: both factors have errors of up to 1/16 that average out.
  const auto exact = at::mm(slope.to(torch::kFloat32), weight);
  EXPECT_LT(((wanted - exact).norm() / exact.norm()).item<double>(), 0.05);
}

TEST(Fp8Products, LearnThroughALinearWithItsAdapter) {
  torch::manual_seed(4);
  const auto narrow = [](torch::Tensor x) { return x.to(torch::kBFloat16); };
  Linear linear{.weight = narrow(torch::randn({32, 48})), .bias = narrow(torch::randn({32}))};
  linear.lora_a = torch::randn({4, 48});
  linear.lora_b = torch::randn({32, 4});
  std::vector<torch::Tensor> numbers[2];
  for (const bool fp8 : {false, true}) {
    const auto x = narrow(torch::linspace(-1, 1, 9 * 48).view({9, 48})).requires_grad_();
    linear.lora_a = linear.lora_a.detach().requires_grad_();
    linear.lora_b = linear.lora_b.detach().requires_grad_();
    const auto y = adapted_products(x, {.linears = {&linear}, .scaling = 0.5, .fp8 = fp8}).front();
    y.square().sum(torch::kFloat32).backward();
    numbers[fp8] = {y.detach(), x.grad(), linear.lora_a.grad(), linear.lora_b.grad()};
  }
  for (std::size_t i = 0; i < numbers[0].size(); ++i) {
    const auto exact = numbers[0][i].to(torch::kFloat32);
    const auto off = numbers[1][i].to(torch::kFloat32) - exact;
    EXPECT_GT(off.norm().item<double>(), 0) << i;
    EXPECT_LT((off.norm() / exact.norm()).item<double>(), 0.05) << i;
  }
}

// What is kept is what would be rounded anew, and follows the weight.
TEST(Fp8Products, AreTheSameOfWeightsThatAreKept) {
  torch::manual_seed(5);
  torch::NoGradGuard no_grad;
  const auto narrow = [](torch::Tensor x) { return x.to(torch::kBFloat16); };
  Weights weights;
  weights.layers.resize(1);
  LayerWeights& layer = weights.layers[0];
  for (Linear* linear :
       {&layer.q, &layer.k, &layer.v, &layer.o, &layer.gate, &layer.up, &layer.down})
    linear->weight = narrow(torch::randn({32, 48}));
  const LinearGroup group{.linears = {&layer.q, &layer.k, &layer.v}, .fp8 = true};
  const auto x = narrow(torch::randn({9, 48}));
  const auto anew = adapted_products(x, group);
  keep_fp8(weights);
  const auto kept = adapted_products(x, group);
  for (std::size_t i = 0; i < anew.size(); ++i) EXPECT_TRUE(torch::equal(anew[i], kept[i])) << i;
  const auto at = [](const Linear& linear) {
    return static_cast<const char*>(linear.fp8.data.const_data_ptr());
  };
  EXPECT_EQ(at(layer.k), at(layer.q) + 32 * 48);
  EXPECT_EQ(at(layer.up), at(layer.gate) + 32 * 48);
}

TEST(Fp8Products, AreRefusedWhereThereAreNone) {
  const LoraOptions lora{.rank = 2, .alpha = 2, .targets = {"q_proj"}, .seed = 1};
  const auto pocket = resolve_model("pocket");
  ASSERT_TRUE(pocket) << pocket.error().message;
  for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16}) {
    const auto policy = Policy::load(*pocket, torch::kCPU, type, lora);
    ASSERT_TRUE(policy) << policy.error().message;
    const auto used = (*policy)->use_fp8_products();
    ASSERT_FALSE(used);
    EXPECT_NE(used.error().message.find(type == torch::kFloat32 ? "bfloat16" : "cpu"),
              std::string::npos)
        << used.error().message;
  }
}

}  // namespace
}  // namespace nereid::policy
