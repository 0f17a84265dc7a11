// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/shape/model_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/paths.h"
#include "engine/policy/gguf/gguf_file.h"
#include "engine/policy/shape/gguf_shape.h"

using nlohmann::json;

namespace nereid::policy {
namespace {

constexpr std::int64_t kLongest = 1 << 24;  // of any size that a shape may have

Error bad_config(const std::filesystem::path& file, ErrorCode code, const std::string& what,
                 const std::string& mend) {
  return {code, file.string() + ": " + what + ". " + mend};
}

// json::value() throws on a wrong type; a null counts as absent, as in Hugging Face's own files.
template <class T>
T value_or(const json& object, const char* key, T fallback) {
  return object.contains(key) && !object[key].is_null() ? object[key].get<T>() : fallback;
}

// The settings of the rotary embedding: "rope_scaling", or "rope_parameters" as newer files have
// it.
const json* scaling_of(const json& root) {
  for (const char* key : {"rope_parameters", "rope_scaling"})
    if (root.contains(key) && root[key].is_object()) return &root[key];
  return nullptr;
}

std::string scaling_kind(const json& scaling) {
  return value_or<std::string>(scaling, "rope_type",
                               value_or<std::string>(scaling, "type", "default"));
}

// Of a stretch that grows with the logarithm of the factor: modeling_rope_utils.py, get_mscale.
double stretch(double factor, double weight) {
  return factor <= 1 ? 1.0 : 0.1 * weight * std::log(factor) + 1.0;
}

double yarn_attention_factor(const json& scaling, double factor) {
  const auto given = value_or(scaling, "attention_factor", 0.0);
  if (given != 0) return given;
  const auto mscale = value_or(scaling, "mscale", 0.0),
             all_dim = value_or(scaling, "mscale_all_dim", 0.0);
  if (mscale != 0 && all_dim != 0) return stretch(factor, mscale) / stretch(factor, all_dim);
  return stretch(factor, 1);
}

RopeScaling parse_scaling(const json& root, std::int64_t max_positions) {
  const json* found = scaling_of(root);
  const std::string kind = found != nullptr ? scaling_kind(*found) : "default";
  RopeScaling out;
  if (kind != "linear" && kind != "llama3" && kind != "yarn") return out;
  const json& scaling = *found;
  out.factor = scaling.at("factor").get<double>();
  if (kind == "linear") out.kind = RopeScaling::Kind::kLinear;
  if (kind == "llama3") {
    out.kind = RopeScaling::Kind::kLlama3;
    out.low_freq_factor = scaling.at("low_freq_factor").get<double>();
    out.high_freq_factor = scaling.at("high_freq_factor").get<double>();
    out.original_positions = scaling.at("original_max_position_embeddings").get<std::int64_t>();
  }
  if (kind == "yarn") {
    out.kind = RopeScaling::Kind::kYarn;
    out.original_positions = value_or(scaling, "original_max_position_embeddings", max_positions);
    out.beta_fast = value_or(scaling, "beta_fast", 32.0);
    out.beta_slow = value_or(scaling, "beta_slow", 1.0);
    out.truncate = value_or(scaling, "truncate", true);
    out.attention_factor = yarn_attention_factor(scaling, out.factor);
  }
  return out;
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
  config.rope_scaling = parse_scaling(root, config.max_positions);
  // YaRN's files name the context of the first training as the longest: the stretch makes more.
  if (config.rope_scaling.kind == RopeScaling::Kind::kYarn &&
      static_cast<double>(config.rope_scaling.original_positions) * config.rope_scaling.factor <=
          kLongest)
    config.max_positions = std::max(
        config.max_positions,
        static_cast<std::int64_t>(static_cast<double>(config.rope_scaling.original_positions) *
                                  config.rope_scaling.factor));
  config.tie_embeddings = value_or(root, "tie_word_embeddings", false);
  config.attention_bias =
      config.architecture == "Qwen2ForCausalLM" || value_or(root, "attention_bias", false);
  config.qk_norm = config.architecture == "Qwen3ForCausalLM";
  return config;
}

// What the forward pass does not do; empty if everything is known.
std::string unsupported_part(const json& root, const ModelShape& config) {
  if (const json* scaling = scaling_of(root)) {
    const std::string kind = scaling_kind(*scaling);
    if (kind != "default" && kind != "linear" && kind != "llama3" && kind != "yarn")
      return "rope_scaling of type " + kind;
  }
  for (const json* place : {&root, scaling_of(root)})
    if (place != nullptr && value_or(*place, "partial_rotary_factor", 1.0) != 1.0)
      return "partial_rotary_factor";
  if (value_or(root, "use_sliding_window", false)) return "use_sliding_window";
  if (value_or(root, "mlp_bias", false)) return "mlp_bias";
  if (value_or<std::string>(root, "hidden_act", "silu") != "silu")
    return "hidden_act " + root["hidden_act"].dump();
  if (config.attention_bias && config.architecture != "Qwen2ForCausalLM") return "attention_bias";
  return "";
}

std::string impossible_shape(const ModelShape& c) {
  for (const auto& [key, value] : {std::pair{"vocab_size", c.vocabulary},
                                   {"hidden_size", c.hidden_size},
                                   {"num_hidden_layers", c.layers},
                                   {"num_attention_heads", c.heads},
                                   {"num_key_value_heads", c.kv_heads},
                                   {"head_dim", c.head_dim},
                                   {"intermediate_size", c.intermediate_size},
                                   {"max_position_embeddings", c.max_positions}}) {
    if (value < 1 || value > kLongest) return std::string(key) + " is " + std::to_string(value);
  }
  if (c.heads % c.kv_heads != 0) return "num_attention_heads is no multiple of num_key_value_heads";
  if (c.head_dim % 2 != 0) return "head_dim is odd";
  if (!(c.rope_theta > 1)) return "rope_theta is " + std::to_string(c.rope_theta);
  if (!(c.rms_norm_eps >= 0)) return "rms_norm_eps is " + std::to_string(c.rms_norm_eps);
  const RopeScaling& s = c.rope_scaling;
  if (s.kind == RopeScaling::Kind::kNone) return "";
  if (!(s.factor >= 1) || !std::isfinite(s.factor))
    return "factor of rope_scaling is " + std::to_string(s.factor);
  if (s.kind == RopeScaling::Kind::kLinear) return "";
  if (s.original_positions < 1 || s.original_positions > kLongest)
    return "original_max_position_embeddings is " + std::to_string(s.original_positions);
  const bool is_llama3 = s.kind == RopeScaling::Kind::kLlama3;
  const double from = is_llama3 ? s.low_freq_factor : s.beta_slow,
               to = is_llama3 ? s.high_freq_factor : s.beta_fast;
  if (!(from > 0) || !(to > from) || !std::isfinite(to))
    return std::string(is_llama3 ? "low_freq_factor and high_freq_factor are "
                                 : "beta_slow and beta_fast are ") +
           std::to_string(from) + " and " + std::to_string(to);
  if (!(s.attention_factor > 0) || !std::isfinite(s.attention_factor))
    return "attention_factor is " + std::to_string(s.attention_factor);
  return "";
}

Result<ModelShape> gguf_shape(const std::filesystem::path& path) {
  const Result<std::shared_ptr<const GgufFile>> file = GgufFile::open(path);
  if (!file) return file.error();
  Result<ModelShape> shape = read_gguf_shape(**file);
  if (!shape) return shape;
  if (const std::string part = impossible_shape(*shape); !part.empty())
    return (*file)->damaged(part);
  return shape;
}

}  // namespace

Result<ModelShape> read_model_shape(const std::filesystem::path& model) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(model, ignored)) return gguf_shape(model);
  const std::filesystem::path file = model / "config.json";
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return bad_config(file, ErrorCode::kNotFound, "cannot be read",
                      "A model is a folder with config.json, model.safetensors and tokenizer.json, "
                      "or a GGUF file");
  }
  try {
    const json root = json::parse(stream);
    const auto architecture = root.at("architectures").at(0).get<std::string>();
    if (architecture != "LlamaForCausalLM" && architecture != "Qwen2ForCausalLM" &&
        architecture != "Qwen3ForCausalLM") {
      return bad_config(file, ErrorCode::kUnsupported,
                        "architecture " + architecture + " is not supported",
                        "Choose a LlamaForCausalLM, Qwen2ForCausalLM or Qwen3ForCausalLM model");
    }
    const ModelShape config = parse_shape(root);
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

std::filesystem::path model_folder(const std::string& name_or_path) {
  return name_or_path == "pocket" ? resource_dir() / "models" / "pocket"
                                  : std::filesystem::path(name_or_path);
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

void SamplerReads::add_row(std::int64_t prompt, std::int64_t made) {
  keys += made * prompt + made * (made - 1) / 2;
}

void SamplerReads::add(const SamplerReads& other) {
  passes += other.passes;
  keys += other.keys;
}

double bytes_read(const ModelShape& shape, const SamplerReads& reads, bool in_8_bits,
                  std::int64_t value_bytes) {
  const std::int64_t linears = linear_parameter_count(shape);
  const std::int64_t head = shape.vocabulary * shape.hidden_size;
  const std::int64_t weights = linears * (in_8_bits ? 1 : value_bytes) + head * value_bytes;
  const std::int64_t key = 2 * shape.layers * shape.kv_heads * shape.head_dim * value_bytes;
  return static_cast<double>(reads.passes) * static_cast<double>(weights) +
         static_cast<double>(reads.keys) * static_cast<double>(key);
}

std::int64_t tokens_per_pass(const ModelShape& shape, bool on_gpu, bool is_half,
                             std::int64_t gpu_bytes) {
  constexpr std::int64_t kCpuBytes = 2'000'000'000;
  const std::int64_t per_token = activation_bytes(shape, on_gpu, is_half);
  return std::max<std::int64_t>(
      256, (on_gpu ? gpu_bytes : kCpuBytes) / std::max<std::int64_t>(1, per_token));
}

std::int64_t activation_bytes(const ModelShape& shape, bool on_gpu, bool is_half) {
  constexpr std::int64_t kValues = 34;
  if (!on_gpu || !is_half) return shape.layers * shape.hidden_size * kValues * 4;
  const std::int64_t queries = shape.heads * shape.head_dim, keys = shape.kv_heads * shape.head_dim;
  // The inputs of both norms and their results; queries, keys, values and what attention makes of
  // them; gate, up and their product.
  std::int64_t layer = 4 * shape.hidden_size + 2 * queries + 2 * keys + 3 * shape.intermediate_size;
  if (shape.qk_norm) layer += queries + keys;
  return shape.layers * layer * 2;
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
