// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nereid::app {

/// What the command line asks of the window.
struct WorkbenchOptions {
  std::string run;           ///< run folder to open; empty = none named
  bool start_run = false;    ///< `--run`: start the pocket run at once
  int steps = 0;             ///< `--steps`: of the run started by `--run`; 0 = as the preset says
  bool no_run = false;       ///< `--no-run`: open nothing by itself, offer nothing
  std::string language;      ///< `--language`: "en", "de" or "zh_CN"; empty = as the settings say
  bool first_paint = false;  ///< `--first-paint`: say when the window was painted, and end
  std::string screenshot;    ///< `--screenshot`: folder for PNGs of every view; empty = a window
  std::string manual;        ///< `--manual`: folder for the manual as HTML; empty = a window
  std::string only;          ///< `--only`: names of PNGs, with commas; empty = all
  std::string beside;        ///< `--beside`: folder of runs to compare with in the PNGs
  std::string verdict;       ///< `--verdict`: file with a verdict that has GPU time
  bool small_pictures = false;      ///< `--small`: PNGs of few colours
  bool list_pictures = false;       ///< `--list`: print the names of the PNGs
  int scale = 1;                    ///< `--scale`: device pixels per pixel of the PNGs
  int text_size = 13;               ///< `--text-size`: pixels of the text of the PNGs
  int width = 1680, height = 1010;  ///< of the PNGs, before scaling
};

}  // namespace nereid::app
