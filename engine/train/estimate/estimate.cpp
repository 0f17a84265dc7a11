// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/estimate/estimate.h"

#include <algorithm>
#include <charconv>

#include "engine/base/machine.h"
#include "engine/base/nvml.h"
#include "engine/config/phases.h"
#include "engine/config/steps.h"
#include "engine/policy/shape/model_shape.h"

namespace nereid::train {
namespace {

using policy::ModelShape;

constexpr std::uint64_t kFloat = 4;

// Measured on Linux x86-64 with libtorch 2.11 (docs/launch.md): the trainer's process with the
// module loaded and no model, and the processes of a verifier without a GPU.
constexpr std::uint64_t kLibraries = 440'000'000;
constexpr std::uint64_t kZygotes = 900'000'000;
constexpr std::uint64_t kJudge = 240'000'000;  // one candidate that is judged
// Of what a trainer takes in main memory, the C library's allocator keeps up to a twentieth more:
// pieces that were freed between others. Eighteen runs with equal settings lay 3 % apart.
constexpr std::uint64_t kAllocatorShare = 20;

// engine/evaluate/internal/evaluate.h: rows_per_batch of a validation.
constexpr std::int64_t kValidationRows = 64;

/// The shape that the run would have. A new model gets the tokenizer of the synthetic corpus, which
/// is the pocket model's.
Result<ModelShape> shape_of(const config::ModelSettings& model) {
  const bool is_new = model.path == "new";
  Result<ModelShape> shape =
      policy::read_model_shape(policy::model_folder(is_new ? "pocket" : model.path));
  if (!shape || !is_new) return shape;
  shape->hidden_size = model.hidden_size;
  shape->layers = model.layers;
  shape->heads = model.heads;
  shape->kv_heads = model.kv_heads;
  shape->head_dim = model.hidden_size / std::max(1, model.heads);
  shape->intermediate_size = model.intermediate_size;
  shape->max_positions = model.max_positions;
  return shape;
}

/// Sequences of one step: those that are generated together, and those that are learnt from.
struct Sequences {
  std::int64_t prompts = 0, generated = 0, learnt = 0;
  std::int64_t learnt_prompts = 0;  ///< that those learnt from begin with, each counted once
};

Sequences sequences_of(const config::RunConfig& config) {
  const auto product = [](int a, int b) { return static_cast<std::int64_t>(a) * b; };
  if (config.method == "sft") return {0, 0, config.sft.batch_size, config.sft.batch_size};
  // Turns are generated one after the other, and learnt together; each row of a later one has a
  // prompt of its own.
  const int turns = config.turns.count;
  if (config.method == "best_of_n") {
    const config::BestOfNSettings& s = config.best_of_n;
    const std::int64_t rows = product(s.tasks_per_step, s.n);
    // Dropout is another one in each row, which reads its prompt for itself then.
    const std::int64_t learnt = product(s.tasks_per_step, s.k);
    return {turns == 1 ? s.tasks_per_step : rows, rows, learnt,
            turns == 1 && !config.model.drops_inputs() ? s.tasks_per_step : learnt};
  }
  const config::GrpoSettings& s = config.grpo;
  const std::int64_t rows = product(s.prompts_per_step, s.num_generations);
  return {turns == 1 ? s.prompts_per_step : rows, rows, rows * turns,
          turns == 1 ? s.prompts_per_step : rows * turns};
}

class Estimator {
 public:
  /// `config`: of one phase. `has_phases`: it is one of several.
  /// `gpu_bytes`: of its memory, 0: not known.
  Estimator(const config::RunConfig& config, const ModelShape& shape, bool has_gpu, bool has_phases,
            std::uint64_t gpu_bytes, int ranks)
      : config_(config),
        shape_(shape),
        has_phases_(has_phases),
        gpu_bytes_(gpu_bytes),
        shares_(config.model.shard_base ? static_cast<std::uint64_t>(std::max(1, ranks)) : 1) {
    const std::string& device = config.model.device;
    out_.on_gpu = device.starts_with("cuda") || (device == "auto" && has_gpu);
    out_.gpu_bytes = out_.on_gpu ? gpu_bytes : 0;
    out_.parameters = policy::parameter_count(shape);
    out_.trainable = is_lora() ? policy::adapter_parameter_count(shape, config.model.lora_rank,
                                                                 config.model.lora_targets)
                               : out_.parameters;
    // A new model is made in float32 (Policy::make_new).
    const bool is_new = config.model.path == "new";
    in_8_bits_ = config.model.dtype == "int8" && !is_new;
    const bool is_half = config.model.dtype == "bfloat16" || (in_8_bits_ && out_.on_gpu);
    value_bytes_ = is_half && !is_new ? 2 : 4;
  }

  RunEstimate run() {
    add_what_is_held();
    add_generation();
    add_activations();
    sum_up();
    estimate_judges();
    estimate_disk();
    return std::move(out_);
  }

  /// gpu_room().
  std::int64_t room() {
    add_what_is_held();
    return room_;
  }

 private:
  void add_what_is_held() {
    add("libraries", out_.on_gpu ? 0 : kLibraries);
    add("weights", weights());
    add("whole_layer", whole_layer());
    add_training();
    if (gpu_bytes_ == 0) return;
    // A tenth, and what the contexts of the trainer and of a judge take.
    constexpr std::int64_t kContexts = 2'000'000'000, kLeast = 1'000'000'000;
    // A pass of 8,192 tokens of a model of 7 billion weights: longer ones are hardly faster, and
    // leave others less.
    constexpr std::int64_t kMost = 37'000'000'000;
    std::uint64_t held = 0;
    for (const MemoryPart& part : out_.memory) held += part.bytes;
    room_ = std::clamp(static_cast<std::int64_t>(gpu_bytes_ / 10 * 9) - kContexts -
                           static_cast<std::int64_t>(held),
                       kLeast, kMost);
  }

  bool is_lora() const { return config_.model.adapter == "lora"; }
  std::uint64_t parameters() const { return static_cast<std::uint64_t>(out_.parameters); }
  std::uint64_t trainable() const { return static_cast<std::uint64_t>(out_.trainable); }

  // weights_io.cpp, fill_weights: in 8 bits a linear has one byte a weight and a float32 scale an
  // output; norms, biases, embedding and head are not in 8 bits. transformer.cpp, keep_fp8: the
  // same beside the weights.
  std::uint64_t weights() const {
    const std::uint64_t linears = as_bytes(policy::linear_parameter_count(shape_));
    std::uint64_t bytes =
        linears / shares_ * linear_bytes() + (parameters() - linears) * value_bytes_;
    const bool keeps_fp8 = config_.model.fp8 && shares_ == 1;
    if (keeps_fp8) bytes += linears;
    if (in_8_bits_ || keeps_fp8) bytes += as_bytes(policy::linear_output_count(shape_)) * kFloat;
    return bytes;
  }
  std::uint64_t linear_bytes() const { return in_8_bits_ ? 1 : value_bytes_; }
  // shared_base.cpp: a layer of one's own and one that another rank needs.
  std::uint64_t whole_layer() const {
    if (shares_ == 1) return 0;
    return 2 * linear_bytes() * as_bytes(policy::linear_parameter_count(shape_) / shape_.layers);
  }
  // row_int8.cpp: one matrix at a time is multiplied out.
  std::uint64_t multiplied_out() const {
    return in_8_bits_ ? as_bytes(policy::largest_linear(shape_)) * value_bytes_ : 0;
  }

  bool moments_in_8_bits() const { return config_.optimizer.moments == "int8"; }
  // moments.cpp: in 8 bits a byte a value, and a float32 scale for each 2048 of them.
  std::uint64_t moments_bytes(bool in_8_bits) const {
    if (!in_8_bits) return 2 * trainable() * kFloat;
    return 2 * (trainable() + (trainable() + 2047) / 2048 * kFloat);
  }

  void add(const std::string& key, std::uint64_t bytes, MemoryPhase phase = MemoryPhase::kAlways) {
    if (bytes > 0) out_.memory.push_back({key, bytes, phase});
  }

  // runner.cpp: a second policy for the KL term, unless the adapter can be left out of the first.
  // optimizer.cpp: master weights, gradients and two moments, float32 each, beside the gradients
  // that autograd keeps in the type of the weights. Adapters are float32 (add_adapter).
  void add_training() {
    // Weights that a later phase may begin with, in the type of what is trained.
    if (has_phases_) add("start_weights", trainable() * (is_lora() ? kFloat : value_bytes_));
    const bool needs_copy = config_.method == "grpo" && config_.grpo.beta > 0 && !is_lora();
    if (needs_copy) add("ref_weights", weights());
    if (is_lora()) add("adapter", trainable() * kFloat);
    add("optimizer", 2 * trainable() * kFloat + moments_bytes(moments_in_8_bits()));
    add("gradients", trainable() * (is_lora() ? kFloat : value_bytes_));
  }

  // cpu_generate.cpp: keys and values of each distinct prompt once and of each row, all layers, in
  // float32, rows waiting where that is more than the budget; kept for the next step, as is the
  // packed copy of the weights. lane_sampler.cpp does the same on a GPU in the type of the weights,
  // with the logits of each prompt and each row; nothing is kept. Weights in float32, and those
  // that ranks share, are sampled by operator_step.cpp: a second head, and one layer's keys and
  // values of all rows in a copy.
  void add_generation() {
    Sequences rows = sequences_of(config_);
    if (config_.evaluate.every > 0) {
      const auto samples = static_cast<std::int64_t>(config_.evaluate.samples_per_level) *
                           static_cast<std::int64_t>(config_.tasks.levels.size());
      const std::int64_t checked = std::min(kValidationRows, samples);
      rows.prompts = std::max(rows.prompts, checked);
      rows.generated = std::max(rows.generated, checked);
    }
    if (rows.generated == 0) return;
    const std::int64_t token = 2 * shape_.layers * shape_.kv_heads * shape_.head_dim;
    const std::int64_t prompt = longest_prompt(), answer = longest_completion();
    if (out_.on_gpu) {
      const auto rows_of = [&](std::int64_t count, std::int64_t tokens) {
        return policy::rows_at_once(shape_, count, tokens, static_cast<std::int64_t>(value_bytes_),
                                    room_);
      };
      const std::int64_t prompts = rows_of(rows.prompts, prompt);
      const std::int64_t lanes = std::min(rows_of(rows.generated, answer), policy::kMostLanes);
      add("kv_cache", as_bytes((prompts * prompt + (lanes + 1) * answer) * token) * value_bytes_,
          MemoryPhase::kGenerate);
      std::uint64_t decoder = as_bytes((prompts + lanes) * shape_.vocabulary) * kFloat;
      if (shares_ > 1 || (!in_8_bits_ && value_bytes_ == kFloat))
        decoder += as_bytes(shape_.vocabulary * shape_.hidden_size) * kFloat +
                   as_bytes(lanes * (prompt + answer) * token / shape_.layers) * value_bytes_;
      add("decoder", decoder, MemoryPhase::kGenerate);
    } else {
      const std::uint64_t all =
          as_bytes((rows.prompts * prompt + rows.generated * answer) * token) * kFloat;
      const std::uint64_t one = as_bytes((prompt + answer) * token) * kFloat;
      add("kv_cache", std::min(all, std::max<std::uint64_t>(policy::kCpuCacheBytes, one)));
      add("decoder", shares_ > 1 ? as_bytes(shape_.vocabulary * shape_.hidden_size) * kFloat
                                 : parameters() * kFloat);
    }
  }

  // batching.cpp cuts a step into passes by tokens_per_pass(), but one sequence is never cut.
  void add_activations() {
    const std::int64_t budget =
        policy::tokens_per_pass(shape_, out_.on_gpu, value_bytes_ == 2, room_);
    const std::int64_t longest =
        std::min(longest_prompt() + longest_completion(), shape_.max_positions);
    const Sequences rows = sequences_of(config_);
    const std::int64_t all = rows.learnt_prompts * longest_prompt() +
                             rows.learnt * std::min(longest_completion(), longest);
    const std::int64_t tokens = std::min(all, std::max(budget, longest));
    const std::int64_t each = policy::activation_bytes(shape_, out_.on_gpu, value_bytes_ == 2);
    add("activations", as_bytes(tokens * each) + multiplied_out(), MemoryPhase::kUpdate);
  }

  void sum_up() {
    std::uint64_t always = 0, generate = 0, update = 0;
    for (const MemoryPart& part : out_.memory) {
      switch (part.phase) {
        case MemoryPhase::kAlways:
          always += part.bytes;
          break;
        case MemoryPhase::kGenerate:
          generate += part.bytes;
          break;
        case MemoryPhase::kUpdate:
          update += part.bytes;
          break;
      }
    }
    out_.trainer_bytes = always + std::max(generate, update);
    if (!out_.on_gpu) {
      const std::uint64_t kept = (out_.trainer_bytes - kLibraries) / kAllocatorShare;
      add("allocator", kept);
      out_.trainer_bytes += kept;
    }
    // The weights pass through main memory once, before they are quantised.
    if (out_.on_gpu) out_.host_bytes = kLibraries + parameters() * value_bytes_;
  }

  void estimate_judges() {
    if (config_.method == "sft" && config_.evaluate.every == 0) return;
    const int jobs = config_.verify.jobs > 0 ? config_.verify.jobs : 2;
    out_.judges_bytes = kZygotes + static_cast<std::uint64_t>(jobs) * kJudge;
  }

  // checkpoint.cpp: weights in float32 (adapters alone with LoRA) and two moments, the master
  // weights too where the weights are not float32. The best one is kept beside the newest.
  void estimate_disk() {
    const bool has_master = !is_lora() && value_bytes_ != kFloat;
    out_.checkpoint_bytes =
        trainable() * kFloat * (has_master ? 2 : 1) + moments_bytes(moments_in_8_bits());
    const auto kept = static_cast<std::uint64_t>(std::max(1, config_.run.keep_checkpoints)) +
                      (config_.evaluate.every > 0 ? 2 : 1);
    out_.disk_bytes = kept * out_.checkpoint_bytes + trainable() * kFloat;
  }

  static std::uint64_t as_bytes(std::int64_t count) { return static_cast<std::uint64_t>(count); }
  std::int64_t longest_prompt() const {
    return std::min<std::int64_t>(config_.generation.max_prompt_length, shape_.max_positions);
  }
  std::int64_t longest_completion() const {
    return std::min<std::int64_t>(config_.generation.max_completion_length, shape_.max_positions);
  }

  const config::RunConfig& config_;
  const ModelShape& shape_;
  const bool has_phases_;
  const std::uint64_t gpu_bytes_;
  const std::uint64_t shares_;  ///< ranks that hold a part each of the layers' linears
  std::int64_t room_ = policy::kGpuCacheBytes;
  std::uint64_t value_bytes_ = 4;  ///< of the type that the model computes in
  bool in_8_bits_ = false;
  RunEstimate out_;
};

PhaseEstimate of_phase(const config::Phase& phase, const RunEstimate& estimate) {
  const bool is_known = !config::steps_follow_tasks(phase.settings);
  return {.name = phase.name,
          .method = phase.settings.method,
          .steps = is_known ? config::planned_steps(phase.settings) : 0,
          .trainer_bytes = estimate.trainer_bytes,
          .judges_bytes = estimate.judges_bytes};
}

/// One phase after the other: memory is that of the largest, the disk keeps what each leaves.
RunEstimate estimate_phases(const std::vector<config::Phase>& phases, const ModelShape& shape,
                            bool has_gpu, std::uint64_t gpu_bytes, int ranks) {
  RunEstimate whole;
  std::vector<PhaseEstimate> parts;
  std::uint64_t judges = 0, disk = 0;
  for (const config::Phase& phase : phases) {
    RunEstimate one = Estimator(phase.settings, shape, has_gpu, true, gpu_bytes, ranks).run();
    parts.push_back(of_phase(phase, one));
    judges = std::max(judges, one.judges_bytes);
    // checkpoint.cpp: write_phase_weights() keeps what a phase has learnt, in float32.
    disk = std::max(disk, one.disk_bytes);
    if (parts.size() > 1 && one.trainer_bytes <= whole.trainer_bytes) continue;
    whole = std::move(one);
    whole.largest = parts.size() - 1;
  }
  // runner.cpp: one verifier judges for all phases, from the start of the run to its end.
  whole.judges_bytes = judges;
  whole.disk_bytes = disk + phases.size() * static_cast<std::uint64_t>(whole.trainable) * kFloat;
  whole.phases = std::move(parts);
  return whole;
}

}  // namespace

Result<RunEstimate> estimate_run(const config::RunConfig& config, bool has_gpu,
                                 std::uint64_t gpu_bytes, int ranks) {
  const Result<ModelShape> shape = shape_of(config.model);
  if (!shape) return shape.error();
  if (config.phases.empty())
    return Estimator(config, *shape, has_gpu, false, gpu_bytes, ranks).run();
  return estimate_phases(config::phases_of(config), *shape, has_gpu, gpu_bytes, ranks);
}

Result<RunEstimate> estimate_here(const config::RunConfig& config, int ranks) {
  const std::string& device = config.model.device;
  int index = 0;
  if (const auto colon = device.find(':'); colon != std::string::npos)
    std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
  return estimate_run(config, has_gpu_device(), gpu_memory_bytes(index).value_or(0), ranks);
}

std::int64_t gpu_room(const config::RunConfig& config, const ModelShape& shape, bool has_phases,
                      std::uint64_t gpu_bytes, int ranks) {
  return Estimator(config, shape, true, has_phases, gpu_bytes, ranks).room();
}

}  // namespace nereid::train
