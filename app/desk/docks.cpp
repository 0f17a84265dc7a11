// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/docks.h"

#include <QCoreApplication>
#include <QMainWindow>

#include "app/desk/actions.h"
#include "app/desk/panel.h"

namespace nereid::app {

QString dockText(const char* text) {
  return QCoreApplication::translate("Docks", text);
}

Docks::Docks(std::span<const DockInfo> table, Desk& desk, QMainWindow* area)
    : QObject(area), m_area(area) {
  for (const DockInfo& info : table) {
    const QString id = QString::fromLatin1(info.id);
    const DockContent content = info.make(desk);
    auto* panel = new Panel(id, dockText(info.title), content.view, content.head, area);
    panel->setAccessibleName(dockText(info.tip));
    content.view->setAccessibleName(dockText(info.title));
    content.view->setAccessibleDescription(dockText(info.tip));
    panel->hide();
    m_panels.insert(id, panel);
    QList<QKeySequence> keys;
    if (*info.shortcut != '\0') keys << QKeySequence(QString::fromLatin1(info.shortcut));
    QAction* go =
        desk.actions.add(QLatin1String("dock.") + id, tr("Docks"),
                         tr("Go to %1").arg(dockText(info.title)), dockText(info.tip), keys);
    connect(go, &QAction::triggered, this, [this, id] { activate(id); });
  }
}

void Docks::activate(const QString& id) {
  Panel* target = panel(id);
  if (m_area->dockWidgetArea(target) == Qt::NoDockWidgetArea) {
    m_area->addDockWidget(Qt::RightDockWidgetArea, target);
  }
  Q_EMIT activated(id);
  target->activate();
}

QWidget* Docks::viewOf(const QString& id) const {
  return m_panels.value(id)->view();
}

}  // namespace nereid::app
