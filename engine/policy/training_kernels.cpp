// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/training_kernels.h"

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

}  // namespace

bool has_training_kernels(const torch::Tensor& x) {
  if (!x.is_cuda() || x.scalar_type() != torch::kBFloat16 || x.size(-1) % kValuesOfAThread != 0)
    return false;
  std::string why;
  return cuda::Module::load(why, x.get_device()) != nullptr;
}

void run_training_kernel(std::string_view name, const cuda::Grid& grid, const void* arguments,
                         torch::Device device) {
  std::string why;
  const std::shared_ptr<cuda::Module> module = cuda::Module::load(why, device.index());
  TORCH_CHECK(module != nullptr, why);
  module->launch(name, grid, arguments, Streams(device).current());
}

torch::Tensor gated(const torch::Tensor& gate, const torch::Tensor& up) {
  if (!has_training_kernels(gate) || !gate.is_contiguous() || !up.is_contiguous())
    return at::silu(gate) * up;
  return Gated::apply(gate, up);
}

}  // namespace nereid::policy
