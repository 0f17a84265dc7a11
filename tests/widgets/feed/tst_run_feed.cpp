// SPDX-License-Identifier: GPL-3.0-or-later
// RunFeed against real records that are written while it reads.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <atomic>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/feed/run_feed.h"
#include "widgets/feed/run_feed_worker.h"

using namespace nereid;
using namespace nereid::widgets;

class TestRunFeed : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void readsWhatIsThereAndWhatComes();
  void loadsAnEpisodeAndItsGroup();
  void dropsBatchesOfTheOldRun();
  void tellsWhyARunCannotBeRead();
  void rowsOfALargeRunDoNotWaitForItsCurves();
  void seriesAreMadeOffTheGuiThread();
  void curvesThatAreReadInPartsComeWhole();

 private:
  std::unique_ptr<record::RunWriter> makeRun(const QString& name);
  static void writeStep(record::RunWriter& writer, int step, int episodes);

  std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRunFeed::init() {
  m_folder = std::make_unique<QTemporaryDir>();
}

std::unique_ptr<record::RunWriter> TestRunFeed::makeRun(const QString& name) {
  record::RunInfo info;
  info.run_id = name.toStdString();
  info.name = name.toStdString();
  info.method = "grpo";
  info.total_steps = 20;
  auto writer = record::RunWriter::open(m_folder->filePath(name).toStdString(), info, {});
  return writer ? std::move(*writer) : nullptr;
}

void TestRunFeed::writeStep(record::RunWriter& writer, int step, int episodes) {
  writer.write_metrics({step, 1000 + step, {{"reward", 0.5 + 0.01 * step}, {"loss", 1.0 / step}}});
  std::vector<record::Episode> all;
  for (int i = 0; i < episodes; ++i) {
    record::Episode episode = samples::rejectedEpisode();
    episode.key = {step, 0, i};
    all.push_back(std::move(episode));
  }
  writer.write_episodes(std::move(all));
  writer.write_event({0, 1000 + step, step, "log", "info", "step done"});
  writer.write_state(record::RunState::kRunning, "", step);
  QVERIFY(writer.flush().has_value());
}

void TestRunFeed::readsWhatIsThereAndWhatComes() {
  auto writer = makeRun(QStringLiteral("a"));
  QVERIFY(writer != nullptr);
  for (int step = 1; step <= 3; ++step) {
    writeStep(*writer, step, 4);
  }
  RunFeed feed;
  std::size_t episodes = 0;
  std::size_t events = 0;
  connect(&feed, &RunFeed::episodesArrived, this,
          [&](const EpisodeRowsPtr& rows) { episodes += rows->size(); });
  connect(&feed, &RunFeed::eventsArrived, this,
          [&](const EventsPtr& more) { events += more->size(); });
  QSignalSpy caughtUp(&feed, &RunFeed::caughtUp);
  feed.follow(m_folder->filePath(QStringLiteral("a")));
  QTRY_COMPARE(caughtUp.count(), 1);
  QCOMPARE(episodes, 12U);
  QVERIFY(events >= 3);
  QCOMPARE(feed.info().name, std::string("a"));
  QVERIFY(feed.series(QStringLiteral("reward")) != nullptr);
  QCOMPARE(feed.series(QStringLiteral("reward"))->size(), 3U);
  QCOMPARE(feed.series(QStringLiteral("nothing")), nullptr);
  QCOMPARE(feed.metricKeys().first(), QStringLiteral("reward"));
  writeStep(*writer, 4, 4);
  feed.poke();
  QTRY_COMPARE(episodes, 16U);
  QCOMPARE(feed.lastValue(QStringLiteral("reward")), 0.54);
  QCOMPARE(caughtUp.count(), 1);
}

void TestRunFeed::rowsOfALargeRunDoNotWaitForItsCurves() {
  auto writer = makeRun(QStringLiteral("a"));
  for (int step = 1; step <= 3; ++step) {
    writeStep(*writer, step, 1500);
  }
  RunFeed feed;
  QStringList news;
  std::size_t rows = 0;
  connect(&feed, &RunFeed::episodesArrived, this, [&](const EpisodeRowsPtr& more) {
    rows += more->size();
    news << QStringLiteral("rows");
  });
  connect(&feed, &RunFeed::metricsChanged, this, [&] {
    QVERIFY(feed.series(QStringLiteral("reward")) != nullptr);
    news << QStringLiteral("curves");
  });
  feed.follow(m_folder->filePath(QStringLiteral("a")));
  QTRY_VERIFY(feed.isCaughtUp());
  QCOMPARE(rows, 4500U);
  QCOMPARE(news.mid(0, 2), QStringList({QStringLiteral("rows"), QStringLiteral("curves")}));
  QCOMPARE(news.count(QStringLiteral("curves")), 1);  // whole, before the other rows
  QCOMPARE(feed.series(QStringLiteral("loss"))->size(), 3U);
}

void TestRunFeed::seriesAreMadeOffTheGuiThread() {
  auto writer = makeRun(QStringLiteral("a"));
  for (int step = 1; step <= 100; ++step) {
    writer->write_metrics({step, 1000, {{"reward", 0.01 * step}}});
  }
  QVERIFY(writer->flush().has_value());
  QThread thread;
  auto* worker = new RunFeedWorker;
  worker->moveToThread(&thread);
  connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
  std::atomic<const QThread*> madeBy{nullptr};
  RunFeedBatchPtr batch;
  connect(
      worker, &RunFeedWorker::batchReady, worker,
      [&](const RunFeedBatchPtr&) { madeBy = QThread::currentThread(); }, Qt::DirectConnection);
  connect(worker, &RunFeedWorker::batchReady, this,
          [&](const RunFeedBatchPtr& ready) { batch = ready; });
  worker->announceJob(1);
  thread.start();
  QMetaObject::invokeMethod(worker,
                            [&] { worker->follow(1, m_folder->filePath(QStringLiteral("a"))); });
  QTRY_VERIFY(batch != nullptr);
  QCOMPARE(madeBy.load(), &thread);
  QCOMPARE(batch->metrics.size(), 1U);
  QCOMPARE(batch->metrics.front().first, QStringLiteral("reward"));
  QCOMPARE(batch->metrics.front().second->size(), 100U);  // a series, not values to make it of
  thread.quit();
  thread.wait();
}

// More values than the worker reads in one go.
void TestRunFeed::curvesThatAreReadInPartsComeWhole() {
  constexpr int kSteps = 260;
  constexpr int kMetrics = 400;
  auto writer = makeRun(QStringLiteral("a"));
  for (int step = 1; step <= kSteps; ++step) {
    record::MetricBatch batch{step, 1000, {}};
    for (int i = 0; i < kMetrics; ++i) {
      batch.values.emplace_back("metric/" + std::to_string(i), step + 0.001 * i);
    }
    writer->write_metrics(std::move(batch));
  }
  QVERIFY(writer->flush().has_value());
  RunFeed feed;
  int news = 0;
  connect(&feed, &RunFeed::metricsChanged, this, [&] { ++news; });
  feed.follow(m_folder->filePath(QStringLiteral("a")));
  QTRY_VERIFY(feed.isCaughtUp());
  QCOMPARE(news, 1);
  for (const int metric : {0, 17, kMetrics - 1}) {
    const auto* series = feed.series(QStringLiteral("metric/%1").arg(metric));
    QVERIFY(series != nullptr);
    QCOMPARE(series->size(), static_cast<std::size_t>(kSteps));
    for (int step = 1; step <= kSteps; ++step) {
      QCOMPARE(series->values()[static_cast<std::size_t>(step - 1)], step + 0.001 * metric);
    }
  }
}

void TestRunFeed::loadsAnEpisodeAndItsGroup() {
  auto writer = makeRun(QStringLiteral("a"));
  writeStep(*writer, 1, 4);
  RunFeed feed;
  EpisodeRowsPtr rows;
  connect(&feed, &RunFeed::episodesArrived, this, [&](const EpisodeRowsPtr& more) { rows = more; });
  feed.follow(m_folder->filePath(QStringLiteral("a")));
  QTRY_VERIFY(rows != nullptr);
  EpisodePtr loaded;
  EpisodeRowsPtr group;
  connect(&feed, &RunFeed::episodeLoaded, this,
          [&](qint64, const EpisodePtr& episode) { loaded = episode; });
  connect(&feed, &RunFeed::groupLoaded, this,
          [&](const record::EpisodeKey&, const EpisodeRowsPtr& more) { group = more; });
  feed.loadEpisode(rows->at(2).id);
  feed.loadGroup(rows->at(2).key, QStringLiteral("train"));
  QTRY_VERIFY(loaded != nullptr && group != nullptr);
  QCOMPARE(loaded->key.index, 2);
  QCOMPARE(loaded->candidate, samples::rejectedEpisode().candidate);
  QCOMPARE(loaded->verdict.inputs.size(), 6U);
  QCOMPARE(group->size(), 4U);
  QSignalSpy failed(&feed, &RunFeed::loadFailed);
  feed.loadEpisode(999'999);
  QTRY_COMPARE(failed.count(), 1);
}

void TestRunFeed::dropsBatchesOfTheOldRun() {
  auto first = makeRun(QStringLiteral("first"));
  auto second = makeRun(QStringLiteral("second"));
  for (int step = 1; step <= 5; ++step) {
    writeStep(*first, step, 8);
  }
  writeStep(*second, 1, 2);
  RunFeed feed;
  std::size_t rows = 0;
  connect(&feed, &RunFeed::runReset, this, [&] { rows = 0; });
  connect(&feed, &RunFeed::episodesArrived, this, [&](const EpisodeRowsPtr& more) {
    QCOMPARE(feed.info().name, std::string("second"));
    rows += more->size();
  });
  feed.follow(m_folder->filePath(QStringLiteral("first")));
  feed.follow(m_folder->filePath(QStringLiteral("second")));
  QTRY_VERIFY(feed.isCaughtUp());
  QCOMPARE(rows, 2U);
  feed.stopFollowing();
  QCOMPARE(rows, 0U);
  QVERIFY(feed.metricKeys().isEmpty());
}

void TestRunFeed::tellsWhyARunCannotBeRead() {
  RunFeed feed;
  QString dir;
  Error reason;
  connect(&feed, &RunFeed::runFailed, this, [&](const QString& where, const Error& error) {
    dir = where;
    reason = error;
  });
  const QString missing = m_folder->filePath(QStringLiteral("none"));
  feed.follow(missing);
  QTRY_COMPARE(dir, missing);
  QVERIFY(!reason.message.empty());
}

QTEST_GUILESS_MAIN(TestRunFeed)
#include "tst_run_feed.moc"
