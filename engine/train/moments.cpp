// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/moments.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/check.h"

namespace nereid::train {
namespace {

constexpr int kPowersOfTen = 7;
// Of a block of zeros, whose values are then all zero again.
constexpr double kLeastScale = 2e-38;

}  // namespace

torch::Tensor moment_table(bool is_signed) {
  std::vector<float> values = {0, 1};
  for (int i = 0; i < kPowersOfTen; ++i) {
    const double power = std::pow(10.0, i + 1 - kPowersOfTen);
    const int steps = (is_signed ? 1 : 2) << i;
    // Middles of so many even parts of [0.1, 1].
    for (int step = 0; step < steps; ++step) {
      const double value = power * (0.1 + 0.9 * (step + 0.5) / steps);
      values.push_back(static_cast<float>(value));
      if (is_signed) values.push_back(static_cast<float>(-value));
    }
  }
  std::sort(values.begin(), values.end());
  return torch::tensor(values);
}

Int8Moment::Int8Moment(std::int64_t size, bool is_signed, const torch::Device& device) {
  NEREID_CHECK(size % kMomentBlock == 0, "a moment in 8 bits has whole blocks");
  table_ = moment_table(is_signed).to(device);
  middles_ = (table_.narrow(0, 0, 255) + table_.narrow(0, 1, 255)) / 2;
  const auto zero = (table_ == 0).nonzero().item<std::int64_t>();
  if (!is_signed) least_code_ = 1;
  codes_ = torch::full({size}, zero, torch::TensorOptions().dtype(torch::kUInt8).device(device));
  scales_ = torch::zeros({size / kMomentBlock}, torch::TensorOptions().device(device));
}

torch::Tensor Int8Moment::read(std::int64_t begin, std::int64_t size) const {
  const torch::Tensor values =
      table_.index_select(0, codes_.narrow(0, begin, size).to(torch::kInt32));
  const torch::Tensor scales = scales_.narrow(0, begin / kMomentBlock, size / kMomentBlock);
  return (values.view({-1, kMomentBlock}) * scales.unsqueeze(1)).view({-1});
}

void Int8Moment::write(std::int64_t begin, const torch::Tensor& values) {
  const torch::Tensor blocks = values.view({-1, kMomentBlock});
  const torch::Tensor scales = blocks.abs().amax(1);
  const torch::Tensor shares = blocks / scales.clamp_min(kLeastScale).unsqueeze(1);
  const torch::Tensor codes =
      torch::bucketize(shares, middles_, /*out_int32=*/true).clamp_min(least_code_);
  codes_.narrow(0, begin, values.numel()).copy_(codes.view({-1}));
  scales_.narrow(0, begin / kMomentBlock, scales.numel()).copy_(scales);
}

}  // namespace nereid::train
