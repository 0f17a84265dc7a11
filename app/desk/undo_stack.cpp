// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/undo_stack.h"

#include <algorithm>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"

namespace nereid::app {

UndoStack::UndoStack(ActionRegistry& actions, MessageBar& messages, QObject* parent)
    : QObject(parent), m_messages(messages), m_action(actions.action(QStringLiteral("runs.undo"))) {
  actions.bind(QStringLiteral("runs.undo"), this, [this] { undo(); });
  refresh();
}

void UndoStack::push(const QString& told, std::function<void()> takeBack) {
  const quint64 number = ++m_number;
  m_steps << Step{number, told, std::move(takeBack), std::chrono::steady_clock::now()};
  while (m_steps.size() > kMost) m_steps.removeFirst();
  refresh();
  // The button takes back what its message tells, whatever was done since.
  m_messages.showOffer(told, tr("Undo"), [this, number] { undoStep(number); });
}

void UndoStack::undo() {
  if (!m_steps.isEmpty()) undoStep(m_steps.last().number);
}

std::optional<std::chrono::steady_clock::time_point> UndoStack::lastTime() const {
  if (m_steps.isEmpty()) return std::nullopt;
  return m_steps.last().time;
}

void UndoStack::undoStep(quint64 number) {
  const auto found = std::find_if(m_steps.begin(), m_steps.end(),
                                  [&](const Step& step) { return step.number == number; });
  if (found == m_steps.end()) return;
  const Step step = *found;
  m_steps.erase(found);
  if (m_messages.text() == step.told) m_messages.dismiss();
  refresh();
  step.takeBack();
}

void UndoStack::refresh() {
  m_action->setEnabled(!m_steps.isEmpty());
  m_action->setStatusTip(m_steps.isEmpty()
                             ? tr("Take back the last change of queue, tags, archive or trash")
                             : tr("Take back: %1").arg(m_steps.last().told));
  Q_EMIT changed();
}

}  // namespace nereid::app
