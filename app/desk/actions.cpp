// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QWidget>

#include "engine/base/check.h"

namespace nereid::app {
namespace {

#define N(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr ActionInfo kActions[] = {
    {"file.open", N("File"), N("Open run..."), "Ctrl+O",
     N("Open the folder of a recorded or running run"), false, N("load")},
    {"file.openEpisode", N("File"), N("Open episode file..."), "Ctrl+Shift+O",
     N("Open an episode that another Nereid exported; opening runs nothing")},
    {"file.remote", N("File"), N("Open run on another machine..."), "Ctrl+Alt+O",
     N("Follow a run on another machine over SSH"), false, N("ssh cluster")},
    {"remote.stop", N("File"), N("Stop following"), "",
     N("End the connection to the other machine; the copy stays"), false, "",
     N("needs a shown run that is followed over SSH")},
    {"remote.retry", N("File"), N("Connect again"), "",
     N("Try now to reach the machine of this run"), false, "",
     N("needs a shown run of another machine that is not connected")},
    {"file.example", N("File"), N("Example runs..."), "Ctrl+Alt+R",
     N("Show the start page with the recorded runs that come with Nereid")},
    {"file.folder", N("File"), N("Show run folder"), "",
     N("Open the folder of the shown run in the file manager"), false, "", N("needs an open run")},
    {"file.close", N("File"), N("Close window"), "Ctrl+Q",
     N("Close the workbench; asks first while a run goes"), false, N("quit exit")},

    {"run.start", N("Run"), N("Start run..."), "Ctrl+R", N("Choose a recipe and start training"),
     false, N("new train launch")},
    {"run.pocket", N("Run"), N("Start the pocket run"), "Ctrl+Shift+R",
     N("Train the built-in 1 M parameter model with GRPO on this machine"), false, N("demo try"),
     N("possible when the run of this window has ended")},
    {"run.continue", N("Run"), N("Continue run"), "Ctrl+Shift+C",
     N("Go on from the last checkpoint, bit for bit"), false, N("resume go on restart"),
     N("needs an open run that was stopped or cut short after a checkpoint")},
    {"run.pause", N("Run"), N("Pause"), "Ctrl+P",
     N("Pause after the current step, resume, or continue a run that was stopped"), false,
     N("resume continue hold"), N("needs a run that goes on, or one that can be continued")},
    {"run.stop", N("Run"), N("Stop"), "Ctrl+.",
     N("Stop with a checkpoint; samples of the step in work are given up"), false,
     N("end cancel abort quit"), N("needs a run that goes on")},
    {"run.report", N("Run"), N("Write report..."), "",
     N("Write one page about the shown run, as HTML and PDF, from its record alone"), false,
     N("export html pdf summary"), N("needs an open run")},

    {"queue.hold", N("Run"), N("Pause the queue"), "Ctrl+Alt+P",
     N("Start no further run of the queue, or go on with it"), true, "",
     N("needs runs that wait in the queue")},
    {"queue.up", N("Run"), N("Move up in the queue"), "Alt+Shift+Up",
     N("Let the chosen run of the queue start earlier"), false, "",
     N("needs a chosen run of the queue")},
    {"queue.down", N("Run"), N("Move down in the queue"), "Alt+Shift+Down",
     N("Let the chosen run of the queue start later"), false, "",
     N("needs a chosen run of the queue")},
    {"queue.edit", N("Run"), N("Settings of the waiting run..."), "",
     N("Change the chosen run of the queue before it starts"), false, "",
     N("needs a chosen run of the queue")},
    {"queue.remove", N("Run"), N("Take out of the queue"), "",
     N("Take the chosen run out of the queue; it can be taken back"), false, "",
     N("needs a chosen run of the queue")},

    {"runs.filter", N("Runs"), N("Filter runs"), "Ctrl+Alt+F",
     N("Type a filter for the list of runs: name, tag, state")},
    {"runs.rename", N("Runs"), N("Rename run"), "F2",
     N("Type another name for the chosen run; its settings stay as they are"), false,
     N("name call"), N("needs a chosen run of the list")},
    {"runs.tags", N("Runs"), N("Tags of the run..."), "Ctrl+T",
     N("Give the chosen run of the list words to find it by"), false, N("label"),
     N("needs a chosen run of the list")},
    {"runs.archive", N("Runs"), N("Archive run"), "Ctrl+Alt+A",
     N("Put the chosen run out of the way, or back; it stays as it is"), false, "",
     N("needs a chosen run of the list")},
    {"runs.archived", N("Runs"), N("Show archived runs"), "Ctrl+Alt+H",
     N("List runs of the archive too"), true},
    {"runs.evaluation", N("Runs"), N("Open last evaluation of the run"), "Ctrl+Alt+L",
     N("Open what the chosen run was last validated with, to replay it"), false,
     N("eval pass@k validation"), N("needs a chosen run with evaluations")},
    {"runs.delete", N("Runs"), N("Delete run"), "Ctrl+Shift+Del",
     N("Move the chosen run to the trash of the runs folder"), false, N("remove trash"),
     N("needs a chosen run of the list")},
    {"runs.trash", N("Runs"), N("Deleted runs..."), "",
     N("Restore deleted runs, or remove them for good"), false, N("restore undelete recycle")},
    {"runs.undo", N("Runs"), N("Undo change of runs"), "Ctrl+Alt+Z",
     N("Take back the last change of queue, tags, archive or trash, whatever was done since"),
     false, "", N("nothing was changed yet")},

    {"view.monitor", N("View"), N("Monitor"), "Ctrl+1", N("Is the run healthy?"), true},
    {"view.inspect", N("View"), N("Inspect"), "Ctrl+2", N("Why was this kernel judged so?"), true},
    {"view.replay", N("View"), N("Replay"), "Ctrl+3", N("What happened, in order?"), true},
    {"view.compare", N("View"), N("Compare runs"), "Ctrl+4", N("Which recipe is better?"), true},
    {"view.verify", N("View"), N("Verify"), "Ctrl+5", N("Judge my own kernel"), true},
    {"view.undo", N("View"), N("Undo"), "Ctrl+Z",
     N("Take back the last change of layout, zoom, filter, hidden curves or runs; in an editor, of "
       "its text"),
     false, "", N("nothing was changed yet")},
    {"view.redo", N("View"), N("Redo view change"), "Ctrl+Shift+Z",
     N("Make the change of the view again that was taken back"), false, "",
     N("nothing was undone")},
    {"view.restore", N("View"), N("Restore layout"), "Ctrl+Shift+0",
     N("Put the docks of this workspace back"), false, N("reset docks")},
    {"view.closeDock", N("View"), N("Close dock"), "Ctrl+W",
     N("Take the dock that has the keyboard out of this workspace")},
    {"view.floatDock", N("View"), N("Float dock"), "Ctrl+Shift+U",
     N("Make the dock that has the keyboard a window of its own, or put it back"), false,
     N("undock detach window")},
    {"view.theme", N("View"), N("Switch light and dark"), "Ctrl+Shift+L",
     N("Change between the two themes"), false, N("dark light colours")},
    {"view.follow", N("View"), N("Follow the newest episode"), "Ctrl+Shift+F",
     N("Keep the list at the newest episode while the run goes"), true, N("live tail")},
    {"view.facts", N("View"), N("Compiler facts in the margin"), "",
     N("Show registers, and widths of loads and stores, beside the candidate"), true},
    {"view.links", N("View"), N("Links of reference and candidate"), "",
     N("Show which kernel does which operation, as far as there is evidence"), true},
    {"view.background", N("View"), N("Verify the selected episode in the background"), "",
     N("While the machine is idle, run the selected candidate in the sandbox for its links and "
       "compiler levels"),
     true},
    {"view.steps", N("View"), N("Step slider"), "",
     N("Show the slider that sets the step of all panels"), true},
    {"view.motion", N("View"), N("Reduce motion"), "",
     N("The replay goes from event to event instead of flowing, and time travel stays longer"),
     true, N("animation accessibility")},
    {"view.wholeRun", N("View"), N("Show the whole run"), "Ctrl+Shift+W",
     N("Take the range of steps away that funnel and list are limited to")},

    {"curves.add", N("Curves"), N("Add run to the curves..."), "Ctrl+Shift+A",
     N("Lay the curves of another run over those shown"), false, N("overlay compare")},
    {"curves.plots", N("Curves"), N("Choose plots..."), "",
     N("Choose what is plotted: any metric of the run"), false, N("metrics")},
    {"curves.phases", N("Curves"), N("Phases of the curves..."), "Ctrl+Alt+G",
     N("Zoom to a phase of the run, or hide where phases begin")},
    {"curves.clear", N("Curves"), N("Take added runs away"), "",
     N("Show the curves of the run of this window alone")},
    {"curves.log", N("Curves"), N("Logarithmic curves"), "Ctrl+Shift+G",
     N("Logarithmic y axis in all line plots"), true, N("scale")},
    {"curves.pause", N("Curves"), N("Pause the view of the curves"), "Ctrl+Shift+P",
     N("Hold the picture; data goes on arriving"), true},
    {"curves.values", N("Curves"), N("Table of values"), "Ctrl+Shift+D",
     N("Show the values at the cursor beside the curves"), true},
    {"curves.reset", N("Curves"), N("Show all steps"), "",
     N("Undo zoom and shift of the curves, and follow the newest step"), false, N("zoom out")},
    {"curves.export", N("Curves"), N("Export curves..."), "Ctrl+Shift+S",
     N("Save the stored values as CSV, or the picture as PNG, SVG or PDF"), false,
     N("save csv png svg pdf picture")},

    {"compare.add", N("Compare runs"), N("Add runs to the table..."), "",
     N("Add a run, or all runs of a folder, to the table of runs"), false, N("eval")},
    {"compare.filter", N("Compare runs"), N("Filter runs"), "Ctrl+Shift+T",
     N("Type a filter for the table of runs")},
    {"compare.columns", N("Compare runs"), N("Choose columns..."), "",
     N("Choose the columns of the table of runs, which are also the axes")},
    {"compare.parallel", N("Compare runs"), N("Parallel coordinates"), "Ctrl+Shift+Y",
     N("Show every run as a line through its settings and metrics")},
    {"compare.settings", N("Compare runs"), N("Compare settings"), "Ctrl+Shift+I",
     N("Show the settings in which the chosen runs differ")},
    {"compare.export", N("Compare runs"), N("Export table of runs..."), "",
     N("Save the shown rows and columns as CSV")},

    {"go.palette", N("Go"), N("Search or run a command"), "Ctrl+K",
     N("Find any command, run or episode by its name")},
    {"go.filter", N("Go"), N("Filter episodes"), "Ctrl+Shift+E",
     N("Type a filter for the episode list"), false, N("search")},
    {"go.bookmarks", N("Go"), N("Show bookmarked episodes"), "Ctrl+Shift+B",
     N("Filter the list for episodes with a bookmark")},
    {"go.next", N("Go"), N("Next episode"), "Alt+Down", N("Select the next episode of the list")},
    {"go.previous", N("Go"), N("Previous episode"), "Alt+Up",
     N("Select the previous episode of the list")},
    {"go.nextChange", N("Go"), N("Next difference"), "F8",
     N("Go to the next changed line of the candidate")},
    {"go.previousChange", N("Go"), N("Previous difference"), "Shift+F8",
     N("Go to the previous changed line of the candidate")},

    {"go.linked", N("Go"), N("Go to the compiled or the source line"), "F6",
     N("From a line of the candidate to what the compiler made of it, and back")},
    {"go.otherLevel", N("Go"), N("Go to the other compiler level"), "Shift+F6",
     N("Between two compiler levels side by side, to what is linked")},
    {"go.nextLinked", N("Go"), N("Next linked line"), "F7",
     N("Go to the next line that belongs to the same place, or to the next number in the sources")},
    {"go.previousLinked", N("Go"), N("Previous linked line"), "Shift+F7",
     N("Go to the previous line that belongs to the same place, or to the previous number")},
    {"go.partner", N("Go"), N("Go to the partner in the other source"), "F4",
     N("From an operation of the reference to the kernel that does it, and back")},
    {"go.tellLine", N("Go"), N("Tell what is known about this line"), "Shift+F4",
     N("Show the evidence and the compiler's facts of the line with the cursor")},

    {"episode.verify", N("Episode"), N("Verify again"), "Ctrl+Shift+V",
     N("Judge the recorded candidate now, in the sandbox, and show what differs from the record"),
     false, N("judge check run"), N("needs a selected episode")},
    {"episode.toVerify", N("Episode"), N("Edit in Verify"), "Ctrl+E",
     N("Take reference and candidate of this episode to the Verify workspace"), false, "",
     N("needs a selected episode")},
    {"episode.copy", N("Episode"), N("Copy candidate"), "Ctrl+Shift+K",
     N("Copy the source of the candidate"), false, "", N("needs a selected episode")},
    {"episode.script", N("Episode"), N("Reproduce as script..."), "",
     N("Save one Python program that shows this verdict on one input, without Nereid"), false,
     N("reproducer export"), N("needs a selected episode")},
    {"episode.copyScript", N("Episode"), N("Copy script that reproduces"), "",
     N("Copy that program instead of saving it"), false, "", N("needs a selected episode")},

    {"episode.debug", N("Episode"), N("Debug kernel"), "Ctrl+F10",
     N("Step through the program that stored the first wrong element, with all of its values"),
     false, N("step trace"), N("needs a selected episode with a kernel")},

    {"episode.bookmark", N("Episode"), N("Bookmark"), "Ctrl+D",
     N("Set or take away the bookmark of the selected episodes; the record stays as it is"), true,
     N("star favourite"), N("needs a selected episode")},
    {"episode.note", N("Episode"), N("Note..."), "Ctrl+Shift+N",
     N("Write a note on the selected episode; it is kept beside the record"), false, "",
     N("needs a selected episode")},
    {"episode.advise", N("Episode"), N("Ask the advisor"), "Ctrl+Alt+V",
     N("Ask a served model for advice on this candidate; verdict and reward stay as they are"),
     false, "", N("needs a selected episode and an advisor")},
    {"episode.advisor", N("Episode"), N("Choose the advisor..."), "",
     N("Name the endpoint and the model that are asked for advice")},
    {"episode.mark", N("Episode"), N("Mark as first of two"), "Ctrl+M",
     N("Compare this candidate with those that are selected from now on"), false, "",
     N("needs a selected episode")},
    {"episode.pair", N("Episode"), N("Compare two candidates"), "Ctrl+Shift+M",
     N("Show the two selected candidates, or the marked and the selected one, word by word"), false,
     "", N("needs two selected episodes, or a marked and a selected one")},

    {"replay.play", N("Replay"), N("Play or pause the replay"), "Ctrl+Space",
     N("Play the selected episode")},
    {"replay.back", N("Replay"), N("Step back"), "Alt+Left",
     N("Go to the previous event of the replay")},
    {"replay.on", N("Replay"), N("Step on"), "Alt+Right", N("Go to the next event of the replay")},
    {"replay.unlikely", N("Replay"), N("Next least probable token"), "F9",
     N("Go to the least probable token of the completion, then to the next one"), false, "",
     N("needs a selected episode")},
    {"replay.unlikelyBack", N("Replay"), N("Previous least probable token"), "Shift+F9",
     N("Go back to the token that was less probable"), false, "", N("needs a selected episode")},
    {"replay.colour", N("Replay"), N("Colour the tokens by the next quantity"), "Ctrl+Shift+H",
     N("Log-probability, entropy, plan and code, or nothing")},
    {"replay.tokensCopy", N("Replay"), N("Copy the table of tokens"), "",
     N("Copy every token with its numbers as CSV"), false, "", N("needs a selected episode")},
    {"replay.tokensSave", N("Replay"), N("Save the table of tokens..."), "",
     N("Save every token with its numbers as CSV"), false, "", N("needs a selected episode")},
    {"replay.groupNext", N("Replay"), N("Next completion of the group"), "Alt+PgDown",
     N("Select the next completion of the same prompt"), false, "", N("needs a selected episode")},
    {"replay.groupBack", N("Replay"), N("Previous completion of the group"), "Alt+PgUp",
     N("Select the previous completion of the same prompt"), false, "",
     N("needs a selected episode")},
    {"replay.turnNext", N("Replay"), N("Turn after"), "Alt+Shift+PgDown",
     N("Select the answer that was asked for with this one and its verdict"), false, "",
     N("needs an episode of a run with several turns")},
    {"replay.turnBack", N("Replay"), N("Turn before"), "Alt+Shift+PgUp",
     N("Select the answer that this one was asked to better"), false, "",
     N("needs an episode of a run with several turns")},
    {"replay.taskNext", N("Replay"), N("Same task in the next step"), "Ctrl+Shift+PgDown",
     N("Select the best answer to this task in the next step that asked for it"), false, "",
     N("needs a selected episode")},
    {"replay.taskBack", N("Replay"), N("Same task in the step before"), "Ctrl+Shift+PgUp",
     N("Select the best answer to this task in the step before that asked for it"), false, "",
     N("needs a selected episode")},
    {"replay.export", N("Replay"), N("Export episode..."), "Ctrl+Shift+X",
     N("Save the selected episodes with their groups as one file that another Nereid opens"), false,
     N("save share"), N("needs a selected episode")},
    {"replay.exportHistory", N("Replay"), N("Export episode with its task's history..."), "",
     N("The same with every answer to the task in all steps, for time travel"), false, "",
     N("needs a selected episode")},

    {"verify.now", N("Verify"), N("Verify candidate"), "Ctrl+Return;Ctrl+Enter",
     N("Judge the candidate in the editor against the reference"), false, N("judge check")},
    {"verify.cancel", N("Verify"), N("Cancel the verification"), "",
     N("End the verification under way; Escape in an editor does the same"), false, "",
     N("needs a verification under way")},
    {"verify.open", N("Verify"), N("Open source..."), "Ctrl+Alt+E",
     N("Open a file in the editor that has the keyboard")},
    {"verify.task", N("Verify"), N("Choose a task as reference..."), "Ctrl+N",
     N("Take the reference of a synthetic task or of one of KernelBench"), false,
     N("reference kernelbench template")},
    {"verify.save", N("Verify"), N("Save source"), "Ctrl+S",
     N("Save the editor that has the keyboard")},
    {"verify.line", N("Verify"), N("Go to the line of the reason"), "Ctrl+G",
     N("Move the cursor to the line that the verdict names")},
    {"verify.zoo", N("Verify"), N("Judge the cheat zoo"), "Ctrl+Shift+J",
     N("Put the verifier to the test with every cheat and its honest twin, or end that run"), false,
     N("cheats test")},

    {"help.manual", N("Help"), N("Manual"), "F1", N("Show the manual at the page on this dock"),
     false, N("docs documentation")},
    {"help.shortcuts", N("Help"), N("Keyboard shortcuts"), "Ctrl+F1;?",
     N("Show every command and its keys"), false, N("keys hotkeys")},
    {"help.setup", N("Help"), N("Set up the Python environment..."), "",
     N("Make the environment with torch and triton that training and verifying need"), false,
     N("install torch triton environment")},
    {"help.about", N("Help"), N("About Nereid"), "", N("Version, licence and the libraries inside"),
     false, N("version licence")},
};
#undef N

QList<QKeySequence> parseShortcuts(const char* keys) {
  QList<QKeySequence> sequences;
  const QStringList parts = QString::fromLatin1(keys).split(QLatin1Char(';'), Qt::SkipEmptyParts);
  for (const QString& part : parts) sequences << QKeySequence(part, QKeySequence::PortableText);
  return sequences;
}

}  // namespace

QString actionText(const char* text) {
  return QCoreApplication::translate("Actions", text);
}

std::span<const ActionInfo> actionTable() {
  return kActions;
}

ActionRegistry::ActionRegistry(QWidget* window) : QObject(window), m_window(window) {
  for (const ActionInfo& info : kActions) {
    QAction* action =
        add(QString::fromLatin1(info.id), actionText(info.menu), actionText(info.text),
            actionText(info.tip), parseShortcuts(info.shortcut));
    action->setCheckable(info.checkable);
    if (*info.also != '\0') m_words[action].also = actionText(info.also);
    if (*info.needs != '\0') m_words[action].needs = actionText(info.needs);
  }
}

QAction* ActionRegistry::add(const QString& id, const QString& menu, const QString& text,
                             const QString& tip, const QList<QKeySequence>& shortcuts) {
  auto* action = new QAction(text, m_window);
  action->setObjectName(id);
  action->setShortcuts(shortcuts);
  action->setStatusTip(tip);
  m_words.insert(action, {menu, tip, {}, {}});
  action->setToolTip(tooltip(action));
  m_window->addAction(action);
  m_actions << action;
  m_byId.insert(id, action);
  return action;
}

QAction* ActionRegistry::action(const QString& id) const {
  QAction* action = m_byId.value(id);
  NEREID_CHECK(action != nullptr, "no action " + id.toStdString());
  return action;
}

QString ActionRegistry::menuOf(const QAction* action) const {
  return m_words.value(action).menu;
}

QString ActionRegistry::tipOf(const QAction* action) const {
  return m_words.value(action).tip;
}

QString ActionRegistry::synonymsOf(const QAction* action) const {
  return m_words.value(action).also;
}

QString ActionRegistry::whyNot(const QAction* action) const {
  if (action->isEnabled()) return {};
  const QString needs = m_words.value(action).needs;
  return needs.isEmpty() ? tr("not possible now") : needs;
}

void ActionRegistry::bind(const QString& id, QObject* receiver, std::function<void()> effect) {
  connect(action(id), &QAction::triggered, receiver, [effect = std::move(effect)] { effect(); });
}

void ActionRegistry::fillMenu(QMenu* menu) const {
  QHash<QString, QMenu*> submenus;
  for (QAction* action : m_actions) {
    const QString title = menuOf(action);
    QMenu*& submenu = submenus[title];
    if (submenu == nullptr) submenu = menu->addMenu(title);
    submenu->addAction(action);
  }
}

QString ActionRegistry::tooltip(const QAction* action) {
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  const QString effect = action->statusTip();
  return keys.isEmpty() ? effect : tr("%1 (%2)").arg(effect, keys);
}

}  // namespace nereid::app
