// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on a recorded run: inspect a rejected candidate, reproduce its verdict, replay an episode.
#include <QFile>
#include <QLabel>
#include <QProcess>

#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "tests/app/jobs/jobs.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/table_view.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/verdict/verdict_difference.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr int kPythonMs = 240'000;  // torch is imported first, on a busy machine

}  // namespace

void TestJobs::chooseWrongValues() {
  openExample();
  // Of a task without a power of two: inputs of such ones are drawn as when the run was recorded.
  chooseEpisode(
      QStringLiteral("rejected:tiny reason:\"wrong values\" task:var_hardswish_add_scalar"));
  const auto& episode = window().subject().episode();
  QVERIFY(episode && episode->verdict.reason.code == "wrong_values");
}

void TestJobs::inspect() {
  openExample();
  USER_DOES(press("Ctrl+Shift+E"));
  USER_DOES(replace(QStringLiteral("rejected:tiny reason:\"wrong values\"")));
  USER_DOES(press("Escape"));
  auto& list = view<widgets::EpisodeList>("episodes");
  QTRY_VERIFY(list.proxy()->rowCount() > 0 && list.proxy()->rowCount() < list.model()->rowCount());
  const auto wanted = list.proxy()->row(1).key;

  // The first click: the row. The reason is in sight, in words and numbers.
  const QRect row = list.view()->visualRect(list.proxy()->index(1, widgets::EpisodeModel::kTask));
  USER_DOES(clickAt(list.view()->viewport(), row.center()));
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key == wanted);
  const verify::Verdict& verdict = window().subject().episode()->verdict;
  QTRY_VERIFY(m_user.reads(QString::fromStdString(verdict.reason.message),
                           m_user.dock(QStringLiteral("Inputs"))));
  const verify::InputResult& input = verdict.inputs.front();
  QVERIFY(!input.passed);
  // The second: the input that failed, with its first wrong element, what was expected and what
  // came.
  USER_DOES(clickRow(QStringLiteral("Inputs"), QStringLiteral("wrong")));
  QStringList place;
  for (const std::int64_t index : input.first_wrong_index) place << QString::number(index);
  const QString first =
      QStringLiteral("First wrong element: [%1], expected ").arg(place.join(QStringLiteral(", ")));
  QVERIFY(m_user.reads(first, m_user.dock(QStringLiteral("Inputs"))));

  // Enter on the row asks why: Inspect, with reference and candidate side by side.
  USER_DOES(press("Alt+3"));
  USER_DOES(clickAt(list.view()->viewport(), row.center()));
  USER_DOES(press("Return"));
  QTRY_COMPARE(window().workspaces().current(), QStringLiteral("inspect"));
  auto& compare = view<widgets::CodeCompare>("compare");
  QCOMPARE(compare.right()->source().trimmed(),
           QString::fromStdString(window().subject().episode()->candidate).trimmed());
  USER_DOES(press("Alt+4"));
  QCOMPARE(compare.currentDifference(), -1);
  // Reference and candidate carry no marks of differences; their links come with evidence.
  USER_DOES(press("F8"));
  QCOMPARE(compare.currentDifference(), -1);
}

void TestJobs::reproduce() {
  chooseWrongValues();
  const verify::Verdict verdict = window().subject().episode()->verdict;
  const QString script = folder() + QStringLiteral("/again.py");
  m_user.answerFile(QStringLiteral("Save the script"), script);
  USER_DOES(chooseFromMenu({QStringLiteral("Episode"), QStringLiteral("Reproduce as script...")}));
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(QStringLiteral("Saved again.py")), kPythonMs);
  // The bar says how to run it, and that it runs foreign code; then it is a program like any.
  QVERIFY(m_user.reads(QStringLiteral("outside of any sandbox")));
  QProcess python;
  python.setProcessChannelMode(QProcess::MergedChannels);
  python.start(QStringLiteral(NEREID_TEST_PYTHON),
               {QStringLiteral("-I"), script, QStringLiteral("--cpu")});
  QVERIFY(python.waitForFinished(kPythonMs));
  const QByteArray said = python.readAll();
  QVERIFY2(python.exitStatus() == QProcess::NormalExit && python.exitCode() == 1, said.constData());
  // The same verdict: as many wrong elements, the same first one.
  const verify::InputResult& input = verdict.inputs.front();
  const QByteArray count = QByteArray::number(qlonglong(input.wrong_elements)) + " of " +
                           QByteArray::number(qlonglong(input.total_elements));
  QVERIFY2(said.contains(count), said.constData());
  QByteArrayList place;
  for (const std::int64_t index : input.first_wrong_index)
    place << QByteArray::number(qlonglong(index));
  QVERIFY2(said.contains("first at [" + place.join(", ") + "]"), said.constData());
}

void TestJobs::replay() {
  openExample();
  chooseEpisode(QStringLiteral("is:accepted step:3"));
  USER_DOES(press("Ctrl+3"));
  QCOMPARE(window().workspaces().current(), QStringLiteral("replay"));
  auto& replay = window().replay();
  QTRY_VERIFY(replay.episode() != nullptr && replay.episode()->verdict.accepted);
  // Event by event, forth and back.
  USER_DOES(press("Alt+8"));
  USER_DOES(press("Home"));
  QCOMPARE(replay.positionMs(), 0.0);
  USER_DOES(press("Alt+Right"));
  const double second = replay.positionMs();
  QVERIFY(second > 0);
  USER_DOES(press("Alt+Right"));
  QVERIFY(replay.positionMs() > second);
  USER_DOES(press("Alt+Left"));
  QCOMPARE(replay.positionMs(), second);
  USER_DOES(press("Ctrl+Space"));
  QVERIFY(replay.isPlaying());
  QTRY_VERIFY(replay.positionMs() > second);
  USER_DOES(press("Ctrl+Space"));
  QVERIFY(!replay.isPlaying());
  // The timeline by wheel, key and double click.
  auto* lanes =
      m_user.see<widgets::EpisodeTimeline>(QStringLiteral("Events of the episode in lanes"));
  QVERIFY(lanes != nullptr);
  const double whole = lanes->phaseRect(1).width();
  USER_DOES(turnWheel(lanes, lanes->phaseRect(1).center().toPoint(), 2));
  QVERIFY(lanes->phaseRect(1).width() > whole);
  USER_DOES(doubleClickAt(lanes, lanes->rect().center()));
  QCOMPARE(lanes->phaseRect(1).width(), whole);
  // What was recorded is judged now, by the real verifier.
  USER_DOES(press("Ctrl+Shift+V"));
  auto& difference = view<widgets::VerdictDifferenceView>("difference");
  QTRY_VERIFY(difference.isVisible());
  const auto isAnswered = [&] {
    const QString text = difference.summary()->text();
    return text.startsWith(QChar(widgets::kTick)) || text.startsWith(QChar(widgets::kCross));
  };
  QTRY_VERIFY2_WITH_TIMEOUT(isAnswered(), qPrintable(difference.summary()->text()), kRunMs);
  QVERIFY(window().subject().compiled()->accepted);
}
