// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <functional>

class QAction;
class QActionGroup;

namespace nereid::app {

class ActionRegistry;
class MessageBar;

/// How the program looks and speaks, as commands: theme (that of the system, light, dark), size of
/// the text, language. Kept in the settings. GUI thread only.
class ViewSettings : public QObject {
  Q_OBJECT

 public:
  /// Adds its commands to `actions`; call before menus are filled.
  explicit ViewSettings(ActionRegistry& actions, QObject* parent = nullptr);
  /// Where it is said that a language begins with the next start.
  void setMessages(MessageBar* messages) { m_messages = messages; }

 Q_SIGNALS:
  /// The window shall close, and the program begin anew.
  void restartRequested();

 private:
  void addThemes(ActionRegistry& actions);
  void addTextSizes(ActionRegistry& actions);
  void addLanguages(ActionRegistry& actions);
  void refresh();

  struct Choice {
    QAction* action;
    std::function<bool()> isChosen;
  };
  void add(QAction* action, QActionGroup* group, std::function<bool()> isChosen,
           std::function<void()> choose);

  QList<Choice> m_choices;
  MessageBar* m_messages = nullptr;
};

/// Theme and text size of the settings, or the system's theme.
void applySavedTheme();

}  // namespace nereid::app
