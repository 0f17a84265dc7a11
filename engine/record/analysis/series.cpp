// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/base/numbers.h"
#include "engine/record/analysis/series.h"

namespace nereid::record {
namespace {

constexpr std::size_t kFactor = 64;

/// Smallest power of two for which the aligned bins over points [begin, end) are at most `columns`.
std::size_t bin_width(std::size_t begin, std::size_t end, std::size_t columns) {
  std::size_t width = 1;
  while ((end - 1) / width - begin / width + 1 > columns) width *= 2;
  return width;
}

}  // namespace

void MetricSeries::append(double step, double value) {
  if (!steps_.empty() && step <= steps_.back()) {
    const auto first = std::lower_bound(steps_.begin(), steps_.end(), step);
    rebuild_from(static_cast<std::size_t>(first - steps_.begin()));
  }
  const std::size_t index = steps_.size();
  steps_.push_back(step);
  values_.push_back(value);
  const bool finite = std::isfinite(value);
  if (!finite) non_finite_.push_back(index);
  // Every level has a node for the points so far; the last one of each may be incomplete.
  std::size_t span = kFactor;
  for (std::size_t level = 0; level < levels_.size() || index >= span / kFactor;
       ++level, span *= kFactor) {
    if (level == levels_.size()) {
      levels_.emplace_back();
      for (std::size_t begin = 0; begin < index; begin += span)
        levels_[level].push_back(node_over(begin, std::min(begin + span, index)));
    }
    auto& nodes = levels_[level];
    if (nodes.size() <= index / span) nodes.push_back({kInfinity, -kInfinity, 0});
    if (!finite) continue;
    Node& node = nodes.back();
    node.min = std::min(node.min, value);
    node.max = std::max(node.max, value);
    ++node.finite;
  }
}

/// Drops points from `index` on and mends the nodes that held some of them.
void MetricSeries::rebuild_from(std::size_t index) {
  steps_.resize(index);
  values_.resize(index);
  non_finite_.erase(std::lower_bound(non_finite_.begin(), non_finite_.end(), index),
                    non_finite_.end());
  std::size_t span = kFactor;
  for (auto& nodes : levels_) {
    nodes.resize(std::min(nodes.size(), index / span));
    if (index % span != 0) nodes.push_back(node_over(index / span * span, index));
    span *= kFactor;
  }
}

/// Extremes of points [begin, end) from the largest whole nodes that fit.
MetricSeries::Node MetricSeries::node_over(std::size_t begin, std::size_t end) const {
  Node sum{kInfinity, -kInfinity, 0};
  const auto add = [&](const Node& node) {
    sum.min = std::min(sum.min, node.min);
    sum.max = std::max(sum.max, node.max);
    sum.finite += node.finite;
  };
  while (begin < end) {
    std::size_t span = 1;
    std::size_t levels = 0;
    while (levels < levels_.size() && begin % (span * kFactor) == 0 &&
           begin + span * kFactor <= end && begin / (span * kFactor) < levels_[levels].size()) {
      span *= kFactor;
      ++levels;
    }
    if (levels > 0)
      add(levels_[levels - 1][begin / span]);
    else if (std::isfinite(values_[begin]))
      add({values_[begin], values_[begin], 1});
    begin += span;
  }
  return sum;
}

CurveView MetricSeries::query(double x0, double x1, int columns) const {
  CurveView view;
  const auto low = std::lower_bound(steps_.begin(), steps_.end(), x0);
  const auto high = std::upper_bound(low, steps_.end(), x1);
  const auto begin = static_cast<std::size_t>(low - steps_.begin());
  const auto end = static_cast<std::size_t>(high - steps_.begin());
  if (begin >= end || columns < 1) return view;
  view.total_points = static_cast<std::int64_t>(end - begin);
  const std::size_t width = bin_width(begin, end, static_cast<std::size_t>(columns));
  view.bins.reserve((end - 1) / width - begin / width + 1);
  for (std::size_t at = begin / width * width; at < end; at += width)
    view.bins.push_back(bin_over(at, std::min(at + width, size())));
  auto odd = std::lower_bound(non_finite_.begin(), non_finite_.end(), begin);
  for (; odd != non_finite_.end() && *odd < end; ++odd)
    view.non_finite.emplace_back(steps_[*odd], values_[*odd]);
  return view;
}

CurveBin MetricSeries::bin_over(std::size_t begin, std::size_t end) const {
  CurveBin bin{.x0 = steps_[begin], .x1 = steps_[end - 1]};
  const Node node = node_over(begin, end);
  bin.count = node.finite;
  if (node.finite == 0) {
    bin.min = bin.max = bin.first = bin.last = kNaN;
    return bin;
  }
  bin.min = node.min;
  bin.max = node.max;
  bin.first = values_[first_finite(begin, end)];
  bin.last = values_[last_finite(begin, end)];
  return bin;
}

/// Skips whole nodes without a finite point. There is one in [begin, end).
std::size_t MetricSeries::first_finite(std::size_t begin, std::size_t end) const {
  while (begin < end && !std::isfinite(values_[begin])) {
    std::size_t span = 1;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const std::size_t wider = span * kFactor;
      if (begin % wider != 0 || begin / wider >= levels_[level].size() ||
          levels_[level][begin / wider].finite > 0)
        break;
      span = wider;
    }
    begin += span;
  }
  return begin;
}

std::size_t MetricSeries::last_finite(std::size_t begin, std::size_t end) const {
  while (end - 1 > begin && !std::isfinite(values_[end - 1])) {
    std::size_t span = 1;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const std::size_t wider = span * kFactor;
      if (end % wider != 0 || end - begin < wider || levels_[level][end / wider - 1].finite > 0)
        break;
      span = wider;
    }
    end -= span;
  }
  return end - 1;
}

std::vector<double> smooth(std::span<const double> values, double weight) {
  std::vector<double> smoothed(values.size());
  double average = 0;
  double correction = 1;  // weight^n: the share of the zero that the average started from
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      smoothed[i] = values[i];
      continue;
    }
    average = weight * average + (1 - weight) * values[i];
    correction *= weight;
    smoothed[i] = average / (1 - correction);
  }
  return smoothed;
}

}  // namespace nereid::record
