// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/model_config.h"

#include <fstream>
#include <nlohmann/json.hpp>

using nlohmann::json;

namespace nereid::policy {
namespace {

Error bad_config(const std::filesystem::path& file, ErrorCode code, const std::string& what,
                 const std::string& mend) {
  return {code, file.string() + ": " + what + ". " + mend};
}

std::string model_type(const std::string& architecture) {
  if (architecture == "Qwen2ForCausalLM") return "qwen2";
  return architecture == "Qwen3ForCausalLM" ? "qwen3" : "llama";
}

// json::value() throws on a wrong type; a null counts as absent, as in Hugging Face's own files.
template <class T>
T value_or(const json& object, const char* key, T fallback) {
  return object.contains(key) && !object[key].is_null() ? object[key].get<T>() : fallback;
}

ModelConfig parse_shape(const json& root) {
  ModelConfig config;
  config.architecture = root.at("architectures").at(0).get<std::string>();
  const bool is_qwen = config.architecture != "LlamaForCausalLM";
  config.vocabulary = root.at("vocab_size").get<std::int64_t>();
  config.hidden_size = root.at("hidden_size").get<std::int64_t>();
  config.layers = root.at("num_hidden_layers").get<std::int64_t>();
  config.heads = root.at("num_attention_heads").get<std::int64_t>();
  config.kv_heads = value_or(root, "num_key_value_heads", config.heads);
  config.head_dim =
      value_or(root, "head_dim", config.heads > 0 ? config.hidden_size / config.heads : 0);
  config.intermediate_size = root.at("intermediate_size").get<std::int64_t>();
  config.max_positions =
      value_or<std::int64_t>(root, "max_position_embeddings", is_qwen ? 32768 : 2048);
  config.rms_norm_eps = value_or(root, "rms_norm_eps", 1e-6);
  config.rope_theta = value_or(root, "rope_theta", 10000.0);
  if (root.contains("rope_parameters") && root["rope_parameters"].is_object()) {
    config.rope_theta = value_or(root["rope_parameters"], "rope_theta", config.rope_theta);
  }
  config.tie_embeddings = value_or(root, "tie_word_embeddings", false);
  config.attention_bias =
      config.architecture == "Qwen2ForCausalLM" || value_or(root, "attention_bias", false);
  config.qk_norm = config.architecture == "Qwen3ForCausalLM";
  return config;
}

// What the forward pass does not do; empty if everything is known.
std::string unsupported_part(const json& root, const ModelConfig& config) {
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
    if (!root.contains(key) || !root[key].is_object()) continue;
    const std::string kind = value_or<std::string>(
        root[key], "rope_type", value_or<std::string>(root[key], "type", "default"));
    if (kind != "default") return std::string(key) + " of type " + kind;
  }
  if (value_or(root, "use_sliding_window", false)) return "use_sliding_window";
  if (value_or(root, "mlp_bias", false)) return "mlp_bias";
  if (value_or<std::string>(root, "hidden_act", "silu") != "silu")
    return "hidden_act " + root["hidden_act"].dump();
  if (config.attention_bias && config.architecture != "Qwen2ForCausalLM") return "attention_bias";
  return "";
}

std::string impossible_shape(const ModelConfig& c) {
  constexpr std::int64_t kLimit = 1 << 24;
  for (const auto& [key, value] : {std::pair{"vocab_size", c.vocabulary},
                                   {"hidden_size", c.hidden_size},
                                   {"num_hidden_layers", c.layers},
                                   {"num_attention_heads", c.heads},
                                   {"num_key_value_heads", c.kv_heads},
                                   {"head_dim", c.head_dim},
                                   {"intermediate_size", c.intermediate_size},
                                   {"max_position_embeddings", c.max_positions}}) {
    if (value < 1 || value > kLimit) return std::string(key) + " is " + std::to_string(value);
  }
  if (c.heads % c.kv_heads != 0) return "num_attention_heads is no multiple of num_key_value_heads";
  return c.head_dim % 2 != 0 ? "head_dim is odd" : "";
}

}  // namespace

Result<ModelConfig> read_model_config(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "config.json";
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return bad_config(file, ErrorCode::kNotFound, "cannot be read",
                      "A model folder holds config.json, model.safetensors and tokenizer.json");
  }
  try {
    const json root = json::parse(stream);
    const ModelConfig config = parse_shape(root);
    if (config.architecture != "LlamaForCausalLM" && config.architecture != "Qwen2ForCausalLM" &&
        config.architecture != "Qwen3ForCausalLM") {
      return bad_config(file, ErrorCode::kUnsupported,
                        "architecture " + config.architecture + " is not supported",
                        "Choose a LlamaForCausalLM, Qwen2ForCausalLM or Qwen3ForCausalLM model");
    }
    if (const std::string part = unsupported_part(root, config); !part.empty()) {
      return bad_config(file, ErrorCode::kUnsupported, part + " is not supported",
                        "Choose a model without it");
    }
    if (const std::string part = impossible_shape(config); !part.empty()) {
      return bad_config(file, ErrorCode::kCorrupt, part,
                        "Copy config.json from the model's origin again");
    }
    return config;
  } catch (const json::exception& error) {
    return bad_config(file, ErrorCode::kCorrupt, error.what(),
                      "Copy config.json from the model's origin again");
  }
}

std::string render_model_config(const ModelConfig& config, const std::string& torch_dtype,
                                std::int32_t end_token, std::int32_t pad_token) {
  const nlohmann::ordered_json root = {
      {"architectures", {config.architecture}},
      {"model_type", model_type(config.architecture)},
      {"vocab_size", config.vocabulary},
      {"hidden_size", config.hidden_size},
      {"intermediate_size", config.intermediate_size},
      {"num_hidden_layers", config.layers},
      {"num_attention_heads", config.heads},
      {"num_key_value_heads", config.kv_heads},
      {"head_dim", config.head_dim},
      {"hidden_act", "silu"},
      {"max_position_embeddings", config.max_positions},
      {"rms_norm_eps", config.rms_norm_eps},
      {"rope_theta", config.rope_theta},
      {"tie_word_embeddings", config.tie_embeddings},
      {"attention_bias", config.attention_bias},
      {"use_cache", true},
      {"bos_token_id", nullptr},
      {"eos_token_id", end_token},
      {"pad_token_id", pad_token},
      {"torch_dtype", torch_dtype},
  };
  return root.dump(2) + "\n";
}

}  // namespace nereid::policy
