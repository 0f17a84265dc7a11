// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_tools.h"

#include <QFileInfo>
#include <QLineEdit>
#include <QTimer>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/undo_stack.h"
#include "app/runs/queue_tools.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_keeper.h"
#include "widgets/runs/run_list.h"

namespace nereid::app {

using widgets::RunList;

RunTools::RunTools(const Parts& parts, Docks& docks) : QObject(parts.window), m_parts(parts) {
  auto& list = *docks.view<RunList>("runs");
  m_undo = new UndoStack(parts.actions, parts.messages, this);
  m_queue = new QueueTools({parts, parts.flow, *m_undo, *list.queue()});
  m_keeper = new RunKeeper({parts, parts.flow, *m_undo, list});
  parts.flow.setQueuedFolders([this] { return m_queue->folders(); });
  parts.actions.bind(QStringLiteral("runs.filter"), this, [&docks, &list] {
    docks.activate(QStringLiteral("runs"));
    list.filterLine()->setFocus(Qt::ShortcutFocusReason);
    list.filterLine()->selectAll();
  });
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
