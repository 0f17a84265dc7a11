// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nereid::widgets {
class CurvesView;
}  // namespace nereid::widgets

namespace nereid::app {

/// Keeps between starts (QSettings "curves/...") how the curves are looked at: smoothing, log,
/// table of values, and the runs laid over the shown one with their grouping. Those come back with
/// one of the runs that they were compared with; another run is shown alone. GUI thread only.
class CurveMemory : public QObject {
  Q_OBJECT

 public:
  explicit CurveMemory(widgets::CurvesView& curves, QObject* parent = nullptr);

 private:
  void restoreLook();
  void keepLook();
  void overlayChanged();
  void restoreOverlay(const QString& shown);
  void keepOverlay();

  widgets::CurvesView& m_curves;
  bool m_begun = false;      ///< a run has been shown
  bool m_restoring = false;  ///< what changes now is not by the user's hand
  bool m_compared = false;   ///< there were other runs in this window
};

}  // namespace nereid::app
