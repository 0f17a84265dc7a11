// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/model_config.h"

#include <nlohmann/json.hpp>

namespace nereid::policy {
namespace {

std::string model_type(const std::string& architecture) {
  if (architecture == "Qwen2ForCausalLM") return "qwen2";
  return architecture == "Qwen3ForCausalLM" ? "qwen3" : "llama";
}

nlohmann::ordered_json scaling_json(const RopeScaling& s) {
  switch (s.kind) {
    case RopeScaling::Kind::kNone:
      return nullptr;
    case RopeScaling::Kind::kLinear:
      return {{"rope_type", "linear"}, {"factor", s.factor}};
    case RopeScaling::Kind::kLlama3:
      return {{"rope_type", "llama3"},
              {"factor", s.factor},
              {"low_freq_factor", s.low_freq_factor},
              {"high_freq_factor", s.high_freq_factor},
              {"original_max_position_embeddings", s.original_positions}};
    case RopeScaling::Kind::kYarn:
      return {{"rope_type", "yarn"},
              {"factor", s.factor},
              {"original_max_position_embeddings", s.original_positions},
              {"attention_factor", s.attention_factor},
              {"beta_fast", s.beta_fast},
              {"beta_slow", s.beta_slow},
              {"truncate", s.truncate}};
  }
  return nullptr;
}

}  // namespace

std::string render_model_config(const ModelShape& config, const std::string& torch_dtype,
                                const std::vector<std::int32_t>& end_tokens,
                                std::int32_t pad_token) {
  nlohmann::ordered_json ends = end_tokens;
  if (end_tokens.size() == 1) ends = end_tokens.front();
  if (end_tokens.empty()) ends = nullptr;
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
      {"rope_scaling", scaling_json(config.rope_scaling)},
      {"tie_word_embeddings", config.tie_embeddings},
      {"attention_bias", config.attention_bias},
      {"use_cache", true},
      {"bos_token_id", nullptr},
      {"eos_token_id", ends},
      {"pad_token_id", pad_token},
      {"torch_dtype", torch_dtype},
  };
  return root.dump(2) + "\n";
}

}  // namespace nereid::policy
