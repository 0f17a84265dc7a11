// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <optional>
#include <string>
#include <string_view>

namespace nereid::train {

/// The most memory that this process has had so far, in bytes: of the GPU that it trains on, else
/// of the main memory.
double peak_bytes(const torch::Device& device);

/// Dense products per second of a GPU by its name, as its maker publishes them: of bfloat16, or of
/// TF32 where weights are float32. Nothing for one that is not known.
std::optional<double> peak_flops(std::string_view gpu, bool is_float32);

/// Bytes per second that a GPU reads of its memory at most, by its name, as its maker publishes
/// them. Nothing for one that is not known.
std::optional<double> peak_bandwidth(std::string_view gpu);

/// What an update counts as: operations per weight and token. A frozen base needs no gradients of
/// its own, a third of the work.
double flops_per_weight(bool is_adapter);

/// Shares of the peak are taken of this.
struct Yardstick {
  std::optional<double> peak;  ///< of one device
  std::string words;           ///< for the record
};
Yardstick bandwidth_yardstick(const torch::Device& device);
Yardstick flops_yardstick(const torch::Device& device, bool is_float32, bool is_adapter);

}  // namespace nereid::train
