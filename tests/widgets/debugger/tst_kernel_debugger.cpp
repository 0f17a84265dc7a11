// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyleOptionSpinBox>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "engine/verify/machine/tape.h"
#include "tests/patience.h"
#include "widgets/code/code_editor.h"
#include "widgets/debugger/kernel_debugger.h"
#include "widgets/debugger/value_grid.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;
using verify::machine::Argument;
using verify::machine::Buffer;
using verify::machine::Kernel;
using verify::machine::Launch;

// The sum of a row of `n` numbers, four at once, in a loop; then 1 / sum.
static constexpr std::string_view kText = R"(module {
  tt.func public @rows(%x: !tt.ptr<f32> loc("x"("k.py":1:0)), %y: !tt.ptr<f32> loc("y"("k.py":1:0)), %n: i32 loc("n"("k.py":1:0))) {
    %zero = arith.constant 0 : i32 loc("k.py":1:0)
    %four = arith.constant 4 : i32 loc("k.py":1:0)
    %none = arith.constant dense<0.0> : tensor<4xf32> loc("k.py":3:4)
    %one = arith.constant 1.0 : f32 loc("k.py":8:4)
    %row = tt.get_program_id x : i32 loc("k.py":2:4)
    %first = arith.muli %row, %n : i32 loc("k.py":2:4)
    %acc = scf.for %i = %zero to %n step %four iter_args(%acc_1 = %none) -> (tensor<4xf32>)  : i32 {
      %lane = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32> loc("k.py":5:4)
      %at = arith.addi %first, %i : i32 loc("k.py":5:4)
      %p = tt.addptr %x, %at : !tt.ptr<f32>, i32 loc("k.py":5:4)
      %p_1 = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>> loc("k.py":5:4)
      %p_2 = tt.addptr %p_1, %lane : tensor<4x!tt.ptr<f32>>, tensor<4xi32> loc("k.py":5:4)
      %v = tt.load %p_2 : tensor<4x!tt.ptr<f32>> loc("k.py":5:4)
      %acc_2 = arith.addf %acc_1, %v : tensor<4xf32> loc("k.py":6:4)
      scf.yield %acc_2 : tensor<4xf32> loc("k.py":6:4)
    } loc("k.py":4:4)
    %s = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<4xf32>) -> f32 loc("k.py":7:4)
    %r = arith.divf %one, %s : f32 loc("k.py":8:4)
    %q = tt.addptr %y, %row : !tt.ptr<f32>, i32 loc("k.py":9:4)
    tt.store %q, %r : !tt.ptr<f32> loc("k.py":9:4)
    tt.return loc("k.py":9:4)
  } loc("k.py":1:0)
} loc("k.py":1:0)
)";

class TestKernelDebugger : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void itStartsAtTheStoreOfTheElement();
  void keysStepByLineForwardAndBackward();
  void aLineThatRunsAgainIsFoundByKeys();
  void variablesAreThoseOfTheMoment();
  void aClickOnTheWayGoesThere();
  void anElementOfAValueHasAWayOfItsOwn();
  void theGridIsCopiedAndCanBeColoursAlone();
  void anElementIsAskedForByKeys();
  void aProgramOfTheGridIsAskedForByKeys();
  void aLaunchIsChosenByKeysAndAProgramByAClick();
  void theLineAndTheVariableStay();
  void aLineThatDidNotRunIsTold();
  void whatThereIsOneOfIsNotOffered();
  void whatIsShownStaysWhileAnotherComes();
  void aNarrowBarBreaks();
  void whyThereIsNothingIsTold();
  void itStandsBothThemesAndAllTextSizes();

 private:
  static std::shared_ptr<const verify::Trace> trace();
  /// The same, of a program that was chosen, of the second of two launches.
  static std::shared_ptr<const verify::Trace> chosen(std::int32_t program);
  static std::shared_ptr<verify::Trace> traceOf(std::int32_t program);
  static QString valueOf(const KernelDebugger& debugger, const QString& variable);
  static QString source() { return QStringLiteral("1\n2\n3\n4\n5\n6\n7\n8\n9\n"); }
};

std::shared_ptr<const verify::Trace> TestKernelDebugger::trace() {
  return traceOf(1);
}

std::shared_ptr<const verify::Trace> TestKernelDebugger::chosen(std::int32_t program) {
  auto trace = traceOf(program);
  trace->is_chosen = true;
  trace->event = 0;
  trace->value = verify::machine::kNoTapeValue;
  trace->launches = {{"first", {4, 3, 1}}, {"rows", {2, 1, 1}}};
  trace->launch = 1;
  return trace;
}

std::shared_ptr<verify::Trace> TestKernelDebugger::traceOf(std::int32_t program) {
  const auto kernel = Kernel::read(std::string(kText));
  if (!kernel) qFatal("%s", kernel.error().message.c_str());
  std::vector<float> x(24), y(2);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  constexpr std::uint64_t kX = 1ULL << 32U, kY = 2ULL << 32U;
  const std::vector<Buffer> buffers = {
      {kX, reinterpret_cast<std::byte*>(x.data()), x.size() * 4, 4, "x", nullptr},
      {kY, reinterpret_cast<std::byte*>(y.data()), y.size() * 4, 4, "y", nullptr}};
  Launch launch;
  launch.grid = {2, 1, 1};
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(12)};
  verify::machine::TapeRequest request;
  request.program = static_cast<std::uint32_t>(program);
  auto tape = record_tape(*kernel, launch, buffers, request);
  if (!tape) qFatal("%s", tape.error().message.c_str());
  auto trace = std::make_shared<verify::Trace>();
  trace->input = "original";
  trace->index = {program};
  const auto store = tape->store_to(kY + 4 * static_cast<std::uint64_t>(program),
                                    static_cast<std::uint32_t>(tape->events.size()));
  trace->event = store->event;
  trace->value = tape->stored_value(store->event);
  trace->tape = std::make_shared<const verify::machine::Tape>(*std::move(tape));
  return trace;
}

QString TestKernelDebugger::valueOf(const KernelDebugger& debugger, const QString& variable) {
  const QAbstractItemModel* model = debugger.variables()->model();
  for (int row = 0; row < model->rowCount(); ++row)
    if (model->index(row, 0).data().toString() == variable)
      return model->index(row, 2).data().toString();
  return {};
}

void TestKernelDebugger::initTestCase() {
  applyTheme(*qApp, ThemeMode::kLight);
}

void TestKernelDebugger::itStartsAtTheStoreOfTheElement() {
  KernelDebugger debugger;
  debugger.setTrace(trace(), source());
  QCOMPARE(debugger.walk().line(debugger.step()), 9);
  QVERIFY(debugger.head()->note().contains(QStringLiteral("program 1, 0, 0 of 2 × 1 × 1")));
  QVERIFY(debugger.head()->note().contains(QStringLiteral("output 0 [1]")));
  // 12 + ... + 23 = 210
  QCOMPARE(valueOf(debugger, QStringLiteral("s")), QStringLiteral("210"));
  QCOMPARE(debugger.editor()->bandedLines(), 1);
}

void TestKernelDebugger::keysStepByLineForwardAndBackward() {
  KernelDebugger debugger;
  debugger.show();
  debugger.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&debugger));
  debugger.setTrace(trace(), source());
  debugger.variables()->setFocus();
  QSignalSpy shown(&debugger, &KernelDebugger::lineShown);
  QTest::keyClick(debugger.variables(), Qt::Key_F10, Qt::ShiftModifier);
  QCOMPARE(debugger.walk().line(debugger.step()), 8);
  QTest::keyClick(debugger.variables(), Qt::Key_F10, Qt::ShiftModifier);
  QCOMPARE(debugger.walk().line(debugger.step()), 7);
  QTest::keyClick(debugger.variables(), Qt::Key_F10);
  QCOMPARE(debugger.walk().line(debugger.step()), 8);
  QCOMPARE(shown.count(), 3);
  QTest::keyClick(debugger.variables(), Qt::Key_Home, Qt::AltModifier);
  QCOMPARE(debugger.step(), 0);
  QTest::keyClick(debugger.variables(), Qt::Key_F10, Qt::ShiftModifier);
  QCOMPARE(debugger.step(), 0);
  QTest::keyClick(debugger.variables(), Qt::Key_End, Qt::AltModifier);
  QCOMPARE(debugger.step(), debugger.walk().steps() - 1);
}

void TestKernelDebugger::aLineThatRunsAgainIsFoundByKeys() {
  KernelDebugger debugger;
  debugger.show();
  debugger.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&debugger));
  debugger.setTrace(trace(), source());
  int last = 0;
  for (int step = 0; step < debugger.walk().steps(); ++step)
    if (debugger.walk().line(step) == 6) last = step;
  debugger.goToStep(last);
  debugger.variables()->setFocus();
  QCOMPARE(valueOf(debugger, QStringLiteral("acc")), QStringLiteral("48 … 57"));
  QTest::keyClick(debugger.variables(), Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(debugger.walk().line(debugger.step()), 6);
  QCOMPARE(valueOf(debugger, QStringLiteral("acc")), QStringLiteral("28 … 34"));
  QTest::keyClick(debugger.variables(), Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(valueOf(debugger, QStringLiteral("acc")), QStringLiteral("12 … 15"));
  const int first = debugger.step();
  QTest::keyClick(debugger.variables(), Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(debugger.step(), first);
}

void TestKernelDebugger::variablesAreThoseOfTheMoment() {
  KernelDebugger debugger;
  debugger.setTrace(trace(), source());
  debugger.goToStep(0);
  QVERIFY(valueOf(debugger, QStringLiteral("s")).isEmpty());
  QCOMPARE(valueOf(debugger, QStringLiteral("n")), QStringLiteral("12"));
}

void TestKernelDebugger::aClickOnTheWayGoesThere() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(trace(), source());
  QAbstractItemModel* way = debugger.chain()->model();
  QCOMPARE(way->index(0, 2).data().toString(), QStringLiteral("arith.divf"));
  int loads = 0, last = 0;
  for (int row = 0; row < way->rowCount(); ++row)
    if (way->index(row, 2).data().toString() == QLatin1String("tt.load")) {
      ++loads;
      last = row;
    }
  QCOMPARE(loads, 3);
  QCOMPARE(way->index(last, 4).data().toString(), QStringLiteral("x[12] … x[15]"));
  debugger.chain()->scrollTo(way->index(last, 1));
  QTest::mouseClick(debugger.chain()->viewport(), Qt::LeftButton, {},
                    debugger.chain()->visualRect(way->index(last, 1)).center());
  QCOMPARE(debugger.walk().line(debugger.step()), 5);
  QCOMPARE(debugger.grid()->table(), QStringLiteral("12\t13\t14\t15\n"));
}

void TestKernelDebugger::anElementOfAValueHasAWayOfItsOwn() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(trace(), source());
  const QAbstractItemModel* model = debugger.variables()->model();
  for (int row = 0; row < model->rowCount(); ++row)
    if (model->index(row, 0).data().toString() == QLatin1String("acc"))
      debugger.variables()->setCurrentIndex(model->index(row, 0));
  QCOMPARE(debugger.grid()->table(), QStringLiteral("48\t51\t54\t57\n"));
  debugger.grid()->setFocus();
  debugger.grid()->setCurrentIndex(debugger.grid()->model()->index(0, 2));
  QTest::keyClick(debugger.grid(), Qt::Key_Return);
  QStringList loaded;
  const QAbstractItemModel* way = debugger.chain()->model();
  for (int row = 0; row < way->rowCount(); ++row) loaded << way->index(row, 4).data().toString();
  loaded.removeAll(QString());
  QCOMPARE(loaded, QStringList({QStringLiteral("x[22]"), QStringLiteral("x[18]"),
                                QStringLiteral("x[14]")}));
}

void TestKernelDebugger::theGridIsCopiedAndCanBeColoursAlone() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(trace(), source());
  const QAbstractItemModel* way = debugger.chain()->model();
  for (int row = 0; row < way->rowCount(); ++row)
    if (way->index(row, 1).data().toString() == QLatin1String("v")) {
      debugger.chain()->setCurrentIndex(way->index(row, 0));
      break;
    }
  debugger.grid()->setFocus();
  QTest::keyClick(debugger.grid(), Qt::Key_C, Qt::ControlModifier);
  QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("20\t21\t22\t23\n"));
  const QModelIndex low = debugger.grid()->model()->index(0, 0);
  const QModelIndex high = debugger.grid()->model()->index(0, 3);
  QVERIFY(low.data(Qt::BackgroundRole) != high.data(Qt::BackgroundRole));
  debugger.grid()->setNumbers(false);
  QVERIFY(debugger.grid()->model()->index(0, 0).data().toString().isEmpty());
  QCOMPARE(debugger.grid()->cellText(3), QStringLiteral("23 [3]"));
}

void TestKernelDebugger::anElementIsAskedForByKeys() {
  KernelDebugger debugger;
  debugger.show();
  debugger.setTrace(trace(), source());
  QSignalSpy asked(&debugger, &KernelDebugger::elementRequested);
  debugger.elementLine()->setFocus();
  QTest::keyClicks(debugger.elementLine(), QStringLiteral("3,8"));
  QTest::keyClick(debugger.elementLine(), Qt::Key_Return);
  QCOMPARE(asked.count(), 1);
  QCOMPARE(asked[0][0].toString(), QStringLiteral("3,8"));
}

void TestKernelDebugger::aProgramOfTheGridIsAskedForByKeys() {
  KernelDebugger debugger;
  debugger.show();
  debugger.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&debugger));
  debugger.setTrace(trace(), source());
  QSignalSpy asked(&debugger, &KernelDebugger::elementRequested);
  QSpinBox* x = debugger.programAxis(0);
  QVERIFY(!x->accessibleName().isEmpty());
  QCOMPARE(x->value(), 1);
  QCOMPARE(x->maximum(), 1);
  debugger.variables()->setFocus();
  QTest::keyClick(debugger.variables(), Qt::Key_P, Qt::AltModifier);
  QVERIFY(x->hasFocus());
  QTest::keyClick(x, Qt::Key_Down);
  QTRY_COMPARE(asked.count(), 1);
  QCOMPARE(asked[0][0].toString(), QStringLiteral("launch:0/program:0,0,0"));
  // Beyond the grid there is nothing, and several steps are one question.
  QTest::keyClick(x, Qt::Key_Down);
  QTest::keyClick(x, Qt::Key_Up);
  QTest::keyClick(x, Qt::Key_Up);
  QTRY_COMPARE(asked.count(), 2);
  QCOMPARE(asked[1][0].toString(), QStringLiteral("launch:0/program:1,0,0"));
  x->selectAll();
  QTest::keyClicks(x, QStringLiteral("0"));
  QTest::keyClick(x, Qt::Key_Return);
  QTRY_COMPARE(asked.count(), 3);
  QCOMPARE(asked[2][0].toString(), QStringLiteral("launch:0/program:0,0,0"));
}

void TestKernelDebugger::aLaunchIsChosenByKeysAndAProgramByAClick() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(chosen(1), source());
  QComboBox* launches = debugger.launches();
  QVERIFY(launches->isVisible());
  QCOMPARE(launches->currentText(), QStringLiteral("1 · rows · 2 × 1 × 1"));
  QVERIFY(!debugger.programAxis(1)->isVisible());
  QSignalSpy asked(&debugger, &KernelDebugger::elementRequested);
  debugger.elementLine()->setText(QStringLiteral("3,8"));
  launches->setFocus();
  QTest::keyClick(launches, Qt::Key_Up);
  QTRY_COMPARE(asked.count(), 1);
  QCOMPARE(asked[0][0].toString(), QStringLiteral("launch:0/program:1,0,0"));
  QVERIFY(debugger.elementLine()->text().isEmpty());
  // Its grid has two dimensions.
  QVERIFY(debugger.programAxis(1)->isVisible());
  QCOMPARE(debugger.programAxis(0)->maximum(), 3);
  QCOMPARE(debugger.programAxis(1)->maximum(), 2);
  QVERIFY(!debugger.programAxis(2)->isVisible());
  QSpinBox* y = debugger.programAxis(1);
  QStyleOptionSpinBox option;
  option.initFrom(y);
  option.subControls = QStyle::SC_All;
  option.buttonSymbols = y->buttonSymbols();
  option.frame = y->hasFrame();
  const QRect up = y->style()->subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxUp, y);
  QTRY_VERIFY(y->width() > 20);
  QTest::mouseClick(y, Qt::LeftButton, {}, up.center());
  QTRY_COMPARE(asked.count(), 2);
  QCOMPARE(asked[1][0].toString(), QStringLiteral("launch:0/program:1,1,0"));
}

void TestKernelDebugger::theLineAndTheVariableStay() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(trace(), source());
  // The second round of the loop, and its sum.
  std::vector<int> rounds;
  for (int step = 0; step < debugger.walk().steps(); ++step)
    if (debugger.walk().line(step) == 6) rounds.push_back(step);
  debugger.goToStep(rounds.at(1));
  const QAbstractItemModel* model = debugger.variables()->model();
  const auto select = [&](const QString& name) {
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->index(row, 0).data().toString() == name)
        debugger.variables()->setCurrentIndex(model->index(row, 0));
  };
  select(QStringLiteral("v"));
  QCOMPARE(debugger.grid()->table(), QStringLiteral("16\t17\t18\t19\n"));
  debugger.setTrace(chosen(0), source());
  QCOMPARE(debugger.walk().line(debugger.step()), 6);
  QCOMPARE(debugger.grid()->table(), QStringLiteral("4\t5\t6\t7\n"));
  QCOMPARE(valueOf(debugger, QStringLiteral("acc")), QStringLiteral("4 … 10"));
  QVERIFY(debugger.head()->note().contains(QStringLiteral("program 0, 0, 0 of 2 × 1 × 1")));
  QVERIFY(!debugger.head()->note().contains(QStringLiteral("output")));
  QCOMPARE(debugger.programAxis(0)->value(), 0);
  // Of an element its store is shown, wherever one was.
  debugger.setTrace(trace(), source());
  QCOMPARE(debugger.walk().line(debugger.step()), 9);
}

void TestKernelDebugger::aLineThatDidNotRunIsTold() {
  KernelDebugger debugger;
  debugger.setTrace(trace(), source());
  auto other = std::make_shared<verify::Trace>(*chosen(0));
  auto tape = std::make_shared<verify::machine::Tape>(*other->tape);
  for (verify::machine::TapeOperation& operation : tape->operations)
    if (operation.line == 9) operation.line = 0;
  other->tape = tape;
  debugger.setTrace(other, source());
  QCOMPARE(debugger.step(), 0);
  QVERIFY(debugger.head()->note().contains(QStringLiteral("line 9 did not run")));
}

void TestKernelDebugger::whatThereIsOneOfIsNotOffered() {
  KernelDebugger debugger;
  debugger.show();
  debugger.setTrace(trace(), source());
  QVERIFY(!debugger.launches()->isVisible());
  auto single = std::make_shared<verify::Trace>(*trace());
  auto tape = std::make_shared<verify::machine::Tape>(*single->tape);
  tape->grid = {1, 1, 1};
  tape->program = {0, 0, 0};
  single->tape = tape;
  debugger.setTrace(single, source());
  QVERIFY(debugger.programAxis(0)->isVisible());
  QVERIFY(!debugger.programAxis(0)->isEnabled());
  auto two = std::make_shared<verify::Trace>(*chosen(0));
  two->launches.front().is_kept = false;
  debugger.setTrace(two, source());
  const QModelIndex first = debugger.launches()->model()->index(0, 0);
  QVERIFY(!first.flags().testFlag(Qt::ItemIsEnabled));
  QVERIFY(!first.data(Qt::ToolTipRole).toString().isEmpty());
}

void TestKernelDebugger::whatIsShownStaysWhileAnotherComes() {
  KernelDebugger debugger;
  debugger.show();
  QVERIFY(!debugger.setWaiting());
  debugger.setTrace(trace(), source());
  QVERIFY(debugger.setWaiting());
  QVERIFY(!debugger.empty()->isVisible());
  QVERIFY(debugger.head()->note().contains(QStringLiteral("judging")));
  QTest::keyClick(debugger.programAxis(0), Qt::Key_Down);
  QVERIFY(debugger.findChild<QTimer*>(QStringLiteral("pick"))->isActive());
  debugger.setNothing(QString(), QString(), false);
  QVERIFY(!debugger.setWaiting());
  // What was about to be asked for is of no kernel any more.
  QVERIFY(!debugger.findChild<QTimer*>(QStringLiteral("pick"))->isActive());
}

void TestKernelDebugger::aNarrowBarBreaks() {
  KernelDebugger debugger;
  debugger.resize(1200, 700);
  debugger.show();
  debugger.setTrace(chosen(1), source());
  const auto top = [&](const QWidget* widget) { return widget->mapTo(&debugger, QPoint()).y(); };
  QTRY_VERIFY(std::abs(top(debugger.elementLine()) - top(debugger.place())) < 12);
  debugger.resize(480, 700);
  QTRY_VERIFY(top(debugger.elementLine()) > top(debugger.place()) + 12);
  QVERIFY(debugger.width() <= 480);
}

void TestKernelDebugger::whyThereIsNothingIsTold() {
  KernelDebugger debugger;
  debugger.show();
  auto none = std::make_shared<verify::Trace>();
  none->problem = "a torch operator put it there";
  debugger.setTrace(none, source());
  QVERIFY(debugger.empty()->isVisible());
  QStringList said;
  for (const QLabel* label : debugger.empty()->findChildren<QLabel*>()) said << label->text();
  QVERIFY(said.join(QLatin1Char(' ')).contains(QStringLiteral("a torch operator put it there")));
  QSignalSpy asked(&debugger, &KernelDebugger::elementRequested);
  QTest::mouseClick(debugger.empty()->button(), Qt::LeftButton);
  QCOMPARE(asked.count(), 1);
  QCOMPARE(asked[0][0].toString(), QStringLiteral("first"));
}

void TestKernelDebugger::itStandsBothThemesAndAllTextSizes() {
  KernelDebugger debugger;
  debugger.resize(1000, 700);
  debugger.show();
  debugger.setTrace(trace(), source());
  for (const ThemeMode mode : {ThemeMode::kDark, ThemeMode::kLight})
    for (const int pixels : {11, 13, 16}) {
      applyTheme(*qApp, mode, pixels);
      const QModelIndex cell = debugger.grid()->model()->index(0, 0);
      const auto back = cell.data(Qt::BackgroundRole).value<QColor>();
      const auto front = cell.data(Qt::ForegroundRole).value<QColor>();
      QVERIFY(contrastRatio(back, front) >= 4.5);
      QVERIFY(!debugger.grab().isNull());
    }
  applyTheme(*qApp, ThemeMode::kLight);
}

QTEST_MAIN(TestKernelDebugger)
#include "tst_kernel_debugger.moc"
