// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>
#include <span>

class QMenu;

namespace nereid::app {

/// One command of the workbench: the only place where its words and keys are written.
struct ActionInfo {
  const char* id;        ///< e.g. "run.pause"
  const char* menu;      ///< title of the menu that holds it, translatable
  const char* text;      ///< verb first, translatable
  const char* shortcut;  ///< portable key text, several separated by ";", "" if none
  const char* tip;       ///< the effect in one sentence, translatable
  bool checkable = false;
  const char* also = "";   ///< other words that people look for it by, translatable
  const char* needs = "";  ///< what there must be for it to be possible, translatable
};

/// The commands that are known before there is a window, in the order of the menus.
std::span<const ActionInfo> actionTable();

/// A text of the table in the language of the window.
QString actionText(const char* text);

/// Every command, made from one table. Menus, top bar, palette, shortcut sheet, tooltips and
/// accessible names are all built from it. GUI thread only.
class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  /// Makes all actions of the table as children of `window`, so that their keys work in it.
  explicit ActionRegistry(QWidget* window);

  /// The action of an id of the table; an unknown id is a programming error.
  QAction* action(const QString& id) const;
  /// In the order of the table, then those added later.
  const QList<QAction*>& all() const { return m_actions; }
  QString menuOf(const QAction* action) const;
  QString tipOf(const QAction* action) const;
  /// Other words to find it by; empty if there are none.
  QString synonymsOf(const QAction* action) const;
  /// Why it cannot be given now: "needs an open run". Empty while it can.
  QString whyNot(const QAction* action) const;
  /// What happens when it is triggered.
  void bind(const QString& id, QObject* receiver, std::function<void()> effect);
  /// A command that is known only at run time, e.g. showing a dock.
  QAction* add(const QString& id, const QString& menu, const QString& text, const QString& tip,
               const QList<QKeySequence>& shortcuts = {});
  /// One submenu per menu title, in the order of the table.
  void fillMenu(QMenu* menu) const;
  /// "Pause the run (Ctrl+P)"
  static QString tooltip(const QAction* action);

 private:
  struct Words {
    QString menu;
    QString tip;
    QString also;
    QString needs;
  };
  QWidget* m_window;
  QList<QAction*> m_actions;
  QHash<QString, QAction*> m_byId;
  QHash<const QAction*, Words> m_words;
};

}  // namespace nereid::app
