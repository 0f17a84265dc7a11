// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA kernels and products of the training pass beside libtorch's operators, in float32 or on
// the CPU. Skipped where there is no GPU.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/policy/internal/adapted_products.h"
#include "engine/policy/internal/dropout.h"
#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/numerics.h"
#include "engine/policy/internal/row_fp8.h"
#include "engine/policy/internal/training_kernels.h"
#include "engine/policy/internal/transformer.h"
#include "engine/policy/internal/weights_io.h"
#include "tests/engine/policy/cuda_support.h"

namespace nereid::policy {
namespace {

using namespace testing_on_gpu;

class CudaTraining : public testing::Test {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) GTEST_SKIP() << "no GPU here";
    torch::manual_seed(5);
    if (!has_training_kernels(torch::zeros({1, 8}, on_gpu(torch::kBFloat16))))
      GTEST_SKIP() << "this build has no CUDA kernels";
  }
  static torch::Tensor random(std::vector<std::int64_t> sizes, torch::Dtype type) {
    return torch::randn(sizes, on_gpu(type));
  }
};

TEST_F(CudaTraining, DropsWhatTheMaskSays) {
  TokenRows rows = rectangle(torch::zeros({5, 7}, on_gpu(torch::kInt64)));
  const ForwardMode mode{.dropout = 0.3, .dropout_seed = 9, .step = 4, .first_row = 3};
  const auto x = random({35, 200}, torch::kBFloat16).requires_grad_();
  const auto mask = kept(x, rows, mode, 11);
  const double share = mask.to(torch::kFloat32).mean().item<double>();
  EXPECT_NEAR(share, 0.7, 0.03);
  const auto found = zero_dropped(x, rows, mode, 11);
  EXPECT_TRUE(torch::equal(found, x * mask));
  const auto slope = random({35, 200}, torch::kBFloat16);
  found.backward(slope);
  EXPECT_TRUE(torch::equal(x.grad(), slope * mask));
}

TEST_F(CudaTraining, GatesAsInFloat32) {
  const auto gate = (random({37, 320}, torch::kBFloat16) * 3).detach().requires_grad_();
  const auto up = random({37, 320}, torch::kBFloat16).requires_grad_();
  const auto slope = random({37, 320}, torch::kBFloat16);
  const auto wide_gate = gate.detach().to(torch::kFloat32).requires_grad_(),
             wide_up = up.detach().to(torch::kFloat32).requires_grad_();
  const auto found = gated(gate, up), wanted = at::silu(wide_gate) * wide_up;
  found.backward(slope);
  wanted.backward(slope.to(torch::kFloat32));
  const auto near = [](const torch::Tensor& one, const torch::Tensor& other) {
    return at::allclose(one.detach().to(torch::kFloat32), other.detach(), 0.01, 0.01);
  };
  EXPECT_TRUE(near(found, wanted));
  EXPECT_TRUE(near(gate.grad(), wide_gate.grad()));
  EXPECT_TRUE(near(up.grad(), wide_up.grad()));
}

// Three linears with one input, the second without an adapter: products, then the gradients of the
// input and the adapters, of the same numbers in bfloat16 on the GPU or in float32 on the CPU.
std::vector<torch::Tensor> group_numbers(const std::vector<torch::Tensor>& factors, bool narrow,
                                         bool fp8) {
  const auto placed = [&](const torch::Tensor& factor, bool is_adapter) {
    if (!narrow) return factor.clone();
    const auto there = factor.to(torch::kCUDA);
    return is_adapter ? there : there.to(torch::kBFloat16);
  };
  const auto x = placed(factors[0], false).requires_grad_();
  std::vector<Linear> linears;
  for (std::size_t i = 1; i < factors.size(); i += 3) {
    Linear linear{.weight = placed(factors[i], false)};
    if (linears.size() != 1) {
      linear.lora_a = placed(factors[i + 1], true).requires_grad_();
      linear.lora_b = placed(factors[i + 2], true).requires_grad_();
    }
    linears.push_back(linear);
  }
  LinearGroup group{.scaling = 0.5, .fp8 = fp8};
  for (const Linear& linear : linears) group.linears.push_back(&linear);
  std::vector<torch::Tensor> numbers, slopes;
  const auto products = adapted_products(x, group);
  for (const torch::Tensor& product : products) {
    numbers.push_back(product.detach());
    slopes.push_back(torch::linspace(-1, 1, product.numel(), product.options()).view_as(product));
  }
  torch::autograd::backward(products, slopes);
  numbers.push_back(x.grad());
  for (const Linear& linear : linears)
    if (linear.lora_a.defined())
      numbers.insert(numbers.end(), {linear.lora_a.grad(), linear.lora_b.grad()});
  return numbers;
}

// Of the mean size of what was wanted.
double relative_error(const torch::Tensor& found, const torch::Tensor& wanted) {
  const auto exact = wanted.to(torch::kCPU, torch::kFloat64);
  return ((found.to(torch::kCPU, torch::kFloat64) - exact).norm() / exact.norm()).item<double>();
}

TEST_F(CudaTraining, LinearsOfOneInputAreThoseOfFloat32) {
  std::vector<torch::Tensor> factors = {torch::randn({50, 96})};
  for (const std::int64_t rows : {80, 48, 64})
    for (const auto& factor :
         {torch::randn({rows, 96}), torch::randn({16, 96}), torch::randn({rows, 16})})
      factors.push_back(factor);
  for (torch::Tensor& factor : factors) factor = factor.to(torch::kBFloat16).to(torch::kFloat32);
  const auto wanted = group_numbers(factors, false, false);
  for (const bool fp8 : {false, true}) {
    if (fp8 && !has_fp8_products(torch::Device(torch::kCUDA, 0))) continue;
    const auto found = group_numbers(factors, true, fp8);
    ASSERT_EQ(found.size(), wanted.size());
    // Three bits of mantissa in both factors: 2^-4 / sqrt(3) each at most, less where terms add up.
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_LE(relative_error(found[i], wanted[i]), fp8 ? 0.05 : 0.005)
          << i << (fp8 ? " fp8" : "");
  }
}

TEST_F(CudaTraining, NarrowsAsLibtorchDoes) {
  // Rows for a warp, for a block, and longer than a block holds.
  for (const std::int64_t columns : {328, 5000, 40000}) {
    const auto sizes = torch::logspace(-6, 6, 45, 2, on_gpu(torch::kBFloat16)).unsqueeze(1);
    const auto matrix = random({45, columns}, torch::kBFloat16) * sizes;
    const auto factors = at::rand({columns}, on_gpu(torch::kFloat32)) + 0.5;
    for (const auto& given : {torch::Tensor(), factors}) {
      const RowFp8 found = fp8_rows(matrix, given),
                   twin = fp8_rows(matrix.cpu(), given.defined() ? given.cpu() : given);
      EXPECT_TRUE(at::allclose(found.scale.cpu(), twin.scale, 1e-6, 0));
      const auto wanted = twin.data.to(torch::kFloat32);
      const auto off = (found.data.cpu().to(torch::kFloat32) - wanted).abs();
      // A quotient that is a tie here may not be one there.
      EXPECT_LE(off.ne(0).to(torch::kFloat32).mean().item<double>(), 1e-3);
      EXPECT_LE((off / (wanted.abs() + 0.02)).max().item<double>(), 0.15);
    }
  }
}

TEST_F(CudaTraining, ProductsIn8BitsAreThoseOfTheSameNumbers) {
  if (!has_fp8_products(torch::Device(torch::kCUDA, 0))) GTEST_SKIP() << "no such products here";
  const auto x = random({72, 320}, torch::kBFloat16), weight = random({208, 320}, torch::kBFloat16),
             bias = random({208}, torch::kBFloat16), slope = random({72, 208}, torch::kBFloat16);
  const auto there = [](const RowFp8& matrix) {
    return RowFp8{matrix.data.cpu(), matrix.scale.cpu()};
  };
  const RowFp8 narrow = fp8_rows(x), narrow_weight = fp8_rows(weight);
  EXPECT_LE(relative_error(fp8_product(narrow, narrow_weight, bias),
                           fp8_product(there(narrow), there(narrow_weight), bias.cpu())),
            0.004);
  EXPECT_LE(relative_error(fp8_gradient(slope, weight, narrow_weight.scale),
                           fp8_gradient(slope.cpu(), weight.cpu(), narrow_weight.scale.cpu())),
            0.004);
}

TEST_F(CudaTraining, TurnsHeadsAsLibtorchDoes) {
  constexpr std::int64_t kTokens = 37, kHeads = 3, kDim = 64;
  const auto positions = torch::randint(0, 100, {kTokens}, on_gpu(torch::kInt64));
  const auto angles = random({100, kDim / 2}, torch::kFloat32).repeat({1, 2});
  const auto cosine = angles.cos(), sine = angles.sin();
  const auto x = random({kTokens, kHeads, kDim}, torch::kBFloat16).requires_grad_(),
             wide = x.detach().to(torch::kFloat32).requires_grad_();
  const auto at_tokens = [&](const torch::Tensor& table) {
    return table.index_select(0, positions).unsqueeze(1).to(torch::kBFloat16).to(torch::kFloat32);
  };
  const auto found = rotated(x, cosine, sine, positions),
             wanted = rotate_halves(wide, at_tokens(cosine), at_tokens(sine));
  const auto slope = random({kTokens, kHeads, kDim}, torch::kBFloat16);
  found.backward(slope);
  wanted.backward(slope.to(torch::kFloat32));
  // Rounded once.
  EXPECT_TRUE(at::allclose(found.to(torch::kFloat32), wanted, 0.004, 1e-6));
  EXPECT_TRUE(at::allclose(x.grad().to(torch::kFloat32), wide.grad(), 0.004, 1e-6));
}

TEST_F(CudaTraining, ChoosesAsInFloat32) {
  const auto hidden = random({300, 96}, torch::kBFloat16).requires_grad_(),
             wide = hidden.detach().to(torch::kFloat32).requires_grad_();
  const auto head = random({5000, 96}, torch::kBFloat16) * 0.3;
  const auto targets = torch::randint(0, 5000, {300}, on_gpu(torch::kInt64));
  const auto slopes = random({300}, torch::kFloat32);
  const auto [found, found_entropy] = selected_logprobs(hidden, head, targets, 0.7);
  const auto [wanted, wanted_entropy] =
      selected_logprobs(wide, head.to(torch::kFloat32), targets, 0.7);
  EXPECT_TRUE(at::allclose(found, wanted, 1e-5, 2e-5));
  EXPECT_TRUE(at::allclose(found_entropy, wanted_entropy, 1e-5, 2e-5));
  (found * slopes).sum().backward();
  (wanted * slopes).sum().backward();
  EXPECT_LE(relative_error(hidden.grad(), wide.grad()), 0.005);
  at::NoGradGuard no_grad;
  EXPECT_TRUE(torch::equal(selected_logprobs(hidden, head, targets, 0.7).first, found));
}

Weights weights_of_pocket(torch::Dtype type) {
  const torch::Device device(torch::kCUDA, 0);
  const auto pocket = resolve_model("pocket");
  TORCH_CHECK(pocket, pocket.error().message);
  Weights weights;
  weights.config = *read_model_shape(*pocket);
  const auto stored = StoredWeights::open(*pocket, weights.config);
  TORCH_CHECK(stored, stored.error().message);
  const auto filled = fill_weights(weights, **stored, device, type);
  TORCH_CHECK(filled, filled.error().message);
  build_rope_tables(weights, device);
  return weights;
}

torch::Tensor log_probabilities(const Weights& weights, const torch::Tensor& tokens) {
  const auto hidden = hidden_states(weights, rectangle(tokens), {}).to(torch::kFloat64);
  return at::log_softmax(at::matmul(hidden, weights.head().to(torch::kFloat64).t()), 1);
}

// On what the model itself says.
TEST_F(CudaTraining, ThePocketModelWithProductsIn8BitsIsCloseToItself) {
  if (!has_fp8_products(torch::Device(torch::kCUDA, 0))) GTEST_SKIP() << "no such products here";
  at::NoGradGuard no_grad;
  const Weights exact = weights_of_pocket(torch::kFloat32),
                plain = weights_of_pocket(torch::kBFloat16);
  Weights narrow = plain;
  narrow.fp8 = true;
  GenerateOptions options{.max_new_tokens = 250};
  std::vector<std::vector<std::int32_t>> prompts;
  for (std::int32_t row = 0; row < 8; ++row) {
    prompts.push_back({row * 17 + 5, row * 3 + 40});
    options.row_seeds.push_back(static_cast<std::uint64_t>(row));
  }
  std::vector<torch::Tensor> rows;
  for (const GeneratedRow& row : generate_by_operators(plain, {-1}, prompts, options)) {
    const std::vector<std::int64_t> said(row.tokens.begin(), row.tokens.end());
    rows.push_back(torch::tensor(said));
  }
  const auto tokens = torch::stack(rows).to(torch::kCUDA);
  const auto of_exact = log_probabilities(exact, tokens),
             of_plain = log_probabilities(plain, tokens),
             of_narrow = log_probabilities(narrow, tokens);
  const auto mean_kl = [](const torch::Tensor& p, const torch::Tensor& q) {
    return (p.exp() * (p - q)).sum(1).mean().item<double>();
  };
  const double of_bf16 = mean_kl(of_exact, of_plain), of_fp8 = mean_kl(of_plain, of_narrow);
  std::printf(
      "KL of the pocket model, nats a token: bfloat16 from float32 %.2e, products in fp8 "
      "from bfloat16 %.2e\n",
      of_bf16, of_fp8);
  EXPECT_GT(of_fp8, 0);
  EXPECT_LT(of_fp8, 0.02);
}

TEST_F(CudaTraining, PrintsTheSpeedOfLearning) {
  if (std::getenv("NEREID_DECODE_SHAPE") == nullptr)
    GTEST_SKIP() << "NEREID_DECODE_SHAPE is not set";
  constexpr std::int64_t kLength = 1024;
  const NumericsScope as_in_a_run({.tf32 = true});
  for (const Kind& kind :
       {Kind{.name = "bf16, adapter 16", .rank = 16}, Kind{.name = "fp8, adapter 16", .rank = 16},
        Kind{.name = "int8, adapter 16", .is_int8 = true, .rank = 16}}) {
    const std::string short_name = std::string(kind.name).substr(0, 4);
    if (!is_chosen("NEREID_LEARNING_KINDS", short_name)) continue;  // ",bf16,fp8,,"
    Weights weights = random_weights(large_shape(), kind);
    weights.fp8 = short_name == "fp8,";
    visit_linears(weights, [](const std::string&, const std::string&, Linear& linear) {
      linear.lora_a.requires_grad_();
      linear.lora_b.requires_grad_();
    });
    for (const double dropout : {0.0, 0.05}) {
      if (!is_chosen("NEREID_LEARNING_DROPOUT", dropout > 0 ? "1" : "0")) continue;
      for (const std::int64_t rows : {1, 2, 4, 8}) {
        if (!is_chosen("NEREID_LEARNING_ROWS", std::to_string(rows))) continue;
        const auto tokens = torch::randint(0, 150000, {rows, kLength}, on_gpu(torch::kInt64));
        const auto once = [&] {
          const ForwardMode mode{.dropout = dropout};
          const auto hidden = hidden_states(weights, rectangle(tokens), mode);
          selected_logprobs(hidden, weights.head(), tokens.flatten(), 1.0).first.sum().backward();
        };
        once();
        const double few = seconds_of(once, 1), many = seconds_of(once, 4);
        std::printf("%s, dropout %.2f, passes of %ld rows: %.0f tok/s\n", kind.name, dropout,
                    static_cast<long>(rows), 3.0 * rows * kLength / (many - few));
        std::fflush(stdout);
        trace("learning-" + short_name + "-dropout" + (dropout > 0 ? "1" : "0") + "-rows" +
                  std::to_string(rows),
              once);
      }
    }
  }
}

}  // namespace
}  // namespace nereid::policy
