// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/panel_head.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

PanelHead::PanelHead(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_layout(new QHBoxLayout(this)),
      m_title(new QLabel(title, this)),
      m_subject(new QLabel(this)),
      m_note(new ElidedLabel(this)),
      m_status(new ElidedLabel(this)),
      m_actions(new QHBoxLayout) {
  m_layout->setContentsMargins(10, 0, 6, 0);
  m_layout->setSpacing(8);
  m_layout->addWidget(m_title);
  m_layout->addWidget(m_subject);
  m_layout->addWidget(m_note, 1);
  m_layout->addWidget(m_status);
  m_layout->addLayout(m_actions);
  m_actions->setSpacing(0);
  m_subject->hide();
  m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  for (QLabel* label : {m_title, m_subject, m_note, m_status}) {
    label->setTextFormat(Qt::PlainText);
  }
  keepFont(m_title, FontKind::kStrong);
  keepFont(m_subject, FontKind::kStrong);
  keepRole(m_note, Role::kSecondary);
  keepRole(m_status, Role::kSecondary);
  connect(&theme(), &Theme::themeChanged, this, &PanelHead::refresh);
  refresh();
}

void PanelHead::setTitle(const QString& title) {
  m_title->setText(title);
}

QString PanelHead::title() const {
  return m_title->text();
}

void PanelHead::setTitleTone(Tone tone) {
  m_tone = tone;
  refresh();
}

void PanelHead::setNote(const QString& note) {
  m_note->setText(note);
  // Beside a middle that takes the room the status gives way, not a count or "not to scale".
  if (m_hasMiddle) m_note->setMinimumWidth(m_note->sizeHint().width());
  m_note->updateGeometry();
}

QString PanelHead::note() const {
  return m_note->text();
}

void PanelHead::setSubject(const QString& subject) {
  m_subject->setText(subject);
  m_subject->setVisible(!subject.isEmpty());
}

void PanelHead::setStatus(const QString& status) {
  m_status->setText(status);
  // Beside a filter line it gives way; a long problem would leave no room to mend it.
  m_status->setMinimumWidth(m_hasMiddle ? 0 : m_status->sizeHint().width());
  m_status->updateGeometry();
}

QString PanelHead::status() const {
  return m_status->text();
}

void PanelHead::setMiddle(QWidget* widget) {
  m_hasMiddle = true;
  m_status->setMinimumWidth(0);
  m_status->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_note->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_layout->setStretchFactor(m_note, 0);
  m_layout->insertWidget(m_layout->indexOf(m_note) + 1, widget, 1);
}

void PanelHead::addAction(QAction* action) {
  QToolButton* button = textButton(action, this);
  button->setAccessibleName(action->text());
  button->setPopupMode(QToolButton::InstantPopup);
  m_actions->addWidget(button);
  const auto show = [button, action] { button->setVisible(action->isVisible()); };
  connect(action, &QAction::visibleChanged, button, show);
  if (!action->isVisible()) show();
}

void PanelHead::addPrimaryAction(QAction* action) {
  auto* button = new QPushButton(this);
  button->setProperty("primary", true);
  const auto refresh = [button, action] {
    button->setText(action->text());
    button->setAccessibleName(action->text());
    button->setToolTip(action->toolTip());
    button->setEnabled(action->isEnabled());
  };
  connect(action, &QAction::changed, button, refresh);
  connect(button, &QPushButton::clicked, action, &QAction::trigger);
  refresh();
  m_actions->addWidget(button);
}

void PanelHead::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    refresh();
  }
}

void PanelHead::refresh() {
  setFixedHeight(theme().headHeight());
  const Role tone = m_tone == Tone::kNormal     ? Role::kText
                    : m_tone == Tone::kAccepted ? Role::kAccepted
                                                : Role::kRejected;
  setRole(m_title, tone);
}

}  // namespace nereid::widgets
