// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a full replot of one curve with its smoothed line: query of the min/max pyramid, points,
// painting. Run with QT_QPA_PLATFORM=offscreen. Prints the median and the worst of 15 replots for
// each number of points. Gate of the workbench: 10 ms at 1e6 points; aim: 5 ms at 1e7.
#include <time.h>

#include <QApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "widgets/curve_plot.h"
#include "widgets/qcp.h"
#include "widgets/theme.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

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

record::MetricSeries makeSeries(std::int64_t points) {
  record::MetricSeries series;
  std::uint64_t state = 88172645463325252ULL;
  for (std::int64_t i = 1; i <= points; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const double noise = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    series.append(static_cast<double>(i), std::sin(static_cast<double>(i) * 6e-6) + 0.3 * noise);
  }
  return series;
}

void measure(std::int64_t points) {
  const double begin = nowMs();
  const record::MetricSeries series = makeSeries(points);
  const double built = nowMs() - begin;
  CurvePlot plot;
  plot.resize(1600, 900);
  plot.setGroup({QStringLiteral("bench"),
                 QStringLiteral("bench"),
                 {},
                 {{QStringLiteral("loss"), QStringLiteral("loss"), 0}}});
  plot.setSource([&series](const QString&) { return &series; });
  plot.show();
  QCoreApplication::processEvents();
  std::vector<double> times;
  std::vector<double> busy;
  for (int i = 0; i < 15; ++i) {
    plot.setXRange(0, static_cast<double>(points) + i);
    QCoreApplication::processEvents();
    const double start = nowMs();
    const double startBusy = busyMs();
    plot.replotNow();
    plot.plot()->replot(QCustomPlot::rpImmediateRefresh);
    times.push_back(nowMs() - start);
    busy.push_back(busyMs() - startBusy);
  }
  std::sort(times.begin(), times.end());
  std::sort(busy.begin(), busy.end());
  std::printf(
      "%10lld points: median %.2f ms (processor %.2f ms), worst %.2f ms; %lld points drawn, series "
      "built in %.0f ms\n",
      static_cast<long long>(points), times[times.size() / 2], busy[busy.size() / 2], times.back(),
      static_cast<long long>(plot.drawnPoints()), built);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  for (const std::int64_t points : {10'000LL, 100'000LL, 1'000'000LL, 10'000'000LL}) {
    measure(points);
  }
  return 0;
}
