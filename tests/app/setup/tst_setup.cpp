// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTcpServer>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/subject.h"
#include "app/runs/run_flow.h"
#include "app/setup/setup_dialog.h"
#include "engine/base/paths.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/theme.h"

using namespace nereid::app;

namespace {

constexpr int kMakeMs = 120'000;  // a venv and pip on a busy machine
constexpr int kLoadMs = 15'000;

}  // namespace

/// A program whose Python environment is not there: what the window shows, and how it makes one,
/// with a real venv and a real pip, without packages.
class TestSetup : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void recordedRunIsShownAndTheSetUpOffered();
  void aRunThatCannotStartLeadsToTheSetUp();
  void setUpMakesTheEnvironment();
  void failureNamesTheReasonAndCanBeTriedAgain();
  void cancelEndsADownloadThatHangs();
  void closedDialogLeavesTheSetUpGoing();

 private:
  void pin(const QByteArray& lines);
  SetupDialog* openDialog();
  template <class Widget>
  Widget* part(const char* name) {
    return openDialog()->findChild<Widget*>(QString::fromLatin1(name));
  }

  QString m_run;
};

void TestSetup::initTestCase() {
  const QString folder = m_fixture.folder();
  qputenv("XDG_CACHE_HOME", (folder + QStringLiteral("/cache")).toUtf8());
  qputenv("NEREID_PYTHON", (nereid::environment_dir() / "bin/python").c_str());
  qputenv("PIP_NO_INDEX", "1");
  qputenv("PIP_FIND_LINKS", folder.toUtf8());
  qputenv("PIP_CONFIG_FILE", "/dev/null");
  m_run = writeRecordedRun(folder, QStringLiteral("recorded"), 3);
  QVERIFY(!m_run.isEmpty());
  // The real script, with pins of the test's own.
  const QString script = QString::fromStdString((nereid::setup_dir() / "environment.py").string());
  QVERIFY(QDir(folder).mkpath(QStringLiteral("setup")));
  QVERIFY(QFile::copy(script, folder + QStringLiteral("/setup/environment.py")));
  qputenv("NEREID_SETUP", (folder + QStringLiteral("/setup")).toUtf8());
}

void TestSetup::init() {
  m_fixture.forgetSettings();
  QDir(m_fixture.folder() + QStringLiteral("/cache")).removeRecursively();
  pin("");
  QVERIFY(m_fixture.openWindow());
}

void TestSetup::pin(const QByteArray& lines) {
  QFile file(m_fixture.folder() + QStringLiteral("/setup/requirements.txt"));
  QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
  file.write(lines);
}

SetupDialog* TestSetup::openDialog() {
  auto* dialog = window().findChild<SetupDialog*>();
  if (dialog != nullptr) return dialog;
  m_fixture.trigger("help.setup");
  return window().findChild<SetupDialog*>();
}

void TestSetup::recordedRunIsShownAndTheSetUpOffered() {
  window().begin(m_run, false);
  QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kLoadMs);
  QTRY_VERIFY(window().messages().text().contains(QLatin1String("not set up")));
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  auto* dialog = window().findChild<SetupDialog*>();
  QVERIFY(dialog != nullptr && dialog->isVisible());
}

void TestSetup::aRunThatCannotStartLeadsToTheSetUp() {
  m_fixture.trigger("run.pocket");
  QTRY_VERIFY_WITH_TIMEOUT(window().messages().button()->isVisible(), kLoadMs);
  QVERIFY(window().messages().text().contains(QLatin1String("not set up")));
  QVERIFY(!window().controller().isActive());
}

void TestSetup::setUpMakesTheEnvironment() {
  QTRY_VERIFY(part<QPushButton>("setupStart")->isEnabled());
  QTest::mouseClick(part<QPushButton>("setupStart"), Qt::LeftButton);
  QTRY_VERIFY(part<QPushButton>("setupCancel")->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(!part<QPushButton>("setupCancel")->isVisible(), kMakeMs);
  QCOMPARE(part<QLabel>("setupError")->text(), part<QLabel>("setupState")->text());
  QVERIFY(part<QLabel>("setupState")->isVisible());
  QVERIFY(part<QLabel>("setupState")->text().startsWith(QLatin1String("It is ready")));
  QVERIFY(!part<QPushButton>("setupStart")->isVisible());
  QVERIFY(nereid::has_environment());
  // Nothing more to mention in a window that opens now.
  QVERIFY(m_fixture.openWindow());
  window().begin(m_run, false);
  QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
  m_fixture.trigger("help.setup");
  QTRY_VERIFY(part<QLabel>("setupState")->text().contains(QLatin1String("ready")));
  QVERIFY(window().messages().text().isEmpty());
}

void TestSetup::failureNamesTheReasonAndCanBeTriedAgain() {
  pin("no-such-package-of-nereid==1.0\n");
  QTRY_VERIFY(part<QPushButton>("setupStart")->isEnabled());
  QTest::mouseClick(part<QPushButton>("setupStart"), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("setupError")->isVisible(), kMakeMs);
  QVERIFY(part<QLabel>("setupError")->text().contains(QLatin1String("pinned packages")));
  QVERIFY(!nereid::has_environment());
  pin("");
  QVERIFY(part<QPushButton>("setupStart")->text().contains(QLatin1String("again")));
  QTest::mouseClick(part<QPushButton>("setupStart"), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(nereid::has_environment(), kMakeMs);
}

void TestSetup::cancelEndsADownloadThatHangs() {
  QTcpServer silent;
  QVERIFY(silent.listen(QHostAddress::LocalHost));
  pin(QByteArray("reef @ http://127.0.0.1:") + QByteArray::number(silent.serverPort()) +
      "/reef-1.0-py3-none-any.whl\n");
  qputenv("no_proxy", "127.0.0.1");
  QTRY_VERIFY(part<QPushButton>("setupStart")->isEnabled());
  QTest::mouseClick(part<QPushButton>("setupStart"), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(silent.hasPendingConnections(), kMakeMs);
  QTest::mouseClick(part<QPushButton>("setupCancel"), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("setupStart")->isVisible(), kLoadMs);
  QVERIFY(part<QLabel>("setupState")->text().startsWith(QLatin1String("Cancelled")));
  QVERIFY(!nereid::has_environment());
}

void TestSetup::closedDialogLeavesTheSetUpGoing() {
  QTRY_VERIFY(part<QPushButton>("setupStart")->isEnabled());
  QTest::mouseClick(part<QPushButton>("setupStart"), Qt::LeftButton);
  QTRY_VERIFY(part<QPushButton>("setupCancel")->isVisible());
  QTest::keyClick(openDialog(), Qt::Key_Escape);
  QVERIFY(window().messages().text().contains(QLatin1String("being set up")));
  QTRY_VERIFY_WITH_TIMEOUT(nereid::has_environment(), kMakeMs);
  QTRY_VERIFY(window().messages().text().contains(QLatin1String("is ready")));
}

NEREID_APP_TEST_MAIN(TestSetup)
#include "tst_setup.moc"
