// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs in one curves view, against real records that are written while it follows them.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/look/qcp.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestCurveRuns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void init();
  void addedRunIsDrawnAndFollowed();
  void clickHidesAndCrossTakesAway();
  void keyboardReachesEveryRun();
  void hiddenRunStaysInItsMean();
  void manyRunsWrapAndKeepTheirColours();
  void moreRunsThanColoursAreDrawn();
  void groupsFollowASetting();
  void droppedFolderIsLaidOver();
  void unreadableRunIsReported();
  void looksBelongToTheRun();
  void csvNamesRunsAndMeans();

 private:
  /// A run of `steps` steps whose reward is `level` everywhere.
  QString write(const QString& name, double level, const std::string& settings, int steps = 20);
  void add(const QString& dir);
  double lastOf(const QString& label) const;
  CurvePlot* rewards() const { return m_view->plots().front(); }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::map<QString, std::unique_ptr<record::RunWriter>> m_writers;
  std::map<QString, record::MetricSeries> m_metrics;
  std::unique_ptr<CurvesView> m_view;
};

void TestCurveRuns::init() {
  m_view.reset();
  m_writers.clear();
  m_folder = std::make_unique<QTemporaryDir>();
  m_metrics.clear();
  for (int step = 1; step <= 20; ++step) {
    m_metrics[QStringLiteral("reward")].append(step, 1.0);
  }
  m_view = std::make_unique<CurvesView>();
  m_view->resize(1100, 700);
  m_view->setSmoothing(0);
  m_view->setSource([this](const QString& key) {
    const auto found = m_metrics.find(key);
    return found == m_metrics.end() ? nullptr : &found->second;
  });
  m_view->setRun(QStringLiteral("/shown"), QStringLiteral("shown"), "name: shown\nseed: 1\n");
  m_view->show();
  QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

QString TestCurveRuns::write(const QString& name, double level, const std::string& settings,
                             int steps) {
  record::RunInfo info;
  info.run_id = info.name = name.toStdString();
  info.settings_yaml = "name: " + info.name + "\n" + settings;
  const QString dir = m_folder->filePath(name);
  auto writer = record::RunWriter::open(dir.toStdString(), info, {});
  if (!writer) {
    return {};
  }
  for (int step = 1; step <= steps; ++step) {
    (*writer)->write_metrics({step, 1000 + step, {{"reward", level}}});
  }
  (*writer)->write_state(record::RunState::kRunning, "", steps);
  if (!(*writer)->flush()) {
    return {};
  }
  m_writers[name] = std::move(*writer);
  return dir;
}

void TestCurveRuns::add(const QString& dir) {
  QVERIFY(!dir.isEmpty());
  QVERIFY(m_view->overlay()->add(dir));
  QTRY_VERIFY(m_view->overlay()->series(dir + QStringLiteral("\nreward")) != nullptr);
  QTRY_VERIFY(!m_view->overlay()->runs().back().settings->empty());
}

// Value at the last step of the curve of a run or group in the first plot, NaN if it is not drawn.
double TestCurveRuns::lastOf(const QString& run) const {
  for (const CursorValue& value : rewards()->valuesAt(1000)) {
    if (value.run == run && value.label == QStringLiteral("mean")) {
      return value.raw;
    }
  }
  return std::nan("");
}

void TestCurveRuns::addedRunIsDrawnAndFollowed() {
  QVERIFY(!m_view->strip()->isVisible());
  add(write(QStringLiteral("b"), 2, "seed: 2\n"));
  QVERIFY(m_view->strip()->isVisible());
  QCOMPARE(lastOf(QStringLiteral("shown")), 1.0);
  QTRY_COMPARE(lastOf(QStringLiteral("b")), 2.0);
  m_writers[QStringLiteral("b")]->write_metrics({30, 2000, {{"reward", 7.0}}});
  QVERIFY(m_writers[QStringLiteral("b")]->flush().has_value());
  QTRY_COMPARE(lastOf(QStringLiteral("b")), 7.0);
  QTRY_COMPARE(m_view->xRange().second, 30.0);
}

void TestCurveRuns::clickHidesAndCrossTakesAway() {
  const QString dir = write(QStringLiteral("b"), 2, "seed: 2\n");
  add(dir);
  QAbstractButton* chip = m_view->strip()->chip(dir);
  QVERIFY(chip != nullptr);
  QTRY_VERIFY(chip->width() > 30);
  QTest::mouseClick(chip, Qt::LeftButton, {}, QPoint(12, chip->height() / 2));
  QVERIFY(std::isnan(lastOf(QStringLiteral("b"))));
  chip = m_view->strip()->chip(dir);
  QTRY_VERIFY(chip->width() > 30);
  QTest::mouseClick(chip, Qt::LeftButton, {}, QPoint(12, chip->height() / 2));
  QCOMPARE(lastOf(QStringLiteral("b")), 2.0);
  chip = m_view->strip()->chip(dir);
  QTRY_VERIFY(chip->width() > 30);
  QTest::mouseClick(chip, Qt::LeftButton, {}, QPoint(chip->width() - 8, chip->height() / 2));
  QCOMPARE(m_view->strip()->chip(dir), nullptr);
  QVERIFY(!m_view->strip()->isVisible());
  QCOMPARE(m_view->plots()[2]->group().kind, CurveGroup::Kind::kFunnel);
}

void TestCurveRuns::keyboardReachesEveryRun() {
  const QString dir = write(QStringLiteral("b"), 2, "seed: 2\n");
  add(dir);
  QAbstractButton* chip = m_view->strip()->chip(dir);
  chip->setFocus(Qt::TabFocusReason);
  QTRY_VERIFY(chip->hasFocus());
  QVERIFY(!chip->accessibleName().isEmpty());
  QTest::keyClick(chip, Qt::Key_Space);
  QVERIFY(std::isnan(lastOf(QStringLiteral("b"))));
  chip = m_view->strip()->chip(dir);
  QVERIFY(chip->hasFocus());
  QTest::keyClick(chip, Qt::Key_Delete);
  QVERIFY(!m_view->overlay()->isActive());
}

// By hand: 1, 2 and 6: mean 3, from 1 to 6.
void TestCurveRuns::hiddenRunStaysInItsMean() {
  add(write(QStringLiteral("b"), 2, "seed: 2\n"));
  const QString last = write(QStringLiteral("c"), 6, "seed: 3\n");
  add(last);
  QTest::keyClick(m_view->strip()->grouping(), Qt::Key_Down);  // mean over seeds
  QVERIFY(m_view->overlay()->isGrouped());
  const QString name = m_view->overlay()->groupName(m_view->overlay()->groups().front());
  QCOMPARE(lastOf(name), 3.0);
  const auto edge = [&](const char* which) {
    const auto* series =
        m_view->overlay()->series(QStringLiteral("\n0\nreward\n") + QLatin1String(which));
    return series == nullptr ? std::nan("") : series->values().back();
  };
  QCOMPARE(edge("low"), 1.0);
  QCOMPARE(edge("high"), 6.0);
  // One chip for the group; it hides the single runs.
  QCOMPARE(m_view->strip()->chip(last), nullptr);
  QTest::keyClick(m_view->strip()->groupChip(0), Qt::Key_Space);
  QVERIFY(std::isnan(lastOf(QStringLiteral("c"))));
  QCOMPARE(lastOf(name), 3.0);
  QCOMPARE(edge("high"), 6.0);
  QTest::keyClick(m_view->strip()->band(), Qt::Key_Down);  // standard deviation: sqrt(7)
  QVERIFY(std::fabs(edge("high") - (3 + std::sqrt(7.0))) < 1e-12);
}

void TestCurveRuns::manyRunsWrapAndKeepTheirColours() {
  QStringList dirs;
  for (int i = 0; i < 16; ++i) {
    dirs << write(QStringLiteral("run with a long name %1").arg(i), i,
                  "seed: 2\ngrpo:\n  beta: " + std::to_string(i % 2) + "\n");
    add(dirs.back());
  }
  const auto* overlay = m_view->overlay();
  const auto lookOf = [&](const QString& dir) {
    const auto& runs = overlay->runs();
    const auto run = std::find_if(runs.begin(), runs.end(),
                                  [&](const OverlaidRun& one) { return one.dir == dir; });
    return run->look;
  };
  // Every chip lies inside the strip, in more than one row.
  QSet<int> rows;
  for (const QString& dir : dirs) {
    QAbstractButton* chip = m_view->strip()->chip(dir);
    QTRY_VERIFY(chip->width() > 30);
    QVERIFY(chip->geometry().right() <= chip->parentWidget()->width());
    rows << chip->y();
  }
  QVERIFY(rows.size() > 1);
  // Taken away and laid over again, a run has the colour that it had.
  const int look = lookOf(dirs[3]);
  QTest::keyClick(m_view->strip()->chip(dirs[3]), Qt::Key_Delete);
  add(dirs[3]);
  QCOMPARE(lookOf(dirs[3]), look);
  // Grouped, the groups differ in colour.
  m_view->overlay()->setGrouping(record::GroupBy::kSetting, QStringLiteral("grpo.beta"));
  QSet<int> looks;
  int averaged = 0;
  for (std::size_t i = 0; i < overlay->groups().size(); ++i) {
    if (overlay->groups()[i].members.size() < 2) continue;
    looks << overlay->lookOf(i);
    ++averaged;
  }
  QVERIFY(averaged >= 2);
  QCOMPARE(looks.size(), averaged);
}

// Only what is drawn is read; the chips end with a word for the rest, and one read again is new.
void TestCurveRuns::moreRunsThanColoursAreDrawn() {
  constexpr int kRuns = 70;
  std::vector<RunSummaryPtr> runs;
  for (int i = 0; i < kRuns; ++i)
    runs.push_back(readRunSummary(write(QStringLiteral("r%1").arg(i), i,
                                        "seed: 2\ngrpo:\n  beta: " + std::to_string(i % 2))));
  RunOverlay* overlay = m_view->overlay();
  overlay->setRuns(runs);
  QCOMPARE(overlay->runs().size(), std::size_t{kRuns + 1});
  QTRY_COMPARE(lastOf(QStringLiteral("r69")), 69.0);
  for (int i = 0; i < kRuns; ++i) QTRY_COMPARE(lastOf(QStringLiteral("r%1").arg(i)), double(i));
  QTRY_VERIFY2(rewards()->drawnPoints() >= (kRuns + 1) * 20,
               qPrintable(QString::number(rewards()->drawnPoints())));
  const auto labels = m_view->strip()->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->text() == QLatin1String("and 11 more");
  }));
  // Hidden and shown again by the switch of its metric, in one go.
  rewards()->setSeriesVisible(0, false);
  QVERIFY(std::isnan(lastOf(QStringLiteral("r3"))));
  rewards()->setSeriesVisible(0, true);
  QTRY_COMPARE(lastOf(QStringLiteral("r3")), 3.0);
  m_writers[QStringLiteral("r3")]->write_metrics({30, 2000, {{"reward", 7.0}}});
  QVERIFY(m_writers[QStringLiteral("r3")]->flush().has_value());
  runs[3] = readRunSummary(runs[3]->dir);
  overlay->setRuns(runs);
  QTRY_COMPARE(lastOf(QStringLiteral("r3")), 7.0);
  // Means of them, and down to a few, which are followed.
  overlay->setGrouping(record::GroupBy::kSetting, QStringLiteral("grpo.beta"));
  QVERIFY(overlay->groups().size() == 2U || overlay->groups().size() == 3U);  // by the default
  overlay->setGrouping(record::GroupBy::kNothing);
  overlay->setRuns({runs[0], runs[1]});
  QCOMPARE(overlay->runs().size(), std::size_t{3});
  QTRY_COMPARE(lastOf(QStringLiteral("r1")), 1.0);
  m_writers[QStringLiteral("r1")]->write_metrics({30, 2000, {{"reward", 8.0}}});
  QVERIFY(m_writers[QStringLiteral("r1")]->flush().has_value());
  QTRY_COMPARE(lastOf(QStringLiteral("r1")), 8.0);
}

void TestCurveRuns::groupsFollowASetting() {
  add(write(QStringLiteral("b"), 2, "seed: 2\n"));
  add(write(QStringLiteral("c"), 6, "seed: 3\ngrpo:\n  beta: 0.5\n"));
  const int index = m_view->strip()->grouping()->findData(QStringLiteral("grpo.beta"));
  QVERIFY(index > 0);
  for (int i = 0; i < index; ++i) {
    QTest::keyClick(m_view->strip()->grouping(), Qt::Key_Down);
  }
  QCOMPARE(m_view->overlay()->groups().size(), 2U);
  QCOMPARE(lastOf(m_view->overlay()->groupName(m_view->overlay()->groups().front())), 1.5);
  QCOMPARE(lastOf(QStringLiteral("c")), 6.0);
}

void TestCurveRuns::droppedFolderIsLaidOver() {
  const QString dir = write(QStringLiteral("b"), 2, "seed: 2\n");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(dir)});
  QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(m_view.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(m_view.get(), &drop);
  QTRY_COMPARE(lastOf(QStringLiteral("b")), 2.0);
  QMimeData other;
  other.setUrls({QUrl::fromLocalFile(m_folder->path())});
  QDragEnterEvent strange(QPoint(50, 50), Qt::CopyAction, &other, Qt::LeftButton, {});
  strange.ignore();
  QCoreApplication::sendEvent(m_view.get(), &strange);
  QVERIFY(!strange.isAccepted());
}

void TestCurveRuns::unreadableRunIsReported() {
  QSignalSpy failed(m_view->overlay(), &RunOverlay::failed);
  const QString dir = m_folder->filePath(QStringLiteral("nothing"));
  QVERIFY(m_view->overlay()->add(dir));
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(failed[0][0].toString(), dir);
  QVERIFY(!m_view->overlay()->add(dir));
}

void TestCurveRuns::looksBelongToTheRun() {
  const QString b = write(QStringLiteral("b"), 2, "seed: 2\n");
  const QString c = write(QStringLiteral("c"), 3, "seed: 3\n");
  add(b);
  add(c);
  const int look = m_view->overlay()->runs().back().look;
  QVERIFY(look != m_view->overlay()->runs().front().look);
  m_view->overlay()->remove(b);
  QCOMPARE(m_view->overlay()->runs().back().look, look);
  const auto& curves = rewards()->group().series;
  QVERIFY(curves[0].dash != curves[1].dash);
  QVERIFY(curves[0].color != curves[1].color);
}

void TestCurveRuns::csvNamesRunsAndMeans() {
  add(write(QStringLiteral("b"), 2, "seed: 2\n"));
  m_view->overlay()->setGrouping(record::GroupBy::kAll);
  const QString file = m_folder->filePath(QStringLiteral("runs.csv"));
  QVERIFY(m_view->exportCsv(file).has_value());
  QFile in(file);
  QVERIFY(in.open(QIODevice::ReadOnly));
  const QByteArray head = in.readLine();
  for (const char* name :
       {"shown/reward", "b/reward", "reward/mean", "reward/low", "reward/high"}) {
    QVERIFY2(head.contains(name), head.constData());
  }
  QVERIFY(!head.contains("/shown"));
}

QTEST_MAIN(TestCurveRuns)
#include "tst_curve_runs.moc"
