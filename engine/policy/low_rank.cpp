// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/low_rank.h"

namespace nereid::policy {
namespace {

// left right in float32, of factors in half precision: cuBLAS gives its sums, a CPU has no such
// product.
torch::Tensor wide_product(const torch::Tensor& left, const torch::Tensor& right) {
  if (left.is_cuda()) return at::mm(left, right, torch::kFloat32);
  return at::mm(left.to(torch::kFloat32), right.to(torch::kFloat32));
}

class LowRank : public torch::autograd::Function<LowRank> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, torch::Tensor y,
                               const torch::Tensor& z, const torch::Tensor& a,
                               const torch::Tensor& b, double scaling) {
    const auto type = y.scalar_type();
    const auto narrow_a = a.to(type), narrow_b = b.to(type);
    const auto inner = wide_product(z, narrow_a.t()).mul_(scaling).to(type);  // [N, r]
    y.addmm_(inner, narrow_b.t());
    context->mark_dirty({y});
    context->save_for_backward({z, narrow_a, narrow_b, inner});
    context->saved_data["scaling"] = scaling;
    return y;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &z = saved[0], &a = saved[1], &b = saved[2], &inner = saved[3];
    const torch::Tensor& slope = gradients[0];
    torch::Tensor of_z, of_a, of_b;
    const auto through = wide_product(slope, b)
                             .mul_(context->saved_data["scaling"].toDouble())
                             .to(slope.scalar_type());  // [N, r]
    if (context->needs_input_grad(1)) of_z = at::mm(through, a);
    if (context->needs_input_grad(2)) of_a = wide_product(through.t(), z);
    if (context->needs_input_grad(3)) of_b = wide_product(slope.t(), inner);
    return {slope, of_z, of_a, of_b, torch::Tensor()};
  }
};

}  // namespace

torch::Tensor add_low_rank_in_place(const torch::Tensor& y, const torch::Tensor& z,
                                    const torch::Tensor& a, const torch::Tensor& b,
                                    double scaling) {
  const auto flat = [](const torch::Tensor& x) { return x.dim() == 2 ? x : x.flatten(0, -2); };
  const torch::Tensor sum = LowRank::apply(flat(y), flat(z), a, b, scaling);
  return y.dim() == 2 ? sum : sum.view(y.sizes());
}

}  // namespace nereid::policy
