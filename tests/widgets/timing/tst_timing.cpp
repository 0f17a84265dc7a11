// SPDX-License-Identifier: GPL-3.0-or-later
// The timing of a candidate in words, plots, numbers and files. Times are simulated (see
// samples::timedVerdict) but for recordedOnAGpu, which reads what a GPU has measured.
#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "engine/base/file.h"
#include "engine/verify/timing/statistics.h"
#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/timing/timing_plots.h"
#include "widgets/timing/timing_view.h"
#include "widgets/timing/timing_words.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::widgets;

class TestTiming : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { applyTheme(*qApp, ThemeMode::kLight); }
  void decisionIsExplainedWithItsNumbers_data();
  void decisionIsExplainedWithItsNumbers();
  void impossibleNamesTheFloor();
  void everySampleIsAPointThatTellsItsBlock();
  void barsShowEveryComparison();
  void tableHoldsTheNumbers();
  void olderVerdictsHaveNoBlocks();
  void withoutAGpuItTellsStaticFacts();
  void whatIsModelledIsNeverCalledMeasured();
  void nothingIsSaidOfNothing();
  void copiesAndExports();
  void lowPlacesPutThePlotsInOneRow();
  void recordedOnAGpu_data();
  void recordedOnAGpu();

 private:
  static QString valueOf(const TimingView& view, const QString& what);
};

QString TestTiming::valueOf(const TimingView& view, const QString& what) {
  for (int row = 0; row < view.model()->rowCount(); ++row) {
    if (view.model()->index(row, 0).data().toString() == what) {
      return view.model()->index(row, 1).data().toString();
    }
  }
  return QStringLiteral("no such row");
}

void TestTiming::decisionIsExplainedWithItsNumbers_data() {
  QTest::addColumn<double>("candidateUs");
  QTest::addColumn<QString>("decision");
  QTest::addColumn<QString>("relation");
  QTest::newRow("faster") << 3.6 << QStringLiteral("FASTER") << QStringLiteral("lies above 1.005");
  QTest::newRow("slower") << 6.0 << QStringLiteral("SLOWER") << QStringLiteral("lies below 0.995");
  QTest::newRow("same") << 5.0 << QStringLiteral("SAME")
                        << QStringLiteral("lies between 0.995 and 1.005");
}

void TestTiming::decisionIsExplainedWithItsNumbers() {
  QFETCH(double, candidateUs);
  QFETCH(QString, decision);
  QFETCH(QString, relation);
  const verify::Timing timing = *samples::timedVerdict(candidateUs).timing;
  const QString first = timingSentences(timing).first();
  QVERIFY2(first.startsWith(decision + QLatin1Char(':')), qPrintable(first));
  QVERIFY2(first.contains(relation), qPrintable(first));
  for (const double bound : {timing.speedup_low, timing.speedup_high}) {
    QVERIFY2(first.contains(formatFixed(bound, 3)), qPrintable(first));
  }
  // An interval across a bound decides nothing.
  verify::Timing across = timing;
  across.decision = "AMBIGUOUS";
  across.speedup_low = 0.99;
  across.speedup_high = 1.002;
  QVERIFY(timingSentences(across).first().contains(QStringLiteral("contains 0.995")));
  across.speedup_low = 0.999;
  across.speedup_high = 1.02;
  QVERIFY(timingSentences(across).first().contains(QStringLiteral("contains 1.005")));
}

void TestTiming::impossibleNamesTheFloor() {
  const verify::Timing timing = *samples::timedVerdict(1.0).timing;
  QCOMPARE(timing.decision, std::string("IMPOSSIBLE"));
  const QString first = timingSentences(timing).first();
  QVERIFY2(first.contains(formatNumber(*condition(timing, "floor_us"), 4)), qPrintable(first));
}

void TestTiming::everySampleIsAPointThatTellsItsBlock() {
  TimingView view;
  const verify::Verdict verdict = samples::timedVerdict();
  const verify::Timing& timing = *verdict.timing;
  view.resize(1000, 700);
  view.setVerdict(verdict);
  view.show();
  QVERIFY(QTest::qWaitForWindowExposed(&view));
  TimingPlots* plots = view.plots();
  plots->replot();
  const auto counts = plots->pointCounts();
  QCOMPARE(counts[0], static_cast<int>(timing.candidate_samples_us.size()));
  QCOMPARE(counts[1], static_cast<int>(timing.reference_samples_us.size()));
  QCOMPARE(counts[2], 12);  // one unit of four blocks of three replays was measured again
  QVERIFY(view.sentences()->text().contains(QStringLiteral("1 unit was measured again")));
  int index = 0;
  for (std::size_t block = 0; block < timing.blocks.size(); ++block) {
    const QString text = plots->textAt(*plots->placeOfSample(index));
    QVERIFY2(text.contains(QStringLiteral("unit %1").arg(timing.blocks[block].unit + 1)),
             qPrintable(text));
    QCOMPARE(text.contains(QStringLiteral("not counted")), timing.blocks[block].repeated);
    index += static_cast<int>(timing.blocks[block].us.size());
  }
  // The pointer is told the same.
  const QPointF place = *plots->placeOfSample(0);
  QVERIFY(plots->rect().contains(place.toPoint()));
  QVERIFY(plots->textAt(place).contains(formatNumber(timing.blocks[0].us[0], 4)));
  QVERIFY(plots->textAt(QPointF(-50, -50)).isEmpty());
}

void TestTiming::barsShowEveryComparison() {
  const verify::Timing timing = *samples::timedVerdict().timing;
  const auto bars = speedupBars(timing);
  QCOMPARE(bars.size(), timing.beside.size() + 2);
  QVERIFY(bars.front().decides);
  QCOMPARE(bars.front().value, timing.speedup);
  for (const SpeedupBar& bar : bars) {
    QVERIFY2(bar.low <= bar.value && bar.value <= bar.high, qPrintable(bar.name));
  }
  QCOMPARE(bars[1].low, 2.58 / 2.11);
  QCOMPARE(bars.back().value, timing.compiled->median_us / timing.candidate.median_us);
}

void TestTiming::tableHoldsTheNumbers() {
  TimingView view;
  const verify::Verdict verdict = samples::timedVerdict();
  view.setVerdict(verdict);
  QVERIFY(valueOf(view, QStringLiteral("candidate"))
              .startsWith(formatNumber(verdict.timing->candidate.median_us, 4)));
  QVERIFY(valueOf(view, QStringLiteral("torch.compile")).startsWith(QStringLiteral("3.9")));
  QCOMPARE(valueOf(view, QStringLiteral("temperature")), QStringLiteral("41 to 44 \u00B0C"));
  QCOMPARE(valueOf(view, QStringLiteral("memory clock")), QStringLiteral("3,201 MHz"));
  QCOMPARE(valueOf(view, QStringLiteral("units again")), QStringLiteral("1"));
  QVERIFY(valueOf(view, QStringLiteral("moving the bytes")).startsWith(QStringLiteral("2.09")));
  view.resize(600, 400);
  view.show();
  QVERIFY(QTest::qWaitForWindowExposed(&view));
  QVERIFY(!view.table()->isVisible());
  view.tableAction()->trigger();
  QVERIFY(view.table()->isVisible());
}

void TestTiming::olderVerdictsHaveNoBlocks() {
  verify::Verdict verdict = samples::timedVerdict();
  verdict.timing->blocks.clear();
  verdict.timing->readings.clear();
  verdict.timing->conditions = {{"temperature_c", "39"}};  // not even the number of units
  TimingView view;
  view.setVerdict(verdict);
  const auto counts = view.plots()->pointCounts();
  QCOMPARE(counts[0], static_cast<int>(verdict.timing->candidate_samples_us.size()));
  QCOMPARE(counts[2], 0);
  QCOMPARE(valueOf(view, QStringLiteral("temperature")), QStringLiteral("39 \u00B0C"));
  const QString csv = timingCsv(*verdict.timing);
  QVERIFY(csv.startsWith(QStringLiteral("side,replay,us\n")));
  QCOMPARE(csv.count(QLatin1Char('\n')), counts[0] + counts[1] + 1);
}

void TestTiming::withoutAGpuItTellsStaticFacts() {
  TimingView view;
  view.resize(700, 400);
  verify::Verdict verdict = samples::compiledVerdict();
  verdict.timing_note = "GPU time: not measured";
  view.setVerdict(verdict);
  view.show();
  QVERIFY(QTest::qWaitForWindowExposed(&view));
  QVERIFY(view.sentences()->text().startsWith(QStringLiteral("GPU time: not measured.")));
  QVERIFY(!view.plots()->isVisible());
  QVERIFY(view.table()->isVisible());
  QVERIFY(!view.exportAction()->isEnabled());
  QCOMPARE(valueOf(view, QStringLiteral("fused_kernel registers")),
           QString::number(verdict.kernels[0].registers));
  QVERIFY(valueOf(view, QStringLiteral("one forward: bound of an H200"))
              .contains(QStringLiteral("memory")));
  QCOMPARE(valueOf(view, QStringLiteral("fused_kernel occupancy")), QStringLiteral("100%"));
}

void TestTiming::whatIsModelledIsNeverCalledMeasured() {
  const verify::ModelledTime modelled{
      "L4", "original", {1, 51200, 4096, 1.5}, {5, 307200, 32768, 6}, 4};
  for (verify::Verdict verdict : {samples::compiledVerdict(), samples::timedVerdict()}) {
    TimingView plain, view;
    plain.setVerdict(verdict);
    verdict.modelled = modelled;
    view.setVerdict(verdict);
    // Behind everything that was measured, which stays as it is.
    const QString before = plain.sentences()->text();
    QVERIFY(view.sentences()->text().startsWith(before));
    const QString added = view.sentences()->text().mid(before.size());
    QVERIFY2(added.contains(QStringLiteral("Modelled for an L4, not measured")), qPrintable(added));
    const int rows = plain.model()->rowCount();
    QVERIFY(view.model()->rowCount() > rows);
    for (int row = 0; row < view.model()->rowCount(); ++row) {
      const QString what = view.model()->index(row, 0).data().toString();
      QCOMPARE(what.startsWith(QStringLiteral("modelled")), row >= rows);
    }
    QCOMPARE(valueOf(view, QStringLiteral("modelled launches, candidate")), QStringLiteral("1"));
    QVERIFY(valueOf(view, QStringLiteral("modelled speedup")).startsWith(QLatin1Char('4')));
  }
}

void TestTiming::nothingIsSaidOfNothing() {
  TimingView view;
  view.setVerdict(samples::timedVerdict());
  view.clear();
  QCOMPARE(view.model()->rowCount(), 0);
  QVERIFY(view.sentences()->text().isEmpty());
  QVERIFY(!view.copyAction()->isEnabled());
  QVERIFY(!view.exportCsv(QStringLiteral("/nonexistent/x.csv")));
}

void TestTiming::copiesAndExports() {
  QTemporaryDir folder;
  TimingView view;
  const verify::Verdict verdict = samples::timedVerdict();
  view.setVerdict(verdict);
  view.copyAction()->trigger();
  QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("FASTER: ")));
  QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("torch.compile\t")));
  const QString csv = folder.filePath(QStringLiteral("timing.csv"));
  QVERIFY(view.exportCsv(csv));
  const auto text = read_file(csv.toStdString());
  QVERIFY(text);
  std::size_t samples = 0;
  for (const verify::TimingBlock& block : verdict.timing->blocks) samples += block.us.size();
  QCOMPARE(static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n')), samples + 1);
  const QString png = folder.filePath(QStringLiteral("timing.png"));
  QVERIFY(view.exportPng(png, 2));
  const QImage image(png);
  QCOMPARE(image.width(), 2000);
  QVERIFY(image.height() > 1120);
  const QString svg = folder.filePath(QStringLiteral("timing.svg"));
  QVERIFY(view.exportSvg(svg));
  QFile file(svg);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QXmlStreamReader reader(&file);
  QStringList words;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isCharacters()) words << reader.text().toString();
  }
  QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
  const QString all = words.join(QLatin1Char(' '));
  QVERIFY(all.contains(QStringLiteral("FASTER: the interval of the speedup")));
  QVERIFY(all.contains(QStringLiteral("SM clock, MHz")));
  QVERIFY(!view.exportPng(QStringLiteral("/nonexistent/x.png")));
}

void TestTiming::lowPlacesPutThePlotsInOneRow() {
  TimingPlots plots;
  plots.setTiming(*samples::timedVerdict().timing);
  plots.resize(900, 200);
  plots.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plots));
  QCOMPARE(plots.columns(), 4);
  plots.resize(900, 500);
  QTRY_COMPARE(plots.columns(), 2);
  applyTheme(*qApp, ThemeMode::kDark);
  QCOMPARE(plots.grab().toImage().pixelColor(2, 2).rgb(), theme().color(Role::kPanel).rgb());
}

void TestTiming::recordedOnAGpu_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("decision");
  QTest::newRow("with blocks") << QStringLiteral("rows") << QStringLiteral("FASTER");
  QTest::newRow("layer norm") << QStringLiteral("layer_norm") << QStringLiteral("FASTER");
  QTest::newRow("softmax") << QStringLiteral("softmax_online") << QStringLiteral("SLOWER");
  QTest::newRow("linear and relu") << QStringLiteral("linear_relu") << QStringLiteral("FASTER");
}

// Verdicts that an H100 has measured; all but the first by a build that kept no blocks.
void TestTiming::recordedOnAGpu() {
  QFETCH(QString, file);
  QFETCH(QString, decision);
  const QString path =
      QFINDTESTDATA(QStringLiteral("timing/data/") + file + QStringLiteral(".json"));
  const auto text = read_file(path.toStdString());
  QVERIFY(text);
  const auto verdict = verify::verdict_from_json_text(*text);
  QVERIFY(verdict && verdict->timing);
  const verify::Timing& timing = *verdict->timing;
  const auto blocks = timingBlocks(timing);
  QCOMPARE(blocks.size(), static_cast<std::size_t>(4 * *condition(timing, "units")));
  // The estimate of the ratio comes out of the blocks that were told apart.
  std::vector<double> ours, theirs;
  for (std::size_t i = 0; i < blocks.size(); i += 4) {
    const auto unit = [&](std::size_t one, std::size_t other) {
      return std::sqrt(verify::median(blocks[i + one].us) * verify::median(blocks[i + other].us));
    };
    ours.push_back(unit(0, 3));
    theirs.push_back(unit(1, 2));
  }
  QVERIFY(std::fabs(verify::ratio_interval(ours, theirs).value / timing.speedup - 1) < 1e-9);
  TimingView view;
  view.setVerdict(*verdict);
  const auto counts = view.plots()->pointCounts();
  QCOMPARE(counts[0], static_cast<int>(timing.candidate_samples_us.size()));
  QCOMPARE(counts[1], static_cast<int>(timing.reference_samples_us.size()));
  const QString words = view.sentences()->text();
  QVERIFY2(words.startsWith(decision + QStringLiteral(": the interval of the speedup, ") +
                            formatFixed(timing.speedup_low, 3)),
           qPrintable(words));
  const QString temperature = valueOf(view, QStringLiteral("temperature"));
  if (timing.readings.empty()) {
    QCOMPARE(temperature, QStringLiteral("44 \u00B0C"));
  } else {
    QCOMPARE(timing.blocks.size(), blocks.size());
    QVERIFY2(temperature.contains(QStringLiteral("38")), qPrintable(temperature));
  }
  QVERIFY(valueOf(view, QStringLiteral("SM clock")).startsWith(QStringLiteral("19")) ||
          valueOf(view, QStringLiteral("SM clock")).startsWith(QStringLiteral("2007")));
  QVERIFY(valueOf(view, QStringLiteral("torch.compile")) != QStringLiteral("no such row"));
}

QTEST_MAIN(TestTiming)
#include "tst_timing.moc"
