// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/main_window.h"

/// A place of its own for settings and runs, and a shown, active main window.
class WindowFixture {
 public:
  WindowFixture();
  QString folder() const { return m_folder.path(); }
  /// Closes the window of before and shows a new one; false if it does not become active.
  bool openWindow(nereid::app::SessionFactory factory = nereid::app::moduleSessionFactory());
  void closeWindow() { m_window.reset(); }
  nereid::app::MainWindow& window() { return *m_window; }
  void trigger(const char* action);
  void forgetSettings();

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<nereid::app::MainWindow> m_window;
};

/// QTEST_MAIN with the application's names and theme, so that settings never touch the user's.
#define NEREID_APP_TEST_MAIN(TestClass)                                           \
  int main(int argc, char** argv) {                                               \
    qputenv("QT_QPA_PLATFORM", "offscreen");                                      \
    QCoreApplication::setOrganizationName(QStringLiteral("nereid-tests"));        \
    QCoreApplication::setApplicationName(QStringLiteral(#TestClass));             \
    QApplication application(argc, argv);                                         \
    nereid::widgets::applyTheme(application, nereid::widgets::ThemeMode::kLight); \
    TestClass test;                                                               \
    return QTest::qExec(&test, argc, argv);                                       \
  }
