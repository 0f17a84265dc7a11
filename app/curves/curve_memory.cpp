// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/curves/curve_memory.h"

#include <QAction>
#include <QSettings>
#include <QSlider>

#include "app/runs/recent_runs.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"

namespace nereid::app {

using record::BandKind;
using record::GroupBy;
using widgets::OverlaidRun;
using widgets::RunOverlay;

namespace {

QString key(const char* name) {
  return QStringLiteral("curves/") + QLatin1String(name);
}

// Words, not numbers: an order of enumerators may change.
struct GroupWord {
  GroupBy by;
  const char* word;
};
constexpr GroupWord kGroupWords[] = {{GroupBy::kNothing, "nothing"},
                                     {GroupBy::kSameSettings, "same settings"},
                                     {GroupBy::kSetting, "setting"},
                                     {GroupBy::kAll, "all"}};

QString wordOf(GroupBy by) {
  for (const GroupWord& group : kGroupWords) {
    if (group.by == by) {
      return QLatin1String(group.word);
    }
  }
  return {};
}

GroupBy groupingOf(const QString& word) {
  for (const GroupWord& group : kGroupWords) {
    if (word == QLatin1String(group.word)) {
      return group.by;
    }
  }
  return GroupBy::kNothing;
}

QString shownRun(const RunOverlay& overlay) {
  for (const OverlaidRun& run : overlay.runs()) {
    if (overlay.isShownRun(run)) {
      return run.dir;
    }
  }
  return {};
}

}  // namespace

CurveMemory::CurveMemory(widgets::CurvesView& curves, QObject* parent)
    : QObject(parent), m_curves(curves) {
  restoreLook();
  connect(curves.smoothingSlider(), &QSlider::valueChanged, this, &CurveMemory::keepLook);
  connect(curves.logAction(), &QAction::toggled, this, &CurveMemory::keepLook);
  connect(curves.tableAction(), &QAction::toggled, this, &CurveMemory::keepLook);
  connect(curves.phaseMarksAction(), &QAction::toggled, this, &CurveMemory::keepLook);
  connect(&curves, &widgets::CurvesView::plotsChosen, this, &CurveMemory::keepLook);
  connect(curves.overlay(), &RunOverlay::changed, this, &CurveMemory::overlayChanged);
}

void CurveMemory::restoreLook() {
  const QSettings settings;
  m_curves.setSmoothing(settings.value(key("smoothing"), m_curves.smoothing()).toDouble());
  m_curves.setLogScale(settings.value(key("log"), false).toBool());
  m_curves.setTableVisible(settings.value(key("values"), false).toBool());
  m_curves.phaseMarksAction()->setChecked(settings.value(key("phases"), true).toBool());
  m_curves.setChosenPlots(settings.value(key("plots")).toStringList());
}

void CurveMemory::keepLook() {
  QSettings settings;
  settings.setValue(key("smoothing"), m_curves.smoothing());
  settings.setValue(key("log"), m_curves.logAction()->isChecked());
  settings.setValue(key("values"), m_curves.tableAction()->isChecked());
  settings.setValue(key("phases"), m_curves.phaseMarksAction()->isChecked());
  settings.setValue(key("plots"), m_curves.chosenPlots());
}

void CurveMemory::overlayChanged() {
  const QString shown = shownRun(*m_curves.overlay());
  if (shown.isEmpty() || m_restoring) {
    return;
  }
  if (!m_begun) {
    m_begun = true;
    restoreOverlay(shown);
    return;
  }
  // A run that is looked at alone for once does not end an older comparison.
  const bool compared = m_curves.overlay()->isActive();
  if (compared || m_compared) {
    keepOverlay();
  }
  m_compared = compared;
}

void CurveMemory::restoreOverlay(const QString& shown) {
  const QSettings settings;
  const QStringList runs = settings.value(key("runs")).toStringList();
  if (!runs.contains(shown)) {
    return;
  }
  m_restoring = true;
  RunOverlay& overlay = *m_curves.overlay();
  for (const QString& run : runs) {
    if (run != shown && isRunFolder(run)) {
      overlay.add(run);
    }
  }
  const QStringList hidden = settings.value(key("hidden")).toStringList();
  for (const QString& run : hidden) {
    overlay.setVisible(run, false);
  }
  overlay.setBand(settings.value(key("band")).toString() == QLatin1String("deviation")
                      ? BandKind::kStd
                      : BandKind::kRange);
  overlay.setGrouping(groupingOf(settings.value(key("grouping")).toString()),
                      settings.value(key("setting")).toString());
  m_compared = overlay.isActive();
  m_restoring = false;
}

void CurveMemory::keepOverlay() {
  const RunOverlay& overlay = *m_curves.overlay();
  QStringList runs, hidden;
  for (const OverlaidRun& run : overlay.runs()) {
    runs << run.dir;
    if (!run.visible) {
      hidden << run.dir;
    }
  }
  QSettings settings;
  settings.setValue(key("runs"), overlay.isActive() ? runs : QStringList());
  settings.setValue(key("hidden"), hidden);
  settings.setValue(key("grouping"), wordOf(overlay.grouping()));
  settings.setValue(key("setting"), overlay.groupingKey());
  settings.setValue(key("band"), overlay.band() == BandKind::kStd ? QStringLiteral("deviation")
                                                                  : QStringLiteral("range"));
}

}  // namespace nereid::app
