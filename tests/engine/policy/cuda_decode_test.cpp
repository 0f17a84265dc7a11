// SPDX-License-Identifier: GPL-3.0-or-later
// The sampler's own CUDA kernels beside their slow twins: libtorch in float32 for products, the
// trainer's forward pass for whole rows, the CPU's sampler for draws. Skipped where there is no
// GPU.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/policy/cuda/decode_step.h"
#include "engine/policy/internal/decode_kernels.h"
#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/row_fp8.h"
#include "engine/policy/internal/sampling.h"
#include "engine/policy/internal/transformer.h"
#include "engine/policy/internal/whole_products.h"
#include "tests/engine/policy/cuda_support.h"

namespace nereid::policy {
namespace {

using namespace testing_on_gpu;

using Prompts = std::vector<std::vector<std::int32_t>>;

constexpr Kind kKinds[] = {
    {.name = "Bfloat16"},
    {.name = "Bfloat16Qwen2Adapter", .rank = 8, .has_bias = true},
    {.name = "Bfloat16Adapter16", .rank = 16, .has_bias = true},
    {.name = "Int8", .is_int8 = true},
    {.name = "Int8Qwen3Adapter", .is_int8 = true, .rank = 16, .has_head_norm = true}};

ModelShape shape_of(const Kind& kind) {
  ModelShape shape;
  shape.vocabulary = 1000;
  shape.hidden_size = 192;
  shape.layers = 3;
  shape.heads = 6;
  shape.kv_heads = 2;
  shape.head_dim = 64;
  shape.intermediate_size = 320;
  shape.max_positions = 512;
  shape.attention_bias = kind.has_bias;
  shape.qk_norm = kind.has_head_norm;
  return shape;
}

// The same numbers in float32, as no kernel of ours sees them.
Weights widened(const Weights& weights) {
  Weights wide = weights;
  const auto widen = [](torch::Tensor& tensor) {
    if (tensor.defined()) tensor = tensor.to(torch::kFloat32);
  };
  widen(wide.embedding);
  widen(wide.lm_head);
  widen(wide.final_norm);
  for (LayerWeights& layer : wide.layers) {
    for (torch::Tensor* tensor :
         {&layer.input_norm, &layer.post_attention_norm, &layer.q_norm, &layer.k_norm})
      widen(*tensor);
    for (Linear* linear :
         {&layer.q, &layer.k, &layer.v, &layer.o, &layer.gate, &layer.up, &layer.down}) {
      linear->weight = whole_weight(*linear, torch::kFloat32);
      linear->scale = torch::Tensor();
      widen(linear->bias);
    }
  }
  return wide;
}

// Unequal lengths; every third prompt is the one before it.
Prompts prompts_of(int rows) {
  Prompts prompts;
  for (int row = 0; row < rows; ++row) {
    std::vector<std::int32_t> prompt;
    const int number = row - (row % 3 == 2 ? 1 : 0);
    for (int i = 0; i < 5 + number * 7 % 40; ++i) prompt.push_back((number * 131 + i * 17) % 1000);
    prompts.push_back(std::move(prompt));
  }
  return prompts;
}

GenerateOptions options_of(int rows, double temperature, int tokens = 60) {
  GenerateOptions options;
  options.max_new_tokens = tokens;
  options.temperature = temperature;
  for (int row = 0; row < rows; ++row) options.row_seeds.push_back(500 + row);
  return options;
}

class CudaDecode : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) GTEST_SKIP() << "there is no CUDA device here";
    torch::zeros({1}, torch::kCUDA);
    std::string why;
    module_ = cuda::Module::load(why, 0);
    if (!module_) GTEST_SKIP() << why;
  }
  std::shared_ptr<cuda::Module> module_;
};
using CudaDecodeOfAnyKind = CudaDecode;

// What the trainer says of the tokens that were sampled.
torch::Tensor scored(const Weights& weights, const std::vector<std::int32_t>& prompt,
                     const GeneratedRow& row, double temperature) {
  torch::NoGradGuard no_grad;
  std::vector<std::int64_t> all(prompt.begin(), prompt.end());
  all.insert(all.end(), row.tokens.begin(), row.tokens.end());
  const auto tokens = torch::tensor(all, torch::kInt64).unsqueeze(0).to(torch::kCUDA);
  const auto hidden = hidden_states(weights, rectangle(tokens), {})
                          .narrow(0, std::ssize(prompt) - 1, std::ssize(row.tokens));
  const auto targets = tokens[0].narrow(0, std::ssize(prompt), std::ssize(row.tokens));
  return selected_logprobs(hidden, weights.head(), targets, temperature > 0 ? temperature : 1)
      .first.to(torch::kCPU);
}

TEST_P(CudaDecodeOfAnyKind, ProductsAreThoseOfFloat32) {
  torch::NoGradGuard no_grad;
  torch::manual_seed(3);
  // Of the second kind of rows many lanes are finished by tiles where the rank is a multiple of 16.
  for (const auto& [columns, all_rows] :
       {std::pair<std::int64_t, std::array<std::int64_t, 3>>{64, {48, 16, 40}},
        {64, {32, 64, 288}},
        {192, {48, 16, 40}},
        {192, {32, 64, 288}},
        {1088, {48, 16, 40}},
        {1088, {32, 64, 288}}}) {
    const std::int64_t sum_of_rows = all_rows[0] + all_rows[1] + all_rows[2];
    std::vector<Linear> linears;
    for (const std::int64_t rows : all_rows) {
      linears.push_back(linear_of(rows, columns, GetParam(), true, 0.1));
    }
    Weights weights;
    weights.lora_scaling = 2;
    cuda::ModelPointers model;
    model.rank = GetParam().rank;
    model.lora_scaling = 2;
    std::vector<cuda::LinearPointers> pointers;
    std::vector<torch::Tensor> adapters;  // as the kernels take them
    for (const Linear& linear : linears) {
      const torch::Tensor& scale = linear.scale;
      for (const torch::Tensor& adapter : {linear.lora_a, linear.lora_b})
        adapters.push_back(adapter.defined() ? adapter.to(torch::kBFloat16) : adapter);
      const auto adapter = [&](std::size_t from_end) -> const void* {
        const torch::Tensor& tensor = adapters[adapters.size() - from_end];
        return tensor.defined() ? tensor.const_data_ptr() : nullptr;
      };
      pointers.push_back({.weight = linear.weight.const_data_ptr(),
                          .scale = scale.defined() ? scale.const_data_ptr<float>() : nullptr,
                          .bias = linear.bias.const_data_ptr(),
                          .lora_a = adapter(2),
                          .lora_b = adapter(1),
                          .rows = static_cast<int>(linear.weight.size(0)),
                          .columns = static_cast<int>(columns)});
    }
    const auto all_x = torch::randn({200, columns}, on_gpu(torch::kBFloat16));
    // As fewer lanes left them; up to eight, and up to 16, go the same way.
    torch::Tensor first_lanes;
    for (const std::int64_t batch : {1, 3, 4, 5, 8, 9, 16, 31, 32, 64, 100, 200}) {
      const auto x = all_x.narrow(0, 0, batch);
      const auto out = torch::full({batch, sum_of_rows}, NAN, on_gpu(torch::kBFloat16));
      const int lanes = static_cast<int>(batch), rank = std::max(1, GetParam().rank);
      const auto low_rank = torch::empty({batch, 3 * rank}, on_gpu(torch::kBFloat16));
      const auto floats = [](std::size_t count) {
        return torch::full({static_cast<std::int64_t>(count)}, NAN, on_gpu(torch::kFloat32));
      };
      const auto low_rank_sums = floats(cuda::low_rank_sum_count(lanes, rank)),
                 sums = floats(cuda::sum_count(static_cast<int>(sum_of_rows), lanes));
      const auto digits = torch::empty(
          {static_cast<std::int64_t>(cuda::digit_bytes(static_cast<int>(columns), lanes))},
          on_gpu(torch::kUInt8));
      const auto arrived = torch::zeros({cuda::kMostTiles}, on_gpu(torch::kInt32));
      cuda::Scratch scratch;
      scratch.low_rank = low_rank.data_ptr();
      scratch.low_rank_sums = low_rank_sums.data_ptr<float>();
      scratch.sums = sums.data_ptr<float>();
      scratch.digits = digits.data_ptr();
      scratch.tiles_arrived = static_cast<unsigned*>(arrived.data_ptr());
      cuda::DecodeStep(module_, model, scratch)
          .product(pointers, x.const_data_ptr(), out.data_ptr(), static_cast<int>(batch), nullptr);
      std::vector<torch::Tensor> expected;
      for (const Linear& linear : linears) {
        const auto wide = x.to(torch::kFloat64);
        auto y = at::linear(wide, whole_weight(linear, torch::kFloat64),
                            linear.bias.to(torch::kFloat64));
        if (linear.lora_a.defined())
          y = y + 2 * at::linear(at::linear(wide, linear.lora_a.to(torch::kFloat64)),
                                 linear.lora_b.to(torch::kFloat64));
        expected.push_back(y);
      }
      const auto exact = torch::cat(expected, 1);
      // Two roundings to bfloat16 at most, of sums that are at most as large as the greater term.
      const auto bound = exact.abs() / 128 + 0.03;
      EXPECT_TRUE(((out.to(torch::kFloat64) - exact).abs() <= bound).all().item<bool>())
          << columns << " inputs, " << batch << " lanes: off by "
          << (out.to(torch::kFloat64) - exact).abs().max().item<double>();
      if (batch > 16) continue;
      if (batch == 9) first_lanes = torch::Tensor();
      const auto same = out.narrow(0, 0, first_lanes.defined() ? first_lanes.size(0) : batch);
      EXPECT_TRUE(!first_lanes.defined() || torch::equal(first_lanes, same))
          << columns << " inputs: other bits with " << batch << " lanes";
      first_lanes = out;
    }
  }
}

TEST_P(CudaDecodeOfAnyKind, RowsAreAsProbableAsTheTrainerSays) {
  const Weights weights = random_weights(shape_of(GetParam()), GetParam());
  ASSERT_EQ(why_no_cuda_kernels(weights), "");
  const Weights wide = widened(weights);
  for (const int rows : {1, 5, 20, 70}) {
    for (const double temperature : {1.0, 0.0}) {
      const Prompts prompts = prompts_of(rows);
      const auto made =
          generate_by_cuda_kernels(weights, {3, 4}, prompts, options_of(rows, temperature));
      double sum = 0, worst = 0, sum_bf16 = 0;
      std::int64_t count = 0;
      for (int row = 0; row < rows; ++row) {
        ASSERT_FALSE(made[row].tokens.empty());
        const auto own = torch::tensor(made[row].logprobs);
        const auto apart = (own - scored(wide, prompts[row], made[row], temperature)).abs();
        sum += apart.sum().item<double>();
        worst = std::max(worst, apart.max().item<double>());
        sum_bf16 += (own - scored(weights, prompts[row], made[row], temperature))
                        .abs()
                        .sum()
                        .item<double>();
        count += own.numel();
        const bool ended = made[row].tokens.back() == 3 || made[row].tokens.back() == 4;
        EXPECT_EQ(made[row].truncated, !ended);
        EXPECT_TRUE(ended || made[row].tokens.size() == 60);
      }
      std::printf(
          "%s, %d rows at %.0f: off float32 by %.4f in the mean, %.3f at most; off the trainer by "
          "%.4f\n",
          GetParam().name, rows, temperature, sum / count, worst, sum_bf16 / count);
      EXPECT_LE(sum / count, 0.02);
      EXPECT_LE(worst, 0.3);
      EXPECT_LE(sum_bf16 / count, 0.03);
    }
  }
}

// As wide as real models: products whose tiles are tall, and whose inputs blocks share out.
TEST_P(CudaDecodeOfAnyKind, WideLayersAreAsTheTrainerSays) {
  ModelShape shape = shape_of(GetParam());
  shape.layers = 1;
  shape.hidden_size = 3584;
  shape.heads = 28;
  shape.kv_heads = 4;
  shape.head_dim = 128;
  for (const int intermediate : {2112, 9472, 18944}) {
    shape.intermediate_size = intermediate;
    const Weights weights = random_weights(shape, GetParam());
    const Weights wide = widened(weights);
    for (const int rows : {4, 8, 20, 64}) {
      const Prompts prompts = prompts_of(rows);
      const auto made = generate_by_cuda_kernels(weights, {}, prompts, options_of(rows, 1.0, 8));
      double sum = 0, sum_trainer = 0;
      for (int row = 0; row < rows; ++row) {
        const auto own = torch::tensor(made[row].logprobs);
        const auto off = [&](const Weights& from) {
          return (own - scored(from, prompts[row], made[row], 1)).abs().mean().item<double>();
        };
        sum += off(wide);
        sum_trainer += off(weights);
      }
      std::printf(
          "%s, %d of a feed-forward, %d rows: off float32 by %.4f, off the trainer by %.4f\n",
          GetParam().name, intermediate, rows, sum / rows, sum_trainer / rows);
      EXPECT_LE(sum / rows, 0.05);
      EXPECT_LE(sum_trainer / rows, 0.05);
    }
  }
}

TEST_P(CudaDecodeOfAnyKind, EqualInputGivesEqualBits) {
  const Weights weights = random_weights(shape_of(GetParam()), GetParam());
  for (const int rows : {4, 7, 20}) {
    const auto generate = [&] {
      return generate_by_cuda_kernels(weights, {3}, prompts_of(rows), options_of(rows, 1.0));
    };
    const auto first = generate();
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto again = generate();
      for (std::size_t row = 0; row < first.size(); ++row) {
        EXPECT_EQ(again[row].tokens, first[row].tokens);
        EXPECT_EQ(again[row].logprobs, first[row].logprobs);
        EXPECT_EQ(again[row].entropies, first[row].entropies);
        EXPECT_EQ(again[row].ranks, first[row].ranks);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpu, CudaDecodeOfAnyKind, testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

class CudaSampler : public CudaDecode {
 protected:
  Weights weights_;
  void SetUp() override {
    CudaDecode::SetUp();
    if (!IsSkipped()) weights_ = random_weights(shape_of(kKinds[0]), kKinds[0]);
  }
};

TEST_P(CudaSampler, RowsThatWaitTakeThePlacesOfThoseThatEnd) {
  const Prompts prompts = prompts_of(30);
  // Many end tokens, so that places are free at different times.
  std::vector<std::int32_t> ends;
  for (std::int32_t token = 0; token < 60; ++token) ends.push_back(token);
  GenerateOptions few = options_of(30, 1.0);
  few.cache_bytes = 3 * weights_.config.layers * 2 * weights_.config.kv_heads * 64 * 2 * 60;
  std::vector<int> told(30);
  few.on_row = [&](std::size_t row, const GeneratedRow& made) {
    ++told[row];
    EXPECT_FALSE(made.tokens.empty());
  };
  const auto made = generate_by_cuda_kernels(weights_, ends, prompts, few);
  for (int row = 0; row < 30; ++row) {
    EXPECT_EQ(told[row], 1);
    const auto apart =
        (torch::tensor(made[row].logprobs) - scored(weights_, prompts[row], made[row], 1)).abs();
    EXPECT_LE(apart.mean().item<double>(), 0.1) << row;
    EXPECT_EQ(made[row].truncated, made[row].tokens.back() >= 60);
  }
}

TEST_P(CudaSampler, ManyLanesHaveTheTrainersProductsIn8BitFloatingPoint) {
  if (!has_fp8_products(torch::kCUDA)) GTEST_SKIP() << "this GPU has no such products";
  torch::NoGradGuard no_grad;
  torch::manual_seed(3);
  constexpr std::int64_t kRows = 96;
  for (const std::int64_t columns : {64, 192, 1088}) {
    std::vector<Linear> linears;
    std::vector<torch::Tensor> weights;
    for (const std::int64_t rows : {48, 16, 32}) {
      linears.push_back(linear_of(rows, columns, {.name = "Fp8"}, true, 0.1));
      weights.push_back(linears.back().weight);
    }
    const RowFp8 all = fp8_rows(torch::cat(weights));
    std::vector<cuda::LinearPointers> pointers;
    std::int64_t first = 0;
    for (Linear& linear : linears) {
      const std::int64_t rows = linear.weight.size(0);
      linear.fp8 = {all.data.narrow(0, first, rows), all.scale.narrow(0, first, rows)};
      first += rows;
      pointers.push_back({.weight = linear.weight.const_data_ptr(),
                          .bias = linear.bias.const_data_ptr(),
                          .fp8 = linear.fp8.data.const_data_ptr(),
                          .fp8_scale = linear.fp8.scale.const_data_ptr<float>(),
                          .rows = static_cast<int>(rows),
                          .columns = static_cast<int>(columns)});
    }
    for (const std::int64_t batch : {17, 31, 64, 100, 200}) {
      const auto x = torch::randn({batch, columns}, on_gpu(torch::kBFloat16));
      const auto out = torch::full({batch, kRows}, NAN, on_gpu(torch::kBFloat16));
      const auto sums = torch::full({batch, kRows}, NAN, on_gpu(torch::kFloat32)),
                 scales = torch::full({batch}, NAN, on_gpu(torch::kFloat32));
      const auto narrow = torch::empty({batch, columns}, on_gpu(torch::kUInt8));
      cuda::Scratch scratch;
      scratch.sums = sums.data_ptr<float>();
      scratch.fp8 = narrow.data_ptr();
      scratch.lane_scales = scales.data_ptr<float>();
      cuda::DecodeStep(module_, {}, scratch, whole_products(torch::kCUDA))
          .product(pointers, x.const_data_ptr(), out.data_ptr(), static_cast<int>(batch), nullptr);
      std::vector<torch::Tensor> expected, exact;
      for (const Linear& linear : linears) {
        expected.push_back(fp8_product(fp8_rows(x), linear.fp8, linear.bias));
        exact.push_back(at::linear(x, linear.weight, linear.bias));
      }
      const auto apart = [&](const std::vector<torch::Tensor>& from) {
        return (out.to(torch::kFloat64) - torch::cat(from, 1).to(torch::kFloat64)).abs();
      };
      // A rounding to bfloat16, and the order of the sums.
      const auto bound = torch::cat(expected, 1).to(torch::kFloat64).abs() / 128 + 0.01;
      EXPECT_TRUE((apart(expected) <= bound).all().item<bool>())
          << columns << " inputs, " << batch << " lanes: off by "
          << apart(expected).max().item<double>();
      EXPECT_GT(apart(exact).mean().item<double>(), 4 * apart(expected).mean().item<double>());
    }
  }
}

TEST_P(CudaSampler, RowsInProductsIn8BitFloatingPointAreNearTheTrainers) {
  if (!has_fp8_products(torch::kCUDA)) GTEST_SKIP() << "this GPU has no such products";
  const Kind kind{.name = "Fp8", .rank = 16, .has_fp8 = true};
  const Weights weights = random_weights(shape_of(kind), kind);
  const Prompts prompts = prompts_of(70);
  const auto made = generate_by_cuda_kernels(weights, {}, prompts, options_of(70, 1.0, 40));
  double apart = 0;
  for (std::size_t row = 0; row < made.size(); ++row) {
    const auto own = torch::tensor(made[row].logprobs);
    apart += (own - scored(weights, prompts[row], made[row], 1.0)).abs().mean().item<double>();
  }
  // Of three layers with 192 inputs: another rounding of an input to three bits moves what follows.
  EXPECT_LE(apart / static_cast<double>(made.size()), 0.2);
}

// What comes out of such norms is beyond float16, in which products in 8 bits take it otherwise.
TEST_P(CudaSampler, NormsMayBeBeyondHalfPrecision) {
  constexpr double kFactor = 1 << 15;
  const Kind kind{.name = "Int8", .is_int8 = true};
  Weights weights = random_weights(shape_of(kind), kind);
  for (LayerWeights& layer : weights.layers) {
    layer.post_attention_norm = layer.post_attention_norm * kFactor;
    layer.gate.scale = layer.gate.scale / kFactor;
    layer.up.scale = layer.up.scale / kFactor;
  }
  const Weights wide = widened(weights);
  const Prompts prompts = prompts_of(5);
  const auto made = generate_by_cuda_kernels(weights, {3, 4}, prompts, options_of(5, 1.0));
  for (std::size_t row = 0; row < made.size(); ++row) {
    const auto apart =
        (torch::tensor(made[row].logprobs) - scored(wide, prompts[row], made[row], 1.0)).abs();
    EXPECT_LE(apart.mean().item<double>(), 0.03);
  }
}

TEST_P(CudaSampler, FiltersLeaveTheMostProbableTokens) {
  GenerateOptions options = options_of(10, 1.5);
  options.top_k = 4;
  for (const GeneratedRow& row : generate_by_cuda_kernels(weights_, {3}, prompts_of(10), options))
    for (const std::int32_t rank : row.ranks) EXPECT_LE(rank, 4);
  options.top_k = 0;
  options.min_p = 1;
  for (const GeneratedRow& row : generate_by_cuda_kernels(weights_, {3}, prompts_of(10), options))
    for (const std::int32_t rank : row.ranks) EXPECT_EQ(rank, 1);
  options.min_p = 0;
  options.top_p = 1e-6;
  for (const GeneratedRow& row : generate_by_cuda_kernels(weights_, {3}, prompts_of(10), options))
    for (const std::int32_t rank : row.ranks) EXPECT_EQ(rank, 1);
}

TEST_P(CudaSampler, DrawsAreThoseOfTheCpu) {
  torch::manual_seed(11);
  constexpr int kVocabulary = 151936, kRows = 64;
  const auto logits = torch::randn({kRows, kVocabulary}, torch::kFloat32) * 3;
  const auto on_device = logits.to(torch::kCUDA);
  const auto uniforms = torch::rand({kRows, 1}, torch::kFloat64);
  const auto device_uniforms = uniforms.to(torch::kCUDA);
  for (const double temperature : {0.7, 1.0, 0.0}) {
    const auto numbers = on_gpu(torch::kInt32);
    const auto rows = torch::arange(kRows, numbers), ones = torch::ones({kRows}, numbers);
    const auto made = torch::zeros({kRows}, numbers), token = torch::zeros({kRows}, numbers),
               done = torch::zeros({kRows}, numbers), ends = torch::zeros({1}, numbers);
    const auto tokens = torch::zeros({kRows, 1}, numbers),
               ranks = torch::zeros({kRows, 1}, numbers);
    const auto logprobs = torch::zeros({kRows, 1}, on_gpu(torch::kFloat32)),
               entropies = torch::zeros({kRows, 1}, on_gpu(torch::kFloat32));
    cuda::Sample sample{};
    const int* const row_numbers = rows.const_data_ptr<int>();
    sample.lanes = {row_numbers,
                    row_numbers,
                    row_numbers,
                    row_numbers,
                    ones.const_data_ptr<int>(),
                    made.data_ptr<int>(),
                    token.data_ptr<int>(),
                    done.data_ptr<int>()};
    sample.logits = on_device.const_data_ptr<float>();
    sample.uniforms = device_uniforms.const_data_ptr<double>();
    sample.ends = ends.const_data_ptr<int>();
    sample.tokens = tokens.data_ptr<int>();
    sample.logprobs = logprobs.data_ptr<float>();
    sample.entropies = entropies.data_ptr<float>();
    sample.ranks = ranks.data_ptr<int>();
    sample.vocabulary = kVocabulary;
    sample.steps = 1;
    sample.temperature = static_cast<float>(temperature);
    const auto bytes = [](std::size_t count) {
      return torch::zeros({static_cast<std::int64_t>(count)}, on_gpu(torch::kUInt8));
    };
    const auto stretches = bytes(kRows * cuda::kStretches * sizeof(cuda::Stretch)),
               drawn = bytes(kRows * sizeof(cuda::Drawn));
    cuda::Scratch scratch_memory;
    scratch_memory.stretches = stretches.data_ptr();
    scratch_memory.drawn = drawn.data_ptr();
    cuda::DecodeStep(module_, {}, scratch_memory).sample(sample, kRows, nullptr);
    const auto host_tokens = tokens.to(torch::kCPU), host_ranks = ranks.to(torch::kCPU),
               host_logprobs = logprobs.to(torch::kCPU), host_entropies = entropies.to(torch::kCPU);
    std::vector<float> scratch(kVocabulary + 64);
    std::vector<std::int32_t> order;
    int other = 0;
    for (int row = 0; row < kRows; ++row) {
      const Sample twin = sample_row(decode_kernels(), logits[row].const_data_ptr<float>(),
                                     kVocabulary, {.temperature = temperature},
                                     uniforms[row][0].item<double>(), scratch.data(), order);
      if (host_tokens[row][0].item<int>() != twin.token) {
        ++other;  // the draw fell on the edge of two tokens, which sums in another order move
        continue;
      }
      EXPECT_NEAR(host_logprobs[row][0].item<float>(), twin.logprob, 2e-5);
      EXPECT_NEAR(host_entropies[row][0].item<float>(), twin.entropy, 2e-4);
      EXPECT_EQ(host_ranks[row][0].item<int>(), twin.rank);
    }
    EXPECT_LE(other, 1) << temperature;
    EXPECT_TRUE((made == 1).all().item<bool>() && (done == 1).all().item<bool>());
  }
}

// NEREID_DECODE_SHAPE=7b measures the shape of Qwen2.5-Coder-7B; nothing is judged.
// NEREID_DECODE_PROMPT and NEREID_DECODE_GROUP: tokens of a prompt in place of 512, and rows that
// have it together.
TEST_P(CudaSampler, PrintsTheCostOfAToken) {
  const char* const named = std::getenv("NEREID_DECODE_SHAPE");
  if (named == nullptr) GTEST_SKIP() << "NEREID_DECODE_SHAPE is not set";
  const ModelShape shape = large_shape();
  weights_ = {};
  const auto number_of = [](const char* variable, int otherwise) {
    const char* const given = std::getenv(variable);
    return given == nullptr ? otherwise : std::atoi(given);
  };
  const int prompt = number_of("NEREID_DECODE_PROMPT", 512);
  const int group = std::max(1, number_of("NEREID_DECODE_GROUP", 1));
  constexpr int kShort = 32, kLong = 160;
  const auto seconds = [&](const Weights& weights, int rows, int tokens, bool own) {
    Prompts prompts(rows);
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i < prompt; ++i)
        prompts[row].push_back((row / group * 977 + i * 31) % 150000);
    const auto begin = std::chrono::steady_clock::now();
    const GenerateOptions options = options_of(rows, 1.0, tokens);
    const auto made = own ? generate_by_cuda_kernels(weights, {}, prompts, options)
                          : generate_by_operators(weights, {-1}, prompts, options);
    EXPECT_EQ(made.back().tokens.size(), static_cast<std::size_t>(tokens));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  // ",bf16+16,int8," and ",4,64," choose kinds and numbers of rows; then operators are left out.
  const bool all = std::getenv("NEREID_DECODE_ROWS") == nullptr;
  for (const Kind& kind :
       {Kind{.name = "bf16"}, Kind{.name = "bf16+16", .rank = 16},
        Kind{.name = "int8", .is_int8 = true}, Kind{.name = "int8+16", .is_int8 = true, .rank = 16},
        Kind{.name = "fp8+16", .rank = 16, .has_fp8 = true}}) {
    if (!is_chosen("NEREID_DECODE_KINDS", kind.name)) continue;
    const Weights weights = random_weights(shape, kind);
    for (const int rows : {1, 4, 8, 16, 32, 64, 128, 256}) {
      if (!is_chosen("NEREID_DECODE_ROWS", std::to_string(rows))) continue;
      std::printf("%s, %3d rows:", kind.name, rows);
      for (const bool own : {true, false}) {
        if (!own && (!all || rows > 64)) continue;
        seconds(weights, rows, 2, own);
        if (own)
          std::printf(" a call of two tokens %.1f ms;", seconds(weights, rows, 2, own) * 1e3);
        const double step =
            (seconds(weights, rows, kLong, own) - seconds(weights, rows, kShort, own)) /
            (kLong - kShort);
        std::printf(" %s %.3f ms/step, %.0f tok/s;", own ? "kernels" : "operators", step * 1e3,
                    rows / step);
        std::fflush(stdout);
        if (own)
          trace(std::string("decode-") + kind.name + "-rows" + std::to_string(rows),
                [&] { seconds(weights, rows, 12, own); });
      }
      std::printf("\n");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpu, CudaSampler, testing::Values(kKinds[0]),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace nereid::policy
