// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "engine/base/clock.h"

namespace nereid::app {

/// Adds `nereid data import`.
void add_data_import(CLI::App& group, int& status);

/// Adds `nereid data judge` and `nereid data make`.
void add_data_sift(CLI::App& group, int& status);

/// A line on standard error, written anew about twice a second on a terminal and every ten seconds
/// elsewhere. One thread at a time.
class DataProgress {
 public:
  /// `share` in [0, 1]; `words` say what has been done. Adds how long the rest may take.
  void show(double share, const std::string& words);
  /// Ends the line.
  void end();

 private:
  Stopwatch watch_;
  double shown_s_ = -1;
  std::size_t width_ = 0;
};

}  // namespace nereid::app
