// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <cstdint>
#include <vector>

/// Times in ms of 15 full replots of a plot of 1600 x 900, each with another range, so that nothing
/// can be kept from the one before: query of the min/max pyramid, points, painting. Sorted.
struct Replots {
  std::vector<double> wall;
  std::vector<double> busy;  ///< processor time of the thread
  qsizetype drawnPoints = 0;
  double median() const { return wall[wall.size() / 2]; }
  double medianBusy() const { return busy[busy.size() / 2]; }
};

/// One curve with its smoothed line.
Replots replotCurve(std::int64_t points);
/// So many curves of 10,000 points in one plot; with a smoothing of 0 as stored.
Replots replotCurves(int curves, double smoothing);
