// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/gguf_export.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/json.h"
#include "engine/policy/gguf/gguf_write.h"
#include "engine/policy/internal/tokenizer_files.h"
#include "engine/policy/internal/weights_io.h"
#include "engine/policy/shape/gguf_shape.h"

namespace nereid::policy {
namespace {

std::string family_of(const ModelShape& shape) {
  if (shape.architecture == "Qwen2ForCausalLM") return "qwen2";
  return shape.architecture == "Qwen3ForCausalLM" ? "qwen3" : "llama";
}

void add_scaling(GgufWriter& out, const ModelShape& shape, const std::string& prefix) {
  const RopeScaling& s = shape.rope_scaling;
  switch (s.kind) {
    case RopeScaling::Kind::kNone:
      return;
    case RopeScaling::Kind::kLinear:
      out.add_text(prefix + "rope.scaling.type", "linear");
      out.add_number(prefix + "rope.scaling.factor", static_cast<float>(s.factor));
      return;
    case RopeScaling::Kind::kYarn:
      out.add_text(prefix + "rope.scaling.type", "yarn");
      out.add_number(prefix + "rope.scaling.factor", static_cast<float>(s.factor));
      out.add_count(prefix + "rope.scaling.original_context_length",
                    static_cast<std::uint32_t>(s.original_positions));
      out.add_number(
          prefix + "rope.scaling.attn_factor",
          static_cast<float>(s.attention_factor / (1 + 0.1 * std::log(std::max(s.factor, 1.0)))));
      out.add_number(prefix + "rope.scaling.yarn_beta_fast", static_cast<float>(s.beta_fast));
      out.add_number(prefix + "rope.scaling.yarn_beta_slow", static_cast<float>(s.beta_slow));
      return;
    case RopeScaling::Kind::kLlama3: {
      // What each frequency is divided by.
      std::vector<float> powers;
      for (std::int64_t i = 0; i < shape.head_dim; i += 2)
        powers.push_back(static_cast<float>(std::pow(
            shape.rope_theta, static_cast<double>(i) / static_cast<double>(shape.head_dim))));
      const std::vector<float> scaled = scaled_frequencies(shape, powers);
      std::string bytes;
      for (std::size_t i = 0; i < powers.size(); ++i) {
        const float factor = 1 / (powers[i] * scaled[i]);
        bytes.append(reinterpret_cast<const char*>(&factor), sizeof factor);
      }
      out.add_tensor(kRopeFactors, {shape.head_dim / 2}, "F32", [bytes] { return bytes; });
    }
  }
}

void add_shape(GgufWriter& out, const ModelShape& shape) {
  const std::string prefix = family_of(shape) + ".";
  const auto count = [&](const char* key, std::int64_t value) {
    out.add_count(prefix + key, static_cast<std::uint32_t>(value));
  };
  count("block_count", shape.layers);
  count("context_length", shape.max_positions);
  count("embedding_length", shape.hidden_size);
  count("feed_forward_length", shape.intermediate_size);
  count("attention.head_count", shape.heads);
  count("attention.head_count_kv", shape.kv_heads);
  count("attention.key_length", shape.head_dim);
  count("attention.value_length", shape.head_dim);
  count("rope.dimension_count", shape.head_dim);
  count("vocab_size", shape.vocabulary);
  out.add_number(prefix + "attention.layer_norm_rms_epsilon",
                 static_cast<float>(shape.rms_norm_eps));
  out.add_number(prefix + "rope.freq_base", static_cast<float>(shape.rope_theta));
  add_scaling(out, shape, prefix);
}

// A text, or the "content" of an object.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return json_value<std::string>(value, "content", "");
}

Json companion(const Tokenizer& tokenizer, const char* name) {
  const auto found = tokenizer.companions().find(name);
  if (found == tokenizer.companions().end()) return Json::object();
  const Result<Json> parsed = parse_json(found->second, name);
  return parsed && parsed->is_object() ? *parsed : Json::object();
}

std::string template_of(const Tokenizer& tokenizer) {
  const auto jinja = tokenizer.companions().find("chat_template.jinja");
  if (jinja != tokenizer.companions().end()) return jinja->second;
  const Json config = companion(tokenizer, "tokenizer_config.json");
  if (!config.contains("chat_template")) return "";
  const Json& value = config["chat_template"];
  if (value.is_string()) return value.get<std::string>();
  for (const Json& one : value)
    if (json_value<std::string>(one, "name", "") == "default")
      return json_value<std::string>(one, "template", "");
  return "";
}

// Does the tokenizer put the first token before a text that it is given?
bool adds_first(const Json& processor) {
  if (!processor.is_object()) return false;
  if (json_value<std::string>(processor, "type", "") == "TemplateProcessing")
    return processor.contains("single") && processor["single"].is_array() &&
           !processor["single"].empty() && processor["single"][0].contains("SpecialToken");
  if (processor.contains("processors"))
    for (const Json& part : processor["processors"])
      if (adds_first(part)) return true;
  return false;
}

Result<void> add_tokenizer(GgufWriter& out, const ModelShape& shape, const Tokenizer& tokenizer) {
  const Result<Json> root = parse_json(tokenizer.to_json(), "tokenizer.json");
  if (!root) return root.error();
  const std::string pre = gguf_pre_of(*root);
  if (pre.empty())
    return Error{ErrorCode::kUnsupported,
                 "tokenizer.json cuts text in a way that has no name in GGUF files here; export a "
                 "folder, and convert it with llama.cpp's convert_hf_to_gguf.py"};
  // 1) tokens by number; rows of the embedding that none has are filled up
  const auto size = static_cast<std::size_t>(shape.vocabulary);
  std::vector<std::string> tokens(size);
  std::vector<std::int32_t> types(size, 5);
  const auto put = [&](const Json& id, const std::string& text, std::int32_t type) {
    if (!id.is_number_unsigned() || id.get<std::size_t>() >= size) return;
    tokens[id.get<std::size_t>()] = text;
    types[id.get<std::size_t>()] = type;
  };
  for (const auto& [token, id] : (*root)["model"]["vocab"].items()) put(id, token, 1);
  std::map<std::string, std::uint32_t> ids;
  for (const Json& added : root->value("added_tokens", Json::array())) {
    const auto text = json_value<std::string>(added, "content", "");
    put(added.value("id", Json()), text, json_value(added, "special", false) ? 3 : 4);
    ids[text] = json_value<std::uint32_t>(added, "id", 0);
  }
  for (std::size_t id = 0; id < size; ++id)
    if (types[id] == 5) tokens[id] = "[PAD" + std::to_string(id) + "]";
  // 2) merges
  std::vector<std::string> merges;
  for (const Json& pair : (*root)["model"].value("merges", Json::array()))
    merges.push_back(pair.is_string()
                         ? pair.get<std::string>()
                         : pair.at(0).get<std::string>() + " " + pair.at(1).get<std::string>());
  out.add_text("tokenizer.ggml.model", "gpt2");
  out.add_text("tokenizer.ggml.pre", pre);
  out.add_texts("tokenizer.ggml.tokens", tokens);
  out.add_numbers("tokenizer.ggml.token_type", types);
  out.add_texts("tokenizer.ggml.merges", merges);
  // 3) tokens with a part to play
  const auto& ends = tokenizer.end_tokens();
  const char* const keys[] = {"eos_token_id", "eot_token_id", "eom_token_id"};
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ends.size()); ++i)
    out.add_count(std::string("tokenizer.ggml.") + keys[i], static_cast<std::uint32_t>(ends[i]));
  if (tokenizer.pad_token() >= 0)
    out.add_count("tokenizer.ggml.padding_token_id",
                  static_cast<std::uint32_t>(tokenizer.pad_token()));
  const Json config = companion(tokenizer, "tokenizer_config.json");
  for (const auto& [name, key] :
       {std::pair{"bos_token", "bos_token_id"}, {"unk_token", "unknown_token_id"}})
    if (config.contains(name))
      if (const auto found = ids.find(text_of(config[name])); found != ids.end())
        out.add_count(std::string("tokenizer.ggml.") + key, found->second);
  out.add_flag("tokenizer.ggml.add_bos_token", adds_first(root->value("post_processor", Json())));
  if (const std::string text = template_of(tokenizer); !text.empty())
    out.add_text("tokenizer.chat_template", text);
  return {};
}

// Row i + j * d/2 of each head of Hugging Face's order is row 2i + j of llama.cpp's.
torch::Tensor paired(const torch::Tensor& rows, std::int64_t head_dim) {
  return rows.view({rows.size(0) / head_dim, 2, head_dim / 2, rows.size(1)})
      .transpose(1, 2)
      .reshape({rows.size(0), rows.size(1)});
}

std::string bytes_of(const torch::Tensor& tensor, const std::string& format) {
  const auto floats = tensor.to(torch::kFloat32).contiguous();
  if (format == "Q8_0")
    return quantise_q8_0(floats.data_ptr<float>(), static_cast<std::size_t>(floats.numel()));
  const auto type = format == "F16"    ? torch::kFloat16
                    : format == "BF16" ? torch::kBFloat16
                                       : torch::kFloat32;
  const auto stored = floats.to(type).contiguous();
  return {static_cast<const char*>(stored.data_ptr()), stored.nbytes()};
}

struct WrittenType {
  const char *name, *format;
  std::uint32_t file_type;  // general.file_type
};
constexpr WrittenType kWrittenTypes[] = {
    {"float32", "F32", 0}, {"float16", "F16", 1}, {"bfloat16", "BF16", 32}, {"int8", "Q8_0", 7}};

}  // namespace

Result<void> write_gguf(const std::filesystem::path& file, Weights& weights,
                        const Tokenizer& tokenizer, const std::string& dtype) {
  const auto* chosen = std::find_if(std::begin(kWrittenTypes), std::end(kWrittenTypes),
                                    [&](const WrittenType& one) { return dtype == one.name; });
  if (chosen == std::end(kWrittenTypes))
    return Error{ErrorCode::kInvalidArgument,
                 "unknown weight type \"" + dtype + "\"; use float32, float16, bfloat16 or int8"};
  const ModelShape& shape = weights.config;
  GgufWriter out;
  out.add_text("general.architecture", family_of(shape));
  out.add_text("general.type", "model");
  out.add_text("general.name", file.stem().string());
  out.add_count("general.file_type", chosen->file_type);
  out.add_count("general.quantization_version", 2);
  add_shape(out, shape);
  if (Result<void> added = add_tokenizer(out, shape, tokenizer); !added) return added;
  std::map<std::string, Linear*> linears;
  visit_linears(weights, [&](const std::string& path, const std::string&, Linear& linear) {
    linears[path + ".weight"] = &linear;
  });
  visit_weights(weights, [&](const std::string& name, torch::Tensor& tensor,
                             const std::vector<std::int64_t>& sizes) {
    // Vectors stay in float32, and rows that blocks of 32 do not divide in float16.
    std::string format = sizes.size() == 1 ? "F32" : chosen->format;
    if (format == "Q8_0" && sizes.back() % 32 != 0) format = "F16";
    const auto found = linears.find(name);
    const Linear* linear = found == linears.end() ? nullptr : found->second;
    out.add_tensor(gguf_weight_name(name), sizes, format, [&shape, linear, name, tensor, format] {
      torch::NoGradGuard no_grad;
      auto whole = (linear != nullptr ? whole_weight(*linear, torch::kFloat32) : tensor)
                       .detach()
                       .to(torch::kCPU, torch::kFloat32);
      if (has_paired_rows(shape, name)) whole = paired(whole.contiguous(), shape.head_dim);
      return bytes_of(whole, format);
    });
  });
  return out.write(file);
}

}  // namespace nereid::policy
