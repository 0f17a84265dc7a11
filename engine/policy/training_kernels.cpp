// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/training_kernels.h"

#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <string>

#include "engine/policy/cuda/arguments.h"
#include "engine/policy/internal/cuda_streams.h"

namespace nereid::policy {
namespace {

constexpr std::int64_t kValuesOfAThread = 8;

cuda::Grid grid_over(std::int64_t values) {
  constexpr std::int64_t kMostBlocks = 1 << 20;
  const cuda::Grid one;
  const std::int64_t each = kValuesOfAThread * one.threads;
  return {
      static_cast<unsigned>(std::clamp<std::int64_t>((values + each - 1) / each, 1, kMostBlocks))};
}

class Gated : public torch::autograd::Function<Gated> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& gate,
                               const torch::Tensor& up) {
    context->save_for_backward({gate, up});
    torch::Tensor out = torch::empty_like(gate);
    const cuda::Gated given{.gate = gate.const_data_ptr(),
                            .up = up.const_data_ptr(),
                            .out = out.mutable_data_ptr(),
                            .count = gate.numel()};
    run_training_kernel("training_gated", grid_over(gate.numel()), &given, gate.device());
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &gate = saved[0], &up = saved[1];
    const torch::Tensor slope = gradients[0].contiguous();
    torch::Tensor of_gate = torch::empty_like(gate), of_up = torch::empty_like(up);
    const cuda::Gated given{.gate = gate.const_data_ptr(),
                            .up = up.const_data_ptr(),
                            .slope = slope.const_data_ptr(),
                            .of_gate = of_gate.mutable_data_ptr(),
                            .of_up = of_up.mutable_data_ptr(),
                            .count = gate.numel()};
    run_training_kernel("training_gated_backward", grid_over(gate.numel()), &given, gate.device());
    return {of_gate, of_up};
  }
};

class Rotated : public torch::autograd::Function<Rotated> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& cosine, const torch::Tensor& sine,
                               const torch::Tensor& positions) {
    context->save_for_backward({cosine, sine, positions});
    return run(x, cosine, sine, positions, 1);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor none;
    return {run(gradients[0], saved[0], saved[1], saved[2], -1), none, none, none};
  }

 private:
  static torch::Tensor run(const torch::Tensor& x, const torch::Tensor& cosine,
                           const torch::Tensor& sine, const torch::Tensor& positions,
                           float direction) {
    const torch::Tensor from = x.contiguous();
    torch::Tensor out = torch::empty_like(from);
    const cuda::Rotate given{.x = from.const_data_ptr(),
                             .out = out.mutable_data_ptr(),
                             .cosine = cosine.const_data_ptr<float>(),
                             .sine = sine.const_data_ptr<float>(),
                             .positions = positions.const_data_ptr<std::int64_t>(),
                             .heads = static_cast<int>(x.size(1)),
                             .head_dim = static_cast<int>(x.size(2)),
                             .direction = direction};
    run_training_kernel("training_rotate", {static_cast<unsigned>(x.size(0))}, &given, x.device());
    return out;
  }
};

}  // namespace

bool has_training_kernels(const torch::Tensor& x) {
  if (!x.is_cuda() || x.scalar_type() != torch::kBFloat16 || x.size(-1) % kValuesOfAThread != 0)
    return false;
  std::string why;
  const c10::DeviceGuard guard(x.device());
  return cuda::Module::load(why, x.get_device()) != nullptr;
}

void run_training_kernel(std::string_view name, const cuda::Grid& grid, const void* arguments,
                         torch::Device device) {
  std::string why;
  const c10::DeviceGuard guard(device);
  const std::shared_ptr<cuda::Module> module = cuda::Module::load(why, device.index());
  TORCH_CHECK(module != nullptr, why);
  module->launch(name, grid, arguments, Streams(device).current());
}

torch::Tensor gated(const torch::Tensor& gate, const torch::Tensor& up) {
  if (!has_training_kernels(gate) || !gate.is_contiguous() || !up.is_contiguous())
    return at::silu(gate) * up;
  return Gated::apply(gate, up);
}

torch::Tensor rotated(const torch::Tensor& x, const torch::Tensor& cosine,
                      const torch::Tensor& sine, const torch::Tensor& positions) {
  return Rotated::apply(x, cosine, sine, positions);
}

Chosen choose(const torch::Tensor& logits, const torch::Tensor& targets, double temperature,
              bool wants_probabilities) {
  constexpr unsigned kThreads = 1024;
  Chosen out;
  out.logprobs = torch::empty({logits.size(0)}, logits.options());
  out.entropies = torch::empty_like(out.logprobs);
  if (wants_probabilities)
    out.probabilities = torch::empty(logits.sizes(), logits.options().dtype(torch::kBFloat16));
  const cuda::Choose given{
      .logits = logits.const_data_ptr<float>(),
      .targets = targets.const_data_ptr<std::int64_t>(),
      .logprobs = out.logprobs.mutable_data_ptr<float>(),
      .entropies = out.entropies.mutable_data_ptr<float>(),
      .probabilities = wants_probabilities ? out.probabilities.mutable_data_ptr() : nullptr,
      .vocabulary = static_cast<int>(logits.size(1)),
      .temperature = static_cast<float>(temperature)};
  run_training_kernel("training_choose",
                      {.x = static_cast<unsigned>(logits.size(0)), .threads = kThreads}, &given,
                      logits.device());
  return out;
}

}  // namespace nereid::policy
