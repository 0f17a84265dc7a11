// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/input_times.h"

#include <algorithm>

#include "engine/verify/stages/own_only.h"

namespace nereid::verify {
namespace {

// The smallest sizes of a task take no candidate a quarter of what its own may take.
constexpr double kTinyShare = 0.25;
// No honest kernel takes so many times as long on inputs that are no larger.
constexpr double kTimesSlower = 20;
// A second of the machine computes hundreds of times as many, however they are computed.
constexpr std::int64_t kFewElements = 1 << 14;

}  // namespace

double InputTimes::seconds_for(const PreparedVariant& variant, bool is_main) const {
  if (is_main) return limit_s_;
  if (variant.name == "tiny" && is_slow_) return kTinyShare * limit_s_;
  return std::min(limit_s_, std::max(shared_s_, kLeast * limit_s_));
}

void InputTimes::note(const PreparedVariant& variant, bool is_main, bool has_ended,
                      double seconds) {
  if (!is_main) {
    shared_s_ -= seconds;
  } else if (!has_ended) {
    is_slow_ = true;
  } else if (variant.name == "original") {
    original_ = &variant;
    original_s_ = seconds;
  }
}

bool InputTimes::is_endless(const PreparedVariant& variant) const {
  const std::int64_t elements = elements_of(variant);
  if (original_ == nullptr) return elements <= kFewElements;
  return elements <= elements_of(*original_) && original_s_ * kTimesSlower < limit_s_;
}

}  // namespace nereid::verify
