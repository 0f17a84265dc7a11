// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/row_int8.h"

#include <optional>

namespace nereid::policy {
namespace {

class Int8Linear : public torch::autograd::Function<Int8Linear> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& data, const torch::Tensor& scale,
                               const std::optional<torch::Tensor>& bias) {
    context->save_for_backward({data, scale});
    return at::linear(x, multiply_out({data, scale}, x.scalar_type()), bias);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto weight = multiply_out({saved[0], saved[1]}, gradients[0].scalar_type());
    return {at::matmul(gradients[0], weight), torch::Tensor(), torch::Tensor(), torch::Tensor()};
  }
};

}  // namespace

RowInt8 quantise_rows(const torch::Tensor& matrix) {
  torch::NoGradGuard no_grad;
  const auto wide = matrix.to(torch::kFloat32);
  const auto scale = (wide.abs().amax(1) / 127.0).clamp_min(1e-12);
  return {(wide / scale.unsqueeze(1)).round_().clamp_(-127, 127).to(torch::kInt8), scale};
}

torch::Tensor multiply_out(const RowInt8& matrix, torch::Dtype type) {
  auto out = torch::empty(matrix.data.sizes(), matrix.data.options().dtype(type));
  // One pass without a float32 copy in between, where that is wider than the result.
  return at::mul_out(out, matrix.data, matrix.scale.unsqueeze(1));
}

torch::Tensor int8_linear(const torch::Tensor& x, const RowInt8& matrix,
                          const torch::Tensor& bias) {
  if (torch::GradMode::is_enabled() && x.requires_grad()) {
    const std::optional<torch::Tensor> given =
        bias.defined() ? std::optional<torch::Tensor>(bias) : std::nullopt;
    return Int8Linear::apply(x, matrix.data, matrix.scale, given);
  }
  return at::linear(x, multiply_out(matrix, x.scalar_type()), bias);
}

}  // namespace nereid::policy
