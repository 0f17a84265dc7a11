// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_data.h"
#include "widgets/episodes/episode_model.h"

using namespace nereid;
using namespace nereid::widgets;

class TestEpisodeModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void episodesAreAppendedAndReplaced();
  void repeatedKeysInOneBatchKeepTheLast();
  void laterTurnsSayWhichTheyAre();
  void proxyShowsNewestFirst();
  void proxyKeepsOrderWhileRowsArrive_data();
  void proxyKeepsOrderWhileRowsArrive();
  void replacedRowEntersAndLeavesTheFilter();
  void manyRowsAreSortedAndFiltered();

 private:
  static bool isSorted(const EpisodeProxy& proxy, int column, Qt::SortOrder order);
};

void TestEpisodeModel::episodesAreAppendedAndReplaced() {
  EpisodeModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  auto rows = samples::rows(2, 8);
  model.addRows(rows);
  QCOMPARE(model.rowCount(), 16);
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  record::EpisodeRow again = rows[3];
  again.id = 900;
  again.reward = 0.123;
  model.addRows({&again, 1});
  QCOMPARE(model.rowCount(), 16);
  QCOMPARE(changed.count(), 1);
  QCOMPARE(model.rowOfId(900), 3);
  QCOMPARE(model.rowOfId(rows[3].id), -1);
  QCOMPARE(model.index(3, EpisodeModel::kReward).data().toString(), QStringLiteral("0.12"));
}

void TestEpisodeModel::repeatedKeysInOneBatchKeepTheLast() {
  EpisodeModel model;
  auto rows = samples::rows(1, 2);
  rows.push_back(rows[0]);
  rows.back().reward = 0.9;
  model.addRows(rows);
  QCOMPARE(model.rowCount(), 2);
  QCOMPARE(model.row(0).reward, 0.9);
}

void TestEpisodeModel::laterTurnsSayWhichTheyAre() {
  EpisodeModel model;
  auto rows = samples::rows(1, 2);
  rows[1].turn = {3, 0};
  model.addRows(rows);
  QCOMPARE(model.index(0, EpisodeModel::kTask).data().toString(),
           QString::fromStdString(rows[0].task_name));
  QCOMPARE(model.index(1, EpisodeModel::kTask).data().toString(),
           QString::fromStdString(rows[1].task_name) + QStringLiteral(" \u00B7 turn 3"));
}

void TestEpisodeModel::proxyShowsNewestFirst() {
  EpisodeModel model;
  EpisodeProxy proxy(&model);
  QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.addRows(samples::rows(3, 8));
  QCOMPARE(proxy.row(0).key, (record::EpisodeKey{3, 0, 0}));
  QCOMPARE(proxy.row(23).key, (record::EpisodeKey{1, 1, 3}));
}

bool TestEpisodeModel::isSorted(const EpisodeProxy& proxy, int column, Qt::SortOrder order) {
  for (int i = 1; i < proxy.rowCount(); ++i) {
    const auto& a = proxy.row(i - 1);
    const auto& b = proxy.row(i);
    const double left = column == EpisodeModel::kReward ? a.reward : double(a.key.step);
    const double right = column == EpisodeModel::kReward ? b.reward : double(b.key.step);
    if (order == Qt::AscendingOrder ? left > right : left < right) {
      return false;
    }
  }
  return true;
}

void TestEpisodeModel::proxyKeepsOrderWhileRowsArrive_data() {
  QTest::addColumn<int>("column");
  QTest::addColumn<int>("order");
  QTest::newRow("newest first") << int(EpisodeModel::kStep) << int(Qt::DescendingOrder);
  QTest::newRow("oldest first") << int(EpisodeModel::kStep) << int(Qt::AscendingOrder);
  QTest::newRow("reward") << int(EpisodeModel::kReward) << int(Qt::DescendingOrder);
  QTest::newRow("reward up") << int(EpisodeModel::kReward) << int(Qt::AscendingOrder);
}

void TestEpisodeModel::proxyKeepsOrderWhileRowsArrive() {
  QFETCH(int, column);
  QFETCH(int, order);
  EpisodeModel model;
  EpisodeProxy proxy(&model);
  QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal);
  proxy.setFilter(EpisodeFilter::parse(QStringLiteral("level:2")));
  proxy.sort(column, Qt::SortOrder(order));
  int expected = 0;
  for (int batch = 0; batch < 6; ++batch) {
    const auto rows = samples::rows(2, 16, 1 + batch * 32, 1 + batch * 2);
    model.addRows(rows);
    for (const auto& row : rows) {
      expected += row.level == 2 ? 1 : 0;
    }
    QCOMPARE(proxy.rowCount(), expected);
    QVERIFY(isSorted(proxy, column, Qt::SortOrder(order)));
  }
  for (int i = 0; i < proxy.rowCount(); ++i) {
    QCOMPARE(proxy.mapFromSource(proxy.mapToSource(proxy.index(i, 0))), proxy.index(i, 0));
  }
}

void TestEpisodeModel::replacedRowEntersAndLeavesTheFilter() {
  EpisodeModel model;
  EpisodeProxy proxy(&model);
  QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal);
  auto rows = samples::rows(1, 4);
  for (auto& row : rows) {
    row.level = 1;
  }
  model.addRows(rows);
  proxy.setFilter(EpisodeFilter::parse(QStringLiteral("level:2")));
  QCOMPARE(proxy.rowCount(), 0);
  rows[2].level = 2;
  model.addRows({&rows[2], 1});
  QCOMPARE(proxy.rowCount(), 1);
  rows[2].level = 1;
  model.addRows({&rows[2], 1});
  QCOMPARE(proxy.rowCount(), 0);
}

void TestEpisodeModel::manyRowsAreSortedAndFiltered() {
  EpisodeModel model;
  EpisodeProxy proxy(&model);
  const auto rows = samples::rows(3125, 32);
  model.addRows(rows);
  QCOMPARE(proxy.rowCount(), 100'000);
  QElapsedTimer timer;
  timer.start();
  proxy.sort(EpisodeModel::kReward, Qt::AscendingOrder);
  const auto sorted = timer.restart();
  proxy.setFilter(EpisodeFilter::parse(QStringLiteral("softmax reward>0.4 reason:")));
  qInfo("100,000 rows: sorted in %lld ms, filtered in %lld ms", sorted, timer.elapsed());
  QVERIFY(isSorted(proxy, EpisodeModel::kReward, Qt::AscendingOrder));
  QVERIFY(proxy.rowCount() > 0);
  QVERIFY(proxy.rowCount() < 100'000);
}

QTEST_MAIN(TestEpisodeModel)
#include "tst_episode_model.moc"
