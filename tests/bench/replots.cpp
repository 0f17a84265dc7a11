// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/replots.h"

#include <time.h>

#include <QCoreApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_plot.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

constexpr double kSlow = 6e-6;
constexpr double kFast = 2e-3;  // three waves over the points of one of many curves

double nowMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Processor time of this thread: what the replot costs when the machine has other things to do as
// well.
double busyMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// A slow wave with noise: `radians` a point. Another number gives another noise and phase.
record::MetricSeries makeSeries(std::int64_t points, double radians, int number = 0) {
  record::MetricSeries series;
  std::uint64_t state = 88172645463325252ULL + static_cast<std::uint64_t>(number) * 7919;
  const double phase = 0.02 * number;
  for (std::int64_t i = 1; i <= points; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const double noise = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    series.append(static_cast<double>(i),
                  std::sin(static_cast<double>(i) * radians + phase) + 0.3 * noise);
  }
  return series;
}

Replots replots(CurvePlot& plot, double high) {
  constexpr int kReplots = 15;
  Replots times;
  for (int i = 0; i < kReplots; ++i) {
    plot.setXRange(0, high + i);
    QCoreApplication::processEvents();
    const double start = nowMs();
    const double startBusy = busyMs();
    plot.replotNow();
    plot.plot()->replot(QCustomPlot::rpImmediateRefresh);
    times.wall.push_back(nowMs() - start);
    times.busy.push_back(busyMs() - startBusy);
  }
  std::sort(times.wall.begin(), times.wall.end());
  std::sort(times.busy.begin(), times.busy.end());
  times.drawnPoints = plot.drawnPoints();
  return times;
}

}  // namespace

Replots replotCurve(std::int64_t points) {
  const record::MetricSeries series = makeSeries(points, kSlow);
  CurvePlot plot;
  plot.resize(1600, 900);
  plot.setGroup({QStringLiteral("bench"),
                 QStringLiteral("bench"),
                 {},
                 {{QStringLiteral("loss"), QStringLiteral("loss"), 0}}});
  plot.setSource([&series](const QString&) { return &series; });
  plot.show();
  QCoreApplication::processEvents();
  return replots(plot, static_cast<double>(points));
}

Replots replotCurves(int curves, double smoothing) {
  constexpr std::int64_t kPoints = 10'000;
  std::map<QString, record::MetricSeries> series;
  CurveGroup group{QStringLiteral("bench"), QStringLiteral("bench"), {}, {}};
  for (int i = 0; i < curves; ++i) {
    const QString key = QString::number(i);
    group.series << CurveSeries{key, key, i};
    series[key] = makeSeries(kPoints, kFast, i);
  }
  CurvePlot plot;
  plot.resize(1600, 900);
  plot.setSmoothing(smoothing);
  plot.setGroup(group);
  plot.setSource([&series](const QString& key) { return &series.at(key); });
  plot.show();
  QCoreApplication::processEvents();
  return replots(plot, static_cast<double>(kPoints));
}
