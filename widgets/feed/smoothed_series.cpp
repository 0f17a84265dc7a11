// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/smoothed_series.h"

#include <cmath>

namespace nereid::widgets {

void SmoothedSeries::restart(double weight) {
  m_series = record::MetricSeries();
  m_weight = weight;
  m_average = 0;
  m_decay = 1;
  m_taken = 0;
}

void SmoothedSeries::update(const record::MetricSeries& source, double weight) {
  const auto steps = source.steps();
  const auto values = source.values();
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  // The tail may have been replaced after a resume; the last point taken tells.
  const bool kept = m_taken <= steps.size() &&
                    (m_taken == 0 ||
                     (steps[m_taken - 1] == m_lastStep && same(values[m_taken - 1], m_lastValue)));
  if (weight != m_weight || !kept) {
    restart(weight);
  }
  for (; m_taken < steps.size(); ++m_taken) {
    const double value = values[m_taken];
    if (!std::isfinite(value)) {
      m_series.append(steps[m_taken], value);
      continue;
    }
    m_average = m_weight * m_average + (1 - m_weight) * value;
    m_decay *= m_weight;
    m_series.append(steps[m_taken], m_average / (1 - m_decay));
  }
  if (m_taken > 0) {
    m_lastStep = steps[m_taken - 1];
    m_lastValue = values[m_taken - 1];
  }
}

}  // namespace nereid::widgets
