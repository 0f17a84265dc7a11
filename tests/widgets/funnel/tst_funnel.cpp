// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/base/file.h"
#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/filter/episode_filter.h"
#include "widgets/funnel/funnel_chart.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/funnel/funnel_words.h"
#include "widgets/funnel/reason_list.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/table_view.h"

using namespace nereid;
using namespace nereid::widgets;
using verify::Stage;

class TestFunnel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void heightsAreInProportion();
  void manyReasonsShareOneExit();
  void noWordsLieOverEachOther_data();
  void noWordsLieOverEachOther();
  void filtersFindExactlyTheCandidatesOfAFlow();
  void emptyStateUntilCandidatesCome();
  void clickLeadsToTheEpisodes();
  void keysGoThroughTheWaysOut();
  void dragChoosesSteps();
  void keysChooseSteps();
  void rangeLimitsPictureAndTable();
  void phaseWithoutCandidatesSaysSo();
  void levelIsPartOfTheFilter();
  void enterInTheTableLeadsToTheEpisodes();
  void csvHasEveryFlowAndEveryStep();
  void commonestReasonsAreSentencesThatOpenTheirEpisodes();

 private:
  static record::FunnelSummary summaryOf(const std::vector<record::EpisodeRow>& rows);
};

namespace {

/// Candidates with `reasons` reasons at tiny, one more candidate for each later one.
std::vector<record::EpisodeRow> manyReasons(int reasons) {
  std::vector<record::EpisodeRow> rows;
  for (int reason = 0; reason < reasons; ++reason) {
    for (int i = 0; i <= reason; ++i) {
      record::EpisodeRow row;
      row.key = {1, reason, i};
      row.phase = "train";
      row.furthest_stage = Stage::kCompile;
      row.rejected_at = Stage::kTiny;
      row.reason_code = "reason_" + std::to_string(reason);
      rows.push_back(row);
    }
  }
  return rows;
}

/// A shown view of the sample run.
class ShownFunnel {
 public:
  ShownFunnel() : rows(samples::rows(60, 32)) {
    view.resize(1100, 700);
    view.addEpisodes(samples::shared(rows));
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.refreshNow();
  }
  qsizetype matching(const QString& filter) const {
    const EpisodeFilter parsed = EpisodeFilter::parse(filter);
    return std::count_if(rows.begin(), rows.end(),
                         [&](const auto& row) { return parsed.matches(row); });
  }

  std::vector<record::EpisodeRow> rows;
  FunnelView view;
};

}  // namespace

record::FunnelSummary TestFunnel::summaryOf(const std::vector<record::EpisodeRow>& rows) {
  record::Funnel funnel;
  funnel.add(rows);
  return funnel.summary();
}

void TestFunnel::heightsAreInProportion() {
  const record::FunnelSummary summary = summaryOf(samples::rows(60, 32));
  const FunnelLayout layout = layoutFunnel(summary, {900, 400}, 15);
  QCOMPARE(layout.nodes.size(), std::size_t{4});  // no GPU: nothing came to timing
  const double whole = layout.nodes[0].bar.height();
  for (const FunnelNode& node : layout.nodes) {
    const double wanted = whole * double(node.reached) / double(summary.total);
    QVERIFY(std::fabs(node.bar.height() - wanted) < 1e-6);
    QVERIFY(node.bar.top() == layout.nodes[0].bar.top());
  }
  const FunnelExit& accepted = layout.exits.back();
  QVERIFY(accepted.flow.accepted);
  QVERIFY(std::fabs(accepted.bar.height() -
                    whole * double(summary.accepted) / double(summary.total)) < 1e-6);
  QVERIFY(layoutFunnel({}, {900, 400}, 15).nodes.empty());
}

void TestFunnel::manyReasonsShareOneExit() {
  const record::FunnelSummary summary = summaryOf(manyReasons(20));
  const FunnelLayout layout = layoutFunnel(summary, {900, 400}, 15);
  std::int64_t count = 0;
  for (const FunnelExit& exit : layout.exits) count += exit.flow.count;
  QCOMPARE(count, summary.total);
  const FunnelExit& rest = layout.exits.back();
  QVERIFY(rest.others > 1);
  QCOMPARE(rest.others + int(rest.listed.size()), 20);
  const EpisodeFilter filter =
      EpisodeFilter::parse(stageFilter(Stage::kTiny, rest.listed, record::FunnelQuery()));
  QVERIFY(filter.problem().isEmpty());
  std::int64_t matching = 0;
  for (const record::EpisodeRow& row : manyReasons(20)) matching += filter.matches(row) ? 1 : 0;
  QCOMPARE(matching, rest.flow.count);
}

void TestFunnel::noWordsLieOverEachOther_data() {
  QTest::addColumn<QSizeF>("size");
  QTest::addColumn<double>("row");
  QTest::newRow("usual") << QSizeF(690, 380) << 15.0;
  QTest::newRow("small") << QSizeF(420, 240) << 13.0;
  QTest::newRow("large letters") << QSizeF(900, 500) << 19.0;
  QTest::newRow("wide") << QSizeF(2400, 300) << 15.0;
}

void TestFunnel::noWordsLieOverEachOther() {
  QFETCH(QSizeF, size);
  QFETCH(double, row);
  auto rows = samples::rows(60, 32);
  const auto more = manyReasons(12);
  rows.insert(rows.end(), more.begin(), more.end());
  const FunnelLayout layout = layoutFunnel(summaryOf(rows), size, row);
  std::vector<QRectF> boxes;
  for (const FunnelNode& node : layout.nodes) boxes.push_back(node.head);
  for (const FunnelExit& exit : layout.exits) boxes.push_back(exit.label);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    QVERIFY(QRectF(QPointF(), size).contains(boxes[a]));
    for (std::size_t b = a + 1; b < boxes.size(); ++b) QVERIFY(!boxes[a].intersects(boxes[b]));
  }
}

void TestFunnel::filtersFindExactlyTheCandidatesOfAFlow() {
  const auto rows = samples::rows(60, 32);
  const record::FunnelSummary summary = summaryOf(rows);
  QVERIFY(summary.flows.size() > 3);
  for (const record::FunnelFlow& flow : summary.flows) {
    const EpisodeFilter filter = EpisodeFilter::parse(flowFilter(flow, {}));
    QVERIFY2(filter.problem().isEmpty(), qPrintable(filter.problem()));
    const auto matching = std::count_if(rows.begin(), rows.end(),
                                        [&](const auto& row) { return filter.matches(row); });
    QCOMPARE(matching, flow.count);
  }
}

void TestFunnel::emptyStateUntilCandidatesCome() {
  FunnelView view;
  view.resize(700, 500);
  view.show();
  QVERIFY(view.emptyState()->isVisible());
  QVERIFY(!view.exportAction()->isEnabled());
  view.addEpisodes(samples::shared(samples::rows(2, 8)));
  QTRY_VERIFY(!view.emptyState()->isVisible());
  QVERIFY(view.flows()->isVisible());
  view.clear();
  QVERIFY(view.emptyState()->isVisible());
}

void TestFunnel::clickLeadsToTheEpisodes() {
  ShownFunnel shown;
  QSignalSpy wanted(&shown.view, &FunnelView::episodesRequested);
  for (const FunnelExit& exit : shown.view.flows()->layoutOfFlows().exits) {
    QTest::mouseClick(shown.view.flows(), Qt::LeftButton, {}, exit.label.center().toPoint());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(shown.matching(wanted.takeFirst().at(0).toString()), exit.flow.count);
  }
  const FunnelNode& tiny = shown.view.flows()->layoutOfFlows().nodes[2];
  QTest::mouseClick(shown.view.flows(), Qt::LeftButton, {}, tiny.bar.center().toPoint());
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(shown.matching(wanted.takeFirst().at(0).toString()), tiny.reached - tiny.passed);
  // Beside everything.
  QTest::mouseClick(shown.view.flows(), Qt::LeftButton, {},
                    QPoint(shown.view.flows()->width() - 3, shown.view.flows()->height() - 3));
  QCOMPARE(wanted.count(), 0);
}

void TestFunnel::keysGoThroughTheWaysOut() {
  ShownFunnel shown;
  FunnelFlowView* flows = shown.view.flows();
  QSignalSpy wanted(&shown.view, &FunnelView::episodesRequested);
  QSignalSpy pointed(flows, &FunnelFlowView::pointedAt);
  flows->setFocus(Qt::TabFocusReason);
  QCOMPARE(flows->current(), 0);
  QTest::keyClick(flows, Qt::Key_Right);
  QCOMPARE(flows->layoutOfFlows().exits[std::size_t(flows->current())].flow.stage, Stage::kCompile);
  QVERIFY(pointed.last().at(0).toString().contains(QStringLiteral("compile error")));
  QVERIFY(flows->accessibleDescription().contains(QStringLiteral("compile error")));
  QTest::keyClick(flows, Qt::Key_End);
  QVERIFY(flows->layoutOfFlows().exits[std::size_t(flows->current())].flow.accepted);
  QTest::keyClick(flows, Qt::Key_Left);
  QTest::keyClick(flows, Qt::Key_Return);
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(wanted.first().at(0).toString(), QStringLiteral("rejected:full reason=wrong_values"));
}

void TestFunnel::dragChoosesSteps() {
  ShownFunnel shown;
  FunnelChart* chart = shown.view.chart();
  QSignalSpy chosen(&shown.view, &FunnelView::rangeChosen);
  QSignalSpy cursor(&shown.view, &FunnelView::cursorMoved);
  const int y = int(chart->plotRect().center().y());
  const QPoint from(int(std::lround(chart->xOf(20))), y);
  const QPoint to(int(std::lround(chart->xOf(40))), y);
  QTest::mousePress(chart, Qt::LeftButton, {}, to);
  QTest::mouseMove(chart, (from + to) / 2);
  QTest::mouseMove(chart, from);
  QTest::mouseRelease(chart, Qt::LeftButton, {}, from);
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(chosen.first(), (QVariantList{20.0, 40.0}));
  QCOMPARE(cursor.count(), 0);
  QTest::mouseClick(chart, Qt::LeftButton, {}, to);
  QCOMPARE(cursor.count(), 1);
  QCOMPARE(cursor.first().first().toDouble(), 40.0);
  QSignalSpy cleared(&shown.view, &FunnelView::rangeCleared);
  QTest::mouseDClick(chart, Qt::LeftButton, {}, to);
  QCOMPARE(cleared.count(), 1);
}

void TestFunnel::keysChooseSteps() {
  ShownFunnel shown;
  FunnelChart* chart = shown.view.chart();
  shown.view.setCursorStep(30);
  QSignalSpy chosen(&shown.view, &FunnelView::rangeChosen);
  QSignalSpy cursor(&shown.view, &FunnelView::cursorMoved);
  QTest::keyClick(chart, Qt::Key_Left);
  QCOMPARE(cursor.last().first().toDouble(), 29.0);
  QTest::keyClick(chart, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(chart, Qt::Key_Right, Qt::ShiftModifier);
  QCOMPARE(chosen.last(), (QVariantList{29.0, 31.0}));
  QTest::keyClick(chart, Qt::Key_Home, Qt::ShiftModifier);
  QCOMPARE(chosen.last(), (QVariantList{1.0, 29.0}));
  QSignalSpy cleared(&shown.view, &FunnelView::rangeCleared);
  QTest::keyClick(chart, Qt::Key_Escape);
  QCOMPARE(cleared.count(), 1);
}

void TestFunnel::rangeLimitsPictureAndTable() {
  ShownFunnel shown;
  QCOMPARE(shown.view.summary().total, std::int64_t{60} * 32);
  QVERIFY(!shown.view.wholeRunAction()->isEnabled());
  shown.view.setRange(std::pair(11.0, 20.0));
  QTRY_COMPARE(shown.view.summary().total, std::int64_t{320});
  std::int64_t counted = 0;
  const QAbstractItemModel* table = shown.view.table()->model();
  for (int row = 0; row < table->rowCount(); ++row) {
    counted += table->index(row, 2).data().toString().toInt();
  }
  QCOMPARE(counted, std::int64_t{320});
  QVERIFY(shown.view.wholeRunAction()->isEnabled());
  QCOMPARE(int(shown.view.chart()->bins().size()), 60);  // the chart shows where one is
}

void TestFunnel::phaseWithoutCandidatesSaysSo() {
  std::vector<record::EpisodeRow> rows = manyReasons(3);
  for (record::EpisodeRow& row : rows) {
    row.key.step += 4;
    row.phase = "grpo";
  }
  FunnelView view;
  view.resize(900, 600);
  view.addEpisodes(samples::shared(rows));
  view.setPhases({{"sft", "sft", "none", 1, 4}, {"grpo", "grpo", "none", 5, 6}});
  view.show();
  QVERIFY(QTest::qWaitForWindowActive(&view));
  view.refreshNow();
  // The steps of both phases have their place, also those without candidates.
  FunnelChart* chart = view.chart();
  QCOMPARE(chart->phases().size(), std::size_t{2});
  QVERIFY(chart->xOf(4.5) > chart->plotRect().left() + chart->plotRect().width() / 2);
  QVERIFY(view.phaseBox()->isVisible());
  QVERIFY(view.flows()->isVisible());
  view.phaseBox()->setFocus();
  QTest::keyClick(view.phaseBox(), Qt::Key_Down);  // all phases, sft, grpo
  QCOMPARE(view.phaseBox()->currentText(), QStringLiteral("sft"));
  QVERIFY(view.nothingChosen()->isVisible());
  QCOMPARE(view.nothingChosen()->accessibleName(), QStringLiteral("sft judges no candidates"));
  QTest::keyClick(view.phaseBox(), Qt::Key_Down);
  QVERIFY(view.flows()->isVisible());
  QCOMPARE(view.summary().total, std::int64_t(rows.size()));
}

void TestFunnel::levelIsPartOfTheFilter() {
  ShownFunnel shown;
  QVERIFY(shown.view.levelBox()->isVisible());
  QVERIFY2(!shown.view.phaseBox()->isVisible(), "a choice of one phase");
  shown.view.levelBox()->setFocus();
  QTest::keyClick(shown.view.levelBox(), Qt::Key_End);
  QCOMPARE(shown.view.query().level, 2);
  QCOMPARE(shown.view.summary().total, shown.matching(QStringLiteral("level:2")));
  QSignalSpy wanted(&shown.view, &FunnelView::episodesRequested);
  shown.view.flows()->setFocus();
  QTest::keyClick(shown.view.flows(), Qt::Key_End);
  QTest::keyClick(shown.view.flows(), Qt::Key_Space);
  QCOMPARE(wanted.first().first().toString(), QStringLiteral("is:accepted stage:full level:2"));
}

void TestFunnel::enterInTheTableLeadsToTheEpisodes() {
  ShownFunnel shown;
  QSignalSpy wanted(&shown.view, &FunnelView::episodesRequested);
  TableView* table = shown.view.table();
  QVERIFY(table->isVisible());
  table->sortByColumn(2, Qt::DescendingOrder);
  table->setFocus();
  table->setCurrentIndex(table->model()->index(1, 0));
  QTest::keyClick(table, Qt::Key_Return);
  QCOMPARE(wanted.count(), 1);
  const QString count = table->model()->index(1, 2).data().toString();
  QCOMPARE(QString::number(shown.matching(wanted.first().first().toString())), count);
  shown.view.copyTable();
  QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')),
           table->model()->rowCount());
}

void TestFunnel::commonestReasonsAreSentencesThatOpenTheirEpisodes() {
  FunnelView view;
  view.resize(700, 500);
  std::vector<record::EpisodeRow> rows;
  for (int step = 1; step <= 80; ++step) {
    for (int i = 0; i < 10; ++i) {
      record::EpisodeRow row;
      row.key = {step, 0, i};
      row.phase = "train";
      row.accepted = i >= (step < 40 ? 5 : 1);
      row.furthest_stage = row.accepted ? Stage::kFull : Stage::kStatic;
      row.rejected_at = row.accepted ? Stage::kNone : Stage::kCompile;
      row.reason_code = row.accepted ? "ok" : "compile_error";
      if (!row.accepted) {
        row.reason_message =
            "kernel k" + std::to_string(i) +
            "_kernel: AttributeError: module 'triton.language' has no attribute 'gelu' in `x = "
            "tl.gelu(x)` (line 11)";
      }
      rows.push_back(row);
    }
  }
  view.addEpisodes(samples::shared(rows));
  view.show();
  QVERIFY(QTest::qWaitForWindowActive(&view));
  view.refreshNow();
  view.reasonsAction()->trigger();
  TableView* table = view.reasons()->table();
  QVERIFY(table->isVisible());
  QVERIFY(!view.flows()->isVisible());
  QCOMPARE(table->model()->rowCount(), 1);
  QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("tl.gelu does not exist"));
  QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("17.2 %"));
  QCOMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("falling since step 40"));
  // The last 20 steps, by keys; then a click opens their episodes.
  view.reasons()->stepsBox()->setFocus();
  QTest::keyClick(view.reasons()->stepsBox(), Qt::Key_Home);
  QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("10.0 %"));
  QSignalSpy steps(&view, &FunnelView::reasonStepsWanted);
  QSignalSpy wanted(&view, &FunnelView::episodesRequested);
  const QRect cell = table->visualRect(table->model()->index(0, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
  QCOMPARE(steps.count(), 1);
  QCOMPARE(steps.at(0).at(0).toDouble(), 61.0);
  QCOMPARE(wanted.count(), 1);
  const EpisodeFilter filter = EpisodeFilter::parse(wanted.at(0).at(0).toString());
  QVERIFY(filter.problem().isEmpty());
  QCOMPARE(
      std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return filter.matches(row); }),
      39 * 5 + 41);
}

void TestFunnel::csvHasEveryFlowAndEveryStep() {
  ShownFunnel shown;
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("a.csv"));
  QVERIFY(shown.view.exportFlows(file));
  const QString flows = QString::fromStdString(*read_file(file.toStdString()));
  QCOMPARE(flows.count(QLatin1Char('\n')), int(shown.view.summary().flows.size()) + 1);
  QVERIFY(flows.contains(QStringLiteral("full,rejected,\"wrong_values\",")));
  QVERIFY(shown.view.exportSteps(file));
  const QString steps = QString::fromStdString(*read_file(file.toStdString()));
  QCOMPARE(steps.count(QLatin1Char('\n')), 61);
  QVERIFY(!shown.view.exportSteps(folder.filePath(QStringLiteral("none/a.csv"))));
}

QTEST_MAIN(TestFunnel)
#include "tst_funnel.moc"
