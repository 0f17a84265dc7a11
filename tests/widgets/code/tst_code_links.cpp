// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown in the margins of reference and candidate, and the ways between them.
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "engine/verify/artefacts.h"
#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/code_links.h"
#include "widgets/code/code_notes.h"
#include "widgets/code/compiler_facts.h"
#include "widgets/code/untried_facts.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

const QString kReference = QStringLiteral(
    "class Model:\n"
    "    def forward(self, x, y):\n"
    "        h = F.silu(x)\n"
    "        return torch.softmax(h + y, dim=-1)\n");
const QString kCandidate = QStringLiteral(
    "@triton.jit\n"
    "def fused(X, Y, n,\n"
    "          B: tl.constexpr):\n"
    "    x = tl.load(X)\n"
    "\n"
    "    tl.store(Y, x)\n"
    "\n"
    "class ModelNew:\n"
    "    def forward(self, x, y):\n"
    "        fused[(1,)](x, y, 4, B=8)\n");

verify::SourcePlace placeOf(int line, int column, int endColumn) {
  return {.file = {}, .line = line, .column = column, .end_line = line, .end_column = endColumn};
}

verify::Verdict linkedVerdict() {
  verify::Verdict verdict;
  verify::KernelFacts facts;
  facts.name = "fused";
  facts.registers = 38;
  facts.num_warps = 4;
  facts.occupancy = {8, 32, 0.5, "registers"};
  verdict.kernels.push_back(facts);
  verify::CompilerLevel ptx;
  ptx.level = "ptx";
  ptx.text = "ld.global.v4.b32 {%r1}, [%rd1];\n@%p1 st.global.b32 [%rd2], %r1;\nret;\n";
  ptx.lines = {4, 6, 0, 0};
  ptx.stacks = {{placeOf(4, 8, 18)}, {placeOf(6, 4, 18)}};
  ptx.rows = {0, 1, -1, -1};
  auto artefacts = std::make_shared<verify::Artefacts>();
  artefacts->kernels.push_back({{ptx}, {}});
  const auto link = [&](const char* operation, int line, const char* evidence, double error) {
    verify::OperationLink made;
    made.number = 1;
    made.kernel = "fused";
    made.launch_line = 10;
    made.operation = operation;
    made.place = placeOf(line, 8, 20);
    made.evidence = evidence;
    made.error = error;
    artefacts->links.push_back(made);
  };
  link("softmax", 4, "equal", 3e-7);
  link("silu", 3, "inside", 0);
  verdict.artefacts = artefacts;
  return verdict;
}

}  // namespace

class TestCodeLinks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void readsWidths_data();
  void readsWidths();
  void findsFunctions();
  void factsStandAtTheirLines();
  void whatWasNeverTriedStandsThereToo();
  void linesAreTiedOnBothSides();
  void keysLeadToThePartnerAndBack();
  void ofSeveralTheExpressionAtTheCursorCounts();
  void keysWalkThroughTheNumbers();
  void clickOnANumberLeadsToThePartner();
  void tooltipTellsTheEvidence();
  void keyTellsTheEvidenceToo();
  void whatIsHiddenIsNotDrawn();
  void textStaysReadableOnBands();

 private:
  struct Sides {
    QWidget window;
    CodeEditor* left = new CodeEditor(QStringLiteral("left"), &window);
    CodeEditor* right = new CodeEditor(QStringLiteral("right"), &window);
    CodeLinks* links = new CodeLinks(left, right);
  };
  static void show(Sides& sides);
};

void TestCodeLinks::show(Sides& sides) {
  auto* row = new QHBoxLayout(&sides.window);
  row->addWidget(sides.left);
  row->addWidget(sides.right);
  sides.left->setSource(kReference);
  sides.right->setSource(kCandidate);
  sides.links->show(linkedVerdict());
  sides.window.resize(900, 400);
  sides.window.show();
  QVERIFY(QTest::qWaitForWindowActive(&sides.window));
}

void TestCodeLinks::readsWidths_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<int>("bits");  // -1: no access
  QTest::addColumn<bool>("isStore");
  QTest::newRow("vector") << QByteArray(
                                 "\tld.global.v4.b32 \t{ %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];")
                          << 128 << false;
  QTest::newRow("scalar") << QByteArray("ld.global.nc.f32 %f1, [%rd1];") << 32 << false;
  QTest::newRow("policy") << QByteArray(
                                 "ld.global.L1::evict_last.L2::cache_hint.v2.b64 {%rd1}, [%rd2]")
                          << 128 << false;
  QTest::newRow("half") << QByteArray("@%p3 st.global.b16 [ %rd4 + 0 ], { %rs1 };") << 16 << true;
  QTest::newRow("store") << QByteArray("\t@!%p2 st.global.v2.b32 [%rd], {%r1, %r2};") << 64 << true;
  QTest::newRow("atomic") << QByteArray("atom.global.gpu.acq_rel.add.f32 %f1, [%rd1], %f2;") << 32
                          << false;
  QTest::newRow("copy") << QByteArray(
                               "cp.async.cg.shared.global [ %r1 + 0 ], [ %rd1 + 0 ], 0x10, %r9;")
                        << 128 << false;
  QTest::newRow("bulk")
      << QByteArray("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier [%r1], [%rd1];") << 0
      << false;
  QTest::newRow("shared") << QByteArray("ld.shared.v4.b32 {%r1}, [%r2];") << -1 << false;
  QTest::newRow("parameter") << QByteArray("ld.param.b64 %rd1, [k_param_0];") << -1 << false;
  QTest::newRow("other") << QByteArray("\tmov.u32 %r1, %ctaid.x;") << -1 << false;
  QTest::newRow("label") << QByteArray("$L__BB0_2:") << -1 << false;
  QTest::newRow("nothing") << QByteArray("  ") << -1 << false;
  QTest::newRow("predicate alone") << QByteArray("@%p1") << -1 << false;
}

void TestCodeLinks::readsWidths() {
  QFETCH(QByteArray, line);
  QFETCH(int, bits);
  QFETCH(bool, isStore);
  const auto access = accessOf({line.constData(), static_cast<std::size_t>(line.size())});
  QCOMPARE(access.has_value(), bits >= 0);
  if (!access) return;
  QCOMPARE(access->bits, bits);
  QCOMPARE(access->isStore, isStore);
}

void TestCodeLinks::findsFunctions() {
  const QStringList lines = kCandidate.split(QLatin1Char('\n'));
  const FunctionRows rows = rowsOfFunction(lines, QStringLiteral("fused"));
  QCOMPARE(rows.first, 0);
  QCOMPARE(rows.def, 1);
  QCOMPARE(rows.end, 6);
  QCOMPARE(rowsOfFunction(lines, QStringLiteral("fuse")).def, -1);
  QCOMPARE(rowsOfFunction(lines, QStringLiteral("forward")).end, 10);
  QCOMPARE(rowsOfFunction(lines, QStringLiteral(".*")).def, -1);
}

void TestCodeLinks::factsStandAtTheirLines() {
  const auto facts = compilerFacts(linkedVerdict(), kCandidate);
  QCOMPARE(facts.size(), 3U);
  QCOMPARE(facts[0].row, 1);
  QCOMPARE(facts[0].text, QStringLiteral("38 reg"));
  QVERIFY(facts[0].tip.contains(QStringLiteral("occupancy 50%")));
  QCOMPARE(facts[1].row, 3);
  QCOMPARE(facts[1].text, QStringLiteral("ld 128"));
  QCOMPARE(facts[2].row, 5);
  QCOMPARE(facts[2].text, QStringLiteral("st 32"));
  QVERIFY(facts[2].tip.contains(QStringLiteral("128 bits is the widest")));
}

void TestCodeLinks::whatWasNeverTriedStandsThereToo() {
  verify::Verdict verdict = linkedVerdict();
  verdict.accepted = true;
  verdict.untried = {{9, 10}, {6, 6}};
  verdict.one_sided = {{.kernel = "fused", .line = 4, .number = 2.5},
                       {.kernel = "fused", .line = 4, .number = 7, .was_both = true}};
  const auto facts = untriedFacts(verdict);
  QCOMPARE(facts.size(), 3U);
  QCOMPARE(facts[0].row, 3);
  QCOMPARE(facts[0].text, QStringLiteral("one way"));
  QVERIFY(facts[0].tip.contains(QStringLiteral("2.5 in kernel fused")));
  QCOMPARE(facts[1].row, 5);
  QCOMPARE(facts[1].text, QStringLiteral("untried"));
  QCOMPARE(facts[2].row, 8);
  QVERIFY(facts[2].tip.startsWith(QStringLiteral("Lines 9 to 10 ran on no input")));
  Sides sides;
  show(sides);
  sides.links->show(verdict);
  sides.links->setFactsShown(false);  // those of the compiler
  QCOMPARE(sides.links->candidateNotes()->facts().size(), 3U);
  QVERIFY(sides.links->candidateNotes()->tipAt(8).contains(QStringLiteral("ran on no input")));
}

void TestCodeLinks::linesAreTiedOnBothSides() {
  Sides sides;
  show(sides);
  QCOMPARE(sides.links->referenceNotes()->numberAt(3), 1);
  QCOMPARE(sides.links->referenceNotes()->numberAt(2), 1);
  QCOMPARE(sides.links->referenceNotes()->numberAt(0), 0);
  QCOMPARE(sides.links->candidateNotes()->numberAt(3), 1);  // in the kernel
  QCOMPARE(sides.links->candidateNotes()->numberAt(9), 1);  // at its launch
  QCOMPARE(sides.links->candidateNotes()->numberAt(8), 0);
  QVERIFY(sides.right->marginWidth(3) > 0);
  sides.links->clear();
  QCOMPARE(sides.links->candidateNotes()->numberAt(3), 0);
  QCOMPARE(sides.right->marginWidth(3), 0);
}

void TestCodeLinks::keysLeadToThePartnerAndBack() {
  Sides sides;
  show(sides);
  sides.left->setFocus();
  sides.left->setCursorPosition(3, 5);
  QVERIFY(sides.links->goToPartner());
  QTRY_VERIFY(sides.right->hasFocus());
  int row = 0;
  int column = 0;
  sides.right->getCursorPosition(&row, &column);
  QCOMPARE(row, 1);  // its def
  QVERIFY(sides.links->goToPartner());
  QTRY_VERIFY(sides.left->hasFocus());
  sides.left->setCursorPosition(0, 0);
  QVERIFY(!sides.links->goToPartner());
}

void TestCodeLinks::ofSeveralTheExpressionAtTheCursorCounts() {
  CodeEditor editor(QStringLiteral("reference"));
  editor.setSource(QStringLiteral("return (x - x.mean()).abs()\n"));
  CodeNotes notes(&editor);
  notes.setTies({{0, 1, 1, QStringLiteral("mean"), {{12, 20}}},
                 {0, 1, 2, QStringLiteral("sub and abs"), {{8, 20}, {7, 27}}}});
  QCOMPARE(notes.numberAt(0, 13), 1);
  QCOMPARE(notes.numberAt(0, 9), 2);
  QCOMPARE(notes.numberAt(0, 25), 2);
  QCOMPARE(notes.numberAt(0, 2), 1);
  QCOMPARE(notes.numberAt(1, 13), 0);
}

void TestCodeLinks::keysWalkThroughTheNumbers() {
  Sides sides;
  show(sides);
  sides.right->setFocus();
  int row = 0;
  int column = 0;
  QList<int> rows;
  for (int i = 0; i < 3; ++i) {
    QVERIFY(sides.links->goToNext(1));
    sides.right->getCursorPosition(&row, &column);
    rows << row;
  }
  QCOMPARE(rows, (QList<int>{1, 9, 1}));
  QVERIFY(sides.links->goToNext(-1));
  sides.right->getCursorPosition(&row, &column);
  QCOMPARE(row, 9);
}

void TestCodeLinks::clickOnANumberLeadsToThePartner() {
  Sides sides;
  show(sides);
  const long at = sides.left->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, 3L);
  const auto y = static_cast<int>(
      sides.left->SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0L, at));
  int x = 2;
  for (int margin = 0; margin < 3; ++margin) x += sides.left->marginWidth(margin);
  QTest::mouseClick(sides.left->viewport(), Qt::LeftButton, {}, QPoint(x + 4, y + 4));
  QTRY_VERIFY(sides.right->hasFocus());
}

void TestCodeLinks::tooltipTellsTheEvidence() {
  Sides sides;
  show(sides);
  const QString tip = sides.links->referenceNotes()->tipAt(3);
  QVERIFY2(tip.contains(QStringLiteral("fused does softmax")), qPrintable(tip));
  QVERIFY2(tip.contains(QStringLiteral("3e-07")) || tip.contains(QStringLiteral("3.0e-7")) ||
               tip.contains(QStringLiteral("3e-7")),
           qPrintable(tip));
  QVERIFY(sides.links->referenceNotes()->tipAt(2).contains(QStringLiteral("takes in silu")));
  verify::OperationLink shape;
  shape.kernel = "k";
  shape.operation = "mul";
  shape.evidence = "shape";
  QVERIFY(linkWords(shape).contains(QStringLiteral("only the shape")));
}

void TestCodeLinks::keyTellsTheEvidenceToo() {
  Sides sides;
  show(sides);
  sides.left->setFocus();
  sides.left->setCursorPosition(3, 0);
  QVERIFY(sides.links->tellLine());
  QTRY_COMPARE(QToolTip::text(), sides.links->referenceNotes()->tipAt(3));
  sides.left->setCursorPosition(0, 0);
  QVERIFY(!sides.links->tellLine());
}

void TestCodeLinks::whatIsHiddenIsNotDrawn() {
  Sides sides;
  show(sides);
  sides.links->setLinksShown(false);
  QCOMPARE(sides.links->candidateNotes()->numberAt(3), 0);
  QVERIFY(!sides.links->candidateNotes()->facts().empty());
  sides.links->setFactsShown(false);
  QVERIFY(sides.links->candidateNotes()->facts().empty());
  sides.links->setLinksShown(true);
  QCOMPARE(sides.links->candidateNotes()->numberAt(3), 1);
}

void TestCodeLinks::textStaysReadableOnBands() {
  for (const bool dark : {false, true}) {
    for (int number = 1; number <= kSeriesColorCount; ++number) {
      for (const Role role : {Role::kText, Role::kKeyword, Role::kName, Role::kString,
                              Role::kNumber, Role::kComment}) {
        const double ratio = contrastRatio(roleColor(dark, role), tieBand(dark, number));
        QVERIFY2(ratio >= (role == Role::kText ? 4.5 : 3.0),
                 qPrintable(QStringLiteral("dark %1, hue %2, role %3: %4")
                                .arg(dark)
                                .arg(number)
                                .arg(static_cast<int>(role))
                                .arg(ratio)));
      }
      QVERIFY(contrastRatio(tieBadge(dark, number), roleColor(dark, Role::kCode)) >= 3.0);
    }
  }
}

QTEST_MAIN(TestCodeLinks)
#include "tst_code_links.moc"
