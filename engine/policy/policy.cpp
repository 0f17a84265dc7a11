// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/policy.h"

#include <ATen/DeviceAccelerator.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/policy/gguf/gguf_file.h"
#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/gguf_export.h"
#include "engine/policy/internal/made_of.h"
#include "engine/policy/internal/model_config.h"
#include "engine/policy/internal/row_fp8.h"
#include "engine/policy/internal/transformer.h"
#include "engine/policy/internal/weights_io.h"

namespace nereid::policy {
namespace {

// Tokens that the CPU scores together.
constexpr std::int64_t kCpuTokens = 1024;

class TransformerPolicy final : public Policy {
 public:
  TransformerPolicy(Weights weights, std::shared_ptr<Tokenizer> tokenizer, LoraOptions lora,
                    std::string origin)
      : weights_(std::move(weights)),
        tokenizer_(std::move(tokenizer)),
        lora_(std::move(lora)),
        origin_(std::move(origin)) {
    for (auto& [name, tensor] : trainable()) tensor.set_requires_grad(true);
  }

  const ModelShape& config() const override { return weights_.config; }
  const std::shared_ptr<Tokenizer>& tokenizer() const override { return tokenizer_; }
  torch::Device device() const override { return weights_.embedding.device(); }
  std::int64_t parameter_count() const override {
    return count_parameters(const_cast<TransformerPolicy*>(this)->all_weights());
  }

  torch::Tensor forward(const torch::Tensor& tokens, bool training) override {
    const auto hidden =
        hidden_states(weights_, rectangle(tokens.to(device())), mode(true, training));
    const auto logits = at::matmul(widened(hidden), widened(weights_.head()).t());
    return logits.view({tokens.size(0), tokens.size(1), -1});
  }

  Scores score(const TokenBatch& batch, double temperature, bool training) override {
    return scores(batch, temperature, mode(true, training));
  }

  double greedy_share(const TokenBatch& batch) override {
    torch::NoGradGuard no_grad;
    const std::int64_t predicted = batch.tokens.size(1) - 1;
    const auto places = batch.completion_mask.to(device()).flatten().nonzero().squeeze(1);
    if (places.numel() == 0) return 0;
    const auto hidden = widened(masked_states(batch, mode(true, false)));
    const auto targets =
        batch.tokens.to(device()).narrow(1, 1, predicted).reshape({-1}).index_select(0, places);
    const auto head = widened(weights_.head());
    std::int64_t right = 0;
    constexpr std::int64_t kRows = 128;  // of logits at once
    for (std::int64_t at = 0; at < places.numel(); at += kRows) {
      const std::int64_t count = std::min(kRows, places.numel() - at);
      const auto best = at::matmul(hidden.narrow(0, at, count), head.t()).argmax(1);
      right += best.eq(targets.narrow(0, at, count)).sum().item<std::int64_t>();
    }
    return static_cast<double>(right) / static_cast<double>(places.numel());
  }

  Scores score_reference(const TokenBatch& batch, double temperature) override {
    torch::NoGradGuard no_grad;
    if (start_.empty()) return scores(batch, temperature, mode(false, false));
    const StartInPlace start(*this);
    return scores(batch, temperature, mode(true, false));
  }

  Result<void> use_fp8_products() override {
    if (lora_.rank == 0 || weights_.layers.front().q.weight.scalar_type() != torch::kBFloat16)
      return Error{ErrorCode::kUnsupported,
                   "model.fp8: products in 8 bits are for adapters over a base in bfloat16"};
    if (!has_fp8_products(device()))
      return Error{ErrorCode::kUnsupported,
                   "model.fp8: " + device().str() +
                       " has no products in 8-bit floating point (Ada, Hopper and later GPUs do), "
                       "or this build no CUDA kernels; set it to false"};
    bool fits = true;
    visit_linears(weights_, [&](const std::string&, const std::string&, Linear& linear) {
      for (const std::int64_t size : linear.weight.sizes()) fits = fits && size % kFp8Step == 0;
    });
    if (!fits)
      return Error{ErrorCode::kUnsupported,
                   "model.fp8: the sides of this model's linears are no multiples of " +
                       std::to_string(kFp8Step) + "; set it to false"};
    weights_.fp8 = true;
    keep_fp8(weights_);
    return {};
  }

  /// From here on the present adapter is what score_reference() compares with.
  void keep_reference() override {
    start_.clear();
    for (const auto& [name, tensor] : adapter_tensors(weights_)) start_.push_back(tensor.clone());
  }

  std::vector<GeneratedRow> generate(const std::vector<std::vector<std::int32_t>>& prompts,
                                     const GenerateOptions& options) override {
    torch::NoGradGuard no_grad;
    // Weights that are gathered layer by layer have no place that a packed copy or a graph could
    // know.
    if (weights_.is_shared())
      return generate_by_operators(weights_, end_tokens(), prompts, options);
    if (!device().is_cpu()) {
      return why_no_cuda_kernels(weights_).empty()
                 ? generate_by_cuda_kernels(weights_, end_tokens(), prompts, options)
                 : generate_by_operators(weights_, end_tokens(), prompts, options);
    }
    return generate_on_cpu(decoder(options.weights), end_tokens(), prompts, options, memory_);
  }

  void set_dropout_place(std::int64_t step, std::int64_t first_row) override {
    step_ = step;
    first_row_ = first_row;
  }

  std::vector<std::pair<std::string, torch::Tensor>> trainable() override {
    return lora_.rank > 0 ? adapter_tensors(weights_) : base_tensors(weights_);
  }

  std::vector<std::pair<std::string, torch::Tensor>> all_weights() override {
    auto all = base_tensors(weights_);
    for (auto& entry : adapter_tensors(weights_)) all.push_back(std::move(entry));
    return all;
  }

  Result<void> save(const std::filesystem::path& folder, const std::string& dtype) const override {
    return guarded("saving the model to " + folder.string(),
                   [&] { return save_files(folder, dtype); });
  }

  Result<void> save_gguf(const std::filesystem::path& file,
                         const std::string& dtype) const override {
    return guarded("writing " + file.string(), [&]() -> Result<void> {
      if (Result<void> whole = require_whole_base(); !whole) return whole;
      if (!tokenizer_)
        return Error{ErrorCode::kInvalidArgument, "a GGUF file needs a tokenizer; there is none"};
      return write_gguf(file, const_cast<TransformerPolicy*>(this)->weights_, *tokenizer_, dtype);
    });
  }

  Result<void> save_adapter(const std::filesystem::path& folder) const override {
    return guarded("saving the adapter to " + folder.string(),
                   [&] { return save_adapter_files(folder); });
  }

  std::string weights_hash() const override {
    auto& weights = const_cast<TransformerPolicy*>(this)->weights_;
    std::vector<torch::Tensor> tensors;
    for (const auto& [name, tensor] : base_tensors(weights)) tensors.push_back(tensor);
    // The base of adapters is read once: it does not change from checkpoint to checkpoint.
    if (!hashed_.is_still(tensors, 0)) {
      base_hash_ = Sha256();
      visit_base(weights, [&](const std::string& name, const torch::Tensor& tensor) {
        add_to_hash(base_hash_, name, tensor);
      });
    }
    Sha256 hash = base_hash_.copy();
    for (const auto& [name, tensor] : adapter_tensors(weights)) add_to_hash(hash, name, tensor);
    return hash.hex();
  }

 private:
  static void add_to_hash(Sha256& hash, const std::string& name, const torch::Tensor& tensor) {
    const auto host = tensor.detach().to(torch::kCPU).contiguous();
    hash.update(name);
    hash.update(std::string_view(static_cast<const char*>(host.data_ptr()), host.nbytes()));
  }
  Result<void> require_whole_base() const {
    if (!weights_.is_shared()) return {};
    return Error{ErrorCode::kUnsupported,
                 "the base is shared by several ranks (model.shard_base), which export the adapter "
                 "alone; nereid model export merges it into its base"};
  }

  /// The adapter of the start in place of the present one, as long as this lives.
  class StartInPlace {
   public:
    explicit StartInPlace(TransformerPolicy& policy) : policy_(policy) { policy_.swap_start(); }
    ~StartInPlace() { policy_.swap_start(); }
    StartInPlace(const StartInPlace&) = delete;
    StartInPlace& operator=(const StartInPlace&) = delete;

   private:
    TransformerPolicy& policy_;
  };

  void swap_start() {
    auto next = start_.begin();
    visit_linears(weights_, [&](const std::string&, const std::string&, Linear& linear) {
      if (!linear.lora_a.defined()) return;
      std::swap(linear.lora_a, *next++);
      std::swap(linear.lora_b, *next++);
    });
  }

  // Packed at the first call of its kind; later ones pack what has changed.
  CpuDecoder& decoder(DecodeWeights kind) {
    std::unique_ptr<CpuDecoder>& decoder = decoders_[static_cast<std::size_t>(kind)];
    if (decoder) {
      decoder->update(weights_);
    } else {
      decoder = std::make_unique<CpuDecoder>(weights_, kind);
    }
    return *decoder;
  }

  ForwardMode mode(bool adapter, bool training) const {
    return {.adapter = adapter,
            .dropout = training ? lora_.dropout : 0,
            .dropout_seed = lora_.seed,
            .step = step_,
            .first_row = first_row_};
  }

  // Head in float32, or float64 for gradient checks.
  static torch::Tensor widened(const torch::Tensor& x) {
    return x.scalar_type() == torch::kFloat64 ? x : x.to(torch::kFloat32);
  }

  // Hidden states of the masked places, in order: [M, H].
  torch::Tensor masked_states(const TokenBatch& batch, const ForwardMode& mode) const {
    // Dropout is another one in each row.
    const EqualTokens equal = mode.dropout > 0 ? EqualTokens::kEach : EqualTokens::kOnce;
    const std::int64_t rows = batch.tokens.size(0);
    std::vector<torch::Tensor> parts;
    for (std::int64_t first = 0, count = 0; first < rows; first += count) {
      // A few rows at a time, so that what passes between two operations stays in the cache.
      count = device().is_cpu() ? rows_within(batch, first, kCpuTokens, equal) : rows;
      const LaidOut laid = lay_out(batch, first, count, equal);
      const auto masked =
          batch.completion_mask.narrow(0, first, count).flatten().nonzero().squeeze(1);
      parts.push_back(hidden_states(weights_, laid.rows, mode)
                          .index_select(0, laid.places.index_select(0, masked.to(device()))));
    }
    return torch::cat(parts);
  }

  Scores scores(const TokenBatch& batch, double temperature, const ForwardMode& mode) {
    TORCH_CHECK(temperature > 0, "score needs a temperature above 0, got ", temperature);
    const std::int64_t predicted = batch.tokens.size(1) - 1;
    const auto places = batch.completion_mask.to(device()).flatten().nonzero().squeeze(1);
    const auto hidden = masked_states(batch, mode);
    const auto targets =
        batch.tokens.to(device()).narrow(1, 1, predicted).reshape({-1}).index_select(0, places);
    const auto [logprobs, entropy] =
        selected_logprobs(hidden, weights_.head(), targets, temperature);
    const auto empty =
        torch::zeros({batch.tokens.size(0) * predicted}, logprobs.options().requires_grad(false));
    const std::vector<std::int64_t> shape = {batch.tokens.size(0), predicted};
    return {empty.index_copy(0, places, logprobs).view(shape),
            empty.index_copy(0, places, entropy.detach()).view(shape)};
  }

  Result<void> save_files(const std::filesystem::path& folder, const std::string& dtype) const {
    if (Result<void> whole = require_whole_base(); !whole) return whole;
    auto self = const_cast<TransformerPolicy*>(this);
    Result<NamedTensors> encoded = encode_weights(base_tensors(self->weights_), dtype);
    if (!encoded) return encoded.error();
    if (Result<void> made = make_directories(folder); !made) return made;
    if (Result<void> done = write_tokenizer(folder); !done) return done;
    std::vector<std::pair<std::string, std::string>> metadata = {{"format", "pt"}};
    if (dtype == "int8")
      metadata.emplace_back("nereid.dtype", "int8, one float32 scale a row in NAME.scale");
    const auto weights = folder / "model.safetensors";
    if (Result<void> done = write_safetensors(weights, *encoded, metadata); !done) return done;
    // Last: a folder that has it is a model.
    return atomic_write_file(
        folder / "config.json",
        render_model_config(weights_.config, dtype == "int8" ? "float32" : dtype, end_tokens(),
                            pad_token()));
  }

  Result<void> save_adapter_files(const std::filesystem::path& folder) const {
    if (lora_.rank == 0) {
      return Error{ErrorCode::kInvalidArgument,
                   "the model has no adapter to save; set model.adapter to lora"};
    }
    if (Result<void> made = make_directories(folder); !made) return made;
    const auto tensors = adapter_tensors(const_cast<TransformerPolicy*>(this)->weights_);
    const auto weights = folder / "adapter_model.safetensors";
    if (Result<void> done = write_safetensors(weights, tensors, {{"format", "pt"}}); !done)
      return done;
    return atomic_write_file(folder / "adapter_config.json", render_adapter_config(lora_, origin_));
  }

  Result<void> write_tokenizer(const std::filesystem::path& folder) const {
    if (!tokenizer_) return {};
    for (const auto& [name, bytes] : tokenizer_->companions())
      if (Result<void> done = atomic_write_file(folder / name, bytes); !done) return done;
    return atomic_write_file(folder / "tokenizer.json", tokenizer_->to_json());
  }

  std::vector<std::int32_t> end_tokens() const {
    return tokenizer_ ? tokenizer_->end_tokens() : std::vector<std::int32_t>();
  }
  std::int32_t pad_token() const { return tokenizer_ ? tokenizer_->pad_token() : -1; }

  Weights weights_;
  std::shared_ptr<Tokenizer> tokenizer_;
  LoraOptions lora_;
  std::string origin_;
  std::vector<torch::Tensor> start_;  ///< adapter that was loaded: A, B of each linear in order
  CpuGenerateMemory memory_;
  std::array<std::unique_ptr<CpuDecoder>, 2> decoders_;  ///< by DecodeWeights
  std::int64_t step_ = 0, first_row_ = 0;
  mutable MadeOf hashed_;  ///< base weights of base_hash_
  mutable Sha256 base_hash_;
};

void initialise(Weights& weights, std::uint64_t seed, torch::Device device) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  const double residual = 0.02 / std::sqrt(2.0 * static_cast<double>(weights.config.layers));
  visit_weights(weights, [&](const std::string& name, torch::Tensor& slot,
                             const std::vector<std::int64_t>& shape) {
    if (shape.size() == 1) {
      slot = name.ends_with(".bias") ? torch::zeros(shape) : torch::ones(shape);
    } else {
      const bool is_residual =
          name.ends_with("o_proj.weight") || name.ends_with("down_proj.weight");
      slot = torch::empty(shape).normal_(0, is_residual ? residual : 0.02, generator);
    }
    slot = slot.to(device);
  });
}

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// Where the base weights are: at the place itself or, if it is a folder with an adapter only, where
// that says.
Result<std::filesystem::path> base_folder(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "adapter_config.json";
  if (is_there(folder / "config.json") || !is_there(file)) return folder;
  Result<std::string> text = read_file(file);
  if (!text) return text.error();
  Result<Json> root = parse_json(*text, file.string());
  if (!root) return root.error();
  const auto base = json_value<std::string>(*root, "base_model_name_or_path", "");
  if (is_there(std::filesystem::path(base) / "config.json") || is_file(base))
    return std::filesystem::path(base);
  return Error{ErrorCode::kNotFound,
               file.string() + ": the base model \"" + base +
                   "\" is not there; set base_model_name_or_path to its folder or GGUF file"};
}

// An adapter has the shape that it was made with; settings that say otherwise would be ignored.
Result<void> require_same_adapter(const LoraOptions& saved, const LoraOptions& wanted,
                                  const std::filesystem::path& folder) {
  const auto differs = [&](const std::string& key, const std::string& has,
                           const std::string& asked) {
    return Error{ErrorCode::kInvalidArgument, key + ": the adapter in " + folder.string() +
                                                  " has " + has + ", the settings say " + asked +
                                                  "; set " + key + "=" + has +
                                                  ", or start from the base model"};
  };
  const auto joined = [](std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "[" : ", ") + name;
    return text + "]";
  };
  const auto number = [](double value) { return Json(value).dump(); };
  if (saved.rank != wanted.rank)
    return differs("model.lora_rank", std::to_string(saved.rank), std::to_string(wanted.rank));
  if (saved.alpha != wanted.alpha)
    return differs("model.lora_alpha", number(saved.alpha), number(wanted.alpha));
  if (joined(saved.targets) != joined(wanted.targets))
    return differs("model.lora_targets", joined(saved.targets), joined(wanted.targets));
  return {};
}

Result<std::unique_ptr<Policy>> load_folder(const std::filesystem::path& folder,
                                            torch::Device device, torch::Dtype dtype,
                                            LoraOptions lora,
                                            const std::shared_ptr<SharedBase>& shared) {
  if (dtype == torch::kInt8 && lora.rank == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "model.dtype: weights in 8 bits cannot be trained, only adapters over them; set "
                 "model.adapter to lora, or model.dtype to bfloat16"};
  }
  if (shared && lora.rank == 0)
    return Error{ErrorCode::kInvalidArgument,
                 "model.shard_base: ranks share frozen weights alone; set model.adapter to lora"};
  Weights weights;
  const Result<std::filesystem::path> base = base_folder(folder);
  if (!base) return base.error();
  Result<ModelShape> config = read_model_shape(*base);
  if (!config) return config.error();
  weights.config = *config;
  Result<std::shared_ptr<const StoredWeights>> stored = StoredWeights::open(*base, *config);
  if (!stored) return stored.error();
  if (Result<void> filled = fill_weights(weights, **stored, device, dtype, shared); !filled)
    return filled.error();
  stored->reset();
  build_rope_tables(weights, device);
  const bool has_adapter = is_there(folder / "adapter_model.safetensors");
  // Without its weights it would be the base alone, and nobody would be told.
  if (!has_adapter && is_there(folder / "adapter_config.json"))
    return Error{ErrorCode::kNotFound,
                 (folder / "adapter_model.safetensors").string() +
                     ": is not there, though adapter_config.json is; copy the adapter again from "
                     "its origin (weights in another format are not read)"};
  if (has_adapter) {
    Result<LoraOptions> saved = read_adapter_config(folder);
    if (!saved) return saved.error();
    const bool keep = lora.rank > 0;
    if (keep) {
      if (Result<void> same = require_same_adapter(*saved, lora, folder); !same)
        return same.error();
      saved->dropout = lora.dropout;
    }
    saved->seed = lora.seed;
    if (Result<void> checked =
            check_targets(weights, saved->targets,
                          (folder / "adapter_config.json").string() + ": target_modules");
        !checked)
      return checked.error();
    add_adapter(weights, *saved);
    if (Result<void> filled = fill_adapter(weights, folder); !filled) return filled.error();
    if (keep) {
      lora = *saved;
    } else {
      merge_adapter(weights);
    }
  } else if (lora.rank > 0) {
    if (Result<void> checked = check_targets(weights, lora.targets, "model.lora_targets"); !checked)
      return checked.error();
    add_adapter(weights, lora);
  }
  if (lora.rank > 0 && device.is_cuda()) {
    lay_side_by_side(weights);
    at::accelerator::emptyCache();  // of their former places, which others may need
  }
  Result<std::shared_ptr<Tokenizer>> tokenizer = load_tokenizer(*base);
  if (!tokenizer) return tokenizer.error();
  const bool has_start = lora.rank > 0 && has_adapter;
  auto policy = std::make_unique<TransformerPolicy>(std::move(weights), std::move(*tokenizer),
                                                    std::move(lora),
                                                    std::filesystem::absolute(*base).string());
  if (has_start) policy->keep_reference();
  return std::unique_ptr<Policy>(std::move(policy));
}

// A prompt that is shorter is as soon read again.
constexpr std::size_t kLeastShared = 8;

std::vector<EqualPrompts> equal_prompts(
    const std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>>& rows) {
  std::vector<EqualPrompts> out;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    const auto& prompt = rows[first].first;
    while (last < rows.size() && rows[last].first == prompt) ++last;
    if (last - first > 1 && prompt.size() >= kLeastShared)
      out.push_back({static_cast<std::int64_t>(first), static_cast<std::int64_t>(last - first),
                     static_cast<std::int64_t>(prompt.size())});
  }
  return out;
}

}  // namespace

TokenBatch make_batch(
    const std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>>& rows,
    std::int32_t pad_token, torch::Device device) {
  std::size_t width = 2;
  for (const auto& [prompt, completion] : rows)
    width = std::max(width, prompt.size() + completion.size());
  const auto count = static_cast<std::int64_t>(rows.size()),
             columns = static_cast<std::int64_t>(width);
  auto tokens = torch::full({count, columns}, static_cast<std::int64_t>(pad_token), torch::kInt64);
  auto lengths = torch::empty({count}, torch::kInt64);
  auto mask = torch::zeros({count, columns - 1});
  for (std::int64_t i = 0; i < count; ++i) {
    const auto& [prompt, completion] = rows[i];
    std::int64_t* out = tokens.data_ptr<std::int64_t>() + i * columns;
    std::copy(completion.begin(), completion.end(), std::copy(prompt.begin(), prompt.end(), out));
    const auto total = static_cast<std::int64_t>(prompt.size() + completion.size());
    lengths.data_ptr<std::int64_t>()[i] = total;
    float* weights = mask.data_ptr<float>() + i * (columns - 1);
    for (std::int64_t t = std::max<std::int64_t>(1, prompt.size()); t < total; ++t)
      weights[t - 1] = 1;
  }
  return {tokens.to(device), std::move(lengths), mask.to(device), equal_prompts(rows)};
}

Result<std::unique_ptr<Policy>> Policy::load(const std::filesystem::path& folder,
                                             torch::Device device, torch::Dtype dtype,
                                             const LoraOptions& lora,
                                             const std::shared_ptr<SharedBase>& shared) {
  return guarded("loading the model " + folder.string(),
                 [&] { return load_folder(folder, device, dtype, lora, shared); });
}

std::unique_ptr<Policy> Policy::make_new(const ModelShape& config,
                                         std::shared_ptr<Tokenizer> tokenizer, std::uint64_t seed,
                                         torch::Device device, const LoraOptions& lora) {
  Weights weights;
  weights.config = config;
  weights.layers.resize(config.layers);
  initialise(weights, seed, device);
  build_rope_tables(weights, device);
  if (lora.rank > 0) add_adapter(weights, lora);
  return std::make_unique<TransformerPolicy>(std::move(weights), std::move(tokenizer), lora, "");
}

Result<std::shared_ptr<Tokenizer>> load_tokenizer(const std::filesystem::path& model) {
  const Result<std::filesystem::path> base = base_folder(model);
  if (!base) return base.error();
  return Tokenizer::load(is_file(*base) ? *base : *base / "tokenizer.json");
}

Result<ModelFacts> read_model_facts(const std::filesystem::path& model) {
  const Result<std::filesystem::path> base = base_folder(model);
  if (!base) return base.error();
  const Result<ModelShape> shape = read_model_shape(*base);
  if (!shape) return shape.error();
  const Result<std::shared_ptr<const StoredWeights>> stored = StoredWeights::open(*base, *shape);
  if (!stored) return stored.error();
  if (Result<void> checked = check_stored(**stored, *shape); !checked) return checked.error();
  const StoredWeights::Facts facts = (*stored)->facts();
  return ModelFacts{*shape, facts.type, facts.bytes};
}

Result<std::filesystem::path> resolve_model(const std::string& name_or_path) {
  const std::filesystem::path place = model_folder(name_or_path);
  if (is_there(place / "config.json") || is_there(place / "adapter_config.json") || is_gguf(place))
    return place;
  if (name_or_path == "pocket") {
    return Error{
        ErrorCode::kNotFound,
        "The pocket model is not at " + place.string() +
            ". Set NEREID_RESOURCES to Nereid's resources folder, or install Nereid again"};
  }
  if (is_file(place))
    return Error{
        ErrorCode::kCorrupt,
        place.string() +
            ": not a GGUF file; give one, or the folder of a model in Hugging Face layout"};
  std::string files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(place, ignored))
    if (files.empty() && is_gguf(entry.path())) files = entry.path().string();
  if (!files.empty())
    return Error{ErrorCode::kNotFound, "No model at \"" + name_or_path +
                                           "\": a GGUF file is named by its own path, such as " +
                                           files};
  return Error{ErrorCode::kNotFound, "No model at \"" + name_or_path +
                                         "\": expected \"pocket\", a GGUF file or a folder with "
                                         "config.json, model.safetensors and tokenizer.json"};
}

}  // namespace nereid::policy
