// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include "engine/verify/artefacts.h"
#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/compiler_table.h"
#include "widgets/code/ir_lexer.h"
#include "widgets/code/level_pane.h"
#include "widgets/code/level_view.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestLevelView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void showsTheLevelsOfAKernel();
  void absentLevelsSayWhy();
  void verdictsWithoutArtefactsOfferToVerifyAgain();
  void clickingALineSelectsWhereItComesFrom();
  void keysWalkTheSourceLinesToo();
  void selectingASourceLineHighlightsAllThatComesFromIt();
  void theSourceLineSurvivesAnotherLevel();
  void theVeryExpressionIsTold();
  void inlinedCodeBelongsToItsCallersToo();
  void keysWalkThroughOnePlace();
  void twoLevelsStandSideBySide();
  void severalSpecialisationsAreToldApart();
  void copiesAndSavesTheText();
  void hostileNamesLeadToNoFolder();
  void colours_data();
  void colours();
  void everyByteOfALineHasAStyle();
  void tableTellsOccupancyAndRoofline();
  void tableWithoutThemSaysSo();

 private:
  static void show(LevelView& view);
  static QPoint placeOf(const LevelView& view, int row);
};

void TestLevelView::show(LevelView& view) {
  view.resize(900, 420);
  view.show();
  QVERIFY(QTest::qWaitForWindowActive(&view));
}

// A point within the text of a row.
QPoint TestLevelView::placeOf(const LevelView& view, int row) {
  const CodeEditor* editor = view.editor();
  const long at =
      editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<long>(row)) + 3;
  const auto x = editor->SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0L, at);
  const auto y = editor->SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0L, at);
  return {static_cast<int>(x) + 2, static_cast<int>(y) + 4};
}

void TestLevelView::showsTheLevelsOfAKernel() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  QVERIFY(view.isShowingText());
  QCOMPARE(view.levelBar()->count(), 5);
  QCOMPARE(view.kernelBox()->count(), 1);
  QCOMPARE(view.kernelBox()->currentText(), QStringLiteral("fused_kernel"));
  QVERIFY(view.editor()->source().contains(QStringLiteral("tt.load")));
  QVERIFY(view.editor()->isReadOnly());
  view.levelBar()->setCurrentIndex(3);
  QVERIFY(view.editor()->source().contains(QStringLiteral("ld.global.b32")));
}

void TestLevelView::absentLevelsSayWhy() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  const auto says = [&view](const QString& part) {
    const auto labels = view.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->isVisible() && label->text().contains(part);
    });
  };
  view.levelBar()->setCurrentIndex(4);
  QVERIFY(!view.isShowingText());
  QVERIFY(says(QStringLiteral("No SASS")));
  QVERIFY(says(QStringLiteral("without nvdisasm")));
  view.levelBar()->setCurrentIndex(2);
  QVERIFY(says(QStringLiteral("No LLIR")));
}

void TestLevelView::verdictsWithoutArtefactsOfferToVerifyAgain() {
  LevelView view;
  show(view);
  QVERIFY(view.emptyState()->isVisible());
  QVERIFY(!view.emptyState()->button()->isVisible());
  view.setVerdict(samples::rejectedEpisode().verdict);
  QVERIFY(view.emptyState()->isVisible());
  QCOMPARE(view.emptyState()->button()->text(), QStringLiteral("Verify again with artefacts"));
  QSignalSpy asked(&view, &LevelView::verifyRequested);
  QTest::mouseClick(view.emptyState()->button(), Qt::LeftButton);
  QCOMPARE(asked.count(), 1);
  view.setVerdict(samples::compiledVerdict());
  QVERIFY(!view.emptyState()->isVisible());
  view.clear();
  QVERIFY(view.emptyState()->isVisible());
}

void TestLevelView::clickingALineSelectsWhereItComesFrom() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  QSignalSpy selected(&view, &LevelView::sourceLineSelected);
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 7));
  QTRY_COMPARE(selected.count(), 1);
  QCOMPARE(selected.first().first().toInt(), 8);
  QCOMPARE(view.highlightedLines(), 2);  // the address and the load
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 2));
  QTRY_COMPARE(selected.count(), 2);
  QCOMPARE(selected.last().first().toInt(), 0);
  QCOMPARE(view.highlightedLines(), 0);
}

void TestLevelView::keysWalkTheSourceLinesToo() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 7));
  QTRY_COMPARE(view.sourceLine(), 8);
  QSignalSpy selected(&view, &LevelView::sourceLineSelected);
  QTest::keyClick(view.editor(), Qt::Key_Up);  // the same source line
  QTest::keyClick(view.editor(), Qt::Key_Up);
  QTRY_COMPARE(selected.count(), 1);
  QCOMPARE(selected.first().first().toInt(), 7);
}

void TestLevelView::selectingASourceLineHighlightsAllThatComesFromIt() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  QSignalSpy selected(&view, &LevelView::sourceLineSelected);
  view.showSourceLine(10);
  QCOMPARE(view.highlightedLines(), 2);
  view.showSourceLine(1);
  QCOMPARE(view.highlightedLines(), 0);
  view.showSourceLine(0);
  QCOMPARE(view.highlightedLines(), 0);
  QCOMPARE(selected.count(), 0);
}

void TestLevelView::theSourceLineSurvivesAnotherLevel() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 7));
  QTRY_COMPARE(view.sourceLine(), 8);
  view.levelBar()->setCurrentIndex(3);
  view.grab();  // Scintilla tells of its cursor's way to the top when it paints
  QCoreApplication::processEvents();
  QCOMPARE(view.sourceLine(), 8);
  QCOMPARE(view.highlightedLines(), 2);
  view.levelBar()->setCurrentIndex(0);
  QCOMPARE(view.highlightedLines(), 2);
}

namespace {

verify::SourcePlace placeOf(int line, int column, int endColumn) {
  return {.file = {}, .line = line, .column = column, .end_line = line, .end_column = endColumn};
}

// Two expressions of line 10, and code that line 12 calls from a library and from line 4.
verify::Verdict placedVerdict() {
  verify::Verdict verdict = samples::compiledVerdict();
  verify::CompilerLevel ttir;
  ttir.level = "ttir";
  ttir.text = "mul\nadd\nother\nexp\n";
  ttir.lines = {10, 10, 0, 4, 0};
  ttir.stacks = {
      {placeOf(10, 8, 29)},
      {placeOf(10, 8, 33)},
      {{.file = "standard.py", .line = 7, .column = 2}, placeOf(4, 2, 9), placeOf(12, 8, 17)}};
  ttir.rows = {0, 1, -1, 2, -1};
  verify::CompilerLevel ptx = ttir;
  ptx.level = "ptx";
  ptx.text = "first\nex2\nmul.f32\nadd.f32\nlast";
  ptx.lines = {0, 4, 10, 10, 10};
  ptx.rows = {-1, 2, 0, 1, 1};
  auto artefacts = std::make_shared<verify::Artefacts>();
  artefacts->kernels.push_back({{ttir, ptx}, {}});
  verdict.artefacts = artefacts;
  return verdict;
}

}  // namespace

void TestLevelView::theVeryExpressionIsTold() {
  LevelView view;
  view.setVerdict(placedVerdict());
  show(view);
  QSignalSpy chosen(&view, &LevelView::sourcePlaceSelected);
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 1));
  QTRY_COMPARE(chosen.count(), 1);
  QCOMPARE(chosen.first().first().value<verify::SourcePlace>(), ::placeOf(10, 8, 33));
  QCOMPARE(view.highlightedLines(), 2);
  QCOMPARE(view.pane()->exactLines(), 1);
  // From the candidate: the smallest expression that holds the byte.
  view.showSourceLine(10, 12);
  QCOMPARE(view.sourcePlace(), ::placeOf(10, 8, 29));
  view.showSourceLine(10, 31);
  QCOMPARE(view.sourcePlace(), ::placeOf(10, 8, 33));
  view.showSourceLine(10, 70);
  QCOMPARE(view.sourcePlace().column, -1);
  QCOMPARE(view.highlightedLines(), 2);
  QCOMPARE(view.pane()->exactLines(), 0);
}

void TestLevelView::inlinedCodeBelongsToItsCallersToo() {
  LevelView view;
  view.setVerdict(placedVerdict());
  show(view);
  view.showSourceLine(12);
  QCOMPARE(view.highlightedLines(), 1);
  view.showSourceLine(4);
  QCOMPARE(view.highlightedLines(), 1);
  QVERIFY(view.pane()->storyOf(3).contains(QStringLiteral("standard.py:7")));
  QVERIFY(view.pane()->storyOf(3).contains(QStringLiteral("line 12")));
  QVERIFY(view.pane()->storyOf(0).isEmpty());
}

void TestLevelView::keysWalkThroughOnePlace() {
  LevelView view;
  view.setVerdict(placedVerdict());
  show(view);
  view.levelBar()->setCurrentIndex(3);
  view.showSourceLine(10);
  QCOMPARE(view.highlightedLines(), 3);
  QList<int> rows;
  for (int i = 0; i < 4; ++i) {
    QVERIFY(view.goToLinked(1));
    rows << view.pane()->currentRow();
  }
  QCOMPARE(rows, (QList<int>{2, 3, 4, 2}));
  QVERIFY(view.goToLinked(-1));
  QCOMPARE(view.pane()->currentRow(), 4);
  QCoreApplication::processEvents();
  QCOMPARE(view.sourceLine(), 10);  // walking chooses no other place
  view.showSourceLine(1);
  QVERIFY(!view.goToLinked(1));
}

void TestLevelView::twoLevelsStandSideBySide() {
  LevelView view;
  view.setVerdict(placedVerdict());
  show(view);
  QVERIFY(!view.secondPane()->isVisible());
  QVERIFY(!view.goToOtherPane());
  view.besideAction()->trigger();
  QVERIFY(view.secondPane()->isVisible());
  QCOMPARE(view.secondPane()->levelName(), QStringLiteral("PTX"));
  QTest::mouseClick(view.editor()->viewport(), Qt::LeftButton, {}, placeOf(view, 1));
  QTRY_COMPARE(view.sourceLine(), 10);
  QCOMPARE(view.secondPane()->highlightedLines(), 3);
  QCOMPARE(view.secondPane()->exactLines(), 2);
  QVERIFY(view.goToOtherPane());
  QTRY_VERIFY(view.secondPane()->editor()->hasFocus());
  QCOMPARE(view.secondPane()->currentRow(), 2);
  view.copyText();
  QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("add.f32")));
  view.besideAction()->trigger();
  QVERIFY(!view.secondPane()->isVisible());
}

void TestLevelView::severalSpecialisationsAreToldApart() {
  verify::Verdict verdict = samples::compiledVerdict();
  verdict.kernels.push_back(verdict.kernels[0]);
  verdict.kernels[1].num_warps = 8;
  auto artefacts = std::make_shared<verify::Artefacts>(*verdict.artefacts);
  artefacts->kernels.push_back({{{"ttir", "only this\n", {3, 0}, ""}}, ""});
  verdict.artefacts = artefacts;
  LevelView view;
  view.setVerdict(verdict);
  show(view);
  QCOMPARE(view.kernelBox()->count(), 2);
  QVERIFY(view.kernelBox()->itemText(0) != view.kernelBox()->itemText(1));
  view.kernelBox()->setCurrentIndex(1);
  QCOMPARE(view.editor()->source(), QStringLiteral("only this\n"));
  view.setVerdict(verdict);
  QCOMPARE(view.kernelBox()->currentIndex(), 1);
  view.setVerdict(samples::compiledVerdict());
  QCOMPARE(view.kernelBox()->currentIndex(), 0);
}

void TestLevelView::copiesAndSavesTheText() {
  LevelView view;
  view.setVerdict(samples::compiledVerdict());
  show(view);
  view.copyText();
  QCOMPARE(QApplication::clipboard()->text(), view.editor()->source());
  view.editor()->setSelection(0, 0, 0, 6);
  view.copyText();
  QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("module"));
  QCOMPARE(view.suggestedFileName(), QStringLiteral("fused_kernel.ttir"));
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("saved.ttir"));
  QString problem;
  QVERIFY2(view.saveTo(file, &problem), qPrintable(problem));
  QFile saved(file);
  QVERIFY(saved.open(QIODevice::ReadOnly));
  QCOMPARE(QString::fromUtf8(saved.readAll()), view.editor()->source());
  QVERIFY(!view.saveTo(folder.filePath(QStringLiteral("none/saved.ttir")), &problem));
  QVERIFY(problem.contains(QStringLiteral("saved.ttir")));
}

void TestLevelView::hostileNamesLeadToNoFolder() {
  verify::Verdict verdict = samples::compiledVerdict();
  verdict.kernels[0].name = "../../x";
  LevelView view;
  view.setVerdict(verdict);
  QCOMPARE(view.suggestedFileName(), QStringLiteral("______x.ttir"));
}

void TestLevelView::colours_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<QByteArray>("part");
  QTest::addColumn<int>("style");
  const QByteArray load = "  %3 = tt.load %2, %m : tensor<256xf32> loc(#loc7) // why";
  QTest::newRow("value") << load << QByteArray("%3") << int(IrLexer::kValue);
  QTest::newRow("operation") << load << QByteArray("tt.load") << int(IrLexer::kOperation);
  QTest::newRow("location") << load << QByteArray("#loc7") << int(IrLexer::kValue);
  QTest::newRow("comment") << load << QByteArray("// why") << int(IrLexer::kComment);
  QTest::newRow("text") << QByteArray("#loc = loc(\"a \\\"b.py\":7:0)")
                        << QByteArray("\"a \\\"b.py\"") << int(IrLexer::kText);
  QTest::newRow("directive") << QByteArray("\t.loc\t1 8 23") << QByteArray(".loc")
                             << int(IrLexer::kDirective);
  QTest::newRow("number") << QByteArray("\t.loc\t1 8 23") << QByteArray("23")
                          << int(IrLexer::kNumber);
  QTest::newRow("llvm comment") << QByteArray("; ModuleID") << QByteArray("; ModuleID")
                                << int(IrLexer::kComment);
  QTest::newRow("sass address") << QByteArray("        /*0010*/  S2R R12, SR_TID.X ;")
                                << QByteArray("/*0010*/") << int(IrLexer::kComment);
  QTest::newRow("sass end") << QByteArray("        /*0010*/  S2R R12, SR_TID.X ;")
                            << QByteArray(";") << int(IrLexer::kPlain);
}

void TestLevelView::colours() {
  QFETCH(QByteArray, line);
  QFETCH(QByteArray, part);
  QFETCH(int, style);
  const auto styles = IrLexer::stylesOf(line);
  const auto at = line.lastIndexOf(part);
  QVERIFY(at >= 0);
  for (qsizetype i = at; i < at + part.size(); ++i) {
    QCOMPARE(int(styles[static_cast<std::size_t>(i)]), style);
  }
}

void TestLevelView::everyByteOfALineHasAStyle() {
  for (const char* line :
       {"", "\"", "\"\\", "/", "/*", "/*/", "%", "\xff\xfe", "a\"b", ";;", "/* *"}) {
    QCOMPARE(IrLexer::stylesOf(line).size(), qstrlen(line));
  }
}

void TestLevelView::tableTellsOccupancyAndRoofline() {
  CompilerTable table;
  table.setVerdict(samples::compiledVerdict());
  QStringList row;
  QString tips;
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    const QModelIndex cell = table.model()->index(0, column);
    row << cell.data().toString();
    tips += cell.data(Qt::ToolTipRole).toString() + QLatin1Char('\n');
  }
  QVERIFY2(row.contains(QStringLiteral("100% \u00B7 warps")), qPrintable(row.join(u'|')));
  QVERIFY2(row.contains(QStringLiteral("0.0240 \u00B7 memory")), qPrintable(row.join(u'|')));
  QVERIFY2(tips.contains(QStringLiteral("16 blocks with 64 of 64 warps")), qPrintable(tips));
  QVERIFY2(tips.contains(QStringLiteral("At least 76.8 kB read")), qPrintable(tips));
  QVERIFY2(tips.contains(QStringLiteral("cubin 40")), qPrintable(tips));
  QCOMPARE(table.head()->status(), QStringLiteral("coverage 100%"));
}

void TestLevelView::tableWithoutThemSaysSo() {
  CompilerTable table;
  table.setVerdict(samples::rejectedEpisode().verdict);
  QStringList row;
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    row << table.model()->index(0, column).data().toString();
  }
  QCOMPARE(row.count(QStringLiteral("\u2013")), 3);
  QVERIFY(table.head()->status().isEmpty());
}

QTEST_MAIN(TestLevelView)
#include "tst_level_view.moc"
