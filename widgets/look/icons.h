// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace nereid::widgets {

enum class IconId {
  kPlay,
  kPause,
  kStop,
  kStepBack,
  kStepForward,
  kToStart,
  kToEnd,
  kSearch,
  kClose,
  kUp,
  kDown,
  kFollow,
  kExport,
  kTable,
  kFolder,
  kRuns,
  kCurves,
  kCode,
  kInputs,
  kReplay,
  kLog,
  kMore,
  kLink,
  kMarker,
  kReset,
  kLogScale,
  kCommand,
  kCheck,
  kCross,
  kWarning,
  kNereid,
};

/// Line icons drawn by code on a 16 x 16 grid in the colours of the current theme, crisp at every
/// scale. The icon follows later theme changes.
QIcon icon(IconId id);

}  // namespace nereid::widgets
