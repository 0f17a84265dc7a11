// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>

namespace nereid::train {

/// Values that share one scale.
inline constexpr std::int64_t kMomentBlock = 2048;

/// A moment of Adam in 8 bits a value: blocks of kMomentBlock values are divided by the largest of
/// them and stored as the nearest of 256 values, which lie closer together towards zero over seven
/// powers of ten. Source: Dettmers et al. 2022, arXiv:2110.02861, sec. 2.1 and 2.2 (block-wise
/// dynamic quantisation). A second moment is never rounded to zero, since it is divided by: Li et
/// al. 2023, arXiv:2309.01507, sec. 4.1. All sizes are whole blocks.
class Int8Moment {
 public:
  /// Zeros. `is_signed`: the values lie in [-1, 1] of their block's largest; else in [0, 1].
  Int8Moment(std::int64_t size, bool is_signed, const torch::Device& device);

  /// Values [begin, begin + size), float32.
  torch::Tensor read(std::int64_t begin, std::int64_t size) const;
  /// Stores float32 values from `begin` on.
  void write(std::int64_t begin, const torch::Tensor& values);

  torch::Tensor codes() const { return codes_; }    ///< [size] uint8
  torch::Tensor scales() const { return scales_; }  ///< [size / kMomentBlock] float32

 private:
  torch::Tensor codes_, scales_;
  torch::Tensor table_, middles_;  ///< [256] ascending, [255] between them
  int least_code_ = 0;
};

/// The 256 values, ascending: 0, 1, and for each power of ten evenly spaced ones.
torch::Tensor moment_table(bool is_signed);

}  // namespace nereid::train
