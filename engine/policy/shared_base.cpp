// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/shared_base.h"

#include <algorithm>
#include <utility>

namespace nereid::policy {
namespace {

constexpr std::int64_t kNone = -1;

// Parts begin at multiples of it, so that a whole weight can be read in any type.
constexpr std::int64_t kAlignment = 64;

}  // namespace

SharedBase::SharedBase(std::shared_ptr<ShareExchange> exchange) : exchange_(std::move(exchange)) {}

std::size_t SharedBase::keep(std::size_t layer, const torch::Tensor& weight, torch::Device device) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor bytes = weight.contiguous().view({-1}).view(torch::kUInt8);
  const std::int64_t total = bytes.size(0), count = exchange_->count();
  const std::int64_t length = (total + count * kAlignment - 1) / (count * kAlignment) * kAlignment;
  const std::int64_t begin = std::min(length * exchange_->rank(), total);
  const std::int64_t mine = std::min(length, total - begin);
  Part part{weight.sizes().vec(), weight.scalar_type(), total,
            torch::zeros({length}, torch::TensorOptions(torch::kUInt8).device(device))};
  part.data.narrow(0, 0, mine).copy_(bytes.narrow(0, begin, mine));
  if (layers_.size() <= layer) layers_.resize(layer + 1);
  layers_[layer].push_back(std::move(part));
  return layers_[layer].size() - 1;
}

torch::Tensor SharedBase::whole(std::size_t layer, std::size_t number) {
  const auto wanted = static_cast<std::int64_t>(layer);
  if (present_ != wanted) serve(wanted);
  const Part& part = layers_[layer][number];
  return whole_[number].narrow(0, 0, part.bytes).view(part.type).view(part.sizes);
}

void SharedBase::leave() {
  while (serve(kNone)) {
  }
}

std::int64_t SharedBase::held_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& layer : layers_)
    for (const Part& part : layer) bytes += part.data.numel();
  return bytes;
}

// One meeting. False if no rank wants a layer.
bool SharedBase::serve(std::int64_t wanted) {
  // Samplers ask in inference mode for memory that training writes to later.
  const c10::InferenceMode no_inference(false);
  const torch::NoGradGuard no_grad;
  std::vector<std::int64_t> layers = exchange_->tell(wanted);
  std::ranges::sort(layers);
  const auto repeated = std::ranges::unique(layers);
  layers.erase(repeated.begin(), repeated.end());
  std::erase(layers, kNone);
  for (const std::int64_t layer : layers) {
    // All gather the same ones in the same order: what others want must not take the own one's
    // place.
    const bool is_for_others = wanted != kNone && layer != wanted;
    gather(layers_.at(static_cast<std::size_t>(layer)), is_for_others ? of_others_ : whole_);
    if (!is_for_others) present_ = layer;
  }
  return !layers.empty();
}

void SharedBase::gather(const std::vector<Part>& layer, std::vector<torch::Tensor>& into) const {
  into.resize(layer.size());
  for (std::size_t i = 0; i < layer.size(); ++i) {
    const torch::Tensor& part = layer[i].data;
    const std::int64_t bytes = part.numel() * exchange_->count();
    if (!into[i].defined() || into[i].numel() != bytes)
      into[i] = torch::empty({bytes}, part.options());
    exchange_->gather(into[i], part);
  }
}

}  // namespace nereid::policy
