// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/panel_head.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "widgets/look/elided_label.h"
#include "widgets/look/icons.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

PanelHead::PanelHead(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_layout(new QHBoxLayout(this)),
      m_title(new QLabel(title, this)),
      m_subject(new ElidedLabel(this)),
      m_note(new ElidedLabel(this)),
      m_status(new ElidedLabel(this)),
      m_actions(new QHBoxLayout),
      m_more(new QToolButton(this)) {
  m_layout->setContentsMargins(10, 0, 6, 0);
  m_layout->setSpacing(8);
  m_layout->addWidget(m_title);
  m_layout->addWidget(m_subject);
  m_layout->addWidget(m_note, 1);
  m_layout->addWidget(m_status);
  m_layout->addLayout(m_actions);
  m_actions->setSpacing(0);
  m_actions->addWidget(m_more);
  m_more->setIcon(icon(IconId::kMore));
  m_more->setProperty("quiet", true);
  m_more->setFocusPolicy(Qt::TabFocus);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(new QMenu(m_more));
  m_more->setToolTip(tr("More commands"));
  m_more->setAccessibleName(m_more->toolTip());
  m_more->hide();
  connect(m_more->menu(), &QMenu::aboutToShow, this, &PanelHead::fillMore);
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
  fit();
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
  fit();
}

QString PanelHead::note() const {
  return m_note->text();
}

void PanelHead::setSubject(const QString& subject) {
  m_subject->setText(subject);
  m_subject->setVisible(!subject.isEmpty());
  fit();
}

void PanelHead::setStatus(const QString& status) {
  m_status->setText(status);
  fit();
}

QString PanelHead::status() const {
  return m_status->text();
}

void PanelHead::setMiddle(QWidget* widget) {
  m_middle = widget;
  m_status->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_note->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_layout->setStretchFactor(m_note, 0);
  m_layout->insertWidget(m_layout->indexOf(m_note) + 1, widget, 1);
  fit();
}

void PanelHead::addAction(QAction* action) {
  QToolButton* button = textButton(action, this);
  button->setAccessibleName(action->text());
  button->setPopupMode(QToolButton::InstantPopup);
  m_actions->insertWidget(m_actions->count() - 1, button);
  m_shown << Shown{action, button};
  connect(action, &QAction::visibleChanged, this, &PanelHead::fit);
  // Another word may be longer.
  connect(action, &QAction::changed, this, &PanelHead::fit, Qt::QueuedConnection);
  fit();
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
  m_actions->insertWidget(m_actions->count() - 1, button);
  m_primary << button;
}

void PanelHead::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    refresh();
  }
}

void PanelHead::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

QSize PanelHead::minimumSizeHint() const {
  return {fixedWidth() + m_more->sizeHint().width(), theme().headHeight()};
}

// What has its place at any width: title, middle, buttons that look like ones, and the gaps.
int PanelHead::fixedWidth() const {
  const QMargins margins = m_layout->contentsMargins();
  int gaps = 3;  // before note, status and actions
  int width = margins.left() + m_title->sizeHint().width() + margins.right();
  if (!m_subject->isHidden()) ++gaps;
  if (m_middle != nullptr) {
    ++gaps;
    width += std::max(m_middle->minimumSizeHint().width(), m_middle->minimumWidth());
  }
  for (const QPushButton* button : m_primary) width += button->sizeHint().width();
  return width + gaps * m_layout->spacing();
}

// Beside a middle that takes the room the status gives way at any width, not a count or "not to
// scale"; a long problem would leave a filter line no room to mend it.
void PanelHead::fit() {
  const bool hasMiddle = m_middle != nullptr;
  const bool isLaidOut = testAttribute(Qt::WA_Resized);
  int room = isLaidOut ? width() - fixedWidth() : QWIDGETSIZE_MAX;
  const int subject = m_subject->isHidden() ? 0 : m_subject->sizeHint().width();
  int actions = 0;
  for (const Shown& one : std::as_const(m_shown))
    actions += one.action->isVisible() ? one.button->sizeHint().width() : 0;
  room -= subject + actions;
  const auto give = [&room](QLabel* words, bool isWanted) {
    const int wanted = words->sizeHint().width();
    const bool fits = isWanted && wanted <= room;
    words->setMinimumWidth(fits ? wanted : 0);
    if (fits) room -= wanted;
  };
  give(m_status, !hasMiddle);
  give(m_note, hasMiddle);
  bool hasMore = false;
  for (const Shown& one : std::as_const(m_shown)) {
    const int wanted = one.action->isVisible() ? one.button->sizeHint().width() : 0;
    const bool gives = wanted > 0 && room < 0;
    if (gives && !hasMore) room -= m_more->sizeHint().width();
    hasMore = hasMore || gives;
    if (gives) room += wanted;
    if (one.button->isHidden() != (gives || wanted == 0))
      one.button->setVisible(!gives && wanted > 0);
  }
  m_subject->setMinimumWidth(room < 0 ? 0 : subject);
  if (m_more->isHidden() == hasMore) m_more->setVisible(hasMore);
}

void PanelHead::fillMore() {
  m_more->menu()->clear();
  for (const Shown& one : std::as_const(m_shown)) {
    if (one.action->isVisible() && one.button->isHidden()) m_more->menu()->addAction(one.action);
  }
}

void PanelHead::refresh() {
  setFixedHeight(theme().headHeight());
  fit();
  const Role tone = m_tone == Tone::kNormal     ? Role::kText
                    : m_tone == Tone::kAccepted ? Role::kAccepted
                                                : Role::kRejected;
  setRole(m_title, tone);
}

}  // namespace nereid::widgets
