// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>

namespace nereid::evaluate {

/// A mean over seeds with its 95% interval.
struct Contrast {
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< NaN without any value
  /// NaN below two values: one seed says nothing about the spread.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  int seeds = 0;
};

/// mean -+ t * s / sqrt(n) of one value a seed: Student's t with n - 1 degrees of freedom, s the
/// unbiased standard deviation. Right where the values are about normal; n is small, so that it is
/// wide.
Contrast contrast_over_seeds(std::span<const double> values);

/// The x with P(|T| < x) = `confidence` for Student's t with that many degrees of freedom, at least
/// 1. Source: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4, and bisection.
double student_t_bound(int degrees, double confidence);

}  // namespace nereid::evaluate
