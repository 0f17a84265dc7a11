// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps the window quick to appear and to open a run, without a clock: docs/performance.md has
// the figures.
#include <QDir>
#include <QMainWindow>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include "app/desk/panel.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;

namespace {

/// Counts how often it was styled.
class Styled : public QWidget {
 public:
  using QWidget::QWidget;
  int count = 0;

 protected:
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::StyleChange) ++count;
    QWidget::changeEvent(event);
  }
};

}  // namespace

class TestOpening : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void programSaysWhenItHasPainted();
  void picturesWithoutARunAreTheEmptyOnes();
  void panelStylesItsViewOnce();
  void listedRunKeepsItsCurveWhileItIsReadAgain();

 private:
  WindowFixture m_fixture;
};

static QStringList linesOf(const QByteArray& text) {
  return QString::fromUtf8(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

// The program of somebody without a session: root, a service, a shell over ssh.
static void start(QProcess& program, const QStringList& arguments) {
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
  program.setProcessEnvironment(environment);
  program.start(QStringLiteral(NEREID_TEST_PROGRAM), arguments);
}

void TestOpening::programSaysWhenItHasPainted() {
  QProcess program;
  start(program, {QStringLiteral("--first-paint"), QStringLiteral("--no-run")});
  QVERIFY(program.waitForFinished());
  QCOMPARE(program.exitStatus(), QProcess::NormalExit);
  QCOMPARE(program.exitCode(), 0);
  const QString said = QString::fromUtf8(program.readAllStandardOutput());
  static const QRegularExpression line(QStringLiteral("^first paint: (\\d+) ms\n$"));
  const auto match = line.match(said);
  QVERIFY2(match.hasMatch(), qPrintable(said));
  QVERIFY(match.captured(1).toInt() > 0);
  QCOMPARE(linesOf(program.readAllStandardError()), QStringList());  // nothing to read
}

// Views of a run that is not there are not waited for; what there is comes with its progress.
void TestOpening::picturesWithoutARunAreTheEmptyOnes() {
  QTemporaryDir pictures;
  QProcess program;
  start(program, {QStringLiteral("--screenshot"), pictures.path(), QStringLiteral("--small")});
  QVERIFY(program.waitForFinished(60'000));
  QCOMPARE(program.exitCode(), 0);
  const QStringList lines = linesOf(program.readAllStandardError());
  const auto files = QDir(pictures.path()).entryList({QStringLiteral("*.png")});
  QVERIFY(!files.isEmpty());
  const auto all = files.size() / 2;
  QCOMPARE(lines.size(), all + 1);
  QVERIFY2(lines.first().startsWith(QStringLiteral("picture 1 of %1: ").arg(all)),
           qPrintable(lines.first()));
  QVERIFY2(lines[all - 1].startsWith(QStringLiteral("picture %1 of %1: ").arg(all)),
           qPrintable(lines[all - 1]));
  QVERIFY(lines.last().contains(QStringLiteral("name one to see its views")));
}

// Each time that a widget gets another parent, everything below it is styled anew; the views of the
// docks are most of the window.
void TestOpening::panelStylesItsViewOnce() {
  QMainWindow area;
  area.setStyleSheet(QStringLiteral("QTabBar { border: none; }"));
  auto* view = new QWidget;
  auto* head = new widgets::PanelHead(QStringLiteral("head"), view);
  auto* inner = new Styled(view);
  const int before = inner->count;
  const Panel panel(QStringLiteral("id"), QStringLiteral("title"), view, head, &area);
  QCOMPARE(inner->count - before, 1);
  QVERIFY(area.isAncestorOf(view));
  QVERIFY(panel.titleBarWidget()->isAncestorOf(head));
}

// The feed reads the values of a run that is opened, the list does not read them a second time.
void TestOpening::listedRunKeepsItsCurveWhileItIsReadAgain() {
  const QString run = writeRecordedRun(m_fixture.folder(), QStringLiteral("run"), 30);
  QVERIFY(!run.isEmpty());
  const widgets::RunEntry whole = readRunEntry(run);
  QVERIFY(!whole.spark.isEmpty());
  QVERIFY(!std::isnan(whole.passRate));
  const widgets::RunEntry facts = readRunEntry(run, RunDepth::kFacts);
  QCOMPARE(facts.step, whole.step);
  QVERIFY(facts.spark.isEmpty());

  QVERIFY(m_fixture.openWindow());
  const auto* list = m_fixture.window().docks().view<widgets::RunList>("runs")->model();
  const auto spark = [&] {
    const int row = list->rowOf(run);
    return row < 0 ? QList<double>() : list->run(row).spark;
  };
  m_fixture.window().flow().openRun(run);
  QTRY_COMPARE(spark(), whole.spark);
  // Opened once more it never stands there without its curve.
  bool wasEmpty = false;
  connect(list, &QAbstractItemModel::dataChanged, this,
          [&] { wasEmpty = wasEmpty || spark().isEmpty(); });
  QSignalSpy caughtUp(&m_fixture.window().feed(), &widgets::RunFeed::caughtUp);
  m_fixture.window().flow().openRun(run);
  QTRY_COMPARE(caughtUp.count(), 1);
  QSignalSpy changed(list, &QAbstractItemModel::dataChanged);
  QTRY_VERIFY(changed.count() > 0);
  QVERIFY(!wasEmpty);
}

NEREID_APP_TEST_MAIN(TestOpening)
#include "tst_opening.moc"
