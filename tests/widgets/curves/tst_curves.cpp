// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/curves/alarm_list.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/look/chip.h"
#include "widgets/look/legend_chips.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::widgets;

class TestCurves : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void init();
  void smoothingEqualsTheEngines();
  void smoothingFollowsReplacedTail();
  void atMostTwoPointsPerPixel();
  void spikeSurvives();
  void nonFiniteValuesAreMarkedAndNotBridged();
  void wheelZoomsAroundThePointer();
  void doubleClickShowsAllAgain();
  void dragPansAllPlots();
  void logarithmicTicksDoNotTouch();
  void pausedViewKeepsItsPicture();
  void cursorIsSharedAndListed();
  void shiftClickShowsTheDifference();
  void aCursorWaitsForItsData();
  void pinnedCursorStays();
  void valuesSortAndCopy();
  void alarmsAreListedMarkedAndLeadToEpisodes();
  void checkpointsAndPausesAreMarked();
  void phasesAreMarkedAndReached();
  void shortPhasesDoNotOverprint();
  void valuesSayNaNAndWhatIsMissing();
  void thePointerReadsValuesAndAClickGoesToTheStep();
  void theContextMenuKnowsItsStep();
  void evaluationsHaveAPlotWhereThereAreSome();
  void checkpointsInARowLeaveTheCurvesInSight();
  void stepTicksAreWholeNumbers();
  void csvHoldsWhatIsStored();
  void picturesAreWritten();
  void svgHasLegendAxesAndUnits();
  void hiddenViewDoesNotDraw();
  void anyMetricCanBePlotted();
  void plotsThatAreScrolledAwayAreNotPainted();
  void tableIsNeverScrolledSideways();
  void exportedPicturesNameEveryRun();
  void manyCurvesLeaveThePlotItsRoom();

 private:
  void show();
  void wheel(CurvePlot* plot, QPoint place, int delta, Qt::KeyboardModifiers modifiers = {});

  std::map<QString, record::MetricSeries> m_metrics;
  std::unique_ptr<CurvesView> m_view;
};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void TestCurves::init() {
  m_metrics = samples::metrics(200);
  m_view = std::make_unique<CurvesView>();
  m_view->resize(900, 600);
  m_view->setSource([this](const QString& key) {
    const auto found = m_metrics.find(key);
    return found == m_metrics.end() ? nullptr : &found->second;
  });
}

void TestCurves::show() {
  m_view->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
  QTRY_COMPARE(m_view->xRange(), (std::pair<double, double>(0, 200)));
}

void TestCurves::wheel(CurvePlot* plot, QPoint place, int delta, Qt::KeyboardModifiers modifiers) {
  QWheelEvent event(place, plot->plot()->mapToGlobal(place), {}, {0, delta}, Qt::NoButton,
                    modifiers, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(plot->plot(), &event);
}

void TestCurves::smoothingEqualsTheEngines() {
  record::MetricSeries source;
  SmoothedSeries smoothed;
  for (int i = 1; i <= 500; ++i) {
    source.append(i, i == 77 ? kNaN : i == 200 ? kInfinity : std::sin(i * 0.1) + 0.01 * i);
    if (i % 37 == 0) {
      smoothed.update(source, 0.9);
    }
  }
  smoothed.update(source, 0.9);
  const std::vector<double> expected = record::smooth(source.values(), 0.9);
  QCOMPARE(smoothed.series().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = smoothed.series().values()[i];
    if (std::isfinite(expected[i])) {
      QVERIFY2(std::fabs(value - expected[i]) < 1e-12, qPrintable(QString::number(i)));
    } else {
      QVERIFY(!std::isfinite(value));
    }
  }
}

void TestCurves::smoothingFollowsReplacedTail() {
  record::MetricSeries source;
  SmoothedSeries smoothed;
  for (int i = 1; i <= 100; ++i) {
    source.append(i, i);
  }
  smoothed.update(source, 0.5);
  for (int i = 60; i <= 80; ++i) {
    source.append(i, -i);
  }
  smoothed.update(source, 0.5);
  const std::vector<double> expected = record::smooth(source.values(), 0.5);
  QCOMPARE(smoothed.series().size(), expected.size());
  QVERIFY(std::fabs(smoothed.series().values().back() - expected.back()) < 1e-12);
}

void TestCurves::atMostTwoPointsPerPixel() {
  auto& reward = m_metrics[QStringLiteral("reward")];
  for (int i = 201; i <= 100'000; ++i) {
    reward.append(i, std::sin(i * 0.001));
  }
  CurvePlot plot;
  plot.resize(400, 200);
  plot.setSmoothing(0);
  plot.setSource([&](const QString&) { return &reward; });
  plot.setGroup(singleCurveGroup(QStringLiteral("reward")));
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 100'000);
  plot.replotNow();
  QVERIFY(plot.drawnPoints() > 100);
  QVERIFY2(plot.drawnPoints() <= 2 * plot.width() + 4,
           qPrintable(QString::number(plot.drawnPoints())));
}

void TestCurves::spikeSurvives() {
  record::MetricSeries series;
  for (int i = 1; i <= 100'000; ++i) {
    series.append(i, i == 54'321 ? 50.0 : 0.0);
  }
  CurvePlot plot;
  plot.resize(400, 200);
  plot.setSmoothing(0);
  plot.setGroup(singleCurveGroup(QStringLiteral("loss")));
  plot.setSource([&](const QString&) { return &series; });
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 100'000);
  plot.replotNow();
  double highest = 0;
  for (int g = 0; g < plot.plot()->graphCount(); ++g) {
    for (const QCPGraphData& point : *plot.plot()->graph(g)->data()) {
      highest = std::max(highest, std::isfinite(point.value) ? point.value : 0);
    }
  }
  QCOMPARE(highest, 50.0);
}

void TestCurves::nonFiniteValuesAreMarkedAndNotBridged() {
  record::MetricSeries series;
  for (int i = 1; i <= 50; ++i) {
    series.append(i, i == 10 ? kNaN : i == 20 ? kInfinity : i == 30 ? -kInfinity : 1.0);
  }
  CurvePlot plot;
  plot.resize(400, 200);
  plot.setSmoothing(0);
  plot.setGroup(singleCurveGroup(QStringLiteral("loss")));
  plot.setSource([&](const QString&) { return &series; });
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 50);
  plot.replotNow();
  QCOMPARE(plot.nonFiniteMarks(), 3);
  int holes = 0;
  for (int g = 0; g < plot.plot()->graphCount(); ++g) {
    for (const QCPGraphData& point : *plot.plot()->graph(g)->data()) {
      holes += std::isnan(point.value) ? 1 : 0;
    }
  }
  QCOMPARE(holes, 3);
}

void TestCurves::wheelZoomsAroundThePointer() {
  show();
  CurvePlot* plot = m_view->plots().front();
  const QPoint place = plot->plot()->rect().center();
  const double under = plot->plot()->xAxis->pixelToCoord(place.x());
  wheel(plot, place, 120);
  const auto [low, high] = m_view->xRange();
  QVERIFY(high - low < 200);
  QVERIFY(!m_view->isFollowing());
  QVERIFY(std::fabs(plot->plot()->xAxis->pixelToCoord(place.x()) - under) < 1e-6);
  for (const CurvePlot* other : m_view->plots()) {
    QCOMPARE(other->xLow(), low);
    QCOMPARE(other->xHigh(), high);
  }
  const double height = plot->plot()->yAxis->range().size();
  wheel(plot, place, 120, Qt::ControlModifier);
  QVERIFY(plot->plot()->yAxis->range().size() < height);
  QCOMPARE(m_view->xRange(), (std::pair<double, double>(low, high)));
}

void TestCurves::doubleClickShowsAllAgain() {
  show();
  CurvePlot* plot = m_view->plots().front();
  wheel(plot, plot->plot()->rect().center(), 240);
  QTest::mouseDClick(plot->plot(), Qt::LeftButton, {}, plot->plot()->rect().center());
  QCOMPARE(m_view->xRange(), (std::pair<double, double>(0, 200)));
  QVERIFY(m_view->isFollowing());
}

void TestCurves::dragPansAllPlots() {
  show();
  CurvePlot* plot = m_view->plots().front();
  const QPoint from = plot->plot()->rect().center();
  const auto drag = [&](int pixels) {
    QTest::mousePress(plot->plot(), Qt::LeftButton, {}, from);
    QTest::mouseMove(plot->plot(), from + QPoint(pixels, 0));
    QTest::mouseRelease(plot->plot(), Qt::LeftButton, {}, from + QPoint(pixels, 0));
  };
  wheel(plot, from, 480);
  const auto before = m_view->xRange();
  const double span = before.second - before.first;
  drag(-20);
  const auto after = m_view->xRange();
  QVERIFY(after.first > before.first);
  QVERIFY(std::fabs(after.second - after.first - span) < 1e-9);
  // And not beyond the data, either way.
  for (int i = 0; i < 20; ++i) drag(-from.x() + 2);
  QVERIFY(std::fabs(m_view->xRange().second - 200) < 1e-6);
  for (int i = 0; i < 20; ++i) drag(from.x() - 2);
  QVERIFY(std::fabs(m_view->xRange().first) < 1e-6);
  QVERIFY(std::fabs(m_view->xRange().second - span) < 1e-6);
}

void TestCurves::logarithmicTicksDoNotTouch() {
  show();
  m_view->setLogScale(true);
  QCoreApplication::processEvents();
  for (CurvePlot* plot : m_view->plots()) {
    QCPAxis* axis = plot->plot()->yAxis;
    if (axis->scaleType() != QCPAxis::stLogarithmic) continue;
    const int line = QFontMetrics(axis->tickLabelFont()).height();
    for (const auto& [low, high] : {std::pair(0.31, 0.83), std::pair(0.004, 2.0),
                                    std::pair(1e-9, 1e6), std::pair(3.0, 41.0)}) {
      axis->setRange(low, high);
      plot->plot()->replot();
      QVector<double> ticks;
      axis->ticker()->generate(axis->range(), QLocale(), u'g', 4, ticks, nullptr, nullptr);
      QVERIFY(!ticks.isEmpty());
      for (qsizetype i = 1; i < ticks.size(); ++i)
        QVERIFY(std::fabs(axis->coordToPixel(ticks[i]) - axis->coordToPixel(ticks[i - 1])) > line);
    }
  }
}

void TestCurves::pausedViewKeepsItsPicture() {
  show();
  m_view->setPaused(true);
  m_metrics[QStringLiteral("reward")].append(400, 0.5);
  m_view->dataChanged();
  QTest::qWait(0);
  QCOMPARE(m_view->xRange().second, 200.0);
  m_view->setPaused(false);
  QCOMPARE(m_view->xRange().second, 400.0);
}

void TestCurves::cursorIsSharedAndListed() {
  show();
  m_view->setTableVisible(true);
  QSignalSpy moved(m_view.get(), &CurvesView::cursorStepChanged);
  CurvePlot* plot = m_view->plots().front();
  // The table takes its room first.
  QTRY_VERIFY(plot->width() + m_view->valueTable()->width() < m_view->width());
  QTest::mouseMove(plot->plot(), plot->plot()->rect().center());
  QTRY_COMPARE(moved.count() > 0, true);
  QVERIFY(m_view->cursorStep().has_value());
  const double before = *m_view->cursorStep();
  plot->setFocus();
  QTest::keyClick(plot, Qt::Key_Right);
  QCOMPARE(*m_view->cursorStep(), before + 1);
  const CellModel* values = m_view->valueModel();
  QVERIFY(values->rowCount() >= 12);
  const auto index = static_cast<std::size_t>(before);
  QCOMPARE(values->index(0, 3).data(CellModel::kSortRole).toDouble(),
           m_metrics[QStringLiteral("reward")].values()[index]);
}

void TestCurves::shiftClickShowsTheDifference() {
  show();
  m_view->setTableVisible(true);
  m_view->setCursorStep(20);
  CurvePlot* plot = m_view->plots().front();
  const int x = static_cast<int>(plot->plot()->xAxis->coordToPixel(120));
  QTest::mouseClick(plot->plot(), Qt::LeftButton, Qt::ShiftModifier,
                    QPoint(x, plot->plot()->height() / 2));
  QVERIFY(m_view->secondCursorStep().has_value());
  const CellModel* values = m_view->valueModel();
  QCOMPARE(values->columnCount(), 7);  // plot, curve, at A, at B, B - A, per step, smoothed
  const auto& rewards = m_metrics[QStringLiteral("reward")].values();
  const double second = *m_view->secondCursorStep();
  const auto cell = [&](int column) {
    return values->index(0, column).data(CellModel::kSortRole).toDouble();
  };
  const double a = rewards[19];
  const double b = rewards[static_cast<std::size_t>(second) - 1];
  QCOMPARE(cell(2), a);
  QCOMPARE(cell(3), b);
  QCOMPARE(cell(4), b - a);
  QCOMPARE(cell(5), (b - a) / (second - 20));
  QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(*m_view->secondCursorStep(), second + 1);
  QTest::keyClick(plot, Qt::Key_Escape);
  QVERIFY(!m_view->secondCursorStep().has_value());
  QCOMPARE(values->columnCount(), 5);
}

// The first episodes of a run come before its first point.
void TestCurves::aCursorWaitsForItsData() {
  const auto all = std::exchange(m_metrics, {});
  m_view->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
  m_view->setCursorStep(20);
  QVERIFY(!m_view->cursorStep().has_value());
  m_metrics = all;
  m_view->dataChanged();
  QTRY_COMPARE(m_view->cursorStep(), std::optional(20.0));
}

void TestCurves::pinnedCursorStays() {
  show();
  m_view->setTableVisible(true);
  CurvePlot* plot = m_view->plots().front();
  const auto at = [&](double step) {
    return QPoint(static_cast<int>(plot->plot()->xAxis->coordToPixel(step)),
                  plot->plot()->height() / 2);
  };
  QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, at(50));
  QVERIFY(m_view->isPinned());
  const double pinned = *m_view->cursorStep();
  QVERIFY(std::fabs(pinned - 50) <= 1);
  QTest::mouseMove(plot->plot(), at(150));
  QCOMPARE(*m_view->cursorStep(), pinned);
  m_view->setCursorStep(10);  // the shared selection
  QCOMPARE(*m_view->cursorStep(), pinned);
  QVERIFY(m_view->head()->note().contains(QStringLiteral("pinned")));
  QTest::keyClick(plot, Qt::Key_Right);
  QCOMPARE(*m_view->cursorStep(), pinned + 1);
  QVERIFY(m_view->isPinned());
  QTest::keyClick(plot, Qt::Key_P);
  QVERIFY(!m_view->isPinned());
  m_view->setCursorStep(10);
  QCOMPARE(*m_view->cursorStep(), 10.0);
}

void TestCurves::valuesSortAndCopy() {
  show();
  m_view->setTableVisible(true);
  m_view->setCursorStep(20);
  CurveTable* table = m_view->valueTable();
  const CellModel* values = m_view->valueModel();
  const auto isSorted = [&] {
    for (int row = 1; row < values->rowCount(); ++row) {
      const double before = values->index(row - 1, 3).data(CellModel::kSortRole).toDouble();
      if (before > values->index(row, 3).data(CellModel::kSortRole).toDouble()) return false;
    }
    return true;
  };
  QVERIFY(!isSorted());
  const int x = table->columnViewportPosition(3) + 20;
  QTest::mouseClick(table->horizontalHeader()->viewport(), Qt::LeftButton, {}, QPoint(x, 10));
  QVERIFY(isSorted());
  m_view->setCursorStep(90);
  QVERIFY(isSorted());
  table->setFocus();
  QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
  QCOMPARE(lines.size(), values->rowCount() + 1);
  QCOMPARE(lines[0], QStringLiteral("plot\tcurve\tstep\tvalue\tsmoothed"));
  QCOMPARE(lines[1].count(QLatin1Char('\t')), 4);
}

void TestCurves::alarmsAreListedMarkedAndLeadToEpisodes() {
  for (int step = 201; step <= 210; ++step) {
    m_metrics[QStringLiteral("frac_reward_zero_std")].append(step, 1);
    m_metrics[QStringLiteral("reward")].append(step, 0.5);
  }
  m_view->setCursorStep(20);
  m_view->dataChanged();
  m_view->alarms()->lookNow();
  QCOMPARE(*m_view->cursorStep(), 20.0);  // news moves nothing that the user looks at
  QCOMPARE(m_view->alarmChip()->text(), QStringLiteral("1 alarm"));
  m_view->show();
  QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
  QTRY_COMPARE(m_view->xRange().second, 210.0);
  QVERIFY(m_view->alarmChip()->isVisible());
  QVERIFY(!m_view->alarmList()->isVisible());
  // The triangle at the top of the reward's plot opens the list.
  CurvePlot* plot = m_view->plots().front();
  const QRect area = plot->plot()->axisRect()->rect();
  const QPoint triangle(static_cast<int>(plot->plot()->xAxis->coordToPixel(201)), area.top() + 4);
  QCOMPARE(plot->marksAt(triangle).size(), 1);
  QVERIFY(m_view->plots().back()->marksAt(triangle).isEmpty());
  QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, triangle);
  QVERIFY(m_view->alarmList()->isVisible());
  QVERIFY(m_view->alarmList()->explanation()->text().size() > 80);
  QSignalSpy wanted(m_view.get(), &CurvesView::episodesRequested);
  m_view->alarmList()->table()->setFocus();
  QTest::keyClick(m_view->alarmList()->table(), Qt::Key_Return);
  QTest::mouseClick(m_view->alarmList()->episodesButton(), Qt::LeftButton);
  QCOMPARE(wanted.count(), 2);
  QCOMPARE(wanted[0][0].toString(), QStringLiteral("step:201..210"));
  QCOMPARE(wanted[0][1].toDouble(), 201.0);
  QTest::mouseClick(m_view->alarmChip(), Qt::LeftButton);
  QVERIFY(!m_view->alarmList()->isVisible());
}

void TestCurves::checkpointsAndPausesAreMarked() {
  show();
  const auto event = [](std::int64_t step, const char* kind, const char* message) {
    return record::Event{0, 1000, step, kind, "info", message};
  };
  const std::vector<record::Event> events = {event(0, "state", "starting: loading"),
                                             event(0, "checkpoint", "checkpoints/step-0"),
                                             event(1, "state", "running"),
                                             event(50, "checkpoint", "checkpoints/step-50"),
                                             event(70, "state", "paused"),
                                             event(70, "state", "running"),
                                             event(71, "state", "running"),
                                             event(50, "checkpoint", "checkpoints/step-50"),
                                             event(190, "state", "failed: no room on the disk"),
                                             event(200, "state", "finished")};
  m_view->addEvents(std::make_shared<const std::vector<record::Event>>(events));
  CurvePlot* plot = m_view->plots().front();
  const auto kinds = [&](double step) {
    QList<PlotMark::Kind> found;
    const double x = plot->plot()->xAxis->coordToPixel(step);
    for (const PlotMark& mark : plot->marksAt({x, plot->plot()->height() / 2.0})) {
      found << mark.kind;
    }
    return found;
  };
  using Kind = PlotMark::Kind;
  QCOMPARE(kinds(0), {});
  QCOMPARE(kinds(50), {Kind::kCheckpoint});
  QCOMPARE(kinds(70), (QList<Kind>{Kind::kPause, Kind::kContinue}));
  QCOMPARE(kinds(190), {Kind::kEnd});
  QCOMPARE(kinds(200), {});
  QTest::mouseMove(plot->plot(), QPoint(static_cast<int>(plot->plot()->xAxis->coordToPixel(50)),
                                        plot->plot()->height() / 2));
  QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("checkpoint")));
}

void TestCurves::phasesAreMarkedAndReached() {
  show();
  using Range = std::pair<double, double>;
  CurvePlot* plot = m_view->plots().front();
  QVERIFY(!m_view->phasesAction()->isVisible());
  m_view->setPhases({{"sft", "sft", "none", 1, 60},
                     {"best_of_n", "best_of_n", "none", 61, 140},
                     {"midend", "grpo", "midend", 141, 400}});
  QVERIFY(m_view->phasesAction()->isVisible());
  QTRY_COMPARE(plot->phaseNames(), (QStringList{QStringLiteral("sft"), QStringLiteral("best_of_n"),
                                                QStringLiteral("midend")}));
  // A line where a phase begins, its words on it and on the name above.
  const auto kindsAt = [&](double step, double y) {
    QStringList found;
    const double x = plot->plot()->xAxis->coordToPixel(step);
    for (const PlotMark& mark : plot->marksAt({x, y}))
      if (mark.kind == PlotMark::Kind::kPhase) found << mark.label;
    return found;
  };
  const double middle = plot->plot()->height() / 2.0;
  QCOMPARE(kindsAt(60.5, middle), QStringList{QStringLiteral("best_of_n")});
  QCOMPARE(kindsAt(0.5, middle), QStringList());
  QCOMPARE(kindsAt(100, middle), QStringList());
  QCOMPARE(kindsAt(100, 2), QStringList{QStringLiteral("best_of_n")});
  const auto placeOfName = [&](double step) {
    return QPoint(static_cast<int>(plot->plot()->xAxis->coordToPixel(step)), 4);
  };
  QTest::mouseMove(plot->plot(), placeOfName(100));
  QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("best-of-N")));
  // By a click on its name, by keys, by the menu.
  QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, placeOfName(100));
  QCOMPARE(m_view->xRange(), Range(60.5, 140.5));
  QVERIFY(!m_view->isFollowing());
  QTRY_COMPARE(plot->phaseNames(), QStringList{QStringLiteral("best_of_n")});
  plot->setFocus();
  QTest::keyClick(plot, Qt::Key_PageDown);
  QCOMPARE(m_view->xRange(), Range(140.5, 400.5));
  QTest::keyClick(plot, Qt::Key_PageDown);
  QCOMPARE(m_view->xRange(), Range(140.5, 400.5));
  QTest::keyClick(plot, Qt::Key_PageUp);
  QTest::keyClick(plot, Qt::Key_PageUp);
  QCOMPARE(m_view->xRange(), Range(0.5, 60.5));
  QTest::keyClick(plot, Qt::Key_Home);
  QCOMPARE(m_view->xRange(), Range(0, 200));
  QTest::keyClick(plot, Qt::Key_PageUp);
  QCOMPARE(m_view->xRange(), Range(140.5, 400.5));
  m_view->resetRange();
  QTimer::singleShot(0, this, [this] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QTest::keyClick(menu, Qt::Key_Down);  // Whole run
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
  });
  m_view->phasesAction()->trigger();
  QCOMPARE(m_view->xRange(), Range(0.5, 60.5));
  m_view->resetRange();
  // Hidden and shown again; the way to each stays.
  m_view->phaseMarksAction()->setChecked(false);
  QTRY_COMPARE(plot->phaseNames(), QStringList());
  QCOMPARE(kindsAt(60.5, middle), QStringList());
  QTest::keyClick(plot, Qt::Key_PageDown);
  QCOMPARE(m_view->xRange(), Range(0.5, 60.5));
  m_view->phaseMarksAction()->setChecked(true);
  // Another run.
  m_view->setSource([](const QString&) { return nullptr; });
  QVERIFY(!m_view->phasesAction()->isVisible());
}

void TestCurves::shortPhasesDoNotOverprint() {
  show();
  std::vector<record::RunPhase> phases;
  for (int i = 0; i < 150; ++i)
    phases.push_back({"phase" + std::to_string(i), "grpo", "none", i + 1, i + 1});
  phases.push_back({"last", "grpo", "none", 151, 200});
  m_view->setPhases(phases);
  CurvePlot* plot = m_view->plots().front();
  // One step has no room for a name; zoomed in it has.
  QTRY_COMPARE(plot->phaseNames(), QStringList{QStringLiteral("last")});
  m_view->setXRange(10.5, 13.5);
  QTRY_COMPARE(plot->phaseNames(),
               (QStringList{QStringLiteral("phase10"), QStringLiteral("phase11"),
                            QStringLiteral("phase12")}));
  m_view->setXRange(10.5, 22.5);
  QTRY_VERIFY(!plot->phaseNames().isEmpty());
  const auto names = plot->phaseNames();
  for (const QString& name : names) QVERIFY2(name.contains(QChar(0x2026)), qPrintable(name));
}

namespace {

/// Row of the table of values that a curve has, by plot and label; -1 if none.
int rowOf(const CellModel& values, const QString& plot, const QString& label) {
  for (int row = 0; row < values.rowCount(); ++row) {
    if (values.index(row, 0).data().toString() == plot &&
        values.index(row, 1).data().toString() == label) {
      return row;
    }
  }
  return -1;
}

QString cellOf(const CellModel& values, int row, int column) {
  return values.index(row, column).data().toString();
}

}  // namespace

void TestCurves::valuesSayNaNAndWhatIsMissing() {
  m_metrics[QStringLiteral("loss")].append(201, kNaN);
  auto& timing = m_metrics[QStringLiteral("funnel/timing")];
  timing = record::MetricSeries();
  for (int step = 1; step <= 201; ++step) timing.append(step, 0);
  show();
  m_view->setTableVisible(true);
  m_view->setCursorStep(201);
  const CellModel& values = *m_view->valueModel();
  const int loss = rowOf(values, QStringLiteral("loss, entropy, KL"), QStringLiteral("loss"));
  QVERIFY(loss >= 0);
  QCOMPARE(cellOf(values, loss, 3), QStringLiteral("NaN"));
  // The funnel is drawn as it is: nothing is smoothed, and nothing was timed.
  const int compile = rowOf(values, QStringLiteral("funnel"), QStringLiteral("compile"));
  QVERIFY(compile >= 0);
  QVERIFY(cellOf(values, compile, 3) != QStringLiteral("\u2013"));
  QCOMPARE(cellOf(values, compile, 4), QStringLiteral("\u2013"));
  const int timed = rowOf(values, QStringLiteral("funnel"), QStringLiteral("timing"));
  QVERIFY(timed >= 0);
  QCOMPARE(cellOf(values, timed, 3), QStringLiteral("\u2013"));
  QCOMPARE(values.index(timed, 3).data(Qt::ToolTipRole).toString(),
           QStringLiteral("No candidate of this run was timed"));
}

void TestCurves::thePointerReadsValuesAndAClickGoesToTheStep() {
  show();
  CurvePlot* plot = m_view->plots().front();
  const QPoint place(static_cast<int>(plot->plot()->xAxis->coordToPixel(120)),
                     plot->plot()->height() / 2);
  QTest::mouseMove(plot->plot(), place);
  const QString value = formatNumber(m_metrics[QStringLiteral("reward")].values()[119]);
  QTRY_VERIFY2(QToolTip::text().startsWith(QStringLiteral("step 120\nmean: ") + value),
               qPrintable(QToolTip::text()));
  QSignalSpy activated(m_view.get(), &CurvesView::stepActivated);
  QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, place);
  QCOMPARE(activated.count(), 1);
  QCOMPARE(activated.at(0).at(0).toDouble(), 120.0);
}

void TestCurves::theContextMenuKnowsItsStep() {
  show();
  QMenu menu;
  m_view->fillMenu(menu, 57.3);
  QSignalSpy activated(m_view.get(), &CurvesView::stepActivated);
  QCOMPARE(menu.actions().front()->text(), QStringLiteral("Show the episodes of step 57"));
  menu.actions().front()->trigger();
  QCOMPARE(activated.at(0).at(0).toDouble(), 57.0);
  menu.actions()[1]->trigger();
  const QString reward = QString::number(m_metrics[QStringLiteral("reward")].values()[56], 'g', 9);
  QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\tmean\t57\t") + reward));
  QVERIFY(menu.actions().contains(m_view->exportAction()));
}

void TestCurves::evaluationsHaveAPlotWhereThereAreSome() {
  show();
  const auto find = [&]() -> CurvePlot* {
    for (CurvePlot* plot : m_view->plots()) {
      if (plot->group().id == QLatin1String("validation")) return plot;
    }
    return nullptr;
  };
  // Switches of levels that nobody has evaluated would be dead.
  const auto switches = [&] {
    QStringList labels;
    for (const QAbstractButton* chip :
         find()->findChild<LegendChips*>()->findChildren<QAbstractButton*>())
      if (chip->isCheckable()) labels << chip->text();
    return labels;
  };
  QVERIFY(find() == nullptr);
  auto& series = m_metrics[QStringLiteral("eval_pass@1/level1")];
  series.append(50, 0.25);
  series.append(100, 0.5);
  m_view->dataChanged();
  QTRY_VERIFY(find() != nullptr);
  QTRY_COMPARE(switches(), QStringList{QStringLiteral("level 1")});
  m_metrics[QStringLiteral("eval_pass@1/level2")].append(100, 0.25);
  m_view->dataChanged();
  QTRY_COMPARE(switches(), (QStringList{QStringLiteral("level 1"), QStringLiteral("level 2")}));
}

// As many as fit: a band of them would hide the curves.
void TestCurves::checkpointsInARowLeaveTheCurvesInSight() {
  show();
  QList<PlotMark> marks;
  for (int step = 1; step <= 200; step += 2) {
    marks << PlotMark{PlotMark::Kind::kCheckpoint, static_cast<double>(step),
                      static_cast<double>(step), QStringLiteral("checkpoint")};
  }
  CurvePlot* plot = m_view->plots().front();
  plot->setMarks(marks);
  plot->replotNow();
  const auto drawn = [&]() -> const QCPGraph* {
    for (int i = 0; i < plot->plot()->graphCount(); ++i) {
      if (plot->plot()->graph(i)->scatterStyle().shape() == QCPScatterStyle::ssDiamond)
        return plot->plot()->graph(i);
    }
    return nullptr;
  }();
  QVERIFY(drawn != nullptr);
  QVERIFY(drawn->dataCount() > 2);
  for (int i = 1; i < drawn->dataCount(); ++i) {
    const double apart = plot->plot()->xAxis->coordToPixel(drawn->data()->at(i)->key) -
                         plot->plot()->xAxis->coordToPixel(drawn->data()->at(i - 1)->key);
    QVERIFY2(apart >= 27, qPrintable(QString::number(apart)));
  }
}

void TestCurves::stepTicksAreWholeNumbers() {
  show();
  CurvePlot* plot = m_view->plots().front();
  // Whatever the range: a fifth of twenty is no reason for half steps.
  for (double span = 1; span < 60; span += 0.5) {
    m_view->setXRange(0.2, 0.2 + span);
    plot->replotNow();
    const auto ticks = plot->plot()->xAxis->tickVector();
    for (const double tick : ticks)
      QVERIFY2(std::fabs(tick - std::round(tick)) < 1e-9,
               qPrintable(QStringLiteral("%1 over %2 steps").arg(tick).arg(span)));
  }
  QVERIFY(!plot->plot()->xAxis->tickVectorLabels().isEmpty());
}

void TestCurves::csvHoldsWhatIsStored() {
  m_metrics[QStringLiteral("loss")].append(201, kNaN);
  m_metrics[QStringLiteral("loss")].append(202, -kInfinity);
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("curves.csv"));
  QVERIFY(m_view->exportCsv(file).has_value());
  QFile in(file);
  QVERIFY(in.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = in.readAll().trimmed().split('\n');
  QCOMPARE(lines.size(), 203);
  const QList<QByteArray> head = lines[0].split(',');
  QCOMPARE(head[0], QByteArray("step"));
  const auto reward = head.indexOf("reward");
  const auto loss = head.indexOf("loss");
  QVERIFY(reward > 0 && loss > 0);
  QCOMPARE(lines[100].split(',')[reward].toDouble(),
           m_metrics[QStringLiteral("reward")].values()[99]);
  QCOMPARE(lines[201].split(',')[loss], QByteArray("nan"));
  QCOMPARE(lines[202].split(',')[loss], QByteArray("-inf"));
  QCOMPARE(lines[202].split(',')[reward], QByteArray());
  QVERIFY(!m_view->exportCsv(QStringLiteral("/proc/no/such/folder.csv")).has_value());
}

void TestCurves::picturesAreWritten() {
  show();
  QTemporaryDir folder;
  const QString png = folder.filePath(QStringLiteral("curves.png"));
  const QString pdf = folder.filePath(QStringLiteral("curves.pdf"));
  QVERIFY(m_view->exportPng(png).has_value());
  QVERIFY(m_view->exportPdf(pdf).has_value());
  QVERIFY(QImage(png).width() > 1000);
  QFile in(pdf);
  QVERIFY(in.open(QIODevice::ReadOnly));
  QVERIFY(in.readAll().startsWith("%PDF"));
}

// The picture as others see it: well-formed, every curve clipped to its plot, with title, unit,
// legend and the name of the x axis as text.
void TestCurves::svgHasLegendAxesAndUnits() {
  show();
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("curves.svg"));
  QVERIFY(m_view->exportSvg(file).has_value());
  QFile in(file);
  QVERIFY(in.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&in);
  QStringList texts;
  int paths = 0;
  int clipped = 0;
  // Of titles and legends, by the line that they stand on: where they begin and end in a font that
  // is a fifth wider, as the one that a program without ours takes.
  std::map<QString, std::map<double, double>> lines;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("text")) {
      const auto value = [&](const char* name) {
        return xml.attributes().value(QLatin1String(name)).toString();
      };
      const double x = value("x").toDouble();
      lines[value("transform") + value("y")][x] = x + 1.2 * value("textLength").toDouble();
    }
    clipped += xml.attributes().hasAttribute(QStringLiteral("clip-path")) ? 1 : 0;
    paths += xml.name() == QLatin1String("path") ? 1 : 0;
    if (xml.name() == QLatin1String("text")) {
      texts << xml.readElementText();
    }
  }
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  for (const auto& [line, ends] : lines) {
    for (auto text = ends.begin(); text != ends.end() && std::next(text) != ends.end(); ++text) {
      QVERIFY2(text->second <= std::next(text)->first, qPrintable(line));
    }
  }
  QVERIFY(paths > 10);
  QVERIFY(clipped > 4);
  for (const char* word : {"reward", "level 1", "KL", "nat/token", "step", "100"}) {
    QVERIFY2(texts.contains(QLatin1String(word)), word);
  }
  QVERIFY(!m_view->exportSvg(QStringLiteral("/proc/no/such/folder.svg")).has_value());
}

void TestCurves::hiddenViewDoesNotDraw() {
  m_view->dataChanged();
  QCoreApplication::processEvents();
  QCOMPARE(m_view->plots().front()->drawnPoints(), 0);
  show();
  QVERIFY(m_view->plots().front()->drawnPoints() > 0);
}

void TestCurves::anyMetricCanBePlotted() {
  m_view->setMetrics([this] {
    QStringList keys;
    for (const auto& [key, series] : m_metrics) {
      keys << key;
    }
    return keys;
  });
  show();
  const QString key = QStringLiteral("time/generate");
  m_metrics[key].append(1, 2.5);
  m_metrics[key].append(200, 3.5);
  m_view->setXRange(50, 150);
  CurvePlot* first = m_view->plots().front();
  const QSignalSpy chosen(m_view.get(), &CurvesView::plotsChosen);
  // The menu by keys: its last family is "time", with one metric.
  QTimer::singleShot(0, this, [] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QTest::keyClick(menu, Qt::Key_Up);
    QTest::keyClick(menu, Qt::Key_Right);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
  });
  m_view->plotsAction()->trigger();
  QCOMPARE(chosen.size(), 1);
  QVERIFY(m_view->isMetricShown(key));
  QCOMPARE(m_view->plots().size(), 5U);
  QCOMPARE(m_view->plots().front(), first);
  CurvePlot* added = m_view->plots().back();
  QCOMPARE(added->group().unit, QStringLiteral("s"));
  QCOMPARE(added->valuesAt(200).front().raw, 3.5);
  m_view->toggleMetric(key);
  QCOMPARE(m_view->plots().size(), 4U);
  m_view->setChosenPlots({QStringLiteral("loss"), QStringLiteral("metric:") + key});
  QCOMPARE(m_view->plots().size(), 2U);
  QCOMPARE(m_view->plots().front()->group().id, QStringLiteral("loss"));
  m_view->setChosenPlots({});  // there is always one
  QCOMPARE(m_view->plots().size(), 2U);
}

void TestCurves::plotsThatAreScrolledAwayAreNotPainted() {
  QStringList plots;
  for (int i = 0; i < 24; ++i) {
    const QString key = QStringLiteral("extra/%1").arg(i);
    m_metrics[key] = m_metrics[QStringLiteral("reward")];
    plots << QStringLiteral("metric:") + key;
  }
  m_view->setChosenPlots(plots);
  m_view->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
  CurvePlot* last = m_view->plots().back();
  QTRY_VERIFY(m_view->plots().front()->plot()->paintedPictures() > 0);
  QVERIFY(last->visibleRegion().isEmpty());
  QCOMPARE(last->plot()->paintedPictures(), 0);
  QCOMPARE(last->drawnPoints(), 0);
  // Its numbers are there all the same.
  m_view->setTableVisible(true);
  m_view->setCursorStep(100);
  const auto values = record::smooth(m_metrics[QStringLiteral("reward")].values(), 0.88);
  QCOMPARE(last->valuesAt(100).front().smoothed, values[99]);
  m_view->setSmoothing(0);
  QCOMPARE(last->valuesAt(100).front().smoothed, last->valuesAt(100).front().raw);
  m_view->setXRange(20, 120);
  QCOMPARE(last->plot()->paintedPictures(), 0);
  last->setFocus();  // Tab reaches it, too, and brings it into view
  m_view->plotArea()->ensureWidgetVisible(last);
  QTRY_VERIFY(last->plot()->paintedPictures() > 0);
  QVERIFY(last->drawnPoints() > 0);
  QCOMPARE(last->xLow(), 20.0);
}

void TestCurves::tableIsNeverScrolledSideways() {
  show();
  m_view->setTableVisible(true);
  m_view->setCursorStep(60);
  for (const int width : {1400, 900, 640, 460}) {
    m_view->resize(width, 600);
    for (const bool delta : {false, true}) {
      m_view->setSecondCursorStep(delta ? std::optional(120.0) : std::nullopt);
      const CurveTable* table = m_view->valueTable();
      QVERIFY2(table->horizontalHeader()->length() <= table->viewport()->width(),
               qPrintable(QStringLiteral("%1 %2").arg(width).arg(delta)));
      // The values at both cursors are always there.
      QVERIFY(!table->isColumnHidden(2));
      QVERIFY(!table->isColumnHidden(3));
    }
  }
  QCOMPARE(m_view->valueModel()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
           QStringLiteral("A \u00B7 60"));
}

// All texts of an exported picture, which may be looked at with another font: each says its length.
void TestCurves::exportedPicturesNameEveryRun() {
  show();
  CurveGroup group{
      QStringLiteral("reward"), QStringLiteral("reward"), QStringLiteral("points"), {}};
  for (int i = 0; i < 24; ++i) {
    group.series << CurveSeries{.key = QStringLiteral("reward"),
                                .label = QStringLiteral("mean"),
                                .color = i,
                                .run = QStringLiteral("a run with a long name %1").arg(i),
                                .metric = QStringLiteral("reward"),
                                .dash = i};
  }
  m_view->setGroups({group});
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("runs.svg"));
  QVERIFY(m_view->exportSvg(file));
  QFile svg(file);
  QVERIFY(svg.open(QIODevice::ReadOnly));
  QXmlStreamReader reader(&svg);
  QStringList texts;
  double width = 0;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) {
      continue;
    }
    if (reader.name() == QLatin1String("svg")) {
      width = reader.attributes().value(QLatin1String("width")).toDouble();
    } else if (reader.name() == QLatin1String("text")) {
      const auto attributes = reader.attributes();
      const double length = attributes.value(QLatin1String("textLength")).toDouble();
      const double right = attributes.value(QLatin1String("x")).toDouble() + length;
      const bool turned = attributes.hasAttribute(QLatin1String("transform"));
      texts << reader.readElementText();
      QVERIFY2(length > 0, qPrintable(texts.back()));
      QVERIFY2(turned || right <= width, qPrintable(texts.back()));
    }
  }
  for (int i = 0; i < 24; ++i) {
    QCOMPARE(texts.count(QStringLiteral("a run with a long name %1").arg(i)), 1);
  }
  QCOMPARE(texts.count(QStringLiteral("mean")), 1);
  QVERIFY(texts.contains(QStringLiteral("step")));
  QVERIFY(texts.contains(QStringLiteral("points")));
}

void TestCurves::manyCurvesLeaveThePlotItsRoom() {
  CurveGroup group{QStringLiteral("many"), QStringLiteral("many"), {}, {}};
  for (int i = 0; i < 300; ++i) {
    group.series << CurveSeries{QStringLiteral("reward"), QStringLiteral("curve %1").arg(i), i};
    group.series.back().metric = QString::number(i);
  }
  CurvePlot plot;
  plot.resize(500, 300);
  plot.setGroup(group);
  plot.setSource([&](const QString& key) { return &m_metrics[key]; });
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 200);
  QCOMPARE(plot.width(), 500);
  QCOMPARE(plot.valuesAt(100).size(), 300U);
  const qsizetype all = plot.drawnPoints();
  auto* more = plot.findChild<LegendChips*>()->moreButton();
  QVERIFY(more->isVisible());
  QCOMPARE(more->text(), QStringLiteral("+292"));
  // The menu by keys: its first entry hides a curve.
  QTimer::singleShot(0, this, [] {
    QWidget* menu = QApplication::activePopupWidget();
    QVERIFY(menu != nullptr);
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
  });
  QTest::mouseClick(more, Qt::LeftButton);
  QTRY_VERIFY(plot.drawnPoints() < all);
}

QTEST_MAIN(TestCurves)
#include "tst_curves.moc"
