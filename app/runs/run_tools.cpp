// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_tools.h"

#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListView>
#include <QTimer>
#include <optional>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/undo_stack.h"
#include "app/runs/queue_tools.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_keeper.h"
#include "app/runs/run_shelf.h"
#include "widgets/runs/run_list.h"

namespace nereid::app {

using widgets::RunList;

RunTools::RunTools(const Parts& parts, Docks& docks) : QObject(parts.window), m_parts(parts) {
  auto& list = *docks.view<RunList>("runs");
  m_undo = new UndoStack(parts.actions, parts.messages, this);
  m_queue = new QueueTools({parts, parts.flow, *m_undo, *list.queue()});
  m_keeper = new RunKeeper({parts, parts.flow, *m_undo, list});
  parts.flow.setQueuedFolders([this] { return m_queue->folders(); });
  connectControl(list);
  connect(&list, &RunList::evaluationRequested, this, &RunTools::openEvaluation);
  const auto last = [&list]() -> std::optional<qint64> {
    const int row = list.model()->rowOf(list.selectedRun());
    if (row < 0 || list.model()->run(row).evaluations.isEmpty()) return std::nullopt;
    return list.model()->run(row).evaluations.last();
  };
  parts.actions.bind(QStringLiteral("runs.evaluation"), this, [this, &list, last] {
    if (const auto step = last()) openEvaluation(list.selectedRun(), *step);
  });
  const auto refresh = [this, last] {
    m_parts.actions.action(QStringLiteral("runs.evaluation"))->setEnabled(last().has_value());
  };
  connect(list.view()->selectionModel(), &QItemSelectionModel::currentChanged, this, refresh);
  connect(list.model(), &QAbstractItemModel::dataChanged, this, refresh);
  refresh();
  parts.actions.bind(QStringLiteral("runs.filter"), this, [&docks, &list] {
    docks.activate(QStringLiteral("runs"));
    list.filterLine()->setFocus(Qt::ShortcutFocusReason);
    list.filterLine()->selectAll();
  });
}

void RunTools::connectControl(RunList& list) {
  using record::ControlCommand;
  RunSteering& steering = m_parts.flow.steering();
  const auto give = [&](auto signal, ControlCommand command) {
    connect(&list, signal, &steering,
            [&steering, command](const QString& folder) { steering.give(folder, command); });
  };
  give(&RunList::pauseRequested, ControlCommand::kPause);
  give(&RunList::resumeRequested, ControlCommand::kResume);
  give(&RunList::stopRequested, ControlCommand::kStop);
  connect(&list, &RunList::continueRequested, &m_parts.flow, &RunFlow::continueFolder);
  connect(&steering, &RunSteering::answered, &m_parts.shelf, &RunShelf::readAgain);
}

void RunTools::openEvaluation(const QString& run, qint64 step) {
  m_parts.flow.openRun(QStringLiteral("%1/evaluations/step-%2").arg(run).arg(step));
}

void RunTools::begin() {
  m_queue->begin();
}

void RunTools::close() {
  m_queue->close();
}

bool RunTools::goesOn() const {
  return m_queue->goesOn();
}

int RunTools::waiting() const {
  return m_queue->queue().waiting();
}

bool RunTools::takesSettings(const QString& file) {
  const QString suffix = QFileInfo(file).suffix().toLower();
  if (suffix != QLatin1String("yaml") && suffix != QLatin1String("yml")) return false;
  // After the drop has ended: the program that it came from waits for it.
  QTimer::singleShot(0, this, [this, file] { m_parts.flow.askForPlan(file); });
  return true;
}

}  // namespace nereid::app
