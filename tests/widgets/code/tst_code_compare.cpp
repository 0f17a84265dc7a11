// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/find_bar.h"
#include "widgets/code/reason_line.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestCodeCompare : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void diffs_data();
  void diffs();
  void changedWordsAreFound();
  void linesMapAlongEqualLines();
  void scrollingIsLinkedAndCanBeFree();
  void marksCanBeSwitched();
  void keysWalkTheDifferences();
  void findWalksTheHits();
  void headTellsTheVerdict();
  void referenceAndCandidateHaveNoDifferenceMarks();
  void theReasonLeadsToItsLine();
  void completionWithoutCodeIsShown();

 private:
  static void show(CodeCompare& compare);
};

namespace {

QString numbered(int from, int to) {
  QString text;
  for (int i = from; i < to; ++i) {
    text += QStringLiteral("line_%1 = %1\n").arg(i);
  }
  return text;
}

}  // namespace

void TestCodeCompare::show(CodeCompare& compare) {
  compare.resize(900, 300);
  compare.show();
  QVERIFY(QTest::qWaitForWindowActive(&compare));
}

void TestCodeCompare::diffs_data() {
  QTest::addColumn<QString>("left");
  QTest::addColumn<QString>("right");
  QTest::addColumn<QList<int>>("hunk");  // of the first hunk; empty: none
  QTest::addColumn<int>("count");
  const auto lines = [](const char* text) { return QString::fromLatin1(text); };
  QTest::newRow("equal") << lines("a\nb") << lines("a\nb") << QList<int>() << 0;
  QTest::newRow("both empty") << QString() << QString() << QList<int>() << 0;
  QTest::newRow("trailing space") << lines("a  \nb") << lines("a\nb") << QList<int>() << 0;
  QTest::newRow("added") << lines("a\nc") << lines("a\nb\nc") << QList<int>{1, 1, 1, 2} << 1;
  QTest::newRow("removed") << lines("a\nb\nc") << lines("a\nc") << QList<int>{1, 2, 1, 1} << 1;
  QTest::newRow("changed") << lines("a\nb\nc") << lines("a\nx\nc") << QList<int>{1, 2, 1, 2} << 1;
  QTest::newRow("two places") << lines("a\nb\nc\nd\ne") << lines("x\nb\nc\nd\ny")
                              << QList<int>{0, 1, 0, 1} << 2;
  QTest::newRow("all") << lines("a") << lines("b\nc") << QList<int>{0, 1, 0, 2} << 1;
}

void TestCodeCompare::diffs() {
  QFETCH(QString, left);
  QFETCH(QString, right);
  QFETCH(QList<int>, hunk);
  QFETCH(int, count);
  const TextDiff diff = diffTexts(left, right);
  QCOMPARE(static_cast<int>(diff.hunks.size()), count);
  if (!hunk.isEmpty()) {
    QCOMPARE(diff.hunks[0], (Hunk{hunk[0], hunk[1], hunk[2], hunk[3]}));
  }
  for (const auto& [i, j] : diff.same) {
    QCOMPARE(diff.leftMarks[static_cast<std::size_t>(i)], LineMark::kSame);
    QCOMPARE(diff.rightMarks[static_cast<std::size_t>(j)], LineMark::kSame);
  }
}

void TestCodeCompare::changedWordsAreFound() {
  const TextDiff diff =
      diffTexts(QStringLiteral("h = F.silu(x) * scale"), QStringLiteral("h = F.gelu(x) * scale"));
  QCOMPARE(diff.leftMarks[0], LineMark::kChanged);
  QCOMPARE(diff.leftWords, (std::vector<WordRange>{{0, 6, 10}}));
  QCOMPARE(diff.rightWords, (std::vector<WordRange>{{0, 6, 10}}));
}

void TestCodeCompare::linesMapAlongEqualLines() {
  const TextDiff diff = diffTexts(numbered(0, 10) + numbered(20, 30),
                                  numbered(0, 10) + numbered(100, 110) + numbered(20, 30));
  QCOMPARE(diff.toRight(5), 5.0);
  QCOMPARE(diff.toRight(15), 25.0);
  QCOMPARE(diff.toLeft(25), 15.0);
  QVERIFY(diff.toLeft(15) >= 9 && diff.toLeft(15) <= 10);
}

void TestCodeCompare::scrollingIsLinkedAndCanBeFree() {
  CodeCompare compare;
  compare.setTexts(numbered(0, 200), numbered(0, 50) + numbered(500, 540) + numbered(50, 200));
  show(compare);
  compare.left()->verticalScrollBar()->setValue(100);
  QTRY_COMPARE(compare.right()->firstLine(), 140);
  compare.right()->verticalScrollBar()->setValue(20);
  QTRY_COMPARE(compare.left()->firstLine(), 20);
  // Inside lines that only one side has, the other must not pull back.
  compare.right()->verticalScrollBar()->setValue(70);
  QTRY_VERIFY(compare.left()->firstLine() >= 48 && compare.left()->firstLine() <= 50);
  QCOMPARE(compare.right()->firstLine(), 70);
  compare.linkAction()->trigger();
  QVERIFY(!compare.isLinked());
  const int stays = compare.right()->firstLine();
  compare.left()->verticalScrollBar()->setValue(100);
  QTRY_COMPARE(compare.left()->firstLine(), 100);
  QCOMPARE(compare.right()->firstLine(), stays);
}

void TestCodeCompare::marksCanBeSwitched() {
  CodeCompare compare;
  compare.setTexts(QStringLiteral("a\nx = load(p)\nc\nd"),
                   QStringLiteral("a\nx = load(q)\nc\nd\ne"));
  QCOMPARE(compare.left()->markedLines(), 0);
  compare.marksAction()->trigger();
  QVERIFY(compare.areMarksShown());
  QCOMPARE(compare.left()->markedLines(), 1);
  QCOMPARE(compare.right()->markedLines(), 2);
  QCOMPARE(compare.left()->markOf(1), '~');
  QCOMPARE(compare.right()->markOf(1), '~');
  QCOMPARE(compare.right()->markOf(4), '+');
  QCOMPARE(compare.right()->markOf(0), '\0');
  compare.setTexts(QStringLiteral("a\nb\nc"), QStringLiteral("a\nc"));
  QCOMPARE(compare.left()->markOf(1), '-');
  compare.setMarksShown(false);
  QCOMPARE(compare.right()->markedLines(), 0);
}

void TestCodeCompare::keysWalkTheDifferences() {
  CodeCompare compare;
  compare.setTexts(QStringLiteral("a\nb\nc\nd\ne"), QStringLiteral("a\nx\nc\nd\ny"));
  show(compare);
  compare.right()->setFocus();
  QCOMPARE(compare.currentDifference(), -1);
  QTest::keyClick(compare.right(), Qt::Key_F8);
  QCOMPARE(compare.currentDifference(), 0);
  QTest::keyClick(compare.right(), Qt::Key_F8);
  QCOMPARE(compare.currentDifference(), 1);
  int line = -1;
  int column = -1;
  compare.right()->getCursorPosition(&line, &column);
  QCOMPARE(line, 4);
  QTest::keyClick(compare.right(), Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(compare.currentDifference(), 0);
  QTest::keyClick(compare.right(), Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(compare.currentDifference(), 1);
}

void TestCodeCompare::findWalksTheHits() {
  CodeCompare compare;
  compare.setEpisode(samples::rejectedEpisode(), 8);
  show(compare);
  compare.right()->setFocus();
  QTest::keyClick(compare.right(), Qt::Key_F, Qt::ControlModifier);
  QTRY_VERIFY(compare.findBar()->isVisible());
  QTRY_VERIFY(compare.findBar()->line()->hasFocus());
  QTest::keyClicks(compare.findBar()->line(), QStringLiteral("tl.load"));
  QCOMPARE(compare.findBar()->hits(), 2);
  int first = -1;
  int second = -1;
  int column = -1;
  compare.right()->getCursorPosition(&first, &column);
  QTest::keyClick(compare.findBar()->line(), Qt::Key_Return);
  compare.right()->getCursorPosition(&second, &column);
  QCOMPARE(second, first + 1);
  QTest::keyClick(compare.findBar()->line(), Qt::Key_Escape);
  QVERIFY(!compare.findBar()->isVisible());
  QTRY_VERIFY(compare.right()->hasFocus());
}

void TestCodeCompare::headTellsTheVerdict() {
  CodeCompare compare;
  QVERIFY(!compare.verifyAction()->isEnabled());
  compare.setEpisode(samples::rejectedEpisode(), 8);
  QVERIFY(compare.head()->title().contains(QStringLiteral("Rejected at full")));
  QVERIFY(compare.head()->note().contains(QStringLiteral("completion 2 of 8")));
  QVERIFY(compare.verifyAction()->isEnabled());
  QCOMPARE(kernelSummary(samples::rejectedEpisode().verdict),
           QStringLiteral("candidate \u00B7 28 registers, 0 spills, 2,048 B shared, 4 warps"));
  QSignalSpy again(&compare, &CodeCompare::verifyAgainRequested);
  compare.verifyAction()->trigger();
  QCOMPARE(again.count(), 1);
  QVERIFY(compare.right()->isReadOnly());
}

void TestCodeCompare::referenceAndCandidateHaveNoDifferenceMarks() {
  CodeCompare compare;
  compare.setMarksShown(true);
  compare.setEpisode(samples::rejectedEpisode(), 8);
  show(compare);
  QVERIFY(!compare.marksAction()->isVisible());
  QCOMPARE(compare.right()->markedLines(), 0);
  // The keys of differences go through the links by evidence.
  QSignalSpy links(&compare, &CodeCompare::linkRequested);
  compare.right()->setFocus();
  QTest::keyClick(compare.right(), Qt::Key_F8);
  QTest::keyClick(compare.right(), Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(links.count(), 2);
  QCOMPARE(links.at(0).at(0).toInt(), 1);
  QCOMPARE(links.at(1).at(0).toInt(), -1);
}

void TestCodeCompare::theReasonLeadsToItsLine() {
  record::Episode episode = samples::rejectedEpisode();
  episode.verdict.reason = {
      "compile_error",
      "kernel k: AttributeError: module 'triton.language' has no attribute 'gelu' in `x = "
      "tl.gelu(x)` (line 3)"};
  episode.candidate = "import torch\nimport triton\nx = tl.gelu(x)\ntl.store(p, x)\n";
  CodeCompare compare;
  compare.setEpisode(episode, 8);
  show(compare);
  QCOMPARE(compare.reasonLine()->sentence(), QStringLiteral("tl.gelu does not exist"));
  QTest::mouseClick(compare.reasonLine()->lineButton(), Qt::LeftButton);
  int line = -1;
  int column = -1;
  compare.right()->getCursorPosition(&line, &column);
  QCOMPARE(line, 2);
  QVERIFY(!compare.reasonLine()->acceptedButton()->isVisible());
  // What the nearest accepted answer has there.
  record::Episode accepted = samples::acceptedEpisode();
  accepted.key.index = 4;
  accepted.candidate =
      "import torch\nimport triton\nx = x * tl.sigmoid(1.702 * x)\ntl.store(p, x)\n";
  compare.setNearestAccepted(accepted);
  QVERIFY(compare.reasonLine()->acceptedButton()->isVisible());
  QCOMPARE(compare.reasonLine()->acceptedButton()->text(),
           QStringLiteral("accepted completion 5 has there: x = x * tl.sigmoid(1.702 * x)"));
  // In a narrow dock the reason stays whole.
  const QSize wide = compare.size();
  compare.resize(440, wide.height());
  QTRY_COMPARE(compare.reasonLine()->acceptedButton()->text(),
               QStringLiteral("accepted: completion 5"));
  const auto* sentence = compare.reasonLine()->findChild<ElidedLabel*>();
  QTRY_VERIFY(sentence->width() >= sentence->sizeHint().width());
  compare.resize(wide);
  QTRY_VERIFY(compare.reasonLine()->acceptedButton()->text().contains(QStringLiteral("1.702")));
  QSignalSpy wanted(&compare, &CodeCompare::acceptedRequested);
  QTest::mouseClick(compare.reasonLine()->acceptedButton(), Qt::LeftButton);
  QCOMPARE(wanted.count(), 1);
  compare.setEpisode(samples::acceptedEpisode(), 8);
  QVERIFY(!compare.reasonLine()->isVisible());
}

void TestCodeCompare::completionWithoutCodeIsShown() {
  CodeCompare compare;
  compare.setEpisode(samples::emptyEpisode());
  QVERIFY(compare.right()->source().contains(QStringLiteral("not sure")));
  QVERIFY(!compare.verifyAction()->isEnabled());
}

QTEST_MAIN(TestCodeCompare)
#include "tst_code_compare.moc"
