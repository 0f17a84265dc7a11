// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <functional>

class QAction;

namespace nereid::app {

class ActionRegistry;
class MessageBar;

/// What was done to runs and can be taken back, the last first: by the action "runs.undo" or the
/// button of the message that tells it. GUI thread only.
class UndoStack : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 50;
  UndoStack(ActionRegistry& actions, MessageBar& messages, QObject* parent = nullptr);
  /// Tells what was done and how to take it back.
  void push(const QString& told, std::function<void()> takeBack);
  void undo();
  bool isEmpty() const { return m_steps.isEmpty(); }

 private:
  struct Step {
    quint64 number;
    QString told;
    std::function<void()> takeBack;
  };
  void undoStep(quint64 number);
  void refresh();

  MessageBar& m_messages;
  QAction* m_action;
  QList<Step> m_steps;
  quint64 m_number = 0;
};

}  // namespace nereid::app
