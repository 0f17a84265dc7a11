// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <limits>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/look/theme.h"
#include "widgets/runs/queue_list.h"
#include "widgets/runs/run_delegate.h"
#include "widgets/runs/run_filter.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

QList<QueueEntry> entries() {
  return {{QStringLiteral("/a"), QStringLiteral("a"), QStringLiteral("GRPO"), QString(), 30},
          {QStringLiteral("/b"), QStringLiteral("b"), QStringLiteral("SFT"),
           QStringLiteral("no model")},
          {QStringLiteral("/c"), QStringLiteral("c"), QStringLiteral("SFT")}};
}

}  // namespace

/// Filter of the run list, and the list of runs that wait, by keys.
class TestRunList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filterUnderstandsItsWords_data();
  void filterUnderstandsItsWords();
  void filterHidesAndSaysHowManyAreLeft();
  void aClickBelowTheRunsKeepsTheChosenOne();
  void namesAreTypedInTheList();
  void runsOfOneNameSayWhatTellsThemApart();
  void theNewestRunComesFirstWhateverIsReadAgain();
  void aRunWhoseTimeBecomesKnownStaysChosen();
  void numbersOfARunAreNeverCut();
  void aRunThatWasCutIsNotCalledRunning();
  void archivedRunsAreShownWhenAskedFor();
  void evaluationsTellWhatIsJudged_data();
  void evaluationsTellWhatIsJudged();
  void aRunWithPhasesSaysWhereItIs();
  void ordinalsAreEnglish();
  void queueTellsPlaceAndTime();
  void queueAsksByKeys();
  void queueKeepsItsChoice();
};

void TestRunList::filterUnderstandsItsWords_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<bool>("fits");
  const auto row = [](const char* filter, bool fits) {
    QTest::newRow(filter) << QString::fromLatin1(filter) << fits;
  };
  row("", true);
  row("pocket", true);
  row("POCKET grpo", true);
  row("pocket binary", false);
  row("name:grpo", true);
  row("name:base", false);
  row("tag:bas", true);
  row("tag=bas", false);
  row("tag=base", true);
  row("tag=\"seed 1\"", true);
  row("tag:", true);
  row("state:fail", true);
  row("state:running", false);
  row("failed", true);
  row("-tag:base", false);
  row("-binary", true);
  row("is:archived", false);
  row("phase:best", true);
  row("phase:sft midend", false);
  row("sft", true);
  row("-", false);
}

void TestRunList::filterUnderstandsItsWords() {
  QFETCH(QString, filter);
  QFETCH(bool, fits);
  widgets::RunEntry run;
  run.name = QStringLiteral("pocket-grpo");
  run.state = record::RunState::kFailed;
  run.tags = QStringList{QStringLiteral("base"), QStringLiteral("seed 1")};
  run.phases = {{"sft", "sft", "none", 1, 4}, {"best_of_n", "best_of_n", "none", 5, 10}};
  if (filter == QLatin1String("-")) run.name = QStringLiteral("plain");
  QCOMPARE(widgets::RunFilter::parse(filter).fits(run), fits);
  run.archived = true;
  QVERIFY(widgets::RunFilter::parse(QStringLiteral("is:archived")).fits(run));
}

void TestRunList::filterHidesAndSaysHowManyAreLeft() {
  RunList list;
  list.setRuns(samples::runs());
  list.resize(240, 400);
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  list.filterLine()->setFocus();
  QTest::keyClicks(list.filterLine(), QStringLiteral("pocket"));
  QCOMPARE(list.shownRuns().size(), 2);
  QTest::keyClick(list.filterLine(), Qt::Key_Down);
  QVERIFY(list.view()->hasFocus());
  list.filterLine()->setFocus();
  QTest::keyClick(list.filterLine(), Qt::Key_Escape);
  QCOMPARE(list.shownRuns().size(), 5);
  // Keys of the list ask for what belongs to a run.
  QSignalSpy deleted(&list, &RunList::deleteRequested);
  list.view()->setFocus();
  list.selectRun(QStringLiteral("/runs/best-of-10"));
  QTest::keyClick(list.view(), Qt::Key_Delete);
  QCOMPARE(deleted.count(), 1);
  QCOMPARE(deleted.first().first().toString(), QStringLiteral("/runs/best-of-10"));
}

// It would leave the run that is shown without a mark.
void TestRunList::aClickBelowTheRunsKeepsTheChosenOne() {
  RunList list;
  list.setRuns(samples::runs());
  list.resize(240, 600);
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  list.selectRun(QStringLiteral("/runs/best-of-10"));
  const QPoint below(100, list.view()->viewport()->height() - 4);
  QVERIFY(!list.view()->indexAt(below).isValid());
  QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, {}, below);
  QVERIFY(list.view()->selectionModel()->isSelected(list.view()->currentIndex()));
  QCOMPARE(list.selectedRun(), QStringLiteral("/runs/best-of-10"));
}

void TestRunList::namesAreTypedInTheList() {
  RunList list;
  list.setRuns(samples::runs());
  list.resize(240, 400);
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  QSignalSpy renamed(&list, &RunList::renameRequested);
  list.view()->setFocus();
  list.selectRun(QStringLiteral("/runs/best-of-10"));
  QTest::keyClick(list.view(), Qt::Key_F2);
  auto* line = list.view()->findChild<QLineEdit*>();
  QVERIFY(line != nullptr && line->hasFocus());
  QCOMPARE(line->text(), QStringLiteral("best-of-10"));
  QTest::keyClicks(line, QStringLiteral("my"));
  // The run goes on meanwhile.
  list.updateRun(list.model()->run(list.model()->rowOf(list.selectedRun())));
  QTest::keyClicks(line, QStringLiteral(" best"));
  QTest::keyClick(line, Qt::Key_Return);
  QTRY_COMPARE(renamed.count(), 1);
  QCOMPARE(renamed.first().first().toString(), QStringLiteral("/runs/best-of-10"));
  QCOMPARE(renamed.first().last().toString(), QStringLiteral("my best"));
  // Escape leaves it as it is.
  QTest::keyClick(list.view(), Qt::Key_F2);
  line = list.view()->findChild<QLineEdit*>();
  QVERIFY(line != nullptr);
  QTest::keyClicks(line, QStringLiteral("other"));
  QTest::keyClick(line, Qt::Key_Escape);
  QCOMPARE(renamed.count(), 1);
}

void TestRunList::runsOfOneNameSayWhatTellsThemApart() {
  widgets::RunListModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto add = [&](const char* dir, const char* name, quint64 seed, qint64 createdMs) {
    RunEntry run;
    run.dir = QLatin1String(dir);
    run.name = QLatin1String(name);
    run.seed = seed;
    run.createdMs = createdMs;
    model.updateRun(run);
  };
  const auto titles = [&] {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) all << model.run(row).title;
    return all;
  };
  const qint64 day = 86'400'000, start = 1'790'000'000'000;
  add("/runs/a", "pocket", 1, start);
  QCOMPARE(titles(), QStringList{QStringLiteral("pocket")});
  add("/runs/b", "pocket", 2, start + day);
  add("/runs/c", "sft", 1, start + 2 * day);
  QCOMPARE(titles(), (QStringList{QStringLiteral("sft"), QStringLiteral("pocket \u00B7 seed 2"),
                                  QStringLiteral("pocket \u00B7 seed 1")}));
  // The same seed again: the time tells.
  add("/runs/d", "pocket", 2, start + 3 * day);
  QVERIFY2(titles()[0] != titles()[2] && !titles()[0].contains(QStringLiteral("seed")),
           qPrintable(titles().join(QLatin1Char('\n'))));
  QCOMPARE(titles()[3], QStringLiteral("pocket \u00B7 seed 1"));
  // And in the same minute, the folder.
  add("/runs/e", "pocket", 2, start + 3 * day);
  QVERIFY(titles().contains(QStringLiteral("pocket \u00B7 e")));
  QVERIFY(titles().contains(QStringLiteral("pocket \u00B7 d")));
  for (const char* dir : {"/runs/b", "/runs/d", "/runs/e"}) model.removeRun(QLatin1String(dir));
  QCOMPARE(titles(), (QStringList{QStringLiteral("sft"), QStringLiteral("pocket")}));
}

void TestRunList::theNewestRunComesFirstWhateverIsReadAgain() {
  RunList list;
  for (const auto& [dir, createdMs] :
       {std::pair("/runs/b", 2), std::pair("/runs/a", 1), std::pair("/runs/c", 3)}) {
    RunEntry run;
    run.dir = run.name = QLatin1String(dir);
    run.createdMs = createdMs;
    list.updateRun(run);
  }
  const QStringList order{QStringLiteral("/runs/c"), QStringLiteral("/runs/b"),
                          QStringLiteral("/runs/a")};
  QCOMPARE(list.shownRuns(), order);
  list.selectRun(QStringLiteral("/runs/a"));
  list.updateRun(list.model()->run(2));
  QCOMPARE(list.shownRuns(), order);
  QCOMPARE(list.selectedRun(), QStringLiteral("/runs/a"));
}

// Of a run that was just opened the list knows the folder first. Nobody has chosen its neighbour.
void TestRunList::aRunWhoseTimeBecomesKnownStaysChosen() {
  RunList list;
  const auto update = [&](const char* dir, qint64 createdMs) {
    RunEntry run;
    run.dir = run.name = QLatin1String(dir);
    run.createdMs = createdMs;
    list.updateRun(run);
  };
  update("/runs/a", 1);
  update("/runs/c", 3);
  update("/runs/new", 0);
  list.selectRun(QStringLiteral("/runs/new"));
  const QSignalSpy chosen(&list, &RunList::runSelected);
  for (const auto& [createdMs, order] :
       {std::pair(2, QStringList{QStringLiteral("/runs/c"), QStringLiteral("/runs/new"),
                                 QStringLiteral("/runs/a")}),
        std::pair(4, QStringList{QStringLiteral("/runs/new"), QStringLiteral("/runs/c"),
                                 QStringLiteral("/runs/a")}),
        std::pair(0, QStringList{QStringLiteral("/runs/c"), QStringLiteral("/runs/a"),
                                 QStringLiteral("/runs/new")})}) {
    update("/runs/new", createdMs);
    QCOMPARE(list.shownRuns(), order);
    QCOMPARE(list.selectedRun(), QStringLiteral("/runs/new"));
  }
  QCOMPARE(chosen.size(), 0);
}

void TestRunList::numbersOfARunAreNeverCut() {
  RunEntry run;
  run.name = run.title = QStringLiteral("a");
  run.state = nereid::record::RunState::kFinished;
  run.step = 1234;
  run.totalSteps = 1234;
  run.passRate = 0.66;
  const QRegularExpression number(QStringLiteral("[0-9][0-9.,]*"));
  QSet<QString> lines;
  for (int width = 20; width < 400; ++width) {
    const QString line = widgets::runStateLineIn(run, width);
    lines << line;
    for (auto found = number.globalMatch(line); found.hasNext();) {
      const QString text = found.next().captured();
      QVERIFY2(text == QLatin1String("1,234") || text == QLatin1String("0.66"), qPrintable(line));
    }
    QVERIFY(!line.contains(QChar(u'\u2026')) || !line.contains(number));
  }
  QVERIFY(lines.contains(QStringLiteral("finished \u00B7 1,234 steps \u00B7 pass 0.66")));
  QVERIFY(lines.contains(QStringLiteral("finished \u00B7 pass 0.66")));
}

void TestRunList::aRunThatWasCutIsNotCalledRunning() {
  RunEntry run;
  run.state = record::RunState::kRunning;
  run.step = 12;
  run.totalSteps = 50;
  QCOMPARE(widgets::runStateLine(run), QStringLiteral("step 12 of 50"));
  run.wasCut = true;
  QCOMPARE(widgets::runStateLine(run), QStringLiteral("interrupted at 12"));
}

void TestRunList::archivedRunsAreShownWhenAskedFor() {
  RunList list;
  QList<RunEntry> runs = samples::runs();
  for (RunEntry& run : runs) run.archived = true;
  list.setRuns(runs);
  QVERIFY(list.shownRuns().isEmpty());
  list.setShowsArchived(true);
  QCOMPARE(list.shownRuns().size(), 5);
  QVERIFY(list.model()
              ->index(0)
              .data(Qt::AccessibleTextRole)
              .toString()
              .contains(QStringLiteral("archived")));
  runs[1].tags = QStringList{QStringLiteral("base")};
  list.updateRun(runs[1]);
  QVERIFY(list.model()
              ->index(1)
              .data(Qt::AccessibleTextRole)
              .toString()
              .contains(QStringLiteral("tags: base")));
}

void TestRunList::evaluationsTellWhatIsJudged_data() {
  QTest::addColumn<record::RunState>("state");
  QTest::addColumn<QString>("line");
  const auto row = [](const char* name, record::RunState state, const QString& line) {
    QTest::newRow(name) << state << line;
  };
  row("finished", record::RunState::kFinished,
      QStringLiteral("evaluation \u00B7 120 judged \u00B7 pass 0.25"));
  row("running", record::RunState::kRunning,
      QStringLiteral("evaluation \u00B7 120 of 500 judged \u00B7 pass 0.25"));
  row("stopped", record::RunState::kStopped,
      QStringLiteral("evaluation \u00B7 stopped \u00B7 120 of 500 judged \u00B7 pass 0.25"));
}

void TestRunList::evaluationsTellWhatIsJudged() {
  QFETCH(record::RunState, state);
  QFETCH(QString, line);
  widgets::RunEntry run;
  run.isEvaluation = true;
  run.state = state;
  run.step = 120;
  run.totalSteps = 500;
  run.passRate = 0.25;
  QCOMPARE(runStateLine(run), line);
}

void TestRunList::aRunWithPhasesSaysWhereItIs() {
  RunEntry run = samples::runs().front();
  run.phases = {{"sft", "sft", "none", 1, 50}, {"best_of_n", "best_of_n", "none", 51, 150}};
  run.state = record::RunState::kRunning;
  run.step = 49;
  QVERIFY2(runStateLine(run).startsWith(QStringLiteral("sft 49 of 50")),
           qPrintable(runStateLine(run)));
  run.step = 50;  // what is in work now
  QVERIFY(runStateLine(run).startsWith(QStringLiteral("best_of_n 0 of 100")));
  run.step = 84;
  QVERIFY(runStateLine(run).startsWith(QStringLiteral("best_of_n 34 of 100")));
  QVERIFY(runStateLine(run).contains(QStringLiteral("step 84 of 150")));
  RunListModel model;
  model.setRuns({run});
  const QString tip = model.index(0).data(Qt::ToolTipRole).toString();
  QVERIFY2(tip.contains(QStringLiteral("\u2713 sft (SFT): 50 of 50 steps, 1 to 50")) &&
               tip.contains(QStringLiteral("\u25B8 best_of_n (best-of-N): 34 of 100 steps")),
           qPrintable(tip));
  run.state = record::RunState::kFinished;
  run.step = 150;
  QVERIFY(runStateLine(run).startsWith(QStringLiteral("sft \u203A best_of_n")));
}

void TestRunList::ordinalsAreEnglish() {
  QStringList words;
  for (const int number : {1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111}) words << ordinal(number);
  QCOMPARE(words.join(QLatin1Char(' ')),
           QStringLiteral("1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th"));
}

void TestRunList::queueTellsPlaceAndTime() {
  QueueList list;
  const QAbstractItemModelTester tester(list.model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
  list.setQueue(entries(), false, kUnknown);
  QVERIFY(!list.isHidden());
  QCOMPARE(list.summary(), QStringLiteral("2 runs"));
  QCOMPARE(list.model()->stateLine(0),
           QStringLiteral("queued, 1st \u00B7 in about 30.0 s \u00B7 GRPO"));
  QVERIFY(list.model()->stateLine(1).contains(QStringLiteral("no model")));
  QCOMPARE(list.model()->stateLine(2), QStringLiteral("queued, 2nd \u00B7 SFT"));
  list.setQueue(entries(), true, 90);
  QCOMPARE(list.summary(), QStringLiteral("2 runs, paused"));
  QVERIFY(list.model()->stateLine(2).contains(QStringLiteral("queue paused")));
  list.setQueue(entries(), false, 90);
  QVERIFY(list.summary().contains(QStringLiteral("1:30")));
  list.setQueue({}, false, kUnknown);
  QVERIFY(list.isHidden());
}

void TestRunList::queueAsksByKeys() {
  QueueList list;
  list.setQueue(entries(), false, kUnknown);
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  QSignalSpy moved(&list, &QueueList::moveRequested), removed(&list, &QueueList::removeRequested),
      edited(&list, &QueueList::editRequested), held(&list, &QueueList::heldRequested);
  list.view()->setFocus();
  list.select(QStringLiteral("/b"));
  QTest::keyClick(list.view(), Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(moved.last(), (QVariantList{QStringLiteral("/b"), 2}));
  QTest::keyClick(list.view(), Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QTest::keyClick(list.view(), Qt::Key_Delete);
  QCOMPARE(removed.last(), QVariantList{QStringLiteral("/b")});
  list.select(QStringLiteral("/a"));
  QTest::keyClick(list.view(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(moved.count(), 1);
  QTest::mouseClick(list.holdButton(), Qt::LeftButton);
  QCOMPARE(held.last(), QVariantList{true});
  // As the view tells its model when a run is dropped between two others.
  const std::unique_ptr<QMimeData> data(list.model()->mimeData({list.model()->index(0)}));
  QVERIFY2(!list.model()->dropMimeData(data.get(), Qt::MoveAction, 2, 0, {}),
           "the view must not take the row out itself");
  QCOMPARE(moved.last(), (QVariantList{QStringLiteral("/a"), 1}));
}

void TestRunList::queueKeepsItsChoice() {
  QueueList list;
  list.setQueue(entries(), false, kUnknown);
  list.select(QStringLiteral("/c"));
  QList<QueueEntry> other = entries();
  other.move(2, 0);
  list.setQueue(other, false, kUnknown);
  QCOMPARE(list.selected(), QStringLiteral("/c"));
}

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  TestRunList test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_run_list.moc"
