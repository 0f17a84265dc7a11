// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/palette_entries.h"

#include <QAction>
#include <algorithm>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/selection.h"
#include "app/runs/example_runs.h"
#include "app/runs/run_flow.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/runs/run_list.h"

namespace nereid::app {

using widgets::CurvesView;
using widgets::EpisodeList;
using widgets::RunList;

namespace {
constexpr int kPaletteTasks = 200;  // newest episodes that are searched
}

QList<PaletteEntry> paletteEntries(ActionRegistry& actions, Docks& docks, RunFlow& flow,
                                   Selection& selection) {
  QList<PaletteEntry> entries;
  const bool canContinue = actions.action(QStringLiteral("run.continue"))->isEnabled();
  QList<PaletteEntry> impossible;
  for (QAction* action : actions.all()) {
    const QString id = action->objectName();
    if (id == QLatin1String("go.palette")) continue;
    // One entry for one thing: "Continue NAME from step 12" says more than the button.
    if (id == QLatin1String("run.pause") && canContinue) continue;
    const PaletteEntry entry{action->text(),
                             actions.menuOf(action),
                             action->shortcut().toString(QKeySequence::NativeText),
                             [action] { action->trigger(); },
                             actions.synonymsOf(action),
                             actions.whyNot(action)};
    (action->isEnabled() ? entries : impossible) << entry;
  }
  auto* curves = docks.view<CurvesView>("curves");
  const QStringList metrics = curves->offeredMetrics();
  for (const QString& key : metrics) {
    const QString name = widgets::metricTitle(key);
    entries << PaletteEntry{curves->isMetricShown(key)
                                ? CommandPalette::tr("Hide plot: %1").arg(name)
                                : CommandPalette::tr("Plot: %1").arg(name),
                            CommandPalette::tr("Curves"), key, [&docks, curves, key] {
                              docks.activate(QStringLiteral("curves"));
                              curves->toggleMetric(key);
                            }};
  }
  for (const ExampleRun& run : exampleRuns()) {
    entries << PaletteEntry{run.title, CommandPalette::tr("Example run"), QString(),
                            [&flow, run] { flow.openRun(run.folder); }};
  }
  const auto* runs = docks.view<RunList>("runs")->model();
  for (int row = 0; row < runs->rowCount(); ++row) {
    const widgets::RunEntry entry = runs->run(row);
    entries << PaletteEntry{entry.title, CommandPalette::tr("Run"), QString(),
                            [&flow, entry] { flow.openRun(entry.dir); }};
  }
  const auto* episodes = docks.view<EpisodeList>("episodes")->proxy();
  for (int row = 0; row < std::min(episodes->rowCount(), kPaletteTasks); ++row) {
    const record::EpisodeRow& episode = episodes->row(row);
    const QString text = QString::fromStdString(episode.task_name);
    entries << PaletteEntry{text, CommandPalette::tr("Episode"),
                            CommandPalette::tr("step %1").arg(episode.key.step),
                            [&selection, id = episode.id, step = episode.key.step] {
                              selection.setEpisode(id);
                              selection.setStep(static_cast<double>(step));
                            }};
  }
  return entries + impossible;  // those come last, and say why
}

}  // namespace nereid::app
