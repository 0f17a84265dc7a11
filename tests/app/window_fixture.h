// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/window/main_window.h"

namespace nereid::widgets {
class EpisodeList;
}

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
  /// Writes a file of the folder; its path.
  QString write(const char* name, const QByteArray& content);
  /// Opens a run and waits until it is read and an episode is shown; false if that does not come.
  bool openRun(const QString& run);

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<nereid::app::MainWindow> m_window;
};

/// The run in a window is read, and one of its episodes is shown; waits for it.
bool isRunShown(nereid::app::MainWindow& window);

/// A source of the verifier's shelf of right and wrong candidates, "swish/reference.py".
QString shelfFile(const char* name);

/// A test of the whole window. Each function begins without settings, in a window of its own; a
/// test with more to prepare has an init() that calls begin().
class WindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QVERIFY(begin()); }
  void cleanup() { m_fixture.closeWindow(); }

 protected:
  bool begin();
  /// Writes the recorded run of the tests into run(); false if it cannot.
  bool record(int steps);
  const QString& run() const { return m_run; }
  nereid::app::MainWindow& window() { return m_fixture.window(); }
  template <class View>
  View& view(const char* id) {
    return *window().docks().view<View>(id);
  }
  nereid::widgets::EpisodeList& episodes();
  /// Selects an episode of the list by its key and waits until it is shown.
  void select(const nereid::record::EpisodeKey& key);

  WindowFixture m_fixture;

 private:
  QString m_run;
};

/// Names and theme of the application, so that settings never touch the user's.
void prepareApplication(QApplication& application, const char* name);

/// QTEST_MAIN with an application that is prepared.
#define NEREID_APP_TEST_MAIN(TestClass)          \
  int main(int argc, char** argv) {              \
    qputenv("QT_QPA_PLATFORM", "offscreen");     \
    QApplication application(argc, argv);        \
    prepareApplication(application, #TestClass); \
    TestClass test;                              \
    return QTest::qExec(&test, argc, argv);      \
  }
