// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/shape/model_shape.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/paths.h"

using nlohmann::json;

namespace nereid::policy {
namespace {

Error bad_config(const std::filesystem::path& file, ErrorCode code, const std::string& what,
                 const std::string& mend) {
  return {code, file.string() + ": " + what + ". " + mend};
}

// json::value() throws on a wrong type; a null counts as absent, as in Hugging Face's own files.
template <class T>
T value_or(const json& object, const char* key, T fallback) {
  return object.contains(key) && !object[key].is_null() ? object[key].get<T>() : fallback;
}

ModelShape parse_shape(const json& root) {
  ModelShape config;
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
std::string unsupported_part(const json& root, const ModelShape& config) {
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

std::string impossible_shape(const ModelShape& c) {
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

Result<ModelShape> read_model_shape(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "config.json";
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return bad_config(file, ErrorCode::kNotFound, "cannot be read",
                      "A model folder holds config.json, model.safetensors and tokenizer.json");
  }
  try {
    const json root = json::parse(stream);
    const ModelShape config = parse_shape(root);
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

std::filesystem::path model_folder(const std::string& name_or_folder) {
  return name_or_folder == "pocket" ? resource_dir() / "models" / "pocket"
                                    : std::filesystem::path(name_or_folder);
}

namespace {

struct LinearShape {
  const char* name;
  std::int64_t inputs, outputs;
};

// Of one layer.
std::array<LinearShape, 7> linears_of(const ModelShape& shape) {
  const std::int64_t hidden = shape.hidden_size, wide = shape.intermediate_size;
  const std::int64_t queries = shape.heads * shape.head_dim, keys = shape.kv_heads * shape.head_dim;
  return {{{"q_proj", hidden, queries},
           {"k_proj", hidden, keys},
           {"v_proj", hidden, keys},
           {"o_proj", queries, hidden},
           {"gate_proj", hidden, wide},
           {"up_proj", hidden, wide},
           {"down_proj", wide, hidden}}};
}

}  // namespace

// The same tensors as visit_weights() of the transformer makes.
std::int64_t parameter_count(const ModelShape& shape) {
  const std::int64_t hidden = shape.hidden_size;
  std::int64_t layer = 2 * hidden;  // two norms
  if (shape.attention_bias) layer += (shape.heads + 2 * shape.kv_heads) * shape.head_dim;
  if (shape.qk_norm) layer += 2 * shape.head_dim;
  const std::int64_t table = shape.vocabulary * hidden;
  return linear_parameter_count(shape) + shape.layers * layer + hidden +
         table * (shape.tie_embeddings ? 1 : 2);
}

std::int64_t linear_parameter_count(const ModelShape& shape) {
  std::int64_t layer = 0;
  for (const LinearShape& linear : linears_of(shape)) layer += linear.inputs * linear.outputs;
  return shape.layers * layer;
}

std::int64_t linear_output_count(const ModelShape& shape) {
  std::int64_t layer = 0;
  for (const LinearShape& linear : linears_of(shape)) layer += linear.outputs;
  return shape.layers * layer;
}

std::int64_t largest_linear(const ModelShape& shape) {
  std::int64_t largest = 0;
  for (const LinearShape& linear : linears_of(shape))
    largest = std::max(largest, linear.inputs * linear.outputs);
  return largest;
}

std::int64_t rows_at_once(const ModelShape& shape, std::int64_t rows, std::int64_t tokens_per_row,
                          std::int64_t value_bytes, std::int64_t budget_bytes) {
  const std::int64_t token = 2 * shape.layers * shape.kv_heads * shape.head_dim * value_bytes;
  const std::int64_t row = std::max<std::int64_t>(1, token * tokens_per_row);
  return std::clamp<std::int64_t>(budget_bytes / row, 1, std::max<std::int64_t>(1, rows));
}

std::int64_t adapter_parameter_count(const ModelShape& shape, std::int64_t rank,
                                     const std::vector<std::string>& targets) {
  std::int64_t layer = 0;
  for (const LinearShape& linear : linears_of(shape))
    if (std::find(targets.begin(), targets.end(), linear.name) != targets.end())
      layer += rank * (linear.inputs + linear.outputs);
  return shape.layers * layer;
}

}  // namespace nereid::policy
