// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/shape/gguf_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nereid::policy {
namespace {

struct Family {
  const char* gguf;
  const char* huggingface;
  bool attention_bias, qk_norm;
};
constexpr std::array kFamilies = {Family{"llama", "LlamaForCausalLM", false, false},
                                  Family{"qwen2", "Qwen2ForCausalLM", true, false},
                                  Family{"qwen3", "Qwen3ForCausalLM", false, true}};

struct Name {
  const char *huggingface, *gguf;
};
// Of a layer, behind "model.layers.N." and "blk.N.".
constexpr std::array kLayerNames = {Name{"input_layernorm.weight", "attn_norm.weight"},
                                    Name{"post_attention_layernorm.weight", "ffn_norm.weight"},
                                    Name{"self_attn.q_proj.weight", "attn_q.weight"},
                                    Name{"self_attn.k_proj.weight", "attn_k.weight"},
                                    Name{"self_attn.v_proj.weight", "attn_v.weight"},
                                    Name{"self_attn.q_proj.bias", "attn_q.bias"},
                                    Name{"self_attn.k_proj.bias", "attn_k.bias"},
                                    Name{"self_attn.v_proj.bias", "attn_v.bias"},
                                    Name{"self_attn.q_norm.weight", "attn_q_norm.weight"},
                                    Name{"self_attn.k_norm.weight", "attn_k_norm.weight"},
                                    Name{"self_attn.o_proj.weight", "attn_output.weight"},
                                    Name{"mlp.gate_proj.weight", "ffn_gate.weight"},
                                    Name{"mlp.up_proj.weight", "ffn_up.weight"},
                                    Name{"mlp.down_proj.weight", "ffn_down.weight"}};
constexpr std::array kOtherNames = {Name{"model.embed_tokens.weight", "token_embd.weight"},
                                    Name{"model.norm.weight", "output_norm.weight"},
                                    Name{"lm_head.weight", "output.weight"}};
constexpr std::int64_t kLimit = 1 << 24;
constexpr std::string_view kLayer = "model.layers.";

// Keys of an architecture that are read here, or that say nothing about the forward pass.
constexpr std::array kKnownKeys = {"block_count",
                                   "context_length",
                                   "embedding_length",
                                   "feed_forward_length",
                                   "attention.head_count",
                                   "attention.head_count_kv",
                                   "attention.key_length",
                                   "attention.value_length",
                                   "attention.layer_norm_rms_epsilon",
                                   "attention.layer_norm_epsilon",
                                   "rope.freq_base",
                                   "rope.dimension_count",
                                   "rope.scaling.type",
                                   "rope.scaling.factor",
                                   "rope.scaling.original_context_length",
                                   "rope.scaling.attn_factor",
                                   "rope.scaling.finetuned",
                                   "rope.scaling.yarn_beta_fast",
                                   "rope.scaling.yarn_beta_slow",
                                   "rope.scale_linear",
                                   "vocab_size",
                                   "tensor_data_layout"};

class ShapeReader {
 public:
  explicit ShapeReader(const GgufFile& file) : file_(file) {}

  Result<ModelShape> read() {
    const Result<std::optional<std::string>> architecture = file_.text("general.architecture");
    if (!architecture) return architecture.error();
    if (!*architecture) return file_.damaged("key \"general.architecture\" is missing");
    const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                     [&](const Family& one) { return **architecture == one.gguf; });
    if (family == kFamilies.end())
      return file_.error(
          ErrorCode::kUnsupported,
          "key \"general.architecture\" is \"" + **architecture + "\", which is not supported",
          "Choose a llama, qwen2 or qwen3 model");
    prefix_ = **architecture + ".";
    shape_.architecture = family->huggingface;
    shape_.attention_bias = family->attention_bias;
    shape_.qk_norm = family->qk_norm;
    take_sizes();
    take_scaling();
    if (error_) return *error_;
    if (const std::string key = unknown_key(); !key.empty())
      return file_.error(ErrorCode::kUnsupported,
                         "key \"" + key + "\" is not known: it may change what the model computes",
                         "Choose a model without it");
    return shape_;
  }

 private:
  template <class T>
  std::optional<T> keep(Result<std::optional<T>> value) {
    if (value) return *value;
    if (!error_) error_ = value.error();
    return std::nullopt;
  }
  std::optional<std::int64_t> count(const std::string& key) {
    return keep(file_.count(prefix_ + key));
  }
  std::optional<double> number(const std::string& key) { return keep(file_.number(prefix_ + key)); }
  std::int64_t needed(const std::string& key) {
    const auto value = count(key);
    const std::string where = "key \"" + prefix_ + key + "\" is ";
    if (!value) refuse(file_.damaged(where + "missing"));
    if (value && (*value < 1 || *value > kLimit))
      refuse(file_.damaged(where + std::to_string(*value)));
    return value.value_or(0);
  }
  bool has(const std::string& key) const { return file_.has(prefix_ + key); }
  void refuse(Error error) {
    if (!error_) error_ = std::move(error);
  }

  void take_sizes() {
    shape_.layers = needed("block_count");
    shape_.hidden_size = needed("embedding_length");
    shape_.intermediate_size = needed("feed_forward_length");
    shape_.max_positions = needed("context_length");
    shape_.heads = needed("attention.head_count");
    shape_.kv_heads =
        has("attention.head_count_kv") ? needed("attention.head_count_kv") : shape_.heads;
    shape_.head_dim = count("attention.key_length")
                          .value_or(shape_.heads > 0 ? shape_.hidden_size / shape_.heads : 0);
    for (const char* key : {"attention.value_length", "rope.dimension_count"})
      if (const auto length = count(key); length && *length != shape_.head_dim)
        refuse(file_.error(ErrorCode::kUnsupported,
                           "key \"" + prefix_ + key + "\" is " + std::to_string(*length) +
                               ", the keys of a head have " + std::to_string(shape_.head_dim),
                           "Choose a model in which they are equal"));
    const auto epsilon = number("attention.layer_norm_rms_epsilon");
    if (!epsilon)
      refuse(file_.damaged("key \"" + prefix_ + "attention.layer_norm_rms_epsilon\" is missing"));
    shape_.rms_norm_eps = epsilon.value_or(1e-6);
    shape_.rope_theta = number("rope.freq_base").value_or(10000.0);
    const auto table = file_.tensors().find("token_embd.weight");
    if (table == file_.tensors().end() || table->second.shape.size() != 2) {
      refuse(file_.damaged("tensor \"token_embd.weight\" is missing, or no matrix"));
    } else {
      shape_.vocabulary = table->second.shape[0];
    }
    shape_.tie_embeddings = file_.tensors().find("output.weight") == file_.tensors().end();
  }

  void take_scaling() {
    RopeScaling& scaling = shape_.rope_scaling;
    const std::string kind =
        keep(file_.text(prefix_ + "rope.scaling.type")).value_or(std::string("none"));
    const auto linear = number("rope.scale_linear");  // of old files
    scaling.factor = number("rope.scaling.factor").value_or(linear.value_or(1.0));
    const auto original = count("rope.scaling.original_context_length");
    if (kind == "yarn" && scaling.factor != 1) {
      scaling.kind = RopeScaling::Kind::kYarn;
      scaling.original_positions = original.value_or(shape_.max_positions);
      scaling.beta_fast = number("rope.scaling.yarn_beta_fast").value_or(32);
      scaling.beta_slow = number("rope.scaling.yarn_beta_slow").value_or(1);
      scaling.attention_factor = number("rope.scaling.attn_factor").value_or(1.0) *
                                 (1 + 0.1 * std::log(std::max(scaling.factor, 1.0)));
    } else if ((kind == "linear" || linear) && scaling.factor != 1) {
      scaling.kind = RopeScaling::Kind::kLinear;
    } else if (kind != "none" && kind != "linear" && kind != "yarn") {
      refuse(file_.error(
          ErrorCode::kUnsupported,
          "key \"" + prefix_ + "rope.scaling.type\" is \"" + kind + "\", which is not supported",
          "Choose a model with linear, yarn or Llama 3's scaling, or none"));
    }
    if (file_.tensors().find(kRopeFactors) != file_.tensors().end()) take_factors();
    if (scaling.kind == RopeScaling::Kind::kNone) scaling = {};
  }

  // Llama 3's scaling is stored as what each frequency is divided by. The formula's numbers are
  // found again by it: the factor is the greatest, and the rest is as in every model of that
  // family.
  void take_factors() {
    const GgufTensor& tensor = file_.tensors().find(kRopeFactors)->second;
    const std::string where = std::string("tensor \"") + kRopeFactors + "\"";
    if (shape_.head_dim < 2 || tensor.elements != shape_.head_dim / 2 || tensor.type != 0) {
      refuse(file_.damaged(where + " is no list of head_dim / 2 numbers in F32"));
      return;
    }
    std::vector<float> stored(static_cast<std::size_t>(tensor.elements));
    GgufFile::multiply_out(tensor, 0, tensor.elements, stored.data());
    const float top = *std::max_element(stored.begin(), stored.end());
    if (top == 1.0F && *std::min_element(stored.begin(), stored.end()) == 1.0F) return;
    shape_.rope_scaling = {.kind = RopeScaling::Kind::kLlama3,
                           .factor = static_cast<double>(top),
                           .original_positions = 8192};
    std::vector<float> powers;
    for (std::int64_t i = 0; i < shape_.head_dim; i += 2)
      powers.push_back(static_cast<float>(std::pow(
          shape_.rope_theta, static_cast<double>(i) / static_cast<double>(shape_.head_dim))));
    const std::vector<float> scaled = scaled_frequencies(shape_, powers);
    for (std::size_t i = 0; i < stored.size(); ++i)
      if (!(std::abs(1 / (powers[i] * scaled[i]) - stored[i]) <= 1e-3F * stored[i])) {
        refuse(file_.error(ErrorCode::kUnsupported,
                           where + " is not Llama 3's scaling (low 1, high 4, context 8192)",
                           "Take the model in Hugging Face layout"));
        return;
      }
  }

  std::string unknown_key() const {
    for (const auto& [key, value] : file_.values()) {
      if (!key.starts_with(prefix_)) continue;
      const std::string rest = key.substr(prefix_.size());
      if (std::find(kKnownKeys.begin(), kKnownKeys.end(), rest) == kKnownKeys.end()) {
        // 0 and false switch nothing on.
        const auto off = file_.count(key);
        const auto flag = file_.flag(key);
        if ((off && *off && **off == 0) || (flag && *flag && !**flag)) continue;
        return key;
      }
    }
    return "";
  }

  const GgufFile& file_;
  ModelShape shape_;
  std::string prefix_;
  std::optional<Error> error_;
};

}  // namespace

Result<ModelShape> read_gguf_shape(const GgufFile& file) {
  return ShapeReader(file).read();
}

std::string gguf_weight_name(const std::string& name) {
  if (!name.starts_with(kLayer)) {
    for (const Name& one : kOtherNames)
      if (name == one.huggingface) return one.gguf;
    return "";
  }
  const std::size_t dot = name.find('.', kLayer.size());
  if (dot == std::string::npos) return "";
  for (const Name& one : kLayerNames)
    if (name.substr(dot + 1) == one.huggingface)
      return "blk." + name.substr(kLayer.size(), dot - kLayer.size()) + "." + one.gguf;
  return "";
}

bool has_paired_rows(const ModelShape& shape, const std::string& name) {
  return shape.architecture == "LlamaForCausalLM" &&
         (name.ends_with(".self_attn.q_proj.weight") || name.ends_with(".self_attn.k_proj.weight"));
}

}  // namespace nereid::policy
