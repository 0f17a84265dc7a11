// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/run_table_tools.h"

#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/workspaces.h"
#include "app/runs/recent_runs.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "engine/record/library/run_labels.h"
#include "widgets/comparison/run_table.h"

#include <QAction>
#include <QLineEdit>

namespace nereid::app {
namespace {

/// On the worker thread of the table.
QStringList allRuns() {
  QStringList all = RecentRuns().folders() + runsOnDisk() + addedRuns();
  all.removeDuplicates();
  all.removeIf([](const QString& folder) {
    const auto labels = record::read_labels(folder.toStdString(), labelsFolder());
    return labels && labels->archived;
  });
  return all;
}

}  // namespace

RunTableTools::RunTableTools(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_view(parts.docks.view<RunComparison>("runtable")) {
  connect(m_view, &RunComparison::openRequested, this, [this](const QString& folder) {
    m_parts.flow.openRun(folder);
    m_parts.workspaces.show(QStringLiteral("monitor"));
  });
  connect(m_view, &RunComparison::foldersAdded, this, &RunTableTools::addFolders);
  connect(m_view, &RunComparison::failed, this,
          [this](const QString& title, const QString& detail) {
            m_parts.messages.showError(title, detail);
          });
  connect(&m_parts.workspaces, &Workspaces::currentChanged, this, [this](const QString& current) {
    if (current == QLatin1String("compare")) setRuns();
  });
  bind(parts.actions);
}

void RunTableTools::bind(ActionRegistry& actions) {
  const auto onTable = [this, &actions](const char* id, std::function<void()> effect) {
    actions.bind(QString::fromLatin1(id), this, [this, effect = std::move(effect)] {
      m_parts.workspaces.show(QStringLiteral("compare"));
      m_parts.docks.activate(QStringLiteral("runtable"));
      effect();
    });
  };
  onTable("compare.add", [this] { m_view->addAction()->trigger(); });
  onTable("compare.filter", [this] { m_view->table()->filterLine()->setFocus(); });
  onTable("compare.columns", [this] { m_view->table()->columnsAction()->trigger(); });
  onTable("compare.parallel", [this] { m_view->showPage(RunComparison::kParallelPage); });
  onTable("compare.settings", [this] { m_view->showPage(RunComparison::kSettingsPage); });
  onTable("compare.export", [this] { m_view->table()->exportAction()->trigger(); });
}

void RunTableTools::setRuns() {
  m_view->setRuns(allRuns);
}

void RunTableTools::addFolders(const QStringList& folders) {
  QStringList runs;
  for (const QString& folder : folders) runs += runsBelow(folder);
  if (runs.isEmpty()) {
    m_parts.messages.showError(
        tr("%1 holds no run").arg(folders.join(QStringLiteral(", "))),
        tr("choose the folder in which record.sqlite lies, or one with such folders in it"));
    return;
  }
  addRunFolders(folders);
  for (const QString& run : std::as_const(runs)) m_parts.flow.shelf().readAgain(run);
  setRuns();
}

}  // namespace nereid::app
