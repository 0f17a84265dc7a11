// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/filter/filter_completion.h"
#include "widgets/filter/filter_line.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"

using namespace nereid;
using namespace nereid::widgets;

class TestFilterLine : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void offers_data();
  void offers();
  void offerReplacesItsRange();
  void tabTakesTheFirstOfferAndGoesOnWithValues();
  void arrowsAndEnterTakeTheChosenOffer();
  void enterWithoutAChoiceFilters();
  void escapeClosesAndKeepsTheText();
  void downOpensWithoutTyping();
  void anEmptiedLineOffersNothingUnasked();
  void problemIsUnderlined();
  void flagsAreAskedForOnce();
  void stepRangeIsAChipThatCanBeTakenAway();
  void notesComeBeforeTheirRows();

 private:
  static FilterVocabulary words();
};

FilterVocabulary TestFilterLine::words() {
  return {{QStringLiteral("silu_scale_softmax"), QStringLiteral("row softmax"),
           QStringLiteral("gelu_add")},
          {QStringLiteral("wrong_values"), QStringLiteral("out_of_bounds")},
          {QStringLiteral("tf32")},
          {QStringLiteral("train"), QStringLiteral("evaluate")}};
}

void TestFilterLine::offers_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QStringList>("offers");
  const auto row = [](const char* text, const QStringList& offers) {
    QTest::newRow(text) << QString::fromLatin1(text) << offers;
  };
  row("st|", {QStringLiteral("stage:"), QStringLiteral("step:")});
  row("stage:|", {QStringLiteral("none"), QStringLiteral("static"), QStringLiteral("compile"),
                  QStringLiteral("tiny"), QStringLiteral("full"), QStringLiteral("timing")});
  row("stage:t|", {QStringLiteral("tiny"), QStringLiteral("timing"), QStringLiteral("static")});
  row("level:2 is:re|", {QStringLiteral("rejected")});
  row("-rea|", {QStringLiteral("reason:")});
  row("reason:bou|", {QStringLiteral("out_of_bounds")});
  row("phase:|", {QStringLiteral("train"), QStringLiteral("evaluate")});
  row("task:softmax|", {QStringLiteral("silu_scale_softmax"), QStringLiteral("\"row softmax\"")});
  row("softmax|",
      {QStringLiteral("task:silu_scale_softmax"), QStringLiteral("task:\"row softmax\"")});
  row("step:1|", {});
  row("stage:full|", {});
  row("nothing_like_it|", {});
}

void TestFilterLine::offers() {
  QFETCH(QString, text);
  QFETCH(QStringList, offers);
  const auto cursor = static_cast<int>(text.indexOf(QLatin1Char('|')));
  const FilterCompletions got = completeFilter(text.remove(cursor, 1), cursor, words());
  QStringList texts;
  for (const FilterSuggestion& offer : got.offers) texts << offer.text;
  QCOMPARE(texts, offers);
}

void TestFilterLine::offerReplacesItsRange() {
  const QString text = QStringLiteral("level:2 stage:fu step:>60");
  const FilterCompletions got = completeFilter(text, 16, words());
  QCOMPARE(text.mid(got.begin, got.end - got.begin), QStringLiteral("fu"));
  QVERIFY(completeFilter(QString(), 0, words()).offers.size() > 10);
}

namespace {

/// A list with rows, shown and with the keyboard in its filter line.
class ShownList {
 public:
  ShownList() {
    list.resize(900, 400);
    list.addRows(samples::shared(samples::rows(20, 16)));
    list.show();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    line().setFocus();
  }
  FilterLine& line() { return *list.filterLine(); }
  /// Keys go to the popup while it is open, as on a real screen.
  QWidget* keyboard() { return line().isPopupOpen() ? line().popup() : &line(); }

  EpisodeList list;
};

}  // namespace

void TestFilterLine::tabTakesTheFirstOfferAndGoesOnWithValues() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("rej"));
  QVERIFY(shown.line().isPopupOpen());
  QTest::keyClick(shown.keyboard(), Qt::Key_Tab);
  QCOMPARE(shown.line().text(), QStringLiteral("rejected:"));
  QVERIFY2(shown.line().isPopupOpen(), "a key without its values");
  QTest::keyClick(shown.keyboard(), Qt::Key_F, Qt::NoModifier);
  QCOMPARE(shown.line().text(), QStringLiteral("rejected:f"));
  QTest::keyClick(shown.keyboard(), Qt::Key_Tab);
  QCOMPARE(shown.line().text(), QStringLiteral("rejected:full "));
  QVERIFY(!shown.line().isPopupOpen());
  QVERIFY(shown.line().hasFocus());
  const auto* proxy = shown.list.proxy();
  QVERIFY(proxy->rowCount() > 0 && proxy->rowCount() < shown.list.model()->rowCount());
  QCOMPARE(proxy->row(0).rejected_at, verify::Stage::kFull);
}

void TestFilterLine::arrowsAndEnterTakeTheChosenOffer() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("task:"));
  QTest::keyClick(shown.keyboard(), Qt::Key_Down);
  QTest::keyClick(shown.keyboard(), Qt::Key_Down);
  const QString second = shown.line().offers().at(1);
  QTest::keyClick(shown.keyboard(), Qt::Key_Return);
  QCOMPARE(shown.line().text(), QStringLiteral("task:%1 ").arg(second));
  QCOMPARE(QString::fromStdString(shown.list.proxy()->row(0).task_name), second);
}

void TestFilterLine::enterWithoutAChoiceFilters() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("softmax"));
  QVERIFY(shown.line().isPopupOpen());
  QTest::keyClick(shown.keyboard(), Qt::Key_Return);
  QVERIFY(!shown.line().isPopupOpen());
  QCOMPARE(shown.line().text(), QStringLiteral("softmax"));
  QCOMPARE(shown.list.proxy()->filter().text(), QStringLiteral("softmax"));
}

void TestFilterLine::escapeClosesAndKeepsTheText() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("st"));
  QVERIFY(shown.line().isPopupOpen());
  QTest::keyClick(shown.keyboard(), Qt::Key_Escape);
  QVERIFY(!shown.line().isPopupOpen());
  QCOMPARE(shown.line().text(), QStringLiteral("st"));
}

void TestFilterLine::downOpensWithoutTyping() {
  ShownList shown;
  QTest::keyClick(&shown.line(), Qt::Key_Down);
  QVERIFY(shown.line().isPopupOpen());
  QVERIFY(shown.line().offers().contains(QStringLiteral("bookmarked:")));
  QVERIFY(shown.line().offers().size() <= 10);
  QVERIFY(!shown.line().popup()->accessibleName().isEmpty());
}

void TestFilterLine::anEmptiedLineOffersNothingUnasked() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("s"));
  QVERIFY(shown.line().isPopupOpen());
  QTest::keyClick(shown.keyboard(), Qt::Key_Backspace);
  QCOMPARE(shown.line().text(), QString());
  QVERIFY(!shown.line().isPopupOpen());
}

void TestFilterLine::problemIsUnderlined() {
  ShownList shown;
  QTest::keyClicks(&shown.line(), QStringLiteral("level:2 stage:nope"));
  QTRY_COMPARE(shown.line().problem().value_or(std::pair(0, 0)), std::pair(8, 10));
  QVERIFY(shown.list.head()->status().contains(QStringLiteral("nope")));
  shown.line().setCursorPosition(0);
  QCOMPARE(shown.line().text(), QStringLiteral("level:2 stage:nope"));
  shown.list.setFilter(QStringLiteral("level:2"));
  QVERIFY(!shown.line().problem());
}

void TestFilterLine::flagsAreAskedForOnce() {
  ShownList shown;
  QSignalSpy wanted(&shown.list, &EpisodeList::flagsWanted);
  shown.list.setFilter(QStringLiteral("level:2"));
  QCOMPARE(wanted.count(), 0);
  shown.list.setFilter(QStringLiteral("flag:tf32"));
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(shown.list.proxy()->rowCount(), 0);
  QVERIFY(shown.list.head()->status().contains(QStringLiteral("reading flags")));
  const std::vector<record::EpisodeFlags> flags = {{3, {"tf32"}}, {7, {"smaller_shapes", "tf32"}}};
  shown.list.setFlags(flags, true);
  QCOMPARE(shown.list.proxy()->rowCount(), 2);
  QVERIFY(!shown.list.head()->status().contains(QStringLiteral("reading flags")));
  shown.list.setFilter(QStringLiteral("flag=smaller_shapes"));
  QCOMPARE(shown.list.proxy()->rowCount(), 1);
  QCOMPARE(wanted.count(), 1);
}

void TestFilterLine::stepRangeIsAChipThatCanBeTakenAway() {
  ShownList shown;
  QSignalSpy cleared(&shown.list, &EpisodeList::rangeCleared);
  shown.list.setStepRange(std::pair(4.0, 5.0));
  QCOMPARE(shown.list.proxy()->rowCount(), 32);
  StatusChip* chip = shown.list.rangeChip();
  QVERIFY(chip->isVisible());
  QTest::mouseClick(chip, Qt::LeftButton);
  QCOMPARE(cleared.count(), 1);
  shown.list.setStepRange({});
  QVERIFY(!chip->isVisible());
  QCOMPARE(shown.list.proxy()->rowCount(), 320);
}

void TestFilterLine::notesComeBeforeTheirRows() {
  EpisodeList list;
  list.setNotes({{"train", {2, 0, 1}, true, "look at the mask"}});
  QVERIFY(list.view()->isColumnHidden(EpisodeModel::kMark) == false);
  list.addRows(samples::shared(samples::rows(3, 4)));
  list.setFilter(QStringLiteral("bookmarked:yes note:mask"));
  QCOMPARE(list.proxy()->rowCount(), 1);
  QCOMPARE(list.proxy()->row(0).key, (record::EpisodeKey{2, 0, 1}));
  list.setNote({"train", {2, 0, 1}, false, ""});
  QCOMPARE(list.proxy()->rowCount(), 0);
  QVERIFY(list.view()->isColumnHidden(EpisodeModel::kMark));
}

QTEST_MAIN(TestFilterLine)
#include "tst_filter_line.moc"
