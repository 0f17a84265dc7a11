// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "engine/train/internal/corpus.h"
#include "engine/train/internal/start.h"
#include "engine/train/internal/streams.h"

namespace nereid::train {
namespace {

policy::LoraOptions lora_of(const config::RunConfig& config) {
  policy::LoraOptions lora;
  if (config.model.adapter != "lora") return lora;
  lora.rank = config.model.lora_rank;
  lora.alpha = config.model.lora_alpha;
  lora.dropout = config.model.lora_dropout;
  lora.targets = config.model.lora_targets;
  lora.seed = stream_seed(config.seed, Stream::kModel, {1});
  return lora;
}

Result<std::unique_ptr<policy::Policy>> new_policy(const config::RunConfig& config,
                                                   const std::filesystem::path& run_dir,
                                                   torch::Device device) {
  Result<std::shared_ptr<const Corpus>> corpus = Corpus::open(config);
  if (!corpus) return corpus.error();
  auto tokenizer = corpus_tokenizer(**corpus, run_dir / "model" / "tokenizer.json");
  if (!tokenizer) return tokenizer.error();
  policy::ModelShape shape;
  shape.vocabulary = (*tokenizer)->vocabulary();
  shape.hidden_size = config.model.hidden_size;
  shape.layers = config.model.layers;
  shape.heads = config.model.heads;
  shape.kv_heads = config.model.kv_heads;
  shape.head_dim = config.model.hidden_size / std::max(1, config.model.heads);
  shape.intermediate_size = config.model.intermediate_size;
  shape.max_positions = config.model.max_positions;
  const std::uint64_t seed = stream_seed(config.seed, Stream::kModel, {0});
  return policy::Policy::make_new(shape, *tokenizer, seed, device, lora_of(config));
}

}  // namespace

torch::Dtype weight_type(const std::string& dtype) {
  if (dtype == "int8") return torch::kInt8;
  return dtype == "bfloat16" ? torch::kBFloat16 : torch::kFloat32;
}

Result<torch::Device> choose_device(const std::string& name) {
  if (name == "cpu") return torch::Device(torch::kCPU);
  const bool has_gpu = torch::cuda::is_available();
  if (name == "auto") return torch::Device(has_gpu ? torch::kCUDA : torch::kCPU);
  if (!has_gpu) {
    return Error{ErrorCode::kUnsupported,
                 "model.device: " + name +
                     " was asked for, but no CUDA device is usable here; set it to cpu or auto"};
  }
  int index = 0;
  if (const auto colon = name.find(':'); colon != std::string::npos) {
    std::from_chars(name.data() + colon + 1, name.data() + name.size(), index);
  }
  const int count = static_cast<int>(torch::cuda::device_count());
  if (index < 0 || index >= count) {
    return Error{ErrorCode::kUnsupported,
                 "model.device: there is no " + name +
                     "; the devices are cuda:0 to cuda:" + std::to_string(count - 1)};
  }
  return torch::Device(torch::kCUDA, static_cast<c10::DeviceIndex>(index));
}

Result<std::unique_ptr<policy::Policy>> load_start_policy(
    const config::RunConfig& config, const std::filesystem::path& run_dir, torch::Device device,
    const std::shared_ptr<policy::SharedBase>& shared) {
  if (config.model.path == "new") return new_policy(config, run_dir, device);
  Result<std::filesystem::path> folder = policy::resolve_model(config.model.path);
  if (!folder) return folder.error();
  auto policy = policy::Policy::load(*folder, device, weight_type(config.model.dtype),
                                     lora_of(config), shared);
  if (!policy || !config.model.fp8) return policy;
  if (Result<void> used = (*policy)->use_fp8_products(); !used) return used.error();
  return policy;
}

}  // namespace nereid::train
