// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshots.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <functional>

#include "app/actions.h"
#include "app/bench_editor.h"
#include "app/cli/commands.h"
#include "app/command_palette.h"
#include "app/docks.h"
#include "app/estimate_view.h"
#include "app/main_window.h"
#include "app/manual_window.h"
#include "app/remote_dialog.h"
#include "app/run_comparison.h"
#include "app/selection.h"
#include "app/setup_dialog.h"
#include "app/shortcut_sheet.h"
#include "app/start_dialog.h"
#include "app/subject.h"
#include "app/verifier_page.h"
#include "app/verify_page.h"
#include "app/workspaces.h"
#include "app/zoo_page.h"
#include "widgets/episode_list.h"
#include "widgets/run_summaries.h"
#include "widgets/settings_form.h"
#include "widgets/theme.h"
#include "widgets/travel_view.h"

namespace nereid::app {

using widgets::EpisodeList;
using widgets::ThemeMode;

namespace {

constexpr int kSettleMs = 250;  // longer than every gathering timer of the views
constexpr int kLoadLimitMs = 20'000;

void spin(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

bool waitUntil(const std::function<bool()>& condition) {
  QElapsedTimer clock;
  clock.start();
  while (!condition() && clock.elapsed() < kLoadLimitMs) spin(20);
  return condition();
}

/// A rejection late in the funnel shows most of what the window can say.
qint64 tellingEpisode(const EpisodeList& episodes) {
  const auto* proxy = episodes.proxy();
  for (const verify::Stage wanted :
       {verify::Stage::kFull, verify::Stage::kTiny, verify::Stage::kCompile}) {
    for (int row = 0; row < proxy->rowCount(); ++row) {
      if (proxy->row(row).rejected_at == wanted) return proxy->row(row).id;
    }
  }
  return proxy->rowCount() > 0 ? proxy->row(0).id : 0;
}

class Photographer {
 public:
  explicit Photographer(const WorkbenchOptions& options)
      : m_folder(QString::fromStdString(options.screenshot)),
        m_suffix(options.scale == 1 ? QString() : QStringLiteral("@%1x").arg(options.scale)) {}

  bool take(QWidget& widget, const QString& name) {
    spin(kSettleMs);
    const QString theme =
        widgets::theme().isDark() ? QStringLiteral("dark") : QStringLiteral("light");
    const QString file =
        m_folder.filePath(name + QLatin1Char('-') + theme + m_suffix + QStringLiteral(".png"));
    if (widget.grab().save(file)) return true;
    report_error(
        {ErrorCode::kUnavailable, "cannot write " + file.toStdString() +
                                      "; choose a folder with --screenshot that you may write to"});
    return false;
  }

 private:
  QDir m_folder;
  QString m_suffix;
};

bool takeDialogs(MainWindow& window, Photographer& photographer) {
  StartDialog start(&window);
  start.show();
  waitUntil([&] { return start.estimate()->isSettled(); });
  if (!photographer.take(start, QStringLiteral("start"))) return false;
  start.draft().setText(QStringLiteral("grpo.num_generations"), QStringLiteral("16"));
  start.draft().setText(QStringLiteral("grpo.beta"), QStringLiteral("0.02"));
  waitUntil([&] { return start.estimate()->isSettled(); });
  start.pages()->setCurrentIndex(StartDialog::kDifferences);
  if (!photographer.take(start, QStringLiteral("start-changes"))) return false;
  start.pages()->setCurrentIndex(StartDialog::kEstimate);
  if (!photographer.take(start, QStringLiteral("start-estimate"))) return false;
  start.pages()->setCurrentIndex(StartDialog::kAll);
  start.draft().setText(QStringLiteral("grpo.epsilon"), QStringLiteral("2"));
  start.form()->reveal(QStringLiteral("grpo.num_generations"));
  if (!photographer.take(start, QStringLiteral("start-all"))) return false;
  start.close();
  window.actions().action(QStringLiteral("help.setup"))->trigger();
  auto* setup = window.findChild<SetupDialog*>();
  if (!photographer.take(*setup, QStringLiteral("setup"))) return false;
  setup->close();
  ShortcutSheet sheet(window.actions(), &window);
  sheet.show();
  if (!photographer.take(sheet, QStringLiteral("shortcuts"))) return false;
  sheet.close();
  RemoteDialog remote({}, &window);
  remote.show();
  if (!photographer.take(remote, QStringLiteral("remote"))) return false;
  remote.close();
  ManualWindow manual(&window);
  manual.showPage(QStringLiteral("episodes"));
  manual.show();
  if (!photographer.take(manual, QStringLiteral("manual"))) return false;
  manual.close();
  window.actions().action(QStringLiteral("go.palette"))->trigger();
  const bool isTaken = photographer.take(window.palette(), QStringLiteral("palette"));
  window.palette().hide();
  return isTaken;
}

/// A false accept, else a trick that was flagged, else the first one.
int tellingTrick(const ZooRun& run) {
  for (const verify::ZooOutcome wanted :
       {verify::ZooOutcome::kFalse, verify::ZooOutcome::kFlagged}) {
    for (std::size_t i = 0; i < run.pairs().size(); ++i) {
      const VerdictPtr& cheat = run.pairs()[i].cheat;
      if (cheat && verify::zoo_outcome(run.zoo()->entries[i], *cheat, false) == wanted)
        return static_cast<int>(i);
    }
  }
  return 0;
}

/// The dock Verifier of the Verify workspace: the zoo with one class unfolded, then the lanes.
bool takeVerifier(MainWindow& window, Photographer& photographer) {
  auto* verifier = window.docks().view<VerifierPage>("verifier");
  ZooPage* zoo = verifier->zoo();
  window.docks().activate(QStringLiteral("verifier"));
  if (!waitUntil([&] { return zoo->run().zoo() != nullptr; })) {
    return photographer.take(window, QStringLiteral("verifier"));  // it says why it is empty
  }
  zoo->select(tellingTrick(zoo->run()), /*twin=*/false);
  if (!photographer.take(window, QStringLiteral("verifier"))) return false;
  verifier->tabs()->setCurrentIndex(1);
  const bool isTaken = photographer.take(window, QStringLiteral("lanes"));
  verifier->showZoo();
  return isTaken;
}

/// Docks that stand behind others in their workspaces: funnel, group, and two candidates.
bool takeReading(MainWindow& window, Photographer& photographer) {
  auto* episodes = window.docks().view<EpisodeList>("episodes");
  window.workspaces().show(QStringLiteral("monitor"));
  window.docks().activate(QStringLiteral("funnel"));
  window.dockArea()->setFocus();
  if (!photographer.take(window, QStringLiteral("funnel"))) return false;
  window.workspaces().show(QStringLiteral("inspect"));
  window.docks().activate(QStringLiteral("group"));
  window.dockArea()->setFocus();
  if (!photographer.take(window, QStringLiteral("group"))) return false;
  window.workspaces().show(QStringLiteral("replay"));
  auto* travel = window.docks().view<widgets::TravelView>("travel");
  travel->nameAction()->setChecked(true);
  window.docks().activate(QStringLiteral("travel"));
  window.dockArea()->setFocus();
  if (!photographer.take(window, QStringLiteral("travel"))) return false;
  window.docks().activate(QStringLiteral("story"));
  window.workspaces().show(QStringLiteral("inspect"));
  const qint64 shown = window.selection().episode();
  if (episodes->proxy()->rowCount() < 2) return true;
  window.actions().action(QStringLiteral("episode.mark"))->trigger();
  const widgets::EpisodePtr first = window.subject().episode();
  episodes->selectNext(1);
  waitUntil([&] { return window.subject().episode() != first; });
  window.docks().activate(QStringLiteral("pair"));
  window.dockArea()->setFocus();
  const bool isTaken = photographer.take(window, QStringLiteral("pair"));
  window.selection().setEpisode(shown);
  waitUntil([&] { return window.selection().episode() == shown; });
  return isTaken;
}

/// The pages of the comparison that stand behind its curves.
bool takeComparison(MainWindow& window, Photographer& photographer) {
  auto* comparison = window.docks().view<RunComparison>("runtable");
  window.workspaces().show(QStringLiteral("compare"));
  window.docks().activate(QStringLiteral("runtable"));
  window.dockArea()->setFocus();
  waitUntil([&] { return !comparison->summaries()->isReading(); });
  const std::pair<RunComparison::Page, const char*> pages[] = {
      {RunComparison::kParallelPage, "parallel"},
      {RunComparison::kSettingsPage, "settings"},
      {RunComparison::kAblationPage, "ablation"}};
  bool isTaken = true;
  for (const auto& [page, name] : pages) {
    comparison->showPage(page);
    isTaken = isTaken && photographer.take(window, QLatin1String(name));
  }
  comparison->showPage(RunComparison::kCurvesPage);
  window.workspaces().show(QStringLiteral("verify"));
  return isTaken;
}

bool takeTheme(MainWindow& window, Photographer& photographer, ThemeMode mode) {
  widgets::theme().setMode(mode);
  for (const Workspace& workspace : window.workspaces().all()) {
    window.workspaces().show(workspace.id);
    if (workspace.id == QLatin1String("verify")) window.docks().activate(QStringLiteral("editors"));
    if (workspace.id == QLatin1String("verify") && window.subject().episode()) {
      const record::Episode& episode = *window.subject().episode();
      auto* page = window.docks().view<VerifyPage>("editors");
      // A picture must not take the place of what the user has in the editors.
      const QSignalBlocker noReference(page->reference());
      const QSignalBlocker noCandidate(page->candidate());
      page->setSources(QString::fromStdString(episode.reference),
                       QString::fromStdString(episode.candidate));
    }
    if (!photographer.take(window, workspace.id)) return false;
  }
  return takeReading(window, photographer) && takeComparison(window, photographer) &&
         takeVerifier(window, photographer) && takeDialogs(window, photographer);
}

}  // namespace

int takeScreenshots(MainWindow& window, const WorkbenchOptions& options) {
  if (!QDir().mkpath(QString::fromStdString(options.screenshot))) {
    return report_error(
        {ErrorCode::kPermissionDenied,
         "cannot make the folder " + options.screenshot + "; choose one that you may write to"});
  }
  QCursor::setPos(options.width * 2, options.height * 2);  // nothing looks hovered
  window.resize(options.width, options.height);
  window.show();
  if (!options.run.empty()) {
    auto* episodes = window.docks().view<EpisodeList>("episodes");
    if (!waitUntil([&] { return window.feed().isCaughtUp(); })) {
      return report_error(
          {ErrorCode::kCorrupt, "cannot read the run " + options.run +
                                    "; `nereid record check` says what is wrong with it"});
    }
    if (const qint64 id = tellingEpisode(*episodes)) {
      window.selection().setEpisode(id);
      waitUntil([&] { return window.subject().episode() != nullptr; });
      window.selection().setStep(static_cast<double>(window.subject().episode()->key.step));
    }
  }
  Photographer photographer(options);
  const bool isDone = takeTheme(window, photographer, ThemeMode::kLight) &&
                      takeTheme(window, photographer, ThemeMode::kDark);
  return isDone ? kExitDone : kExitError;
}

}  // namespace nereid::app
