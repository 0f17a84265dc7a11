// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "engine/base/file.h"
#include "engine/policy/gguf/gguf_file.h"
#include "engine/policy/internal/stored_weights.h"
#include "engine/policy/internal/tokenizer_files.h"
#include "engine/policy/shape/gguf_shape.h"
#include "tests/engine/policy/gguf_writer.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

using testing::GgufWriter;

std::string from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

// What gguf-py makes of the same blocks (gguf/make_numbers.py).
TEST(GgufBlocks, AreMultipliedOutAsGgufPyDoes) {
  std::ifstream stream(NEREID_GGUF_NUMBERS);
  const auto all = nlohmann::json::parse(stream);
  EXPECT_EQ(all.size(), 11U);
  for (const auto& one : all) {
    const auto name = one["name"].get<std::string>();
    const GgufFormat* format = find_gguf_format(one["type"].get<std::uint32_t>());
    ASSERT_NE(format, nullptr) << name;
    EXPECT_EQ(format->name, name);
    const std::string blocks = from_hex(one["blocks"].get<std::string>()),
                      numbers = from_hex(one["numbers"].get<std::string>());
    const std::size_t count = blocks.size() / format->bytes;
    std::vector<float> ours(count * format->values), theirs(numbers.size() / sizeof(float));
    ASSERT_EQ(ours.size(), theirs.size()) << name;
    std::memcpy(theirs.data(), numbers.data(), numbers.size());
    format->multiply_out(reinterpret_cast<const std::byte*>(blocks.data()), ours.data(), count);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      // One rounding more or less where a product is added to.
      const float bound =
          std::isfinite(theirs[i]) ? 1e-6F * std::max(1.0F, std::abs(theirs[i])) : 0;
      EXPECT_TRUE(ours[i] == theirs[i] || std::abs(ours[i] - theirs[i]) <= bound)
          << name << " " << i << ": " << ours[i] << ", expected " << theirs[i];
    }
  }
}

class Gguf : public ::testing::Test {
 protected:
  Gguf() : folder_(testing::fresh_folder("gguf")), tokenizer_(testing::small_tokenizer(folder_)) {}
  ~Gguf() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file() const { return folder_ / "model.gguf"; }

  ModelShape shape(const std::string& architecture) const {
    ModelShape shape = testing::small_config(tokenizer_->vocabulary());
    shape.architecture = architecture;
    shape.hidden_size = 64;
    shape.head_dim = 16;
    shape.intermediate_size = 96;
    shape.attention_bias = architecture == "Qwen2ForCausalLM";
    shape.qk_norm = architecture == "Qwen3ForCausalLM";
    return shape;
  }

  // The metadata that convert_hf_to_gguf.py of llama.cpp writes.
  void describe(const ModelShape& s) {
    const std::string family = s.architecture == "LlamaForCausalLM"   ? "llama"
                               : s.architecture == "Qwen2ForCausalLM" ? "qwen2"
                                                                      : "qwen3";
    const auto number = [](auto value) { return static_cast<std::uint32_t>(value); };
    writer_.values = {
        {"general.architecture", family},
        {"general.alignment", std::uint32_t{32}},
        {family + ".block_count", number(s.layers)},
        {family + ".context_length", number(s.max_positions)},
        {family + ".embedding_length", number(s.hidden_size)},
        {family + ".feed_forward_length", number(s.intermediate_size)},
        {family + ".attention.head_count", number(s.heads)},
        {family + ".attention.head_count_kv", number(s.kv_heads)},
        {family + ".attention.key_length", number(s.head_dim)},
        {family + ".attention.layer_norm_rms_epsilon", static_cast<float>(s.rms_norm_eps)},
        {family + ".rope.freq_base", static_cast<float>(s.rope_theta)}};
    const auto json = nlohmann::json::parse(tokenizer_->to_json());
    std::map<int, std::string> by_id;
    for (const auto& [token, id] : json["model"]["vocab"].items()) by_id[id.get<int>()] = token;
    std::vector<std::int32_t> types(static_cast<std::size_t>(tokenizer_->vocabulary()), 1);
    for (const auto& added : json["added_tokens"]) {
      by_id[added["id"].get<int>()] = added["content"].get<std::string>();
      types[added["id"].get<std::size_t>()] = 3;
    }
    std::vector<std::string> tokens, merges;
    for (const auto& [id, token] : by_id) tokens.push_back(token);
    for (const auto& pair : json["model"]["merges"])
      merges.push_back(pair[0].get<std::string>() + " " + pair[1].get<std::string>());
    writer_.values["tokenizer.ggml.model"] = std::string("gpt2");
    writer_.values["tokenizer.ggml.pre"] = std::string("gpt-2");
    writer_.values["tokenizer.ggml.tokens"] = tokens;
    writer_.values["tokenizer.ggml.token_type"] = types;
    writer_.values["tokenizer.ggml.merges"] = merges;
    writer_.values["tokenizer.ggml.eos_token_id"] = std::uint32_t{1};
    writer_.values["tokenizer.ggml.eot_token_id"] = std::uint32_t{3};
    writer_.values["tokenizer.ggml.padding_token_id"] = std::uint32_t{0};
  }

  // Random blocks of a format; their scales are small, so that logits are not all the same.
  std::string random_blocks(const GgufFormat& format, std::size_t numbers) {
    std::string bytes;
    for (std::size_t block = 0; block < numbers / format.values; ++block) {
      std::string one(format.bytes, '\0');
      for (char& byte : one) byte = static_cast<char>(random_());
      const std::uint16_t scale = 0x2000 | (random_() & 0x03ff), offset = 0xb000;  // 2^-7, -2^-3
      if (format.values > 1) std::memcpy(one.data(), &scale, 2);
      if (std::string(format.name).ends_with("_1")) std::memcpy(one.data() + 2, &offset, 2);
      const float value = static_cast<float>(random_() % 2001) / 4000.0F - 0.25F;
      if (format.bytes == 4) std::memcpy(one.data(), &value, 4);
      const auto high = static_cast<std::uint16_t>(0x3000 | (random_() & 0x83ff));
      if (format.bytes == 2) std::memcpy(one.data(), &high, 2);
      bytes += one;
    }
    return bytes;
  }

  // Fills policy and writer with the same random weights, each matrix in another format.
  void make(Policy& policy) {
    const ModelShape& s = policy.config();
    describe(s);
    const std::array<std::uint32_t, 8> types = {8, 2, 3, 6, 7, 1, 30, 0};
    std::size_t next = 0;
    for (auto& [name, tensor] : policy.all_weights()) {
      const GgufFormat& format = *find_gguf_format(tensor.dim() == 1 ? 0 : types[next++ % 8]);
      const auto count = static_cast<std::size_t>(tensor.numel());
      const std::string bytes = random_blocks(format, count);
      torch::Tensor values = torch::empty(tensor.sizes());
      format.multiply_out(reinterpret_cast<const std::byte*>(bytes.data()),
                          values.data_ptr<float>(), count / format.values);
      torch::NoGradGuard no_grad;
      tensor.copy_(stored_order(s, name) ? halves_of_pairs(values, s.head_dim) : values);
      std::vector<std::uint64_t> reversed(tensor.sizes().rbegin(), tensor.sizes().rend());
      writer_.tensors.emplace_back(gguf_weight_name(name),
                                   GgufWriter::Tensor{reversed, format.id, bytes});
    }
    writer_.write(file());
  }

  static bool stored_order(const ModelShape& s, const std::string& name) {
    return s.architecture == "LlamaForCausalLM" &&
           (name.find("q_proj.weight") != std::string::npos ||
            name.find("k_proj.weight") != std::string::npos);
  }
  // convert_hf_to_gguf.py puts row (head, half j, place i) of Hugging Face at (head, i, j).
  static torch::Tensor halves_of_pairs(const torch::Tensor& stored, std::int64_t head_dim) {
    torch::Tensor out = torch::empty_like(stored);
    for (std::int64_t row = 0; row < stored.size(0); ++row) {
      const std::int64_t head = row / head_dim, place = row % head_dim / 2, half = row % 2;
      out[head * head_dim + half * (head_dim / 2) + place] = stored[row];
    }
    return out;
  }

  Result<std::unique_ptr<Policy>> load() const {
    return Policy::load(file(), torch::kCPU, torch::kFloat32, {});
  }

  // What loading says after `change` to the file that describe() and make() wrote.
  std::string refusal(const std::function<void(GgufWriter&)>& change) {
    GgufWriter changed = writer_;
    change(changed);
    changed.write(file());
    const auto loaded = load();
    EXPECT_FALSE(loaded);
    if (loaded) return "";
    EXPECT_NE(loaded.error().message.find("model.gguf"), std::string::npos)
        << loaded.error().message;
    EXPECT_TRUE(loaded.error().code == ErrorCode::kCorrupt ||
                loaded.error().code == ErrorCode::kUnsupported)
        << loaded.error().message;
    return loaded.error().message;
  }

  std::filesystem::path folder_;
  std::shared_ptr<Tokenizer> tokenizer_;
  GgufWriter writer_;
  std::mt19937 random_{5};
};

TEST_F(Gguf, AModelIsLoadedBitForBitInEveryFamilyAndFormat) {
  for (const char* family : {"LlamaForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM"}) {
    for (const bool tied : {true, false}) {
      ModelShape wanted = shape(family);
      wanted.tie_embeddings = tied;
      auto policy = Policy::make_new(wanted, tokenizer_, 3, torch::kCPU, {});
      writer_.tensors.clear();
      make(*policy);
      ASSERT_EQ(resolve_model(file().string()).value(), file());
      auto loaded = load();
      ASSERT_TRUE(loaded) << loaded.error().message;
      EXPECT_EQ((*loaded)->weights_hash(), policy->weights_hash()) << family;
      const ModelShape& found = (*loaded)->config();
      EXPECT_EQ(found.architecture, family);
      EXPECT_EQ(found.tie_embeddings, tied);
      EXPECT_EQ(found.rope_theta, wanted.rope_theta);
      EXPECT_EQ(found.rms_norm_eps, 1e-5) << "a float32 of the file by its shortest decimal";
      torch::NoGradGuard no_grad;
      const auto tokens = torch::arange(60).view({2, 30});
      EXPECT_TRUE(torch::equal((*loaded)->forward(tokens, false), policy->forward(tokens, false)));
      const auto facts = read_model_facts(file());
      ASSERT_TRUE(facts) << facts.error().message;
      EXPECT_EQ(parameter_count(facts->shape), policy->parameter_count());
      EXPECT_EQ(facts->bytes, std::filesystem::file_size(file()));
    }
  }
}

TEST_F(Gguf, TheTokenizerIsThatOfTheOriginAndIsExported) {
  auto policy = Policy::make_new(shape("LlamaForCausalLM"), tokenizer_, 3, torch::kCPU, {});
  make(*policy);
  writer_.values["tokenizer.chat_template"] =
      std::string("{{ messages[0].content }}{{ eos_token }}");
  writer_.write(file());
  auto loaded = load();
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Tokenizer& tokenizer = *(*loaded)->tokenizer();
  for (const std::string text : {"def kernel(x_ptr):\n    return 12345 + x", "<|task|>a<|end|>",
                                 "\xc3\xa9 \xf0\x9f\x98\x80", "  mask=mask)\r\n\t"})
    EXPECT_EQ(tokenizer.encode(text), tokenizer_->encode(text)) << text;
  EXPECT_EQ(tokenizer.end_tokens(), (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(tokenizer.pad_token(), 0);
  EXPECT_EQ(tokenizer.chat("why").value(), "why<|end|>");
  // As a folder it is the same model.
  ASSERT_TRUE((*loaded)->save(folder_ / "out", "float32"));
  auto again = Policy::load(folder_ / "out", torch::kCPU, torch::kFloat32, {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->weights_hash(), policy->weights_hash());
  EXPECT_EQ((*again)->tokenizer()->end_tokens(), tokenizer.end_tokens());
  EXPECT_EQ((*again)->tokenizer()->chat("why").value(), "why<|end|>");
  EXPECT_EQ((*again)->tokenizer()->encode("x = 1"), tokenizer_->encode("x = 1"));
}

TEST_F(Gguf, WhatIsWrittenIsReadAgain) {
  for (const char* family : {"LlamaForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM"}) {
    ModelShape wanted = shape(family);
    wanted.tie_embeddings = std::string(family) == "Qwen2ForCausalLM";
    wanted.rope_theta = 500000;
    if (wanted.qk_norm)
      wanted.rope_scaling = {.kind = RopeScaling::Kind::kYarn,
                             .factor = 2,
                             .original_positions = 48,
                             .attention_factor = 1.25};
    if (std::string(family) == "LlamaForCausalLM")
      wanted.rope_scaling = {
          .kind = RopeScaling::Kind::kLlama3, .factor = 8, .original_positions = 8192};
    auto policy = testing::lively_policy(wanted, tokenizer_);
    std::filesystem::remove(file());
    ASSERT_TRUE(policy->save_gguf(file(), "float32"));
    auto loaded = load();
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ((*loaded)->weights_hash(), policy->weights_hash()) << family;
    const RopeScaling& scaling = (*loaded)->config().rope_scaling;
    EXPECT_EQ(scaling.kind, wanted.rope_scaling.kind);
    EXPECT_FLOAT_EQ(static_cast<float>(scaling.factor),
                    static_cast<float>(wanted.rope_scaling.factor));
    EXPECT_FLOAT_EQ(static_cast<float>(scaling.attention_factor),
                    static_cast<float>(wanted.rope_scaling.attention_factor));
    EXPECT_EQ((*loaded)->tokenizer()->encode("x = 12 <|end|>"),
              tokenizer_->encode("x = 12 <|end|>"));
    EXPECT_EQ((*loaded)->tokenizer()->end_tokens(), tokenizer_->end_tokens());
    // Smaller formats are off by their rounding: 2^-11 and 2^-8 of a value, half of 1/127 of the
    // greatest of 32 and the rounding of its scale.
    for (const auto& [dtype, bound] :
         {std::pair{"float16", 0x1p-11}, {"bfloat16", 0x1p-8}, {"int8", 0.5 / 127 + 0x1p-11}}) {
      ASSERT_TRUE(policy->save_gguf(file(), dtype));
      auto small = load();
      ASSERT_TRUE(small) << small.error().message;
      const auto before = policy->all_weights(), after = (*small)->all_weights();
      for (std::size_t i = 0; i < before.size(); ++i) {
        const double top = before[i].second.abs().max().item<double>();
        EXPECT_LE(testing::max_difference(before[i].second, after[i].second), top * bound * 1.001)
            << dtype << " " << before[i].first;
      }
    }
  }
}

// Digits, contractions and accents are what the ways of cutting text differ in.
TEST_F(Gguf, TextIsCutAsTheFileSays) {
  auto policy = Policy::make_new(shape("LlamaForCausalLM"), tokenizer_, 3, torch::kCPU, {});
  make(*policy);
  auto tokens = std::get<std::vector<std::string>>(writer_.values["tokenizer.ggml.tokens"]);
  const std::vector<std::string> words = {
      "12", "123", "1234", "'R", "'RE", "\xc3\x83", "\xc3\x83\xc2\xa9"};
  std::vector<std::string> merges = {"1 2", "12 3", "123 4", "' R", "'R E"};
  std::copy_n(words.begin(), 5, tokens.end() - 5);
  writer_.values["tokenizer.ggml.tokens"] = tokens;
  writer_.values["tokenizer.ggml.merges"] = merges;
  const auto pieces = [&](const std::string& pre, const std::string& text) {
    writer_.values["tokenizer.ggml.pre"] = pre;
    writer_.write(file());
    const auto tokenizer = Tokenizer::load(file());
    EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
    std::vector<std::string> out;
    if (!tokenizer) return out;
    for (const std::int32_t token : (*tokenizer)->encode(text))
      out.push_back((*tokenizer)->decode(std::vector{token}));
    return out;
  };
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(pieces("gpt-2", "1234"), (Pieces{"1234"}));
  EXPECT_EQ(pieces("llama-bpe", "1234"), (Pieces{"123", "4"}));
  EXPECT_EQ(pieces("qwen2", "1234"), (Pieces{"1", "2", "3", "4"}));
  EXPECT_EQ(pieces("smollm", "1234"), (Pieces{"1", "2", "3", "4"}));
  EXPECT_EQ(pieces("llama-bpe", "a'RE"), (Pieces{"a", "'RE"})) << "contractions in any case";
  EXPECT_EQ(pieces("smollm", "a'RE"), (Pieces{"a", "'", "R", "E"}));
  EXPECT_EQ(pieces("qwen2", "e\xcc\x81").size(), 2U) << "composed to one letter of two bytes";
  EXPECT_EQ(pieces("smollm", "e\xcc\x81").size(), 3U);
}

TEST_F(Gguf, ScalingOfTheRotaryEmbeddingIsRead) {
  auto policy = Policy::make_new(shape("LlamaForCausalLM"), tokenizer_, 3, torch::kCPU, {});
  make(*policy);
  GgufWriter yarn = writer_;
  yarn.values["llama.rope.scaling.type"] = std::string("yarn");
  yarn.values["llama.rope.scaling.factor"] = 4.0F;
  yarn.values["llama.rope.scaling.original_context_length"] = std::uint32_t{24};
  yarn.write(file());
  auto found = read_model_shape(file());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->rope_scaling.kind, RopeScaling::Kind::kYarn);
  EXPECT_EQ(found->rope_scaling.factor, 4);
  EXPECT_EQ(found->rope_scaling.original_positions, 24);
  EXPECT_NEAR(found->rope_scaling.attention_factor, 1 + 0.1 * std::log(4.0), 1e-12);

  // convert_hf_to_gguf.py stores what Llama 3's formula divides each frequency by.
  const auto with_factors = [&](double odd) {
    GgufWriter llama3 = writer_;
    llama3.values["llama.rope.freq_base"] = 500000.0F;
    std::string factors;
    for (int i = 0; i < 8; ++i) {
      const double wave = 2 * std::numbers::pi * std::pow(500000.0, i / 8.0);
      const double smooth = (8192 / wave - 1) / (4 - 1);
      double factor = wave < 8192.0 / 4 ? 1 : wave > 8192 ? 32 : 1 / ((1 - smooth) / 32 + smooth);
      if (i == 4) factor *= odd;
      GgufWriter::put(factors, static_cast<float>(factor));
    }
    llama3.tensors.insert(llama3.tensors.begin() + 1, {"rope_freqs.weight", {{8}, 0, factors}});
    llama3.write(file());
    return read_model_shape(file());
  };
  found = with_factors(1);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->rope_scaling.kind, RopeScaling::Kind::kLlama3);
  EXPECT_EQ(found->rope_scaling.factor, 32);
  EXPECT_TRUE(load());
  found = with_factors(1.1);
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("rope_freqs.weight"), std::string::npos);
}

TEST_F(Gguf, WhatIsNotReadIsNamed) {
  auto policy = Policy::make_new(shape("LlamaForCausalLM"), tokenizer_, 3, torch::kCPU, {});
  make(*policy);
  using Change = std::function<void(GgufWriter&)>;
  const std::vector<std::pair<Change, std::string>> cases = {
      {[](GgufWriter& w) { w.version = 1; }, "version 1"},
      {[](GgufWriter& w) { w.version = 3U << 24; }, "big-endian"},
      {[](GgufWriter& w) { w.values["general.architecture"] = std::string("mamba"); }, "\"mamba\""},
      {[](GgufWriter& w) { w.values.erase("general.architecture"); }, "general.architecture"},
      {[](GgufWriter& w) { w.values.erase("llama.block_count"); }, "llama.block_count"},
      {[](GgufWriter& w) { w.values["llama.block_count"] = std::uint32_t{0}; },
       "llama.block_count"},
      {[](GgufWriter& w) { w.values["llama.block_count"] = std::uint32_t{3}; },
       "blk.2.attn_norm.weight"},
      {[](GgufWriter& w) { w.values["llama.block_count"] = std::uint32_t{1}; },
       "\" has no place in a LlamaForCausalLM"},
      {[](GgufWriter& w) { w.values["llama.block_count"] = std::string("two"); },
       "llama.block_count"},
      {[](GgufWriter& w) { w.values["llama.embedding_length"] = std::uint32_t{32}; }, "shape"},
      {[](GgufWriter& w) { w.values["llama.rope.dimension_count"] = std::uint32_t{8}; },
       "llama.rope.dimension_count"},
      {[](GgufWriter& w) { w.values["llama.rope.scaling.type"] = std::string("longrope"); },
       "longrope"},
      {[](GgufWriter& w) { w.values["llama.expert_count"] = std::uint32_t{8}; },
       "llama.expert_count"},
      {[](GgufWriter& w) { w.values["llama.logit_scale"] = 0.5F; }, "llama.logit_scale"},
      {[](GgufWriter& w) { w.values["general.alignment"] = std::uint32_t{3}; },
       "general.alignment"},
      {[](GgufWriter& w) { w.tensors[3].second.type = 10; }, "Q2_K"},
      {[](GgufWriter& w) { w.tensors[3].second.type = 77; }, "type 77"},
      {[](GgufWriter& w) { w.tensors[3].second.type = 12; }, "no multiple of the 256"},
      {[](GgufWriter& w) { w.tensors[3].second.shape[1] = 7; }, "has the shape [7, 64]"},
      {[](GgufWriter& w) { w.tensors[3].second.shape[1] = std::uint64_t{1} << 62; }, "dimension"},
      {[](GgufWriter& w) { w.tensors[3].second.shape.clear(); }, "0 dimensions"},
      {[](GgufWriter& w) { w.tensors[3].first = w.tensors[4].first; }, "twice"},
      {[](GgufWriter& w) { w.tensors.erase(w.tensors.begin() + 3); }, "is missing"},
      {[](GgufWriter& w) { w.tensors[3].first = "blk.0.ffn_gate_inp.weight"; }, "is missing"},
      {[](GgufWriter& w) { w.tensors.back().second.bytes.resize(8); }, "outside"},
      {[](GgufWriter& w) { w.values["tokenizer.ggml.model"] = std::string("llama"); },
       "tokenizer.ggml.model"},
      {[](GgufWriter& w) { w.values["tokenizer.ggml.pre"] = std::string("tekken"); },
       "tokenizer.ggml.pre"},
      {[](GgufWriter& w) { w.values.erase("tokenizer.ggml.tokens"); }, "tokenizer.ggml.tokens"},
      {[](GgufWriter& w) { w.values["tokenizer.ggml.merges"] = std::vector<std::string>{"ab"}; },
       "tokenizer.ggml.merges"},
      {[](GgufWriter& w) {
         w.values["tokenizer.ggml.token_type"] = std::vector<std::int32_t>{1, 1};
       },
       "tokenizer.ggml.token_type"},
      {[](GgufWriter& w) {
         w.values["tokenizer.ggml.tokens"] = std::vector<std::string>{"a", "\xff"};
         w.values["tokenizer.ggml.token_type"] = std::vector<std::int32_t>{1, 1};
       },
       "no text as entry 1"},
      {[](GgufWriter& w) { w.values["tokenizer.chat_template"] = std::string("{% for %}"); },
       "chat template"},
  };
  for (const auto& [change, words] : cases) {
    const std::string message = refusal(change);
    EXPECT_NE(message.find(words), std::string::npos) << words << "\n  in: " << message;
  }
  std::ofstream(file()) << "GGML";
  EXPECT_EQ(resolve_model(file().string()).error().code, ErrorCode::kCorrupt);
  writer_.write(file());
  EXPECT_NE(resolve_model(folder_.string()).error().message.find("model.gguf"), std::string::npos)
      << "a folder that holds one names it";
}

// Everything that is read of a file, so that a fault shows.
bool survives(const std::filesystem::path& path) {
  const auto file = GgufFile::open(path);
  if (!file) return false;
  const auto files = gguf_tokenizer_files(**file);
  const auto shape = read_model_shape(path);
  if (!shape) return false;
  const auto stored = StoredWeights::open(path, *shape);
  if (!stored || !check_stored(**stored, *shape)) return false;
  double sum = 0;
  for (const char* name : {"model.embed_tokens.weight", "model.layers.1.self_attn.q_proj.weight"})
    sum += (*stored)->read(name).abs().sum().item<double>();
  return files && !std::isnan(sum);
}

TEST_F(Gguf, DamageNeverCrashes) {
  auto policy = Policy::make_new(shape("LlamaForCausalLM"), tokenizer_, 3, torch::kCPU, {});
  make(*policy);
  const std::string whole = writer_.bytes();
  const std::size_t head = whole.size() - [&] {
    std::size_t data = 0;
    for (const auto& [name, tensor] : writer_.tensors) data += (tensor.bytes.size() + 31) / 32 * 32;
    return data;
  }();
  const auto put = [&](const std::string& bytes) {
    std::ofstream(file(), std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  put(whole);
  ASSERT_TRUE(survives(file()));
  for (std::size_t length = 0; length < whole.size(); length += length < 400 ? 1 : 997) {
    put(whole.substr(0, length));
    EXPECT_FALSE(survives(file())) << length;
  }
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = whole;
    for (int k = 0; k <= i % 4; ++k) damaged[random_() % head] = static_cast<char>(random_());
    // Counts and lengths that are far too large.
    if (i % 5 == 0) {
      const std::uint64_t huge = ~std::uint64_t{0} >> (random_() % 40);
      std::memcpy(damaged.data() + random_() % (head - 8), &huge, 8);
    }
    put(damaged);
    refused += survives(file()) ? 0 : 1;
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace nereid::policy
