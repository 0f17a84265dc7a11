// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/workspaces.h"

#include <QApplication>
#include <QChildEvent>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <QTabBar>
#include <algorithm>

#include "app/desk/panel.h"
#include "engine/base/check.h"

namespace nereid::app {
namespace {

// Raise it when docks are added or renamed: older layouts are then forgotten instead of half
// restored.
constexpr int kLayoutVersion = 4;

QString settingsKey(const QString& id) {
  return QStringLiteral("layout/%1/%2").arg(kLayoutVersion).arg(id);
}

QStringList tabs(std::initializer_list<const char*> ids) {
  QStringList list;
  for (const char* id : ids) list << QString::fromLatin1(id);
  return list;
}

Workspace monitor() {
  return {QStringLiteral("monitor"),
          Workspaces::tr("Monitor"),
          Workspaces::tr("Is the run healthy?"),
          {{222, {{tabs({"runs"}), 1}}},
           {690, {{tabs({"curves", "funnel"}), 380}, {tabs({"episodes"}), 534}}},
           {736,
            {{tabs({"compare", "group", "pair"}), 554},
             {tabs({"inputs"}), 270},
             {tabs({"replay"}), 90}}}},
          {{560, {{tabs({"curves", "funnel", "runs"}), 330}, {tabs({"episodes", "log"}), 390}}},
           {700,
            {{tabs({"compare"}), 400},
             {tabs({"inputs", "compiler", "reward"}), 230},
             {tabs({"replay"}), 90}}}}};
}

Workspace inspect() {
  return {QStringLiteral("inspect"),
          Workspaces::tr("Inspect"),
          Workspaces::tr("Why was this kernel judged so?"),
          {{520, {{tabs({"episodes"}), 1}}},
           {1140,
            {{tabs({"compare", "group", "pair"}), 560},
             {tabs({"inputs", "compiler", "levels", "debugger", "timing", "reward", "difference"}),
              300}}}},
          {{420, {{tabs({"episodes"}), 1}}},
           {840,
            {{tabs({"compare", "group", "pair"}), 440},
             {tabs({"inputs", "compiler", "levels", "debugger", "timing", "reward", "difference"}),
              280}}}}};
}

Workspace replay() {
  return {QStringLiteral("replay"),
          Workspaces::tr("Replay"),
          Workspaces::tr("What happened, in order?"),
          {{520, {{tabs({"episodes"}), 1}}},
           {1140,
            {{tabs({"replay"}), 230},
             {tabs({"story", "travel", "compare", "group", "difference"}), 660}}}},
          {{420, {{tabs({"episodes"}), 1}}},
           {840,
            {{tabs({"replay"}), 90},
             {tabs({"story", "travel", "compare", "group", "difference"}), 620}}}}};
}

Workspace compare() {
  return {QStringLiteral("compare"),
          Workspaces::tr("Compare runs"),
          Workspaces::tr("Which recipe is better?"),
          {{1, {{tabs({"runtable"}), 1}}}},
          {{1, {{tabs({"runtable"}), 1}}}}};
}

Workspace verifyOwn() {
  return {QStringLiteral("verify"),
          Workspaces::tr("Verify"),
          Workspaces::tr("Judge my own kernel"),
          {{1200,
            {{tabs({"editors", "verifier", "pair"}), 600},
             {tabs({"inputs", "compiler", "levels", "debugger", "timing", "difference"}), 300}}},
           {440, {{tabs({"history"}), 1}}}},
          {{960,
            {{tabs({"editors", "verifier", "pair"}), 420},
             {tabs({"inputs", "compiler", "levels", "debugger", "timing", "difference"}), 280}}},
           {300, {{tabs({"history"}), 1}}}}};
}

}  // namespace

QList<Workspace> workspaceTable() {
  return {monitor(), inspect(), replay(), compare(), verifyOwn()};
}

Workspaces::Workspaces(QMainWindow* area, QHash<QString, Panel*> panels, QObject* parent)
    : QObject(parent), m_area(area), m_panels(std::move(panels)), m_all(workspaceTable()) {
  m_area->installEventFilter(this);
  m_again.setSingleShot(true);
  m_again.setInterval(0);
  connect(&m_again, &QTimer::timeout, this, &Workspaces::layOut);
}

const Workspace& Workspaces::find(const QString& id) const {
  for (const Workspace& workspace : m_all) {
    if (workspace.id == id) return workspace;
  }
  NEREID_CHECK(false, "no workspace " + id.toStdString());
}

void layOutFocused(QWidget& area, const std::function<void()>& layOut) {
  const QPointer<QWidget> before = QApplication::focusWidget();
  layOut();
  if (before != nullptr && before != QApplication::focusWidget() && area.isAncestorOf(before))
    area.setFocus();
}

void Workspaces::show(const QString& id) {
  const Workspace& workspace = find(id);
  if (!m_current.isEmpty()) save();
  m_current = workspace.id;
  layOutFocused(*m_area, [this] { layOut(); });
  Q_EMIT currentChanged(id);
}

void Workspaces::layOut() {
  if (m_current.isEmpty()) return;
  const QByteArray saved = QSettings().value(settingsKey(m_current)).toByteArray();
  m_area->setUpdatesEnabled(false);
  // The default comes first, so that every dock has a place before the user's changes are laid over
  // it.
  arrange(find(m_current));
  if (!saved.isEmpty()) m_area->restoreState(saved, kLayoutVersion);
  m_area->layout()->activate();
  m_area->setUpdatesEnabled(true);
  m_laidOut = m_area->saveState(kLayoutVersion);
}

void Workspaces::restoreDefault() {
  QSettings().remove(settingsKey(m_current));
  layOut();
}

void Workspaces::raiseFullOnes() {
  if (m_current.isEmpty()) return;
  const Workspace& workspace = find(m_current);
  const auto& columns = m_area->width() < kCompactWidth ? workspace.compact : workspace.columns;
  for (const WorkspaceColumn& column : columns) {
    for (const WorkspaceCell& cell : column.cells) {
      Panel* first = m_panels.value(cell.tabs.first());
      const auto isEmptyInFront = [&](const QString& id) {
        Panel* panel = m_panels.value(id);
        const bool isBeside = m_area->tabifiedDockWidgets(first).contains(panel);
        return isBeside && !panel->visibleRegion().isEmpty() && panel->isEmpty();
      };
      if (std::any_of(cell.tabs.begin() + 1, cell.tabs.end(), isEmptyInFront) && !first->isEmpty())
        first->raise();
    }
  }
}

void Workspaces::beginSettling() {
  m_isSettling = true;
  qApp->installEventFilter(this);
}

void Workspaces::endSettling() {
  m_isSettling = false;
  m_again.stop();
  qApp->removeEventFilter(this);
}

bool Workspaces::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:
      if (m_isSettling && watched == m_area) m_again.start();
      return false;
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
    case QEvent::Wheel:
      if (m_isSettling) endSettling();
      return false;
    default:
      break;
  }
  if (watched != m_area) return false;
  // Qt makes the tab bars of docks as they are needed, without a name.
  if (event->type() == QEvent::ChildPolished) {
    if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
      bar->setAccessibleName(tr("Docks that share this place"));
    }
  }
  return QObject::eventFilter(watched, event);
}

void Workspaces::save() {
  const QByteArray now = m_area->saveState(kLayoutVersion);
  if (now != m_laidOut) QSettings().setValue(settingsKey(m_current), now);
}

void Workspaces::arrange(const Workspace& workspace) {
  const auto& columns = m_area->width() < kCompactWidth ? workspace.compact : workspace.columns;
  for (Panel* panel : std::as_const(m_panels)) {
    panel->setFloating(false);
    m_area->removeDockWidget(panel);
  }
  QSet<QString> placed;
  Panel* previous = nullptr;
  for (const WorkspaceColumn& column : columns) {
    Panel* top = m_panels.value(column.cells.first().tabs.first());
    if (previous == nullptr) {
      m_area->addDockWidget(Qt::LeftDockWidgetArea, top, Qt::Horizontal);
    } else {
      m_area->splitDockWidget(previous, top, Qt::Horizontal);
    }
    top->show();
    previous = top;
  }
  // Rows before tabs: splitting a tabbed dock would only add a tab.
  for (const WorkspaceColumn& column : columns) splitRows(column);
  for (const WorkspaceColumn& column : columns) placed += addTabs(column);
  placeTheRest(columns, placed);
  shareRoom(columns);
}

void Workspaces::splitRows(const WorkspaceColumn& column) {
  Panel* above = nullptr;
  for (const WorkspaceCell& cell : column.cells) {
    Panel* front = m_panels.value(cell.tabs.first());
    if (above != nullptr) m_area->splitDockWidget(above, front, Qt::Vertical);
    front->show();
    above = front;
  }
}

QSet<QString> Workspaces::addTabs(const WorkspaceColumn& column) {
  QSet<QString> placed;
  for (const WorkspaceCell& cell : column.cells) {
    Panel* front = m_panels.value(cell.tabs.first());
    for (const QString& id : cell.tabs) {
      placed.insert(id);
      if (m_panels.value(id) == front) continue;
      m_area->tabifyDockWidget(front, m_panels.value(id));
      m_panels.value(id)->show();
    }
    front->raise();
  }
  return placed;
}

void Workspaces::placeTheRest(const QList<WorkspaceColumn>& columns, const QSet<QString>& placed) {
  // Qt shows every dock that a saved layout does not mention, so all have a place: the others as
  // hidden tabs of the largest cell, where they also appear when they are called.
  int largest = 0;
  QString host;
  for (const WorkspaceColumn& column : columns) {
    for (const WorkspaceCell& cell : column.cells) {
      const int share = column.width * (column.cells.size() == 1 ? 1000 : cell.height);
      if (share > largest) host = cell.tabs.first();
      largest = std::max(largest, share);
    }
  }
  for (auto panel = m_panels.cbegin(); panel != m_panels.cend(); ++panel) {
    if (placed.contains(panel.key())) continue;
    m_area->tabifyDockWidget(m_panels.value(host), panel.value());
    panel.value()->hide();
  }
  m_panels.value(host)->raise();
}

void Workspaces::shareRoom(const QList<WorkspaceColumn>& columns) {
  QList<QDockWidget*> tops;
  QList<int> widths;
  for (const WorkspaceColumn& column : columns) {
    tops << m_panels.value(column.cells.first().tabs.first());
    widths << column.width;
    QList<QDockWidget*> rows;
    QList<int> heights;
    for (const WorkspaceCell& cell : column.cells) {
      rows << m_panels.value(cell.tabs.first());
      heights << cell.height;
    }
    m_area->resizeDocks(rows, heights, Qt::Vertical);
  }
  m_area->resizeDocks(tops, widths, Qt::Horizontal);
}

}  // namespace nereid::app
