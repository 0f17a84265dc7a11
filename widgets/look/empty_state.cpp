// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/empty_state.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/look/look.h"

namespace nereid::widgets {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent),
      m_icon(new QLabel(this)),
      m_title(new QLabel(this)),
      m_sentence(new QLabel(this)),
      m_button(new QPushButton(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(8);
  layout->addStretch(2);
  layout->addWidget(m_icon, 0, Qt::AlignHCenter);
  layout->addWidget(m_title);
  layout->addWidget(m_sentence);
  layout->addSpacing(4);
  layout->addWidget(m_button, 0, Qt::AlignHCenter);
  layout->addStretch(3);
  m_title->setAlignment(Qt::AlignCenter);
  m_title->setWordWrap(true);
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_button->setProperty("primary", true);
  m_button->hide();
  connect(m_button, &QPushButton::clicked, this, &EmptyState::triggered);
  keepFont(m_title, FontKind::kStrong);
  keepRole(m_sentence, Role::kSecondary);
  connect(&theme(), &Theme::themeChanged, this, &EmptyState::refresh);
  refresh();
}

void EmptyState::setContent(IconId icon, const QString& title, const QString& sentence,
                            const QString& button) {
  m_iconId = icon;
  m_title->setText(title);
  m_title->setVisible(!title.isEmpty());
  m_sentence->setText(sentence);
  m_button->setText(button);
  m_button->setAccessibleName(button);
  m_button->setVisible(!button.isEmpty());
  setAccessibleName(title);
  setAccessibleDescription(sentence);
  refresh();
}

void EmptyState::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    refresh();
  }
}

void EmptyState::refresh() {
  m_icon->setPixmap(icon(m_iconId).pixmap(QSize(28, 28), devicePixelRatioF()));
}

}  // namespace nereid::widgets
