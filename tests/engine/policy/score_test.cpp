// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/adapted_products.h"
#include "engine/policy/internal/transformer.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

constexpr int kVocabulary = 61;

// Rows of unequal length; the last one has no completion.
TokenBatch unequal_batch() {
  return make_batch(
      {{{1, 2, 3}, {4, 5, 6, 7, 8}}, {{9}, {10, 11}}, {{12, 13, 14, 15}, {16}}, {{3, 3}, {}}}, 0,
      torch::kCPU);
}

// The slow twin: all logits, log-softmax over them, gather.
std::pair<torch::Tensor, torch::Tensor> naive_scores(Policy& policy, const TokenBatch& batch,
                                                     double temperature) {
  const std::int64_t predicted = batch.tokens.size(1) - 1;
  const auto log_p =
      at::log_softmax(policy.forward(batch.tokens, false).narrow(1, 0, predicted) / temperature, 2);
  const auto chosen = log_p.gather(2, batch.tokens.narrow(1, 1, predicted).unsqueeze(2)).squeeze(2);
  return {chosen * batch.completion_mask, -(log_p.exp() * log_p).sum(2) * batch.completion_mask};
}

std::vector<torch::Tensor> gradients(Policy& policy, const torch::Tensor& loss) {
  for (auto& [name, tensor] : policy.trainable()) tensor.mutable_grad() = torch::Tensor();
  loss.backward();
  std::vector<torch::Tensor> all;
  for (auto& [name, tensor] : policy.trainable()) all.push_back(tensor.grad().clone());
  return all;
}

LoraOptions adapter(double dropout = 0) {
  return {.rank = 4,
          .alpha = 8,
          .dropout = dropout,
          .targets = {"q_proj", "v_proj", "down_proj"},
          .seed = 5};
}

// An adapter that does something: B is not zero any more.
void shake_adapter(Policy& policy) {
  torch::NoGradGuard no_grad;
  torch::manual_seed(3);
  for (auto& [name, tensor] : policy.trainable()) tensor.add_(torch::randn_like(tensor) * 0.1);
}

TEST(Batch, MasksCompletionTokensOnly) {
  const TokenBatch batch = unequal_batch();
  EXPECT_EQ(batch.tokens.size(1), 8);
  EXPECT_TRUE(torch::equal(batch.lengths, torch::tensor({8, 3, 5, 2}, torch::kInt64)));
  EXPECT_TRUE(torch::equal(batch.completion_mask.sum(1), torch::tensor({5.f, 2.f, 1.f, 0.f})));
  EXPECT_EQ(batch.completion_mask[0][1].item<float>(), 0);  // predicts the prompt's last token
  EXPECT_EQ(batch.completion_mask[0][2].item<float>(), 1);  // predicts the completion's first
}

// A prompt of several rows is read once for all of them: the same numbers and gradients as read for
// each.
TEST(Score, SharedPromptsAreThoseReadForEachRow) {
  const std::vector<std::int32_t> shared = {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                  other = {9, 8, 7, 6, 5, 4, 3, 2};
  const TokenBatch once = make_batch({{{3, 4}, {5, 6, 7}},
                                      {shared, {10, 11, 12}},
                                      {shared, {13}},
                                      {shared, {}},
                                      {shared, {14, 15, 16, 17}},
                                      {other, {18, 19}},
                                      {other, {20, 21}}},
                                     0, torch::kCPU);
  TokenBatch each = once;
  ASSERT_EQ(std::exchange(each.prompts, {}).size(), 2U);
  for (const bool grouped : {false, true}) {
    ModelShape config = testing::small_config(kVocabulary);
    if (!grouped) config.kv_heads = config.heads;
    const auto policy = testing::lively_policy(config, nullptr);
    const auto numbers = [&](const TokenBatch& batch) {
      const auto scores = policy->score(batch, 0.8, true);
      std::vector<torch::Tensor> all = {scores.logprobs.detach(), scores.entropy};
      const torch::Tensor weights = torch::arange(1, 1 + scores.logprobs.numel());
      (scores.logprobs.flatten() * weights).sum().backward();
      for (auto& [name, tensor] : policy->trainable()) {
        all.push_back(tensor.grad().clone());
        tensor.mutable_grad().reset();
      }
      return all;
    };
    const auto a = numbers(once), b = numbers(each);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double scale = std::max(1.0, b[i].abs().max().item<double>());
      EXPECT_LE((a[i] - b[i]).abs().max().item<double>(), 2e-6 * scale) << i;
    }
  }
}

// Rows of one prompt that are cut apart, since together they are too long for the cache, too.
TEST(Score, ASharedPromptMayBeCutApart) {
  ModelShape config = testing::small_config(kVocabulary);
  config.max_positions = 1024;
  const auto policy = testing::lively_policy(config, nullptr);
  std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>> rows;
  for (std::int32_t row = 0; row < 8; ++row)
    rows.push_back({std::vector<std::int32_t>(300, 7), std::vector<std::int32_t>(150 + row, row)});
  const TokenBatch once = make_batch(rows, 0, torch::kCPU);
  EXPECT_EQ(rows_within(once, 0, 1024, EqualTokens::kOnce), 4);
  EXPECT_EQ(rows_within(once, 0, 1024, EqualTokens::kEach), 2);
  TokenBatch each = once;
  each.prompts.clear();
  const torch::NoGradGuard no_grad;
  EXPECT_LE((policy->score(once, 1, false).logprobs - policy->score(each, 1, false).logprobs)
                .abs()
                .max()
                .item<double>(),
            2e-5);
}

TEST(Score, GreedyShareIsThatOfForwardsBestTokens) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  TokenBatch batch = unequal_batch();
  torch::NoGradGuard no_grad;
  const auto best = policy->forward(batch.tokens, false).argmax(-1).slice(1, 0, -1);
  // Half of the first row's completion is what greedy decoding would write.
  batch.tokens[0][3] = best[0][2];
  const auto again = policy->forward(batch.tokens, false).argmax(-1).slice(1, 0, -1);
  const double right =
      (again.eq(batch.tokens.slice(1, 1)).to(torch::kFloat32) * batch.completion_mask)
          .sum()
          .item<double>();
  EXPECT_GE(right, 1);
  EXPECT_DOUBLE_EQ(policy->greedy_share(batch), right / batch.completion_mask.sum().item<double>());
}

TEST(Score, IsForwardsLogSoftmax) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  torch::NoGradGuard no_grad;
  for (const double temperature : {1.0, 0.6}) {
    const auto scores = policy->score(unequal_batch(), temperature, false);
    const auto [logprobs, entropy] = naive_scores(*policy, unequal_batch(), temperature);
    EXPECT_LE(testing::max_difference(scores.logprobs, logprobs), 1e-5);
    EXPECT_LE(testing::max_difference(scores.entropy, entropy), 1e-5);
  }
}

TEST(Score, GradientIsNaiveAutograds) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  const auto weights = torch::rand({4, 7});
  const auto ours =
      gradients(*policy, (policy->score(unequal_batch(), 0.8, true).logprobs * weights).sum());
  const auto naive =
      gradients(*policy, (naive_scores(*policy, unequal_batch(), 0.8).first * weights).sum());
  const auto names = policy->trainable();
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double bound = 1e-5 * std::max(1.0, naive[i].abs().max().item<double>());
    EXPECT_LE(testing::max_difference(ours[i], naive[i]), bound) << names[i].first;
  }
}

TEST(Score, EntropyHasNoGradient) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  const auto scores = policy->score(unequal_batch(), 1.0, true);
  EXPECT_TRUE(scores.logprobs.requires_grad());
  EXPECT_FALSE(scores.entropy.requires_grad());
}

TEST(Score, RepeatsBitForBit) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  const auto first = policy->score(unequal_batch(), 1.0, true),
             second = policy->score(unequal_batch(), 1.0, true);
  EXPECT_TRUE(torch::equal(first.logprobs, second.logprobs));
  const auto a = gradients(*policy, first.logprobs.sum()),
             b = gradients(*policy, second.logprobs.sum());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(torch::equal(a[i], b[i]));
}

TEST(Score, PaddingIsHarmless) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  torch::NoGradGuard no_grad;
  const auto together = policy->score(unequal_batch(), 1.0, false).logprobs;
  const auto alone =
      policy->score(make_batch({{{9}, {10, 11}}}, 0, torch::kCPU), 1.0, false).logprobs;
  EXPECT_LE(testing::max_difference(together[1].narrow(0, 0, 2), alone[0]), 1e-5);
}

TEST(SelectedLogprobs, GradientIsTheFiniteDifference) {
  torch::manual_seed(1);
  const auto hidden = torch::randn({5, 6}, torch::kFloat64),
             weight = torch::randn({7, 6}, torch::kFloat64);
  const auto targets = torch::tensor({0, 3, 6, 3, 1}, torch::kInt64);
  const auto factors = torch::randn({5}, torch::kFloat64);
  const auto value = [&] {
    return (selected_logprobs(hidden, weight, targets, 0.7).first * factors).sum();
  };
  hidden.requires_grad_(true);
  weight.requires_grad_(true);
  value().backward();
  for (const torch::Tensor& input : {hidden, weight}) {
    const auto gradient = input.grad().flatten();
    torch::NoGradGuard no_grad;
    for (std::int64_t i = 0; i < input.numel(); ++i) {
      double* x = input.data_ptr<double>() + i;
      const double before = *x, h = 1e-6;
      *x = before + h;
      const double above = value().item<double>();
      *x = before - h;
      const double below = value().item<double>();
      *x = before;
      // Central differences: rounding 1e-16 / 1e-6 outweighs the h^2 term.
      EXPECT_NEAR(gradient[i].item<double>(), (above - below) / (2 * h), 1e-8);
    }
  }
}

TEST(SelectedLogprobs, ChunksJoinWithoutASeam) {
  torch::manual_seed(2);
  // 1 << 20 logits a chunk: 5,000 rows of 300 make two chunks, the second one short.
  auto hidden = torch::randn({5000, 8}).requires_grad_(true),
       weight = torch::randn({300, 8}).requires_grad_(true);
  const auto targets = torch::randint(0, 300, {5000});
  const auto [logprobs, entropy] = selected_logprobs(hidden, weight, targets, 1.0);
  logprobs.sum().backward();
  const auto ours = weight.grad().clone();
  weight.mutable_grad() = torch::Tensor();
  const auto log_p = at::log_softmax(at::matmul(hidden, weight.t()), 1);
  const auto naive = log_p.gather(1, targets.unsqueeze(1)).squeeze(1);
  naive.sum().backward();
  EXPECT_LE(testing::max_difference(logprobs, naive), 1e-5);
  EXPECT_LE(testing::max_difference(entropy, -(log_p.exp() * log_p).sum(1)), 1e-5);
  // 5,000 float32 terms a sum.
  EXPECT_LE(testing::max_difference(ours, weight.grad()),
            1e-5 * weight.grad().abs().max().item<double>());
}

// Its gradient is made in the forward pass, that of a head that learns in the backward pass.
TEST(SelectedLogprobs, AFrozenHeadGivesTheSameGradient) {
  torch::manual_seed(3);
  const auto weight = torch::randn({300, 8}, torch::kFloat64);
  const auto targets = torch::randint(0, 300, {4000}),
             factors = torch::randn({4000}, torch::kFloat64);
  const auto start = torch::randn({4000, 8}, torch::kFloat64);
  const auto gradient = [&](bool learns) {
    const auto hidden = start.clone().requires_grad_(true);
    const auto head = weight.clone().requires_grad_(learns);
    const auto [logprobs, entropy] = selected_logprobs(hidden, head, targets, 0.7);
    (logprobs * factors).sum().backward();
    return std::pair(hidden.grad(), logprobs.detach());
  };
  const auto [frozen, of_frozen] = gradient(false);
  const auto [learning, of_learning] = gradient(true);
  EXPECT_TRUE(torch::equal(of_frozen, of_learning));
  EXPECT_LE(testing::max_difference(frozen, learning), 1e-12);
}

TEST(SelectedLogprobs, NoRowsGiveNoRows) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  const auto scores = policy->score(make_batch({{{1, 2, 3}, {}}}, 0, torch::kCPU), 1.0, true);
  EXPECT_EQ(scores.logprobs.abs().sum().item<double>(), 0);
  scores.logprobs.sum().backward();
}

TEST(Adapter, ReferenceIsTheModelWithoutIt) {
  auto plain = testing::lively_policy(testing::small_config(kVocabulary), nullptr);
  auto adapted = testing::lively_policy(testing::small_config(kVocabulary), nullptr, adapter());
  torch::NoGradGuard no_grad;
  const auto base = plain->score(unequal_batch(), 1.0, false).logprobs;
  EXPECT_TRUE(torch::equal(adapted->score(unequal_batch(), 1.0, false).logprobs,
                           base));  // B starts at zero
  shake_adapter(*adapted);
  EXPECT_GT(testing::max_difference(adapted->score(unequal_batch(), 1.0, false).logprobs, base),
            1e-2);
  EXPECT_TRUE(torch::equal(adapted->score_reference(unequal_batch(), 1.0).logprobs, base));
}

// A run that starts from an adapter is held to that adapter, not to the model below it.
TEST(Adapter, ReferenceIsTheAdapterItStartedFrom) {
  const auto folder = testing::fresh_folder("start");
  const auto tokenizer = testing::small_tokenizer(folder);
  const ModelShape shape = testing::small_config(tokenizer->vocabulary());
  auto first = testing::lively_policy(shape, tokenizer, adapter());
  shake_adapter(*first);
  ASSERT_TRUE(first->save(folder, "float32"));
  ASSERT_TRUE(first->save_adapter(folder));
  auto loaded = Policy::load(folder, torch::kCPU, torch::kFloat, adapter());
  ASSERT_TRUE(loaded) << loaded.error().message;
  torch::NoGradGuard no_grad;
  const auto start = (*loaded)->score(unequal_batch(), 1.0, false).logprobs;
  EXPECT_TRUE(torch::equal((*loaded)->score_reference(unequal_batch(), 1.0).logprobs, start));
  for (auto& [name, tensor] : (*loaded)->trainable()) tensor.add_(0.05);
  const auto moved = (*loaded)->score(unequal_batch(), 1.0, false).logprobs;
  EXPECT_GT(testing::max_difference(moved, start), 1e-3);
  EXPECT_TRUE(torch::equal((*loaded)->score_reference(unequal_batch(), 1.0).logprobs, start));
  // Asking for the reference has put the present adapter back.
  EXPECT_TRUE(torch::equal((*loaded)->score(unequal_batch(), 1.0, false).logprobs, moved));
}

TEST(Adapter, OtherShapeThanTheSettingsIsRefused) {
  const auto folder = testing::fresh_folder("other_shape");
  const auto tokenizer = testing::small_tokenizer(folder);
  auto first =
      testing::lively_policy(testing::small_config(tokenizer->vocabulary()), tokenizer, adapter());
  ASSERT_TRUE(first->save(folder, "float32"));
  ASSERT_TRUE(first->save_adapter(folder));
  LoraOptions other = adapter();
  other.rank *= 2;
  auto loaded = Policy::load(folder, torch::kCPU, torch::kFloat, other);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("set model.lora_rank="), std::string::npos)
      << loaded.error().message;
  other = adapter();
  other.targets.pop_back();
  loaded = Policy::load(folder, torch::kCPU, torch::kFloat, other);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("model.lora_targets"), std::string::npos);
}

TEST(Adapter, AloneIsTrained) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr, adapter());
  EXPECT_EQ(policy->trainable().size(), 2u * 3u * 2u);  // layers, targets, A and B
  shake_adapter(*policy);
  policy->score(unequal_batch(), 1.0, true).logprobs.sum().backward();
  for (auto& [name, tensor] : policy->all_weights()) {
    const bool is_adapter = name.find(".lora_") != std::string::npos;
    EXPECT_EQ(tensor.grad().defined(), is_adapter) << name;
  }
}

// Three linears with one input, the second without an adapter: their products, then the gradients
// of the input and of A and B of each adapter, for a loss that weighs each output differently.
// `factors` are x, and weight, bias, A and B of each linear; undefined ones are left out.
std::vector<torch::Tensor> group_numbers(const std::vector<torch::Tensor>& factors, bool joined,
                                         const DropInput& drop) {
  constexpr double kScaling = 1.5;
  const torch::Tensor x = factors[0].clone().requires_grad_();
  std::vector<Linear> linears;
  for (std::size_t i = 1; i < factors.size(); i += 4) {
    Linear linear{.weight = factors[i], .bias = factors[i + 1]};
    if (factors[i + 2].defined()) {
      linear.lora_a = factors[i + 2].clone().requires_grad_();
      linear.lora_b = factors[i + 3].clone().requires_grad_();
    }
    linears.push_back(linear);
  }
  std::vector<torch::Tensor> products;
  if (joined) {
    LinearGroup group{.scaling = kScaling, .drop = drop};
    for (const Linear& linear : linears) group.linears.push_back(&linear);
    products = adapted_products(x, group);
  } else {
    for (std::size_t i = 0; i < linears.size(); ++i) {
      const Linear& linear = linears[i];
      products.push_back(at::linear(x, linear.weight, linear.bias));
      if (linear.lora_a.defined())
        products.back() =
            products.back() +
            kScaling * at::linear(at::linear(drop ? drop(x, i) : x, linear.lora_a), linear.lora_b);
    }
  }
  auto loss = torch::zeros({});
  for (const torch::Tensor& product : products) {
    const auto weights = torch::linspace(-1, 1, product.numel()).view(product.sizes());
    loss = loss + (product * weights.to(product.scalar_type())).sum(torch::kFloat32);
  }
  loss.backward();
  std::vector<torch::Tensor> numbers;
  for (const torch::Tensor& product : products) numbers.push_back(product.detach());
  numbers.push_back(x.grad());
  for (const Linear& linear : linears) {
    if (!linear.lora_a.defined()) continue;
    numbers.push_back(linear.lora_a.grad());
    numbers.push_back(linear.lora_b.grad());
  }
  return numbers;
}

std::vector<torch::Tensor> group_factors() {
  torch::manual_seed(11);
  const torch::Tensor none;
  return {torch::randn({6, 10}),
          torch::randn({7, 10}),
          torch::randn({7}),
          torch::randn({4, 10}),
          torch::randn({7, 4}),
          torch::randn({3, 10}),
          none,
          none,
          none,
          torch::randn({5, 10}),
          none,
          torch::randn({4, 10}),
          torch::randn({5, 4})};
}

// Every third value, others for each linear.
torch::Tensor drop_thirds(const torch::Tensor& x, std::size_t number) {
  const auto places = torch::arange(x.numel()).view(x.sizes()) + static_cast<std::int64_t>(number);
  return x * places.remainder(3).ne(0).to(x.scalar_type());
}

TEST(Adapter, LinearsOfOneInputAreTheirProductsAndSums) {
  for (const DropInput& drop : {DropInput(), DropInput(drop_thirds)}) {
    const auto found = group_numbers(group_factors(), true, drop),
               wanted = group_numbers(group_factors(), false, drop);
    ASSERT_EQ(found.size(), 8u);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_LE(testing::max_difference(found[i], wanted[i]), 2e-5) << i;
  }
}

// Half precision: no worse than its last digits, and the adapter's gradients are float32.
TEST(Adapter, LinearsOfOneInputRoundOnce) {
  auto factors = group_factors();
  for (torch::Tensor& one : factors)
    if (one.defined()) one = one.to(torch::kBFloat16).to(torch::kFloat32);
  const auto wanted = group_numbers(factors, false, {});
  for (const std::size_t i : {0, 1, 2, 5, 9}) factors[i] = factors[i].to(torch::kBFloat16);
  const auto found = group_numbers(factors, true, {});
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_of_adapter = i >= 4;
    EXPECT_EQ(found[i].scalar_type(), is_of_adapter ? torch::kFloat32 : torch::kBFloat16) << i;
    const double size = wanted[i].abs().max().item<double>();
    EXPECT_LE(testing::max_difference(found[i].to(torch::kFloat32), wanted[i]), 0.015 * size) << i;
  }
}

TEST(Adapter, DecodesAsItScores) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr, adapter());
  shake_adapter(*policy);
  GenerateOptions options;
  options.max_new_tokens = 20;
  options.row_seeds = {1};
  const auto row = policy->generate({{4, 5}}, options)[0];
  torch::NoGradGuard no_grad;
  const auto scores = policy->score(make_batch({{{4, 5}, row.tokens}}, 0, torch::kCPU), 1.0, false);
  EXPECT_LE(
      testing::max_difference(scores.logprobs[0].narrow(0, 1, 20), torch::tensor(row.logprobs)),
      1e-4);
}

TEST(Dropout, DependsOnStepAndRowAlone) {
  auto policy = testing::lively_policy(testing::small_config(kVocabulary), nullptr, adapter(0.3));
  shake_adapter(*policy);
  torch::NoGradGuard no_grad;
  const auto at_place = [&](std::int64_t step, std::int64_t row, const TokenBatch& batch) {
    policy->set_dropout_place(step, row);
    return policy->score(batch, 1.0, true).logprobs;
  };
  const TokenBatch two = make_batch({{{1, 2}, {3, 4, 5}}, {{6, 7}, {8, 9, 10}}}, 0, torch::kCPU);
  const TokenBatch second = make_batch({{{6, 7}, {8, 9, 10}}}, 0, torch::kCPU);
  const auto whole = at_place(4, 0, two);
  EXPECT_TRUE(torch::equal(at_place(4, 0, two), whole));
  EXPECT_FALSE(torch::equal(at_place(5, 0, two), whole));
  // The second row by itself drops the same as in the batch of two.
  EXPECT_LE(testing::max_difference(at_place(4, 1, second)[0], whole[1]), 1e-5);
  EXPECT_GT(testing::max_difference(at_place(4, 0, second)[0], whole[1]), 1e-3);
  EXPECT_TRUE(torch::equal(policy->score(two, 1.0, false).logprobs,
                           policy->score(two, 1.0, false).logprobs));
}

}  // namespace
}  // namespace nereid::policy
