// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/dropout.h"

#include "engine/base/random.h"
#include "engine/policy/cuda/arguments.h"
#include "engine/policy/internal/training_kernels.h"

namespace nereid::policy {
namespace {

constexpr std::int64_t kMask = 0xffffffff;

// lowbias32 (https://nullprogram.com/blog/2018/07/31/) on the low 32 bits of an int64 tensor.
// Products may wrap: their low 32 bits stay right.
torch::Tensor hash32(torch::Tensor x) {
  x = x ^ at::bitwise_right_shift(x, 16);
  x = (x * 0x7feb352dLL) & kMask;
  x = x ^ at::bitwise_right_shift(x, 15);
  x = (x * 0x846ca68bLL) & kMask;
  return x ^ at::bitwise_right_shift(x, 16);
}

std::uint64_t key_of(const ForwardMode& mode, std::int64_t site) {
  return mix64(mix64(mix64(mode.dropout_seed) ^ static_cast<std::uint64_t>(mode.step)) ^
               static_cast<std::uint64_t>(site));
}
std::int64_t threshold_of(const ForwardMode& mode) {
  return static_cast<std::int64_t>(mode.dropout * 4294967296.0);
}
// What is added to the number of a row, and to the hash of a row and a place.
std::int64_t row_offset(const ForwardMode& mode, std::uint64_t key) {
  return mode.first_row + static_cast<std::int64_t>(key & kMask);
}
std::int64_t place_offset(std::uint64_t key) {
  return static_cast<std::int64_t>(key >> 33);
}

torch::Tensor run_kernel(const torch::Tensor& x, const torch::Tensor& rows,
                         const torch::Tensor& positions, cuda::Drop given) {
  const torch::Tensor from = x.contiguous();
  torch::Tensor out = torch::empty_like(from);
  given.x = from.const_data_ptr();
  given.out = out.mutable_data_ptr();
  given.rows = rows.const_data_ptr<std::int64_t>();
  given.positions = positions.const_data_ptr<std::int64_t>();
  run_training_kernel("training_drop", {static_cast<unsigned>(from.size(0))}, &given,
                      from.device());
  return out;
}

class Drop : public torch::autograd::Function<Drop> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& rows, const torch::Tensor& positions,
                               std::int64_t row, std::int64_t place, std::int64_t threshold) {
    context->save_for_backward({rows, positions});
    context->saved_data["row"] = row;
    context->saved_data["place"] = place;
    context->saved_data["threshold"] = threshold;
    return run_kernel(x, rows, positions, given(x, row, place, threshold));
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto number = [&](const char* name) { return context->saved_data[name].toInt(); };
    const torch::Tensor none;
    return {run_kernel(gradients[0], saved[0], saved[1],
                       given(gradients[0], number("row"), number("place"), number("threshold"))),
            none,
            none,
            none,
            none,
            none};
  }

 private:
  static cuda::Drop given(const torch::Tensor& x, std::int64_t row, std::int64_t place,
                          std::int64_t threshold) {
    return {.features = static_cast<int>(x.size(1)),
            .row_offset = static_cast<std::uint32_t>(row),
            .place_offset = static_cast<std::uint32_t>(place),
            .threshold = static_cast<std::uint32_t>(threshold)};
  }
};

}  // namespace

torch::Tensor kept(const torch::Tensor& x, const TokenRows& batch, const ForwardMode& mode,
                   std::int64_t site) {
  const std::uint64_t key = key_of(mode, site);
  const auto rows = hash32((batch.rows + row_offset(mode, key)) & kMask);
  const auto features = torch::arange(x.size(1), rows.options());
  const auto places = batch.positions.unsqueeze(1) * x.size(1) + features.unsqueeze(0);
  const auto noise = hash32(((rows.unsqueeze(1) ^ places) + place_offset(key)) & kMask);
  return noise >= threshold_of(mode);
}

torch::Tensor zero_dropped(const torch::Tensor& x, const TokenRows& batch, const ForwardMode& mode,
                           std::int64_t site) {
  if (!has_training_kernels(x)) return x * kept(x, batch, mode, site);
  const std::uint64_t key = key_of(mode, site);
  return Drop::apply(x, batch.rows, batch.positions, row_offset(mode, key), place_offset(key),
                     threshold_of(mode));
}

}  // namespace nereid::policy
