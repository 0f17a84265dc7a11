// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs, their parallel coordinates and their settings: from records on the disk to
// what is copied and exported.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/config/settings.h"
#include "tests/widgets/sample_data.h"
#include "widgets/comparison/parallel_plot.h"
#include "widgets/comparison/run_table.h"
#include "widgets/comparison/settings_comparison.h"
#include "widgets/feed/run_summaries.h"
#include "widgets/feed/smoothed_series.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

constexpr int kReadMs = 20'000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A run as if it had been read: settings on top of the defaults, and where its reward ended.
RunSummaryPtr summary(const QString& name, double reward,
                      const std::vector<std::pair<std::string, std::string>>& settings,
                      int steps = 100) {
  auto run = std::make_shared<RunSummary>();
  run->dir = QStringLiteral("/runs/") + name;
  run->name = name;
  run->info.name = name.toStdString();
  run->info.method = "grpo";
  run->info.state = record::RunState::kFinished;
  run->info.last_step = steps;
  run->durationMs = 1000.0 * steps;
  run->settings = defaultSettingTexts();
  for (const auto& [key, value] : settings) {
    run->settings[key] = value;
  }
  run->metrics["reward"] = {reward, reward, reward, steps};
  return run;
}

std::vector<RunSummaryPtr> someRuns() {
  return {summary(QStringLiteral("ash"), 0.2, {{"grpo.beta", "0"}}, 100),
          summary(QStringLiteral("birch"), 0.8, {{"grpo.beta", "0.04"}}, 300),
          summary(QStringLiteral("cedar"), kNaN, {{"grpo.beta", "0.1"}}, 20),
          summary(QStringLiteral("duke"), 0.5,
                  {{"grpo.beta", "0.04"}, {"optimizer.learning_rate", "0.01"}}, 200)};
}

int axisOf(const ParallelPlot& plot, const QString& id) {
  return static_cast<int>(plot.state().order().indexOf(id));
}

}  // namespace

class TestRunTable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void theBestStepIsNotTheFirst();
  void summariesReadRecordsAndRememberThem();
  void readingCanBeCancelled();
  void tableNamesDifferingSettings();
  void columnsFollowRunsThatComeAndGo();
  void phasesAreAColumnThatSorts();
  void missingValuesSortLastBothWays();
  void filterTakesWordsAndComparisons();
  void selectionStaysWithTheRuns();
  void columnsAreChosenAndRemembered();
  void csvIsExactlyWhatIsStored();
  void axesFitTheirValues();
  void axesHaveRoomForTheirNumbers();
  void draggingBrushesARange();
  void keyboardBrushesAndMovesAxes();
  void draggingATitleMovesTheAxis();
  void brushStaysWithItsValues();
  void clickingALineChoosesTheRun();
  void plotIsReadOut();
  void picturesHoldEveryRunAndAxis();
  void rampReadsInBothThemes();
  void thousandRunsAreDrawnInAFrame();
  void settingsShowDifferencesAndDefaults();
  void settingsAreCopied();

 private:
  /// The reward is `level`, and twice that at step `peak` (0: in the middle).
  QString write(const QString& name, double level, const std::string& settings, int steps,
                int peak = 0);
  QModelIndex cell(const RunTable& table, const QString& run, const QString& column) const;

  std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRunTable::initTestCase() {
  QLocale::setDefault(QLocale::c());
  applyTheme(*qApp, ThemeMode::kLight);
}

void TestRunTable::init() {
  m_folder = std::make_unique<QTemporaryDir>();
}

QString TestRunTable::write(const QString& name, double level, const std::string& settings,
                            int steps, int peak) {
  record::RunInfo info;
  info.run_id = info.name = name.toStdString();
  info.settings_yaml = "name: " + info.name + "\n" + settings;
  info.method = "grpo";
  info.created_unix_ms = 1'000'000;
  const QString dir = m_folder->filePath(name);
  auto writer = record::RunWriter::open(dir.toStdString(), info, {});
  if (!writer) {
    return {};
  }
  for (int step = 1; step <= steps; ++step) {
    const double value = step == (peak > 0 ? peak : steps / 2) ? level * 2 : level;
    (*writer)->write_metrics({step, 1'000'000 + 1000 * step, {{"reward", value}}});
  }
  (*writer)->write_state(record::RunState::kFinished, "", steps);
  return (*writer)->flush() ? dir : QString();
}

QModelIndex TestRunTable::cell(const RunTable& table, const QString& run,
                               const QString& column) const {
  for (int row = 0; row < table.proxy()->rowCount(); ++row) {
    if (table.proxy()->run(row)->name != run) {
      continue;
    }
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
      if (table.columns()[i].id() == column) {
        return table.proxy()->index(row, static_cast<int>(i));
      }
    }
  }
  return {};
}

// A moving average begins with single steps: its first value is no best one.
void TestRunTable::theBestStepIsNotTheFirst() {
  const auto run = readRunSummary(write(QStringLiteral("a"), 0.5, "seed: 1\n", 40, 1));
  const MetricFacts& reward = run->metrics.at("reward");
  QVERIFY2(reward.bestStep > 5, qPrintable(QString::number(reward.bestStep)));
  QVERIFY(reward.best < 0.7);
  // Smoothed as the curve is at first.
  std::vector<double> values(40, 0.5);
  values[0] = 1;
  QCOMPARE(reward.smoothed, record::smooth(values, kDefaultSmoothing).back());
  // A run that is shorter than the average's memory has its end.
  const auto few = readRunSummary(write(QStringLiteral("b"), 0.5, "seed: 1\n", 3, 1));
  QCOMPARE(few->metrics.at("reward").bestStep, 3);
}

void TestRunTable::summariesReadRecordsAndRememberThem() {
  const QString a = write(QStringLiteral("a"), 0.5, "seed: 1\n", 40);
  const QString b = write(QStringLiteral("b"), 0.7, "seed: 2\n", 60);
  const QString none = m_folder->filePath(QStringLiteral("none"));
  RunSummaries summaries;
  QSignalSpy finished(&summaries, &RunSummaries::finished);
  summaries.setRuns({a, b, none});
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kReadMs);
  QCOMPARE(summaries.runs().size(), 3u);
  const RunSummary& first = *summaries.runs()[0];
  QCOMPARE(first.info.last_step, 40);
  QCOMPARE(first.durationMs, 40'000.0);
  QCOMPARE(first.metrics.at("reward").last, 0.5);
  // The peak of one step counts as the curve shows it: smoothed.
  QVERIFY(first.metrics.at("reward").best > 0.5 && first.metrics.at("reward").best < 1.0);
  QCOMPARE(first.metrics.at("reward").bestStep, 20);
  QCOMPARE(text(first.settings.at("seed")), QStringLiteral("1"));
  QVERIFY(!summaries.runs()[2]->problem.isEmpty());
  const int read = summaries.recordsRead();
  summaries.setRuns({b, a});
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kReadMs);
  QCOMPARE(summaries.recordsRead(), read);
  QCOMPARE(summaries.runs()[0]->dir, b);
  // A record that grew is read again, the other one is not.
  record::RunInfo info;
  info.name = "b";
  info.settings_yaml = "name: b\n";
  {
    auto writer = record::RunWriter::open(b.toStdString(), info, {});
    QVERIFY(writer);
    (*writer)->write_metrics({61, 1'061'000, {{"reward", 0.9}}});
    QVERIFY((*writer)->flush());
  }
  summaries.setRuns({a, b});
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, kReadMs);
  QCOMPARE(summaries.recordsRead(), read + 1);
  QCOMPARE(summaries.runs()[1]->info.last_step, 61);
}

void TestRunTable::readingCanBeCancelled() {
  QStringList dirs;
  for (int i = 0; i < 20; ++i) {
    dirs << write(QStringLiteral("run%1").arg(i), 0.5, "", 4);
  }
  RunSummaries summaries;
  QSignalSpy finished(&summaries, &RunSummaries::finished);
  connect(&summaries, &RunSummaries::progressed, &summaries, [&summaries](int done) {
    if (done == 2) {
      summaries.cancel();
    }
  });
  summaries.setRuns(dirs);
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kReadMs);
  QCOMPARE(finished.first().first().toBool(), true);
  QCOMPARE(summaries.runs().size(), 2u);
  QVERIFY(!summaries.isReading());
  // What is shown while it reads, and the way out.
  RunTable table;
  table.show();
  table.setProgress(3, 20);
  QVERIFY(table.progressBar()->isVisible());
  QCOMPARE(table.progressBar()->value(), 3);
  QSignalSpy cancelled(&table, &RunTable::cancelRequested);
  QTest::mouseClick(table.cancelButton(), Qt::LeftButton);
  QCOMPARE(cancelled.count(), 1);
  table.setProgress(20, 20);
  QVERIFY(!table.progressBar()->isVisible());
}

void TestRunTable::tableNamesDifferingSettings() {
  RunTable table;
  const QAbstractItemModelTester tester(table.proxy(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
  table.setRuns(someRuns());
  QStringList ids;
  for (const RunColumn& column : table.columns()) {
    ids << column.id();
  }
  QVERIFY(ids.contains(QStringLiteral("setting:grpo.beta")));
  QVERIFY(ids.contains(QStringLiteral("setting:optimizer.learning_rate")));
  QVERIFY(!ids.contains(QStringLiteral("setting:grpo.epsilon")));
  QCOMPARE(
      cell(table, QStringLiteral("birch"), QStringLiteral("setting:grpo.beta")).data().toString(),
      QStringLiteral("0.04"));
  QCOMPARE(cell(table, QStringLiteral("birch"), QStringLiteral("final:reward")).data().toString(),
           QStringLiteral("0.800"));
  // A run that diverged says so; it is not 0, and not as if it had not been recorded.
  QCOMPARE(cell(table, QStringLiteral("cedar"), QStringLiteral("final:reward")).data().toString(),
           QStringLiteral("nan"));
}

// Whatever was there before, the columns are those of the runs that are there now.
void TestRunTable::columnsFollowRunsThatComeAndGo() {
  std::vector<RunSummaryPtr> all = someRuns();
  const auto add = [&all](const char* name, const auto& change) {
    auto run = std::make_shared<RunSummary>(*summary(QString::fromLatin1(name), 0.5, {}));
    change(*run);
    all.push_back(std::move(run));
  };
  add("elm", [](RunSummary& run) {
    run.phases = {{"sft", "sft", "none", 1, 40}};
    run.settings["phase.sft.sft.steps"] = "40";
  });
  add("fir", [](RunSummary& run) { run.settings.clear(); });  // cannot be read
  add("gum", [](RunSummary& run) {
    run.settings["seed"] = "7";
    run.settings["policy.model"] = "other";
    run.metrics["kl"] = {};
    run.metrics["mine"] = {};
  });
  OfferedColumns kept;
  const unsigned sets = 1U << all.size();
  for (unsigned i = 0; i <= sets; ++i) {
    const unsigned set = (i * 37) % sets;  // each once, most far from the one before
    std::vector<RunSummaryPtr> runs;
    std::vector<record::SettingTexts> texts;
    std::set<std::string> metrics, seeds;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if ((set >> k & 1U) == 0) continue;
      runs.push_back(all[k]);
      texts.push_back(all[k]->settings);
      for (const auto& [key, facts] : all[k]->metrics) metrics.insert(key);
      if (!texts.back().empty()) seeds.insert(texts.back().at("seed"));
    }
    kept.setRuns(runs);
    std::vector<std::string> settings = record::differing_settings(texts);
    if (seeds.size() > 1) settings.emplace_back("seed");
    std::vector<std::string> keptSettings;
    std::set<std::string> keptMetrics;
    bool hasPhase = false;
    for (const RunColumn& column : kept.columns()) {
      const std::string key = column.key.toStdString();
      if (column.kind == RunColumn::Kind::kFinal) keptMetrics.insert(key);
      hasPhase = hasPhase || column.kind == RunColumn::Kind::kPhase;
      if (column.kind != RunColumn::Kind::kSetting) continue;
      keptSettings.push_back(key);
      QCOMPARE(kept.isNumeric(column.key), std::ranges::all_of(runs, [&](const auto& run) {
                 return isMissing(*run, column) || !std::isnan(runNumber(*run, column));
               }));
    }
    QCOMPARE(keptSettings, settings);
    QCOMPARE(keptMetrics, metrics);
    QCOMPARE(hasPhase,
             std::ranges::any_of(runs, [](const auto& run) { return !run->phases.empty(); }));
    QCOMPARE(kept.columns(), offeredColumns(runs));
  }
}

void TestRunTable::phasesAreAColumnThatSorts() {
  const auto phased = [](const char* name, int step) {
    const RunSummaryPtr plain = summary(QString::fromLatin1(name), 0.5,
                                        {{"phase.sft.sft.steps", std::to_string(step)}}, step);
    auto run = std::make_shared<RunSummary>(*plain);
    run->phases = {{"sft", "sft", "none", 1, 40}, {"best_of_n", "best_of_n", "none", 41, 100}};
    return run;
  };
  RunTable table;
  table.setRuns({summary(QStringLiteral("ash"), 0.5, {}), phased("birch", 70), phased("cedar", 5),
                 phased("duke", 40)});
  const QString phase = QStringLiteral("phase");
  QCOMPARE(cell(table, QStringLiteral("birch"), phase).data().toString(),
           QStringLiteral("best_of_n 30 of 60"));
  QCOMPARE(cell(table, QStringLiteral("duke"), phase).data().toString(),
           QStringLiteral("best_of_n 0 of 60"));
  QVERIFY(cell(table, QStringLiteral("cedar"), phase)
              .data(Qt::ToolTipRole)
              .toString()
              .contains(QStringLiteral("sft (SFT): 5 of 40 steps")));
  table.view()->sortByColumn(cell(table, QStringLiteral("ash"), phase).column(),
                             Qt::AscendingOrder);
  QStringList names;
  for (int row = 0; row < table.proxy()->rowCount(); ++row) names << table.proxy()->run(row)->name;
  QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("cedar duke birch ash"));
  // A setting of a phase has no default to tell.
  const auto own = QStringLiteral("setting:phase.sft.sft.steps");
  QCOMPARE(cell(table, QStringLiteral("birch"), own).data().toString(), QStringLiteral("70"));
  QCOMPARE(cell(table, QStringLiteral("birch"), own).data(Qt::ToolTipRole).toString(), QString());
}

void TestRunTable::missingValuesSortLastBothWays() {
  RunTable table;
  table.setRuns(someRuns());
  const int reward = cell(table, QStringLiteral("ash"), QStringLiteral("final:reward")).column();
  const auto names = [&table] {
    QStringList all;
    for (int row = 0; row < table.proxy()->rowCount(); ++row) {
      all << table.proxy()->run(row)->name;
    }
    return all.join(QLatin1Char(' '));
  };
  table.view()->sortByColumn(reward, Qt::AscendingOrder);
  QCOMPARE(names(), QStringLiteral("ash duke birch cedar"));
  table.view()->sortByColumn(reward, Qt::DescendingOrder);
  QCOMPARE(names(), QStringLiteral("birch duke ash cedar"));
}

void TestRunTable::filterTakesWordsAndComparisons() {
  RunTable table;
  table.show();
  table.setRuns(someRuns());
  const auto shown = [&table](const char* filter) {
    table.filterLine()->clear();
    QTest::keyClicks(table.filterLine(), QString::fromLatin1(filter));
    QStringList all;
    for (int row = 0; row < table.proxy()->rowCount(); ++row) {
      all << table.proxy()->run(row)->name;
    }
    return all.join(QLatin1Char(' '));
  };
  QCOMPARE(shown("BIR"), QStringLiteral("birch"));
  QCOMPARE(shown("reward>0.4"), QStringLiteral("birch duke"));
  QCOMPARE(shown("reward>0.4 steps<=200"), QStringLiteral("duke"));
  QCOMPARE(shown("beta=0.04"), QStringLiteral("birch duke"));
  QCOMPARE(shown("beta!=0.04"), QStringLiteral("ash cedar"));
  QCOMPARE(shown("grpo.beta<0.05 finished"), QStringLiteral("ash birch duke"));
  QCOMPARE(shown("nothing=1"), QStringLiteral("ash birch cedar duke"));
  QVERIFY(table.filterLine()->toolTip().contains(QStringLiteral("nothing")));
  QTest::keyClick(table.filterLine(), Qt::Key_Escape);
  QVERIFY(table.filterLine()->text().isEmpty());
}

void TestRunTable::selectionStaysWithTheRuns() {
  RunTable table;
  table.setRuns(someRuns());
  table.chooseRuns({QStringLiteral("/runs/birch"), QStringLiteral("/runs/duke")});
  QSignalSpy changed(&table, &RunTable::choiceChanged);
  auto more = someRuns();
  more.insert(more.begin(), summary(QStringLiteral("aaa"), 0.1, {}));
  table.setRuns(more);
  QCOMPARE(table.chosenRuns(),
           QStringList({QStringLiteral("/runs/birch"), QStringLiteral("/runs/duke")}));
  QCOMPARE(changed.count(), 0);
  table.setRuns({more[0], more[1], more[2]});
  QCOMPARE(table.chosenRuns(), QStringList(QStringLiteral("/runs/birch")));
  QCOMPARE(changed.count(), 1);
}

void TestRunTable::columnsAreChosenAndRemembered() {
  RunTable table;
  table.setRuns(someRuns());
  const RunColumn beta{RunColumn::Kind::kSetting, QStringLiteral("grpo.beta")};
  const RunColumn method{RunColumn::Kind::kMethod};
  QSignalSpy chosen(&table, &RunTable::columnsChosen);
  table.setColumnShown(beta, false);
  table.setColumnShown(method, true);
  QCOMPARE(chosen.count(), 2);
  RunTable other;
  other.setColumnChoice(table.columnChoice());
  other.setRuns(someRuns());
  QVERIFY(other.columns() == table.columns());
  QVERIFY(!cell(other, QStringLiteral("ash"), method.id()).data().toString().isEmpty());
  QVERIFY(!cell(other, QStringLiteral("ash"), beta.id()).isValid());
  other.setColumnShown(beta, true);
  other.setColumnShown(method, false);
  QVERIFY(other.columnChoice().isEmpty());
}

void TestRunTable::csvIsExactlyWhatIsStored() {
  RunTable table;
  table.setRuns({summary(QStringLiteral("a,b"), 1.0 / 3, {{"grpo.beta", "0.04"}}),
                 summary(QStringLiteral("c"), kNaN, {})});
  table.setFilter(QStringLiteral("a,b"));
  const QString file = m_folder->filePath(QStringLiteral("runs.csv"));
  QVERIFY(table.exportCsv(file));
  QFile in(file);
  QVERIFY(in.open(QIODevice::ReadOnly));
  const QStringList lines = QString::fromUtf8(in.readAll()).split(QLatin1Char('\n'));
  QCOMPARE(lines[0],
           QStringLiteral("name,state,steps,duration,setting:grpo.beta,final:reward,folder"));
  QCOMPARE(lines[1],
           QStringLiteral("\"a,b\",finished,100,100,0.04,0.3333333333333333,\"/runs/a,b\""));
  QCOMPARE(lines.size(), 3);  // the hidden run is not written; the last line ends
  QVERIFY(!table.exportCsv(QStringLiteral("/proc/nowhere/runs.csv")));
}

void TestRunTable::axesFitTheirValues() {
  ParallelPlot plot;
  auto runs = someRuns();
  runs.push_back(summary(QStringLiteral("elm"), 0.9, {{"optimizer.learning_rate", "0.0001"}}));
  runs[1] = summary(QStringLiteral("birch"), 0.8,
                    {{"grpo.loss_type", "grpo"}, {"optimizer.learning_rate", "1e-05"}});
  plot.setContent(runs, offeredColumns(runs));
  const auto& axes = plot.state().axes();
  const auto find = [&](const char* id) {
    return axes[static_cast<std::size_t>(axisOf(plot, QString::fromLatin1(id)))];
  };
  QCOMPARE(find("setting:optimizer.learning_rate").scale, ParallelAxis::Scale::kLog);
  QCOMPARE(find("setting:grpo.beta").scale, ParallelAxis::Scale::kLinear);
  const ParallelAxis loss = find("setting:grpo.loss_type");
  QCOMPARE(loss.scale, ParallelAxis::Scale::kCategories);
  QCOMPARE(loss.categories, QStringList({QStringLiteral("dapo"), QStringLiteral("grpo")}));
  const ParallelAxis reward = find("final:reward");
  QCOMPARE(reward.positionOf(*runs[0]), 0.0);
  QCOMPARE(reward.positionOf(*runs.back()), 1.0);
  QVERIFY(std::isnan(reward.positionOf(*runs[2])));
  QVERIFY(plot.yOf(std::nan("")) > plot.yOf(0));  // a mark of its own, below the axis
  QVERIFY(axisOf(plot, QStringLiteral("name")) < 0);
}

// However many axes there are and however narrow the window is: a number is shown whole.
void TestRunTable::axesHaveRoomForTheirNumbers() {
  std::vector<RunSummaryPtr> runs;
  for (int i = 0; i < 3; ++i) {
    std::vector<std::pair<std::string, std::string>> settings;
    for (int k = 0; k < 30; ++k) {
      settings.emplace_back("grpo.setting_" + std::to_string(k),
                            std::to_string(0.000012 * (i + 1) * (k + 7)));
    }
    runs.push_back(summary(QString::number(i), 0.3 * i, settings));
  }
  ParallelPlot plot;
  plot.resize(600, 300);
  plot.setContent(runs, offeredColumns(runs));
  plot.show();
  QVERIFY(plot.state().axes().size() > 30);
  QVERIFY(plot.width() > 600);
  const QFontMetrics metrics(theme().smallFont());
  int numbers = 0;
  for (int k = 0; k + 1 < static_cast<int>(plot.state().axes().size()); ++k) {
    const ParallelAxis& axis = plot.state().axes()[static_cast<std::size_t>(k)];
    for (const ParallelAxis::Tick& tick : axis.ticks) {
      if (axis.scale == ParallelAxis::Scale::kCategories) {
        continue;
      }
      ++numbers;
      QVERIFY2(metrics.horizontalAdvance(tick.text) + 10 <= plot.axisX(k + 1) - plot.axisX(k),
               qPrintable(tick.text));
    }
  }
  QVERIFY(numbers > 60);
}

void TestRunTable::draggingBrushesARange() {
  ParallelPlot plot;
  plot.resize(900, 360);
  plot.setContent(someRuns(), offeredColumns(someRuns()));
  plot.show();
  const int axis = axisOf(plot, QStringLiteral("final:reward"));
  QSignalSpy brushed(&plot, &ParallelPlot::brushed);
  const auto at = [&](double position) {
    return QPoint(qRound(plot.axisX(axis)), qRound(plot.yOf(position)));
  };
  // 0.2 to 0.8: the upper half holds 0.5 and 0.8.
  QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, at(0.4));
  QTest::mouseMove(&plot, at(0.7));
  QTest::mouseMove(&plot, at(1.0));
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, at(1.0));
  QVERIFY(brushed.count() > 0);
  QCOMPARE(*plot.state().passing(),
           QSet<QString>({QStringLiteral("/runs/birch"), QStringLiteral("/runs/duke")}));
  // Its lower end, up to above 0.5.
  QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, at(plot.state().brush(axis)->first));
  QTest::mouseMove(&plot, at(0.5));
  QTest::mouseMove(&plot, at(0.6));
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, at(0.6));
  QCOMPARE(*plot.state().passing(), QSet<QString>({QStringLiteral("/runs/birch")}));
  // The whole range down.
  QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, at(0.8));
  QTest::mouseMove(&plot, at(0.5));
  QTest::mouseMove(&plot, at(0.4));
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, at(0.4));
  QCOMPARE(*plot.state().passing(), QSet<QString>({QStringLiteral("/runs/duke")}));
  // A click takes it away.
  QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, at(0.5));
  QVERIFY(!plot.state().passing());
}

void TestRunTable::keyboardBrushesAndMovesAxes() {
  ParallelPlot plot;
  plot.resize(900, 360);
  plot.setContent(someRuns(), offeredColumns(someRuns()));
  plot.show();
  QVERIFY(QTest::qWaitForWindowActive(&plot));
  plot.setFocus();
  const int axis = axisOf(plot, QStringLiteral("final:reward"));
  QTest::keyClick(&plot, Qt::Key_Home);
  for (int i = 0; i < axis; ++i) {
    QTest::keyClick(&plot, Qt::Key_Right);
  }
  QCOMPARE(plot.focusedAxis(), axis);
  for (int i = 0; i < 11; ++i) {
    QTest::keyClick(&plot, Qt::Key_Up);
  }
  QCOMPARE(*plot.state().passing(), QSet<QString>({QStringLiteral("/runs/birch")}));
  for (int i = 0; i < 2; ++i) {
    QTest::keyClick(&plot, Qt::Key_Down);
  }
  for (int i = 0; i < 4; ++i) {
    QTest::keyClick(&plot, Qt::Key_Down, Qt::ShiftModifier);
  }
  QCOMPARE(*plot.state().passing(), QSet<QString>({QStringLiteral("/runs/duke")}));
  QTest::keyClick(&plot, Qt::Key_Delete);
  QVERIFY(!plot.state().passing());
  QSignalSpy moved(&plot, &ParallelPlot::orderChanged);
  QTest::keyClick(&plot, Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(axisOf(plot, QStringLiteral("final:reward")), axis - 1);
  QCOMPARE(plot.focusedAxis(), axis - 1);
  QCOMPARE(moved.count(), 1);
  QTest::keyClick(&plot, Qt::Key_C);
  QCOMPARE(plot.colorBy(), QStringLiteral("final:reward"));
}

void TestRunTable::draggingATitleMovesTheAxis() {
  ParallelPlot plot;
  plot.resize(900, 360);
  plot.setContent(someRuns(), offeredColumns(someRuns()));
  plot.show();
  const QStringList before = plot.state().order();
  const auto title = [&](int axis) { return plot.titleBox(axis).center().toPoint(); };
  QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, title(0));
  QTest::mouseMove(&plot, title(1));
  QTest::mouseMove(&plot, title(2));
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, title(2));
  QCOMPARE(plot.state().order().indexOf(before[0]), 2);
  QCOMPARE(plot.state().order()[0], before[1]);
  ParallelPlot other;
  other.setOrder(plot.state().order());
  other.setContent(someRuns(), offeredColumns(someRuns()));
  QCOMPARE(other.state().order(), plot.state().order());
}

void TestRunTable::brushStaysWithItsValues() {
  ParallelPlot plot;
  auto runs = someRuns();
  plot.setContent(runs, offeredColumns(runs));
  const int axis = axisOf(plot, QStringLiteral("final:reward"));
  plot.setBrush(axis, ParallelAxes::Range(0.75, 1));  // 0.65 to 0.8
  runs.push_back(summary(QStringLiteral("far"), 5, {}));
  plot.setContent(runs, offeredColumns(runs));
  QCOMPARE(*plot.state().passing(), QSet<QString>({QStringLiteral("/runs/birch")}));
  // The brush of an axis that goes away hides nothing any more.
  plot.setContent(runs, {{RunColumn::Kind::kSteps}});
  QVERIFY(!plot.state().passing());
}

void TestRunTable::clickingALineChoosesTheRun() {
  ParallelPlot plot;
  plot.resize(900, 360);
  const auto runs = someRuns();
  plot.setContent(runs, offeredColumns(runs));
  plot.show();
  QSignalSpy clicked(&plot, &ParallelPlot::runClicked);
  const auto last = static_cast<int>(plot.state().axes().size()) - 1;
  const double y0 = plot.yOf(plot.state().position(1, static_cast<std::size_t>(last) - 1));
  const double y1 = plot.yOf(plot.state().position(1, static_cast<std::size_t>(last)));
  const QPoint middle(qRound((plot.axisX(last - 1) + plot.axisX(last)) / 2), qRound((y0 + y1) / 2));
  QTest::mouseMove(&plot, middle);
  QCOMPARE(plot.hoveredRun(), QStringLiteral("/runs/birch"));
  QTest::mouseClick(&plot, Qt::LeftButton, Qt::ControlModifier, middle);
  QCOMPARE(clicked.count(), 1);
  QCOMPARE(clicked.first()[0].toString(), QStringLiteral("/runs/birch"));
  QCOMPARE(clicked.first()[1].toBool(), true);
}

void TestRunTable::plotIsReadOut() {
  ParallelPlot plot;
  plot.resize(900, 360);
  plot.setContent(someRuns(), offeredColumns(someRuns()));
  QVERIFY(!plot.accessibleName().isEmpty());
  QTest::keyClick(&plot, Qt::Key_Up);
  const ParallelAxis& first = plot.state().axes().front();
  QVERIFY(plot.accessibleDescription().contains(first.column.title()));
  QVERIFY(plot.accessibleDescription().contains(first.valueText(plot.state().brush(0)->first)));
}

void TestRunTable::picturesHoldEveryRunAndAxis() {
  ParallelPlot plot;
  plot.resize(900, 360);
  const auto runs = someRuns();
  plot.setContent(runs, offeredColumns(runs));
  const QString svg = m_folder->filePath(QStringLiteral("runs.svg"));
  const QString png = m_folder->filePath(QStringLiteral("runs.png"));
  QVERIFY(plot.exportSvg(svg));
  QVERIFY(plot.exportPng(png, 2));
  QFile file(svg);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString document = QString::fromUtf8(file.readAll());
  for (const ParallelAxis& axis : plot.state().axes()) {
    const QString name = axis.column.title().section(QLatin1Char('.'), -1);
    QVERIFY2(document.contains(name), qPrintable(name));
  }
  QCOMPARE(QImage(png).size(), QSize(1800, 720));
  QVERIFY(!plot.exportPng(QStringLiteral("/proc/nowhere.png")));
}

void TestRunTable::rampReadsInBothThemes() {
  for (const bool dark : {false, true}) {
    const QColor panel = roleColor(dark, Role::kPanel);
    double before = dark ? 0 : 22;
    for (int i = 0; i <= 20; ++i) {
      const QColor color = rampColor(dark, i / 20.0);
      const double ratio = contrastRatio(color, panel);
      QVERIFY2(ratio >= 3, qPrintable(QStringLiteral("%1 %2 %3").arg(dark).arg(i).arg(ratio)));
      // Lightness goes one way only: told apart without any colour vision.
      QVERIFY2(dark ? ratio > before : ratio < before,
               qPrintable(QStringLiteral("%1 %2 %3").arg(dark).arg(i).arg(ratio)));
      before = ratio;
    }
  }
}

void TestRunTable::thousandRunsAreDrawnInAFrame() {
  std::vector<RunSummaryPtr> runs;
  for (int i = 0; i < 1000; ++i) {
    runs.push_back(summary(QStringLiteral("run %1").arg(i), std::sin(i),
                           {{"grpo.beta", std::to_string(0.001 * (i % 97))},
                            {"grpo.epsilon", std::to_string(0.1 + 0.01 * (i % 7))},
                            {"grpo.loss_type", i % 3 == 0 ? "dapo" : "grpo"},
                            {"optimizer.learning_rate", i % 2 == 0 ? "0.0001" : "1e-06"},
                            {"grpo.num_generations", std::to_string(4 << i % 3)}},
                           50 + i));
  }
  ParallelPlot plot;
  plot.resize(1600, 440);
  plot.setContent(runs, offeredColumns(runs));
  plot.show();
  QBENCHMARK {
    plot.drawNow();
  }
  const QImage seen = plot.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QRgb panel = theme().color(Role::kPanel).rgb();
  const int last = static_cast<int>(plot.state().axes().size()) - 1;
  const int between = qRound((plot.axisX(last - 1) + plot.axisX(last)) / 2);
  int drawn = 0;
  for (int y = qRound(plot.yOf(1)); y < qRound(plot.yOf(0)); ++y) {
    drawn += seen.pixel(between, y) != panel ? 1 : 0;
  }
  QVERIFY2(drawn > 100, qPrintable(QString::number(drawn)));
}

void TestRunTable::settingsShowDifferencesAndDefaults() {
  SettingsComparison view;
  view.show();
  const auto runs = someRuns();
  view.setRuns({runs[0], runs[3]});
  QCOMPARE(view.model()->rowCount(), 2);
  QCOMPARE(view.model()->index(0, 0).data().toString(), QStringLiteral("grpo.beta"));
  QCOMPARE(view.model()->index(0, 1).data().toString(), QStringLiteral("0 (default)"));
  QCOMPARE(view.model()->index(0, 2).data().toString(), QStringLiteral("0.04"));
  QVERIFY(view.definition()->text().contains(QStringLiteral("Weight of the KL term")));
  QTest::keyClick(view.view(), Qt::Key_Down);
  QVERIFY(view.definition()->text().startsWith(QStringLiteral("optimizer.learning_rate")));
  view.allAction()->trigger();
  QCOMPARE(view.model()->rowCount(), static_cast<int>(config::schema().size()));
  // The selected setting is still the selected one.
  QVERIFY(view.definition()->text().startsWith(QStringLiteral("optimizer.learning_rate")));
  view.allAction()->trigger();
  view.setRuns({runs[0]});
  QCOMPARE(view.model()->rowCount(), 0);
  QVERIFY(!view.markdownAction()->isEnabled());
}

void TestRunTable::settingsAreCopied() {
  SettingsComparison view;
  const auto runs = someRuns();
  view.setRuns({runs[0], summary(QStringLiteral("a|b"), 1, {{"grpo.beta", "0.04"}})});
  view.markdownAction()->trigger();
  QCOMPARE(QApplication::clipboard()->text(),
           QStringLiteral("| setting | ash | a\\|b |\n| --- | --- | --- |\n"
                          "| grpo.beta | 0 (default) | 0.04 |\n"));
  view.csvAction()->trigger();
  QCOMPARE(QApplication::clipboard()->text(),
           QStringLiteral("setting,ash,a|b,default\ngrpo.beta,0,0.04,0\n"));
}

QTEST_MAIN(TestRunTable)
#include "tst_run_table.moc"
