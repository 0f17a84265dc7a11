// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/adapted_products.h"

#include <memory>
#include <utility>

#include "engine/policy/internal/row_fp8.h"

namespace nereid::policy {
namespace {

// left right in float32, of factors in half precision: cuBLAS gives its sums, a CPU has no such
// product.
torch::Tensor wide_product(const torch::Tensor& left, const torch::Tensor& right) {
  if (left.is_cuda() && left.scalar_type() != torch::kFloat32)
    return at::mm(left, right, torch::kFloat32);
  return at::mm(left.to(torch::kFloat32), right.to(torch::kFloat32));
}

// The part of one adapter in the inner products of a group, which lie side by side: [N, ranks].
struct Share {
  std::int64_t begin = 0, rank = 0;
  torch::Tensor of(const torch::Tensor& x) const { return x.narrow(1, begin, rank); }
};

// What the backward pass needs beside x.
struct Kept : torch::CustomClassHolder {
  LinearGroup group;
  std::vector<Share> shares;          // of each linear; rank 0: it has no adapter
  torch::Tensor a;                    // of all adapters, one below the other: [ranks, in]
  std::vector<torch::Tensor> b;       // of each adapter, [out, rank]
  torch::Tensor inner;                // [N, ranks], scaled
  std::vector<torch::Tensor> scales;  // of the weights' rows in 8-bit products
};

torch::Tensor base_product(const torch::Tensor& x, const Linear& linear) {
  return at::linear(x, whole_weight(linear, x.scalar_type()), linear.bias);
}

void add_base_gradient(torch::Tensor& sum, const torch::Tensor& slope, const Linear& linear) {
  const torch::Tensor weight = whole_weight(linear, slope.scalar_type());
  if (sum.defined()) {
    sum.addmm_(slope, weight);
  } else {
    sum = at::mm(slope, weight);
  }
}

class AdaptedProducts : public torch::autograd::Function<AdaptedProducts> {
 public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const torch::Tensor& x, at::TensorList adapters,
                                                const LinearGroup& group) {
    auto kept = c10::make_intrusive<Kept>();
    kept->group = group;
    torch::autograd::variable_list results = base_products(x, *kept);
    add_adapters(x, adapters, *kept, results);
    context->save_for_backward({x});
    context->saved_data["kept"] = c10::IValue::make_capsule(kept);
    return results;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list slopes) {
    const torch::Tensor x = context->get_saved_variables()[0];
    const auto kept =
        c10::static_intrusive_pointer_cast<Kept>(context->saved_data["kept"].toCapsule());
    for (torch::Tensor& slope : slopes)
      if (slope.defined()) slope = slope.contiguous();
    torch::autograd::variable_list gradients = {torch::Tensor()};
    if (context->needs_input_grad(0)) gradients[0] = base_gradient(*kept, slopes);
    add_adapter_gradients(x, *kept, slopes, context->needs_input_grad(0), gradients);
    gradients.emplace_back();  // the group
    return gradients;
  }

 private:
  static torch::autograd::variable_list base_products(const torch::Tensor& x, Kept& kept) {
    torch::autograd::variable_list results;
    const RowFp8 narrow = kept.group.fp8 ? fp8_rows(x) : RowFp8();
    for (const Linear* linear : kept.group.linears) {
      if (!kept.group.fp8) {
        results.push_back(base_product(x, *linear));
        continue;
      }
      const RowFp8 weight =
          linear->fp8.data.defined() ? linear->fp8 : fp8_rows(held_weight(*linear));
      results.push_back(fp8_product(narrow, weight, linear->bias));
      kept.scales.push_back(weight.scale);
    }
    return results;
  }

  static void add_adapters(const torch::Tensor& x, at::TensorList adapters, Kept& kept,
                           torch::autograd::variable_list& results) {
    std::vector<torch::Tensor> all_a;
    std::int64_t ranks = 0;
    std::size_t next = 0;
    for (const Linear* linear : kept.group.linears) {
      Share share{.begin = ranks};
      torch::Tensor narrow_b;
      if (kept.group.has_adapters && linear->lora_a.defined()) {
        all_a.push_back(adapters[next]);
        narrow_b = adapters[next + 1].to(x.scalar_type());
        share.rank = adapters[next].size(0);
        ranks += share.rank;
        next += 2;
      }
      kept.shares.push_back(share);
      kept.b.push_back(narrow_b);
    }
    if (ranks == 0) return;
    kept.a = torch::cat(all_a).to(x.scalar_type());
    kept.inner = kept.group.drop
                     ? dropped_inner(x, kept, ranks)
                     : wide_product(x, kept.a.t()).mul_(kept.group.scaling).to(x.scalar_type());
    for (std::size_t i = 0; i < results.size(); ++i)
      if (kept.shares[i].rank > 0) results[i].addmm_(kept.shares[i].of(kept.inner), kept.b[i].t());
  }

  // Each adapter has dropout of its own.
  static torch::Tensor dropped_inner(const torch::Tensor& x, const Kept& kept, std::int64_t ranks) {
    torch::Tensor inner = torch::empty({x.size(0), ranks}, x.options());
    for (std::size_t i = 0; i < kept.shares.size(); ++i) {
      const Share& share = kept.shares[i];
      if (share.rank == 0) continue;
      const torch::Tensor a = kept.a.narrow(0, share.begin, share.rank);
      share.of(inner).copy_(wide_product(kept.group.drop(x, i), a.t()).mul_(kept.group.scaling));
    }
    return inner;
  }

  static torch::Tensor base_gradient(const Kept& kept,
                                     const torch::autograd::variable_list& slopes) {
    torch::Tensor sum;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (!slopes[i].defined()) continue;
      const Linear& linear = *kept.group.linears[i];
      if (!kept.group.fp8) {
        add_base_gradient(sum, slopes[i], linear);
        continue;
      }
      const torch::Tensor part = fp8_gradient(slopes[i], held_weight(linear), kept.scales[i]);
      sum = sum.defined() ? sum.add_(part) : part;
    }
    return sum;
  }

  // Behind the gradient of x, which they are added to if it `is_wanted`: those of A and B of each
  // adapter.
  static void add_adapter_gradients(const torch::Tensor& x, const Kept& kept,
                                    const torch::autograd::variable_list& slopes, bool is_wanted,
                                    torch::autograd::variable_list& gradients) {
    if (!kept.a.defined()) return;
    torch::Tensor through = torch::zeros_like(kept.inner);
    for (std::size_t i = 0; i < slopes.size(); ++i)
      if (kept.shares[i].rank > 0 && slopes[i].defined())
        kept.shares[i].of(through).copy_(
            wide_product(slopes[i], kept.b[i]).mul_(kept.group.scaling));
    torch::Tensor of_all_a;
    if (!kept.group.drop) {
      of_all_a = wide_product(through.t(), x);
      if (is_wanted) gradients[0].addmm_(through, kept.a);
    }
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const Share& share = kept.shares[i];
      if (share.rank == 0) continue;
      if (!slopes[i].defined()) {
        gradients.insert(gradients.end(), 2, torch::Tensor());
        continue;
      }
      const torch::Tensor mine = share.of(through);
      if (kept.group.drop) {
        gradients.push_back(wide_product(mine.t(), kept.group.drop(x, i)));
        if (is_wanted)
          gradients[0].add_(
              kept.group.drop(at::mm(mine, kept.a.narrow(0, share.begin, share.rank)), i));
      } else {
        gradients.push_back(of_all_a.narrow(0, share.begin, share.rank));
      }
      gradients.push_back(wide_product(slopes[i].t(), share.of(kept.inner)));
    }
  }
};

}  // namespace

std::vector<torch::Tensor> adapted_products(const torch::Tensor& x, const LinearGroup& group) {
  std::vector<torch::Tensor> adapters;
  for (const Linear* linear : group.linears) {
    if (!group.has_adapters || !linear->lora_a.defined()) continue;
    adapters.push_back(linear->lora_a);
    adapters.push_back(linear->lora_b);
  }
  return AdaptedProducts::apply(x, at::TensorList(adapters), group);
}

}  // namespace nereid::policy
