// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence of a verdict in the window: links between reference, candidate and compiler levels
// by keys, and the script that reproduces it, made by the real reference host and run by a real
// Python.
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <algorithm>

#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/episodes/background_evidence.h"
#include "app/episodes/evidence_tools.h"
#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/verify/artefacts.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/code_links.h"
#include "widgets/code/code_notes.h"
#include "widgets/code/level_pane.h"
#include "widgets/code/level_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"

using namespace nereid;
using namespace nereid::app;
using widgets::CodeCompare;
using widgets::LevelView;

namespace {

constexpr int kScriptMs = 240'000;  // the reference host imports torch first
constexpr int kVerifyMs = 300'000;

}  // namespace

class TestEvidence : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void compiledLinesAndSourceAreLinkedByKeys();
  void referenceAndCandidateAreLinkedByKeys();
  void linksAreReachedByTheKeysOfDifferences();
  void choicesComeBack();
  void nothingToReproduceIsNotOffered();
  void theScriptIsCalledByTaskAndStep();
  void scriptOfAnOwnKernelRuns();
  void anOwnKernelIsTiedToItsReference();
  void verifyingAgainIsToldAndEndedWhereItWasAskedFor();
  void theIdleMachineVerifiesWhatIsSelected();

 private:
  EvidenceTools& evidence() { return *window().findChild<EvidenceTools*>(); }
  /// The shown episode's verdict as if it was verified again, with a kernel in its candidate.
  void showCompiled();
};

void TestEvidence::initTestCase() {
  QVERIFY(record(4));
}

void TestEvidence::showCompiled() {
  auto verdict = std::make_shared<verify::Verdict>(*window().subject().verdict());
  verify::KernelFacts facts;
  facts.name = "none_of_this_name";
  verdict->kernels = {facts};
  verify::CompilerLevel ptx;
  ptx.level = "ttir";
  ptx.text = "first\nld\nst\nlast";
  ptx.lines = {0, 1, 3, 0};
  verify::SourcePlace load;
  load.line = load.end_line = 1;
  load.column = 0;
  load.end_column = 3;
  verify::SourcePlace store = load;
  store.line = store.end_line = 3;
  ptx.stacks = {{load}, {store}};
  ptx.rows = {-1, 0, 1, -1};
  auto artefacts = std::make_shared<verify::Artefacts>();
  artefacts->kernels.push_back({{ptx}, {}});
  verify::OperationLink link;
  link.number = 1;
  link.kernel = "none_of_this_name";
  link.launch_line = 4;
  link.operation = "silu";
  link.place.line = 2;
  link.evidence = "equal";
  artefacts->links.push_back(link);
  verdict->artefacts = artefacts;
  window().subject().showCompiled(verdict);
  QTRY_VERIFY(evidence().episodeLinks()->hasLinks());
}

void TestEvidence::compiledLinesAndSourceAreLinkedByKeys() {
  QVERIFY(m_fixture.openRun(run()));
  window().workspaces().show(QStringLiteral("inspect"));
  showCompiled();
  auto* candidate = view<CodeCompare>("compare").right();
  auto& levels = view<LevelView>("levels");
  QVERIFY(candidate->lines() > 4);
  window().docks().activate(QStringLiteral("compare"));
  candidate->setFocus();
  candidate->goTo(2, 1);
  QTRY_COMPARE(levels.sourceLine(), 3);
  QCOMPARE(levels.sourcePlace().end_column, 3);
  QTest::keyClick(candidate, Qt::Key_F6);
  QTRY_VERIFY(levels.editor()->hasFocus());
  QCOMPARE(levels.pane()->currentRow(), 2);
  // Another row is another place of the candidate.
  QTest::keyClick(levels.editor(), Qt::Key_Up);
  QTRY_COMPARE(window().selection().line(), 1);
  QCOMPARE(candidate->spannedText(), candidate->text(0).left(3));
  QTest::keyClick(levels.editor(), Qt::Key_F6);
  QTRY_VERIFY(candidate->hasFocus());
  int row = 0;
  int column = 0;
  candidate->getCursorPosition(&row, &column);
  QCOMPARE(row, 0);
}

void TestEvidence::referenceAndCandidateAreLinkedByKeys() {
  QVERIFY(m_fixture.openRun(run()));
  showCompiled();
  auto& compare = view<CodeCompare>("compare");
  window().docks().activate(QStringLiteral("compare"));
  compare.left()->setFocus();
  compare.left()->setCursorPosition(1, 0);
  QTest::keyClick(compare.left(), Qt::Key_F4);
  QTRY_VERIFY(compare.right()->hasFocus());
  QTRY_COMPARE(window().selection().line(), 4);
  QTest::keyClick(compare.right(), Qt::Key_F4);
  QTRY_VERIFY(compare.left()->hasFocus());
}

// Reference and candidate have no marks of differences: the keys of those go from link to link.
void TestEvidence::linksAreReachedByTheKeysOfDifferences() {
  QVERIFY(m_fixture.openRun(run()));
  showCompiled();
  auto& compare = view<CodeCompare>("compare");
  window().docks().activate(QStringLiteral("compare"));
  compare.right()->setFocus();
  compare.right()->setCursorPosition(0, 0);
  QTest::keyClick(compare.right(), Qt::Key_F8);
  QTRY_VERIFY(window().selection().line() > 0);
  QCOMPARE(compare.currentDifference(), -1);
}

void TestEvidence::choicesComeBack() {
  m_fixture.trigger("view.facts");
  m_fixture.trigger("view.links");
  QVERIFY(m_fixture.openWindow());
  QVERIFY(!window().actions().action(QStringLiteral("view.facts"))->isChecked());
  QVERIFY(m_fixture.openRun(run()));
  showCompiled();
  QVERIFY(evidence().episodeLinks()->candidateNotes()->ties().empty());
  m_fixture.trigger("view.links");
  QVERIFY(!evidence().episodeLinks()->referenceNotes()->ties().empty());
}

void TestEvidence::nothingToReproduceIsNotOffered() {
  const QAction* script = window().actions().action(QStringLiteral("episode.script"));
  QVERIFY(!script->isEnabled());
  QVERIFY(!evidence().makeScript({}));
  QVERIFY(m_fixture.openRun(run()));
  QVERIFY(script->isEnabled());
  window().workspaces().show(QStringLiteral("verify"));
  QVERIFY(!script->isEnabled());
  QVERIFY(!view<widgets::InputsTable>("inputs").reproduceAction()->isEnabled());
}

void TestEvidence::theScriptIsCalledByTaskAndStep() {
  QVERIFY(m_fixture.openRun(run()));
  const auto& episode = *window().subject().episode();
  User user;
  QString offered;
  user.inDialog(QStringLiteral("Save the script"), [&](QDialog& dialog) {
    offered = static_cast<QFileDialog&>(dialog).selectedFiles().value(0);
    dialog.reject();
  });
  m_fixture.trigger("episode.script");
  QVERIFY2(user.isDone(), qPrintable(user.problem()));
  QCOMPARE(QFileInfo(offered).fileName(), QStringLiteral("reproduce-%1-step%2.py")
                                              .arg(QString::fromStdString(episode.task_name))
                                              .arg(episode.key.step));
}

void TestEvidence::scriptOfAnOwnKernelRuns() {
  window().workspaces().show(QStringLiteral("verify"));
  auto verdict = std::make_shared<verify::Verdict>();
  verdict->seed = 5;
  verdict->reason = {"wrong_values", "wrong values: original"};
  verify::InputResult input;
  input.variant = "original";
  input.dtype = "float32";
  input.shapes = {{48, 80}};
  verdict->inputs = {input};
  const VerifyRecord record{shelfFile("swish/reference.py"), shelfFile("swish/wrong_values.py"),
                            verdict, 0};
  view<VerifyPage>("editors").showRecord(std::make_shared<const VerifyRecord>(record));
  window().subject().showVerdict(verdict, record.reference.toStdString(),
                                 record.candidate.toStdString());
  QVERIFY(window().actions().action(QStringLiteral("episode.script"))->isEnabled());
  QSignalSpy ready(&evidence(), &EvidenceTools::scriptReady);
  const QString file = m_fixture.folder() + QStringLiteral("/reproduce.py");
  QVERIFY(evidence().makeScript(file));
  QVERIFY(!evidence().makeScript(file));  // one at a time
  QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kScriptMs);
  QVERIFY(ready.first().first().toBool());
  QProcess python;
  python.start(QStringLiteral(NEREID_TEST_PYTHON),
               {QStringLiteral("-I"), file, QStringLiteral("--cpu")});
  QVERIFY(python.waitForFinished(kScriptMs));
  const QByteArray said = python.readAllStandardOutput() + python.readAllStandardError();
  QVERIFY2(python.exitCode() == 1, said.constData());
  QVERIFY2(said.contains("first at [0, 0]"), said.constData());
}

void TestEvidence::anOwnKernelIsTiedToItsReference() {
  window().workspaces().show(QStringLiteral("verify"));
  auto& page = view<VerifyPage>("editors");
  page.setSources(shelfFile("centre_columns/reference.py"),
                  shelfFile("centre_columns/right_two_kernels.py"));
  m_fixture.trigger("verify.now");
  QTRY_VERIFY_WITH_TIMEOUT(page.lastVerdict() != nullptr, kVerifyMs);
  QVERIFY2(page.lastVerdict()->accepted, page.lastVerdict()->reason.message.c_str());
  QTRY_VERIFY(evidence().ownLinks()->hasLinks());
  // Both kernels are in the one expression of forward, each with its number.
  const widgets::CodeNotes* left = evidence().ownLinks()->referenceNotes();
  QVERIFY(left->rowOf(1) >= 0);
  QCOMPARE(left->rowOf(1), left->rowOf(2));
  QVERIFY(left->tipAt(left->rowOf(1)).contains(QStringLiteral("mean_kernel does mean")));
  const widgets::CodeNotes* right = evidence().ownLinks()->candidateNotes();
  QVERIFY(right->rowOf(2) > right->rowOf(1));
  const auto& facts = right->facts();
  QVERIFY(std::any_of(facts.begin(), facts.end(), [](const widgets::CodeFact& fact) {
    return fact.text.contains(QStringLiteral("ld "));
  }));
  // What is edited is not what was judged.
  page.candidateEditor()->append(QStringLiteral("# edited\n"));
  QTRY_VERIFY(!evidence().ownLinks()->hasLinks());
}

// The button that asks says the stage beside it and takes the wish back, without losing the
// keyboard.
void TestEvidence::verifyingAgainIsToldAndEndedWhereItWasAskedFor() {
  QVERIFY(m_fixture.openRun(run()));
  window().workspaces().show(QStringLiteral("inspect"));
  auto& compare = view<CodeCompare>("compare");
  User user;
  QVERIFY2(
      user.click(QStringLiteral("Verify again"), window().docks().panel(QStringLiteral("compare"))),
      qPrintable(user.problem()));
  QVERIFY(compare.isVerifying());
  QVERIFY(compare.head()->status().startsWith(QStringLiteral("verifying")));
  QVERIFY2(user.click(QStringLiteral("Cancel"), window().docks().panel(QStringLiteral("compare"))),
           qPrintable(user.problem()));
  QVERIFY(!compare.isVerifying());
  QVERIFY(compare.head()->status().isEmpty());
  // Asked for again, it comes to its end, and what hung on it is there.
  QVERIFY2(
      user.click(QStringLiteral("Verify again"), window().docks().panel(QStringLiteral("compare"))),
      qPrintable(user.problem()));
  QTRY_VERIFY_WITH_TIMEOUT(!compare.isVerifying(), kVerifyMs);
  QVERIFY(window().subject().compiled() != nullptr);
  QVERIFY(view<LevelView>("levels").isShowingText());
}

// Only where its reader wants it, and only while the machine has nothing else to do.
void TestEvidence::theIdleMachineVerifiesWhatIsSelected() {
  QVERIFY(m_fixture.openRun(run()));
  window().workspaces().show(QStringLiteral("inspect"));
  auto& background = *window().findChild<BackgroundEvidence*>();
  double load = 1000;
  int looks = 0;
  background.setLoad([&] {
    ++looks;
    return std::optional(load);
  });
  QVERIFY(!background.isOn());
  m_fixture.trigger("view.background");
  QVERIFY(background.isOn());
  QTRY_VERIFY(looks > 0);
  QVERIFY2(!background.isVerifying(), "a busy machine is left alone");
  load = 0;
  // Another selection; nobody presses a button.
  window().docks().activate(QStringLiteral("episodes"));
  episodes().view()->setFocus();
  QTest::keyClick(episodes().view(), Qt::Key_Down);
  QTRY_VERIFY(background.isVerifying());
  QTRY_VERIFY_WITH_TIMEOUT(!background.isVerifying(), kVerifyMs);
  QVERIFY(window().subject().isOfEpisode());
  QVERIFY(window().subject().compiled() != nullptr);
  QVERIFY(view<LevelView>("levels").isShowingText());
  m_fixture.trigger("view.background");
}

NEREID_APP_TEST_MAIN(TestEvidence)
#include "tst_evidence.moc"
