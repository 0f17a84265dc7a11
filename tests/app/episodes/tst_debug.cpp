// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel in the debugger of the window: judged by the real verifier, once for each program that
// is asked for.
#include <QComboBox>
#include <QSpinBox>

#include "app/bench/verify_page.h"
#include "app/desk/workspaces.h"
#include "tests/app/window_fixture.h"
#include "widgets/debugger/kernel_debugger.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"

using namespace nereid;
using namespace nereid::app;
using widgets::KernelDebugger;

namespace {

constexpr int kVerifyMs = 300'000;

}  // namespace

class TestDebug : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void aProgramOfAnotherLaunchIsPicked();
};

void TestDebug::aProgramOfAnotherLaunchIsPicked() {
  window().workspaces().show(QStringLiteral("verify"));
  auto& page = view<VerifyPage>("editors");
  page.setSources(shelfFile("centre_columns/reference.py"),
                  shelfFile("centre_columns/right_two_kernels.py"));
  m_fixture.trigger("verify.now");
  QTRY_VERIFY_WITH_TIMEOUT(page.lastVerdict() != nullptr, kVerifyMs);
  QVERIFY2(page.lastVerdict()->accepted, page.lastVerdict()->reason.message.c_str());
  m_fixture.trigger("episode.debug");
  auto& debugger = view<KernelDebugger>("debugger");
  QTRY_VERIFY_WITH_TIMEOUT(debugger.walk().steps() > 0, kVerifyMs);
  const auto kernel = [&] { return debugger.walk().tape()->kernel; };
  const auto program = [&](std::size_t axis) { return debugger.walk().tape()->program.at(axis); };
  // The output is what the second kernel stores.
  QCOMPARE(debugger.launches()->count(), 2);
  QCOMPARE(debugger.launches()->currentIndex(), 1);
  const std::string second = kernel();
  debugger.launches()->setFocus();
  QTest::keyClick(debugger.launches(), Qt::Key_Up);
  QVERIFY(!debugger.empty()->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(kernel() != second, kVerifyMs);
  QCOMPARE(debugger.launches()->currentIndex(), 0);
  QCOMPARE(program(0), 0);
  QSpinBox* x = debugger.programAxis(0);
  QVERIFY(x->isEnabled());
  debugger.goToStep(debugger.walk().steps() - 1);
  const int line = debugger.walk().line(debugger.step());
  x->setFocus();
  QTest::keyClick(x, Qt::Key_Up);
  QTRY_COMPARE_WITH_TIMEOUT(program(0), 1, kVerifyMs);
  QVERIFY(kernel() != second);
  QCOMPARE(x->value(), 1);
  QVERIFY(x->hasFocus());
  QCOMPARE(debugger.walk().line(debugger.step()), line);
  QVERIFY(debugger.head()->note().contains(QStringLiteral("program 1, 0, 0")));
}

NEREID_APP_TEST_MAIN(TestDebug)
#include "tst_debug.moc"
