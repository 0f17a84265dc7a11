// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/optimizer.h"

#include <algorithm>

#include "engine/base/check.h"

namespace nereid::train {
namespace {

// Parameters from `begin` to `end` of the flat buffer are contiguous and decay alike: one call
// each.
struct Segment {
  std::int64_t begin = 0, size = 0;
  bool decays = false;
};

std::vector<Segment> segments_of(const std::vector<torch::Tensor>& parameters, bool with_decay) {
  std::vector<Segment> segments;
  std::int64_t begin = 0;
  for (const torch::Tensor& one : parameters) {
    const bool decays = with_decay && one.dim() >= 2;
    if (segments.empty() || segments.back().decays != decays)
      segments.push_back({begin, 0, decays});
    segments.back().size += one.numel();
    begin += one.numel();
  }
  return segments;
}

}  // namespace

AdamW::AdamW(NamedTensors parameters, const config::OptimizerSettings& settings)
    : settings_(settings) {
  NEREID_CHECK(!parameters.empty(), "nothing to train");
  std::int64_t total = 0;
  for (auto& [name, tensor] : parameters) {
    NEREID_CHECK(tensor.requires_grad(), "a trainable tensor must require a gradient: " + name);
    needs_master_ = needs_master_ || tensor.scalar_type() != torch::kFloat;
    ranges_.emplace_back(total, tensor.numel());
    total += tensor.numel();
    parameters_.push_back(tensor);
  }
  const auto options =
      torch::TensorOptions().dtype(torch::kFloat).device(parameters_.front().device());
  const bool is_int8 = settings.moments == "int8";
  // Whole blocks; what is beyond the parameters stays zero.
  if (is_int8) total = (total + kMomentBlock - 1) / kMomentBlock * kMomentBlock;
  master_ = torch::zeros({total}, options);
  gradient_ = torch::zeros({total}, options);
  if (is_int8) {
    first_int8_.emplace(total, /*is_signed=*/true, options.device());
    second_int8_.emplace(total, /*is_signed=*/false, options.device());
  } else {
    first_ = torch::zeros({total}, options);
    second_ = torch::zeros({total}, options);
  }
  step_ = torch::zeros({}, options);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto [begin, size] = ranges_[i];
    master_views_.push_back(master_.narrow(0, begin, size).view(parameters_[i].sizes()));
    gradient_views_.push_back(gradient_.narrow(0, begin, size).view(parameters_[i].sizes()));
  }
  reload_master();
}

void AdamW::reload_master() {
  torch::NoGradGuard no_grad;
  at::_foreach_copy_(master_views_, parameters_);
}

void AdamW::zero_grad() {
  for (torch::Tensor& one : parameters_) one.mutable_grad() = torch::Tensor();
}

void AdamW::gather_gradients() {
  std::vector<torch::Tensor> targets, sources;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].grad().defined()) {
      targets.push_back(gradient_views_[i]);
      sources.push_back(parameters_[i].grad());
    } else {
      gradient_views_[i].zero_();
    }
  }
  if (!targets.empty()) at::_foreach_copy_(targets, sources);
}

void AdamW::scatter_weights() {
  at::_foreach_copy_(parameters_, master_views_);
}

torch::Tensor AdamW::step(double learning_rate) {
  torch::NoGradGuard no_grad;
  gather_gradients();
  if (sum_) sum_(gradient_);
  const torch::Tensor norm = gradient_.norm();
  if (settings_.max_grad_norm > 0) {
    gradient_.mul_((settings_.max_grad_norm / (norm + 1e-6)).clamp_max(1.0));
  }
  const torch::Tensor not_finite = norm.isfinite().logical_not().to(torch::kFloat);
  // The step counter and the kernel both look at `not_finite`, so a bad step is skipped without the
  // host knowing.
  step_.add_(1.0 - not_finite);
  ++steps_taken_;
  if (first_int8_)
    apply_int8(learning_rate, not_finite);
  else
    apply_float(learning_rate, not_finite);
  scatter_weights();
  return norm;
}

void AdamW::apply_float(double learning_rate, const torch::Tensor& not_finite) {
  for (const Segment& segment : segments_of(parameters_, settings_.weight_decay != 0)) {
    const auto part = [&](const torch::Tensor& flat) {
      return std::vector<torch::Tensor>{flat.narrow(0, segment.begin, segment.size)};
    };
    auto master = part(master_), first = part(first_), second = part(second_);
    at::_fused_adamw_(master, part(gradient_), first, second, {}, {step_}, learning_rate,
                      settings_.adam_beta1, settings_.adam_beta2,
                      segment.decays ? settings_.weight_decay : 0.0, settings_.adam_epsilon,
                      /*amsgrad=*/false, /*maximize=*/false, /*grad_scale=*/{}, not_finite);
  }
}

// The moments are made float32 a piece at a time, so that they never are as a whole.
void AdamW::apply_int8(double learning_rate, const torch::Tensor& not_finite) {
  constexpr std::int64_t kPiece = 1024 * kMomentBlock;
  const torch::Tensor skips = not_finite.to(torch::kBool), counts = 1.0 - not_finite;
  for (const Segment& segment : segments_of(parameters_, settings_.weight_decay != 0))
    if (segment.decays)
      master_.narrow(0, segment.begin, segment.size)
          .mul_(1.0 - learning_rate * settings_.weight_decay * counts);
  // 1 - beta^step, on the device; of no step 1, which nothing is divided by then.
  const auto correction = [&](double beta) {
    return torch::where(step_ > 0, 1.0 - torch::pow(beta, step_), torch::ones_like(step_));
  };
  const torch::Tensor first_correction = correction(settings_.adam_beta1);
  const torch::Tensor second_correction = correction(settings_.adam_beta2);
  for (std::int64_t begin = 0; begin < gradient_.numel(); begin += kPiece) {
    const std::int64_t size = std::min(kPiece, gradient_.numel() - begin);
    const torch::Tensor gradient = gradient_.narrow(0, begin, size);
    const torch::Tensor old_first = first_int8_->read(begin, size);
    const torch::Tensor old_second = second_int8_->read(begin, size);
    const torch::Tensor first =
        old_first * settings_.adam_beta1 + gradient * (1 - settings_.adam_beta1);
    const torch::Tensor second =
        old_second * settings_.adam_beta2 + gradient.square() * (1 - settings_.adam_beta2);
    const torch::Tensor change =
        first / first_correction / ((second / second_correction).sqrt() + settings_.adam_epsilon);
    master_.narrow(0, begin, size)
        .sub_(torch::where(skips, torch::zeros_like(change), change) * learning_rate);
    first_int8_->write(begin, torch::where(skips, old_first, first));
    second_int8_->write(begin, torch::where(skips, old_second, second));
  }
}

AdamW::NamedTensors AdamW::moments() const {
  if (!first_int8_) return {{"exp_avg", first_}, {"exp_avg_sq", second_}};
  return {{"exp_avg", first_int8_->codes()},
          {"exp_avg_scale", first_int8_->scales()},
          {"exp_avg_sq", second_int8_->codes()},
          {"exp_avg_sq_scale", second_int8_->scales()}};
}

AdamW::NamedTensors AdamW::state() const {
  NamedTensors out = moments();
  out.emplace_back("step", step_.reshape({1}));
  if (needs_master_) out.emplace_back("master", master_);
  return out;
}

Result<void> AdamW::restore(const NamedTensors& state, std::int64_t steps_taken) {
  torch::NoGradGuard no_grad;
  reload_master();
  NamedTensors targets = moments();
  targets.emplace_back("step", step_.view({1}));
  if (needs_master_) targets.emplace_back("master", master_);
  for (auto& [name, target] : targets) {
    bool found = false;
    for (const auto& [key, value] : state) {
      if (key != name) continue;
      if (value.sizes() != target.sizes()) {
        return Error{ErrorCode::kCorrupt,
                     "optimizer state \"" + name + "\" has another size than the model's"};
      }
      target.copy_(value);
      found = true;
    }
    if (!found) return Error{ErrorCode::kCorrupt, "optimizer state lacks \"" + name + "\""};
  }
  if (needs_master_) scatter_weights();
  steps_taken_ = steps_taken;
  return {};
}

}  // namespace nereid::train
