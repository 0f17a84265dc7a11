// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QDialog>
#include <QList>
#include <QTimer>
#include <QWidget>
#include <functional>

class QMenu;
class QTabBar;

/// What a user does at the window: finds what is in sight by its text or accessible name, and uses
/// keys and mouse alone. Keys and clicks enter through the platform's window, as a real keyboard
/// and mouse do, so that what is covered, disabled or behind a modal dialog takes none.
/// Acts return false where there is nothing to act on; problem() says what was missing.
class User : public QObject {
  Q_OBJECT

 public:
  explicit User(QObject* parent = nullptr);
  const QString& problem() const { return m_problem; }

  /// In the front window, or in a part of it: what is in sight and called so. Names are texts of
  /// buttons and labels without their mnemonics, or accessible names.
  QWidget* see(const QString& name, const QWidget* within = nullptr) const;
  template <class Widget>
  Widget* see(const QString& name, const QWidget* within = nullptr) const {
    const QWidgetList all = seen(name, within);
    for (QWidget* one : all) {
      if (auto* widget = qobject_cast<Widget*>(one)) return widget;
    }
    return nullptr;
  }
  /// Is there a text in sight that holds this?
  bool reads(const QString& text, const QWidget* within = nullptr) const;
  /// The dock with a title, if it is in sight.
  QWidget* dock(const QString& title) const;

  /// To whatever has the keyboard: "Ctrl+R", "Return", "Alt+T".
  bool press(const char* keys);
  bool type(const QString& text);
  /// Ctrl+A first, so that the text takes the place of what is there.
  bool replace(const QString& text);
  bool click(const QString& name, const QWidget* within = nullptr,
             Qt::KeyboardModifiers held = Qt::NoModifier);
  bool clickAt(QWidget* widget, QPoint place, Qt::KeyboardModifiers held = Qt::NoModifier,
               Qt::MouseButton button = Qt::LeftButton);
  bool doubleClickAt(QWidget* widget, QPoint place);
  bool moveTo(QWidget* widget, QPoint place);
  bool drag(QWidget* widget, QPoint from, QPoint to);
  bool turnWheel(QWidget* widget, QPoint place, int notches);
  bool chooseTab(const QString& text);
  /// In a box of choices, by Home and Down.
  bool chooseIn(const QString& box, const QString& text);
  /// A row of the list or table with this name whose first texts hold `text`; turns the wheel until
  /// it is in sight. Returns an invalid index if there is none.
  QModelIndex findRow(const QString& view, const QString& text);
  bool clickRow(const QString& view, const QString& text,
                Qt::KeyboardModifiers held = Qt::NoModifier);
  /// Through the menu of the top bar, by F10, arrow keys and Enter: {"File", "Open example run"}.
  bool chooseFromMenu(const QStringList& path);
  /// Of a menu that `opens` brings up.
  bool chooseFrom(const std::function<bool()>& opens, const QStringList& path);
  /// By Ctrl+K, words and Enter.
  bool command(const QString& words);

  /// What is done as soon as a dialog with this title is in front. Said before the key that opens
  /// it, because a modal dialog holds the caller. Several are answered in the order of asking.
  void inDialog(const QString& title, std::function<void(QDialog&)> act);
  /// Types the path into the dialog for files that comes next, and presses Enter.
  void answerFile(const QString& title, const QString& path);
  /// All dialogs that were announced have come.
  bool isDone() const { return m_expected.isEmpty(); }

 private:
  struct Expected {
    QString what;
    std::function<bool()> isThere;
    std::function<void()> act;
    int looks = 0;
  };
  QWidget* front() const;
  QWidgetList seen(const QString& name, const QWidget* within) const;
  bool fail(const QString& problem);
  void expect(const QString& what, std::function<bool()> isThere, std::function<void()> act);
  void look();
  void lookSoon();
  void letGo();
  void walkMenu(QMenu* menu, const QStringList& path);

  QList<Expected> m_expected;
  bool m_looks = false;  ///< a look is on its way
  mutable QString m_problem;
};

/// A step of a job: fails the test with what the user missed.
#define USER_DOES(act) QVERIFY2(m_user.act, qPrintable(m_user.problem()))
