// SPDX-License-Identifier: GPL-3.0-or-later
// The verifier bench by hand: open, edit, verify, cancel, the history and what survives a kill.
// With the real verifier.
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <csignal>

#include "app/bench/bench_editor.h"
#include "app/bench/bench_templates.h"
#include "app/bench/bench_tools.h"
#include "app/bench/task_picker.h"
#include "app/bench/verdict_line.h"
#include "app/bench/verify_history.h"
#include "app/bench/verify_options.h"
#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/runs/run_flow.h"
#include "app/zoo/verifier_page.h"
#include "app/zoo/zoo_page.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "tests/app/recorded_run.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/timing/timing_view.h"
#include "widgets/verdict/verdict_difference.h"

using namespace nereid;
using namespace nereid::app;
using widgets::CodeEditor;

namespace {

constexpr int kVerifyMs = 240'000;
// On a machine that does other work as well.
constexpr int kFileMs = 60'000;
constexpr char kDraft[] = "# typed before the kill";

}  // namespace

class TestBench : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void templatesAreRight_data();
  void templatesAreRight();
  void aRejectionLeadsToItsLine();
  void editsGoOnWhileItIsJudged();
  void escapeEndsIt();
  void optionsReachTheVerdict();
  void historyIsThereAfterARestart();
  void anEmptyPageOffersWaysToBegin();
  void columnsOfTheHistoryStay();
  void theVerdictOfTheEditorsComesBackWithThem();
  void theFirstLookAtVerifyHasTheEvidence();
  void evidenceOfTheHistoryStays();
  void aVerdictDoesNotFollowToOtherWorkspaces();
  void twoJudgementsAreCompared();
  void deletingCanBeUndone();
  void linesGoOutAndComeBack();
  void filesAreOpenedAndSaved();
  void replacingAnUnsavedTextCanBeUndone();
  void tasksAreFoundByTyping();
  void aKilledWindowLosesNoText();
  void timingHasADock();

 private:
  VerifyPage& page() { return view<VerifyPage>("editors"); }
  VerifyHistory& history() { return view<VerifyHistory>("history"); }
  MessageBar& messages() { return window().messages(); }
  bool reopen();
  void forgetHistory();
  /// Sources into the editors, Ctrl+Enter, until the verdict is in the history.
  void judge(const QString& reference, const QString& candidate);
  void selectRows(const QList<int>& rows);
};

void TestBench::init() {
  forgetHistory();
  m_fixture.forgetSettings();
  QVERIFY(reopen());
}

void TestBench::forgetHistory() {
  m_fixture.closeWindow();
  for (const char* end : {"", "-wal", "-shm"}) {
    QFile::remove(QString::fromStdString((data_dir() / "judgements.sqlite").string()) +
                  QLatin1String(end));
  }
}

bool TestBench::reopen() {
  if (!m_fixture.openWindow()) return false;
  window().workspaces().show(QStringLiteral("verify"));
  return QTest::qWaitFor([this] { return page().isVisible(); }, kPatienceMs);
}

void TestBench::judge(const QString& reference, const QString& candidate) {
  const int before = history().count();
  QSignalSpy judged(&page(), &VerifyPage::judged);
  page().setSources(reference, candidate);
  page().candidateEditor()->setFocus();
  QTest::keyClick(page().candidateEditor(), Qt::Key_Return, Qt::ControlModifier);
  QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 1, kVerifyMs);
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), before + 1, kFileMs);
}

void TestBench::selectRows(const QList<int>& rows) {
  auto* view = history().view();
  view->setFocus();
  Qt::KeyboardModifiers held = Qt::NoModifier;
  for (const int row : rows) {
    const QRect place = view->visualRect(view->model()->index(row, 1));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, held, place.center());
    held = Qt::ControlModifier;
  }
}

void TestBench::templatesAreRight_data() {
  QTest::addColumn<QString>("id");
  for (const BenchTemplate& one : benchTemplates()) {
    QTest::newRow(qPrintable(one.id)) << one.id;
  }
}

void TestBench::templatesAreRight() {
  QFETCH(QString, id);
  Q_EMIT page().candidate()->templateRequested(id);
  QTRY_VERIFY_WITH_TIMEOUT(!page().candidate()->source().isEmpty(), kFileMs);
  QSignalSpy judged(&page(), &VerifyPage::judged);
  m_fixture.trigger("verify.now");
  QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 1, kVerifyMs);
  const VerdictPtr verdict = page().lastVerdict();
  QVERIFY2(verdict->accepted, verdict->reason.message.c_str());
}

void TestBench::aRejectionLeadsToItsLine() {
  QString broken = shelfFile("row_softmax/right_one_block.py");
  const int row = broken.left(broken.indexOf(QLatin1String("e = tl.exp"))).count(u'\n');
  broken.replace(QLatin1String("e = tl.exp("), QLatin1String("e = = tl.exp("));
  judge(shelfFile("row_softmax/reference.py"), broken);
  QCOMPARE(page().lastVerdict()->reason.code, std::string("syntax_error"));
  CodeEditor* editor = page().candidateEditor();
  QCOMPARE(editor->problemRows(), std::vector<int>{row});
  QVERIFY(editor->annotation(row).contains(QStringLiteral("syntax error")));
  QVERIFY(page().line()->lineButton()->isVisible());
  // A line above it moves the sign; the key leads to where it is now.
  editor->insertAt(QStringLiteral("# a comment\n"), 0, 0);
  QVERIFY(page().line()->isStale());
  QVERIFY(page().line()->text().startsWith(QStringLiteral("Before your changes")));
  QTest::keyClick(editor, Qt::Key_G, Qt::ControlModifier);
  int line = 0, index = 0;
  editor->getCursorPosition(&line, &index);
  QCOMPARE(line, row + 1);
  editor->undo();
  QVERIFY(!page().line()->isStale());
  editor->setCursorPosition(0, 0);
  QTest::mouseClick(page().line()->lineButton(), Qt::LeftButton);
  editor->getCursorPosition(&line, &index);
  QCOMPARE(line, row);
}

void TestBench::editsGoOnWhileItIsJudged() {
  page().setSources(shelfFile("row_softmax/reference.py"),
                    shelfFile("row_softmax/right_one_block.py"));
  QSignalSpy judged(&page(), &VerifyPage::judged);
  QSignalSpy stages(&window().verifier(), &VerifyService::stageChanged);
  CodeEditor* editor = page().candidateEditor();
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
  QVERIFY(page().line()->isWaiting());
  QVERIFY(page().line()->cancelButton()->isVisible());
  QTest::keyClick(editor, Qt::Key_End, Qt::ControlModifier);
  QTest::keyClicks(editor, QStringLiteral("# more"));
  QVERIFY(page().line()->isStale());
  QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 1, kVerifyMs);
  QVERIFY(stages.count() > 0);
  const auto record = judged.first().first().value<VerifyRecordPtr>();
  QVERIFY(!record->candidate.contains(QStringLiteral("# more")));
  QVERIFY(record->verdict->accepted);
  QVERIFY(page().line()->text().startsWith(QStringLiteral("Before your changes: \u2713 accepted")));
  QVERIFY(!page().isVerdictCurrent());
}

void TestBench::escapeEndsIt() {
  page().setSources(
      shelfFile("row_softmax/reference.py"),
      shelfFile("row_softmax/right_one_block.py") + QStringLiteral("\nwhile True: pass\n"));
  QSignalSpy judged(&page(), &VerifyPage::judged);
  CodeEditor* editor = page().candidateEditor();
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
  QTRY_VERIFY_WITH_TIMEOUT(page().line()->text().startsWith(QStringLiteral("Verifying: compile")),
                           kVerifyMs);
  QTest::keyClick(editor, Qt::Key_Escape);
  QVERIFY(!page().isVerifying());
  QVERIFY(page().line()->text().startsWith(QStringLiteral("Cancelled")));
  QCOMPARE(window().verifier().pending(), 0);
  // Its place is free at once: the next one is judged, and only that is in the history.
  judge(shelfFile("row_softmax/reference.py"), shelfFile("row_softmax/wrong_no_maximum.py"));
  QCOMPARE(judged.count(), 1);
  QCOMPARE(history().count(), 1);
}

void TestBench::optionsReachTheVerdict() {
  page().options()->seed()->setText(QStringLiteral("12345"));
  page().options()->device()->setCurrentIndex(1);
  judge(shelfFile("row_softmax/reference.py"), shelfFile("row_softmax/wrong_no_maximum.py"));
  QCOMPARE(page().lastVerdict()->seed, 12345ULL);
  QCOMPARE(page().lastVerdict()->device, std::string("cpu"));
  QVERIFY(page().options()->text().contains(QStringLiteral("seed 12345")));
  QVERIFY(reopen());
  QCOMPARE(page().options()->device()->currentIndex(), 1);
  QVERIFY2(page().options()->seed()->text().isEmpty(), "a seed is not for ever");
}

void TestBench::historyIsThereAfterARestart() {
  const QString reference = shelfFile("row_softmax/reference.py");
  const QString wrong = shelfFile("row_softmax/wrong_no_maximum.py");
  judge(reference, wrong);
  judge(reference, shelfFile("row_softmax/wrong_block_too_small.py"));
  selectRows({1});
  history().noteLine()->setFocus();
  QTest::keyClicks(history().noteLine(), QStringLiteral("overflows"));
  QTest::keyClick(history().noteLine(), Qt::Key_Return);
  page().candidateEditor()->setFocus();
  QTest::keyClicks(page().candidateEditor(), QStringLiteral("# later"));
  QTest::keyClick(page().candidateEditor(), Qt::Key_Return);
  const QString typed = page().candidate()->source();

  QVERIFY(reopen());
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 2, kFileMs);
  QTRY_COMPARE_WITH_TIMEOUT(page().candidate()->source(), typed, kFileMs);
  QCOMPARE(page().reference()->source(), reference);
  // Filtered by the note; a word of the changed line; nothing.
  history().filterLine()->setFocus();
  QTest::keyClicks(history().filterLine(), QStringLiteral("OVERFLOWS"));
  QCOMPARE(history().shownCount(), 1);
  QCOMPARE(history().head()->note(), QStringLiteral("1 of 2"));
  history().filterLine()->clear();
  QTest::keyClicks(history().filterLine(), QStringLiteral("tl.max"));
  QCOMPARE(history().shownCount(), 1);
  QTest::keyClicks(history().filterLine(), QStringLiteral(" nothing"));
  QCOMPARE(history().shownCount(), 0);
  history().filterLine()->clear();
  // Its evidence when it is selected, its sources when it is restored, the typed ones by undo.
  selectRows({1});
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().verdict() != nullptr, kFileMs);
  QCOMPARE(history().noteLine()->text(), QStringLiteral("overflows"));
  QTest::keyClick(history().view(), Qt::Key_Return);
  QTRY_COMPARE_WITH_TIMEOUT(page().candidate()->source(), wrong, kFileMs);
  QVERIFY(page().isVerdictCurrent());
  QVERIFY(page().line()->text().startsWith(QStringLiteral("\u2715")));
  page().candidateEditor()->undo();
  QCOMPARE(page().candidate()->source(), typed);
}

void TestBench::anEmptyPageOffersWaysToBegin() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  User user;
  QTRY_VERIFY_WITH_TIMEOUT(user.see<QPushButton>(QStringLiteral("A task...")) != nullptr, kFileMs);
  auto* offer = user.see<QPushButton>(QStringLiteral("A template"));
  QVERIFY(offer != nullptr);
  const QString first = benchTemplates().first().title;
  QVERIFY2(user.chooseFrom([&] { return user.click(QStringLiteral("A template")); }, {first}),
           qPrintable(user.problem()));
  QTRY_VERIFY_WITH_TIMEOUT(!page().candidate()->source().isEmpty(), kFileMs);
  QVERIFY(!page().reference()->source().isEmpty());
  QVERIFY(!offer->isVisible());
}

// The history keeps its columns when what changed comes as one more.
void TestBench::columnsOfTheHistoryStay() {
  const QString reference = shelfFile("row_softmax/reference.py");
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  judge(reference, shelfFile("row_softmax/wrong_no_maximum.py"));
  const auto columns = [this] {
    QStringList shown;
    for (int column = 0; column < history().view()->model()->columnCount(); ++column) {
      if (!history().view()->isColumnHidden(column))
        shown << history().view()->model()->headerData(column, Qt::Horizontal).toString();
    }
    return shown;
  };
  const QStringList before = columns();
  judge(reference, shelfFile("row_softmax/wrong_block_too_small.py"));
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 2, kFileMs);
  for (const QString& column : before)
    QVERIFY2(columns().contains(column),
             qPrintable(column + QLatin1Char('\n') + columns().join(QLatin1Char(' '))));
}

// The last run, with an episode of its own, is opened in the same moment.
void TestBench::theVerdictOfTheEditorsComesBackWithThem() {
  const QString reference = shelfFile("row_softmax/reference.py");
  judge(reference, shelfFile("row_softmax/wrong_no_maximum.py"));
  const std::string reason = window().subject().verdict()->reason.message;
  const QString run = writeRecordedRun(m_fixture.folder(), QStringLiteral("beside"), 3);
  QVERIFY(reopen());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  window().flow().openRun(run);
  QTRY_VERIFY_WITH_TIMEOUT(page().isVerdictCurrent(), kFileMs);
  QVERIFY2(page().line()->text().startsWith(QStringLiteral("\u2715")),
           qPrintable(page().line()->text()));
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kFileMs);
  // Which dock is in front, and so whose evidence it is, is settled a little later.
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().verdict() != nullptr, kFileMs);
  QCOMPARE(window().subject().verdict()->reason.message, reason);
  // Elsewhere the evidence is that of the episode.
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+2")));
  QVERIFY(window().subject().verdict()->reason.message != reason);
}

// Which dock is in front of which is not settled yet when one first comes to Verify.
void TestBench::theFirstLookAtVerifyHasTheEvidence() {
  judge(shelfFile("row_softmax/reference.py"), shelfFile("row_softmax/wrong_no_maximum.py"));
  const std::string reason = window().subject().verdict()->reason.message;
  const QString run = writeRecordedRun(m_fixture.folder(), QStringLiteral("first look"), 3);
  m_fixture.closeWindow();
  QSettings().remove(QStringLiteral("window/workspace"));
  QVERIFY(m_fixture.openWindow());
  QVERIFY(m_fixture.openRun(run));
  QTRY_VERIFY_WITH_TIMEOUT(page().lastVerdict() != nullptr, kFileMs);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  QTRY_VERIFY_WITH_TIMEOUT(page().isVisible(), kFileMs);
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().verdict() != nullptr, kFileMs);
  QCOMPARE(window().subject().verdict()->reason.message, reason);
}

// Docks find their places late, and the zoo reads its list behind the editors.
void TestBench::evidenceOfTheHistoryStays() {
  const QString reference = shelfFile("row_softmax/reference.py");
  judge(reference, shelfFile("row_softmax/wrong_no_maximum.py"));
  judge(reference, shelfFile("row_softmax/wrong_block_too_small.py"));
  const VerdictPtr newest = window().subject().verdict();
  selectRows({1});
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().verdict() != newest, kFileMs);
  const VerdictPtr older = window().subject().verdict();
  QVERIFY(older != nullptr);
  Q_EMIT view<VerifierPage>("verifier").zoo()->verdictSelected(nullptr);
  Q_EMIT window().docks().panel(QStringLiteral("editors"))->visibilityChanged(true);
  Q_EMIT window().docks().panel(QStringLiteral("verifier"))->visibilityChanged(false);
  QCoreApplication::processEvents();
  QCOMPARE(window().subject().verdict(), older);
  // Who goes to the zoo and back sees what is in the editors.
  window().docks().activate(QStringLiteral("verifier"));
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().verdict() == nullptr, kFileMs);
  window().docks().activate(QStringLiteral("editors"));
  QTRY_COMPARE_WITH_TIMEOUT(window().subject().verdict(), newest, kFileMs);
}

void TestBench::aVerdictDoesNotFollowToOtherWorkspaces() {
  page().setSources(shelfFile("row_softmax/reference.py"),
                    shelfFile("row_softmax/wrong_no_maximum.py"));
  QSignalSpy judged(&page(), &VerifyPage::judged);
  m_fixture.trigger("verify.now");
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+2")));
  QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 1, kVerifyMs);
  QVERIFY(window().subject().verdict() == nullptr);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  QTRY_COMPARE_WITH_TIMEOUT(window().subject().verdict(), page().lastVerdict(), kFileMs);
}

void TestBench::twoJudgementsAreCompared() {
  const QString reference = shelfFile("row_softmax/reference.py");
  judge(reference, shelfFile("row_softmax/right_one_block.py"));
  judge(reference, shelfFile("row_softmax/wrong_no_maximum.py"));
  selectRows({0, 1});
  history().compareAction()->trigger();
  auto* pair = window().docks().view<widgets::CodeCompare>("pair");
  QTRY_COMPARE_WITH_TIMEOUT(pair->left()->source(), shelfFile("row_softmax/right_one_block.py"),
                            kFileMs);
  QVERIFY(pair->isVisible());
  QCOMPARE(pair->right()->source(), shelfFile("row_softmax/wrong_no_maximum.py"));
  QVERIFY(pair->right()->markedLines() > 0);
  auto* difference = window().docks().view<widgets::VerdictDifferenceView>("difference");
  QCOMPARE(difference->head()->title(), QStringLiteral("Two verdicts"));
  QVERIFY(difference->model()->rowCount() > 0);
  // One alone is compared with the editors.
  selectRows({1});
  history().compareAction()->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(pair->right()->source() == page().candidate()->source(), kFileMs);
}

void TestBench::deletingCanBeUndone() {
  const QString reference = shelfFile("row_softmax/reference.py");
  judge(reference, shelfFile("row_softmax/wrong_no_maximum.py"));
  judge(reference, shelfFile("row_softmax/wrong_block_too_small.py"));
  selectRows({0, 1});
  QTest::keyClick(history().view(), Qt::Key_Delete);
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 0, kFileMs);
  QTest::mouseClick(messages().button(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 2, kFileMs);
  selectRows({0});
  QTest::keyClick(history().view(), Qt::Key_Delete);
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 1, kFileMs);
  QVERIFY(reopen());
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 1, kFileMs);
}

void TestBench::linesGoOutAndComeBack() {
  judge(shelfFile("row_softmax/reference.py"), shelfFile("row_softmax/wrong_no_maximum.py"));
  const QString file = m_fixture.folder() + QStringLiteral("/out.jsonl");
  Q_EMIT history().exportRequested(file, history().chosen(/*orAll=*/true));
  QTRY_VERIFY_WITH_TIMEOUT(messages().text().contains(file), kFileMs);
  const auto text = read_file(file.toStdString());
  QVERIFY(text);
  const auto line = parse_json(*text);
  QVERIFY(line);
  QCOMPARE(QString::fromStdString((*line)["candidate"].get<std::string>()),
           shelfFile("row_softmax/wrong_no_maximum.py"));
  forgetHistory();
  QVERIFY(reopen());
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter(QPoint(20, 60), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&history(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(20, 60), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&history(), &drop);
  QTRY_VERIFY2_WITH_TIMEOUT(messages().text().contains(QStringLiteral("out.jsonl")),
                            qPrintable(messages().text()), kFileMs);
  QVERIFY2(history().count() == 1, qPrintable(messages().text()));
}

void TestBench::filesAreOpenedAndSaved() {
  const QString file = m_fixture.folder() + QStringLiteral("/kernel.py");
  QVERIFY(atomic_write_file(file.toStdString(), "x = 1\n"));
  QSignalSpy opened(page().candidate(), &BenchEditor::opened);
  page().candidate()->open(file);
  QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, kFileMs);
  QCOMPARE(page().candidate()->source(), QStringLiteral("x = 1\n"));
  QVERIFY(!page().candidate()->isModified());
  QCOMPARE(page().candidate()->recentFiles(), QStringList{file});
  CodeEditor* editor = page().candidateEditor();
  editor->setFocus();
  QTest::keyClicks(editor, QStringLiteral("y"));
  QVERIFY(page().candidate()->isModified());
  QSignalSpy saved(page().candidate(), &BenchEditor::saved);
  QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kFileMs);
  QCOMPARE(*read_file(file.toStdString()), std::string("yx = 1\n"));
  QVERIFY(!page().candidate()->isModified());
}

void TestBench::replacingAnUnsavedTextCanBeUndone() {
  CodeEditor* editor = page().candidateEditor();
  editor->setFocus();
  QTest::keyClicks(editor, QStringLiteral("# mine"));
  page().candidate()->replace(QStringLiteral("# other"));
  QCOMPARE(page().candidate()->source(), QStringLiteral("# other"));
  QVERIFY(messages().button()->isVisible());
  QTest::mouseClick(messages().button(), Qt::LeftButton);
  QCOMPARE(page().candidate()->source(), QStringLiteral("# mine"));
}

void TestBench::tasksAreFoundByTyping() {
  m_fixture.trigger("verify.task");
  auto* picker = window().findChild<TaskPicker*>();
  QVERIFY(picker != nullptr);
  QTRY_VERIFY_WITH_TIMEOUT(picker->isLoaded(), kFileMs);
  const int all = picker->shownCount();
  QTest::keyClicks(picker->line(), QStringLiteral("softmax"));
  QVERIFY(picker->shownCount() > 0 && picker->shownCount() < all);
  QTest::keyClick(picker->line(), Qt::Key_Return);
  QTRY_VERIFY_WITH_TIMEOUT(page().reference()->source().contains(QStringLiteral("softmax")),
                           kFileMs);
  // An id that no list shows.
  m_fixture.trigger("verify.task");
  picker = window().findChildren<TaskPicker*>().last();
  QTRY_VERIFY_WITH_TIMEOUT(picker->isLoaded(), kFileMs);
  picker->line()->setText(QStringLiteral("synthetic/2/test.99.7000"));
  QCOMPARE(picker->shownCount(), 0);
  const QString before = page().reference()->source();
  QTest::keyClick(picker->line(), Qt::Key_Return);
  QTRY_VERIFY_WITH_TIMEOUT(page().reference()->source() != before, kFileMs);
}

// The child is this program with another first argument: a window, keys, and no end of its own.
void TestBench::aKilledWindowLosesNoText() {
  m_fixture.closeWindow();
  QProcess child;
  child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--type-and-wait")});
  QVERIFY(child.waitForStarted());
  QByteArray said;
  QTRY_VERIFY_WITH_TIMEOUT((said += child.readAllStandardOutput()).contains("kept"), kFileMs);
  ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
  QVERIFY(child.waitForFinished());
  QCOMPARE(child.exitStatus(), QProcess::CrashExit);
  QVERIFY(reopen());
  QTRY_COMPARE_WITH_TIMEOUT(page().candidate()->source(), QString::fromLatin1(kDraft), kFileMs);
  QTRY_COMPARE_WITH_TIMEOUT(history().count(), 1, kFileMs);
}

void TestBench::timingHasADock() {
  judge(shelfFile("row_softmax/reference.py"), shelfFile("row_softmax/right_one_block.py"));
  m_fixture.trigger("dock.timing");
  auto* timing = window().docks().view<widgets::TimingView>("timing");
  QTRY_VERIFY_WITH_TIMEOUT(timing->isVisible(), kFileMs);
  if (!page().lastVerdict()->timing) {
    QVERIFY(timing->head()->note().contains(QStringLiteral("not measured")));
  }
  QVERIFY(timing->model()->rowCount() > 3);
}

namespace {

// What the killed window does: types, keeps a judgement, says so, and waits.
int typeAndWait(QApplication& application) {
  MainWindow window(moduleSessionFactory());
  window.show();
  window.workspaces().show(QStringLiteral("verify"));
  auto* bench = window.findChild<BenchTools*>();
  auto* page = window.docks().view<VerifyPage>("editors");
  record::Judgement judgement;
  judgement.unix_ms = 1000;
  judgement.name = "kept";
  judgement.reference = "r";
  judgement.candidate = "c";
  bench->judgements().add(judgement);
  QObject::connect(&bench->judgements(), &Judgements::draftSaved, page, [page, bench] {
    if (page->candidate()->source() != QLatin1String(kDraft)) return;
    // The one that was just told of may be an earlier state: what comes after it is waited for.
    bench->judgements().waitUntilWritten();
    fputs("kept\n", stdout);
    fflush(stdout);
  });
  page->candidateEditor()->setFocus();
  QTest::keyClicks(page->candidateEditor(), QString::fromLatin1(kDraft));
  return application.exec();
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  prepareApplication(application, "TestBench");
  if (application.arguments().contains(QStringLiteral("--type-and-wait")))
    return typeAndWait(application);
  TestBench test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_bench.moc"
