// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "widgets/filter/episode_filter.h"

using namespace nereid;
using namespace nereid::widgets;

class TestEpisodeFilter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void matches_data();
  void matches();
  void problems_data();
  void problems();
  void problemsSayWhere_data();
  void problemsSayWhere();
  void marksAreAskedForByName_data();
  void marksAreAskedForByName();
};

namespace {

record::EpisodeRow sample() {
  record::EpisodeRow row;
  row.key = {84, 2, 3};
  row.phase = "train";
  row.task_id = "synthetic/2/81f3a0";
  row.task_name = "silu_scale_softmax";
  row.level = 2;
  row.furthest_stage = verify::Stage::kTiny;
  row.rejected_at = verify::Stage::kFull;
  row.reason_code = "wrong_values";
  row.reason_message = "wrong values: larger dims, 31,968 of 31,968 elements";
  row.reward = 0.5;
  row.advantage = -0.61;
  row.token_count = 171;
  row.verify_ms = 412;
  return row;
}

}  // namespace

void TestEpisodeFilter::matches_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<bool>("expected");
  const auto yes = [](const char* filter) {
    QTest::newRow(filter) << QString::fromUtf8(filter) << true;
  };
  const auto no = [](const char* filter) {
    QTest::newRow(filter) << QString::fromUtf8(filter) << false;
  };
  yes("");
  yes("softmax");
  yes("SOFTMAX");
  no("gelu");
  yes("\"larger dims\"");
  yes("task:silu");
  no("task:wrong");
  yes("reason:wrong_values");
  yes("reason:\"wrong values\"");
  yes("reason:larger");
  no("reason:timeout");
  yes("reason:");
  yes("phase:train");
  no("phase:evaluate");
  yes("stage:tiny");
  no("stage:full");
  yes("stage:!=full");
  yes("rejected:full");
  no("rejected:tiny");
  yes("is:rejected");
  no("is:accepted");
  yes("rejected");
  yes("REJECTED");
  no("accepted");
  no("-rejected");
  yes("-accepted");
  yes("is:rej");
  yes("level:2");
  yes("level:L2");
  no("level:1");
  yes("step:84");
  no("step:83");
  yes("step:>60");
  yes("step>60");
  no("step:>84");
  yes("step:>=84");
  yes("step:80..90");
  no("step:85..");
  yes("step:..84");
  yes("reward>0.4");
  no("reward>0.5");
  yes("reward>=0.5");
  yes("reward:0.5");
  yes("advantage<0");
  yes("advantage:-0.61");
  yes("tokens:171");
  yes("time<500");
  yes("group:2 index:3");
  yes("turn:1");
  no("turn:>1");
  no("-level:2");
  yes("-level:1");
  yes("-gelu");
  no("-softmax");
  yes("level:2 step:>60 reason:");
  no("level:2 step:>60 reason:timeout");
  no("unknown:key");
  yes("step:");
  yes("step:>");
  yes("reason=wrong_values");
  no("reason=wrong");
  no("reason!=wrong_values");
  yes("reason!=wrong");
  yes("reason:wv");
  no("reason:wx");
  no("reason:w_v");
  yes("task=silu_scale_softmax");
  no("task=silu");
  yes("phase=train");
  no("phase=tra");
}

void TestEpisodeFilter::matches() {
  QFETCH(QString, filter);
  QFETCH(bool, expected);
  QCOMPARE(EpisodeFilter::parse(filter).matches(sample()), expected);
}

void TestEpisodeFilter::problems_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<QString>("part");
  QTest::newRow("stage") << QStringLiteral("stage:nonsense") << QStringLiteral("nonsense");
  QTest::newRow("number") << QStringLiteral("step:soon") << QStringLiteral("soon");
  QTest::newRow("range") << QStringLiteral("step:1..x") << QStringLiteral("1..x");
  QTest::newRow("is") << QStringLiteral("is:nice") << QStringLiteral("nice");
  QTest::newRow("bookmarked") << QStringLiteral("bookmarked:maybe") << QStringLiteral("maybe");
}

void TestEpisodeFilter::problems() {
  QFETCH(QString, filter);
  QFETCH(QString, part);
  const EpisodeFilter parsed = EpisodeFilter::parse(filter);
  QVERIFY2(parsed.problem().contains(part), qPrintable(parsed.problem()));
  // What is not understood hides nothing.
  QVERIFY(parsed.matches(sample()));
}

void TestEpisodeFilter::problemsSayWhere_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<QString>("part");
  QTest::newRow("none") << QStringLiteral("stage:full softmax") << QString();
  QTest::newRow("first") << QStringLiteral("stage:nope softmax") << QStringLiteral("stage:nope");
  QTest::newRow("later") << QStringLiteral("task:a  \"two words\" step:x  b")
                         << QStringLiteral("step:x");
  QTest::newRow("slip") << QStringLiteral("a stgae:full") << QStringLiteral("stgae:full");
  QTest::newRow("negated") << QStringLiteral("a -level:x") << QStringLiteral("-level:x");
  QTest::newRow("a word with a colon") << QStringLiteral("torch::tensor") << QString();
}

void TestEpisodeFilter::problemsSayWhere() {
  QFETCH(QString, filter);
  QFETCH(QString, part);
  const EpisodeFilter parsed = EpisodeFilter::parse(filter);
  QCOMPARE(parsed.problem().isEmpty(), part.isEmpty());
  const auto range = parsed.problemRange().value_or(std::pair(0, 0));
  QCOMPARE(filter.mid(range.first, range.second), part);
}

void TestEpisodeFilter::marksAreAskedForByName_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<bool>("bare");
  QTest::addColumn<bool>("marked");
  const auto row = [](const char* filter, bool bare, bool marked) {
    QTest::newRow(filter) << QString::fromLatin1(filter) << bare << marked;
  };
  row("bookmarked:yes", false, true);
  row("bookmarked:no", true, false);
  row("-bookmarked:yes", true, false);
  row("is:bookmarked", false, true);
  row("note:MASK", false, true);
  row("note:other", false, false);
  row("flag:tf32", false, true);
  row("flag=tf", false, false);
  row("flag=tf32", false, true);
  row("flag!=tf32", true, false);
  row("flag:small", false, true);
  row("bookmarked:yes level:1", false, false);
  row("is:shortcut", false, true);
  row("-is:short", true, false);
}

void TestEpisodeFilter::marksAreAskedForByName() {
  QFETCH(QString, filter);
  QFETCH(bool, bare);
  QFETCH(bool, marked);
  const EpisodeFilter parsed = EpisodeFilter::parse(filter);
  QCOMPARE(parsed.matches(sample()), bare);
  const EpisodeMarks marks{true, "off by one in the mask",
                           "tf32 smaller_shapes precision_downgrade"};
  QCOMPARE(parsed.matches(sample(), marks), marked);
}

QTEST_GUILESS_MAIN(TestEpisodeFilter)
#include "tst_episode_filter.moc"
