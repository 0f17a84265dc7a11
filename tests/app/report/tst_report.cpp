// SPDX-License-Identifier: GPL-3.0-or-later
// The report on the shown run, as the window writes it.
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/report/report_tools.h"
#include "engine/base/file.h"
#include "engine/report/run_report.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"

using namespace nereid;
using namespace nereid::app;

class TestReport : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(record(12)); }
  void theCommandWaitsForARun();
  void itIsThePageOfTheCommandLine();
  void aFolderThatCannotBeWrittenIsTold();
};

void TestReport::theCommandWaitsForARun() {
  QAction* action = window().actions().action(QStringLiteral("run.report"));
  QVERIFY(!action->isEnabled());
  QVERIFY(m_fixture.openRun(run()));
  QVERIFY(action->isEnabled());
}

void TestReport::itIsThePageOfTheCommandLine() {
  QVERIFY(m_fixture.openRun(run()));
  auto* tools = window().findChild<ReportTools*>();
  QVERIFY(tools != nullptr);
  QSignalSpy written(tools, &ReportTools::written);
  const QString out = m_fixture.folder() + QStringLiteral("/report");
  QVERIFY(tools->write(out));
  QTRY_COMPARE(written.count(), 1);
  QVERIFY(written.at(0).at(0).toBool());
  auto* messages = window().findChild<MessageBar*>();
  QVERIFY(messages->text().contains(QStringLiteral(".html")));
  QCOMPARE(messages->button()->text(), QStringLiteral("Show"));
  const std::filesystem::path folder = run().toStdString();
  const auto again = report::write_run_report({&folder, 1}, m_fixture.folder().toStdString());
  QVERIFY(again.has_value());
  const auto page = std::filesystem::path(out.toStdString()) / again->html.filename();
  QCOMPARE(*read_file(page), *read_file(again->html));
}

void TestReport::aFolderThatCannotBeWrittenIsTold() {
  QVERIFY(m_fixture.openRun(run()));
  auto* tools = window().findChild<ReportTools*>();
  QSignalSpy written(tools, &ReportTools::written);
  const QString file = m_fixture.write("not-a-folder", "x");
  QVERIFY(tools->write(file + QStringLiteral("/below")));
  QTRY_COMPARE(written.count(), 1);
  QVERIFY(!written.at(0).at(0).toBool());
  QVERIFY(!window().findChild<MessageBar*>()->text().isEmpty());
}

NEREID_APP_TEST_MAIN(TestReport)
#include "tst_report.moc"
