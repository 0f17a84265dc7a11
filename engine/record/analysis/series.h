// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nereid::record {

/// One drawn column of a curve: at most two points and the exact extremes of its bin.
struct CurveBin {
  double x0 = 0, x1 = 0;    ///< first and last step in the bin
  double min = 0, max = 0;  ///< of finite values
  double first = 0, last = 0;
  std::int64_t count = 0;  ///< finite points; with none the four values are NaN: a gap in the curve
};

/// Answer to a curve query: stable power-of-two bins, and every non-finite step in range.
struct CurveView {
  std::vector<CurveBin> bins;
  std::vector<std::pair<double, double>> non_finite;  ///< step, value (NaN, inf or -inf)
  std::int64_t total_points = 0;                      ///< in range, non-finite ones too
};

/// Append-only column of one metric with a min/max pyramid (factor 64 per level).
/// One thread at a time. Steps must not decrease; a repeated step replaces the tail from there on.
class MetricSeries {
 public:
  void append(double step, double value);
  std::size_t size() const { return steps_.size(); }
  std::span<const double> steps() const { return steps_; }
  std::span<const double> values() const { return values_; }
  /// At most `columns` bins over [x0, x1]; bins are aligned to powers of two of the point index, so
  /// that they do not flicker while points arrive; the outermost ones may reach beyond the range.
  CurveView query(double x0, double x1, int columns) const;

 private:
  struct Node {
    double min, max;
    std::int64_t finite;
  };
  void rebuild_from(std::size_t index);
  Node node_over(std::size_t begin, std::size_t end) const;
  CurveBin bin_over(std::size_t begin, std::size_t end) const;
  std::size_t first_finite(std::size_t begin, std::size_t end) const;
  std::size_t last_finite(std::size_t begin, std::size_t end) const;

  std::vector<double> steps_;
  std::vector<double> values_;
  std::vector<std::vector<Node>> levels_;  ///< levels_[l] covers 64^(l+1) points a node
  std::vector<std::size_t> non_finite_;    ///< indices
};

/// De-biased exponential moving average over the full-resolution series; non-finite values pass
/// through and do not enter the average. weight in [0, 1). Source: Kingma and Ba, arXiv:1412.6980,
/// section 3.
std::vector<double> smooth(std::span<const double> values, double weight);

}  // namespace nereid::record
