// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/policy/shape/model_shape.h"

namespace nereid::policy {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Long waves are stretched by the factor, short ones stay, those between go over smoothly.
float llama3(float frequency, const RopeScaling& s) {
  const auto old = static_cast<double>(s.original_positions);
  const float wave = (1 / frequency) * static_cast<float>(kTurn);
  if (wave > static_cast<float>(old / s.low_freq_factor))
    return frequency / static_cast<float>(s.factor);
  if (wave < static_cast<float>(old / s.high_freq_factor)) return frequency;
  const float smooth =
      ((1 / wave) * static_cast<float>(old) - static_cast<float>(s.low_freq_factor)) /
      static_cast<float>(s.high_freq_factor - s.low_freq_factor);
  return (1 - smooth) * frequency / static_cast<float>(s.factor) + smooth * frequency;
}

// Place of a head at which a wave turns `rotations` times within the old context.
double place_of(double rotations, const ModelShape& shape) {
  return static_cast<double>(shape.head_dim) *
         std::log(static_cast<double>(shape.rope_scaling.original_positions) /
                  (rotations * kTurn)) /
         (2 * std::log(shape.rope_theta));
}

std::vector<float> yarn(const ModelShape& shape, const std::vector<float>& powers) {
  const RopeScaling& s = shape.rope_scaling;
  double low = place_of(s.beta_fast, shape), high = place_of(s.beta_slow, shape);
  if (s.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(shape.head_dim - 1));
  if (low == high) high += 0.001;  // a ramp of no width
  std::vector<float> scaled;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    const float ramp = std::clamp(
        (static_cast<float>(i) - static_cast<float>(low)) / static_cast<float>(high - low), 0.0F,
        1.0F);
    const float kept = 1 - ramp;
    const float stretched = 1 / (static_cast<float>(s.factor) * powers[i]);
    scaled.push_back(stretched * (1 - kept) + 1 / powers[i] * kept);
  }
  return scaled;
}

}  // namespace

std::vector<float> scaled_frequencies(const ModelShape& shape, const std::vector<float>& powers) {
  std::vector<float> scaled;
  for (const float power : powers) scaled.push_back(1 / power);
  switch (shape.rope_scaling.kind) {
    case RopeScaling::Kind::kNone:
      break;
    case RopeScaling::Kind::kLinear:
      for (float& one : scaled) one /= static_cast<float>(shape.rope_scaling.factor);
      break;
    case RopeScaling::Kind::kLlama3:
      for (float& one : scaled) one = llama3(one, shape.rope_scaling);
      break;
    case RopeScaling::Kind::kYarn:
      return yarn(shape, powers);
  }
  return scaled;
}

}  // namespace nereid::policy
