// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dock_tools.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/panel.h"

namespace nereid::app {
namespace {

constexpr int kFloatShift = 24;

/// The words of a command with its keys, for an entry that is about another dock than the command.
QString entryOf(const QAction* action) {
  return action->text() + QLatin1Char('\t') + action->shortcut().toString(QKeySequence::NativeText);
}

}  // namespace

DockTools::DockTools(ActionRegistry& actions, Docks& docks, QMainWindow* area)
    : QObject(area), m_actions(actions), m_area(area) {
  actions.bind(QStringLiteral("view.closeDock"), this, [this] { close(current()); });
  actions.bind(QStringLiteral("view.floatDock"), this, [this] { toggleFloating(current()); });
  for (Panel* panel : docks.panels()) {
    QWidget* head = panel->titleBarWidget();
    head->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(
        head, &QWidget::customContextMenuRequested, this,
        [this, panel, head](const QPoint& place) { showMenu(panel, head->mapToGlobal(place)); });
  }
}

Panel* DockTools::current() const {
  QWidget* at = QApplication::focusWidget();
  while (at != nullptr && qobject_cast<Panel*>(at) == nullptr) at = at->parentWidget();
  return qobject_cast<Panel*>(at);
}

// The keyboard goes to no other dock: nobody chose one.
void DockTools::close(Panel* panel) {
  if (panel == nullptr) return;
  panel->close();
  m_area->setFocus();
}

void DockTools::toggleFloating(Panel* panel) {
  if (panel == nullptr) return;
  panel->setFloating(!panel->isFloating());
  // Off its place, so that one sees that it has left it.
  if (panel->isFloating()) panel->move(panel->pos() + QPoint(kFloatShift, kFloatShift));
  panel->activate();
}

void DockTools::showMenu(Panel* panel, const QPoint& place) {
  QMenu menu(panel);
  menu.addAction(entryOf(m_actions.action(QStringLiteral("view.closeDock"))), this,
                 [this, panel] { close(panel); });
  menu.addAction(panel->isFloating() ? tr("Put back into the window")
                                     : entryOf(m_actions.action(QStringLiteral("view.floatDock"))),
                 this, [this, panel] { toggleFloating(panel); });
  menu.addSeparator();
  menu.addAction(m_actions.action(QStringLiteral("view.restore")));
  menu.exec(place);
}

}  // namespace nereid::app
