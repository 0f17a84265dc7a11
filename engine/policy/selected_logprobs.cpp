// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/transformer.h"

#include <algorithm>

#include "engine/policy/internal/training_kernels.h"

namespace nereid::policy {
namespace {

// Rows of logits that exist at once: 4 MB on the CPU stays near its caches, 256 MB keeps a GPU
// busy. Each chunk reads the whole head: with a large vocabulary so few rows would wait for memory.
std::int64_t chunk_rows(const torch::Tensor& weight) {
  constexpr std::int64_t kFewest = 128;
  const std::int64_t elements = weight.is_cuda() ? 1 << 26 : 1 << 20;
  return std::max(kFewest, elements / weight.size(0));
}

// What is to be known of the gradient when the forward pass is over.
enum class Wanted {
  kNothing,
  kHidden,  // of a frozen head
  kAll,
};

// d logp[target] / d hidden = (weight[target] - sum_v p[v] weight[v]) / temperature, a row that the
// later gradient only scales. Where the head is frozen it is made while the logits of a chunk are
// there; else they are made again, since the gradient of the head needs each of them.
class SelectedLogprobs : public torch::autograd::Function<SelectedLogprobs> {
 public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const torch::Tensor& hidden,
                                                const torch::Tensor& weight,
                                                const torch::Tensor& targets, double temperature,
                                                Wanted wanted) {
    const auto logprobs = torch::empty({hidden.size(0)}, hidden.options());
    const auto entropy = torch::empty_like(logprobs);
    const auto log_z = torch::empty_like(logprobs);
    const auto slope = wanted == Wanted::kHidden ? torch::empty_like(hidden) : torch::Tensor();
    const std::int64_t step = chunk_rows(weight);
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += step) {
      const std::int64_t count = std::min(step, hidden.size(0) - begin);
      const auto chosen_tokens = targets.narrow(0, begin, count);
      auto logits = at::matmul(hidden.narrow(0, begin, count), weight.t());
      if (temperature != 1.0) logits.div_(temperature);
      const auto selected = logits.gather(1, chosen_tokens.unsqueeze(1)).squeeze(1);
      const auto log_p = at::log_softmax(logits, 1);
      const auto chosen = log_p.gather(1, chosen_tokens.unsqueeze(1)).squeeze(1);
      logprobs.narrow(0, begin, count).copy_(chosen);
      log_z.narrow(0, begin, count).copy_(selected - chosen);
      const auto p = log_p.exp();
      if (slope.defined()) {
        slope.narrow(0, begin, count)
            .copy_(
                (weight.index_select(0, chosen_tokens) - at::matmul(p, weight)).div_(temperature));
      }
      entropy.narrow(0, begin, count).copy_(-(p.mul_(log_p)).sum(1));
    }
    if (slope.defined()) {
      context->save_for_backward({slope});
    } else if (wanted == Wanted::kAll) {
      context->save_for_backward({hidden, weight, targets, log_z});
    }
    context->saved_data["temperature"] = temperature;
    context->mark_non_differentiable({entropy});
    return {logprobs, entropy};
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor none;
    if (saved.size() == 1) return {saved[0] * gradients[0].unsqueeze(1), none, none, none, none};
    const torch::Tensor &hidden = saved[0], &weight = saved[1], &targets = saved[2],
                        &log_z = saved[3];
    const double temperature = context->saved_data["temperature"].toDouble();
    const auto scale = gradients[0] / temperature;
    torch::Tensor hidden_gradient, weight_gradient;
    if (context->needs_input_grad(0)) hidden_gradient = torch::empty_like(hidden);
    if (context->needs_input_grad(1)) weight_gradient = torch::zeros_like(weight);
    const std::int64_t step = chunk_rows(weight);
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += step) {
      const std::int64_t count = std::min(step, hidden.size(0) - begin);
      const auto rows = hidden.narrow(0, begin, count);
      const auto factor = scale.narrow(0, begin, count).unsqueeze(1);
      auto gradient = at::matmul(rows, weight.t());
      if (temperature != 1.0) gradient.div_(temperature);
      gradient.sub_(log_z.narrow(0, begin, count).unsqueeze(1)).exp_().mul_(-factor);
      gradient.scatter_add_(1, targets.narrow(0, begin, count).unsqueeze(1), factor);
      if (hidden_gradient.defined())
        hidden_gradient.narrow(0, begin, count).copy_(at::matmul(gradient, weight));
      if (weight_gradient.defined()) weight_gradient.addmm_(gradient.t(), rows);
    }
    return {hidden_gradient, weight_gradient, none, none, none};
  }
};

// The same of a frozen head in half precision on a GPU, whose products tensor cores sum up in
// float32: the logits are those of a head in float32. For the gradient the probabilities are
// rounded to half precision, and so is the gradient itself in the end. Returns log-probabilities,
// entropies and, unless nothing is wanted, the slope of each row in float32.
class NarrowLogprobs : public torch::autograd::Function<NarrowLogprobs> {
 public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const torch::Tensor& hidden,
                                                const torch::Tensor& weight,
                                                const torch::Tensor& targets, double temperature,
                                                Wanted wanted) {
    const auto numbers = hidden.options().dtype(torch::kFloat32);
    const auto logprobs = torch::empty({hidden.size(0)}, numbers);
    const auto entropy = torch::empty_like(logprobs);
    const bool has_slope = wanted == Wanted::kHidden;
    const auto slope = has_slope ? torch::empty(hidden.sizes(), numbers) : torch::Tensor();
    const std::int64_t step = rows_of_narrow_chunk(weight);
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += step) {
      const std::int64_t count = std::min(step, hidden.size(0) - begin);
      const auto chosen_tokens = targets.narrow(0, begin, count);
      const auto logits = at::mm(hidden.narrow(0, begin, count), weight.t(), torch::kFloat32);
      const Chosen chosen = choose(logits, chosen_tokens, temperature, has_slope);
      logprobs.narrow(0, begin, count).copy_(chosen.logprobs);
      entropy.narrow(0, begin, count).copy_(chosen.entropies);
      if (has_slope)
        slope.narrow(0, begin, count)
            .copy_((weight.index_select(0, chosen_tokens).to(torch::kFloat32) -
                    at::mm(chosen.probabilities, weight, torch::kFloat32))
                       .div_(temperature));
    }
    if (has_slope) context->save_for_backward({slope});
    context->mark_non_differentiable({entropy});
    return {logprobs, entropy};
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::Tensor slope = context->get_saved_variables()[0], none;
    return {(slope * gradients[0].unsqueeze(1)).to(torch::kBFloat16), none, none, none, none};
  }

 private:
  // Whole tiles of the product.
  static std::int64_t rows_of_narrow_chunk(const torch::Tensor& weight) {
    constexpr std::int64_t kTile = 256;
    return (chunk_rows(weight) + kTile - 1) / kTile * kTile;
  }
};

Wanted what_is_wanted(const torch::Tensor& hidden, const torch::Tensor& weight) {
  if (!at::GradMode::is_enabled()) return Wanted::kNothing;
  if (weight.requires_grad()) return Wanted::kAll;
  return hidden.requires_grad() ? Wanted::kHidden : Wanted::kNothing;
}

}  // namespace

std::pair<torch::Tensor, torch::Tensor> selected_logprobs(const torch::Tensor& hidden,
                                                          const torch::Tensor& weight,
                                                          const torch::Tensor& targets,
                                                          double temperature) {
  const Wanted wanted = what_is_wanted(hidden, weight);
  if (wanted != Wanted::kAll && has_training_kernels(hidden) && hidden.is_contiguous() &&
      weight.scalar_type() == hidden.scalar_type() && weight.size(0) % 8 == 0) {
    const auto results = NarrowLogprobs::apply(hidden, weight, targets, temperature, wanted);
    return {results[0], results[1]};
  }
  // Head and softmax in float32 whatever the model's type: in half precision sampler and trainer
  // drift apart. float64 stays, so that gradients can be checked by finite differences.
  const auto type = hidden.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
  const auto results = SelectedLogprobs::apply(hidden.to(type).contiguous(), weight.to(type),
                                               targets, temperature, wanted);
  return {results[0], results[1]};
}

}  // namespace nereid::policy
