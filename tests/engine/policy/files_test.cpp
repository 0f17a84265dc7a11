// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/policy/internal/weights_io.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
void put_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
// A file with this header and `data` zero bytes.
std::string crafted(const std::string& header, std::size_t data) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + std::string(data, '\0');
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override { folder_ = testing::fresh_folder("files"); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Error read_error(const std::string& bytes) {
    put_bytes(folder_ / "x.safetensors", bytes);
    const auto read = read_safetensors(folder_ / "x.safetensors");
    EXPECT_FALSE(read);
    return read ? Error{} : read.error();
  }
  std::filesystem::path folder_;
};

TEST_F(Files, EveryTypeComesBack) {
  const NamedTensors written = {
      {"f32", torch::randn({3, 5})},
      {"f16", torch::randn({7}).to(torch::kFloat16)},
      {"bf16", torch::randn({2, 2}).to(torch::kBFloat16)},
      {"f64", torch::randn({1, 4}, torch::kFloat64)},
      {"i8", torch::randint(-128, 127, {9}, torch::kInt8)},
      {"i32", torch::randint(-1000, 1000, {3}, torch::kInt32)},
      {"i64", torch::randint(-1000, 1000, {3}, torch::kInt64)},
      {"u8", torch::randint(0, 255, {5}, torch::kUInt8)},
      {"bool", torch::tensor({true, false, true})},
      {"scalar", torch::tensor(3.5f)},
      {"empty", torch::empty({0, 4})},
      {"a view, not contiguous", torch::randn({4, 6}).t()},
  };
  const auto file = folder_ / "all.safetensors";
  ASSERT_TRUE(write_safetensors(file, written, {{"format", "pt"}}));
  const auto read = read_safetensors(file);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), written.size());
  for (const auto& [name, tensor] : written) {
    const auto same = std::find_if(read->begin(), read->end(), [&name = name](const auto& entry) {
      return entry.first == name;
    });
    ASSERT_NE(same, read->end()) << name;
    EXPECT_EQ(same->second.scalar_type(), tensor.scalar_type()) << name;
    EXPECT_TRUE(torch::equal(same->second, tensor)) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".part"));
}

TEST_F(Files, EveryTruncationIsAnError) {
  ASSERT_TRUE(write_safetensors(folder_ / "a",
                                {{"w", torch::randn({4, 4})}, {"v", torch::randn({3})}}, {}));
  const std::string whole = bytes_of(folder_ / "a");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(read_error(whole.substr(0, length)).code, ErrorCode::kCorrupt) << length;
  }
}

TEST_F(Files, WrongHeadersNameTheEntry) {
  const auto message = [&](const std::string& entries, std::size_t data) {
    const Error error = read_error(crafted("{" + entries + "}", data));
    EXPECT_NE(error.message.find("x.safetensors"), std::string::npos);
    return error.message;
  };
  const auto entry = [](const std::string& name, const std::string& shape,
                        const std::string& offsets) {
    return "\"" + name + "\":{\"dtype\":\"F32\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
  };
  EXPECT_NE(
      message(entry("w", "[2]", "[0,8]") + "," + entry("v", "[2]", "[4,12]"), 12).find("overlaps"),
      std::string::npos);
  EXPECT_NE(message(entry("w", "[2]", "[0,8]"), 4).find("entry \"w\""), std::string::npos);
  EXPECT_NE(message(entry("w", "[2]", "[8,0]"), 8).find("entry \"w\""), std::string::npos);
  EXPECT_NE(message(entry("w", "[3]", "[0,8]"), 8).find("does not fit"), std::string::npos);
  EXPECT_NE(message(entry("w", "[-2]", "[0,8]"), 8).find("shape"), std::string::npos);
  EXPECT_NE(message(entry("w", "[4294967296,4294967296,4]", "[0,0]"), 0).find("does not fit"),
            std::string::npos);
  EXPECT_NE(message(entry("w", "[1]", "[0,18446744073709551615]"), 4).find("outside"),
            std::string::npos);
  EXPECT_NE(message("\"w\":{\"dtype\":\"F8\",\"shape\":[1],\"data_offsets\":[0,1]}", 1).find("F8"),
            std::string::npos);
  EXPECT_NE(message("\"w\":3", 0).find("needs dtype"), std::string::npos);
  EXPECT_EQ(read_error(crafted("[]", 0)).code, ErrorCode::kCorrupt);
  const std::uint64_t huge = ~0ULL;
  EXPECT_EQ(read_error(std::string(reinterpret_cast<const char*>(&huge), 8) + "{}").code,
            ErrorCode::kCorrupt);
}

TEST_F(Files, RandomDamageNeverCrashes) {
  ASSERT_TRUE(write_safetensors(
      folder_ / "a", {{"w", torch::randn({4, 4})}, {"v", torch::ones({3}, torch::kInt64)}},
      {{"k", "v"}}));
  const std::string whole = bytes_of(folder_ / "a");
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string damaged = whole;
    for (int k = 0; k <= i % 3; ++k) damaged[random() % 200] = static_cast<char>(random());
    put_bytes(folder_ / "x", damaged);
    refused += read_safetensors(folder_ / "x") ? 0 : 1;
  }
  EXPECT_GT(refused, 500);
}

TEST_F(Files, WhatCannotBeReadOrWrittenIsSaid) {
  EXPECT_EQ(read_safetensors(folder_ / "none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_safetensors(folder_).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(write_safetensors(folder_ / "none" / "x", {}, {}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(resolve_model((folder_ / "none").string()).error().code, ErrorCode::kNotFound);
}

class Folders : public Files {
 protected:
  void SetUp() override {
    Files::SetUp();
    tokenizer_ = testing::small_tokenizer(folder_);
    policy_ = testing::lively_policy(testing::small_config(tokenizer_->vocabulary()), tokenizer_);
  }
  Result<std::unique_ptr<Policy>> load(const std::filesystem::path& folder,
                                       const LoraOptions& lora = {}) {
    return Policy::load(folder, torch::kCPU, torch::kFloat32, lora);
  }
  torch::Tensor logits(Policy& policy) {
    torch::NoGradGuard no_grad;
    return policy.forward(torch::arange(60).view({2, 30}), false);
  }
  std::shared_ptr<Tokenizer> tokenizer_;
  std::unique_ptr<Policy> policy_;
};

TEST_F(Folders, SavedModelIsLoadedBitForBit) {
  ASSERT_TRUE(policy_->save(folder_ / "m", "float32"));
  auto loaded = load(folder_ / "m");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ((*loaded)->weights_hash(), policy_->weights_hash());
  EXPECT_EQ((*loaded)->parameter_count(), policy_->parameter_count());
  EXPECT_TRUE(torch::equal(logits(**loaded), logits(*policy_)));
  EXPECT_EQ((*loaded)->tokenizer()->encode("x = 1"), tokenizer_->encode("x = 1"));
  EXPECT_EQ(resolve_model((folder_ / "m").string()).value(), folder_ / "m");
}

TEST_F(Folders, SmallerTypesAreOffByTheirRounding) {
  // Half a unit of the last place: 2^-11 of the value, 2^-8 of it, 1/254 of the row's greatest.
  for (const auto& [dtype, bound] :
       {std::pair{"float16", 0x1p-11}, {"bfloat16", 0x1p-8}, {"int8", 1.0 / 254}}) {
    ASSERT_TRUE(policy_->save(folder_ / dtype, dtype));
    auto loaded = load(folder_ / dtype);
    ASSERT_TRUE(loaded) << loaded.error().message;
    const auto before = policy_->all_weights(), after = (*loaded)->all_weights();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto top = before[i].second.abs().amax(-1, true);
      const auto error = ((after[i].second - before[i].second).abs() / top).max().item<double>();
      EXPECT_LE(error, bound * 1.001) << dtype << " " << before[i].first;
    }
  }
  EXPECT_LT(std::filesystem::file_size(folder_ / "int8" / "model.safetensors"),
            std::filesystem::file_size(folder_ / "float16" / "model.safetensors"));
  EXPECT_EQ(policy_->save(folder_ / "x", "int3").error().code, ErrorCode::kInvalidArgument);
}

TEST_F(Folders, OneChangedWeightChangesTheHash) {
  const std::string before = policy_->weights_hash();
  torch::NoGradGuard no_grad;
  policy_->all_weights()[3].second.view(-1)[5].add_(1e-6);
  EXPECT_NE(policy_->weights_hash(), before);
}

TEST_F(Folders, DamagedModelsAreNamed) {
  ASSERT_TRUE(policy_->save(folder_ / "m", "float32"));
  const std::string weights = bytes_of(folder_ / "m" / "model.safetensors");
  put_bytes(folder_ / "m" / "model.safetensors", weights.substr(0, weights.size() / 2));
  auto loaded = load(folder_ / "m");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(loaded.error().message.find("entry \""), std::string::npos);
  // A weight that is missing, then one of another shape.
  auto tensors = policy_->all_weights();
  const auto gone = tensors[4];
  tensors.erase(tensors.begin() + 4);
  ASSERT_TRUE(write_safetensors(folder_ / "m" / "model.safetensors", tensors, {}));
  EXPECT_NE(load(folder_ / "m").error().message.find(gone.first), std::string::npos);
  tensors.emplace_back(gone.first, gone.second.narrow(0, 0, 3));
  ASSERT_TRUE(write_safetensors(folder_ / "m" / "model.safetensors", tensors, {}));
  EXPECT_NE(load(folder_ / "m").error().message.find("shape"), std::string::npos);
  std::filesystem::remove(folder_ / "m" / "model.safetensors");
  EXPECT_EQ(load(folder_ / "m").error().code, ErrorCode::kNotFound);
}

TEST_F(Folders, OddConfigsAreRefused) {
  ASSERT_TRUE(policy_->save(folder_ / "m", "float32"));
  const auto config = nlohmann::json::parse(bytes_of(folder_ / "m" / "config.json"));
  const auto code = [&](const char* key, const nlohmann::json& value) {
    auto changed = config;
    changed[key] = value;
    put_bytes(folder_ / "m" / "config.json", changed.dump());
    const auto loaded = load(folder_ / "m");
    EXPECT_FALSE(loaded) << key;
    return loaded ? ErrorCode::kInternal : loaded.error().code;
  };
  EXPECT_EQ(code("architectures", {"GPT2LMHeadModel"}), ErrorCode::kUnsupported);
  EXPECT_EQ(code("rope_scaling", {{"rope_type", "longrope"}}), ErrorCode::kUnsupported);
  EXPECT_EQ(code("rope_scaling", {{"rope_type", "llama3"}}), ErrorCode::kCorrupt);
  EXPECT_EQ(code("rope_scaling", {{"rope_type", "yarn"}, {"factor", 0}}), ErrorCode::kCorrupt);
  EXPECT_EQ(code("hidden_size", "many"), ErrorCode::kCorrupt);
  EXPECT_EQ(code("num_hidden_layers", -1), ErrorCode::kCorrupt);
  EXPECT_EQ(code("num_key_value_heads", 3), ErrorCode::kCorrupt);
  put_bytes(folder_ / "m" / "config.json", "{");
  EXPECT_EQ(load(folder_ / "m").error().code, ErrorCode::kCorrupt);
}

TEST_F(Folders, AdapterAndModelAreReadByHuggingFace) {
  const LoraOptions lora{
      .rank = 4, .alpha = 8, .targets = {"q_proj", "o_proj", "gate_proj"}, .seed = 5};
  auto adapted = testing::lively_policy(policy_->config(), tokenizer_, lora);
  {
    torch::NoGradGuard no_grad;
    for (auto& [name, tensor] : adapted->trainable()) tensor.add_(torch::randn_like(tensor) * 0.1);
  }
  EXPECT_GT(testing::max_difference(logits(*adapted), logits(*policy_)), 0.1);
  ASSERT_TRUE(adapted->save(folder_ / "base", "float32"));
  ASSERT_TRUE(adapted->save_adapter(folder_ / "adapter"));
  const auto tokens = torch::arange(60).view({2, 30});
  ASSERT_TRUE(write_safetensors(folder_ / "tokens.safetensors", {{"tokens", tokens}}, {}));
  ASSERT_TRUE(testing::run_reference_script("adapter " + folder_.string() + " " +
                                            (folder_ / "out").string()));
  const auto theirs = read_safetensors(folder_ / "out");
  ASSERT_TRUE(theirs) << theirs.error().message;
  EXPECT_LE(testing::max_difference(theirs->front().second, logits(*adapted)), 1e-3);

  // Beside its base it is loaded for training, or merged when no adapter is asked for.
  ASSERT_TRUE(adapted->save_adapter(folder_ / "base"));
  auto again = load(folder_ / "base", lora);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->weights_hash(), adapted->weights_hash());
  auto merged = load(folder_ / "base");
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_LE(testing::max_difference(logits(**merged), logits(*adapted)), 1e-4);
  EXPECT_EQ(policy_->save_adapter(folder_ / "none").error().code, ErrorCode::kInvalidArgument);

  // An adapter in a folder of its own finds its base, and says so when that is gone.
  ASSERT_TRUE((*again)->save_adapter(folder_ / "alone"));
  auto alone = load(resolve_model((folder_ / "alone").string()).value(), lora);
  ASSERT_TRUE(alone) << alone.error().message;
  EXPECT_EQ((*alone)->weights_hash(), adapted->weights_hash());
  std::filesystem::remove_all(folder_ / "base");
  EXPECT_EQ(load(folder_ / "alone").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nereid::policy
