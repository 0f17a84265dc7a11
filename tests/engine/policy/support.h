// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "engine/base/paths.h"
#include "engine/policy/internal/policy.h"

namespace nereid::policy::testing {

/// A folder of this test program, empty at first.
inline std::filesystem::path fresh_folder(const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("nereid_policy_" + std::to_string(getpid()) + "_" + name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

/// Runs the script that asks Hugging Face for the right answer; false if it fails.
inline bool run_reference_script(const std::string& arguments) {
  const std::string command = python_executable().string() + " " + NEREID_REFERENCE_SCRIPT + " " +
                              arguments + " >/dev/null 2>&1";
  return std::system(command.c_str()) == 0;
}

/// A tokenizer trained on a few lines, with the pocket model's special tokens.
inline std::shared_ptr<Tokenizer> small_tokenizer(const std::filesystem::path& folder,
                                                  int vocabulary = 300) {
  const std::vector<std::string> texts(
      20, "def kernel(x_ptr, n: tl.constexpr):\n    x = tl.load(x_ptr + offsets, mask=mask)\n");
  const auto file = folder / "tokenizer.json";
  const auto trained =
      Tokenizer::train(texts, vocabulary, {"<|pad|>", "<|end|>", "<|task|>", "<|answer|>"}, file);
  EXPECT_TRUE(trained) << (trained ? "" : trained.error().message);
  auto tokenizer = Tokenizer::load(file);
  EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
  return tokenizer ? *tokenizer : nullptr;
}

/// A model of two layers with grouped heads.
inline ModelShape small_config(int vocabulary) {
  ModelShape config;
  config.vocabulary = vocabulary;
  config.hidden_size = 48;
  config.layers = 2;
  config.heads = 4;
  config.kv_heads = 2;
  config.head_dim = 12;
  config.intermediate_size = 40;
  config.max_positions = 96;
  return config;
}

/// Weights ten times the usual start, so that attention and probabilities are far from uniform.
inline std::unique_ptr<Policy> lively_policy(const ModelShape& config,
                                             std::shared_ptr<Tokenizer> tokenizer,
                                             const LoraOptions& lora = {}) {
  auto policy = Policy::make_new(config, std::move(tokenizer), 7, torch::kCPU, lora);
  torch::NoGradGuard no_grad;
  for (auto& [name, tensor] : policy->all_weights()) {
    if (tensor.dim() == 2) tensor.mul_(10);
  }
  return policy;
}

inline double max_difference(const torch::Tensor& a, const torch::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

}  // namespace nereid::policy::testing
