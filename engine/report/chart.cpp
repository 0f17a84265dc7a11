// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/numbers.h"

namespace nereid::report {
namespace {

constexpr double kWidth = 255, kHeight = 150;
constexpr double kLeft = 38, kRight = 8, kTop = 34, kBottom = 20;
constexpr double kSmall = 7, kLabel = 7.5, kTitle = 9;
constexpr int kColumns = 200;
constexpr double kSmoothing = 0.88;
constexpr Color kText{0x1B, 0x1F, 0x24}, kSecondary{0x5A, 0x64, 0x70}, kGrid{0xDF, 0xE3, 0xE8};

// Series, then stages, of the light theme.
constexpr std::array<Color, 6> kLines = {{{0x25, 0x63, 0xC9},
                                          {0x00, 0x87, 0x5F},
                                          {0xA3, 0x28, 0x7F},
                                          {0xC2, 0x4A, 0x00},
                                          {0x2C, 0x8F, 0xC9},
                                          {0x7B, 0x84, 0x91}}};
constexpr std::array<Color, 6> kStages = {{{0xB9, 0xC0, 0xC8},
                                           {0x7B, 0x84, 0x91},
                                           {0xC2, 0x7C, 0x00},
                                           {0x2C, 0x8F, 0xC9},
                                           {0x00, 0x87, 0x5F},
                                           {0x4B, 0x4F, 0xA8}}};

struct Range {
  double low = kInfinity, high = -kInfinity;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_empty() const { return !(low <= high); }
};

/// 1, 2, 2.5 or 5 times a power of ten; at least `least`.
double nice_step(double span, int ticks, double least) {
  const double raw = std::max(span / ticks, 1e-12);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    if (least >= 1 && factor == 2.5 && power < 10) continue;  // steps are whole numbers
    if (factor * power >= raw) return std::max(factor * power, least);
  }
  return std::max(10 * power, least);
}

class Chart {
 public:
  Chart(const std::string& title, const std::string& unit, Range x, Range y) : x_(x), y_(y) {
    figure_.width = kWidth;
    figure_.height = kHeight;
    figure_.name = title;
    write({kLeft, 11}, title, kTitle, kText);
    write({kWidth - kRight, 11}, unit, kSmall, kSecondary, Shape::Align::kRight);
    if (y_.high - y_.low < 1e-9) {
      y_.low -= 0.5 * std::max(1e-3, std::fabs(y_.low));
      y_.high += 0.5 * std::max(1e-3, std::fabs(y_.high));
    }
    if (x_.high <= x_.low) x_.high = x_.low + 1;
    axes();
  }

  Point at(double x, double y) const {
    return {kLeft + (x - x_.low) / (x_.high - x_.low) * (kWidth - kLeft - kRight),
            kHeight - kBottom - (y - y_.low) / (y_.high - y_.low) * (kHeight - kTop - kBottom)};
  }

  void legend(const std::string& label, Color color) {
    constexpr double kLetter = 0.53;
    figure_.shapes.push_back({Shape::Kind::kArea,
                              {{legend_, 17}, {legend_ + 6, 17}, {legend_ + 6, 23}, {legend_, 23}},
                              color});
    write({legend_ + 8, 23}, label, kSmall, kSecondary);
    legend_ += 18 + kLetter * kSmall * static_cast<double>(label.size());
  }

  void line(std::vector<Point> points, Color color) {
    if (points.size() == 1) points.push_back({points[0].x + 1, points[0].y});
    if (points.size() > 1) {
      figure_.shapes.push_back({Shape::Kind::kLine, std::move(points), color, 1.2});
    }
  }

  void area(std::vector<Point> points, Color color) {
    figure_.shapes.push_back({Shape::Kind::kArea, std::move(points), color});
  }

  void write(Point place, const std::string& text, double size, Color color,
             Shape::Align align = Shape::Align::kLeft) {
    figure_.shapes.push_back({Shape::Kind::kText, {place}, color, size, text, align});
  }

  Figure take() { return std::move(figure_); }

 private:
  void axes() {
    const double every = nice_step(y_.high - y_.low, 5, 0);
    for (double y = std::ceil(y_.low / every - 1e-9) * every; y <= y_.high + 1e-9; y += every) {
      const Point left = at(x_.low, y);
      figure_.shapes.push_back({Shape::Kind::kLine, {left, {kWidth - kRight, left.y}}, kGrid, 0.5});
      const double shown = std::fabs(y) < every * 1e-6 ? 0 : y;
      write({kLeft - 4, left.y + 2.5}, fmt::format("{:.4g}", shown), kSmall, kSecondary,
            Shape::Align::kRight);
    }
    const double steps = nice_step(x_.high - x_.low, 5, 1);
    for (double x = std::ceil(x_.low / steps) * steps; x <= x_.high + 1e-9; x += steps) {
      write({at(x, y_.low).x, kHeight - kBottom + 10}, count_text(std::llround(x)), kSmall,
            kSecondary, Shape::Align::kCenter);
    }
    write({kWidth - kRight, kHeight - 1}, "step", kSmall, kSecondary, Shape::Align::kRight);
  }

  Figure figure_;
  Range x_, y_;
  double legend_ = kLeft;
};

Figure nothing(const std::string& title, const std::string& unit) {
  Chart chart(title, unit, {0, 1}, {0, 1});
  chart.write({kWidth / 2, kHeight / 2}, "no values", kLabel, kSecondary, Shape::Align::kCenter);
  return chart.take();
}

}  // namespace

Color line_color(std::size_t index) {
  return kLines[index % kLines.size()];
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{:.3g}", value);
}

std::string percent_text(double share) {
  return std::isnan(share) ? "-" : fmt::format("{:.1f} %", 100 * share);
}

Figure line_chart(const std::string& title, const std::string& unit, std::span<const Line> lines) {
  Range x;
  Range y;
  std::vector<record::MetricSeries> smoothed;
  for (const Line& line : lines) {
    record::MetricSeries series;
    const auto steps = line.series->steps();
    const std::vector<double> values = record::smooth(line.series->values(), kSmoothing);
    for (std::size_t i = 0; i < values.size(); ++i) {
      series.append(steps[i], values[i]);
      if (!std::isfinite(values[i])) continue;
      x.add(steps[i]);
      y.add(values[i]);
    }
    smoothed.push_back(std::move(series));
  }
  if (x.is_empty()) return nothing(title, unit);
  if (y.low >= 0 && y.low < 0.5 * y.high) y.low = 0;
  Chart chart(title, unit, x, y);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    chart.legend(lines[i].label, lines[i].color);
    std::vector<Point> points;
    for (const record::CurveBin& bin : smoothed[i].query(x.low, x.high, kColumns).bins) {
      if (bin.count == 0) continue;
      points.push_back(chart.at(bin.x0, bin.first));
      if (bin.count > 1) points.push_back(chart.at(bin.x1, bin.last));
    }
    chart.line(std::move(points), lines[i].color);
  }
  return chart.take();
}

Figure funnel_chart(const std::string& title, std::span<const record::FunnelBin> bins) {
  if (bins.empty()) return nothing(title, "furthest stage passed");
  const auto middle = [](const record::FunnelBin& bin) {
    return 0.5 * static_cast<double>(bin.first_step + bin.last_step);
  };
  Chart chart(title, "furthest stage passed", {middle(bins.front()), middle(bins.back())}, {0, 1});
  std::vector<double> below(bins.size(), 0.0);
  for (std::size_t stage = 0; stage < kStages.size(); ++stage) {
    std::vector<Point> edge;
    std::vector<Point> base;
    bool is_there = false;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      base.push_back(chart.at(middle(bins[i]), below[i]));
      below[i] += static_cast<double>(bins[i].furthest[stage]) / static_cast<double>(bins[i].total);
      edge.push_back(chart.at(middle(bins[i]), below[i]));
      is_there = is_there || bins[i].furthest[stage] > 0;
    }
    if (!is_there) continue;
    if (bins.size() == 1) {  // a single bin has a width all the same
      base.push_back({kWidth - kRight, base[0].y});
      edge.push_back({kWidth - kRight, edge[0].y});
    }
    edge.insert(edge.end(), base.rbegin(), base.rend());
    chart.area(std::move(edge), kStages[stage]);
    chart.legend(std::string(verify::stage_name(static_cast<verify::Stage>(stage))),
                 kStages[stage]);
  }
  return chart.take();
}

}  // namespace nereid::report
