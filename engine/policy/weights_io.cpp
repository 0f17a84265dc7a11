// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/weights_io.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "engine/base/file.h"

using nlohmann::json;

namespace nereid::policy {
namespace {

constexpr const char* kScale = ".scale";  // after the name of a matrix in 8 bits

Error wrong_entry(const StoredWeights& stored, const std::string& name, const std::string& what) {
  return {ErrorCode::kCorrupt, stored.place_of(name) + " " + what + ". " + stored.mend()};
}

// Of an adapter, whose shapes are those of its base.
Error wrong_adapter(const std::filesystem::path& file, const std::string& name,
                    const std::string& what) {
  return {
      ErrorCode::kCorrupt,
      file.string() + ": entry \"" + name + "\" " + what +
          ". The adapter was made over another base or with other settings than its "
          "adapter_config.json says: name its own base there, or copy it again from its origin"};
}

using TensorMap = std::unordered_map<std::string, torch::Tensor>;

std::string shape_text(at::IntArrayRef shape) {
  std::string text = "[";
  for (const std::int64_t dim : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(dim);
  return text + "]";
}

// Is there an entry of that shape?
Result<void> check_entry(const StoredWeights& stored, const std::string& name,
                         const std::vector<std::int64_t>& shape) {
  if (!stored.has(name)) return wrong_entry(stored, name, "is missing");
  if (const auto found = stored.shape_of(name); found != shape)
    return wrong_entry(
        stored, name,
        "has the shape " + shape_text(found) + ", the model's is " + shape_text(shape));
  return {};
}

// An entry as it is stored: numbers of that shape, per-row int8 among them.
Result<torch::Tensor> stored_entry(const StoredWeights& stored, const std::string& name,
                                   const std::vector<std::int64_t>& shape) {
  if (Result<void> there = check_entry(stored, name, shape); !there) return there.error();
  torch::Tensor value = stored.read(name);
  if (value.scalar_type() != torch::kInt8 && !value.is_floating_point())
    return wrong_entry(stored, name, "has no floating-point type");
  return value;
}

// The int8 matrix `value` with its scales.
Result<RowInt8> with_scale(const torch::Tensor& value, const StoredWeights& stored,
                           const std::string& name) {
  const std::string scale_name = name + kScale;
  if (!stored.has(scale_name)) return wrong_entry(stored, scale_name, "is missing");
  const torch::Tensor scale = stored.read(scale_name);
  if (value.dim() != 2 || scale.dim() != 1 || scale.size(0) != value.size(0) ||
      !scale.is_floating_point()) {
    return wrong_entry(stored, scale_name, "must hold one float a row of the int8 matrix");
  }
  return RowInt8{value, scale.to(torch::kFloat32)};
}

// Where stored weights go.
struct Filling {
  const StoredWeights& stored;
  torch::Device device;
  torch::Dtype type;
  std::shared_ptr<SharedBase> shared;

  Result<void> fill_whole(torch::Tensor& slot, const std::string& name,
                          const std::vector<std::int64_t>& shape) const {
    Result<torch::Tensor> value = stored_entry(stored, name, shape);
    if (!value) return value.error();
    if (value->scalar_type() == torch::kInt8) {
      const Result<RowInt8> matrix = with_scale(*value, stored, name);
      if (!matrix) return matrix.error();
      value = multiply_out(*matrix, torch::kFloat32);
    }
    slot = value->to(device, type).contiguous();
    return {};
  }

  // In the type of the model: of a weight that ranks share, no device ever has the whole.
  Result<void> fill_linear(Linear& linear, const std::string& name,
                           const std::vector<std::int64_t>& shape) const {
    if (!shared) return fill_whole(linear.weight, name, shape);
    torch::Tensor whole;
    const Filling on_host{stored, torch::kCPU, type, nullptr};
    if (Result<void> filled = on_host.fill_whole(whole, name, shape); !filled) return filled;
    keep(linear, whole);
    return {};
  }

  // The weight of a linear in its place.
  void keep(Linear& linear, const torch::Tensor& weight) const {
    if (!shared) {
      linear.weight = weight.to(device).contiguous();
      return;
    }
    linear.shared = shared;
    linear.number = shared->keep(linear.layer, weight, device);
    linear.weight = torch::empty(weight.sizes(), weight.options().device(torch::kMeta));
  }

  // In 8 bits, as it is stored or, from another type, quantised. On the CPU, so that every device
  // gets the same bits.
  Result<void> fill_int8(Linear& linear, const std::string& name,
                         const std::vector<std::int64_t>& shape) const {
    const Result<torch::Tensor> value = stored_entry(stored, name, shape);
    if (!value) return value.error();
    const Result<RowInt8> matrix = value->scalar_type() == torch::kInt8
                                       ? with_scale(*value, stored, name)
                                       : Result<RowInt8>(quantise_rows(*value));
    if (!matrix) return matrix.error();
    keep(linear, matrix->data);
    linear.scale = matrix->scale.to(device).contiguous();
    return {};
  }
};

std::map<std::string, Linear*> linears_by_weight(Weights& weights) {
  std::map<std::string, Linear*> linears;
  visit_linears(weights, [&](const std::string& path, const std::string&, Linear& linear) {
    linears[path + ".weight"] = &linear;
  });
  return linears;
}

void number_layers(Weights& weights) {
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    LayerWeights& layer = weights.layers[i];
    for (Linear* linear :
         {&layer.q, &layer.k, &layer.v, &layer.o, &layer.gate, &layer.up, &layer.down})
      linear->layer = i;
  }
}

void encode_int8(const std::string& name, const torch::Tensor& value, NamedTensors& out) {
  if (value.dim() != 2) {
    out.emplace_back(name, value.to(torch::kFloat16));
    return;
  }
  const RowInt8 matrix = quantise_rows(value);
  out.emplace_back(name, matrix.data);
  out.emplace_back(name + kScale, matrix.scale);
}

std::string peft_name(const std::string& path, const char* part) {
  return "base_model.model." + path + "." + part + ".weight";
}

}  // namespace

Result<void> check_stored(const StoredWeights& stored, const ModelShape& shape) {
  Weights weights;
  weights.config = shape;
  weights.layers.resize(shape.layers);
  Result<void> outcome;
  std::set<std::string> names;
  visit_weights(weights, [&](const std::string& name, torch::Tensor&,
                             const std::vector<std::int64_t>& wanted) {
    if (outcome) outcome = check_entry(stored, name, wanted);
    names.insert(name);
  });
  return outcome ? stored.require_no_others(names) : outcome;
}

Result<void> fill_weights(Weights& weights, const StoredWeights& stored, torch::Device device,
                          torch::Dtype dtype, const std::shared_ptr<SharedBase>& shared) {
  if (Result<void> checked = check_stored(stored, weights.config); !checked) return checked;
  weights.layers.resize(weights.config.layers);
  const bool in_8_bits = dtype == torch::kInt8;
  const torch::Dtype beside = device.is_cpu() ? torch::kFloat32 : torch::kBFloat16;
  const Filling filling{stored, device, in_8_bits ? beside : dtype, shared};
  const auto linears = linears_by_weight(weights);
  number_layers(weights);
  Result<void> outcome;
  visit_weights(weights, [&](const std::string& name, torch::Tensor& slot,
                             const std::vector<std::int64_t>& shape) {
    if (!outcome) return;
    const auto linear = linears.find(name);
    if (linear == linears.end()) {
      outcome = filling.fill_whole(slot, name, shape);
    } else if (in_8_bits) {
      outcome = filling.fill_int8(*linear->second, name, shape);
    } else {
      outcome = filling.fill_linear(*linear->second, name, shape);
    }
  });
  return outcome;
}

NamedTensors base_tensors(Weights& weights) {
  const auto linears = linears_by_weight(weights);
  NamedTensors tensors;
  visit_weights(weights, [&](const std::string& name, torch::Tensor& tensor,
                             const std::vector<std::int64_t>&) {
    tensors.emplace_back(name, tensor);
    const auto linear = linears.find(name);
    if (linear != linears.end() && linear->second->scale.defined())
      tensors.emplace_back(name + kScale, linear->second->scale);
  });
  return tensors;
}

void visit_base(Weights& weights,
                const std::function<void(const std::string&, const torch::Tensor&)>& visit) {
  const auto linears = linears_by_weight(weights);
  for (const auto& [name, tensor] : base_tensors(weights)) {
    const auto linear = linears.find(name);
    visit(name, linear != linears.end() ? held_weight(*linear->second) : tensor);
  }
}

std::int64_t count_parameters(const NamedTensors& tensors) {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : tensors)
    if (!name.ends_with(kScale)) count += tensor.numel();
  return count;
}

Result<NamedTensors> encode_weights(const NamedTensors& weights, const std::string& dtype) {
  const TensorMap held(weights.begin(), weights.end());
  NamedTensors out;
  for (const auto& [name, tensor] : weights) {
    if (name.ends_with(kScale)) continue;  // goes with its matrix
    auto host = tensor.detach().to(torch::kCPU);
    if (tensor.scalar_type() == torch::kInt8) {
      const RowInt8 matrix{host, held.at(name + kScale).to(torch::kCPU)};
      if (dtype == "int8") {
        out.emplace_back(name, matrix.data);
        out.emplace_back(name + kScale, matrix.scale);
        continue;
      }
      host = multiply_out(matrix, torch::kFloat32);
    }
    if (dtype == "int8") {
      encode_int8(name, host, out);
    } else if (dtype == "float32") {
      out.emplace_back(name, host.to(torch::kFloat32));
    } else if (dtype == "float16") {
      out.emplace_back(name, host.to(torch::kFloat16));
    } else if (dtype == "bfloat16") {
      out.emplace_back(name, host.to(torch::kBFloat16));
    } else {
      return Error{ErrorCode::kInvalidArgument,
                   "unknown weight type \"" + dtype + "\"; use float32, float16, bfloat16 or int8"};
    }
  }
  return out;
}

NamedTensors adapter_tensors(Weights& weights) {
  NamedTensors tensors;
  visit_linears(weights, [&](const std::string& path, const std::string&, Linear& linear) {
    if (!linear.lora_a.defined()) return;
    tensors.emplace_back(peft_name(path, "lora_A"), linear.lora_a);
    tensors.emplace_back(peft_name(path, "lora_B"), linear.lora_b);
  });
  return tensors;
}

std::string render_adapter_config(const LoraOptions& lora, const std::string& base_model) {
  const nlohmann::ordered_json root = {
      {"peft_type", "LORA"},
      {"task_type", "CAUSAL_LM"},
      {"base_model_name_or_path", base_model},
      {"r", lora.rank},
      {"lora_alpha", lora.alpha},
      {"lora_dropout", lora.dropout},
      {"target_modules", lora.targets},
      {"bias", "none"},
      {"fan_in_fan_out", false},
      {"inference_mode", true},
      {"init_lora_weights", true},
      {"use_rslora", false},
      {"use_dora", false},
  };
  return root.dump(2) + "\n";
}

Result<LoraOptions> read_adapter_config(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "adapter_config.json";
  Result<std::string> text = read_file(file);
  if (!text) return text.error();
  try {
    const json root = json::parse(*text);
    if (root.value("use_rslora", false) || root.value("use_dora", false) ||
        root.value("bias", "none") != "none") {
      return Error{ErrorCode::kUnsupported,
                   file.string() +
                       ": rsLoRA, DoRA and trained biases are not supported; merge the "
                       "adapter with PEFT's merge_and_unload() first"};
    }
    for (const char* key : {"rank_pattern", "alpha_pattern"}) {
      if (!root.contains(key) || root[key].empty()) continue;
      return Error{ErrorCode::kUnsupported,
                   file.string() + ": " + key +
                       " (another rank or alpha for some layers) is not supported; merge the "
                       "adapter with PEFT's merge_and_unload() first"};
    }
    LoraOptions lora;
    lora.rank = root.at("r").get<int>();
    lora.alpha = root.at("lora_alpha").get<double>();
    lora.dropout = root.value("lora_dropout", 0.0);
    lora.targets = root.at("target_modules").get<std::vector<std::string>>();
    if (lora.rank < 1 || lora.rank > 4096) {
      return Error{ErrorCode::kCorrupt,
                   file.string() + ": r is " + std::to_string(lora.rank) + ", expected 1 to 4096"};
    }
    return lora;
  } catch (const json::exception& error) {
    return Error{ErrorCode::kCorrupt,
                 file.string() + ": " + error.what() + ". Copy the adapter again from its origin"};
  }
}

Result<void> fill_adapter(Weights& weights, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "adapter_model.safetensors";
  Result<NamedTensors> stored = read_safetensors(file);
  if (!stored) return stored.error();
  TensorMap by_name(stored->begin(), stored->end());
  torch::NoGradGuard no_grad;
  for (auto& [name, tensor] : adapter_tensors(weights)) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) return wrong_adapter(file, name, "is missing");
    if (found->second.sizes() != tensor.sizes()) {
      return wrong_adapter(file, name,
                           "has the shape " + shape_text(found->second.sizes()) + ", expected " +
                               shape_text(tensor.sizes()));
    }
    tensor.copy_(found->second);
    by_name.erase(found);
  }
  if (!by_name.empty())
    return wrong_adapter(file, by_name.begin()->first, "has no place in this model");
  return {};
}

Result<void> check_targets(Weights& weights, const std::vector<std::string>& targets,
                           const std::string& where) {
  std::set<std::string> known;
  visit_linears(weights,
                [&](const std::string&, const std::string& name, Linear&) { known.insert(name); });
  for (const std::string& target : targets)
    if (!known.contains(target))
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{}: no linear layer of the model is called \"{}\"; it has {}",
                               where, target, fmt::join(known, ", "))};
  return {};
}

void add_adapter(Weights& weights, const LoraOptions& lora) {
  weights.lora_scaling = lora.alpha / lora.rank;
  auto generator = at::make_generator<at::CPUGeneratorImpl>(lora.seed);
  const std::set<std::string> targets(lora.targets.begin(), lora.targets.end());
  int found = 0;
  visit_linears(weights, [&](const std::string&, const std::string& name, Linear& linear) {
    if (!targets.contains(name)) return;
    ++found;
    // kaiming_uniform with a = sqrt(5): gain sqrt(2 / 6), bound = gain * sqrt(3 / in) = 1 /
    // sqrt(in).
    const double bound = 1.0 / std::sqrt(static_cast<double>(linear.weight.size(1)));
    const auto device = weights.embedding.device();
    const std::int64_t inputs = linear.weight.size(1), outputs = linear.weight.size(0);
    linear.lora_a = torch::empty({lora.rank, inputs}).uniform_(-bound, bound, generator).to(device);
    linear.lora_b = torch::zeros({outputs, lora.rank}, torch::TensorOptions().device(device));
  });
  TORCH_CHECK(found > 0,
              "no linear of the model is named in lora_targets; known: q_proj, k_proj, v_proj, "
              "o_proj, gate_proj, "
              "up_proj, down_proj");
}

void merge_adapter(Weights& weights) {
  torch::NoGradGuard no_grad;
  visit_linears(weights, [&](const std::string&, const std::string&, Linear& linear) {
    if (!linear.lora_a.defined()) return;
    const auto delta = at::matmul(linear.lora_b, linear.lora_a) * weights.lora_scaling;
    linear.weight = (linear.weight.to(delta.scalar_type()) + delta).to(linear.weight.scalar_type());
    linear.lora_a = linear.lora_b = torch::Tensor();
    linear.fp8 = {};
  });
  weights.lora_scaling = 0;
}

}  // namespace nereid::policy
