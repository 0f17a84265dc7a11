// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a full replot of one curve with its smoothed line: query of the min/max pyramid, points,
// painting. Run with QT_QPA_PLATFORM=offscreen. Prints the median and the worst of 15 replots for
// each number of points, then the same for many curves of 1e4 points in one plot. Gates of the
// workbench: 5 ms at 1e7 points, 33 ms at 300 curves.
#include <QApplication>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/bench/replots.h"
#include "widgets/look/theme.h"

namespace {

void print(const std::string& what, const Replots& times) {
  std::printf("%s: median %.2f ms (processor %.2f ms), worst %.2f ms; %lld points drawn\n",
              what.c_str(), times.median(), times.medianBusy(), times.wall.back(),
              static_cast<long long>(times.drawnPoints));
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a slow case must not hide those before it
  QApplication application(argc, argv);
  nereid::widgets::applyTheme(application, nereid::widgets::ThemeMode::kLight);
  const int only = argc > 1 ? std::atoi(argv[1]) : 0;  // a number of points or of curves
  for (const std::int64_t points : {10'000LL, 100'000LL, 1'000'000LL, 10'000'000LL}) {
    if (only == 0 || only == points) {
      print(std::to_string(points) + " points, 1 curve", replotCurve(points));
    }
  }
  for (const int curves : {10, 50, 300}) {
    if (only == 0 || only == curves) {
      const std::string what = std::to_string(curves) + " curves of 10000 points, ";
      print(what + "as stored", replotCurves(curves, 0));
      print(what + "smoothed with raw ghosts", replotCurves(curves, 0.88));
    }
  }
  return 0;
}
