// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the curves: dense lines against those of the library, and when it is painted.
#include "widgets/curves/curve_canvas.h"

#include <QTest>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "widgets/curves/curve_plot.h"
#include "widgets/curves/side_by_side.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestCurveCanvas : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void denseLineIsTheLine_data();
  void denseLineIsTheLine();
  void everyPixelIsBlendedOnce();
  void gapsStayOpen();
  void bandReachesFromEdgeToEdge();
  void dashesAreCountedAlongTheSteps();
  void wideLinesAreWide();
  void linesLieOverEachOtherInTheirOrder();
  void manyLinesLieAsTheyWereAdded();
  void workSideBySideIsDoneOnce_data();
  void workSideBySideIsDoneOnce();
  void plotsOfVeryManyCurvesArePutOff();
  void cursorsMoveOverTheKeptPicture();
  void pictureIsNeverStale();
};

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Points = QVector<QCPGraphData>;

// A plot of fixed ranges without axes: what is not white is curve.
struct Sheet {
  CurveCanvas canvas;
  CurveGraph* graph;

  explicit Sheet(bool logarithmic = false) {
    canvas.resize(300, 200);
    canvas.setBackground(Qt::white);
    canvas.axisRect()->setAutoMargins(QCP::msNone);
    canvas.axisRect()->setMargins(QMargins(10, 10, 10, 10));
    for (QCPAxis* axis : {canvas.xAxis, canvas.yAxis}) {
      axis->setVisible(false);
      axis->grid()->setVisible(false);
    }
    canvas.xAxis->setRange(0, 1000);
    if (logarithmic) {
      canvas.yAxis->setScaleType(QCPAxis::stLogarithmic);
      canvas.yAxis->setRange(0.01, 100);
    } else {
      canvas.yAxis->setRange(-1.5, 1.5);
    }
    graph = addGraph();
  }
  CurveGraph* addGraph() {
    auto* added = new CurveGraph(canvas);
    added->setPen(QPen(Qt::black, 1));
    added->setDense(true);
    return added;
  }
  QImage picture() {
    canvas.replot();
    return canvas.grab().toImage().convertToFormat(QImage::Format_RGB32);
  }
};

bool isMarked(const QImage& picture, int x, int y) {
  return picture.rect().contains(x, y) && picture.pixel(x, y) != qRgb(255, 255, 255);
}

// Pixels of `a` that have no pixel of `b` beside them. At the edges that one may be cut off.
int lonely(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 1; y < a.height() - 1; ++y) {
    for (int x = 1; x < a.width() - 1; ++x) {
      bool near = !isMarked(a, x, y);
      for (int k = 0; k < 9 && !near; ++k) {
        near = isMarked(b, x + k % 3 - 1, y + k / 3 - 1);
      }
      count += near ? 0 : 1;
    }
  }
  return count;
}

int marked(const QImage& picture) {
  int count = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      count += isMarked(picture, x, y) ? 1 : 0;
    }
  }
  return count;
}

Points wave(int count, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, 1);
  Points points;
  for (int i = 0; i < count; ++i) {
    const double step = 1000.0 * i / (count - 1);
    points << QCPGraphData(step, std::sin(step / 60) + noise * normal(random));
  }
  return points;
}

}  // namespace

void TestCurveCanvas::denseLineIsTheLine_data() {
  QTest::addColumn<QVector<double>>("steps");
  QTest::addColumn<QVector<double>>("values");
  QTest::addColumn<bool>("logarithmic");
  const auto row = [](const char* name, const Points& points, bool logarithmic = false) {
    QVector<double> steps, values;
    for (const QCPGraphData& point : points) {
      steps << point.key;
      values << (logarithmic ? std::exp(2 * point.value) : point.value);
    }
    QTest::newRow(name) << steps << values << logarithmic;
  };
  row("few points", wave(40, 0, 1));
  row("smooth", wave(600, 0, 2));
  row("noise", wave(600, 0.2, 3));
  row("beyond the edges", wave(600, 1, 4));
  row("many points a column", wave(5000, 0.1, 5));
  row("logarithmic", wave(600, 0.2, 6), true);
  row("level", {{0, 0.5}, {1000, 0.5}});
  row("one step up", {{0, -1}, {500, -1}, {500, 1}, {1000, 1}});
  row("from far outside", {{-5000, -9}, {6000, 9}});
}

// Against the same data drawn by QCustomPlot and QPainter, without smooth edges. Where a line falls
// between two pixels, the two may take different ones; no more than that.
void TestCurveCanvas::denseLineIsTheLine() {
  QFETCH(QVector<double>, steps);
  QFETCH(QVector<double>, values);
  QFETCH(bool, logarithmic);
  Sheet dense(logarithmic), library(logarithmic);
  dense.graph->setData(steps, values, true);
  library.graph->setData(steps, values, true);
  library.graph->setAdaptiveSampling(false);
  library.graph->setDense(false);
  library.graph->setAntialiased(false);
  // QCustomPlot lets graphs paint on the row above the axes, too.
  const auto inside = [](Sheet& sheet) {
    const QImage picture = sheet.picture();
    return picture.copy(sheet.canvas.axisRect()->rect());
  };
  const QImage ours = inside(dense);
  const QImage theirs = inside(library);
  QVERIFY(marked(theirs) > 200);
  QCOMPARE(lonely(ours, theirs), 0);
  QCOMPARE(lonely(theirs, ours), 0);
  const double more = std::fabs(marked(ours) - marked(theirs));
  QVERIFY2(more < 0.1 * marked(theirs), qPrintable(QString::number(more)));
}

void TestCurveCanvas::everyPixelIsBlendedOnce() {
  Sheet sheet;
  sheet.graph->data()->set(wave(3000, 0.3, 7), true);
  QColor ghost(Qt::black);
  ghost.setAlpha(102);
  sheet.graph->setPen(QPen(ghost, 1));
  const QImage picture = sheet.picture();
  std::set<QRgb> colors;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      colors.insert(picture.pixel(x, y));
    }
  }
  QCOMPARE(colors, (std::set<QRgb>{qRgb(255, 255, 255), qRgb(153, 153, 153)}));
}

void TestCurveCanvas::gapsStayOpen() {
  Sheet sheet;
  sheet.graph->data()->set({{0, 0}, {400, 0}, {500, kNaN}, {600, 0}, {1000, 0}}, true);
  const QImage picture = sheet.picture();
  const auto column = [&](double step) {
    return static_cast<int>(std::lround(sheet.canvas.xAxis->coordToPixel(step)));
  };
  const auto row = static_cast<int>(std::lround(sheet.canvas.yAxis->coordToPixel(0)));
  QVERIFY(isMarked(picture, column(200), row));
  QVERIFY(isMarked(picture, column(800), row));
  for (int x = column(400) + 2; x < column(600) - 1; ++x) {
    QVERIFY(!isMarked(picture, x, row));
  }
}

void TestCurveCanvas::bandReachesFromEdgeToEdge() {
  Sheet sheet;
  CurveGraph* high = sheet.addGraph();
  sheet.graph->data()->set({{0, -1}, {1000, -0.5}}, true);
  high->data()->set({{0, 1}, {1000, 0.5}}, true);
  for (CurveGraph* edge : {sheet.graph, high}) {
    edge->setPen(Qt::NoPen);
  }
  sheet.graph->setBrush(QColor(0, 0, 0, 51));
  sheet.graph->setChannelFillGraph(high);
  const QImage picture = sheet.picture();
  for (const double step : {100.0, 500.0, 900.0}) {
    const auto x = static_cast<int>(std::lround(sheet.canvas.xAxis->coordToPixel(step)));
    const double edge = 1 - 0.5 * step / 1000;
    const double top = sheet.canvas.yAxis->coordToPixel(edge);
    const double bottom = sheet.canvas.yAxis->coordToPixel(-edge);
    for (int y = 0; y < picture.height(); ++y) {
      if (y > top + 1 && y < bottom - 1) {
        QCOMPARE(picture.pixel(x, y), qRgb(204, 204, 204));
      } else if (y < top - 1 || y > bottom + 1) {
        QVERIFY(!isMarked(picture, x, y));
      }
    }
  }
}

void TestCurveCanvas::dashesAreCountedAlongTheSteps() {
  Sheet sheet;
  sheet.graph->data()->set(wave(3000, 0.3, 8), true);
  QPen pen(Qt::black, 1);
  pen.setDashPattern({6, 3});
  sheet.graph->setPen(pen);
  const QImage picture = sheet.picture();
  int columns = 0;
  for (int x = 0; x < picture.width(); ++x) {
    bool any = false;
    for (int y = 0; y < picture.height(); ++y) {
      any = any || isMarked(picture, x, y);
    }
    columns += any ? 1 : 0;
  }
  const int width = sheet.canvas.axisRect()->width();
  QVERIFY2(std::abs(columns - width * 2 / 3) <= 6, qPrintable(QString::number(columns)));
}

// A pen of one pixel has two pixels of a screen at twice the scale.
void TestCurveCanvas::wideLinesAreWide() {
  constexpr int kSide = 40;
  std::vector<std::uint32_t> pixels(std::size_t{kSide} * kSide, 0xffffffffU);
  ColumnSpans spans;
  spans.reset(kSide, kSide);
  spans.add(0.5, 10.5);
  spans.add(20.5, 10.5);
  spans.add(20.5, 30.5);
  spans.widen(2);
  QCOMPARE(spans.rows(10), (std::pair<int, int>(10, 11)));
  QCOMPARE(spans.rows(20), (std::pair<int, int>(10, 31)));
  QCOMPARE(spans.rows(21), (std::pair<int, int>(10, 31)));
  const auto [first, last] = spans.rows(22);
  QVERIFY(first > last);
  spans.paint({pixels.data(), kSide, kSide, kSide}, Qt::red);
  QCOMPARE(pixels[10 * kSide + 5], 0xffff0000U);
  QCOMPARE(pixels[12 * kSide + 5], 0xffffffffU);
}

// Painted together, they look as if painted one after the other.
void TestCurveCanvas::linesLieOverEachOtherInTheirOrder() {
  constexpr int kWidth = 75;
  constexpr int kHeight = 150;
  std::vector<std::uint32_t> together(std::size_t{kWidth} * kHeight, 0xffffffffU);
  std::vector<std::uint32_t> apart = together;
  const PixelArea one{together.data(), kWidth, kWidth, kHeight};
  const PixelArea other{apart.data(), kWidth, kWidth, kHeight};
  std::mt19937 random(9);
  std::uniform_real_distribution<double> row(-20, kHeight + 20);
  SpanStack stack;
  ColumnSpans spans;
  for (int pass = 0; pass < 2; ++pass) {  // its memory is used again
    stack.begin(40, kWidth);
    for (int line = 0; line < 40; ++line) {
      spans.reset(kWidth, kHeight);
      for (int x = line % 7; x < kWidth; x += 3) {
        spans.add(x == 30 ? kNaN : x, row(random));
      }
      const QColor color = QColor::fromHsv(line * 9, 200, 200);
      stack.set(line, spans, color);
      spans.paint(other, color);
    }
    for (int strip = 0; strip < stack.strips(); ++strip) {
      stack.paint(strip, one);
    }
    QCOMPARE(together, apart);
  }
}

// So many that they are traced from several threads: each lies on top of those before it.
void TestCurveCanvas::manyLinesLieAsTheyWereAdded() {
  constexpr int kLines = 300;
  Sheet sheet;
  for (int line = 0; line < kLines; ++line) {
    CurveGraph* graph = line == 0 ? sheet.graph : sheet.addGraph();
    graph->setPen(QPen(QColor(line % 256, line / 256, 77), 1));
    // All go through the same row on the left; from there on each has a row of its own.
    graph->setData({0, 500, 501, 1000},
                   {0, 0, -1.4 + 2.8 * line / kLines, -1.4 + 2.8 * line / kLines}, true);
  }
  const QImage picture = sheet.picture();
  const QRect area = sheet.canvas.axisRect()->rect();
  int found = 0;
  for (int y = area.top(); y <= area.bottom(); ++y) {
    const QRgb pixel = picture.pixel(area.left() + area.width() / 4, y);
    if (qBlue(pixel) != 77) continue;
    QCOMPARE(qRed(pixel) + 256 * qGreen(pixel), kLines - 1);
    ++found;
  }
  QCOMPARE(found, 1);
  std::set<int> seen;
  int before = kLines;
  for (int y = area.top(); y <= area.bottom(); ++y) {
    const QRgb pixel = picture.pixel(area.left() + area.width() * 3 / 4, y);
    if (qBlue(pixel) != 77) continue;
    const int line = qRed(pixel) + 256 * qGreen(pixel);
    QVERIFY2(line < before, qPrintable(QString::number(line)));
    before = line;
    seen.insert(line);
  }
  QVERIFY2(seen.size() > 150, qPrintable(QString::number(seen.size())));
}

void TestCurveCanvas::workSideBySideIsDoneOnce_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("atLeast");
  QTest::newRow("nothing") << 0 << 1;
  QTest::newRow("less than a thread's") << 10 << 64;
  QTest::newRow("two threads'") << 129 << 64;
  QTest::newRow("many") << 10'007 << 3;
}

void TestCurveCanvas::workSideBySideIsDoneOnce() {
  QFETCH(const int, count);
  QFETCH(const int, atLeast);
  std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
  sideBySide(count, atLeast, [&](int first, int last) {
    for (int i = first; i < last; ++i) ++done[static_cast<std::size_t>(i)];
  });
  QVERIFY(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
}

// The view draws them one after the other, when the event loop has been back.
void TestCurveCanvas::plotsOfVeryManyCurvesArePutOff() {
  record::MetricSeries series;
  for (int i = 0; i <= 100; ++i) series.append(i, std::sin(i / 6.0));
  const auto groupOf = [](int curves) {
    CurveGroup group{QStringLiteral("many"), QStringLiteral("many"), {}, {}};
    for (int i = 0; i < curves; ++i) {
      const QString key = QString::number(i);
      group.series << CurveSeries{key, key, i};
    }
    return group;
  };
  CurvePlot plot;
  plot.resize(400, 200);
  plot.setSource([&](const QString&) { return &series; });
  int putOff = 0;
  plot.setPutOff([&] { ++putOff; });
  plot.setGroup(groupOf(20));
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 100);
  QCOMPARE(putOff, 0);
  QVERIFY(plot.drawnPoints() > 0);
  plot.setGroup(groupOf(250));
  QCOMPARE(putOff, 1);
  const qsizetype few = plot.drawnPoints();
  plot.replotIfStale();
  QVERIFY(plot.drawnPoints() > 5 * few);
  const int painted = plot.plot()->paintedPictures();
  plot.replotIfStale();  // drawn already
  plot.plot()->grab();
  QVERIFY(plot.plot()->paintedPictures() <= painted + 1);
}

void TestCurveCanvas::cursorsMoveOverTheKeptPicture() {
  record::MetricSeries series;
  for (int i = 0; i <= 1000; ++i) {
    series.append(i, std::sin(i / 60.0));
  }
  CurvePlot plot;
  plot.resize(400, 200);
  plot.setGroup(singleCurveGroup(QStringLiteral("loss")));
  plot.setSource([&](const QString&) { return &series; });
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
  plot.setXRange(0, 1000);
  const QImage bare = plot.plot()->grab().toImage();
  const int painted = plot.plot()->paintedPictures();
  plot.setCursor(300);
  const QImage with = plot.plot()->grab().toImage();
  plot.setCursor(700);
  const QImage later = plot.plot()->grab().toImage();
  plot.setCursor(std::nullopt);
  const QImage without = plot.plot()->grab().toImage();
  QCOMPARE(plot.plot()->paintedPictures(), painted);
  QCOMPARE(without, bare);
  const QRect area = plot.plot()->axisRect()->rect();
  const auto differs = [&](const QImage& picture, double step) {
    const auto x = static_cast<int>(std::lround(plot.plot()->xAxis->coordToPixel(step)));
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
      count += picture.pixel(x, y) != bare.pixel(x, y) ? 1 : 0;
    }
    return count;
  };
  QVERIFY(differs(with, 300) > area.height() / 3);
  QCOMPARE(differs(with, 700), 0);
  QCOMPARE(differs(later, 300), 0);
  QVERIFY(differs(later, 700) > area.height() / 3);
}

// Whatever changes what is to be seen, the picture on the screen is the one of a new plot.
void TestCurveCanvas::pictureIsNeverStale() {
  record::MetricSeries series;
  const auto grow = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const auto step = static_cast<double>(series.size());
      series.append(step, std::sin(step / 60.0) + 0.1 * std::sin(step * 7));
    }
  };
  grow(3000);
  const auto make = [&](CurvePlot& plot) {
    plot.resize(400, 200);
    plot.setGroup(singleCurveGroup(QStringLiteral("loss")));
    plot.setSource([&](const QString&) { return &series; });
    plot.show();
    return QTest::qWaitForWindowExposed(&plot);
  };
  CurvePlot old;
  QVERIFY(make(old));
  const std::vector<std::function<void(CurvePlot&)>> changes = {
      [](CurvePlot& plot) { plot.setXRange(0, 3000); },
      [](CurvePlot& plot) { plot.setSmoothing(0.99); },
      [](CurvePlot& plot) { plot.setLogScale(true); },
      [](CurvePlot& plot) { plot.setLogScale(false); },
      [](CurvePlot& plot) { plot.resize(520, 260); },
      [](CurvePlot&) { applyTheme(*qApp, ThemeMode::kDark); },
      [](CurvePlot& plot) { plot.setXRange(200, 400); },
      [](CurvePlot& plot) {
        plot.setMarks({{PlotMark::Kind::kPause, 300, 300, QStringLiteral("paused")}});
      },
      [&](CurvePlot& plot) {
        if (&plot == &old) {
          grow(500);
        }
        plot.setXRange(2900, 3500);
        plot.refresh();
      },
      [](CurvePlot& plot) { plot.setSeriesVisible(0, false); },
      [](CurvePlot& plot) { plot.setSeriesVisible(0, true); },
  };
  QImage before = old.plot()->grab().toImage();
  for (std::size_t done = 1; done <= changes.size(); ++done) {
    changes[done - 1](old);
    CurvePlot fresh;
    QVERIFY(make(fresh));
    for (std::size_t i = 0; i < done; ++i) {
      changes[i](fresh);
    }
    const QImage now = old.plot()->grab().toImage();
    QVERIFY2(now == fresh.plot()->grab().toImage(), qPrintable(QString::number(done)));
    QVERIFY2(now != before, qPrintable(QString::number(done)));
    before = now;
  }
  applyTheme(*qApp, ThemeMode::kLight);
}

QTEST_MAIN(TestCurveCanvas)
#include "tst_curve_canvas.moc"
