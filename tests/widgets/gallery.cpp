// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the widgets with generated data, light and dark, to look at while working on them.
#include <QApplication>
#include <QDir>
#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>
#include <QTabBar>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include "tests/widgets/sample_data.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/code_links.h"
#include "widgets/code/compiler_table.h"
#include "widgets/code/find_bar.h"
#include "widgets/code/level_view.h"
#include "widgets/curves/curve_alarms.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/filter/filter_line.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/group/group_view.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/step_slider.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/queue_list.h"
#include "widgets/runs/run_list.h"
#include "widgets/timing/timing_view.h"
#include "widgets/verdict/reward_table.h"
#include "widgets/verdict/verdict_difference.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

// A dock as the window draws it.
QFrame* framed(QWidget* content) {
  auto* frame = new QFrame;
  frame->setObjectName(QStringLiteral("panel"));
  frame->setStyleSheet(
      QStringLiteral("QFrame#panel { background: %1; border: 1px solid %2; border-radius: 8px; }")
          .arg(theme().color(Role::kPanel).name(), theme().color(Role::kLine).name()));
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->addWidget(content);
  return frame;
}

QWidget* column(std::initializer_list<std::pair<QWidget*, int>> parts) {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  for (const auto& [part, stretch] : parts) {
    layout->addWidget(framed(part), stretch);
  }
  return box;
}

QWidget* page(std::initializer_list<std::pair<QWidget*, int>> columns, QSize size) {
  auto* window = new QWidget;
  auto* layout = new QHBoxLayout(window);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  for (const auto& [part, stretch] : columns) {
    layout->addWidget(part, stretch);
  }
  window->resize(size);
  return window;
}

struct Data {
  std::map<QString, record::MetricSeries> metrics = samples::metrics(84);
  std::shared_ptr<const record::Episode> episode =
      std::make_shared<record::Episode>(samples::rejectedEpisode());
  SeriesLookup lookup = [this](const QString& key) {
    const auto found = metrics.find(key);
    return found == metrics.end() ? nullptr : &found->second;
  };
};

QWidget* monitorPage(Data& data, ReplayModel& replay) {
  auto* runs = new RunList;
  QList<RunEntry> entries = samples::runs();
  entries[0].tags = QStringList{QStringLiteral("base")};
  entries[1].tags = QStringList{QStringLiteral("binary"), QStringLiteral("seed 1"),
                                QStringLiteral("for the report")};
  entries[2].archived = true;
  runs->setRuns(entries);
  runs->setShowsArchived(true);
  runs->selectRun(QStringLiteral("/runs/pocket-grpo"));
  runs->queue()->setQueue(
      {{QStringLiteral("q1"), QStringLiteral("pocket-beta"),
        QStringLiteral("GRPO \u00B7 150 steps"), QString(), 432},
       {QStringLiteral("q2"), QStringLiteral("smollm2-grpo"),
        QStringLiteral("GRPO \u00B7 300 steps"), QStringLiteral("the model is not there")},
       {QStringLiteral("q3"), QStringLiteral("pocket-sft"),
        QStringLiteral("SFT \u00B7 3,500 steps")}},
      false, std::numeric_limits<double>::quiet_NaN());
  auto* curves = new CurvesView;
  curves->setSource(data.lookup);
  curves->setRunName(QStringLiteral("pocket-grpo"));
  curves->setCursorStep(61);
  auto* episodes = new EpisodeList;
  episodes->addRows(samples::shared(samples::rows(84, 32)));
  episodes->setFilter(QStringLiteral("level:2 step:>60 reason:"));
  episodes->selectNext(1);
  auto* compare = new CodeCompare;
  compare->setEpisode(*data.episode, 8);
  auto* inputs = new InputsTable;
  inputs->setVerdict(data.episode->verdict);
  inputs->setFixedHeight(270);
  auto* bar = new ReplayBar(&replay);
  bar->setFixedHeight(84);
  runs->setFixedWidth(218);
  return page({{column({{runs, 1}}), 0},
               {column({{curves, 5}, {episodes, 6}}), 9},
               {column({{compare, 1}, {inputs, 0}, {bar, 0}}), 10}},
              {1680, 930});
}

QWidget* replayPage(Data& data, ReplayModel& replay) {
  auto* view = new ReplayView(&replay);
  auto* bar = new ReplayBar(&replay);
  bar->setFixedHeight(84);
  view->setGroup(samples::shared([] {
    auto rows = samples::rows(1, 8, 1, 84);
    for (auto& row : rows) {
      row.key.index = static_cast<int>(row.id) - 1;
      row.key.group = 1;
    }
    return rows;
  }()));
  (void)data;
  return page({{column({{view, 1}, {bar, 0}}), 1}}, {1280, 800});
}

// Lanes in order, to scale, and zoomed into the tokens; the text by entropy and by class.
QWidget* tokensPage(Data& data, ReplayModel& replay) {
  std::vector<EpisodeTimeline*> lines;
  for (int i = 0; i < 3; ++i) {
    lines.push_back(new EpisodeTimeline(&replay));
    lines.back()->setFixedHeight(150);
    lines.back()->resize(1240, 150);
  }
  lines[1]->setMode(TimelineMode::kMeasured);
  lines[2]->setQuantity(TokenQuantity::kEntropy);
  lines[2]->zoomBy(12);
  std::vector<QWidget*> texts;
  for (const TokenQuantity quantity : {TokenQuantity::kEntropy, TokenQuantity::kClass}) {
    auto* panel = new TokenPanel;
    panel->setQuantity(quantity);
    panel->setEpisode(data.episode);
    panel->text()->showTokens(static_cast<int>(data.episode->tokens.size()), true);
    panel->setCurrentToken(40);
    texts.push_back(panel);
  }
  auto* both = new QSplitter;
  for (QWidget* text : texts) both->addWidget(text);
  return page({{column({{lines[0], 0}, {lines[1], 0}, {lines[2], 0}, {both, 1}}), 1}}, {1280, 900});
}

QWidget* tablesPage(Data& data) {
  auto* compiler = new CompilerTable;
  compiler->setVerdict(data.episode->verdict);
  auto* reward = new RewardTable;
  reward->setEpisode(*data.episode);
  auto* difference = new VerdictDifferenceView;
  verify::Verdict now = samples::acceptedEpisode().verdict;
  now.total_ms = 398;
  difference->setVerdicts(data.episode->verdict, now);
  auto* log = new LogView;
  log->addEvents(std::make_shared<const std::vector<record::Event>>(samples::events()));
  auto* marked = new CodeCompare;
  marked->setEpisode(*data.episode, 8);
  marked->setMarksShown(true);
  marked->nextDifference();
  marked->findBar()->openFor(marked->right());
  auto* chips = new QWidget;
  auto* row = new QHBoxLayout(chips);
  using Tone = StatusChip::Tone;
  const std::pair<const char*, Tone> kChips[] = {
      {"Running · step 84 of 150 · 2:41 left", Tone::kGood},
      {"generate 0.9 s · verify 1.7 s · update 0.6 s", Tone::kNeutral},
      {"paused", Tone::kWarning},
      {"failed", Tone::kBad},
      {"42 new", Tone::kAccent}};
  for (const auto& [text, tone] : kChips) {
    auto* chip = new StatusChip(QString::fromUtf8(text));
    chip->setTone(tone);
    chip->setDotVisible(tone != Tone::kNeutral && tone != Tone::kAccent);
    row->addWidget(chip);
  }
  row->addStretch(1);
  return page({{column({{compiler, 1}, {reward, 1}, {difference, 1}}), 1},
               {column({{chips, 0}, {marked, 3}, {log, 1}}), 1}},
              {1440, 860});
}

QWidget* levelsPage() {
  const verify::Verdict verdict = samples::compiledVerdict();
  auto* levels = new LevelView;
  levels->setVerdict(verdict);
  levels->showSourceLine(8);
  auto* ptx = new LevelView;
  ptx->setVerdict(verdict);
  ptx->levelBar()->setCurrentIndex(3);
  ptx->showSourceLine(8);
  levels->besideAction()->setChecked(true);
  auto* tied = new CodeCompare;
  tied->setEpisode(samples::acceptedEpisode(), 8);
  (new CodeLinks(tied->left(), tied->right()))->show(verdict);
  auto* sass = new LevelView;
  sass->setVerdict(verdict);
  sass->levelBar()->setCurrentIndex(4);
  auto* none = new LevelView;
  none->setVerdict(samples::acceptedEpisode().verdict);
  auto* compiler = new CompilerTable;
  compiler->setVerdict(verdict);
  compiler->setFixedHeight(130);
  return page({{column({{levels, 3}, {compiler, 0}, {sass, 2}}), 3},
               {column({{tied, 3}, {ptx, 2}, {none, 1}}), 3}},
              {1680, 960});
}

// The funnel of a whole run, and of a range in a narrow dock without the table.
QWidget* funnelPage(QSize size, bool narrow) {
  auto* funnel = new FunnelView;
  auto rows = samples::rows(150, 32);
  const char* kReasons[] = {"compile_error", "timeout", "data_race", "not_a_tensor", "bad_launch"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    record::EpisodeRow& row = rows[i];
    if (row.rejected_at == verify::Stage::kCompile) row.reason_code = kReasons[i % 3 * (i % 2)];
    if (row.rejected_at == verify::Stage::kTiny) row.reason_code = kReasons[i * i % 11 % 5];
  }
  funnel->addEpisodes(samples::shared(std::move(rows)));
  funnel->setCursorStep(84);
  if (narrow) {
    funnel->setRange(std::pair(60.0, 120.0));
  }
  funnel->refreshNow();
  QWidget* window = page({{column({{funnel, 1}}), 1}}, size);
  funnel->flows()->setCurrent(narrow ? -1 : 2);
  return window;
}

// The filter line with its offers, a problem, bookmarks and a range of steps.
QWidget* filterPage() {
  auto* offers = new EpisodeList;
  offers->addRows(samples::shared(samples::rows(84, 32)));
  offers->setFilter(QStringLiteral("level:2 re"));
  offers->filterLine()->setFocus();
  auto* problem = new EpisodeList;
  problem->addRows(samples::shared(samples::rows(84, 32)));
  problem->setNotes({{"train", {84, 0, 1}, true, "look at the mask"},
                     {"train", {84, 0, 3}, false, "the same again"},
                     {"train", {84, 1, 0}, true, ""}});
  problem->setStepRange(std::pair(60.0, 84.0));
  problem->setFilter(QStringLiteral("level:2 stage:fulll"));
  problem->selectNext(1);
  auto* group = new GroupView;
  auto rows = samples::rows(1, 8, 1, 84);
  for (auto& row : rows) {
    row.key.index = static_cast<int>(row.id) - 1;
    row.advantage = row.accepted ? 0.61 : -0.92;
  }
  group->setGroup(samples::shared(std::move(rows)), 2,
                  std::make_shared<record::Episode>(samples::rejectedEpisode()));
  auto* slider = new StepSlider;
  slider->setSteps(1, 150);
  slider->setStep(84);
  slider->setRange(std::pair(60.0, 120.0));
  return page({{column({{offers, 1}, {slider, 0}}), 1}, {column({{problem, 1}, {group, 1}}), 1}},
              {1440, 800});
}

QWidget* timingPage(QSize size, const verify::Verdict& verdict) {
  auto* view = new TimingView;
  view->setVerdict(verdict);
  return page({{column({{view, 1}}), 1}}, size);
}

// A popup is a window of its own; it is drawn where it stands.
void saveWithOffers(QWidget* window, const QString& folder, const QString& name) {
  window->show();
  auto* line = window->findChild<FilterLine*>();
  line->setFocus();
  line->setCursorPosition(static_cast<int>(line->text().size()));
  line->showOffers();
  for (int i = 0; i < 6; ++i) QCoreApplication::processEvents();
  QPixmap whole = window->grab();
  QPainter(&whole).drawPixmap(window->mapFromGlobal(line->popup()->mapToGlobal(QPoint())),
                              line->popup()->grab());
  const QString scale = qApp->devicePixelRatio() > 1 ? QStringLiteral("@2x") : QString();
  whole.save(folder + QLatin1Char('/') + name + scale + QStringLiteral(".png"));
  delete window;
}

QWidget* emptyPage() {
  return page({{column({{new RunList, 1}, {new LogView, 1}}), 1},
               {column({{new CurvesView, 1}, {new EpisodeList, 1}}), 2},
               {column({{new FunnelView, 1}, {new GroupView, 1}}), 2},
               {column({{new CodeCompare, 1}, {new InputsTable, 1}, {new CompilerTable, 1}}), 2}},
              {1280, 800});
}

QWidget* curvesPage(Data& data) {
  auto* curves = new CurvesView;
  curves->setSource(data.lookup);
  curves->setRunName(QStringLiteral("pocket-grpo, a value that is not a number at step 40"));
  curves->setTableVisible(true);
  curves->setLogScale(true);
  curves->setCursorStep(61);
  return page({{column({{curves, 1}}), 1}}, {1100, 620});
}

// A record with the sample's reward and losses, shifted by `lift`.
QString writeRun(const QString& folder, const QString& name, int seed, double lift, double beta) {
  record::RunInfo info;
  info.name = info.run_id = name.toStdString();
  info.settings_yaml = QStringLiteral("name: %1\nseed: %2\ngrpo:\n  beta: %3\n")
                           .arg(name)
                           .arg(seed)
                           .arg(beta)
                           .toStdString();
  const QString dir = folder + QLatin1Char('/') + name;
  auto writer = record::RunWriter::open(dir.toStdString(), info, {});
  if (!writer) {
    return {};
  }
  std::map<int, record::MetricBatch> steps;
  for (const auto& [key, series] : samples::metrics(84)) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const int step = static_cast<int>(series.steps()[i]);
      const double wave = 0.04 * std::sin(step * 0.5 + seed);
      steps[step].step = step;
      steps[step].values.emplace_back(key.toStdString(), series.values()[i] + lift + wave);
    }
  }
  for (const auto& [step, batch] : steps) {
    (*writer)->write_metrics(batch);
  }
  return (*writer)->flush() ? dir : QString();
}

// Five runs of two recipes, averaged over seeds or not, with two alarms and a difference.
QWidget* runsPage(Data& data, const QString& folder, bool grouped) {
  auto* curves = new CurvesView;
  for (int step = 30; step <= 38; ++step) {
    data.metrics[QStringLiteral("frac_reward_zero_std")].append(step, step < 37 ? 1 : 0.5);
  }
  curves->setSource(data.lookup);
  curves->setRun(QStringLiteral("/shown"), QStringLiteral("pocket-grpo"),
                 "name: pocket-grpo\nseed: 0\ngrpo:\n  beta: 0\n");
  const double lifts[] = {-0.05, 0.08, -0.16, -0.22};
  for (int i = 0; i < 4; ++i) {
    curves->overlay()->add(writeRun(folder, QStringLiteral("pocket-seed-%1").arg(i + 1), i + 1,
                                    lifts[i], i < 2 ? 0 : 0.04));
  }
  while (std::any_of(curves->overlay()->runs().begin(), curves->overlay()->runs().end(),
                     [](const OverlaidRun& run) { return run.settings->empty(); })) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  if (grouped) {
    curves->overlay()->setGrouping(record::GroupBy::kSameSettings);
  }
  const std::vector<record::Event> events = {
      {0, 0, 20, "checkpoint", "info", "checkpoints/step-20"},
      {0, 0, 40, "checkpoint", "info", "checkpoints/step-40"},
      {0, 0, 50, "state", "info", "paused"},
      {0, 0, 50, "state", "info", "running"}};
  curves->addEvents(std::make_shared<const std::vector<record::Event>>(events));
  curves->alarms()->lookNow();
  curves->setAlarmsVisible(grouped);
  curves->setTableVisible(!grouped);
  curves->setCursorStep(61);
  curves->setSecondCursorStep(30);
  return page({{column({{curves, 1}}), 1}}, {1280, 720});
}

void save(QWidget* window, const QString& folder, const QString& name) {
  window->show();
  for (int i = 0; i < 6; ++i) {
    QCoreApplication::processEvents();
  }
  if (auto* timing = window->findChild<TimingView*>();
      timing != nullptr && name.startsWith(QLatin1String("timing-light"))) {
    const QString file = folder + QStringLiteral("/export-") + name;
    if (!timing->exportSvg(file + QStringLiteral(".svg")) ||
        !timing->exportPng(file + QStringLiteral(".png"))) {
      qWarning("%s could not be written", qPrintable(file));
    }
  }
  // What a user would export of curves, as files to look at.
  if (auto* curves = window->findChild<CurvesView*>();
      curves != nullptr && name.startsWith(QLatin1String("curves"))) {
    const QString file = folder + QStringLiteral("/export-") + name;
    const bool written = curves->exportSvg(file + QStringLiteral(".svg")) &&
                         curves->exportPdf(file + QStringLiteral(".pdf")) &&
                         curves->exportPng(file + QStringLiteral(".png"));
    if (!written) {
      qWarning("%s could not be written", qPrintable(file));
    }
    QCoreApplication::processEvents();
  }
  const QString scale = qApp->devicePixelRatio() > 1 ? QStringLiteral("@2x") : QString();
  window->grab().save(folder + QLatin1Char('/') + name + scale + QStringLiteral(".png"));
  delete window;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(".");
  QDir().mkpath(folder);
  const std::pair<ThemeMode, QString> kThemes[] = {{ThemeMode::kLight, QStringLiteral("light")},
                                                   {ThemeMode::kDark, QStringLiteral("dark")}};
  for (const auto& [mode, name] : kThemes) {
    applyTheme(application, mode);
    Data data;
    ReplayModel replay;
    replay.setEpisode(data.episode);
    save(monitorPage(data, replay), folder, QStringLiteral("monitor-") + name);
    save(replayPage(data, replay), folder, QStringLiteral("replay-end-") + name);
    replay.seek(2000);
    save(replayPage(data, replay), folder, QStringLiteral("replay-tokens-") + name);
    replay.toEnd();
    replay.choosePhase(4);
    replay.chooseToken(230);
    save(tokensPage(data, replay), folder, QStringLiteral("tokens-") + name);
    save(tablesPage(data), folder, QStringLiteral("tables-") + name);
    save(levelsPage(), folder, QStringLiteral("levels-") + name);
    save(funnelPage({1280, 720}, false), folder, QStringLiteral("funnel-") + name);
    save(funnelPage({620, 420}, true), folder, QStringLiteral("funnel-narrow-") + name);
    saveWithOffers(filterPage(), folder, QStringLiteral("filter-") + name);
    save(timingPage({1140, 560}, samples::timedVerdict()), folder,
         QStringLiteral("timing-") + name);
    save(timingPage({840, 280}, samples::timedVerdict(5)), folder,
         QStringLiteral("timing-low-") + name);
    save(timingPage({700, 280}, samples::compiledVerdict()), folder,
         QStringLiteral("timing-static-") + name);
    save(emptyPage(), folder, QStringLiteral("empty-") + name);
    data.metrics[QStringLiteral("loss")] = [] {
      record::MetricSeries series;
      for (int i = 1; i <= 84; ++i) {
        series.append(i, i == 40   ? std::numeric_limits<double>::quiet_NaN()
                         : i == 60 ? std::numeric_limits<double>::infinity()
                                   : 0.9 * std::exp(-0.013 * i));
      }
      return series;
    }();
    save(curvesPage(data), folder, QStringLiteral("curves-") + name);
    for (const bool grouped : {false, true}) {
      const QTemporaryDir runs;
      save(runsPage(data, runs.path(), grouped), folder,
           (grouped ? QStringLiteral("curves-mean-") : QStringLiteral("curves-runs-")) + name);
    }
  }
  return 0;
}
