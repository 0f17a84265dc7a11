// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/close_question.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nereid::app {

CloseQuestion::CloseQuestion(const QString& runName, qint64 step, int waiting, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("A run is going on"));
  setObjectName(QStringLiteral("closeQuestion"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 20);
  layout->setSpacing(8);
  auto* question = new QLabel(
      tr("\"%1\" is at step %L2. What should happen to it?").arg(runName).arg(step), this);
  QFont strong = question->font();
  strong.setWeight(QFont::DemiBold);
  question->setFont(strong);
  auto* explanation = new QLabel(tr("A stopped run continues later from its checkpoint, bit for "
                                    "bit. A run that keeps running has no\n"
                                    "window; Nereid shows it again when you start it."),
                                 this);
  layout->addWidget(question);
  layout->addWidget(explanation);
  if (waiting > 0) {
    layout->addWidget(new QLabel(
        waiting == 1 ? tr("The run of the queue is kept for the next time, or follows without a "
                          "window too.")
                     : tr("The %n runs of the queue are kept for the next time, or follow without "
                          "a window too.",
                          nullptr, waiting),
        this));
  }
  layout->addSpacing(8);

  const auto addButton = [&](const QString& text, const char* name, Answer answer) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(QString::fromLatin1(name));
    connect(button, &QPushButton::clicked, this, [this, answer] {
      m_answer = answer;
      answer == Answer::kCancel ? reject() : accept();
    });
    layout->addWidget(button);
    return button;
  };
  auto* first =
      addButton(tr("&Stop after a checkpoint and close"), "stopAndClose", Answer::kStopAndClose);
  addButton(tr("&Keep running without a window"), "keepRunning", Answer::kKeepRunning);
  addButton(tr("&Cancel"), "cancel", Answer::kCancel);
  first->setDefault(true);
  first->setFocus();
}

}  // namespace nereid::app
