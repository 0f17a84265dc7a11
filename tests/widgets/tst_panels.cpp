// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFontInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <set>

#include "tests/widgets/sample_data.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/compiler_table.h"
#include "widgets/code/level_view.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/inputs/error_map_view.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/look/watchdog.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/run_list.h"
#include "widgets/verdict/flag_line.h"
#include "widgets/verdict/reward_table.h"
#include "widgets/verdict/verdict_difference.h"
#include "widgets/words/verdict_words.h"

using namespace nereid;
using namespace nereid::widgets;

class TestPanels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void everyFocusableControlHasAName();
  void labelsAndButtonsShowTheirWholeText_data();
  void labelsAndButtonsShowTheirWholeText();
  void newRowsDoNotMoveWhatIsRead();
  void theVerdictHasRoomInANarrowList();
  void anEpisodeThatTheFilterTookComesBackChosen();
  void marginsOutliveAThemeChange();
  void theLogTellsAStateOnce();
  void chipJumpsToTheNewest();
  void filterLineFiltersWhileTyping();
  void badFilterIsExplained();
  void episodeSelectionSurvivesFilterAndRows();
  void tablesCopyAsText();
  void inputsSelectTheFailedOne();
  void theMapShowsWhereAnOutputDiffers();
  void theCellUnderThePointerIsThePaintedOne();
  void inputsWithoutAnyExplainWhy();
  void theFirstWrongElementLeadsIntoTheMap();
  void advisoryInputsNeitherPassNorFail();
  void flagsExplainThemselves();
  void anAuditStandsBelowTheInputs();
  void runListTellsAndSelects();
  void replayBarWorksByKeyboardAndMouse();
  void replayViewShowsOnlyWhatHasHappened();
  void logKeepsItsPlace();
  void equalVerdictsShowNoDifference();
  void differencesThatMatterAreTold();
  void fontsSurviveMovingToAnotherParent();
  void watchdogSeesABlock();
};

namespace {

struct Everything {
  ReplayModel replay;
  std::map<QString, record::MetricSeries> metrics = samples::metrics(60);
  std::vector<std::unique_ptr<QWidget>> views;

  Everything() {
    auto episode = std::make_shared<record::Episode>(samples::rejectedEpisode());
    replay.setEpisode(episode);
    auto* runs = add<RunList>();
    runs->setRuns(samples::runs());
    auto* curves = add<CurvesView>();
    curves->setSource([this](const QString& key) {
      const auto found = metrics.find(key);
      return found == metrics.end() ? nullptr : &found->second;
    });
    curves->setTableVisible(true);
    add<EpisodeList>()->addRows(samples::shared(samples::rows(20, 8)));
    add<CodeCompare>()->setEpisode(*episode, 8);
    add<InputsTable>()->setVerdict(episode->verdict);
    add<CompilerTable>()->setVerdict(episode->verdict);
    add<LevelView>()->setVerdict(samples::compiledVerdict());
    add<LevelView>()->setVerdict(episode->verdict);
    add<RewardTable>()->setEpisode(*episode);
    add<LogView>()->addEvents(
        std::make_shared<const std::vector<record::Event>>(samples::events()));
    add<VerdictDifferenceView>()->setVerdicts(episode->verdict, samples::acceptedEpisode().verdict);
    add<EmptyState>()->setContent(IconId::kRuns, QStringLiteral("Nothing"),
                                  QStringLiteral("Do something."), QStringLiteral("Do it"));
    views.push_back(std::make_unique<ReplayBar>(&replay));
    views.push_back(std::make_unique<ReplayView>(&replay));
  }

  template <class T>
  T* add() {
    views.push_back(std::make_unique<T>());
    return static_cast<T*>(views.back().get());
  }
};

QString describe(const QWidget* widget) {
  return QStringLiteral("%1 in %2")
      .arg(QLatin1String(widget->metaObject()->className()),
           QLatin1String(widget->window()->metaObject()->className()));
}

}  // namespace

void TestPanels::everyFocusableControlHasAName() {
  Everything all;
  for (const auto& view : all.views) {
    view->resize(900, 500);
    view->show();
    QCoreApplication::processEvents();
    for (QWidget* control : view->findChildren<QWidget*>()) {
      if (!(control->focusPolicy() & Qt::TabFocus) || !control->isVisible() ||
          control->objectName().startsWith(QLatin1String("qt_"))) {
        continue;
      }
      QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(control);
      QVERIFY2(accessible != nullptr, qPrintable(describe(control)));
      QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(), qPrintable(describe(control)));
    }
  }
}

void TestPanels::labelsAndButtonsShowTheirWholeText_data() {
  QTest::addColumn<int>("base");
  for (const int base : {11, 13, 16}) {
    QTest::addRow("%d px", base) << base;
  }
}

void TestPanels::labelsAndButtonsShowTheirWholeText() {
  QFETCH(int, base);
  theme().setBasePixelSize(base);
  Everything all;
  for (const auto& view : all.views) {
    view->resize(640, 420);
    view->show();
    QCoreApplication::processEvents();
    for (QLabel* label : view->findChildren<QLabel*>()) {
      if (label->isVisible() && !label->text().isEmpty() && !label->wordWrap() &&
          label->minimumSizeHint().width() > 0) {
        QVERIFY2(label->width() >= label->minimumSizeHint().width(),
                 qPrintable(describe(label) + label->text()));
      }
      if (label->isVisible() && !label->text().isEmpty()) {
        QVERIFY2(label->height() >= label->fontMetrics().height(),
                 qPrintable(describe(label) + label->text()));
      }
    }
    for (QAbstractButton* button : view->findChildren<QAbstractButton*>()) {
      const bool whole = qobject_cast<QToolButton*>(button) || qobject_cast<QPushButton*>(button) ||
                         qobject_cast<StatusChip*>(button);
      if (whole && button->isVisible() && !button->text().isEmpty()) {
        QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                 qPrintable(describe(button) + button->text()));
      }
    }
  }
  theme().setBasePixelSize(13);
}

void TestPanels::newRowsDoNotMoveWhatIsRead() {
  EpisodeList list;
  list.resize(700, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  list.view()->verticalScrollBar()->setValue(10 * theme().rowHeight() + 7);
  const qint64 anchor = list.proxy()->row(list.view()->rowAt(0)).id;
  const int place = list.view()->rowViewportPosition(list.view()->rowAt(0));
  list.addRows(samples::shared(samples::rows(2, 16, 1000, 21)));
  QCOMPARE(list.proxy()->row(list.view()->rowAt(0)).id, anchor);
  QCOMPARE(list.view()->rowViewportPosition(list.view()->rowAt(0)), place);
  QVERIFY(list.newChip()->isVisible());
  QCOMPARE(list.newChip()->text(), QStringLiteral("32 new"));
}

void TestPanels::theVerdictHasRoomInANarrowList() {
  EpisodeList list;
  list.resize(420, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  const auto width = [&] { return list.view()->columnWidth(EpisodeModel::kVerdict); };
  const int wanted = 15 * QFontMetrics(theme().textFont()).averageCharWidth();
  QVERIFY2(width() >= wanted, qPrintable(QString::number(width())));
  QVERIFY(list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->horizontalScrollBar()->isVisible());
  list.resize(1000, 400);
  QTRY_VERIFY(!list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->isColumnHidden(EpisodeModel::kAdvantage));
  QVERIFY(width() >= wanted);
}

void TestPanels::anEpisodeThatTheFilterTookComesBackChosen() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  const record::EpisodeRow row = list.proxy()->row(40);
  list.selectEpisode(row.id);
  list.setFilter(QStringLiteral("level:%1").arg(3 - row.level));
  QCOMPARE(list.selectedEpisode(), 0);
  list.setFilter(QString());
  QCOMPARE(list.selectedEpisode(), row.id);
}

void TestPanels::marginsOutliveAThemeChange() {
  QWidget window;
  auto* layout = new QVBoxLayout(&window);
  auto* label = new QLabel(QStringLiteral("text"), &window);
  keepMargins(label, {10, 4, 10, 4});
  layout->addWidget(label);
  label->resize(4, 4);  // as a label that was never shown
  theme().setMode(ThemeMode::kDark);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QCOMPARE(label->contentsMargins(), QMargins(10, 4, 10, 4));
  theme().setMode(ThemeMode::kLight);
  QCOMPARE(label->contentsMargins(), QMargins(10, 4, 10, 4));
}

void TestPanels::theLogTellsAStateOnce() {
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

void TestPanels::chipJumpsToTheNewest() {
  EpisodeList list;
  list.resize(700, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  list.view()->verticalScrollBar()->setValue(200);
  list.addRows(samples::shared(samples::rows(1, 16, 1000, 21)));
  QTest::mouseClick(list.newChip(), Qt::LeftButton);
  QCOMPARE(list.view()->verticalScrollBar()->value(), 0);
  QCOMPARE(list.proxy()->row(0).key.step, 21);
  QVERIFY(!list.newChip()->isVisible());
}

void TestPanels::filterLineFiltersWhileTyping() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  list.filterLine()->setFocus();
  QTest::keyClicks(list.filterLine(), QStringLiteral("level:1"));
  QTRY_VERIFY(list.proxy()->rowCount() < 320);
  for (int i = 0; i < list.proxy()->rowCount(); ++i) {
    QCOMPARE(list.proxy()->row(i).level, 1);
  }
  QVERIFY(list.head()->status().endsWith(QStringLiteral("shown")));
  list.filterLine()->clear();
  QTRY_COMPARE(list.proxy()->rowCount(), 320);
}

void TestPanels::badFilterIsExplained() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(2, 16)));
  list.setFilter(QStringLiteral("stage:soon"));
  QVERIFY(list.head()->status().contains(QStringLiteral("soon")));
  QCOMPARE(list.proxy()->rowCount(), 32);
}

void TestPanels::episodeSelectionSurvivesFilterAndRows() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QSignalSpy selected(&list, &EpisodeList::episodeSelected);
  list.view()->setFocus();
  QTest::keyClick(list.view(), Qt::Key_Down);
  QTest::keyClick(list.view(), Qt::Key_Down);
  QVERIFY(selected.count() >= 1);
  const qint64 id = list.selectedEpisode();
  QVERIFY(id != 0);
  selected.clear();
  list.addRows(samples::shared(samples::rows(3, 16, 1000, 21)));
  QCOMPARE(list.selectedEpisode(), id);
  list.setFilter(
      QStringLiteral("step:%1").arg(list.model()->row(list.model()->rowOfId(id)).key.step));
  QCOMPARE(list.selectedEpisode(), id);
  QCOMPARE(selected.count(), 0);
}

void TestPanels::tablesCopyAsText() {
  RewardTable table;
  table.setEpisode(samples::rejectedEpisode());
  table.show();
  table.view()->setFocus();
  QTest::keyClick(table.view(), Qt::Key_C, Qt::ControlModifier);
  const QString copied = QApplication::clipboard()->text();
  QVERIFY2(copied.startsWith(QStringLiteral("part\tvalue\tmeaning\ncredit\t0.500")),
           qPrintable(copied));
  QVERIFY(copied.contains(QStringLiteral("advantage\t-0.610")));
}

void TestPanels::inputsSelectTheFailedOne() {
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

void TestPanels::theMapShowsWhereAnOutputDiffers() {
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

void TestPanels::theCellUnderThePointerIsThePaintedOne() {
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

void TestPanels::inputsWithoutAnyExplainWhy() {
  InputsTable table;
  table.setVerdict(samples::emptyEpisode().verdict);
  QCOMPARE(table.model()->rowCount(), 0);
  QVERIFY(table.reasonLabel()->text().contains(QStringLiteral("no code")));
}

void TestPanels::theFirstWrongElementLeadsIntoTheMap() {
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

void TestPanels::advisoryInputsNeitherPassNorFail() {
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

void TestPanels::flagsExplainThemselves() {
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

void TestPanels::anAuditStandsBelowTheInputs() {
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

void TestPanels::runListTellsAndSelects() {
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

void TestPanels::replayBarWorksByKeyboardAndMouse() {
  double now = 0;
  ReplayModel model([&now] { return now; });
  ReplayBar bar(&model);
  bar.resize(900, 90);
  bar.show();
  QVERIFY(QTest::qWaitForWindowActive(&bar));
  QVERIFY(!bar.playButton()->isEnabled());
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  bar.timeline()->setFocus();
  QTest::keyClick(bar.timeline(), Qt::Key_Home);
  QCOMPARE(model.positionMs(), 0.0);
  QTest::keyClick(bar.timeline(), Qt::Key_Right);
  QCOMPARE(model.phaseIndex(), 1);
  QTest::keyClick(bar.timeline(), Qt::Key_Space);
  QVERIFY(model.isPlaying());
  now = 100;
  QTRY_VERIFY(model.positionMs() > model.phases()[1].begin_ms);
  QTest::mouseClick(bar.playButton(), Qt::LeftButton);
  QVERIFY(!model.isPlaying());
  // A click in the "full" segment lands in that stage.
  const int full = 6;
  QTest::mouseClick(bar.timeline(), Qt::LeftButton, {},
                    bar.timeline()->segmentRect(full).center().toPoint());
  QCOMPARE(model.phase()->stage, verify::Stage::kFull);
  QTest::mouseClick(bar.stepBackButton(), Qt::LeftButton);
  QTest::mouseClick(bar.stepForwardButton(), Qt::LeftButton);
  for (int i = 1; i < bar.timeline()->segmentCount(); ++i) {
    QVERIFY(bar.timeline()->segmentRect(i).left() >= bar.timeline()->segmentRect(i - 1).right());
  }
  QVERIFY(bar.timeline()->segmentRect(bar.timeline()->segmentCount() - 1).right() <=
          bar.timeline()->width());
}

void TestPanels::replayViewShowsOnlyWhatHasHappened() {
  ReplayModel model;
  ReplayView view(&model);
  view.resize(900, 600);
  view.show();
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  QCOMPARE(view.eventsModel()->rowCount(), static_cast<int>(model.phases().size()));
  model.toStart();
  QCOMPARE(view.eventsModel()->rowCount(), 0);
  QVERIFY(view.completionView()->toPlainText().isEmpty());
  model.seek(model.phases()[1].begin_ms +
             0.5 * (model.phases()[1].end_ms - model.phases()[1].begin_ms));
  QCOMPARE(view.completionView()->toPlainText(), model.visibleCompletion());
  QVERIFY(!view.completionView()->toPlainText().isEmpty());
  QCOMPARE(view.eventsModel()->rowCount(), 1);
}

void TestPanels::logKeepsItsPlace() {
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

void TestPanels::equalVerdictsShowNoDifference() {
  verify::Verdict again = samples::rejectedEpisode().verdict;
  QVERIFY(compareVerdicts(samples::rejectedEpisode().verdict, again).isEmpty());
  again.total_ms = 400;
  again.inputs[0].error *= 1 + 1e-9;
  const auto differences = compareVerdicts(samples::rejectedEpisode().verdict, again);
  QCOMPARE(differences.size(), 1);
  QVERIFY(!differences[0].matters);
}

void TestPanels::differencesThatMatterAreTold() {
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

// As a dock does that floats and comes back.
void TestPanels::fontsSurviveMovingToAnotherParent() {
  ReplayModel model;
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  auto* view = new ReplayView(&model);
  QWidget first;
  view->setParent(&first);
  first.show();
  QCOMPARE(QFontInfo(view->completionView()->font()).family(), QStringLiteral("Nereid Mono"));
  QWidget second;
  second.show();
  view->setParent(&second);
  view->show();
  QCoreApplication::processEvents();
  QCOMPARE(QFontInfo(view->completionView()->font()).family(), QStringLiteral("Nereid Mono"));
}

void TestPanels::watchdogSeesABlock() {
  GuiWatchdog watchdog;
  watchdog.start();
  QTRY_VERIFY(watchdog.ticks() > 3);
  QElapsedTimer block;
  block.start();
  while (block.elapsed() < 40) {
  }
  const qint64 ticks = watchdog.ticks();
  QTRY_VERIFY(watchdog.ticks() > ticks);
  QVERIFY2(watchdog.longestBlockMs() >= 30, qPrintable(QString::number(watchdog.longestBlockMs())));
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
