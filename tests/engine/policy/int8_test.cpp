// SPDX-License-Identifier: GPL-3.0-or-later
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include "engine/base/file.h"
#include "engine/policy/internal/row_int8.h"
#include "engine/policy/internal/weights_io.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

/// Bytes of CPU tensors that were allocated while this lives: now, and at most.
class MemoryWatch {
 public:
  MemoryWatch() : guard_(c10::DebugInfoKind::PROFILER_STATE, counter_) {}
  std::int64_t now() const { return counter_->now; }
  std::int64_t most() const { return counter_->most; }

 private:
  struct Counter final : c10::MemoryReportingInfoBase {
    void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t,
                           c10::Device) override {
      now += size;
      most = std::max(most, now);
    }
    bool memoryProfilingEnabled() const override { return true; }
    std::int64_t now = 0, most = 0;
  };
  std::shared_ptr<Counter> counter_ = std::make_shared<Counter>();
  c10::DebugInfoGuard guard_;
};

TEST(RowInt8, NoValueIsOffByMoreThanHalfAScale) {
  torch::manual_seed(1);
  auto matrix = torch::randn({37, 101});
  matrix[3].zero_();
  matrix[4].mul_(1e-20);
  matrix[5].mul_(1e20);
  matrix[6].fill_(-0.3);
  for (const auto type : {torch::kFloat32, torch::kFloat16, torch::kBFloat16}) {
    const auto stored = matrix.to(type).nan_to_num(0, 6e4, -6e4);
    const RowInt8 small = quantise_rows(stored);
    EXPECT_EQ(small.data.scalar_type(), torch::kInt8);
    EXPECT_EQ(small.scale.sizes(), at::IntArrayRef({37}));
    const auto exact = stored.to(torch::kFloat64), scale = small.scale.to(torch::kFloat64);
    const auto error = (small.data * scale.unsqueeze(1) - exact).abs().amax(1);
    // Half a scale; the quotient is rounded in float32, at 127 steps by 127 * 2^-24 of a step.
    EXPECT_TRUE((error <= scale * (0.5 + 127 * 0x1p-24)).all().item<bool>()) << type;
    const auto top = exact.abs().amax(1);
    EXPECT_TRUE((scale <= (top / 127).clamp_min(1e-12) * (1 + 0x1p-22)).all().item<bool>());
  }
}

TEST(RowInt8, ProductsAndGradientsAreThoseOfTheWholeMatrix) {
  torch::manual_seed(2);
  for (const auto type : {torch::kFloat32, torch::kBFloat16}) {
    const RowInt8 matrix = quantise_rows(torch::randn({24, 40}));
    const auto whole = multiply_out(matrix, type);
    EXPECT_EQ(whole.scalar_type(), type);
    for (const torch::Tensor& bias : {torch::Tensor(), torch::randn({24}).to(type)}) {
      auto ours = torch::randn({9, 40}).to(type).requires_grad_(true);
      auto theirs = ours.detach().clone().requires_grad_(true);
      const auto a = int8_linear(ours, matrix, bias), b = at::linear(theirs, whole, bias);
      EXPECT_TRUE(torch::equal(a, b));
      const auto factors = torch::randn({9, 24}).to(type);
      (a * factors).sum().backward();
      (b * factors).sum().backward();
      EXPECT_TRUE(torch::equal(ours.grad(), theirs.grad()));
      torch::NoGradGuard no_grad;
      EXPECT_TRUE(torch::equal(int8_linear(ours, matrix, bias), a));
    }
  }
}

LoraOptions adapter(double dropout = 0) {
  return {.rank = 4,
          .alpha = 8,
          .dropout = dropout,
          .targets = {"q_proj", "k_proj", "o_proj", "up_proj", "down_proj"},
          .seed = 5};
}

class Int8Base : public ::testing::Test {
 protected:
  Int8Base() {
    tokenizer_ = testing::small_tokenizer(folder());
    ModelShape shape = testing::small_config(tokenizer_->vocabulary());
    shape.architecture = "Qwen2ForCausalLM";
    shape.attention_bias = true;
    shape.tie_embeddings = false;
    policy_ = testing::lively_policy(shape, tokenizer_);
    torch::NoGradGuard no_grad;
    torch::manual_seed(4);
    for (auto& [name, tensor] : policy_->all_weights())
      if (tensor.dim() == 1) tensor.add_(torch::randn_like(tensor) * 0.1);
  }

  const std::filesystem::path& folder() const { return folder_.path(); }

  std::unique_ptr<Policy> load(const std::string& name, torch::Dtype dtype,
                               const LoraOptions& lora) {
    auto loaded = Policy::load(folder() / name, torch::kCPU, dtype, lora);
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (!loaded) return nullptr;
    // An adapter that does something: B is not zero any more. The same for equal adapters.
    torch::NoGradGuard no_grad;
    torch::manual_seed(3);
    for (auto& [key, tensor] : (*loaded)->trainable()) tensor.add_(torch::randn_like(tensor) * 0.1);
    return std::move(*loaded);
  }

  static TokenBatch batch() {
    return make_batch({{{1, 2, 3}, {4, 5, 6, 7, 8}}, {{9}, {10, 11}}, {{12, 13, 14, 15}, {16}}}, 0,
                      torch::kCPU);
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-int8"));
  std::shared_ptr<Tokenizer> tokenizer_;
  std::unique_ptr<Policy> policy_;
};

TEST_F(Int8Base, HoldsTheLinearsInEightBitsAndNothingElse) {
  for (const char* type : {"float32", "float16", "bfloat16"}) {
    ASSERT_TRUE(policy_->save(folder() / type, type));
    auto stored = read_safetensors(folder() / type / "model.safetensors");
    ASSERT_TRUE(stored);
    const std::map<std::string, torch::Tensor> file(stored->begin(), stored->end());
    const auto small = load(type, torch::kInt8, adapter());
    ASSERT_TRUE(small);
    EXPECT_EQ(small->parameter_count(), load(type, torch::kFloat32, adapter())->parameter_count());
    std::map<std::string, torch::Tensor> held;
    for (const auto& [name, tensor] : small->all_weights()) held[name] = tensor;
    int linears = 0;
    for (const auto& [name, tensor] : file) {
      ASSERT_TRUE(held.contains(name)) << name;
      if (!held.contains(name + ".scale")) {
        EXPECT_TRUE(torch::equal(held[name], tensor.to(torch::kFloat32))) << name;
        continue;
      }
      ++linears;
      const RowInt8 expected = quantise_rows(tensor);
      EXPECT_TRUE(torch::equal(held[name], expected.data)) << name;
      EXPECT_TRUE(torch::equal(held[name + ".scale"], expected.scale)) << name;
    }
    EXPECT_EQ(linears, 2 * 7);
  }
}

// A model stored in 8 bits is taken as it is, so that the same model multiplied out is its twin.
TEST_F(Int8Base, ScoresLearnsAndSamplesLikeTheMultipliedOutBase) {
  ASSERT_TRUE(policy_->save(folder() / "m", "int8"));
  for (const double dropout : {0.0, 0.3}) {
    auto small = load("m", torch::kInt8, adapter(dropout));
    auto whole = load("m", torch::kFloat32, adapter(dropout));
    ASSERT_TRUE(small && whole);
    const auto score = [](Policy& policy) {
      policy.set_dropout_place(3, 7);
      return policy.score(batch(), 0.8, true).logprobs;
    };
    const auto ours = score(*small), theirs = score(*whole);
    EXPECT_TRUE(torch::equal(ours, theirs));
    ours.sum().backward();
    theirs.sum().backward();
    auto a = small->trainable(), b = whole->trainable();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_GT(a[i].second.grad().abs().max().item<double>(), 0) << a[i].first;
      EXPECT_TRUE(torch::equal(a[i].second.grad(), b[i].second.grad())) << a[i].first;
    }
    EXPECT_TRUE(torch::equal(small->score_reference(batch(), 1.0).logprobs,
                             whole->score_reference(batch(), 1.0).logprobs));
    GenerateOptions options;
    options.max_new_tokens = 20;
    options.row_seeds = {1, 2};
    const auto rows = small->generate({{4, 5}, {9}}, options),
               twins = whole->generate({{4, 5}, {9}}, options);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].tokens, twins[i].tokens);
      EXPECT_EQ(rows[i].logprobs, twins[i].logprobs);
    }
  }
}

TEST_F(Int8Base, IsSavedAsItIsOrMultipliedOut) {
  ASSERT_TRUE(policy_->save(folder() / "m", "bfloat16"));
  const auto small = load("m", torch::kInt8, adapter());
  ASSERT_TRUE(small->save(folder() / "again", "int8"));
  // Embedding and head are rounded by that file; the linears come back bit for bit.
  const auto again = load("again", torch::kInt8, adapter());
  const auto before = small->all_weights(), after = again->all_weights();
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(before[i].first, after[i].first);
    if (before[i].second.scalar_type() != torch::kInt8) continue;
    EXPECT_TRUE(torch::equal(before[i].second, after[i].second)) << before[i].first;
    EXPECT_TRUE(torch::equal(before[i + 1].second, after[i + 1].second)) << before[i + 1].first;
  }
  ASSERT_TRUE(small->save(folder() / "whole", "float32"));
  const auto whole = load("whole", torch::kFloat32, adapter());
  torch::NoGradGuard no_grad;
  EXPECT_TRUE(torch::equal(small->score(batch(), 1.0, false).logprobs,
                           whole->score(batch(), 1.0, false).logprobs));
}

TEST_F(Int8Base, AdapterOverItIsReadByPeft) {
  ASSERT_TRUE(policy_->save(folder() / "m", "float32"));
  const auto small = load("m", torch::kInt8, adapter());
  ASSERT_TRUE(small->save(folder() / "base", "float32"));
  ASSERT_TRUE(small->save_adapter(folder() / "adapter"));
  const auto tokens = torch::arange(60).view({2, 30});
  ASSERT_TRUE(write_safetensors(folder() / "tokens.safetensors", {{"tokens", tokens}}, {}));
  ASSERT_TRUE(testing::run_reference_script("adapter " + folder().string() + " " +
                                            (folder() / "out").string()));
  const auto theirs = read_safetensors(folder() / "out");
  ASSERT_TRUE(theirs) << theirs.error().message;
  torch::NoGradGuard no_grad;
  EXPECT_LE(testing::max_difference(theirs->front().second, small->forward(tokens, false)), 1e-3);
}

TEST_F(Int8Base, HashCoversTheEightBitsAndTheirScales) {
  ASSERT_TRUE(policy_->save(folder() / "m", "float32"));
  const auto small = load("m", torch::kInt8, adapter());
  const std::string before = small->weights_hash();
  torch::NoGradGuard no_grad;
  std::set<std::string> seen = {before};
  for (auto& [name, tensor] : small->all_weights()) {
    if (tensor.scalar_type() == torch::kInt8) tensor.view(-1)[5].bitwise_xor_(1);
    if (name.ends_with(".scale")) tensor[0].mul_(1.001);
    if (tensor.scalar_type() != torch::kInt8 && !name.ends_with(".scale")) continue;
    EXPECT_TRUE(seen.insert(small->weights_hash()).second) << name;
  }
  EXPECT_EQ(seen.size(), 1u + 2u * 2u * 7u);
}

TEST_F(Int8Base, IsRefusedWithoutAnAdapterAndWhereScalesAreMissing) {
  ASSERT_TRUE(policy_->save(folder() / "m", "int8"));
  auto loaded = Policy::load(folder() / "m", torch::kCPU, torch::kInt8, {});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(loaded.error().message.find("model.adapter to lora"), std::string::npos);
  auto stored = read_safetensors(folder() / "m" / "model.safetensors");
  ASSERT_TRUE(stored);
  const std::string gone = "model.layers.1.mlp.up_proj.weight.scale";
  std::erase_if(*stored, [&](const auto& entry) { return entry.first == gone; });
  ASSERT_TRUE(write_safetensors(folder() / "m" / "model.safetensors", *stored, {}));
  loaded = Policy::load(folder() / "m", torch::kCPU, torch::kInt8, adapter());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(loaded.error().message.find(gone), std::string::npos) << loaded.error().message;
  stored->emplace_back(gone, torch::ones({3}));
  ASSERT_TRUE(write_safetensors(folder() / "m" / "model.safetensors", *stored, {}));
  loaded = Policy::load(folder() / "m", torch::kCPU, torch::kInt8, adapter());
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("one float a row"), std::string::npos);
}

// Weights that are large beside the activations of eight tokens.
TEST(Int8Memory, TrainingHoldsEightBitsAndOneMatrix) {
  const TemporaryDirectory folder = std::move(*TemporaryDirectory::make("nereid-int8"));
  const auto tokenizer = testing::small_tokenizer(folder.path());
  ModelShape shape = testing::small_config(tokenizer->vocabulary());
  shape.hidden_size = 256;
  shape.heads = shape.kv_heads = 8;
  shape.head_dim = 32;
  shape.intermediate_size = 1024;
  shape.layers = 4;
  ASSERT_TRUE(
      Policy::make_new(shape, tokenizer, 7, torch::kCPU, {})->save(folder.path(), "float32"));
  const std::int64_t linears = linear_parameter_count(shape), largest = largest_linear(shape);
  const LoraOptions lora{.rank = 2, .alpha = 2, .targets = {"q_proj"}, .seed = 1};

  std::unique_ptr<Policy> policy;
  std::int64_t held = 0;
  {
    const MemoryWatch watch;
    policy = std::move(*Policy::load(folder.path(), torch::kCPU, torch::kInt8, lora));
    held = watch.now();
  }
  const std::int64_t rest = parameter_count(shape) - linears;
  const std::int64_t rope = 2 * shape.max_positions * shape.head_dim;
  const std::int64_t adapters = adapter_parameter_count(shape, 2, {"q_proj"});
  EXPECT_LE(held, linears + 4 * (linear_output_count(shape) + rest + rope + adapters) + (1 << 16));

  const TokenBatch batch = make_batch({{{1, 2, 3}, {4, 5, 6, 7, 8}}}, 0, torch::kCPU);
  const MemoryWatch watch;
  const auto loss = policy->score(batch, 1.0, true).logprobs.sum();
  // Eight tokens' activations, no matrix.
  EXPECT_LE(watch.now(), 4 * largest);
  loss.backward();
  // A matrix multiplied out, in float32, beside them; libtorch may convert it once more.
  EXPECT_LE(watch.most(), 4 * largest * 3);
  EXPECT_GT(4 * linears, 4 * largest * 8) << "or all matrices at once would pass";
}

/// KL(a || b) in nats a token, mean over all tokens of `tokens` [B, T].
double mean_kl(Policy& a, Policy& b, const torch::Tensor& tokens) {
  torch::NoGradGuard no_grad;
  const auto p = at::log_softmax(a.forward(tokens, false).to(torch::kFloat64), 2),
             q = at::log_softmax(b.forward(tokens, false).to(torch::kFloat64), 2);
  return (p.exp() * (p - q)).sum(2).mean().item<double>();
}

// The pocket model is stored in 8 bits. Values anywhere within half a step of the stored ones make
// a float32 model that is as good as it, and that has to be quantised like any other.
TEST(Int8Pocket, LiesCloseToTheFloat32Model) {
  const TemporaryDirectory folder = std::move(*TemporaryDirectory::make("nereid-int8"));
  const auto pocket = resolve_model("pocket");
  ASSERT_TRUE(pocket) << pocket.error().message;
  const LoraOptions lora{.rank = 2, .alpha = 2, .targets = {"q_proj"}, .seed = 1};
  auto whole = std::move(*Policy::load(*pocket, torch::kCPU, torch::kFloat32, lora));
  auto stored = std::move(*Policy::load(*pocket, torch::kCPU, torch::kInt8, lora));

  std::vector<torch::Tensor> rows;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const tasks::Task task = tasks::synthetic_task(0, tasks::Split::kTest, 1 + i % 2, i);
    auto row = whole->tokenizer()->encode(tasks::render_prompt(task, tasks::PromptStyle::kPocket));
    GenerateOptions options;
    options.max_new_tokens = 64;
    options.row_seeds = {i};
    const auto answer = whole->generate({row}, options)[0].tokens;
    row.insert(row.end(), answer.begin(), answer.end());
    row.resize(128, 0);
    rows.push_back(torch::tensor(std::vector<std::int64_t>(row.begin(), row.end())));
  }
  const auto tokens = torch::stack(rows);
  EXPECT_EQ(mean_kl(*whole, *stored, tokens), 0) << "stored in 8 bits, taken as it is";

  {
    torch::NoGradGuard no_grad;
    torch::manual_seed(6);
    for (auto& [name, tensor] : whole->all_weights()) {
      if (tensor.dim() != 2 || name.find("_proj.weight") == std::string::npos) continue;
      const auto step = tensor.abs().amax(1, true) / 127;
      tensor.add_((torch::rand_like(tensor) - 0.5) * step);
    }
  }
  ASSERT_TRUE(whole->save(folder.path(), "float32"));
  auto small = std::move(*Policy::load(folder.path(), torch::kCPU, torch::kInt8, lora));
  const double kl = mean_kl(*whole, *small, tokens);
  RecordProperty("kl_nats_per_token", std::to_string(kl));
  std::printf("KL of the 8-bit pocket model from the float32 one: %.2e nats a token\n", kl);
  EXPECT_GT(kl, 0);
  EXPECT_LT(kl, 1e-3);
}

}  // namespace
}  // namespace nereid::policy
