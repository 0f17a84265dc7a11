// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/shared_base.h"

#include <gtest/gtest.h>

#include <barrier>
#include <functional>
#include <thread>

#include "engine/base/file.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

constexpr int kRanks = 3;

/// Ranks that are threads of this process.
class Meeting {
 public:
  class Rank final : public ShareExchange {
   public:
    Rank(Meeting& meeting, int number) : meeting_(meeting), number_(number) {}
    int rank() const override { return number_; }
    int count() const override { return kRanks; }
    std::vector<std::int64_t> tell(std::int64_t mine) override {
      meeting_.said_[at()] = mine;
      meeting_.all_.arrive_and_wait();
      const std::vector<std::int64_t> said = meeting_.said_;
      meeting_.all_.arrive_and_wait();
      return said;
    }
    void gather(const torch::Tensor& whole, const torch::Tensor& part) override {
      meeting_.parts_[at()] = part;
      meeting_.all_.arrive_and_wait();
      torch::Tensor(whole).copy_(torch::cat(meeting_.parts_));
      meeting_.all_.arrive_and_wait();
    }

   private:
    std::size_t at() const { return static_cast<std::size_t>(number_); }
    Meeting& meeting_;
    int number_;
  };

  std::shared_ptr<SharedBase> base(int rank) {
    return std::make_shared<SharedBase>(std::make_shared<Rank>(*this, rank));
  }

 private:
  std::barrier<> all_{kRanks};
  std::vector<std::int64_t> said_ = std::vector<std::int64_t>(kRanks);
  std::vector<torch::Tensor> parts_ = std::vector<torch::Tensor>(kRanks);
};

void on_each_rank(const std::function<void(int rank)>& work) {
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < kRanks; ++rank) threads.emplace_back(work, rank);
}

TEST(SharedBase, GivesEachRankTheLayerThatItAsksForInItsOwnOrder) {
  constexpr std::size_t kLayers = 4;
  const auto weight = [](std::size_t layer, std::size_t number) {
    // Sizes that no number of ranks divides.
    return torch::arange(7 * 5, torch::kFloat32).view({7, 5}) + 100.0 * layer + 1000.0 * number;
  };
  Meeting meeting;
  const std::vector<std::vector<std::size_t>> orders = {
      {0, 1, 2, 3, 3, 2, 1, 0}, {3, 0}, {}};  // passes of other lengths, and none
  on_each_rank([&](int rank) {
    const auto base = meeting.base(rank);
    for (std::size_t layer = 0; layer < kLayers; ++layer)
      for (std::size_t number = 0; number < 2; ++number)
        EXPECT_EQ(base->keep(layer, weight(layer, number), torch::kCPU), number);
    EXPECT_LE(base->held_bytes(), static_cast<std::int64_t>(kLayers * 2 * 64));
    for (int again = 0; again < 2; ++again) {
      for (const std::size_t layer : orders[static_cast<std::size_t>(rank)])
        for (std::size_t number = 0; number < 2; ++number)
          EXPECT_TRUE(torch::equal(base->whole(layer, number), weight(layer, number)));
      base->leave();
    }
  });
}

TEST(SharedBase, KeepsAWeightInEveryType) {
  for (const torch::Dtype type : {torch::kInt8, torch::kBFloat16, torch::kFloat64}) {
    const torch::Tensor given = torch::randn({33, 3}).mul(20).to(type);
    Meeting meeting;
    on_each_rank([&](int rank) {
      const auto base = meeting.base(rank);
      base->keep(0, given, torch::kCPU);
      const torch::Tensor whole = base->whole(0, 0);
      EXPECT_EQ(whole.scalar_type(), type);
      EXPECT_TRUE(torch::equal(whole, given));
      base->leave();
    });
  }
}

class SharedPolicy : public ::testing::TestWithParam<torch::Dtype> {
 protected:
  SharedPolicy() {
    auto tokenizer = testing::small_tokenizer(folder_.path());
    ModelShape shape = testing::small_config(tokenizer->vocabulary());
    shape.layers = 3;
    shape.architecture = "Qwen2ForCausalLM";
    shape.attention_bias = true;
    EXPECT_TRUE(testing::lively_policy(shape, tokenizer)->save(model(), "float32"));
  }

  std::filesystem::path model() const { return folder_.path() / "model"; }

  std::unique_ptr<Policy> load(const std::shared_ptr<SharedBase>& shared) const {
    const LoraOptions lora{.rank = 4,
                           .alpha = 8,
                           .dropout = 0.2,
                           .targets = {"q_proj", "o_proj", "up_proj", "down_proj"},
                           .seed = 5};
    auto loaded = Policy::load(model(), torch::kCPU, GetParam(), lora, shared);
    EXPECT_TRUE(loaded) << loaded.error().message;
    // An adapter that does something: B is not zero any more. The same for all.
    torch::NoGradGuard no_grad;
    torch::manual_seed(3);
    for (auto& [key, tensor] : (*loaded)->trainable()) tensor.add_(torch::randn_like(tensor) * 0.1);
    return std::move(*loaded);
  }

  static TokenBatch batch(int rank) {
    const std::int32_t other = 20 + rank;
    return make_batch({{{1, 2, 3}, {4, 5, 6, 7, other}}, {{9, other}, {10, 11}}}, 0, torch::kCPU);
  }

  /// Gradients of the adapters by `batches`, one pass each, behind the log-probabilities.
  static std::vector<torch::Tensor> learnt(Policy& policy, const std::vector<TokenBatch>& batches) {
    std::vector<torch::Tensor> out;
    std::int64_t row = 0;
    for (const TokenBatch& one : batches) {
      policy.set_dropout_place(2, row);
      row += one.tokens.size(0);
      const torch::Tensor logprobs = policy.score(one, 0.9, true).logprobs;
      logprobs.sum().backward();
      out.push_back(logprobs.detach());
    }
    for (auto& [name, tensor] : policy.trainable())
      if (tensor.grad().defined()) out.push_back(tensor.grad());
    return out;
  }

  static void expect_close(const std::vector<torch::Tensor>& a,
                           const std::vector<torch::Tensor>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_LT(testing::max_difference(a[i], b[i]), 1e-5 * (1 + b[i].abs().max().item<double>()));
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-shared"));
};

// Each rank does another thing, one of them nothing at all.
TEST_P(SharedPolicy, ScoresLearnsAndSamplesAsOneWithTheWholeBase) {
  const auto alone = load(nullptr);
  const std::vector<std::vector<std::int32_t>> prompts = {{1, 2, 3}, {4, 5}};
  const GenerateOptions options{.max_new_tokens = 12, .temperature = 0, .row_seeds = {1, 2}};
  Meeting meeting;
  std::vector<std::shared_ptr<SharedBase>> bases;
  std::vector<std::unique_ptr<Policy>> policies;
  for (int rank = 0; rank < kRanks; ++rank) {
    bases.push_back(meeting.base(rank));
    policies.push_back(load(bases.back()));
  }
  std::vector<GeneratedRow> rows;
  std::vector<torch::Tensor> one, two, reference;
  std::vector<std::string> hashes(kRanks);
  on_each_rank([&](int rank) {
    Policy& policy = *policies[static_cast<std::size_t>(rank)];
    if (rank == 0) {
      rows = policy.generate(prompts, options);
      one = learnt(policy, {batch(0)});
    }
    if (rank == 1) {
      two = learnt(policy, {batch(1), batch(0), batch(1)});
      reference = {policy.score_reference(batch(1), 1).logprobs};
    }
    bases[static_cast<std::size_t>(rank)]->leave();
    hashes[static_cast<std::size_t>(rank)] = policy.weights_hash();
  });
  const auto same = alone->generate(prompts, options);
  for (std::size_t i = 0; i < prompts.size(); ++i) EXPECT_EQ(rows[i].tokens, same[i].tokens);
  expect_close(one, learnt(*alone, {batch(0)}));
  for (auto& [name, tensor] : alone->trainable()) tensor.mutable_grad() = torch::Tensor();
  expect_close(two, learnt(*alone, {batch(1), batch(0), batch(1)}));
  expect_close(reference, {alone->score_reference(batch(1), 1).logprobs});
  for (const std::string& hash : hashes) EXPECT_EQ(hash, alone->weights_hash());
}

TEST_P(SharedPolicy, HoldsItsPartAloneAndExportsTheAdapterAlone) {
  Meeting meeting;
  const auto base = meeting.base(1);
  const auto policy = load(base);
  const auto shape = policy->config();
  const std::int64_t bytes = GetParam() == torch::kInt8 ? 1 : 4;
  const std::int64_t third = linear_parameter_count(shape) * bytes / kRanks;
  EXPECT_GE(base->held_bytes(), third);
  EXPECT_LE(base->held_bytes(), third + shape.layers * 7 * 64);
  EXPECT_EQ(policy->parameter_count(), load(nullptr)->parameter_count());
  EXPECT_TRUE(policy->save_adapter(folder_.path() / "adapter"));
  for (const Result<void>& saved : {policy->save(folder_.path() / "whole", "float32"),
                                    policy->save_gguf(folder_.path() / "whole.gguf", "float32")}) {
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find("model.shard_base"), std::string::npos);
  }
  const auto all = Policy::load(model(), torch::kCPU, torch::kFloat32, {}, base);
  ASSERT_FALSE(all);
  EXPECT_NE(all.error().message.find("model.adapter"), std::string::npos) << all.error().message;
}

INSTANTIATE_TEST_SUITE_P(OfType, SharedPolicy, ::testing::Values(torch::kFloat32, torch::kInt8),
                         [](const auto& info) { return std::string(c10::toString(info.param)); });

}  // namespace
}  // namespace nereid::policy
