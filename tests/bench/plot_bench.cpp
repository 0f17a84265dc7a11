// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a full replot of one curve with its smoothed line: query of the min/max pyramid, points,
// painting. Run with QT_QPA_PLATFORM=offscreen. Prints the median and the worst of 15 replots for
// each number of points, then the same for many curves of 1e4 points in one plot. Gates of the
// workbench: 5 ms at 1e7 points, 33 ms at 300 curves.
#include <time.h>

#include <QApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "widgets/curve_canvas.h"
#include "widgets/curve_plot.h"
#include "widgets/theme.h"

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

struct Times {
  std::vector<double> wall;
  std::vector<double> busy;
  double median() const { return wall[wall.size() / 2]; }
};

// 15 full replots, each with another range, so that nothing can be kept from the one before.
Times replots(CurvePlot& plot, double high) {
  constexpr int kReplots = 15;
  Times times;
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
  return times;
}

void print(const char* what, const Times& times, const CurvePlot& plot) {
  std::printf("%s: median %.2f ms (processor %.2f ms), worst %.2f ms; %lld points drawn\n", what,
              times.median(), times.busy[times.busy.size() / 2], times.wall.back(),
              static_cast<long long>(plot.drawnPoints()));
}

void measure(std::int64_t points) {
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
  const std::string what = std::to_string(points) + " points, 1 curve";
  print(what.c_str(), replots(plot, static_cast<double>(points)), plot);
}

void measureCurves(int curves, double smoothing) {
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
  const std::string what = std::to_string(curves) + " curves of 10000 points, " +
                           (smoothing > 0 ? "smoothed with raw ghosts" : "as stored");
  print(what.c_str(), replots(plot, static_cast<double>(kPoints)), plot);
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a slow case must not hide those before it
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  const int only = argc > 1 ? std::atoi(argv[1]) : 0;  // a number of points or of curves
  for (const std::int64_t points : {10'000LL, 100'000LL, 1'000'000LL, 10'000'000LL}) {
    if (only == 0 || only == points) {
      measure(points);
    }
  }
  for (const int curves : {10, 50, 300}) {
    if (only == 0 || only == curves) {
      measureCurves(curves, 0);
      measureCurves(curves, 0.88);
    }
  }
  return 0;
}
