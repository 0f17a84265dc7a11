// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the workspaces and their docks.
#include <QFile>
#include <QSettings>
#include <QSignalBlocker>
#include <QTabBar>
#include <algorithm>
#include <optional>

#include "app/bench/bench_editor.h"
#include "app/bench/bench_templates.h"
#include "app/bench/verify_history.h"
#include "app/bench/verify_page.h"
#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/episodes/advice_tools.h"
#include "app/pictures/pictures.h"
#include "app/window/main_window.h"
#include "app/window/start_page.h"
#include "app/zoo/verifier_page.h"
#include "app/zoo/zoo_page.h"
#include "engine/base/hash.h"
#include "engine/base/paths.h"
#include "engine/record/library/judgements.h"
#include "engine/record/tokens.h"
#include "widgets/code/level_view.h"
#include "widgets/curves/curves_view.h"
#include "widgets/debugger/kernel_debugger.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_summaries.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/look/table_view.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/travel_view.h"
#include "widgets/verdict/advice_line.h"

namespace nereid::app {

using widgets::EpisodeList;

namespace {

constexpr qint64 kJudgedAt = 1'795'305'600'000;

QWidget* makeEmptyMonitor(Scene& scene) {
  return scene.show("monitor");
}
QWidget* makeEmptyInspect(Scene& scene) {
  return scene.show("inspect");
}
QWidget* makeEmptyReplay(Scene& scene) {
  return scene.show("replay");
}
QWidget* makeEmptyCompare(Scene& scene) {
  return scene.show("compare");
}
QWidget* makeEmptyVerify(Scene& scene) {
  return scene.show("verify");
}

/// The start page, as a first start shows it, with what is known of each run.
QWidget* makeWelcome(Scene& scene) {
  MainWindow& window = scene.window();
  scene.show("monitor");
  window.showStartPage(true);
  const auto& cards = window.startPage().cards();
  Scene::waitUntil([&] {
    return std::none_of(cards.begin(), cards.end(),
                        [](const ExampleCard* card) { return card->facts().isEmpty(); });
  });
  scene.later([&window] { window.showStartPage(false); });
  return &window;
}

QWidget* makeMonitor(Scene& scene) {
  return scene.show("monitor");
}

QWidget* makeFunnel(Scene& scene) {
  return scene.show("monitor", "funnel");
}

/// The commonest reasons of the last steps, in place of the ways out.
QWidget* makeReasons(Scene& scene) {
  QWidget* window = scene.show("monitor", "funnel");
  auto* funnel = scene.window().docks().view<widgets::FunnelView>("funnel");
  funnel->reasonsAction()->setChecked(true);
  scene.later([funnel] { funnel->reasonsAction()->setChecked(false); });
  return window;
}

/// The table of values beside the curves, with a second cursor.
QWidget* makeValues(Scene& scene) {
  QWidget* window = scene.show("monitor");
  auto* curves = scene.window().docks().view<widgets::CurvesView>("curves");
  curves->setTableVisible(true);
  curves->setSecondCursorStep(10);
  scene.later([curves] {
    curves->setTableVisible(false);
    curves->setSecondCursorStep({});
  });
  return window;
}

/// The list with a filter.
QWidget* makeFilter(Scene& scene) {
  QWidget* window = scene.show("monitor", "log");
  auto* episodes = scene.window().docks().view<EpisodeList>("episodes");
  episodes->setFilter(QStringLiteral("level:2 reason:wrong -is:accepted"));
  scene.later([episodes] { episodes->setFilter(QString()); });
  return window;
}

QWidget* makeInspect(Scene& scene) {
  return scene.show("inspect");
}
QWidget* makeGroup(Scene& scene) {
  return scene.show("inspect", "group");
}
QWidget* makeCompiler(Scene& scene) {
  return scene.show("inspect", "compiler");
}
QWidget* makeReward(Scene& scene) {
  return scene.show("inspect", "reward");
}

/// Two candidates of one group.
QWidget* makePair(Scene& scene) {
  MainWindow& window = scene.window();
  QWidget* shown = scene.show("inspect");
  auto* episodes = window.docks().view<EpisodeList>("episodes");
  if (episodes->proxy()->rowCount() < 2) return nullptr;
  window.actions().action(QStringLiteral("episode.mark"))->trigger();
  const widgets::EpisodePtr first = window.subject().episode();
  episodes->selectNext(1);
  Scene::waitUntil([&] { return window.subject().episode() != first; });
  scene.show("inspect", "pair");
  return shown;
}

/// What the compiler made of the candidate, which is compiled for it now.
QWidget* makeLevels(Scene& scene) {
  MainWindow& window = scene.window();
  if (!has_environment() || window.subject().episode() == nullptr) return nullptr;
  scene.show("inspect", "levels");
  auto* levels = window.docks().view<widgets::LevelView>("levels");
  Q_EMIT levels->verifyRequested();
  constexpr int kVerifierLimitMs = 180'000;  // on a busy machine; it starts with this candidate
  if (!Scene::waitUntil([&] { return levels->isShowingText(); }, kVerifierLimitMs)) return nullptr;
  QWidget* shown = scene.show("inspect", "levels");
  if (!levels->besideAction()->isChecked()) levels->besideAction()->trigger();
  verify::SourcePlace place;
  const std::string& text = window.subject().candidate();
  const std::size_t load = text.find("tl.load(");
  if (load != std::string::npos)
    place.line = 1 + static_cast<int>(std::count(
                         text.begin(), text.begin() + static_cast<std::ptrdiff_t>(load), '\n'));
  window.selection().setPlace(place);
  return shown;
}

/// A program of the candidate, which is judged for it now.
QWidget* makeDebugger(Scene& scene) {
  MainWindow& window = scene.window();
  if (!has_environment() || window.subject().episode() == nullptr) return nullptr;
  scene.show("inspect", "debugger");
  window.actions().action(QStringLiteral("episode.debug"))->trigger();
  auto* debugger = window.docks().view<widgets::KernelDebugger>("debugger");
  constexpr int kVerifierLimitMs = 180'000;  // on a busy machine; it starts with this candidate
  if (!Scene::waitUntil([&] { return debugger->walk().steps() > 0; }, kVerifierLimitMs))
    return nullptr;
  return scene.show("inspect", "debugger");
}

QWidget* makeDifference(Scene& scene) {
  if (!has_environment()) return nullptr;
  return scene.show("inspect", "difference");
}

QWidget* makeReplay(Scene& scene) {
  QWidget* window = scene.show("replay");
  scene.window().docks().view<widgets::ReplayView>("story")->eventsView()->scrollToBottom();
  return window;
}

/// Plan and code of an answer, with what they were paid where a run pays them apart.
QWidget* makeClasses(Scene& scene) {
  MainWindow& window = scene.window();
  const auto* proxy = window.docks().view<EpisodeList>("episodes")->proxy();
  for (int row = 0; row < proxy->rowCount(); ++row) {
    scene.select(proxy->row(row).id);
    const auto& episode = window.subject().episode();
    constexpr int kMostLooks = 40;  // each reads an episode
    const bool hasPlan = episode && episode->reward.plan && episode->plan_advantage != 0 &&
                         record::thinking_end(episode->completion) > 0;
    if (hasPlan || row == kMostLooks) break;
  }
  scene.show("replay", "story");
  auto* tokens = window.docks().view<widgets::ReplayView>("story")->tokens();
  tokens->setQuantity(widgets::TokenQuantity::kClass);
  scene.later([tokens] { tokens->setQuantity(widgets::TokenQuantity::kLogprob); });
  return &window;
}

/// Advice as a served model gave it, in the docks with the verdict.
QWidget* makeAdvice(Scene& scene) {
  QWidget* window = scene.show("inspect");
  advise::Advice advice;
  advice.torch_fallback = true;
  advice.explanation = "forward calls torch.relu after the kernel";
  advice.model = "Qwen3-32B";
  advice.prompt = "advisor-1";
  advice.unix_ms = kJudgedAt;
  const auto& lines = scene.window().advice().lines();
  for (widgets::AdviceLine* line : lines) line->showAdvice(advice);
  scene.later([lines] {
    for (widgets::AdviceLine* line : lines) line->showNothing();
  });
  return window;
}

/// All answers to the name that came in most steps.
QWidget* makeTravel(Scene& scene) {
  MainWindow& window = scene.window();
  const auto* proxy = window.docks().view<EpisodeList>("episodes")->proxy();
  struct Name {
    std::vector<std::int64_t> steps;
    qint64 newest = 0;
  };
  QMap<QString, Name> names;
  for (int row = 0; row < proxy->rowCount(); ++row) {
    const record::EpisodeRow& one = proxy->row(row);
    Name& name = names[QString::fromStdString(one.task_name)];
    if (std::find(name.steps.begin(), name.steps.end(), one.key.step) == name.steps.end())
      name.steps.push_back(one.key.step);
    const bool isLate = one.rejected_at >= verify::Stage::kTiny;
    if (name.newest == 0 && !one.accepted && isLate) name.newest = one.id;
  }
  if (names.isEmpty()) return nullptr;
  const auto most = std::max_element(names.begin(), names.end(), [](const Name& a, const Name& b) {
    return a.steps.size() < b.steps.size();
  });
  auto* travel = window.docks().view<widgets::TravelView>("travel");
  travel->nameAction()->setChecked(true);
  scene.select(most->newest);
  return scene.show("replay", "travel");
}

RunComparison* comparison(Scene& scene, RunComparison::Page page) {
  if (!scene.options().beside.empty()) {
    QSettings().setValue(QStringLiteral("runtable/folders"),
                         QStringList(QString::fromStdString(scene.options().beside)));
  }
  auto* comparison = scene.window().docks().view<RunComparison>("runtable");
  scene.show("compare", "runtable");
  Scene::spin(200);
  Scene::waitUntil([&] { return !comparison->summaries()->isReading(); });
  comparison->showPage(page);
  return comparison;
}

QWidget* makeCompare(Scene& scene) {
  comparison(scene, RunComparison::kCurvesPage);
  return &scene.window();
}
QWidget* makeParallel(Scene& scene) {
  comparison(scene, RunComparison::kParallelPage);
  return &scene.window();
}
QWidget* makeSettings(Scene& scene) {
  comparison(scene, RunComparison::kSettingsPage);
  return &scene.window();
}
QWidget* makeAblation(Scene& scene) {
  auto* runs = comparison(scene, RunComparison::kAblationPage);
  scene.later([runs] { runs->showPage(RunComparison::kCurvesPage); });
  return &scene.window();
}

/// Judgements of the bench as a session leaves them: answers of the run, the selected one last.
std::vector<record::JudgementRow> judgements(Scene& scene) {
  std::vector<record::JudgementRow> rows;
  const auto& group = scene.window().subject().group();
  if (group == nullptr) return rows;
  for (const record::EpisodeRow& one : *group) {
    record::JudgementRow row;
    row.id = static_cast<std::int64_t>(rows.size()) + 1;
    row.unix_ms = kJudgedAt + row.id * 95'000;
    row.name = one.task_name;
    row.judged = true;
    row.accepted = one.accepted;
    row.furthest_stage = one.furthest_stage;
    row.rejected_at = one.rejected_at;
    row.reason_code = one.reason_code;
    row.reason_message = one.reason_message;
    row.total_ms = one.verify_ms;
    rows.push_back(std::move(row));
  }
  return rows;
}

// A picture must not take the place of what the user has in the editors.
void showInEditors(Scene& scene, const VerifyRecord& record) {
  auto* page = scene.window().docks().view<VerifyPage>("editors");
  const QSignalBlocker noReference(page->reference());
  const QSignalBlocker noCandidate(page->candidate());
  page->showRecord(std::make_shared<const VerifyRecord>(record));
}

/// The bench with the selected episode's sources and verdict.
QWidget* makeVerify(Scene& scene) {
  QWidget* window = scene.show("verify", "editors");
  const widgets::EpisodePtr episode = scene.window().subject().episode();
  if (episode == nullptr) return window;
  auto* history = scene.window().docks().view<VerifyHistory>("history");
  history->setRows(std::make_shared<const std::vector<record::JudgementRow>>(judgements(scene)));
  showInEditors(scene, {QString::fromStdString(episode->reference),
                        QString::fromStdString(episode->candidate),
                        VerdictPtr(episode, &episode->verdict), kJudgedAt});
  scene.show("verify", "editors");
  return window;
}

/// The template that a verdict judged.
std::optional<BenchSources> sourcesOf(const verify::Verdict& verdict) {
  for (const BenchTemplate& each : benchTemplates()) {
    const Result<BenchSources> sources = readTemplate(each.id);
    if (sources && sha256_hex(sources->candidate.toStdString()) == verdict.candidate_sha256)
      return *sources;
  }
  return std::nullopt;
}

/// A verdict with GPU time from a file, of a template; without one there is none to show.
QWidget* makeTiming(Scene& scene) {
  QFile file(QString::fromStdString(scene.options().verdict));
  if (!file.open(QIODevice::ReadOnly)) return nullptr;
  const auto verdict = verify::verdict_from_json_text(file.readAll().toStdString());
  if (!verdict) return nullptr;
  const std::optional<BenchSources> sources = sourcesOf(*verdict);
  if (!sources) return nullptr;
  record::Judgement judgement;
  judgement.id = 1;
  judgement.unix_ms = kJudgedAt;
  judgement.name = "softmax";
  judgement.verdict = *verdict;
  auto* history = scene.window().docks().view<VerifyHistory>("history");
  history->setRows(
      std::make_shared<const std::vector<record::JudgementRow>>(1, record::row_of(judgement)));
  showInEditors(scene, {sources->reference, sources->candidate,
                        std::make_shared<const verify::Verdict>(*verdict), kJudgedAt});
  scene.show("verify", "editors");
  scene.window().docks().activate(QStringLiteral("timing"));
  scene.window().dockArea()->setFocus();
  return &scene.window();
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

/// The zoo with one class unfolded.
QWidget* makeVerifier(Scene& scene) {
  QWidget* window = scene.show("verify", "verifier");
  auto* verifier = scene.window().docks().view<VerifierPage>("verifier");
  verifier->showZoo();
  ZooPage* zoo = verifier->zoo();
  // Without a zoo it says why it is empty.
  if (Scene::waitUntil([&] { return zoo->run().zoo() != nullptr; }))
    zoo->select(tellingTrick(zoo->run()), /*twin=*/false);
  return window;
}

QWidget* makeLanes(Scene& scene) {
  QWidget* window = scene.show("verify", "verifier");
  auto* verifier = scene.window().docks().view<VerifierPage>("verifier");
  verifier->tabs()->setCurrentIndex(1);
  scene.later([verifier] { verifier->showZoo(); });
  return window;
}

constexpr Picture kEmpty[] = {
    {"welcome", makeWelcome},
    {"empty-monitor", makeEmptyMonitor},
    {"empty-inspect", makeEmptyInspect},
    {"empty-replay", makeEmptyReplay},
    {"empty-compare", makeEmptyCompare},
    {"empty-verify", makeEmptyVerify},
};

constexpr Picture kViews[] = {
    {"monitor", makeMonitor},       {"funnel", makeFunnel},   {"reasons", makeReasons},
    {"values", makeValues},         {"filter", makeFilter},   {"inspect", makeInspect},
    {"group", makeGroup},           {"pair", makePair},       {"compiler", makeCompiler},
    {"reward", makeReward},         {"timing", makeTiming},   {"replay", makeReplay},
    {"travel", makeTravel},         {"compare", makeCompare}, {"parallel", makeParallel},
    {"settings", makeSettings},     {"classes", makeClasses}, {"advice", makeAdvice},
    {"ablation", makeAblation},     {"verify", makeVerify},   {"verifier", makeVerifier},
    {"lanes", makeLanes},           {"levels", makeLevels},   {"debugger", makeDebugger},
    {"difference", makeDifference},
};

}  // namespace

std::span<const Picture> emptyPictures() {
  return kEmpty;
}

std::span<const Picture> viewPictures() {
  return kViews;
}

}  // namespace nereid::app
