// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QToolTip>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/verdict/flag_line.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/verdict/verdict_difference.h"

using namespace nereid;
using namespace nereid::widgets;

class TestVerdict : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void flagsExplainThemselves();
  void equalVerdictsShowNoDifference();
  void differencesThatMatterAreTold();
  void pipsTellTheStages();
};

void TestVerdict::flagsExplainThemselves() {
  verify::Verdict verdict = samples::acceptedEpisode().verdict;
  verdict.flags = {"tf32", "strided_inputs", "a_new_flag"};
  InputsTable table;
  table.resize(700, 400);
  table.setVerdict(verdict);
  table.show();
  const auto& chips = table.flagLine()->chips();
  QCOMPARE(chips.size(), std::size_t{3});
  QCOMPARE(chips[0]->text(), QStringLiteral("TF32"));
  QVERIFY(chips[0]->toolTip().contains(QStringLiteral("ten bits")));
  QCOMPARE(chips[2]->text(), QStringLiteral("a new flag"));
  QVERIFY(QTest::qWaitForWindowActive(&table));
  chips[1]->setFocus();
  QTest::keyClick(chips[1], Qt::Key_Space);
  QTRY_COMPARE(QToolTip::text(), chips[1]->toolTip());
  table.setVerdict(samples::acceptedEpisode().verdict);
  QVERIFY(table.flagLine()->chips().empty());
  QVERIFY(!table.flagLine()->isVisible());
}

void TestVerdict::equalVerdictsShowNoDifference() {
  verify::Verdict again = samples::rejectedEpisode().verdict;
  QVERIFY(compareVerdicts(samples::rejectedEpisode().verdict, again).isEmpty());
  again.total_ms = 400;
  again.inputs[0].error *= 1 + 1e-9;
  const auto differences = compareVerdicts(samples::rejectedEpisode().verdict, again);
  QCOMPARE(differences.size(), 1);
  QVERIFY(!differences[0].matters);
}

void TestVerdict::differencesThatMatterAreTold() {
  VerdictDifferenceView view;
  view.setVerdicts(samples::rejectedEpisode().verdict, samples::acceptedEpisode().verdict);
  QVERIFY(view.summary()->text().contains(QStringLiteral("Differs")));
  QCOMPARE(view.model()->index(0, 1).data().toString(), QStringLiteral("rejected at full"));
  QCOMPARE(view.model()->index(0, 2).data().toString(), QStringLiteral("accepted"));
  verify::Verdict missing = samples::rejectedEpisode().verdict;
  missing.inputs.pop_back();
  missing.kernels.clear();
  QCOMPARE(compareVerdicts(samples::rejectedEpisode().verdict, missing).size(), 2);
}

void TestVerdict::pipsTellTheStages() {
  using verify::StageOutcome;
  record::EpisodeRow row;
  row.furthest_stage = verify::Stage::kCompile;
  row.rejected_at = verify::Stage::kTiny;
  const StagePips rejected{StageOutcome::kPassed, StageOutcome::kPassed, StageOutcome::kRejected,
                           StageOutcome::kNotReached, StageOutcome::kNotReached};
  QCOMPARE(pipsOf(row), rejected);
  QCOMPARE(unpackPips(packPips(rejected)), rejected);
  row.accepted = true;
  row.furthest_stage = verify::Stage::kFull;
  row.rejected_at = verify::Stage::kNone;
  QCOMPARE(pipsOf(row)[4], StageOutcome::kNotApplicable);
  QVERIFY(pipsText(rejected).contains(QStringLiteral("tiny rejected")));
}

QTEST_MAIN(TestVerdict)
#include "tst_verdict.moc"
