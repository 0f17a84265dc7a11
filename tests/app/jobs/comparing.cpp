// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on what runs left: open and replay them, compare two of them, and take numbers, pictures and
// episodes out.
#include <QContextMenuEvent>
#include <QFile>
#include <QImage>
#include <QListView>
#include <QTabBar>
#include <QToolButton>
#include <bit>

#include "app/comparison/run_comparison.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/runs/example_runs.h"
#include "app/runs/run_shelf.h"
#include "engine/base/file.h"
#include "engine/record/store.h"
#include "tests/app/jobs/jobs.h"
#include "tests/app/recorded_run.h"
#include "tests/patience.h"
#include "widgets/comparison/run_table.h"
#include "widgets/comparison/settings_comparison.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/table_view.h"
#include "widgets/replay/replay_model.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;

namespace {

/// By step and metric, as the record holds them.
std::map<std::int64_t, std::map<std::string, double>> valuesOf(const QString& run) {
  std::map<std::int64_t, std::map<std::string, double>> values;
  auto reader = record::RunReader::open(run.toStdString());
  if (!reader) return values;
  std::int64_t cursor = 0;
  const auto batches = (*reader)->metrics_since(cursor);
  if (!batches) return values;
  for (const record::MetricBatch& batch : *batches) {
    for (const auto& [key, value] : batch.values) values[batch.step][key] = value;
  }
  return values;
}

/// A finished run with two phases, the second of which begins behind `boundary`.
QString writePhasedRun(const QString& runs, const QString& name, int steps, int boundary,
                       const char* sftSteps) {
  config::RunConfig settings;
  settings.phases = {"sft", "best_of_n"};
  settings.phase = {{"sft", {{"sft.steps", sftSteps}}}};
  const QString run = writeRecordedRun(runs, name, steps, settings);
  auto writer = record::RunWriter::open(run.toStdString(),
                                        recordedInfo(name.toStdString(), steps, settings), {});
  if (!writer) return {};
  const std::string fact =
      QStringLiteral(
          R"([{"name":"sft","method":"sft","agent":"none","first_step":1,"last_step":%1},)"
          R"({"name":"best_of_n","method":"best_of_n","agent":"none","first_step":%2,"last_step":%3}])")
          .arg(boundary)
          .arg(boundary + 1)
          .arg(steps)
          .toStdString();
  (*writer)->write_fact("phases", fact);
  (*writer)->write_state(record::RunState::kFinished, "", steps);
  return (*writer)->flush() ? run : QString();
}

}  // namespace

// Of each phase of a run: its validation, from the list of runs to the replay of an answer.
void TestJobs::replayEvaluations() {
  const QString run =
      writePhasedRun(folder() + QStringLiteral("/runs"), QStringLiteral("ash"), 12, 4, "4");
  QVERIFY(!run.isEmpty());
  for (const int step : {4, 12}) QVERIFY(writeEvaluation(run, step, kEvaluationSamples));
  QVERIFY(openProgram());
  QVERIFY(isRunShown(window()));
  for (const int step : {4, 12}) replayEvaluation(run, step);
}

// From the menu of the run in the list to the place in the story of an answer.
void TestJobs::replayEvaluation(const QString& run, int step) {
  auto& runs = view<widgets::RunList>("runs");
  USER_DOES(press("Ctrl+1"));
  USER_DOES(press("Alt+1"));
  const QModelIndex row = runs.model()->index(runs.model()->rowOf(run));
  QVERIFY(row.isValid());
  QTRY_VERIFY(runs.model()->run(row.row()).evaluations.contains(step));
  // The list chooses what is shown as soon as it has read it.
  QTRY_COMPARE(runs.selectedRun(), window().feed().runDir());
  const QPoint place = runs.view()->visualRect(row).center();
  USER_DOES(clickAt(runs.view()->viewport(), place));  // one click shows it
  QTRY_COMPARE(window().feed().runDir(), run);
  const auto opens = [&] {
    QContextMenuEvent menu(QContextMenuEvent::Mouse, place,
                           runs.view()->viewport()->mapToGlobal(place));
    return QCoreApplication::sendEvent(runs.view()->viewport(), &menu);
  };
  USER_DOES(chooseFrom(
      opens, {QStringLiteral("Open an evaluation"), QStringLiteral("After step %1").arg(step)}));
  QTRY_VERIFY(window().feed().runDir().endsWith(QStringLiteral("/evaluations/step-%1").arg(step)));
  QVERIFY(isRunShown(window()));
  USER_DOES(press("Ctrl+3"));
  // A chain of agents has their names in place of "evaluation".
  QTRY_VERIFY(m_user.reads(QStringLiteral(" \u00b7 step %1").arg(step)));
  USER_DOES(press("Alt+8"));
  USER_DOES(press("Home"));
  QCOMPARE(window().replay().positionMs(), 0.0);
  USER_DOES(press("End"));
  QTRY_VERIFY(m_user.reads(QStringLiteral("Finished:")));
}

// Every run that is shipped, from the start page; what is shipped stays as it is.
void TestJobs::examples() {
  QVERIFY(openProgram());
  const QList<ExampleRun> all = exampleRuns();
  QVERIFY(!all.isEmpty());
  for (const ExampleRun& example : all) {
    const QStringList before = QDir(example.folder).entryList(QDir::AllEntries);
    if (!window().isStartPageShown()) USER_DOES(press("Ctrl+Alt+R"));
    USER_DOES(click(example.title));
    QTRY_COMPARE(window().feed().runDir(), example.folder);
    QVERIFY(isRunShown(window()));
    QVERIFY(window().subject().episode()->tokens.size() > 1);
    QCOMPARE(QDir(example.folder).entryList(QDir::AllEntries), before);
    for (const qint64 step : evaluationsIn(example.folder))
      replayEvaluation(example.folder, static_cast<int>(step));
  }
}

void TestJobs::comparePhases() {
  const QString runs = folder() + QStringLiteral("/runs");
  QVERIFY(!writePhasedRun(runs, QStringLiteral("ash"), 12, 4, "4").isEmpty());
  QVERIFY(!writePhasedRun(runs, QStringLiteral("birch"), 20, 15, "15").isEmpty());
  QVERIFY(openProgram());
  USER_DOES(press("Ctrl+4"));
  auto& comparison = view<RunComparison>("runtable");
  QTRY_COMPARE(comparison.table()->proxy()->rowCount(), 2);
  USER_DOES(clickRow(QStringLiteral("Runs to compare"), QStringLiteral("best_of_n 8 of 8")));
  USER_DOES(clickRow(QStringLiteral("Runs to compare"), QStringLiteral("best_of_n 5 of 5"),
                     Qt::ControlModifier));
  QTRY_COMPARE(comparison.curves()->overlay()->runs().size(), std::size_t{2});
  // In what one of their phases differs.
  USER_DOES(press("Ctrl+Shift+I"));
  const QModelIndex row = m_user.findRow(QStringLiteral("Settings of the chosen runs"),
                                         QStringLiteral("phase.sft.sft.steps"));
  QVERIFY2(row.isValid(), qPrintable(m_user.problem()));
}

void TestJobs::compareRuns() {
  const QString runs = folder() + QStringLiteral("/runs");
  config::RunConfig other;
  other.grpo.beta = 0.04;
  const QString first = writeRecordedRun(runs, QStringLiteral("ash"), 12);
  const QString second = writeRecordedRun(runs, QStringLiteral("birch"), 20, other);
  QVERIFY(!first.isEmpty() && !second.isEmpty());
  QVERIFY(openProgram());
  USER_DOES(press("Ctrl+4"));
  QCOMPARE(window().workspaces().current(), QStringLiteral("compare"));
  auto& comparison = view<RunComparison>("runtable");
  QTRY_COMPARE(comparison.table()->proxy()->rowCount(), 2);

  // Chosen one by one: the curves below are those of the chosen ones.
  USER_DOES(clickRow(QStringLiteral("Runs to compare"), QStringLiteral("ash")));
  QTRY_COMPARE(comparison.curves()->overlay()->runs().size(), std::size_t{1});
  USER_DOES(
      clickRow(QStringLiteral("Runs to compare"), QStringLiteral("birch"), Qt::ControlModifier));
  QTRY_COMPARE(comparison.curves()->overlay()->runs().size(), std::size_t{2});
  widgets::CurvePlot* plot = comparison.curves()->plots().front();
  const auto drawn = [plot](const QString& run) {
    const auto values = plot->valuesAt(5);
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const auto& value) { return value.run == run; });
    return found == values.end() ? std::nan("") : found->raw;
  };
  QTRY_COMPARE(drawn(QStringLiteral("ash")), valuesOf(first).at(5).at("reward"));
  QTRY_COMPARE(drawn(QStringLiteral("birch")), valuesOf(second).at(5).at("reward"));

  // In what they differ.
  USER_DOES(press("Ctrl+Shift+I"));
  QVERIFY2(
      m_user.findRow(QStringLiteral("Settings of the chosen runs"), QStringLiteral("grpo.beta"))
          .isValid(),
      qPrintable(m_user.problem()));
  USER_DOES(chooseTab(QStringLiteral("Curves")));

  // By a filter, and back.
  USER_DOES(press("Ctrl+Shift+T"));
  USER_DOES(replace(QStringLiteral("birch")));
  QTRY_COMPARE(comparison.table()->proxy()->rowCount(), 1);
  USER_DOES(press("Ctrl+A"));
  USER_DOES(press("Delete"));
  QTRY_COMPARE(comparison.table()->proxy()->rowCount(), 2);

  // The same over the run that Monitor shows.
  USER_DOES(press("Ctrl+1"));
  auto& curves = view<widgets::CurvesView>("curves");
  QTRY_COMPARE(curves.overlay()->runs().size(), std::size_t{1});
  const QString shown = QFileInfo(curves.overlay()->runs().front().dir).fileName();
  const QString wanted =
      shown == QStringLiteral("ash") ? QStringLiteral("birch") : QStringLiteral("ash");
  USER_DOES(chooseFrom([this] { return m_user.press("Ctrl+Shift+A"); }, {wanted}));
  QTRY_COMPARE(curves.overlay()->runs().size(), std::size_t{2});
  QTRY_COMPARE(curves.plots().front()->valuesAt(5).size(), std::size_t{2});
}

void TestJobs::exportFiles() {
  openExample();
  const QString run = window().feed().runDir();
  const QList<std::pair<QString, QString>> files = {
      {QStringLiteral("Values as CSV..."), QStringLiteral("csv")},
      {QStringLiteral("Picture as PNG..."), QStringLiteral("png")},
      {QStringLiteral("Picture as SVG..."), QStringLiteral("svg")},
      {QStringLiteral("Picture as PDF..."), QStringLiteral("pdf")}};
  const auto fileOf = [this](const QString& suffix) {
    return folder() + QStringLiteral("/curves.") + suffix;
  };
  for (const auto& [entry, suffix] : files) {
    m_user.answerFile(QStringLiteral("Export curves"), fileOf(suffix));
    USER_DOES(chooseFrom([this] { return m_user.press("Ctrl+Shift+S"); }, {entry}));
    QVERIFY2(QFileInfo(fileOf(suffix)).size() > 500, qPrintable(fileOf(suffix)));
    QVERIFY(m_user.reads(QStringLiteral("Curves written to %1.").arg(fileOf(suffix))));
    QVERIFY(m_user.see(QStringLiteral("Show")) != nullptr);
  }
  // What other views write is told in the same way.
  USER_DOES(press("Ctrl+4"));
  const QString table = folder() + QStringLiteral("/table.csv");
  m_user.answerFile(QStringLiteral("Export table of runs"), table);
  m_fixture->trigger("compare.export");
  QVERIFY2(QFileInfo(table).size() > 50, qPrintable(m_user.problem()));
  QVERIFY(m_user.reads(QStringLiteral("Written to %1.").arg(table)));
  QVERIFY(m_user.see(QStringLiteral("Show")) != nullptr);
  USER_DOES(press("Ctrl+1"));
  // Every number of the CSV is the record's, to the last bit, and none of a shown metric is left
  // out.
  QFile csv(fileOf(QStringLiteral("csv")));
  QVERIFY(csv.open(QIODevice::ReadOnly));
  const QByteArrayList metrics = csv.readLine().trimmed().split(',');
  QCOMPARE(metrics.first(), QByteArray("step"));
  QVERIFY(metrics.contains("reward"));
  auto left = valuesOf(run);
  while (!csv.atEnd()) {
    const QByteArrayList cells = csv.readLine().trimmed().split(',');
    auto& values = left[cells.first().toLongLong()];
    for (qsizetype i = 1; i < cells.size(); ++i) {
      if (cells[i].isEmpty()) continue;
      const auto value = values.find(metrics[i].toStdString());
      QVERIFY2(value != values.end(), metrics[i].constData());
      QCOMPARE(std::bit_cast<quint64>(cells[i].toDouble()), std::bit_cast<quint64>(value->second));
      values.erase(value);
    }
  }
  for (const auto& [step, values] : left) {
    for (const QByteArray& metric : metrics)
      QVERIFY2(!values.contains(metric.toStdString()), metric.constData());
  }
  QVERIFY(!QImage(fileOf(QStringLiteral("png"))).isNull());
  const auto svg = read_file(fileOf(QStringLiteral("svg")).toStdString());
  QVERIFY(svg && svg->find("pass rate") != std::string::npos);
  const auto pdf = read_file(fileOf(QStringLiteral("pdf")).toStdString());
  QVERIFY(pdf && pdf->starts_with("%PDF"));

  // One episode with its group, and what another one reads in it.
  chooseEpisode(QStringLiteral("is:accepted step:3"));
  const record::Episode chosen = *window().subject().episode();
  const QString file = folder() + QStringLiteral("/one.nereid-episode");
  m_user.answerFile(QStringLiteral("Export episode"), file);
  USER_DOES(press("Ctrl+Shift+X"));
  QVERIFY2(m_user.isDone(), qPrintable(m_user.problem()));
  QTRY_VERIFY(QFile::exists(file));
  QTRY_VERIFY(m_user.reads(QStringLiteral("one.nereid-episode")));
  m_user.answerFile(QStringLiteral("Open an episode file"), file);
  USER_DOES(press("Ctrl+Shift+O"));
  QTRY_COMPARE(window().feed().runDir(), file);
  QVERIFY(isRunShown(window()));
  const record::Episode read = *window().subject().episode();
  QCOMPARE(read.key, chosen.key);
  QCOMPARE(read.candidate, chosen.candidate);
  QCOMPARE(read.completion, chosen.completion);
  QCOMPARE(verify::to_json_text(read.verdict), verify::to_json_text(chosen.verdict));
  QCOMPARE(view<widgets::EpisodeList>("episodes").model()->rowCount(), 8);
}
