// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/contrast.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/base/check.h"

namespace nereid::evaluate {
namespace {

// P(|T| < x): both sums run over powers of cos^2 with the factors 2/3, 4/5, ... or 1/2, 3/4, ...
double within(double x, int degrees) {
  const double angle = std::atan(x / std::sqrt(degrees));
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = degrees > 1 ? term : 0;
  for (int k = odd ? 3 : 2; k < degrees; k += 2) {
    term *= cosine * cosine * (k - 1) / k;
    sum += term;
  }
  return odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

}  // namespace

double student_t_bound(int degrees, double confidence) {
  NEREID_CHECK(degrees >= 1 && confidence > 0 && confidence < 1,
               "degrees from 1, confidence between 0 and 1");
  double low = 0, high = 1;
  while (within(high, degrees) < confidence) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (within(middle, degrees) < confidence ? low : high) = middle;
  }
  return (low + high) / 2;
}

Contrast contrast_over_seeds(std::span<const double> values) {
  Contrast out;
  out.seeds = static_cast<int>(values.size());
  if (values.empty()) return out;
  const double count = static_cast<double>(values.size());
  out.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return out;
  double squares = 0;
  for (const double value : values) squares += (value - out.mean) * (value - out.mean);
  const double half =
      student_t_bound(out.seeds - 1, 0.95) * std::sqrt(squares / (count - 1) / count);
  out.low = out.mean - half;
  out.high = out.mean + half;
  return out;
}

}  // namespace nereid::evaluate
