// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/record/analysis/funnel.h"
#include "engine/record/analysis/series.h"
#include "engine/report/document.h"

namespace nereid::report {

/// A curve of a chart.
struct Line {
  std::string label;
  const record::MetricSeries* series = nullptr;
  Color color;
};

/// Colours of the window's light theme, in the order of its curves.
Color line_color(std::size_t index);

/// Curves over steps, smoothed by the weight of the window's curves, with axes, whole-number ticks
/// of the steps and a legend. Without finite values an empty frame that says so.
Figure line_chart(const std::string& title, const std::string& unit, std::span<const Line> lines);
/// Shares of the furthest stage passed over steps, one band a stage.
Figure funnel_chart(const std::string& title, std::span<const record::FunnelBin> bins);

/// "0.012", "1.3e-07", "1,216": a number for people; "NaN" and "inf" as they are.
std::string number_text(double value);
std::string count_text(std::int64_t count);
std::string percent_text(double share);

}  // namespace nereid::report
