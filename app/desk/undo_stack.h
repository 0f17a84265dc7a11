// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <chrono>
#include <functional>
#include <optional>

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
  /// When the last one of the steps was pushed; nothing without steps.
  std::optional<std::chrono::steady_clock::time_point> lastTime() const;
  bool isEmpty() const { return m_steps.isEmpty(); }

 Q_SIGNALS:
  void changed();

 private:
  struct Step {
    quint64 number;
    QString told;
    std::function<void()> takeBack;
    std::chrono::steady_clock::time_point time;
  };
  void undoStep(quint64 number);
  void refresh();

  MessageBar& m_messages;
  QAction* m_action;
  QList<Step> m_steps;
  quint64 m_number = 0;
};

}  // namespace nereid::app
