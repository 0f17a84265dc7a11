// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start_page.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/desk/actions.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::FontKind;
using widgets::Role;
using widgets::theme;

namespace {

constexpr int kWidestPage = 760;
constexpr int kRadius = 8;

QLabel* wrapped(const QString& text, FontKind font, Role role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  widgets::keepFont(label, font);
  label->setForegroundRole(QPalette::WindowText);  // not that of the button it lies on
  widgets::keepRole(label, role);
  // Its height follows from the width. What it would need in the narrowest place made the page
  // scroll where all of it was to be seen.
  label->setMinimumHeight(1);
  return label;
}

/// A command as a button; its keys are in the tooltip.
QPushButton* commandButton(QAction* action, QWidget* parent) {
  auto* button = new QPushButton(action->text(), parent);
  button->setAccessibleName(action->text());
  button->setToolTip(action->toolTip());
  button->setEnabled(action->isEnabled());
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  QObject::connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
  return button;
}

}  // namespace

ExampleCard::ExampleCard(const ExampleRun& run, QWidget* parent)
    : QAbstractButton(parent),
      m_run(run),
      m_facts(wrapped({}, FontKind::kSmall, Role::kSecondary, this)) {
  setText(run.title);
  setAccessibleName(run.title);
  setAccessibleDescription(run.sentence);
  setToolTip(tr("Open this recorded run; nothing is executed"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 10, 14, 10);
  layout->setSpacing(2);
  layout->addWidget(wrapped(run.title, FontKind::kStrong, Role::kText, this));
  if (!run.sentence.isEmpty())
    layout->addWidget(wrapped(run.sentence, FontKind::kText, Role::kText, this));
  layout->addWidget(m_facts);
  for (QLabel* label : findChildren<QLabel*>())
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
  connect(&theme(), &widgets::Theme::themeChanged, this, [this] { update(); });
}

QString ExampleCard::facts() const {
  return m_facts->text();
}

void ExampleCard::setFacts(const QString& facts) {
  m_facts->setText(facts);
  setAccessibleDescription(m_run.sentence + QLatin1Char('\n') + facts);
}

void ExampleCard::paintEvent(QPaintEvent*) {
  const bool isActive = hasFocus() || underMouse();
  const double width = hasFocus() ? 2 : 1;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().color(isActive ? Role::kAccent : Role::kLine), width));
  painter.setBrush(theme().color(isDown() ? Role::kSelection : Role::kPanel));
  const QRectF box = QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2);
  painter.drawRoundedRect(box, kRadius, kRadius);
}

void ExampleCard::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      click();
      return;
    case Qt::Key_Up:
      focusNextPrevChild(false);
      return;
    case Qt::Key_Down:
      focusNextPrevChild(true);
      return;
    default:
      QAbstractButton::keyPressEvent(event);
  }
}

StartPage::StartPage(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_title(wrapped({}, FontKind::kStrong, Role::kText, this)),
      m_sentence(wrapped({}, FontKind::kText, Role::kSecondary, this)),
      m_recorded(
          wrapped(tr("Recorded runs that come with Nereid"), FontKind::kStrong, Role::kText, this)),
      m_back(new QPushButton(tr("Back to the run"), this)),
      m_list(new QVBoxLayout) {
  setObjectName(QStringLiteral("startPage"));
  setAccessibleName(tr("Start page"));
  // Holds the keyboard at the start, so that no control looks chosen before the user chose one.
  setFocusPolicy(Qt::ClickFocus);
  m_pool.setMaxThreadCount(1);
  auto* content = new QWidget(this);
  content->setObjectName(QStringLiteral("startContent"));
  auto* column = new QVBoxLayout(content);
  setupPage(column, actions);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(content);
  scroll->viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);
  widgets::tightColumn(this)->addWidget(scroll);
  setHasRun(false);
}

StartPage::~StartPage() {
  m_pool.clear();
  m_pool.waitForDone();
}

void StartPage::setupPage(QVBoxLayout* column, ActionRegistry& actions) {
  auto* page = new QWidget(this);
  page->setMaximumWidth(kWidestPage);
  auto* inner = new QVBoxLayout(page);
  inner->setContentsMargins(16, 24, 16, 24);
  inner->setSpacing(8);
  inner->addWidget(m_title);
  inner->addWidget(m_sentence);
  auto* commands = new QHBoxLayout;
  commands->setContentsMargins(0, 4, 0, 12);
  commands->setSpacing(8);
  QPushButton* pocket = commandButton(actions.action(QStringLiteral("run.pocket")), page);
  pocket->setProperty("primary", true);
  commands->addWidget(pocket);
  commands->addWidget(commandButton(actions.action(QStringLiteral("run.start")), page));
  commands->addWidget(commandButton(actions.action(QStringLiteral("file.open")), page));
  commands->addStretch(1);
  commands->addWidget(m_back);
  m_back->setAccessibleName(m_back->text());
  m_back->setToolTip(tr("Show the docks again (Esc)"));
  connect(m_back, &QPushButton::clicked, this, &StartPage::closeRequested);
  inner->addLayout(commands);
  inner->addWidget(m_recorded);
  m_list->setSpacing(8);
  inner->addLayout(m_list);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(page, 100);
  middle->addStretch(1);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(middle);
  column->addStretch(1);
}

void StartPage::setHasRun(bool hasRun) {
  m_title->setText(hasRun ? tr("Look at another run") : tr("There is no run yet"));
  m_sentence->setText(
      tr("Train on this machine, open a run of your own, or look at a recorded one."));
  m_back->setVisible(hasRun);
}

void StartPage::refresh() {
  m_pool.clear();
  qDeleteAll(m_cards);
  m_cards.clear();
  for (const ExampleRun& run : exampleRuns()) {
    auto* card = new ExampleCard(run, this);
    connect(card, &ExampleCard::clicked, this,
            [this, card] { Q_EMIT exampleChosen(card->run().folder); });
    m_list->addWidget(card);
    m_cards << card;
    readFacts(card);
  }
  m_recorded->setVisible(!m_cards.isEmpty());
}

void StartPage::readFacts(ExampleCard* card) {
  m_pool.start([this, folder = card->run().folder, shown = QPointer<ExampleCard>(card)] {
    const QString facts = exampleFacts(folder);
    QMetaObject::invokeMethod(this, [shown, facts] {
      if (shown) shown->setFacts(facts);
    });
  });
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT closeRequested();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace nereid::app
