// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/transformer.h"
#include <fstream>

#include "engine/policy/internal/cpu_decoder.h"
#include "engine/policy/internal/model_config.h"
#include "engine/policy/internal/weights_io.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

class Families : public ::testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::fresh_folder("families");
    ASSERT_TRUE(testing::run_reference_script("models " + folder_.string()));
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  void SetUp() override {
    const auto folder = folder_ / GetParam();
    auto config = read_model_shape(folder);
    ASSERT_TRUE(config) << config.error().message;
    weights_.config = *config;
    auto stored = StoredWeights::open(folder, *config);
    ASSERT_TRUE(stored) << stored.error().message;
    auto filled = fill_weights(weights_, **stored, torch::kCPU, torch::kFloat32);
    ASSERT_TRUE(filled) << filled.error().message;
    build_rope_tables(weights_, torch::kCPU);
    auto expected = read_safetensors(folder / "expected.safetensors");
    ASSERT_TRUE(expected) << expected.error().message;
    for (auto& [name, tensor] : *expected) (name == "tokens" ? tokens_ : logits_) = tensor;
  }

  static inline std::filesystem::path folder_;
  Weights weights_;
  torch::Tensor tokens_, logits_;
};

TEST_P(Families, LogitsAreHuggingFaces) {
  torch::NoGradGuard no_grad;
  const auto logits =
      at::matmul(hidden_states(weights_, rectangle(tokens_), {}), weights_.head().t())
          .view(logits_.sizes());
  EXPECT_GT(logits_.abs().max().item<double>(),
            1.0);  // otherwise the bound below would say nothing
  EXPECT_LE(testing::max_difference(logits, logits_), 1e-4);
}

TEST_P(Families, WeightsOfOneInputLieBehindOneAnotherBeforeRoomForTheirAdapters) {
  torch::NoGradGuard no_grad;
  visit_linears(weights_, [](const std::string&, const std::string&, Linear& linear) {
    linear.lora_a = torch::ones({4, linear.weight.size(1)});
    linear.lora_b = torch::zeros({linear.weight.size(0), 4});
  });
  const auto q = weights_.layers[0].q.weight.clone(), down = weights_.layers[0].down.weight.clone();
  lay_side_by_side(weights_);
  const LayerWeights& layer = weights_.layers[0];
  EXPECT_TRUE(torch::equal(layer.q.weight, q));
  EXPECT_TRUE(torch::equal(layer.down.weight, down));
  const auto expect_one_piece = [](const std::vector<const Linear*>& linears) {
    const float* next = linears.front()->weight.const_data_ptr<float>();
    for (const Linear* linear : linears) {
      EXPECT_EQ(linear->weight.const_data_ptr<float>(), next);
      next += linear->weight.numel();
    }
    for (const Linear* linear : linears) {
      EXPECT_EQ(linear->room_for_a.sizes(), linear->lora_a.sizes());
      EXPECT_EQ(linear->room_for_a.const_data_ptr<float>(), next);
      next += linear->room_for_a.numel();
    }
  };
  expect_one_piece({&layer.q, &layer.k, &layer.v});
  expect_one_piece({&layer.o});
  expect_one_piece({&layer.gate, &layer.up});
  expect_one_piece({&layer.down});
}

TEST_P(Families, DecoderLogitsAreHuggingFaces) {
  CpuDecoder decoder(weights_);
  for (std::int64_t row = 0; row < tokens_.size(0); ++row) {
    // The first 21 tokens as a prompt, the rest one by one behind it.
    KeyValueStore prompt, own;
    prompt.reserve(weights_.config, 21);
    own.reserve(weights_.config, 16);
    const auto* tokens = tokens_[row].data_ptr<std::int64_t>();
    std::vector<DecodeToken> batch;
    std::vector<std::int32_t> wanted;
    for (std::int32_t t = 0; t < 21; ++t) {
      batch.push_back({.token = static_cast<std::int32_t>(tokens[t]),
                       .position = t,
                       .store = &prompt,
                       .index = t});
      wanted.push_back(t);
    }
    const auto check = [&](const float* logits, std::int64_t t) {
      const auto ours = torch::from_blob(const_cast<float*>(logits), {weights_.config.vocabulary});
      EXPECT_LE(testing::max_difference(ours, logits_[row][t]), 1e-4) << "position " << t;
    };
    const float* logits = decoder.run(batch, wanted);
    for (std::int64_t t = 0; t < 21; ++t) check(logits + t * decoder.logits_stride(), t);
    for (std::int32_t t = 21; t < 37; ++t) {
      const DecodeToken token{.token = static_cast<std::int32_t>(tokens[t]),
                              .position = t,
                              .store = &own,
                              .index = t - 21,
                              .prefix = &prompt,
                              .prefix_length = 21};
      const std::int32_t first = 0;
      check(decoder.run({&token, 1}, {&first, 1}), t);
    }
  }
}

// What is written for another program to read means the same model.
TEST_P(Families, TheConfigIsWrittenAsItWasRead) {
  const auto folder = folder_ / GetParam() / "again";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "config.json") << render_model_config(weights_.config, "float32", {1}, 0);
  const auto again = read_model_shape(folder);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->rope_scaling, weights_.config.rope_scaling);
  EXPECT_EQ(again->max_positions, weights_.config.max_positions);
  EXPECT_EQ(again->rope_theta, weights_.config.rope_theta);
  EXPECT_EQ(again->head_dim, weights_.config.head_dim);
}

INSTANTIATE_TEST_SUITE_P(Transformer, Families,
                         ::testing::Values("llama", "llama_untied", "qwen2", "qwen3", "linear",
                                           "llama3", "yarn", "yarn_all"));

}  // namespace
}  // namespace nereid::policy
