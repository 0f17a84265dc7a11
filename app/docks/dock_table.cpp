// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docks/dock_table.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <algorithm>

#include "app/bench/verify_history.h"
#include "app/bench/verify_page.h"
#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/zoo/verifier_page.h"
#include "engine/config/settings.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/compiler_table.h"
#include "widgets/code/level_view.h"
#include "widgets/curves/curves_view.h"
#include "widgets/debugger/kernel_debugger.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/group/group_view.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/travel_view.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/run_list.h"
#include "widgets/timing/timing_view.h"
#include "widgets/verdict/reward_table.h"
#include "widgets/verdict/verdict_difference.h"

namespace nereid::app {

using widgets::RunFeed;

namespace {

DockContent makeRuns(Desk&) {
  auto* list = new widgets::RunList;
  return {list, list->head()};
}

/// Puts the cursor of a view to the selected step, or takes it away.
template <class View>
auto showsStepIn(View* view, const Selection& selection) {
  return [view, &selection] {
    const double step = selection.step();
    view->setCursorStep(step < 0 ? std::nullopt : std::optional(step));
  };
}

DockContent makeCurves(Desk& desk) {
  auto* curves = new widgets::CurvesView;
  RunFeed& feed = desk.feed;
  Selection& selection = desk.selection;
  curves->setMetrics([&feed] { return feed.metricKeys(); });
  const auto showStep = showsStepIn(curves, selection);
  QObject::connect(&feed, &RunFeed::runReset, curves,
                   [curves, &feed, showStep](const QString& folder) {
                     if (folder.isEmpty()) {
                       curves->setSource({});
                     } else {
                       curves->setSource([&feed](const QString& key) { return feed.series(key); });
                     }
                     showStep();  // a run that is continued keeps the step that was chosen
                   });
  QObject::connect(
      &feed, &RunFeed::infoChanged, curves, [curves, &feed](const record::RunInfo& info) {
        curves->setRun(feed.runDir(), QString::fromStdString(info.name), info.settings_yaml);
        curves->setPhases(record::run_phases(info));
      });
  QObject::connect(&feed, &RunFeed::episodesArrived, curves, &widgets::CurvesView::addEpisodes);
  QObject::connect(&feed, &RunFeed::eventsArrived, curves, &widgets::CurvesView::addEvents);
  QObject::connect(&feed, &RunFeed::metricsChanged, curves, &widgets::CurvesView::dataChanged);
  QObject::connect(curves, &widgets::CurvesView::cursorStepChanged, &selection,
                   &Selection::setStep);
  QObject::connect(&selection, &Selection::stepChanged, curves, showStep);
  QObject::connect(&selection, &Selection::stepRangeChanged, curves,
                   [curves, &selection] { curves->setStepRange(selection.stepRange()); });
  return {curves, curves->head()};
}

DockContent makeFunnel(Desk& desk) {
  auto* funnel = new widgets::FunnelView;
  Selection& selection = desk.selection;
  const auto showStep = showsStepIn(funnel, selection);
  QObject::connect(&desk.feed, &RunFeed::runReset, funnel, [funnel, showStep] {
    funnel->clear();
    showStep();
  });
  QObject::connect(
      &desk.feed, &RunFeed::infoChanged, funnel,
      [funnel](const record::RunInfo& info) { funnel->setPhases(record::run_phases(info)); });
  QObject::connect(&desk.feed, &RunFeed::episodesArrived, funnel,
                   &widgets::FunnelView::addEpisodes);
  QObject::connect(funnel, &widgets::FunnelView::cursorMoved, &selection, &Selection::setStep);
  QObject::connect(&selection, &Selection::stepChanged, funnel, showStep);
  QObject::connect(
      funnel, &widgets::FunnelView::rangeChosen, &selection,
      [&selection](double first, double last) { selection.setStepRange(std::pair(first, last)); });
  QObject::connect(
      funnel, &widgets::FunnelView::reasonStepsWanted, &selection,
      [&selection](double first, double last) { selection.setStepRange(std::pair(first, last)); });
  QObject::connect(funnel, &widgets::FunnelView::rangeCleared, &selection,
                   [&selection] { selection.setStepRange({}); });
  QObject::connect(&selection, &Selection::stepRangeChanged, funnel,
                   [funnel, &selection] { funnel->setRange(selection.stepRange()); });
  return {funnel, funnel->head()};
}

DockContent makeEpisodes(Desk& desk) {
  auto* list = new widgets::EpisodeList;
  Selection& selection = desk.selection;
  QObject::connect(&desk.feed, &RunFeed::runReset, list, &widgets::EpisodeList::clear);
  QObject::connect(&desk.feed, &RunFeed::episodesArrived, list, &widgets::EpisodeList::addRows);
  RunFeed& feed = desk.feed;
  QObject::connect(&feed, &RunFeed::infoChanged, list, [list](const record::RunInfo& info) {
    const auto phases = record::run_phases(info);
    const auto at = record::phase_at(phases, info.last_step + 1);
    const bool judgesNone = at ? phases[*at].method == "sft" : info.method == "sft";
    list->setJudgesNone(judgesNone);
  });
  QObject::connect(list, &widgets::EpisodeList::flagsWanted, &feed, &RunFeed::readFlags);
  QObject::connect(&feed, &RunFeed::flagsArrived, list,
                   [list](const widgets::EpisodeFlagsPtr& flags, bool isComplete) {
                     list->setFlags(*flags, isComplete);
                   });
  QObject::connect(&selection, &Selection::stepRangeChanged, list,
                   [list, &selection] { list->setStepRange(selection.stepRange()); });
  QObject::connect(list, &widgets::EpisodeList::rangeCleared, &selection,
                   [&selection] { selection.setStepRange({}); });
  QObject::connect(list, &widgets::EpisodeList::episodeSelected, &selection,
                   [&selection](qint64 rowId, const record::EpisodeRow& row) {
                     selection.setEpisode(rowId);
                     selection.setStep(static_cast<double>(row.key.step));
                   });
  QObject::connect(&selection, &Selection::episodeChanged, list,
                   &widgets::EpisodeList::selectEpisode);
  return {list, list->head()};
}

/// The place under the cursor of a candidate's editor is the selected one, and the other way round.
void linkLine(widgets::CodeEditor& editor, Selection& selection) {
  QObject::connect(&editor, &QsciScintilla::cursorPositionChanged, &selection,
                   [&editor, &selection](int row) {
                     if (!editor.hasFocus()) return;
                     editor.setSpan(0, -1, 0, -1);
                     verify::SourcePlace place;
                     place.line = row + 1;
                     place.column = editor.cursorByte();
                     selection.setPlace(place);
                   });
  QObject::connect(&selection, &Selection::placeChanged, &editor, [&editor, &selection] {
    if (editor.hasFocus()) return;  // it has its cursor there, and may show a band of its own
    const verify::SourcePlace& place = selection.place();
    editor.setBand(place.line - 1, std::max(place.line, place.end_line) - (place.line > 0 ? 0 : 1));
    editor.setSpan(place.line - 1, place.column, place.end_line - 1, place.end_column);
    if (place.line > 0) editor.revealLine(place.line - 1);
  });
}

DockContent makeCompare(Desk& desk) {
  auto* compare = new widgets::CodeCompare;
  Subject& subject = desk.subject;
  QAction* verify = desk.actions.action(QStringLiteral("episode.verify"));
  QObject::connect(&subject, &Subject::episodeChanged, compare, [compare, &subject] {
    if (subject.episode()) {
      compare->setEpisode(*subject.episode(), subject.groupSize());
    } else {
      compare->clear();
    }
  });
  QObject::connect(compare, &widgets::CodeCompare::verifyAgainRequested, verify, &QAction::trigger);
  linkLine(*compare->right(), desk.selection);
  return {compare, compare->head()};
}

DockContent makePair(Desk&) {
  auto* pair = new widgets::CodeCompare;
  pair->usePairs();
  return {pair, pair->head()};
}

DockContent makeGroup(Desk& desk) {
  auto* group = new widgets::GroupView;
  Subject& subject = desk.subject;
  Selection& selection = desk.selection;
  RunFeed& feed = desk.feed;
  QObject::connect(&subject, &Subject::episodeChanged, group, [group, &subject, &selection] {
    group->setGroup(subject.group(), selection.episode(), subject.episode());
  });
  QObject::connect(&feed, &RunFeed::episodeLoaded, group, &widgets::GroupView::addEpisode);
  QObject::connect(group, &widgets::GroupView::episodesWanted, &feed,
                   [&feed](const QList<qint64>& ids) {
                     for (const qint64 id : ids) feed.loadEpisode(id);
                   });
  QObject::connect(group, &widgets::GroupView::episodeSelected, &selection, &Selection::setEpisode);
  return {group, group->head()};
}

/// Inputs and compiler facts show a verdict, whichever it is.
template <class Table>
Table* verdictTable(Subject& subject) {
  auto* table = new Table;
  QObject::connect(&subject, &Subject::verdictChanged, table, [table, &subject] {
    if (subject.verdict()) {
      table->setVerdict(*subject.verdict());
    } else {
      table->clear();
    }
  });
  return table;
}

DockContent makeInputs(Desk& desk) {
  auto* inputs = verdictTable<widgets::InputsTable>(desk.subject);
  Selection& selection = desk.selection;
  QAction* script = desk.actions.action(QStringLiteral("episode.script"));
  QObject::connect(inputs, &widgets::InputsTable::inputSelected, &selection, &Selection::setInput);
  QObject::connect(&selection, &Selection::inputChanged, inputs, [inputs](int row) {
    if (row >= 0) inputs->selectInput(row);
  });
  QObject::connect(inputs, &widgets::InputsTable::reproduceRequested, script, &QAction::trigger);
  return {inputs, inputs->head()};
}

DockContent makeCompiler(Desk& desk) {
  auto* compiler = verdictTable<widgets::CompilerTable>(desk.subject);
  return {compiler, compiler->head()};
}

DockContent makeLevels(Desk& desk) {
  auto* levels = new widgets::LevelView;
  Subject& subject = desk.subject;
  Selection& selection = desk.selection;
  ActionRegistry& actions = desk.actions;
  QObject::connect(&subject, &Subject::compiledChanged, levels, [levels, &subject] {
    if (subject.compiled()) {
      levels->setVerdict(*subject.compiled());
    } else {
      levels->clear();
    }
  });
  QObject::connect(levels, &widgets::LevelView::sourcePlaceSelected, &selection,
                   &Selection::setPlace);
  QObject::connect(&selection, &Selection::placeChanged, levels,
                   [levels, &selection] { levels->showPlace(selection.place()); });
  QObject::connect(levels, &widgets::LevelView::verifyRequested, levels, [&subject, &actions] {
    const bool again = subject.isOfEpisode();
    actions.action(again ? QStringLiteral("episode.verify") : QStringLiteral("verify.now"))
        ->trigger();
    // Verifying an episode again brings up the differences; who asked here wants to stay.
    if (again) actions.action(QStringLiteral("dock.levels"))->trigger();
  });
  QObject::connect(levels, &widgets::LevelView::failed, &subject, &Subject::failed);
  return {levels, levels->head()};
}

DockContent makeDebugger(Desk&) {
  auto* debugger = new widgets::KernelDebugger;
  return {debugger, debugger->head()};
}

DockContent makeReward(Desk& desk) {
  auto* reward = new widgets::RewardTable;
  Subject& subject = desk.subject;
  QObject::connect(&subject, &Subject::episodeChanged, reward, [reward, &subject] {
    if (subject.episode()) {
      reward->setEpisode(*subject.episode());
    } else {
      reward->clear();
    }
  });
  return {reward, reward->head()};
}

DockContent makeReplay(Desk& desk) {
  auto* bar = new widgets::ReplayBar(&desk.replay);
  Subject& subject = desk.subject;
  widgets::ReplayModel& model = desk.replay;
  QObject::connect(&subject, &Subject::episodeChanged, &model,
                   [&model, &subject] { model.setEpisode(subject.episode()); });
  QObject::connect(&desk.feed, &RunFeed::infoChanged, &model,
                   [&model, known = std::string()](const record::RunInfo& info) mutable {
                     if (info.settings_yaml == known) return;  // comes several times a second
                     known = info.settings_yaml;
                     const auto settings = config::parse_settings(known, info.name);
                     model.setProseIsPlan(!settings || settings->hierarchy.prose == "plan");
                   });
  return {bar, bar->head()};
}

DockContent makeStory(Desk& desk) {
  auto* story = new widgets::ReplayView(&desk.replay);
  Subject& subject = desk.subject;
  QObject::connect(&subject, &Subject::episodeChanged, story, [story, &subject] {
    if (subject.group()) story->setGroup(subject.group());
  });
  return {story, story->head()};
}

DockContent makeTravel(Desk& desk) {
  auto* travel = new widgets::TravelView;
  RunFeed& feed = desk.feed;
  QObject::connect(&feed, &RunFeed::runReset, travel, &widgets::TravelView::clear);
  QObject::connect(&feed, &RunFeed::episodesArrived, travel, &widgets::TravelView::addRows);
  QObject::connect(&feed, &RunFeed::episodeLoaded, travel, &widgets::TravelView::addEpisode);
  QObject::connect(travel, &widgets::TravelView::episodesWanted, &feed,
                   [&feed](const QList<qint64>& ids) {
                     for (const qint64 id : ids) feed.loadEpisode(id);
                   });
  QObject::connect(travel, &widgets::TravelView::episodeActivated, &desk.selection,
                   &Selection::setEpisode);
  return {travel, travel->head()};
}

DockContent makeDifference(Desk& desk) {
  auto* difference = new widgets::VerdictDifferenceView;
  QObject::connect(&desk.subject, &Subject::episodeChanged, difference,
                   &widgets::VerdictDifferenceView::clear);
  return {difference, difference->head()};
}

DockContent makeLog(Desk& desk) {
  auto* log = new widgets::LogView;
  QObject::connect(&desk.feed, &RunFeed::runReset, log, &widgets::LogView::clear);
  QObject::connect(&desk.feed, &RunFeed::eventsArrived, log, &widgets::LogView::addEvents);
  return {log, log->head()};
}

DockContent makeEditors(Desk& desk) {
  auto* page = new VerifyPage(desk.verifier, desk.actions.action(QStringLiteral("verify.now")));
  linkLine(*page->candidateEditor(), desk.selection);
  return {page, page->head()};
}

DockContent makeVerifier(Desk& desk) {
  auto* page = new VerifierPage(desk.verifier);
  return {page, page->head()};
}

DockContent makeTiming(Desk& desk) {
  auto* timing = verdictTable<widgets::TimingView>(desk.subject);
  return {timing, timing->head()};
}

DockContent makeHistory(Desk&) {
  auto* history = new VerifyHistory;
  return {history, history->head()};
}

DockContent makeRunTable(Desk&) {
  auto* comparison = new RunComparison;
  return {comparison, comparison->head()};
}

#define N(text) QT_TRANSLATE_NOOP("Docks", text)
constexpr DockInfo kDocks[] = {
    {"runs", N("Runs"), "Alt+1", N("Runs that were opened lately"), makeRuns},
    {"curves", N("Curves"), "Alt+2", N("Reward, pass rate, funnel and loss by step"), makeCurves},
    {"funnel", N("Funnel"), "Alt+F", N("How far candidates come, where they are rejected and why"),
     makeFunnel},
    {"episodes", N("Episodes"), "Alt+3", N("Every candidate of the run with its verdict"),
     makeEpisodes},
    {"compare", N("Code"), "Alt+4", N("PyTorch reference and candidate side by side"), makeCompare},
    {"group", N("Group"), "Alt+G",
     N("All completions of one prompt side by side, with rewards and advantages"), makeGroup},
    {"pair", N("Two candidates"), "", N("Two candidates side by side, word by word"), makePair},
    {"inputs", N("Inputs"), "Alt+5", N("Result of every input variant"), makeInputs},
    {"compiler", N("Compiler"), "Alt+6",
     N("Registers, spills, shared memory and warps of each kernel"), makeCompiler},
    {"levels", N("Compiler levels"), "",
     N("What the compiler made of each kernel, from TTIR to SASS, line by line"), makeLevels},
    {"debugger", N("Debugger"), "",
     N("One program of a kernel, line by line, with all of its values"), makeDebugger},
    {"reward", N("Reward"), "Alt+7", N("Parts of the reward and the advantage in the group"),
     makeReward},
    {"replay", N("Replay"), "Alt+8", N("Timeline of the episode"), makeReplay},
    {"log", N("Log"), "Alt+9", N("Events of the run"), makeLog},
    {"story", N("Story"), "Alt+0", N("What had happened at the place of the replay"), makeStory},
    {"travel", N("Time travel"), "Alt+T", N("Every answer of the policy to one task, step by step"),
     makeTravel},
    {"difference", N("Verified again"), "", N("What differs between the record and a new verdict"),
     makeDifference},
    {"editors", N("Verify"), "", N("Reference and candidate to judge"), makeEditors},
    {"verifier", N("Verifier"), "", N("Cheat zoo, lanes and stages of the verifier itself"),
     makeVerifier},
    {"timing", N("Timing"), "Alt+M",
     N("Samples, clocks and speedup of the candidate, and why it was decided so"), makeTiming},
    {"history", N("History"), "Alt+H", N("What was judged by hand, also in former sessions"),
     makeHistory},
    {"runtable", N("Compare runs"), "", N("Runs, their settings and curves beside each other"),
     makeRunTable},
};
#undef N

}  // namespace

std::span<const DockInfo> dockTable() {
  return kDocks;
}

}  // namespace nereid::app
