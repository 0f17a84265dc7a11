// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_data.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::widgets;

class TestLogAndList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void theLogTellsAStateOnce();
  void logKeepsItsPlace();
  void runListTellsAndSelects();
  void runsAreReplacedByFolder();
};

void TestLogAndList::theLogTellsAStateOnce() {
  LogView log;
  std::vector<record::Event> events;
  const auto add = [&](const char* kind, const char* level, const char* message) {
    events.push_back({0, 1'000, std::ssize(events), kind, level, message});
  };
  add("state", "info", "running");
  add("checkpoint", "info", "checkpoints/step-10");
  add("state", "info", "running");
  add("state", "info", "paused");
  add("state", "info", "running");
  add("log", "warning", "a worker died");
  add("log", "warning", "a worker died");
  add("state", "info", "finished: finished after step 38");
  add("log", "info", "finished after step 38");
  log.addEvents(std::make_shared<const std::vector<record::Event>>(events));
  QCOMPARE(log.lineCount(), 7);  // one "running" and the second end are told already
}

void TestLogAndList::logKeepsItsPlace() {
  LogView log;
  log.resize(400, 120);
  log.show();
  const auto events = std::make_shared<const std::vector<record::Event>>(samples::events());
  for (int i = 0; i < 20; ++i) {
    log.addEvents(events);
  }
  QCOMPARE(log.lineCount(), 100);
  QScrollBar* bar = log.findChild<QPlainTextEdit*>()->verticalScrollBar();
  QCOMPARE(bar->value(), bar->maximum());
  bar->setValue(10);
  log.addEvents(events);
  QCOMPARE(bar->value(), 10);
  QVERIFY(log.head()->note().contains(QStringLiteral("42 warnings")));
}

void TestLogAndList::runListTellsAndSelects() {
  RunList list;
  list.resize(240, 400);
  QSignalSpy start(&list, &RunList::startRequested);
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  QTest::mouseClick(list.findChild<QPushButton*>(), Qt::LeftButton);
  QCOMPARE(start.count(), 1);
  list.setRuns(samples::runs());
  QSignalSpy selected(&list, &RunList::runSelected);
  list.view()->setFocus();
  QTest::keyClick(list.view(), Qt::Key_Down);
  QVERIFY(selected.count() >= 1);
  const QString dir = list.selectedRun();
  list.setRuns(samples::runs());
  QCOMPARE(list.selectedRun(), dir);
  QVERIFY(list.model()
              ->index(3)
              .data(Qt::AccessibleTextRole)
              .toString()
              .contains(QStringLiteral("paused at 1,200")));
}

void TestLogAndList::runsAreReplacedByFolder() {
  RunListModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRuns(samples::runs());
  const int count = model.rowCount();
  RunEntry entry = samples::runs().at(0);
  entry.step = 85;
  model.updateRun(entry);
  QCOMPARE(model.rowCount(), count);
  QCOMPARE(model.run(0).step, 85);
  entry.dir = QStringLiteral("/runs/another");
  model.updateRun(entry);
  QCOMPARE(model.rowCount(), count + 1);
  model.removeRun(entry.dir);
  QCOMPARE(model.rowCount(), count);
}

QTEST_MAIN(TestLogAndList)
#include "tst_log_and_list.moc"
