// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/user.h"
#include "tests/patience.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QWheelEvent>
#include <QtTest>

namespace {

constexpr int kLookMs = 10;
constexpr int kMostLooks = 3000;  // then the dialog will not come any more
constexpr int kMostNotches = 400;

/// Nor the keys that stand at the right of a menu.
QString withoutMnemonic(const QString& text) {
  return text.section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
}

QString textOf(const QWidget* widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
    return withoutMnemonic(button->text());
  if (const auto* label = qobject_cast<const QLabel*>(widget))
    return withoutMnemonic(label->text());
  return {};
}

bool isCalled(QWidget* widget, const QString& name) {
  // The accessible interface of a box of choices answers with what is chosen.
  if (textOf(widget) == name || widget->accessibleName() == name) return true;
  QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
  return face != nullptr && withoutMnemonic(face->text(QAccessible::Name)) == name;
}

QWindow* windowOf(const QWidget* widget) {
  return widget->window()->windowHandle();
}

QPoint inWindow(const QWidget* widget, QPoint place) {
  return widget->mapTo(widget->window(), place);
}

/// The first cell of a row that is not in a hidden column.
QModelIndex shownCell(const QAbstractItemView& view, int row) {
  const auto* table = qobject_cast<const QTableView*>(&view);
  int column = 0;
  while (table != nullptr && table->isColumnHidden(column)) ++column;
  return view.model()->index(row, column);
}

}  // namespace

User::User(QObject* parent) : QObject(parent) {}

bool User::fail(const QString& problem) {
  m_problem = problem;
  return false;
}

// Offscreen nobody gives the keyboard to the window below a dialog that was closed.
QWidget* User::front() const {
  if (QWidget* popup = QApplication::activePopupWidget()) return popup;
  QWidget* window = QApplication::activeWindow();
  if (window != nullptr && window->isVisible()) return window;
  window = QApplication::activeModalWidget();
  const auto all = QApplication::topLevelWidgets();
  for (QWidget* one : all) {
    if (window == nullptr && one->isVisible() && one->inherits("QMainWindow")) window = one;
  }
  if (window == nullptr) return nullptr;
  window->activateWindow();
  return QTest::qWaitForWindowActive(window) ? window : nullptr;
}

QWidgetList User::seen(const QString& name, const QWidget* within) const {
  QWidgetList found;
  const QWidget* root = within == nullptr ? front() : within;
  if (root == nullptr) return found;
  const auto all = root->findChildren<QWidget*>();
  for (QWidget* one : all) {
    if (one->isVisible() && !one->visibleRegion().isEmpty() && isCalled(one, name)) found << one;
  }
  return found;
}

QWidget* User::see(const QString& name, const QWidget* within) const {
  const QWidgetList all = seen(name, within);
  return all.isEmpty() ? nullptr : all.first();
}

bool User::reads(const QString& text, const QWidget* within) const {
  const QWidget* root = within == nullptr ? front() : within;
  if (root == nullptr) return false;
  const auto all = root->findChildren<QWidget*>();
  return std::any_of(all.begin(), all.end(), [&](const QWidget* one) {
    return one->isVisible() && textOf(one).contains(text);
  });
}

QWidget* User::dock(const QString& title) const {
  const QWidget* window = front();
  const auto all = window == nullptr ? QList<QDockWidget*>() : window->findChildren<QDockWidget*>();
  for (QDockWidget* one : all) {
    if (one->windowTitle() == title && one->isVisible() && !one->visibleRegion().isEmpty())
      return one;
  }
  m_problem = QStringLiteral("no dock \"%1\" in sight").arg(title);
  return nullptr;
}

bool User::press(const char* keys) {
  const QWidget* window = front();
  if (window == nullptr) return fail(QStringLiteral("no window for %1").arg(QLatin1String(keys)));
  const QKeySequence sequence(QString::fromLatin1(keys), QKeySequence::PortableText);
  for (int i = 0; i < sequence.count(); ++i) {
    QTest::keyClick(windowOf(window), sequence[i].key(), sequence[i].keyboardModifiers());
  }
  return true;
}

bool User::type(const QString& text) {
  for (const QChar letter : text) {
    const QWidget* window = front();
    if (window == nullptr) return fail(QStringLiteral("no window for \"%1\"").arg(text));
    QTest::keyClick(windowOf(window), letter.toLatin1());
  }
  return true;
}

bool User::replace(const QString& text) {
  return press("Ctrl+A") && type(text);
}

bool User::click(const QString& name, const QWidget* within, Qt::KeyboardModifiers held) {
  const QWidgetList all = seen(name, within);
  for (QWidget* one : all) {
    // The label of a control has the same words.
    if (one->isEnabled() && (qobject_cast<QAbstractButton*>(one) || one->focusPolicy() != 0))
      return clickAt(one, one->rect().center(), held);
  }
  return fail(QStringLiteral("nothing in sight, and enabled, is called \"%1\"").arg(name));
}

bool User::clickAt(QWidget* widget, QPoint place, Qt::KeyboardModifiers held,
                   Qt::MouseButton button) {
  if (widget == nullptr) return fail(m_problem + QStringLiteral(" (nothing to click)"));
  QTest::mouseClick(windowOf(widget), button, held, inWindow(widget, place));
  return true;
}

bool User::doubleClickAt(QWidget* widget, QPoint place) {
  if (widget == nullptr) return fail(m_problem + QStringLiteral(" (nothing to double-click)"));
  QTest::mouseDClick(windowOf(widget), Qt::LeftButton, Qt::NoModifier, inWindow(widget, place));
  return true;
}

bool User::moveTo(QWidget* widget, QPoint place) {
  if (widget == nullptr) return fail(m_problem + QStringLiteral(" (nothing to point at)"));
  QTest::mouseMove(windowOf(widget), inWindow(widget, place));
  return true;
}

bool User::drag(QWidget* widget, QPoint from, QPoint to) {
  if (widget == nullptr) return fail(m_problem + QStringLiteral(" (nothing to drag)"));
  QWindow* window = windowOf(widget);
  const QPoint first = inWindow(widget, from);
  const QPoint last = inWindow(widget, to);
  constexpr int kMoves = 8;
  QTest::mousePress(window, Qt::LeftButton, Qt::NoModifier, first);
  for (int i = 1; i <= kMoves; ++i) QTest::mouseMove(window, first + (last - first) * i / kMoves);
  QTest::mouseRelease(window, Qt::LeftButton, Qt::NoModifier, last);
  return true;
}

// Qt Test has no wheel: the event goes to the platform's window, which looks for what is below.
bool User::turnWheel(QWidget* widget, QPoint place, int notches) {
  if (widget == nullptr) return fail(m_problem + QStringLiteral(" (nowhere to turn the wheel)"));
  constexpr int kNotch = 120;
  const int sign = notches < 0 ? -1 : 1;
  for (int i = 0; i < notches * sign; ++i) {
    QWheelEvent event(inWindow(widget, place), widget->mapToGlobal(place), QPoint(),
                      QPoint(0, sign * kNotch), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(windowOf(widget), &event);
  }
  return true;
}

bool User::chooseTab(const QString& text) {
  const QWidget* window = front();
  const auto bars = window == nullptr ? QList<QTabBar*>() : window->findChildren<QTabBar*>();
  for (QTabBar* bar : bars) {
    for (int i = 0; bar->isVisible() && i < bar->count(); ++i) {
      if (withoutMnemonic(bar->tabText(i)) == text) return clickAt(bar, bar->tabRect(i).center());
    }
  }
  return fail(QStringLiteral("no tab \"%1\" in sight").arg(text));
}

bool User::chooseIn(const QString& name, const QString& text) {
  auto* box = see<QComboBox>(name);
  if (box == nullptr) return fail(QStringLiteral("no box \"%1\" in sight").arg(name));
  while (!box->hasFocus()) {
    const QWidget* before = QApplication::focusWidget();
    press("Tab");
    if (QApplication::focusWidget() == before)
      return fail(QStringLiteral("Tab does not lead to \"%1\"").arg(name));
  }
  press("Home");
  for (int i = 0; i < box->count() && box->currentText() != text; ++i) press("Down");
  return box->currentText() == text || fail(QStringLiteral("no \"%1\" in \"%2\"").arg(text, name));
}

QModelIndex User::findRow(const QString& name, const QString& text) {
  auto* view = see<QAbstractItemView>(name);
  if (view == nullptr) {
    fail(QStringLiteral("no list \"%1\" in sight").arg(name));
    return {};
  }
  const QAbstractItemModel* model = view->model();
  const auto holds = [&](int row) {
    QString line;
    for (int column = 0; column < model->columnCount(); ++column) {
      const QModelIndex cell = model->index(row, column);
      line += cell.data().toString() + QLatin1Char(' ') +
              cell.data(Qt::AccessibleTextRole).toString() + QLatin1Char(' ');
    }
    return line.contains(text);
  };
  for (int row = 0; row < model->rowCount(); ++row) {
    if (!holds(row)) continue;
    const QModelIndex found = shownCell(*view, row);
    const QRect sight = view->viewport()->rect();
    for (int i = 0; i < kMostNotches; ++i) {
      const QPoint place = view->visualRect(found).center();
      if (place.y() > sight.top() && place.y() < sight.bottom()) return found;
      turnWheel(view->viewport(), sight.center(), place.y() <= sight.top() ? 1 : -1);
    }
  }
  fail(QStringLiteral("no row of \"%1\" holds \"%2\"").arg(name, text));
  return {};
}

bool User::clickRow(const QString& name, const QString& text, Qt::KeyboardModifiers held) {
  const QModelIndex row = findRow(name, text);
  if (!row.isValid()) return false;
  auto* view = see<QAbstractItemView>(name);
  const QRect cell = view->visualRect(row);
  return clickAt(view->viewport(),
                 QPoint(std::min(cell.left() + 20, cell.center().x()), cell.center().y()), held);
}

void User::walkMenu(QMenu* menu, const QStringList& path) {
  for (int level = 0; level < path.size(); ++level) {
    const auto isChosen = [&] {
      return menu->activeAction() != nullptr &&
             withoutMnemonic(menu->activeAction()->text()) == path[level];
    };
    const auto keys = menu->actions().size();
    for (qsizetype i = 0; i <= keys && !isChosen(); ++i) press("Down");
    if (!isChosen()) {
      fail(QStringLiteral("no entry \"%1\" in the menu").arg(path[level]));
      while (QApplication::activePopupWidget() != nullptr) press("Escape");
      return;
    }
    press("Return");  // chooses, or opens the menu below
    if (level + 1 < path.size()) menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  }
}

bool User::chooseFrom(const std::function<bool()>& opens, const QStringList& path) {
  m_problem.clear();
  expect(
      QStringLiteral("a menu"),
      [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr; },
      [this, path] { walkMenu(qobject_cast<QMenu*>(QApplication::activePopupWidget()), path); });
  if (!opens()) return false;
  // Some menus hold the caller until they are closed, others do not.
  return QTest::qWaitFor([this] { return isDone(); }, kLookMs * kMostLooks) && m_problem.isEmpty();
}

bool User::chooseFromMenu(const QStringList& path) {
  return chooseFrom([this] { return press("F10"); }, path);
}

bool User::command(const QString& words) {
  if (!press("Ctrl+K")) return false;
  const bool isOpen =
      QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }, kPatienceMs);
  if (!isOpen) return fail(QStringLiteral("the palette does not open"));
  return type(words) && press("Return");
}

void User::inDialog(const QString& title, std::function<void(QDialog&)> act) {
  const auto shown = [title]() -> QDialog* {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    return dialog != nullptr && dialog->isVisible() && dialog->windowTitle() == title &&
                   QApplication::activeWindow() == dialog
               ? dialog
               : nullptr;
  };
  expect(
      QStringLiteral("the dialog \"%1\"").arg(title), [shown] { return shown() != nullptr; },
      [shown, act = std::move(act)] { act(*shown()); });
}

void User::answerFile(const QString& title, const QString& path) {
  inDialog(title, [this, path](QDialog& dialog) {
    const QPointer<QDialog> open(&dialog);
    replace(path);
    // The list of what could be meant takes the first Enter.
    for (int i = 0; i < 2 && open != nullptr && open->isVisible(); ++i) press("Return");
    if (open != nullptr && open->isVisible()) {
      fail(QStringLiteral("the dialog does not take %1").arg(path));
      open->reject();
    }
  });
}

void User::expect(const QString& what, std::function<bool()> isThere, std::function<void()> act) {
  m_expected << Expected{what, std::move(isThere), std::move(act)};
  lookSoon();
}

// Another one may come up while one acts: each look has a timer of its own, because Qt lets none
// fire again before its slot has returned.
void User::lookSoon() {
  if (m_looks || m_expected.isEmpty()) return;
  m_looks = true;
  QTimer::singleShot(kLookMs, this, &User::look);
}

void User::look() {
  m_looks = false;
  for (qsizetype i = 0; i < m_expected.size(); ++i) {
    if (!m_expected[i].isThere()) continue;
    const Expected now = m_expected.takeAt(i);
    for (Expected& other : m_expected) other.looks = 0;
    lookSoon();
    now.act();
    if (QTest::currentTestFailed()) letGo();
    return;
  }
  if (m_expected.isEmpty()) return;
  if (++m_expected.first().looks <= kMostLooks) return lookSoon();
  fail(QStringLiteral("%1 did not come").arg(m_expected.first().what));
  letGo();
}

// A modal dialog would hold a test that has failed for ever.
void User::letGo() {
  m_expected.clear();
  if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
}
