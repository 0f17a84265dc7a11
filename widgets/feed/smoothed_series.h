// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/analysis/series.h"

namespace nereid::widgets {

/// Weight of the moving average of curves, until a user moves the slider, and of what tables of
/// runs say: one step is noisy.
inline constexpr double kDefaultSmoothing = 0.88;

/// De-biased moving average of a series, kept up to date as it grows; the same values as
/// record::smooth. The average has its own min/max pyramid, so that it is smoothed at full
/// resolution and decimated afterwards.
class SmoothedSeries {
 public:
  /// Takes what is new in `source`. Starts again when the weight or an earlier part of the source
  /// changed.
  void update(const record::MetricSeries& source, double weight);
  const record::MetricSeries& series() const { return m_series; }

 private:
  void restart(double weight);

  record::MetricSeries m_series;
  double m_weight = -1;
  double m_average = 0;
  double m_decay = 1;  ///< weight ^ finite points
  std::size_t m_taken = 0;
  double m_lastStep = 0;
  double m_lastValue = 0;
};

}  // namespace nereid::widgets
