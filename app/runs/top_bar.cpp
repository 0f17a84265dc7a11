// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/top_bar.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <optional>

#include "app/desk/actions.h"
#include "widgets/look/icons.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::IconId;
using widgets::Role;
using widgets::StatusChip;
using widgets::theme;

namespace {

constexpr int kHeight = 44;
constexpr int kControlHeight = 28;
constexpr int kGap = 8;
constexpr int kWideSearch = 216;
constexpr int kLeastState = 90;

/// What stands for it where there is no room for words; menus have room.
void setMark(QAction* action, IconId mark) {
  action->setIcon(widgets::icon(mark));
  action->setIconVisibleInMenu(false);
}

QString styleText() {
  const auto hex = [](Role role) { return theme().color(role).name(); };
  return QStringLiteral(R"(
    QFrame#topBar { background: %1; border: none; border-bottom: 1px solid %2; }
    QToolButton { border: none; border-radius: 6px; padding: 0 10px; background: transparent; color: %3; }
    QToolButton#name { font-weight: 600; padding: 0 6px; }
    QToolButton#name::menu-indicator { image: none; }
    QToolButton:hover { background: %7; }
    QToolButton:checked { background: %4; color: %5; font-weight: 600; }
    QToolButton:focus { border: 1px solid %5; padding: 0 9px; }
    QPushButton { border: 1px solid %2; border-radius: 6px; padding: 0 12px; background: %1; color: %3; }
    QPushButton:hover { background: %7; }
    QPushButton:pressed { background: %4; }
    QPushButton:disabled { color: %8; }
    QPushButton:focus { border-color: %5; }
    QPushButton#start { background: %5; border-color: %5; color: %6; }
    QPushButton#start:disabled { background: %7; border-color: %2; color: %8; }
    QPushButton#start:focus { border: 2px solid %3; padding: 0 11px; }
    QPushButton#search { text-align: left; color: %8; background: transparent; }
    QProgressBar { border: none; border-radius: 3px; background: %7; }
    QProgressBar::chunk { border-radius: 3px; background: %5; }
  )")
      .arg(hex(Role::kPanel), hex(Role::kLine), hex(Role::kText), hex(Role::kSelection),
           hex(Role::kAccent), hex(Role::kOnAccent), hex(Role::kSoft), hex(Role::kSecondary));
}

}  // namespace

/// A button of a command: state, tooltip and name follow its action, the dots left out. It says the
/// command's words, others, or none beside its mark.
class TopBar::CommandButton : public QPushButton {
 public:
  CommandButton(QAction* action, QWidget* parent) : QPushButton(parent), m_action(action) {
    setFixedHeight(kControlHeight);
    connect(action, &QAction::changed, this, [this] { follow(); });
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    follow();
  }

  /// Nothing: the words of the action; empty: its mark.
  void say(const std::optional<QString>& words) {
    m_words = words;
    follow();
  }

 protected:
  // Keeps the keyboard while it is disabled: Qt would give it to the next button, and the key that
  // paused a run would stop it.
  bool focusNextPrevChild(bool next) override {
    return !isEnabled() || QPushButton::focusNextPrevChild(next);
  }

 private:
  void follow() {
    const QString words = m_words.value_or(m_action->text());
    setText(words);
    setIcon(words.isEmpty() ? m_action->icon() : QIcon());
    setEnabled(m_action->isEnabled());
    setToolTip(ActionRegistry::tooltip(m_action));
    setAccessibleName(m_action->text());
    setAccessibleDescription(m_action->statusTip());
  }

  QAction* m_action;
  std::optional<QString> m_words;
};

TopBar::TopBar(ActionRegistry& actions, QMenu* menu, const QStringList& workspaceActions,
               QWidget* parent)
    : QFrame(parent),
      m_layout(new QHBoxLayout(this)),
      m_name(new QToolButton(this)),
      m_state(new StatusChip(this)),
      m_progress(new QProgressBar(this)),
      m_times(new StatusChip(this)),
      m_device(new StatusChip(this)) {
  setObjectName(QStringLiteral("topBar"));
  setFixedHeight(kHeight);
  m_layout->setContentsMargins(8, 0, 12, 0);
  m_layout->setSpacing(kGap);
  m_name->setObjectName(QStringLiteral("name"));
  m_name->setText(QStringLiteral("Nereid"));
  m_name->setFixedHeight(kControlHeight);
  m_name->setIconSize({12, 12});
  m_name->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_name->setMenu(menu);
  widgets::setMenuMark(m_name, menu);
  m_name->setPopupMode(QToolButton::InstantPopup);
  m_name->setShortcut(QKeySequence(QStringLiteral("F10")));
  m_name->setToolTip(tr("All commands as a menu (F10)"));
  m_name->setAccessibleName(tr("Menu"));
  m_name->setFocusPolicy(Qt::TabFocus);
  m_layout->addWidget(m_name);
  addWorkspaces(actions, workspaceActions);
  m_start = addButton(actions.action(QStringLiteral("run.start")), "start");
  m_pause = addButton(actions.action(QStringLiteral("run.pause")), "pause");
  m_stop = addButton(actions.action(QStringLiteral("run.stop")), "stop");
  setMark(actions.action(QStringLiteral("run.stop")), IconId::kStop);
  m_state->setDotVisible(true);
  m_state->setAccessibleName(tr("State of the run"));
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(40, 6);
  m_progress->setAccessibleName(tr("Progress of the run"));
  m_times->setAccessibleName(tr("Where the time of a step goes"));
  m_times->setToolTip(tr("Where the time of the last step went"));
  m_device->setAccessibleName(tr("Device"));
  m_layout->addWidget(m_state);
  m_layout->addWidget(m_progress);
  m_layout->addWidget(m_times);
  m_layout->addWidget(m_device);
  m_layout->addStretch(1);
  m_search = addButton(actions.action(QStringLiteral("go.palette")), "search");
  setMark(actions.action(QStringLiteral("go.palette")), IconId::kSearch);
  applyTheme();
  connect(&theme(), &widgets::Theme::themeChanged, this, &TopBar::applyTheme);
}

void TopBar::addWorkspaces(ActionRegistry& actions, const QStringList& ids) {
  for (const QString& id : ids) {
    auto* tab = new QToolButton(this);
    QAction* action = actions.action(id);
    tab->setDefaultAction(action);
    tab->setObjectName(QLatin1String("tab.") + id);
    tab->setFixedHeight(kControlHeight);
    tab->setFocusPolicy(Qt::TabFocus);
    tab->setAccessibleName(tr("Workspace %1").arg(action->text()));
    m_layout->addWidget(tab);
    m_workspaces << tab;
  }
}

TopBar::CommandButton* TopBar::addButton(QAction* action, const char* name) {
  auto* button = new CommandButton(action, this);
  button->setObjectName(QString::fromLatin1(name));
  // Another word may be longer; what is least important makes room for it.
  connect(action, &QAction::changed, this, &TopBar::fit, Qt::QueuedConnection);
  m_layout->addWidget(button);
  return button;
}

QPushButton* TopBar::startButton() const {
  return m_start;
}

QPushButton* TopBar::pauseButton() const {
  return m_pause;
}

QPushButton* TopBar::stopButton() const {
  return m_stop;
}

QPushButton* TopBar::searchButton() const {
  return m_search;
}

void TopBar::setRunLine(const RunLine& line) {
  m_line = line;
  m_state->setText(line.state);
  m_state->setTone(line.tone);
  QStringList told{line.state, line.detail, line.times};
  told.removeAll(QString());
  m_state->setToolTip(told.join(QLatin1Char('\n')));
  m_progress->setRange(0, line.busy ? 0 : 1000);
  m_progress->setValue(static_cast<int>(line.progress * 1000));
  m_times->setText(line.times);
  m_device->setText(line.device);
  fit();
}

QSize TopBar::minimumSizeHint() const {
  return {640, kHeight};
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

void TopBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::FontChange) applyTheme();
}

void TopBar::applyTheme() {
  if (m_styling) return;  // setting a style sheet changes fonts, which comes back here
  m_styling = true;
  setStyleSheet(styleText());
  for (QToolButton* tab : std::as_const(m_workspaces)) {
    // The checked tab is semi-bold; room for that keeps the others where they are.
    const QFontMetrics strong(theme().strongFont());
    tab->setFixedWidth(strong.horizontalAdvance(tab->text()) + 24);
  }
  m_styling = false;
  fit();
}

void TopBar::fit() {
  shareRoom();
  m_layout->activate();
}

void TopBar::shareRoom() {
  const bool hasProgress = m_line.busy || m_line.progress >= 0;
  struct Part {
    QWidget* widget;
    bool wanted;
  };
  // From the least to the most important.
  const Part parts[] = {{m_device, !m_line.device.isEmpty()},
                        {m_times, !m_line.times.isEmpty()},
                        {m_progress, hasProgress},
                        {m_state, !m_line.state.isEmpty()}};
  const auto isTooWide = [this] { return m_layout->sizeHint().width() > width(); };
  m_state->setMaximumWidth(QWIDGETSIZE_MAX);
  m_layout->setSpacing(kGap);
  m_search->setMinimumWidth(kWideSearch);
  m_search->say(tr("Search or run a command  Ctrl K"));
  for (CommandButton* button : {m_pause, m_stop}) button->say({});
  for (const Part& part : parts) part.widget->setVisible(part.wanted);
  m_layout->activate();
  if (isTooWide()) {
    m_search->setMinimumWidth(0);
    m_search->say(tr("Search  Ctrl K"));
  }
  for (const Part& part : parts) {
    if (part.widget != m_state && isTooWide()) part.widget->setVisible(false);
  }
  // The state is what one looks for: search, pause and stop are found by their marks, and in the
  // end its own words may be cut.
  for (CommandButton* button : {m_search, m_stop, m_pause}) {
    if (isTooWide()) button->say(QString());
  }
  if (isTooWide()) m_layout->setSpacing(kGap / 2);
  if (!isTooWide()) return;
  const int room = m_state->sizeHint().width() - (m_layout->sizeHint().width() - width());
  if (room >= kLeastState) {
    m_state->setMaximumWidth(room);
  } else {
    m_state->setVisible(false);
  }
}

}  // namespace nereid::app
