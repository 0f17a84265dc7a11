// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of dialogs, lists that fill as one works, and messages.
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QTabWidget>

#include "app/bench/task_picker.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/episodes/note_dialog.h"
#include "app/help/manual_window.h"
#include "app/help/shortcut_sheet.h"
#include "app/launch/estimate_view.h"
#include "app/launch/start_dialog.h"
#include "app/pictures/pictures.h"
#include "app/remote/remote_dialog.h"
#include "app/runs/close_question.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "app/runs/tags_dialog.h"
#include "app/runs/trash_dialog.h"
#include "app/setup/setup_dialog.h"
#include "app/window/command_palette.h"
#include "app/window/main_window.h"
#include "engine/record/library/run_trash.h"
#include "widgets/launch/settings_form.h"
#include "widgets/runs/queue_list.h"
#include "widgets/runs/run_list.h"

namespace nereid::app {

namespace {

void settle(const StartDialog& start) {
  Scene::waitUntil([&] { return start.estimate()->isSettled(); });
}

/// The launch dialog for the pocket run, on a machine that is the same in every picture.
StartDialog* startDialog(Scene& scene) {
  auto dialog = std::make_unique<StartDialog>(&scene.window());
  dialog->estimate()->setMachine(
      {{.total_bytes = 34'400'000'000, .available_bytes = 25'300'000'000}, 112'000'000'000});
  if (auto plan = planOf(QStringLiteral("pocket"), 0)) {
    plan->options.run_dir = "runs/pocket-grpo";
    dialog->setPlan(*plan, QStringLiteral("pocket"));
  }
  StartDialog* start = scene.keep(std::move(dialog));
  settle(*start);
  return start;
}

void change(StartDialog& start) {
  start.draft().setText(QStringLiteral("grpo.num_generations"), QStringLiteral("16"));
  start.draft().setText(QStringLiteral("grpo.beta"), QStringLiteral("0.02"));
  settle(start);
}

QWidget* makeStart(Scene& scene) {
  return startDialog(scene);
}

QWidget* makeStartAll(Scene& scene) {
  StartDialog* start = startDialog(scene);
  change(*start);
  start->pages()->setCurrentIndex(StartDialog::kAll);
  start->draft().setText(QStringLiteral("grpo.epsilon"), QStringLiteral("2"));
  start->form()->reveal(QStringLiteral("grpo.num_generations"));
  return start;
}

QWidget* makeStartChanges(Scene& scene) {
  StartDialog* start = startDialog(scene);
  change(*start);
  start->pages()->setCurrentIndex(StartDialog::kDifferences);
  return start;
}

QWidget* makeStartEstimate(Scene& scene) {
  StartDialog* start = startDialog(scene);
  change(*start);
  start->pages()->setCurrentIndex(StartDialog::kEstimate);
  return start;
}

/// The same with three phases, one of which has settings of its own.
StartDialog* phasedDialog(Scene& scene) {
  StartDialog* start = startDialog(scene);
  widgets::SettingsDraft& draft = start->draft();
  draft.setText(QStringLiteral("phases"), QStringLiteral("[sft, frontend, midend]"));
  draft.setText(QStringLiteral("phase.sft.sft.steps"), QStringLiteral("50"));
  draft.setText(QStringLiteral("phase.sft.optimizer.learning_rate"), QStringLiteral("0.0001"));
  draft.setText(QStringLiteral("phase.midend.grpo.steps"), QStringLiteral("80"));
  settle(*start);
  return start;
}

QWidget* makeStartPhases(Scene& scene) {
  return phasedDialog(scene);
}

QWidget* makeStartPhase(Scene& scene) {
  StartDialog* start = phasedDialog(scene);
  start->pages()->setCurrentIndex(StartDialog::kAll);
  start->form()->reveal(QStringLiteral("phase.sft.optimizer.learning_rate"));
  return start;
}

QWidget* makeStartPhasesEstimate(Scene& scene) {
  StartDialog* start = phasedDialog(scene);
  start->pages()->setCurrentIndex(StartDialog::kEstimate);
  return start;
}

QWidget* makeSetup(Scene& scene) {
  scene.window().actions().action(QStringLiteral("help.setup"))->trigger();
  auto* setup = scene.window().findChild<SetupDialog*>();
  scene.later([setup] { setup->close(); });
  return setup;
}

QWidget* makeShortcuts(Scene& scene) {
  return scene.keep(std::make_unique<ShortcutSheet>(scene.window().actions(), &scene.window()));
}

QWidget* makeRemote(Scene& scene) {
  return scene.keep(std::make_unique<RemoteDialog>(QStringList(), &scene.window()));
}

QWidget* makeManual(Scene& scene) {
  auto manual = std::make_unique<ManualWindow>(&scene.window());
  manual->showPage(QStringLiteral("episodes"));
  return scene.keep(std::move(manual));
}

QWidget* makePalette(Scene& scene) {
  MainWindow& window = scene.window();
  window.actions().action(QStringLiteral("go.palette"))->trigger();
  scene.later([&window] { window.palette().hide(); });
  return &window.palette();
}

QWidget* makeTags(Scene& scene) {
  return scene.keep(std::make_unique<TagsDialog>(
      QStringLiteral("pocket-grpo"), std::vector<std::string>{"baseline", "seed 0"},
      QStringList{QStringLiteral("baseline"), QStringLiteral("seed 0"), QStringLiteral("seed 1"),
                  QStringLiteral("report")},
      &scene.window()));
}

QWidget* makeNote(Scene& scene) {
  record::EpisodeNote note;
  note.bookmarked = true;
  note.text = "The output keeps float32 when the input is float16.";
  return scene.keep(std::make_unique<NoteDialog>(
      note, QStringLiteral("logsumexp, step 37, completion 1"), &scene.window()));
}

QWidget* makeClose(Scene& scene) {
  return scene.keep(
      std::make_unique<CloseQuestion>(QStringLiteral("pocket-grpo"), 84, 2, &scene.window()));
}

QWidget* makeTrash(Scene& scene) {
  const QString runs = scene.folder() + QStringLiteral("/trashed");
  const QString run = runs + QStringLiteral("/pocket-beta");
  QDir().mkpath(run);
  QFile record(run + QStringLiteral("/record.sqlite"));
  if (!record.open(QIODevice::WriteOnly)) return nullptr;
  record.write(QByteArray(2'400'000, ' '));
  record.close();
  if (!record::move_to_trash(run.toStdString(), runs.toStdString())) return nullptr;
  return scene.keep(std::make_unique<TrashDialog>(runs.toStdString(), &scene.window()));
}

QWidget* makeTasks(Scene& scene) {
  auto* picker = scene.keep(std::make_unique<TaskPicker>(&scene.window()));
  Scene::waitUntil([&] { return picker->isLoaded(); });
  picker->line()->setText(QStringLiteral("softmax"));
  return picker;
}

/// Runs that wait below the list of runs.
QWidget* makeQueue(Scene& scene) {
  QWidget* window = scene.show("monitor");
  auto* queue = scene.window().docks().view<widgets::RunList>("runs")->queue();
  queue->setQueue(
      {{QStringLiteral("q1"), QStringLiteral("pocket-beta"),
        QStringLiteral("GRPO \u00b7 150 steps"), QString(), 432},
       {QStringLiteral("q2"), QStringLiteral("qwen-grpo"), QStringLiteral("GRPO \u00b7 300 steps"),
        QStringLiteral("the model Qwen2.5 is not there")},
       {QStringLiteral("q3"), QStringLiteral("pocket-sft"),
        QStringLiteral("SFT \u00b7 3,500 steps")}},
      false, std::numeric_limits<double>::quiet_NaN());
  scene.later([queue] { queue->setQueue({}, false, std::numeric_limits<double>::quiet_NaN()); });
  return window;
}

/// A question under the top bar.
QWidget* makeOffer(Scene& scene) {
  QWidget* window = scene.show("monitor");
  scene.window().messages().showOffer(
      RunFlow::tr(
          "\"%1\" was cut short. It can go on from its checkpoint as if nothing had happened.")
          .arg(QStringLiteral("pocket-grpo")),
      RunFlow::tr("Continue %1 from step %L2").arg(QStringLiteral("pocket-grpo")).arg(40), [] {});
  return window;
}

/// A record that cannot be read: the message, and its line in the list of runs. Last, for it leaves
/// the run of the other pictures.
QWidget* makeBroken(Scene& scene) {
  const QString run = scene.folder() + QStringLiteral("/broken-record");
  QDir().mkpath(run);
  QFile record(run + QStringLiteral("/record.sqlite"));
  if (!record.open(QIODevice::WriteOnly)) return nullptr;
  record.write(QByteArray(8192, 'x'));
  record.close();
  QWidget* window = scene.show("monitor");
  scene.window().flow().openRun(run);
  Scene::spin(500);
  return window;
}

constexpr Picture kDialogs[] = {
    {"start", makeStart},
    {"start-all", makeStartAll},
    {"start-changes", makeStartChanges},
    {"start-estimate", makeStartEstimate},
    {"start-phases", makeStartPhases},
    {"start-phase", makeStartPhase},
    {"start-phases-estimate", makeStartPhasesEstimate},
    {"tasks", makeTasks},
    {"tags", makeTags},
    {"trash", makeTrash},
    {"note", makeNote},
    {"close", makeClose},
    {"setup", makeSetup},
    {"remote", makeRemote},
    {"shortcuts", makeShortcuts},
    {"manual", makeManual},
    {"palette", makePalette},
    {"queue", makeQueue},
    {"offer", makeOffer},
    {"broken", makeBroken},
};

}  // namespace

std::span<const Picture> dialogPictures() {
  return kDialogs;
}

}  // namespace nereid::app
