// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <functional>
#include <span>

class QMainWindow;
class QWidget;

namespace nereid::widgets {
class PanelHead;
class ReplayModel;
class RunFeed;
}  // namespace nereid::widgets

namespace nereid::app {

class ActionRegistry;
class Panel;
class Selection;
class Subject;
class VerifyService;

/// The objects that docks share.
struct Desk {
  ActionRegistry& actions;
  Selection& selection;
  Subject& subject;
  widgets::RunFeed& feed;
  widgets::ReplayModel& replay;
  VerifyService& verifier;
};

/// A view with the head that becomes the dock's title bar.
struct DockContent {
  QWidget* view;
  widgets::PanelHead* head;
};

/// One row per dock: menu, palette, layouts and the accessibility test walk this table.
struct DockInfo {
  const char* id;
  const char* title;     ///< translatable
  const char* shortcut;  ///< shows it and moves the keyboard there
  const char* tip;       ///< accessible name and tooltip: what it shows, translatable
  DockContent (*make)(Desk& desk);
};

/// A title or tip of a dock in the language of the window.
QString dockText(const char* text);

/// All docks of the window. GUI thread only.
class Docks : public QObject {
  Q_OBJECT

 public:
  /// Makes every dock of `table` as a child of `area`, hidden, and an action for each.
  Docks(std::span<const DockInfo> table, Desk& desk, QMainWindow* area);
  const QHash<QString, Panel*>& panels() const { return m_panels; }
  Panel* panel(const QString& id) const { return m_panels.value(id); }
  /// The view of a dock as its own type.
  template <class View>
  View* view(const char* id) const {
    return qobject_cast<View*>(viewOf(QString::fromLatin1(id)));
  }
  /// Shows a dock, also one that the current workspace does not have, and gives it the keyboard.
  void activate(const QString& id);

 Q_SIGNALS:
  void activated(const QString& id);

 private:
  QWidget* viewOf(const QString& id) const;

  QMainWindow* m_area;
  QHash<QString, Panel*> m_panels;
};

}  // namespace nereid::app
