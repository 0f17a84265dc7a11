// SPDX-License-Identifier: GPL-3.0-or-later
// CurvesView with several runs: which curves there are, where they come from, runs dropped on it.
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "engine/record/store.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"

namespace nereid::widgets {

namespace {

QString droppedRun(const QMimeData* data) {
  for (const QUrl& url : data->urls()) {
    const QString dir = url.toLocalFile();
    if (!dir.isEmpty() && QFileInfo::exists(QString::fromStdString(
                              record::record_path(dir.toStdString()).string()))) {
      return dir;
    }
  }
  return {};
}

}  // namespace

void CurvesView::setRun(const QString& dir, const QString& name, const std::string& settingsYaml) {
  if (dir == m_run.dir && name == m_run.name && settingsYaml == m_run.settings) {
    return;  // said with every batch of a run
  }
  m_run = {dir, name, settingsYaml};
  setRunName(name);
  m_overlay->setShown(dir, name, settingsYaml, m_source);
}

// The plots stay, and with them zoom, keyboard and switches; only their curves change.
void CurvesView::applyOverlay() {
  for (const OverlaidRun& run : m_overlay->runs())
    if (m_overlay->isShownRun(run)) setRunName(run.name);
  const QList<CurveGroup> groups = m_overlay->spread(m_groups);
  for (std::size_t i = 0; i < m_plots.size(); ++i) {
    m_plots[i]->setGroup(groups[static_cast<qsizetype>(i)]);
  }
  refreshMarks();
  dataChanged();
  redraw();
}

SeriesLookup CurvesView::lookup() {
  if (!m_source) {
    return {};
  }
  return [this](const QString& key) {
    return m_overlay->isActive() ? m_overlay->series(key) : m_source(key);
  };
}

void CurvesView::dragEnterEvent(QDragEnterEvent* event) {
  if (m_source && !droppedRun(event->mimeData()).isEmpty()) {
    event->acceptProposedAction();
  }
}

void CurvesView::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  m_overlay->add(droppedRun(event->mimeData()));
}

}  // namespace nereid::widgets
