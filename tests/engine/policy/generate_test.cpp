// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/sampling.h"
#include "engine/policy/internal/weights_io.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

using Prompts = std::vector<std::vector<std::int32_t>>;

class Generate : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::fresh_folder("generate");
    tokenizer_ = testing::small_tokenizer(folder_);
    policy_ = testing::lively_policy(testing::small_config(tokenizer_->vocabulary()), tokenizer_);
  }
  static void TearDownTestSuite() {
    policy_.reset();
    tokenizer_.reset();
    std::filesystem::remove_all(folder_);
  }

  static GenerateOptions options(std::size_t rows, double temperature) {
    GenerateOptions options;
    options.max_new_tokens = 40;
    options.temperature = temperature;
    for (std::size_t row = 0; row < rows; ++row) options.row_seeds.push_back(1000 + row);
    return options;
  }
  // Unequal lengths, and two rows with the same prompt.
  static Prompts prompts() {
    return {{5, 9, 17}, {44}, {5, 9, 17}, {8, 8, 8, 8, 8, 8, 8, 8, 200, 3}};
  }
  // The policy's, as samplers take them.
  static Weights own_weights() {
    Weights weights;
    weights.config = policy_->config();
    weights.layers.resize(weights.config.layers);
    auto all = policy_->all_weights();
    std::size_t next = 0;
    visit_weights(weights, [&](const std::string&, torch::Tensor& slot, const auto&) {
      slot = all[next++].second;
    });
    build_rope_tables(weights, torch::kCPU);
    return weights;
  }

  static inline std::filesystem::path folder_;
  static inline std::shared_ptr<Tokenizer> tokenizer_;
  static inline std::unique_ptr<Policy> policy_;
};

// What forward() says about each token of a completion: log-probability, entropy, and the lowest
// and the highest rank that rounding may give it.
struct ForwardFacts {
  torch::Tensor logprobs, entropies, low, high;
};
void expect_ranks(const std::vector<std::int32_t>& ranks, const ForwardFacts& facts) {
  ASSERT_EQ(static_cast<std::int64_t>(ranks.size()), facts.low.numel());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    EXPECT_GE(ranks[i], facts.low[at].item<std::int64_t>());
    EXPECT_LE(ranks[i], facts.high[at].item<std::int64_t>());
  }
}
ForwardFacts forward_facts(Policy& policy, const std::vector<std::int32_t>& prompt,
                           const std::vector<std::int32_t>& completion, double temperature) {
  torch::NoGradGuard no_grad;
  std::vector<std::int64_t> all(prompt.begin(), prompt.end());
  all.insert(all.end(), completion.begin(), completion.end());
  const auto tokens = torch::tensor(all).unsqueeze(0);
  const auto log_p = at::log_softmax(policy.forward(tokens, false)[0] / temperature, 1);
  const auto first = static_cast<std::int64_t>(prompt.size()) - 1,
             count = static_cast<std::int64_t>(completion.size());
  const auto rows = log_p.narrow(0, first, count);
  const auto chosen = rows.gather(1, tokens[0].narrow(0, first + 1, count).unsqueeze(1)).squeeze(1);
  const auto rank = [&](double slack) { return (rows > chosen.unsqueeze(1) + slack).sum(1) + 1; };
  return {chosen, -(rows.exp() * rows).sum(1), rank(1e-4), rank(-1e-4)};
}

TEST_F(Generate, LogprobsEntropiesAndRanksAreForwards) {
  for (const double temperature : {1.0, 0.7}) {
    const auto rows = policy_->generate(prompts(), options(4, temperature));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ForwardFacts facts = forward_facts(*policy_, prompts()[i], rows[i].tokens, temperature);
      EXPECT_LE(testing::max_difference(torch::tensor(rows[i].logprobs), facts.logprobs), 1e-4);
      EXPECT_LE(testing::max_difference(torch::tensor(rows[i].entropies), facts.entropies), 1e-4);
      expect_ranks(rows[i].ranks, facts);
    }
  }
}

TEST_F(Generate, GreedyTakesForwardsBestToken) {
  const auto rows = policy_->generate(prompts(), options(0, 0.0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<std::int32_t> prompt = prompts()[i];
    std::vector<std::int64_t> tokens(prompt.begin(), prompt.end());
    for (const std::int32_t token : rows[i].tokens) {
      torch::NoGradGuard no_grad;
      const auto logits = policy_->forward(torch::tensor(tokens).unsqueeze(0), false)[0][-1];
      EXPECT_EQ(token, logits.argmax().item<std::int64_t>());
      tokens.push_back(token);
    }
  }
}

TEST_F(Generate, RowsDoNotDependOnTheirBatch) {
  const auto together = policy_->generate(prompts(), options(4, 1.0));
  for (std::size_t i = 0; i < together.size(); ++i) {
    GenerateOptions alone = options(1, 1.0);
    alone.row_seeds = {1000 + i};
    const auto rows = policy_->generate({prompts()[i]}, alone);
    EXPECT_EQ(rows[0].tokens, together[i].tokens);
    EXPECT_EQ(rows[0].logprobs, together[i].logprobs);  // bit for bit
  }
  EXPECT_NE(together[0].tokens, together[2].tokens);  // same prompt, other seed
}

// Memory for one row, for two, for all: rows that wait for a place are sampled alike.
TEST_F(Generate, RowsDoNotDependOnThePlacesThatMemoryHas) {
  const auto together = policy_->generate(prompts(), options(4, 1.0));
  const ModelShape& shape = policy_->config();
  const std::int64_t row =
      2 * shape.layers * shape.kv_heads * shape.head_dim * 4 * options(4, 1.0).max_new_tokens;
  for (const std::int64_t bytes : {std::int64_t{1}, 2 * row, 3 * row}) {
    GenerateOptions few = options(4, 1.0);
    few.cache_bytes = bytes;
    std::vector<int> finished;
    few.progress = [&](int done, int of) {
      EXPECT_EQ(of, 4);
      finished.push_back(done);
    };
    const auto rows = policy_->generate(prompts(), few);
    ASSERT_EQ(rows.size(), together.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].tokens, together[i].tokens);
      EXPECT_EQ(rows[i].logprobs, together[i].logprobs);  // bit for bit
      EXPECT_EQ(rows[i].truncated, together[i].truncated);
    }
    EXPECT_TRUE(std::is_sorted(finished.begin(), finished.end()));
    ASSERT_FALSE(finished.empty());
    EXPECT_EQ(finished.back(), 4);
  }
}

TEST_F(Generate, RowsDoNotDependOnTheThreads) {
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto one = policy_->generate(prompts(), options(4, 1.0));
  at::set_num_threads(3);
  const auto three = policy_->generate(prompts(), options(4, 1.0));
  at::set_num_threads(threads);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].logprobs, three[i].logprobs);
}

TEST_F(Generate, DeviceDecoderAgreesWithForward) {
  // The path of GPUs, run here on the CPU.
  const Weights weights = own_weights();
  const auto rows =
      generate_by_operators(weights, tokenizer_->end_tokens(), prompts(), options(4, 0.8));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_FALSE(rows[i].tokens.empty());
    const ForwardFacts facts = forward_facts(*policy_, prompts()[i], rows[i].tokens, 0.8);
    EXPECT_LE(testing::max_difference(torch::tensor(rows[i].logprobs), facts.logprobs), 1e-4);
    EXPECT_LE(testing::max_difference(torch::tensor(rows[i].entropies), facts.entropies), 1e-4);
    expect_ranks(rows[i].ranks, facts);
    EXPECT_EQ(rows[i].truncated, rows[i].tokens.back() != tokenizer_->end_token());
  }
  GenerateOptions one_by_one = options(4, 0.8);
  one_by_one.cache_bytes = 1;
  const auto alone =
      generate_by_operators(weights, tokenizer_->end_tokens(), prompts(), one_by_one);
  ASSERT_EQ(alone.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(alone[i].tokens, rows[i].tokens);
}

// Many end tokens, so that places become free at different times; every third prompt is one of the
// others. The sampler of GPUs, run here on the CPU.
TEST_F(Generate, DeviceSamplerGivesPlacesToRowsThatWait) {
  const Weights weights = own_weights();
  const auto vocabulary = static_cast<std::int32_t>(weights.config.vocabulary);
  std::vector<std::int32_t> ends;
  for (std::int32_t token = 0; token < vocabulary; token += 12) ends.push_back(token);
  Prompts many;
  for (int i = 0; i < 20; ++i) many.push_back(prompts()[static_cast<std::size_t>(i % 4)]);
  struct Filter {
    int top_k = 0;
    double min_p = 0;
    std::int32_t last_rank = 0;
  };
  for (const Filter& filter : {Filter{.last_rank = vocabulary}, Filter{.top_k = 5, .last_rank = 5},
                               Filter{.min_p = 1, .last_rank = 1}}) {
    GenerateOptions whole = options(20, 1.0), few = options(20, 1.0);
    whole.top_k = few.top_k = filter.top_k;
    whole.min_p = few.min_p = filter.min_p;
    few.cache_bytes = 3 * weights.config.layers * 2 * weights.config.kv_heads *
                      weights.config.head_dim * 4 * few.max_new_tokens;
    std::vector<int> told(20);
    int finished = 0;
    few.on_row = [&](std::size_t row, const GeneratedRow&) { ++told[row]; };
    few.progress = [&](int done, int of) {
      EXPECT_EQ(of, 20);
      EXPECT_GT(done, finished);
      finished = done;
    };
    const auto expected = generate_by_operators(weights, ends, many, whole);
    const auto rows = generate_by_operators(weights, ends, many, few);
    EXPECT_EQ(finished, 20);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(told[i], 1);
      EXPECT_EQ(rows[i].tokens, expected[i].tokens);
      EXPECT_EQ(rows[i].truncated, rows[i].tokens.back() % 12 != 0);
      for (const std::int32_t rank : rows[i].ranks) EXPECT_LE(rank, filter.last_rank);
    }
  }
}

// Weights in 8 bits are multiplied out a step, beside the adapter.
TEST_F(Generate, DeviceDecoderAgreesWithForwardOnAnInt8Base) {
  const LoraOptions lora{
      .rank = 4, .alpha = 8, .targets = {"q_proj", "v_proj", "gate_proj", "down_proj"}, .seed = 5};
  const auto folder = folder_ / "int8";
  ASSERT_TRUE(policy_->save(folder, "float32"));
  auto adapted = Policy::load(folder, torch::kCPU, torch::kInt8, lora);
  ASSERT_TRUE(adapted) << adapted.error().message;
  {
    torch::NoGradGuard no_grad;
    for (auto& [name, tensor] : (*adapted)->trainable())
      tensor.add_(torch::randn_like(tensor) * 0.1);
  }
  ASSERT_TRUE((*adapted)->save_adapter(folder));
  Weights weights;
  weights.config = policy_->config();
  const auto stored = StoredWeights::open(folder, weights.config);
  ASSERT_TRUE(stored);
  ASSERT_TRUE(fill_weights(weights, **stored, torch::kCPU, torch::kInt8));
  build_rope_tables(weights, torch::kCPU);
  add_adapter(weights, lora);
  ASSERT_TRUE(fill_adapter(weights, folder));
  const auto rows =
      generate_by_operators(weights, tokenizer_->end_tokens(), prompts(), options(4, 0.8));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_FALSE(rows[i].tokens.empty());
    const ForwardFacts facts = forward_facts(**adapted, prompts()[i], rows[i].tokens, 0.8);
    EXPECT_LE(testing::max_difference(torch::tensor(rows[i].logprobs), facts.logprobs), 1e-4);
    expect_ranks(rows[i].ranks, facts);
  }
}

TEST_F(Generate, EndTokenEndsARow) {
  GenerateOptions many = options(64, 1.0);
  const auto rows = policy_->generate(Prompts(64, {5, 9}), many);
  int ended = 0;
  for (const GeneratedRow& row : rows) {
    EXPECT_LE(row.tokens.size(), 40u);
    EXPECT_EQ(row.truncated, row.tokens.back() != tokenizer_->end_token());
    EXPECT_EQ(std::count(row.tokens.begin(), row.tokens.end() - 1, tokenizer_->end_token()), 0);
    ended += row.truncated ? 0 : 1;
  }
  EXPECT_GT(ended, 0);
}

TEST_F(Generate, StopsAtTheLastPosition) {
  GenerateOptions greedy = options(0, 0.0);
  greedy.max_new_tokens = 500;
  const auto row = policy_->generate({std::vector<std::int32_t>(90, 7)}, greedy)[0];
  EXPECT_LE(row.tokens.size(), 6u);
}

TEST_F(Generate, RefusesWhatItCannotRun) {
  EXPECT_THROW(policy_->generate({{}}, options(1, 1.0)), c10::Error);
  EXPECT_THROW(policy_->generate({{1 << 20}}, options(1, 1.0)), c10::Error);
  EXPECT_THROW(policy_->generate({{5}}, options(0, 1.0)), c10::Error);
  EXPECT_TRUE(policy_->generate({}, options(0, 1.0)).empty());
}

// What is packed stays between calls; what is changed is packed again.
TEST_F(Generate, ChangedWeightsAreSampledFrom) {
  const LoraOptions lora{.rank = 4, .alpha = 8, .targets = {"q_proj", "down_proj"}, .seed = 5};
  auto policy = testing::lively_policy(policy_->config(), tokenizer_, lora);
  const auto change = [](Policy& changed) {
    torch::NoGradGuard no_grad;
    for (auto& [name, tensor] : changed.trainable()) tensor.add_(0.05);
    changed.all_weights()[0].second.view(-1)[5].add_(1.0);  // embedding and head
  };
  const auto sampled = [&](Policy& from) {
    std::vector<float> logprobs;
    for (const GeneratedRow& row : from.generate(prompts(), options(4, 1.0)))
      logprobs.insert(logprobs.end(), row.logprobs.begin(), row.logprobs.end());
    return logprobs;
  };
  const auto before = sampled(*policy);
  EXPECT_EQ(sampled(*policy), before);
  change(*policy);
  auto fresh = testing::lively_policy(policy_->config(), tokenizer_, lora);
  change(*fresh);
  EXPECT_NE(sampled(*policy), before);
  EXPECT_EQ(sampled(*policy), sampled(*fresh));
  EXPECT_EQ(policy->weights_hash(), fresh->weights_hash());
}

TEST_F(Generate, RowsWaitForRoomWithoutOtherResults) {
  Prompts many;
  for (int i = 0; i < 24; ++i) many.push_back(prompts()[static_cast<std::size_t>(i % 4)]);
  const Weights weights = own_weights();
  CpuDecoder decoder(weights);
  const auto generate = [&](std::size_t budget) {
    CpuGenerateMemory memory{.budget_bytes = budget};
    int last = 0;
    GenerateOptions wanted = options(24, 1.0);
    wanted.progress = [&](int finished, int rows) {
      EXPECT_EQ(rows, 24);
      EXPECT_GT(finished, last);
      last = finished;
    };
    const auto rows = generate_on_cpu(decoder, tokenizer_->end_tokens(), many, wanted, memory);
    EXPECT_EQ(last, 24);
    return std::pair{rows, memory.rows.size()};
  };
  const std::size_t one = KeyValueStore::bytes(weights.config, 40);
  const auto [whole, whole_stores] = generate(kCpuCacheBytes);
  EXPECT_EQ(whole_stores, 24U);
  for (const std::size_t budget : {std::size_t{1}, 3 * one, 9 * one}) {
    const auto [rows, stores] = generate(budget);
    EXPECT_LE(stores, std::max<std::size_t>(1, budget / one)) << budget;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].tokens, whole[i].tokens);
      EXPECT_EQ(rows[i].logprobs, whole[i].logprobs);  // bit for bit
      EXPECT_EQ(rows[i].truncated, whole[i].truncated);
    }
  }
}

// 32 neighbours of each matrix, their greatest 127 times a power of two, are held exactly.
TEST_F(Generate, WeightsInEightBitsAreThoseOfTheirBlocks) {
  auto policy = testing::lively_policy(policy_->config(), tokenizer_);
  const auto in_8_bits = [&](Policy& from, std::size_t rows, double temperature) {
    GenerateOptions wanted = options(rows, temperature);
    wanted.weights = DecodeWeights::kInt8;
    return from.generate(rows == 4 ? prompts() : Prompts{prompts()[0]}, wanted);
  };
  // Near: 1/254 of the greatest of 32 weights.
  const auto plain = policy->generate(prompts(), options(4, 0.0));
  const auto near = in_8_bits(*policy, 4, 0.0);
  EXPECT_NE(near[0].logprobs[0], plain[0].logprobs[0]);
  EXPECT_NEAR(near[0].logprobs[0], plain[0].logprobs[0], 0.3);
  EXPECT_EQ(in_8_bits(*policy, 1, 0.0)[0].logprobs, near[0].logprobs) << "alone as in a batch";
  {
    torch::NoGradGuard no_grad;
    for (auto& [name, tensor] : policy->all_weights()) {
      if (tensor.dim() != 2) continue;
      auto steps = torch::randint(-126, 127, tensor.sizes(), torch::kFloat32);
      for (std::int64_t at = 0; at < tensor.size(1); at += kScaleBlock)
        steps.select(1, at).fill_(127);
      tensor.copy_(steps / 256);
    }
  }
  const auto exact = policy->generate(prompts(), options(4, 1.0)),
             held = in_8_bits(*policy, 4, 1.0);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    EXPECT_EQ(held[i].tokens, exact[i].tokens);
    EXPECT_EQ(held[i].logprobs, exact[i].logprobs);  // bit for bit
  }
}

TEST(Sampling, FrequenciesFollowTheDistribution) {
  const std::vector<float> logits = {0.0f, 1.0f, -1.0f, 2.0f, 0.5f, -30.0f, 0.1f, 0.2f, 1.5f};
  const int n = static_cast<int>(logits.size()), draws = 20000;
  for (const double temperature : {1.0, 0.5}) {
    const auto p = torch::softmax(torch::tensor(logits) / temperature, 0);
    std::vector<int> counts(n);
    std::vector<float> scratch(n + kPanel);
    std::vector<std::int32_t> order;
    for (int i = 0; i < draws; ++i) {
      const SamplingOptions options{.temperature = temperature};
      ++counts[sample_row(decode_kernels(), logits.data(), n, options, uniform_at(3, i),
                          scratch.data(), order)
                   .token];
    }
    for (int i = 0; i < n; ++i) {
      const double expected = p[i].item<double>();
      // Five standard errors of a binomial share.
      EXPECT_NEAR(counts[i] / double(draws), expected,
                  5 * std::sqrt(expected * (1 - expected) / draws) + 1e-9);
    }
  }
}

TEST(Sampling, FiltersKeepTheBestTokensOnly) {
  const std::vector<float> logits = {0.0f, 3.0f, 1.0f, 2.0f};
  std::vector<float> scratch(4 + kPanel);
  std::vector<std::int32_t> order;
  for (int i = 0; i < 500; ++i) {
    const double u = uniform_at(9, i);
    const auto draw = [&](const SamplingOptions& options) {
      return sample_row(decode_kernels(), logits.data(), 4, options, u, scratch.data(), order);
    };
    EXPECT_EQ(draw({.top_k = 1}).token, 1);
    const Sample two = draw({.top_k = 2});
    EXPECT_TRUE(two.token == 1 || two.token == 3);
    // p = .032 .644 .087 .237: 0.7 needs the first two, 0.6 the first one only.
    EXPECT_EQ(draw({.top_p = 0.6}).token, 1);
    EXPECT_EQ(draw({.min_p = 0.4}).token, 1);
    const Sample likely = draw({.min_p = 0.3});
    EXPECT_TRUE(likely.token == 1 || likely.token == 3);
    const Sample nucleus = draw({.top_p = 0.7});
    EXPECT_TRUE(nucleus.token == 1 || nucleus.token == 3);
    // The log-probability stays that of the full distribution.
    const double full = torch::log_softmax(torch::tensor(logits), 0)[nucleus.token].item<double>();
    EXPECT_NEAR(nucleus.logprob, full, 1e-5);
  }
}

TEST(Sampling, UniformsDependOnSeedAndPositionAlone) {
  EXPECT_EQ(uniform_at(1, 2), uniform_at(1, 2));
  EXPECT_NE(uniform_at(1, 2), uniform_at(2, 1));
  // What was sampled once is sampled again by every later version.
  EXPECT_EQ(uniform_at(1, 2), 0.7376992526901169);
  EXPECT_EQ(uniform_at(42, 0), 0.34329192209867343);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double u = uniform_at(42, i);
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 5 * std::sqrt(1.0 / 12 / 10000));
}

TEST(DecodeKernels, ProductsIn8BitsAreThoseOfTheirWeights) {
  torch::manual_seed(0);
  constexpr int kInner = 77, kPanels = 7, kBlocks = 3;
  const auto packed = torch::randint(-127, 128, {kPanels, kInner, kPanel}, torch::kInt8);
  const auto scales = torch::rand({kPanels, kBlocks, kPanel});
  const auto whole = packed.to(torch::kFloat32) *
                     scales.repeat_interleave(kScaleBlock, 1).narrow(1, 0, kInner).contiguous();
  const Int8Panels panels{packed.data_ptr<std::int8_t>(), scales.data_ptr<float>()};
  std::vector<float> scratch(kInner * kPanel);
  for (const DecodeKernels* kernels : {&kernels_baseline::kKernels, &decode_kernels()}) {
    for (const int rows : {1, 2, 3, 7}) {
      for (const bool add : {false, true}) {
        const auto x = torch::randn({rows, kInner});
        auto y = torch::ones({rows, kPanels * kPanel}), z = torch::ones_like(y);
        kernels->matmul(x.data_ptr<float>(), kInner, whole.data_ptr<float>(), y.data_ptr<float>(),
                        kPanels * kPanel, rows, kInner, 0, kPanels, add);
        kernels->matmul_int8(x.data_ptr<float>(), kInner, panels, z.data_ptr<float>(),
                             kPanels * kPanel, rows, kInner, 0, kPanels, add, scratch.data());
        EXPECT_TRUE(torch::equal(y, z)) << rows << " rows";
      }
    }
  }
}

TEST(DecodeKernels, BothSetsAgreeWithPlainLoops) {
  torch::manual_seed(0);
  for (const DecodeKernels* kernels : {&kernels_baseline::kKernels, &decode_kernels()}) {
    for (const int rows : {1, 5, 6, 13}) {
      const auto x = torch::randn({rows, 37}), w = torch::randn({16, 37});
      auto y = torch::zeros({rows, 16});
      const auto packed = w.t().contiguous();
      kernels->matmul(x.data_ptr<float>(), 37, packed.data_ptr<float>(), y.data_ptr<float>(), 16,
                      rows, 37, 0, 1, false);
      EXPECT_LE(testing::max_difference(y, at::matmul(x, w.t())), 1e-4);
    }
    const auto logits = torch::linspace(-100, 30, 45);
    auto p = torch::zeros({45});
    const RowStatistics facts =
        kernels->softmax_row(logits.data_ptr<float>(), p.data_ptr<float>(), 45, 1.0f);
    const auto right = torch::softmax(logits.to(torch::kFloat64), 0);
    EXPECT_LE(testing::max_difference(p.to(torch::kFloat64) / facts.sum, right), 1e-6);
    EXPECT_NEAR(facts.entropy, -(right * right.log()).sum().item<double>(), 1e-5);
    auto gate = torch::randn({19}) * 30;
    const auto up = torch::randn({19}), expected = torch::silu(gate) * up;
    kernels->swiglu(gate.data_ptr<float>(), up.data_ptr<float>(), 19);
    EXPECT_LE(testing::max_difference(gate, expected), 1e-4);
  }
}

}  // namespace
}  // namespace nereid::policy
