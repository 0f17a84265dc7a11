// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_history.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/selection.h"
#include "app/desk/undo_stack.h"
#include "app/desk/workspaces.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/filter/filter_line.h"

namespace nereid::app {

using widgets::CurvePlot;
using widgets::OverlaidRun;

namespace {

bool isByHand(QEvent::Type type) {
  return type == QEvent::MouseButtonRelease || type == QEvent::KeyRelease ||
         type == QEvent::Wheel || type == QEvent::Drop || type == QEvent::Shortcut;
}

}  // namespace

ViewHistory::ViewHistory(ActionRegistry& actions, Docks& docks, Workspaces& workspaces,
                         Selection& selection, QMainWindow* area, QObject* parent)
    : QObject(parent),
      m_actions(actions),
      m_workspaces(workspaces),
      m_selection(selection),
      m_area(area),
      m_curves(docks.view<widgets::CurvesView>("curves")),
      m_episodes(docks.view<widgets::EpisodeList>("episodes")) {
  m_later.setSingleShot(true);
  m_later.setInterval(kMergeMs);
  connect(&m_later, &QTimer::timeout, this, &ViewHistory::capture);
  actions.bind(QStringLiteral("view.undo"), this, [this] { undo(); });
  actions.bind(QStringLiteral("view.redo"), this, [this] { redo(); });
  connect(&selection, &Selection::runChanged, this, &ViewHistory::restart);
  connect(&workspaces, &Workspaces::currentChanged, this, [this] { m_later.start(); });
  qApp->installEventFilter(this);
  refreshActions();
}

bool ViewHistory::eventFilter(QObject* watched, QEvent* event) {
  // A line keeps the key of undo for itself, even with nothing to undo in it.
  if (event->type() == QEvent::ShortcutOverride &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
    const auto* line = qobject_cast<const QLineEdit*>(watched);
    if (line != nullptr && !line->isUndoAvailable()) {
      event->ignore();
      return true;
    }
  }
  if (watched == m_area && event->type() == QEvent::Resize) {
    // Docks take other sizes with the window; nobody would undo that.
    m_wasResized = true;
    m_later.start();
  } else if (isByHand(event->type())) {
    m_later.start();
  }
  return QObject::eventFilter(watched, event);
}

ViewState ViewHistory::current() const {
  ViewState state;
  state.workspace = m_workspaces.current();
  state.layout = m_area->saveState();
  state.filter = m_episodes->filterLine()->text();
  state.stepRange = m_selection.stepRange();
  if (!m_curves->isFollowing()) state.zoom = m_curves->xRange();
  state.isLogarithmic = m_curves->logAction()->isChecked();
  state.hasTable = m_curves->tableAction()->isChecked();
  state.plots = m_curves->chosenPlots();
  for (const CurvePlot* plot : m_curves->plots()) {
    const QStringList metrics = plot->switchedOff();
    for (const QString& metric : metrics)
      state.hidden << plot->groupId() + QLatin1Char('/') + metric;
  }
  for (const OverlaidRun& run : m_curves->overlay()->runs()) {
    if (!run.visible) state.hidden << run.dir;
  }
  return state;
}

void ViewHistory::capture() {
  m_later.stop();
  if (m_workspaces.current().isEmpty()) return;  // not shown yet
  ViewState now = current();
  if (m_at >= 0 && now == m_states[m_at]) {
    m_wasResized = false;
    return;
  }
  const bool isOfResize = m_wasResized && m_at >= 0;
  m_wasResized = false;
  if (isOfResize) {
    // Only the sizes differ, or the change comes with them: it becomes part of the last state.
    m_states[m_at] = std::move(now);
    return;
  }
  m_states.resize(m_at + 1);  // what was undone is gone
  m_times.resize(m_at + 1);
  m_states << std::move(now);
  m_times << std::chrono::steady_clock::now();
  if (m_states.size() > kDepth + 1) {
    m_states.removeFirst();
    m_times.removeFirst();
  }
  m_at = m_states.size() - 1;
  refreshActions();
  Q_EMIT viewChanged();
}

void ViewHistory::undo() {
  capture();  // what has just been done is a change, too
  if (isOfRuns()) {
    m_runs->undo();
  } else if (canUndo()) {
    apply(m_states[--m_at]);
  }
}

bool ViewHistory::isOfRuns() const {
  if (m_runs == nullptr || m_runs->isEmpty()) return false;
  return !canUndo() || *m_runs->lastTime() + kSameAct >= m_times[m_at];
}

void ViewHistory::joinRuns(UndoStack& runs) {
  m_runs = &runs;
  connect(&runs, &UndoStack::changed, this, &ViewHistory::refreshActions);
  refreshActions();
}

void ViewHistory::redo() {
  capture();
  if (!canRedo()) return;
  apply(m_states[++m_at]);
}

void ViewHistory::apply(const ViewState& state) {
  if (m_workspaces.current() != state.workspace) m_workspaces.show(state.workspace);
  layOutFocused(*m_area, [&] { m_area->restoreState(state.layout); });
  if (m_episodes->filterLine()->text() != state.filter) m_episodes->setFilter(state.filter);
  m_selection.setStepRange(state.stepRange);
  m_curves->setChosenPlots(state.plots);
  m_curves->setLogScale(state.isLogarithmic);
  m_curves->setTableVisible(state.hasTable);
  m_curves->setFollowing(!state.zoom);
  if (state.zoom) m_curves->setXRange(state.zoom->first, state.zoom->second);
  for (CurvePlot* plot : m_curves->plots()) {
    QStringList off;
    for (const QString& one : state.hidden) {
      if (one.startsWith(plot->groupId() + QLatin1Char('/')))
        off << one.mid(plot->groupId().size() + 1);
    }
    plot->setSwitchedOff(off);
  }
  for (const OverlaidRun& run : m_curves->overlay()->runs())
    m_curves->overlay()->setVisible(run.dir, !state.hidden.contains(run.dir));
  // What the window makes of it, rounded sizes for example, is this state from now on.
  m_later.stop();
  m_states[m_at] = current();
  refreshActions();
  Q_EMIT viewChanged();
}

void ViewHistory::restart() {
  m_states.clear();
  m_times.clear();
  m_at = -1;
  m_later.start();
  refreshActions();
}

void ViewHistory::refreshActions() {
  m_actions.action(QStringLiteral("view.undo"))
      ->setEnabled(canUndo() || (m_runs != nullptr && !m_runs->isEmpty()));
  m_actions.action(QStringLiteral("view.redo"))->setEnabled(canRedo());
}

}  // namespace nereid::app
