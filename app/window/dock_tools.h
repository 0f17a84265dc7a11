// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;
class QPoint;

namespace nereid::app {

class ActionRegistry;
class Docks;
class Panel;

/// Closes and floats docks: the one that has the keyboard by its command, any by the menu of its
/// head. Each comes back by its own command or with the layout. GUI thread only.
class DockTools : public QObject {
  Q_OBJECT

 public:
  DockTools(ActionRegistry& actions, Docks& docks, QMainWindow* area);

 private:
  Panel* current() const;
  void close(Panel* panel);
  void toggleFloating(Panel* panel);
  void showMenu(Panel* panel, const QPoint& place);

  ActionRegistry& m_actions;
  QMainWindow* m_area;
};

}  // namespace nereid::app
