// SPDX-License-Identifier: GPL-3.0-or-later
// What is promised of a GPU: equal state gives equal bits, so that a resumed run equals an unbroken
// one. Skipped where there is none. It also prints, without judging, what that costs.
#include <ATen/DeviceAccelerator.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

#include "engine/base/file.h"
#include "engine/policy/internal/numerics.h"
#include "engine/policy/internal/row_int8.h"
#include "engine/train/internal/batching.h"
#include "engine/train/internal/losses.h"
#include "engine/train/internal/optimizer.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;
using policy::NumericsScope;
using policy::Policy;

constexpr int kRepeats = 20;
constexpr policy::Numerics kTraining{.tf32 = true, .deterministic = true};
constexpr policy::Numerics kFree{.tf32 = true, .deterministic = false};

/// What is trained, and in which format.
struct Kind {
  const char* name;
  const char* dtype;
  bool is_adapter;
};
constexpr Kind kKinds[] = {{"Float32", "float32", false},
                           {"Float32Adapter", "float32", true},
                           {"Bfloat16", "bfloat16", false},
                           {"Bfloat16Adapter", "bfloat16", true},
                           {"Int8Adapter", "int8", true}};

torch::Dtype type_of(const Kind& kind) {
  const std::string name = kind.dtype;
  if (name == "int8") return torch::kInt8;
  return name == "bfloat16" ? torch::kBFloat16 : torch::kFloat32;
}

policy::LoraOptions adapter_of(const Kind& kind) {
  if (!kind.is_adapter) return {};
  return {.rank = 16,
          .alpha = 32,
          .targets = {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"},
          .seed = 5};
}

/// A model with random weights, so large that every layer takes several blocks of its kernels.
struct Size {
  std::int64_t hidden = 512, layers = 4, heads = 8, kv_heads = 4, wide = 1408;
};

class OnGpu : public testing::Test {
 protected:
  // As engine/module/module_loader.cpp does before libtorch is loaded.
  static void SetUpTestSuite() { ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0); }

  void SetUp() override {
    if (!torch::cuda::is_available()) GTEST_SKIP() << "there is no CUDA device here";
    torch::zeros({1}, device_);  // starts CUDA, so that its allocator answers
  }

  policy::ModelShape shape_of(const Size& size) {
    if (!tokenizer_)
      tokenizer_ = *policy::Tokenizer::load(*policy::resolve_model("pocket") / "tokenizer.json");
    policy::ModelShape shape;
    shape.vocabulary = tokenizer_->vocabulary();
    shape.hidden_size = size.hidden;
    shape.layers = size.layers;
    shape.heads = size.heads;
    shape.kv_heads = size.kv_heads;
    shape.head_dim = 64;
    shape.intermediate_size = size.wide;
    shape.max_positions = 1024;
    return shape;
  }

  std::unique_ptr<Policy> load(const Kind& kind, const Size& size = {}) {
    const fs::path folder = folder_.path() / ("model-" + std::to_string(size.hidden));
    if (!fs::exists(folder)) {
      const policy::ModelShape shape = shape_of(size);  // and the tokenizer
      auto made = Policy::make_new(shape, tokenizer_, 7, torch::kCPU, {});
      EXPECT_TRUE(made->save(folder, "float32"));
    }
    auto loaded = Policy::load(folder, device_, type_of(kind), adapter_of(kind));
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (!loaded) return nullptr;
    torch::NoGradGuard no_grad;
    torch::manual_seed(3);
    for (auto& [name, tensor] : (*loaded)->trainable())  // an adapter's B is zero at first
      if (kind.is_adapter) tensor.add_(torch::randn(tensor.sizes()).to(device_) * 0.02);
    return std::move(*loaded);
  }

  /// `of_one`: rows that have the same prompt.
  policy::TokenBatch batch(int rows, int prompt, int completion, int of_one = 1) const {
    std::mt19937 random(11);
    const auto tokens = [&](int count) {
      std::vector<std::int32_t> some(static_cast<std::size_t>(count));
      for (std::int32_t& one : some)
        one = static_cast<std::int32_t>(random() % static_cast<unsigned>(tokenizer_->vocabulary()));
      return some;
    };
    std::vector<TokenRow> all;
    for (int i = 0; i < rows; ++i)
      all.emplace_back(i % of_one == 0 ? tokens(prompt) : all.back().first,
                       tokens(completion - 7 * (i % 5)));
    return policy::make_batch(all, tokenizer_->pad_token(), device_);
  }

  const torch::Device device_ = torch::Device(torch::kCUDA, 0);
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-cuda"));
  std::shared_ptr<policy::Tokenizer> tokenizer_;
};

/// Gradients and weights after one clipped update from the weights `start`.
std::vector<torch::Tensor> update(Policy& policy, const std::vector<torch::Tensor>& start,
                                  const policy::TokenBatch& batch) {
  auto trained = policy.trainable();
  {
    torch::NoGradGuard no_grad;
    for (std::size_t i = 0; i < trained.size(); ++i) trained[i].second.copy_(start[i]);
  }
  AdamW optimizer(trained, config::OptimizerSettings());
  optimizer.zero_grad();
  const torch::Tensor logp = policy.score(batch, 0.9, false).logprobs;
  const std::int64_t rows = batch.tokens.size(0);
  const torch::Tensor advantage =
      (torch::arange(rows) % 4 - 1.5).to(torch::kFloat32).to(logp.device());
  const ClipLossInput in{logp, logp.detach() - 0.01, {}, batch.completion_mask, advantage};
  const LossScale scale{.sequences = static_cast<double>(rows), .tokens = 1000};
  clip_loss(in, {0.2, 0.28}, {}, LossType::kDapo, scale).backward();
  std::vector<torch::Tensor> result;
  for (const auto& [name, tensor] : trained) result.push_back(tensor.grad().clone());
  result.push_back(optimizer.step(1e-3));
  for (const auto& [name, tensor] : trained) result.push_back(tensor.detach().clone());
  return result;
}

std::vector<torch::Tensor> copies(Policy& policy) {
  std::vector<torch::Tensor> all;
  for (const auto& [name, tensor] : policy.trainable()) all.push_back(tensor.detach().clone());
  return all;
}

/// How many of the repeats after the first one gave other bits.
int differing_repeats(Policy& policy, const policy::TokenBatch& batch) {
  const std::vector<torch::Tensor> start = copies(policy);
  const std::vector<torch::Tensor> first = update(policy, start, batch);
  int different = 0;
  for (int repeat = 1; repeat < kRepeats; ++repeat) {
    const std::vector<torch::Tensor> now = update(policy, start, batch);
    bool same = true;
    for (std::size_t i = 0; i < first.size(); ++i) same = same && torch::equal(first[i], now[i]);
    different += same ? 0 : 1;
  }
  torch::NoGradGuard no_grad;
  auto trained = policy.trainable();
  for (std::size_t i = 0; i < start.size(); ++i) trained[i].second.copy_(start[i]);
  return different;
}

class OfEachKind : public OnGpu, public testing::WithParamInterface<Kind> {};
INSTANTIATE_TEST_SUITE_P(Cuda, OfEachKind, testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(OfEachKind, EqualStateGivesEqualBits) {
  const auto policy = load(GetParam());
  ASSERT_TRUE(policy);
  const policy::TokenBatch rows = batch(12, 60, 500);
  {
    const NumericsScope scope(kTraining);
    EXPECT_EQ(differing_repeats(*policy, rows), 0);
    EXPECT_EQ(differing_repeats(*policy, batch(12, 200, 300, 4)), 0);
  }
  const NumericsScope scope(kFree);
  std::printf("%s: without determinism %d of %d repeats differ\n", GetParam().name,
              differing_repeats(*policy, rows), kRepeats - 1);
}

// Read once for its rows or for each of them, a prompt gives the same up to rounding.
TEST_P(OfEachKind, SharedPromptsAreThoseReadForEachRow) {
  const auto policy = load(GetParam());
  ASSERT_TRUE(policy);
  const NumericsScope scope({.tf32 = false, .deterministic = true});
  const policy::TokenBatch once = batch(12, 200, 300, 4);
  policy::TokenBatch each = once;
  ASSERT_EQ(std::exchange(each.prompts, {}).size(), 3U);
  const std::vector<torch::Tensor> start = copies(*policy);
  const std::vector<torch::Tensor> a = update(*policy, start, once),
                                   b = update(*policy, start, each);
  const double bound = std::string(GetParam().dtype) == "float32" ? 1e-4 : 3e-2;
  for (std::size_t i = 0; i < start.size(); ++i)  // gradients
    EXPECT_LE((a[i] - b[i]).norm().item<double>(), bound * b[i].norm().item<double>()) << i;
}

TEST_P(OfEachKind, EqualSeedsSampleEqualTokens) {
  const auto policy = load(GetParam());
  ASSERT_TRUE(policy);
  const NumericsScope scope(kTraining);
  policy::GenerateOptions options;
  options.max_new_tokens = 96;
  std::vector<std::vector<std::int32_t>> prompts;
  for (std::uint64_t row = 0; row < 9; ++row) {
    prompts.push_back(std::vector<std::int32_t>(20 + row % 3, static_cast<std::int32_t>(7 + row)));
    options.row_seeds.push_back(row);
  }
  for (const std::size_t rows : {prompts.size(), std::size_t{1}}) {
    const std::vector<std::vector<std::int32_t>> some(prompts.begin(),
                                                      prompts.begin() + static_cast<long>(rows));
    options.row_seeds.resize(rows);
    const auto first = policy->generate(some, options), second = policy->generate(some, options);
    for (std::size_t i = 0; i < rows; ++i) {
      EXPECT_EQ(first[i].tokens, second[i].tokens);
      EXPECT_EQ(first[i].logprobs, second[i].logprobs);
      EXPECT_FALSE(first[i].tokens.empty());
    }
  }
}

// Four steps of the toy task: rollout, GRPO update, checkpoint, all of the real run.
TEST_P(OfEachKind, StoppedAndResumedEqualsUnbroken) {
  config::RunConfig config = toy::grpo_config();
  config.model.device = "cuda";
  config.model.dtype = GetParam().dtype;
  config.model.adapter = GetParam().is_adapter ? "lora" : "none";
  config.grpo.steps = 4;
  config.grpo.beta = 0.05;
  config.grpo.num_iterations = 2;
  toy::Listener listener;
  const fs::path unbroken = folder_.path() / "unbroken", broken = folder_.path() / "broken";
  const Result<void> done = toy::run(config, unbroken, listener);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_TRUE(toy::run(config, broken, listener, false, 2));
  ASSERT_TRUE(toy::run(config, broken, listener, true));
  EXPECT_EQ(toy::weights_hash_of(unbroken, 4), toy::weights_hash_of(broken, 4));
  EXPECT_EQ(toy::episodes_of(unbroken), toy::episodes_of(broken));
  const auto metrics = toy::metrics_of(unbroken), again = toy::metrics_of(broken);
  EXPECT_EQ(metrics.size(), again.size());
  for (const auto& [key, value] : metrics) {
    ASSERT_TRUE(again.contains(key)) << key.second;
    EXPECT_EQ(value, again.at(key)) << key.second << " at step " << key.first;
  }
  EXPECT_NE(toy::weights_hash_of(unbroken, 4), toy::weights_hash_of(unbroken, 2));
}

TEST_F(OnGpu, NumericsEndWithTheRun) {
  config::RunConfig config = toy::grpo_config();
  config.model.device = "cuda";
  config.grpo.steps = 1;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, folder_.path() / "run", listener));
  EXPECT_FALSE(at::globalContext().allowTF32CuBLAS());
  EXPECT_FALSE(at::globalContext().deterministicAlgorithms());
}

TEST_F(OnGpu, EightBitsAreMultipliedOutAsOnTheCpu) {
  torch::manual_seed(1);
  const policy::RowInt8 matrix = policy::quantise_rows(torch::randn({300, 700}));
  const policy::RowInt8 there{matrix.data.to(device_), matrix.scale.to(device_)};
  for (const auto type : {torch::kFloat32, torch::kBFloat16})
    EXPECT_TRUE(torch::equal(policy::multiply_out(matrix, type),
                             policy::multiply_out(there, type).to(torch::kCPU)));
}

// Without what the allocator adds to a block that it does not cut.
std::int64_t asked_for(bool most) {
  const auto stats = at::accelerator::getDeviceStats(0).requested_bytes[0];
  return most ? stats.peak : stats.current;
}

double seconds_of(const std::function<void()>& work) {
  torch::cuda::synchronize();
  const auto begin = std::chrono::steady_clock::now();
  work();
  torch::cuda::synchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

constexpr Size kLarge{1024, 8, 16, 8, 2816};

TEST_F(OnGpu, AnInt8BaseTakesTheMemoryOfEightBits) {
  const policy::ModelShape shape = shape_of(kLarge);
  const std::int64_t linears = policy::linear_parameter_count(shape);
  const std::int64_t rest = policy::parameter_count(shape) - linears;
  std::int64_t most[2] = {};
  for (const Kind& kind : {kKinds[3], kKinds[4]}) {
    const std::int64_t before = asked_for(false);
    const auto policy = load(kind, kLarge);
    ASSERT_TRUE(policy);
    const std::int64_t held = asked_for(false) - before;
    const std::int64_t adapters =
        4 * policy::adapter_parameter_count(shape, 16, adapter_of(kind).targets);
    const std::int64_t rope = 8 * shape.max_positions * shape.head_dim;
    const bool is_int8 = type_of(kind) == torch::kInt8;
    const std::int64_t weights =
        is_int8 ? linears + 4 * policy::linear_output_count(shape) : 2 * linears;
    // A tensor of the loading may still be there.
    EXPECT_LE(held, weights + 2 * rest + adapters + rope + (4 << 20)) << kind.name;

    const NumericsScope scope(kTraining);
    const policy::TokenBatch rows = batch(2, 60, 120);
    at::accelerator::resetPeakStats(0);
    const torch::Tensor loss = policy->score(rows, 1.0, false).logprobs.sum();
    loss.backward();
    torch::cuda::synchronize();
    most[is_int8 ? 1 : 0] = asked_for(true) - before;
    std::printf("%s: %.1f MB held, %.1f MB at most while learning from 2 rows of 180 tokens\n",
                kind.name, static_cast<double>(held) / 1e6,
                static_cast<double>(asked_for(true) - before) / 1e6);
  }
  // One matrix at a time is multiplied out, not all of them.
  EXPECT_LT(most[1], most[0] - linears / 2);
}

TEST_F(OnGpu, PrintsTheCostOfDeterminismAndOfEightBits) {
  for (const Kind& kind : kKinds) {
    const auto policy = load(kind, kLarge);
    ASSERT_TRUE(policy);
    const policy::TokenBatch rows = batch(16, 120, 640);
    const std::vector<torch::Tensor> start = copies(*policy);
    const auto ten_updates = [&] {
      for (int i = 0; i < 10; ++i) update(*policy, start, rows);
    };
    double times[2] = {};
    for (const bool deterministic : {false, true}) {
      const NumericsScope scope({.tf32 = true, .deterministic = deterministic});
      update(*policy, start, rows);
      times[deterministic ? 1 : 0] = seconds_of(ten_updates);
    }
    policy::GenerateOptions options;
    options.max_new_tokens = 128;
    std::vector<std::vector<std::int32_t>> prompts(16, std::vector<std::int32_t>(64, 9));
    for (std::uint64_t row = 0; row < prompts.size(); ++row) options.row_seeds.push_back(row);
    const NumericsScope scope(kTraining);
    policy->generate(prompts, options);
    const double sampling = seconds_of([&] { policy->generate(prompts, options); });
    std::printf(
        "%s: 10 updates of 16 x 760 tokens %.3f s free, %.3f s deterministic (%+.1f%%); sampling "
        "16 x 128 tokens %.3f s\n",
        kind.name, times[0], times[1], 100 * (times[1] / times[0] - 1), sampling);
  }
}

}  // namespace
}  // namespace nereid::train
