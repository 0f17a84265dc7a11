// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <set>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/inputs/error_map_view.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/verdict_words.h"

using namespace nereid;
using namespace nereid::widgets;

class TestInputs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void inputsSelectTheFailedOne();
  void theMapShowsWhereAnOutputDiffers();
  void theCellUnderThePointerIsThePaintedOne();
  void rowsComeBeforeWordsInALowDock();
  void inputsWithoutAnyExplainWhy();
  void theResultHasWordsInANarrowDock();
  void whatIsClearedKeepsNoWords();
  void theFirstWrongElementLeadsIntoTheMap();
  void advisoryInputsNeitherPassNorFail();
  void anAuditStandsBelowTheInputs();
};

void TestInputs::inputsSelectTheFailedOne() {
  InputsTable table;
  table.setVerdict(samples::rejectedEpisode().verdict);
  QCOMPARE(table.model()->rowCount(), 6);
  QCOMPARE(table.view()->currentIndex().row(), 4);
  QVERIFY(table.model()->index(4, 5).data().toString().contains(
      QStringLiteral("31,968 of 31,968 wrong, first at [0, 0]")));
  QVERIFY(table.reasonLabel()->text().contains(QStringLiteral("larger dims")));
  QSignalSpy picked(&table, &InputsTable::inputSelected);
  table.show();
  table.view()->setFocus();
  QTest::keyClick(table.view(), Qt::Key_Up);
  QCOMPARE(picked.count(), 1);
  QCOMPARE(picked[0][0].toInt(), 3);
}

void TestInputs::theMapShowsWhereAnOutputDiffers() {
  InputsTable table;
  table.resize(900, 300);
  table.show();
  table.setVerdict(samples::rejectedEpisode().verdict);
  ErrorMapView* map = table.mapView();
  QVERIFY(map->isVisible() && map->hasMap());
  QCOMPARE(map->summary(), QStringLiteral("31,968 of 31,968 beyond the bound \u00B7 96\u00D7333"));
  map->setFocus();
  QTest::keyClick(map, Qt::Key_Right);
  QCOMPARE(map->currentCell(), QPoint(0, 0));
  QVERIFY(map->accessibleDescription().startsWith(QStringLiteral("rows 0 to 2, columns 0 to 5: ")));
  QTest::keyClick(map, Qt::Key_Down);
  for (int i = 0; i < 60; ++i) QTest::keyClick(map, Qt::Key_Right);
  QCOMPARE(map->currentCell(), QPoint(verify::kMapColumns - 1, 1));
  QVERIFY(map->accessibleDescription().contains(QStringLiteral("columns 326 to 332")));
  QVERIFY(map->accessibleDescription().contains(QStringLiteral("NaN")));
  QTest::keyClick(map, Qt::Key_C, Qt::ControlModifier);
  const QStringList rows = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
  QCOMPARE(rows.size(), verify::kMapRows + 1);
  QCOMPARE(rows[0].split(QLatin1Char('\t')).size(), verify::kMapColumns);
  QVERIFY(rows[0].endsWith(QStringLiteral("inf")));
  table.view()->setFocus();
  QTest::keyClick(table.view(), Qt::Key_Up);
  QVERIFY(!map->hasMap());
  QCOMPARE(map->summary(), QStringLiteral("Every element is within the bound."));
  table.setVerdict(samples::acceptedEpisode().verdict);
  QVERIFY(!map->isVisible());
}

void TestInputs::theCellUnderThePointerIsThePaintedOne() {
  verify::ErrorMapper mapper({7, 11});  // neighbours of unlike colour
  for (int i = 0; i < 7 * 11; ++i) mapper.add(i % 2 == 0 ? 0 : verify::kMismatchLevel);
  const auto map = std::make_shared<const verify::ErrorMap>(mapper.take());
  ErrorMapView view;
  view.resize(230, 200);
  view.setMap(map);
  view.show();
  const QImage picture = view.grab().toImage();
  std::set<int> rows, columns;
  const auto look = [&](QPoint place) {
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    const QPoint cell = view.currentCell();
    if (cell.x() < 0) return true;
    rows.insert(cell.y());
    columns.insert(cell.x());
    return picture.pixelColor(place) == errorColor(map->level(cell.y(), cell.x()));
  };
  for (int x = 0; x < view.width(); ++x) QVERIFY2(look({x, 80}), qPrintable(QString::number(x)));
  for (int y = 0; y < view.height(); ++y) QVERIFY2(look({100, y}), qPrintable(QString::number(y)));
  QCOMPARE(rows.size(), std::size_t{7});
  QCOMPARE(columns.size(), std::size_t{11});
}

// Where the dock is low, words give way to rows.
void TestInputs::rowsComeBeforeWordsInALowDock() {
  InputsTable table;
  table.setVerdict(samples::rejectedEpisode().verdict);
  for (const int height : {130, 160, 200, 260, 400}) {
    table.resize(600, height);
    table.show();
    QCoreApplication::processEvents();
    table.view()->scrollTo(table.view()->currentIndex());
    const QRect failed = table.view()->visualRect(table.view()->currentIndex());
    QVERIFY2(table.view()->viewport()->rect().contains(failed.adjusted(0, 1, -1, -1)),
             qPrintable(QString::number(height)));
  }
}

void TestInputs::inputsWithoutAnyExplainWhy() {
  InputsTable table;
  table.setVerdict(samples::emptyEpisode().verdict);
  QCOMPARE(table.model()->rowCount(), 0);
  QVERIFY(table.reasonLabel()->text().contains(QStringLiteral("no code")));
}

// "…" is no answer: the map gives way, and comes when it is asked for.
void TestInputs::theResultHasWordsInANarrowDock() {
  InputsTable table;
  table.resize(900, 300);
  table.show();
  table.setVerdict(samples::rejectedEpisode().verdict);
  QVERIFY(table.mapView()->isVisible());
  table.resize(520, 300);
  QTRY_VERIFY(!table.mapView()->isVisible());
  const int letter = QFontMetrics(theme().textFont()).averageCharWidth();
  QTRY_VERIFY(table.view()->columnWidth(5) >= 12 * letter);
  table.resize(900, 300);
  QTRY_VERIFY(table.mapView()->isVisible());
}

// A run that begins shows nothing yet, and says nothing of what was judged before it.
void TestInputs::whatIsClearedKeepsNoWords() {
  InputsTable table;
  table.resize(600, 300);
  table.show();
  const auto says = [&](const QString& words) {
    const auto labels = table.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->isVisible() && label->text().contains(words);
    });
  };
  QVERIFY(says(QStringLiteral("No inputs to show")));
  table.setVerdict(samples::emptyEpisode().verdict);
  QVERIFY(says(QStringLiteral("No input was run")));
  table.clear();
  QVERIFY(!says(QStringLiteral("No input was run")));
  QVERIFY(says(QStringLiteral("No inputs to show")));
}

void TestInputs::theFirstWrongElementLeadsIntoTheMap() {
  verify::Verdict verdict = samples::rejectedEpisode().verdict;
  const auto bad = std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                                [](const auto& input) { return !input.passed; });
  QVERIFY(bad != verdict.inputs.end());
  verify::ErrorMapper mapper({3, 4, 100});
  for (int i = 0; i < 1200; ++i) mapper.add(i == 730 ? 50 : 0);
  bad->error_map = std::make_shared<const verify::ErrorMap>(mapper.take());
  bad->wrong_elements = 1;
  bad->first_wrong_index = {1, 3, 30};
  bad->expected_value = 0.125;
  bad->actual_value = -2.5;
  InputsTable table;
  table.resize(900, 400);
  table.setVerdict(verdict);
  table.show();
  QVERIFY(QTest::qWaitForWindowActive(&table));
  QCOMPARE(
      table.firstWrong()->text(),
      QStringLiteral("First wrong element: [1, 3, 30], expected 0.125000, got \u22122.500000"));
  QTest::mouseClick(table.firstWrong(), Qt::LeftButton);
  const QPoint cell = table.mapView()->currentCell();
  QCOMPARE(cell.y(), 7);  // 12 rows, a cell each
  QCOMPARE(cell.x(), int(verify::cell_of(30, verify::kMapColumns, 100)));
  QVERIFY(table.mapView()->hasFocus());
  QVERIFY(!table.mapView()->showElement({1, 3}));
  QVERIFY(!table.mapView()->showElement({1, 3, 100}));
  table.selectInput(bad == verdict.inputs.begin() ? 1 : 0);
  QVERIFY(!table.firstWrong()->isVisible());
}

void TestInputs::advisoryInputsNeitherPassNorFail() {
  verify::Verdict verdict = samples::acceptedEpisode().verdict;
  verify::InputResult strided = verdict.inputs[1];
  strided.variant = "strided";
  strided.advisory = true;
  strided.passed = false;
  strided.wrong_elements = 12;
  verify::InputResult special = verdict.inputs[1];
  special.variant = "special";
  special.advisory = true;
  verify::InputResult apart = verdict.inputs[1];
  apart.variant = "apart";
  apart.applicable = false;
  apart.detail = "no sizes are equal by chance";
  verdict.inputs.insert(verdict.inputs.end(), {strided, special, apart});
  verdict.flags = {"strided_inputs"};
  InputsTable table;
  table.show();
  table.setVerdict(verdict);
  const auto result = [&](int row, int role) { return table.model()->index(row, 5).data(role); };
  const auto tone = [&](int row) {
    return result(row, Qt::ForegroundRole).value<QBrush>().color();
  };
  QCOMPARE(table.head()->note(), QStringLiteral("6 of 6 passed \u00B7 1 of 2 advisory flagged"));
  verdict.allclose = verify::Allclose{0.01, 1e-3};
  table.setVerdict(verdict);
  QVERIFY(table.head()->note().endsWith(
      QStringLiteral("flagged \u00B7 allclose rtol 0.01 atol 0.001")));
  QVERIFY(!table.view()->currentIndex().isValid());
  QCOMPARE(result(6, Qt::DisplayRole).toString(),
           QStringLiteral("~ flag \"strided inputs\": 12 of 9,600 wrong"));
  QCOMPARE(tone(6), theme().color(Role::kWarning));
  QVERIFY(result(6, Qt::ToolTipRole).toString().contains(flagMeaning("strided_inputs")));
  QCOMPARE(result(7, Qt::DisplayRole).toString(), QStringLiteral("~ agrees (advisory)"));
  QCOMPARE(tone(7), theme().color(Role::kSecondary));
  QVERIFY(result(7, Qt::ToolTipRole).toString().contains(QStringLiteral("reject nothing")));
  QVERIFY(result(8, Qt::DisplayRole).toString().endsWith(QStringLiteral("equal by chance")));
  QCOMPARE(table.model()->index(8, 0).data().toString(), QStringLiteral("equal dims apart"));
  QCOMPARE(table.model()->index(8, 0).data(Qt::ToolTipRole).toString(), variantMeaning("apart"));
}

void TestInputs::anAuditStandsBelowTheInputs() {
  verify::Verdict verdict = samples::acceptedEpisode().verdict;
  verdict.audit = {{"memcheck", 0, "", 0, 9100, ""},
                   {"initcheck", 2, "Uninitialized read in candidate.py:12", 12, 8000, ""},
                   {"racecheck", 0, "", 0, 60000, "it took more than 60 s"}};
  InputsTable table;
  table.setVerdict(verdict);
  const QStringList lines = table.reasonLabel()->text().split(QLatin1Char('\n'));
  QCOMPARE(lines.size(), 4);
  QCOMPARE(lines[1], QStringLiteral("memcheck: nothing found (9.1 s)"));
  QVERIFY(lines[2].contains(QStringLiteral("candidate.py:12")));
  QCOMPARE(lines[3], QStringLiteral("racecheck: it took more than 60 s"));
}

QTEST_MAIN(TestInputs)
#include "tst_inputs.moc"
