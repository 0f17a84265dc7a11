// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/ablation_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "engine/config/ablation.h"
#include "engine/evaluate/scores/ablation_statistics.h"
#include "widgets/curves/curve_groups.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::Cell;
using widgets::RunSummary;
using widgets::RunSummaryPtr;

namespace {

/// Bit i is the i-th switch; -1 if the settings are not known.
int cellOf(const RunSummary& run) {
  int cell = 0;
  for (std::size_t i = 0; i < config::kExtensionCount; ++i) {
    const auto found = run.settings.find(config::kExtensionSwitches[i].key());
    if (found == run.settings.end()) return -1;
    if (found->second == "true") cell |= 1 << i;
  }
  return cell;
}

std::uint64_t seedOf(const RunSummary& run) {
  const auto found = run.settings.find("seed");
  return found == run.settings.end() ? 0 : widgets::text(found->second).toULongLong();
}

/// Everything that decides a run but the switches, the seeds, its name and its place.
QString recipeOf(const RunSummary& run) {
  QString recipe;
  for (const auto& [key, value] : run.settings) {
    const bool counts = !key.starts_with("extensions.") && key != "name" && key != "run.output" &&
                        key != "seed" && !key.ends_with(".seed");
    if (counts) recipe += widgets::text(key + "=" + value + "\n");
  }
  return recipe;
}

/// The name without the cell that `nereid ablate` adds.
QString recipeName(const RunSummary& run) {
  const int cell = cellOf(run);
  const QString ending =
      QLatin1Char('-') +
      widgets::text(config::ablation_matrix()[static_cast<std::size_t>(cell)].name);
  // Of the recorded name: on the screen a run may be called otherwise.
  const QString name = run.info.name.empty() ? run.name : widgets::text(run.info.name);
  const qsizetype place = name.lastIndexOf(ending);
  return place > 0 ? name.left(place) : name;
}

/// "+0.120, 95% from +0.050 to +0.190 over 3 seeds"; with one seed without an interval.
QString contrastText(const evaluate::Contrast& contrast) {
  const QString mean = widgets::formatSigned(contrast.mean, 3);
  if (contrast.seeds < 2) return mean;
  return AblationView::tr("%1 (95% interval %2 to %3, %n seeds)", nullptr, contrast.seeds)
      .arg(mean, widgets::formatSigned(contrast.low, 3), widgets::formatSigned(contrast.high, 3));
}

/// What each switch changes, then what each two change together beyond their sum.
QStringList effectTexts(const evaluate::AblationStatistics& statistics) {
  const QStringList names{
      AblationView::tr("Multi-input testing"), AblationView::tr("Staged evaluation"),
      AblationView::tr("Adaptive curriculum"), AblationView::tr("Calibrated timing")};
  QStringList effects, interactions;
  for (std::size_t i = 0; i < config::kExtensionCount; ++i) {
    const QString& name = names[static_cast<qsizetype>(i)];
    const evaluate::AblationEffect effect = statistics.main_effect(i);
    effects << (effect.comparisons == 0
                    ? AblationView::tr("%1: no pair of runs that differs in it alone.").arg(name)
                    : AblationView::tr("%1: %2 on average over %n pairs.", nullptr,
                                       effect.comparisons)
                          .arg(name, contrastText(effect.contrast)));
    for (std::size_t j = i + 1; j < config::kExtensionCount; ++j) {
      const evaluate::AblationEffect both = statistics.interaction(i, j);
      if (both.comparisons == 0) continue;
      interactions << AblationView::tr("%1 with %2: %3.")
                          .arg(name, names[static_cast<qsizetype>(j)], contrastText(both.contrast));
    }
  }
  if (!interactions.isEmpty()) effects << AblationView::tr("Interactions:") << interactions;
  return effects;
}

}  // namespace

AblationView::AblationView(QWidget* parent)
    : QWidget(parent),
      m_recipe(new QComboBox(this)),
      m_metric(new QComboBox(this)),
      m_model(new widgets::CellModel(this)),
      m_view(new widgets::TableView(this)),
      m_effects(new QLabel(this)),
      m_note(new widgets::EmptyState(this)) {
  m_recipe->setAccessibleName(tr("Recipe"));
  m_recipe->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_metric->setAccessibleName(tr("Metric of the ablation"));
  m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_view->setModel(m_model);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);  // as the matrix counts, until the user sorts
  m_view->setAccessibleName(tr("Combinations of the extensions"));
  m_effects->setWordWrap(true);
  widgets::keepMargins(m_effects, {10, 6, 10, 6});
  m_effects->setTextInteractionFlags(Qt::TextSelectableByMouse);
  widgets::keepFont(m_effects, widgets::FontKind::kSmall);
  m_note->setContent(
      widgets::IconId::kTable, tr("No ablation yet"),
      tr("Runs of the same recipe that differ in the four extensions appear here; \"nereid "
         "ablate\" makes all 16 of them. Add their folder to the table."));
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 4, 10, 4);
  row->setSpacing(8);
  row->addWidget(m_recipe);
  row->addWidget(m_metric);
  row->addStretch(1);
  auto* layout = widgets::tightColumn(this);
  layout->addLayout(row);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_effects);
  layout->addWidget(m_note, 1);
  connect(m_recipe, &QComboBox::currentIndexChanged, this, &AblationView::refresh);
  connect(m_metric, &QComboBox::currentIndexChanged, this, &AblationView::refresh);
  refreshChoices();
}

void AblationView::setRuns(std::vector<RunSummaryPtr> runs) {
  m_runs = std::move(runs);
  refreshChoices();
}

void AblationView::refreshChoices() {
  struct Recipe {
    QString name;
    std::set<int> cells;
  };
  std::map<QString, Recipe> recipes;
  std::set<std::string> metrics;
  for (const RunSummaryPtr& run : m_runs) {
    const int cell = cellOf(*run);
    if (cell < 0) continue;
    Recipe& recipe = recipes[recipeOf(*run)];
    recipe.name = recipeName(*run);
    recipe.cells.insert(cell);
    for (const auto& [key, facts] : run->metrics) metrics.insert(key);
  }
  const QString recipe = m_recipe->currentData().toString();
  const QString metric = m_metric->currentData().toString();
  {
    const QSignalBlocker quietRecipe(m_recipe);
    const QSignalBlocker quietMetric(m_metric);
    m_recipe->clear();
    for (const auto& [key, one] : recipes) {
      if (one.cells.size() < 2) continue;
      m_recipe->addItem(tr("%1 \u00B7 %2 of %3 combinations")
                            .arg(one.name, widgets::formatCount(std::ssize(one.cells)))
                            .arg(config::kAblationCells),
                        key);
    }
    m_metric->clear();
    for (const std::string& key : metrics) {
      m_metric->addItem(widgets::metricTitle(widgets::text(key)), widgets::text(key));
    }
    m_recipe->setCurrentIndex(std::max(0, m_recipe->findData(recipe)));
    int usual = m_metric->findData(QLatin1String(evaluate::kStrictScoreMetric));
    if (usual < 0) usual = m_metric->findData(QStringLiteral("pass_rate/all"));
    const int before = m_metric->findData(metric);
    m_metric->setCurrentIndex(before >= 0 ? before : std::max(0, usual));
  }
  refresh();
}

void AblationView::refresh() {
  const bool isEmpty = m_recipe->count() == 0;
  for (QWidget* part : std::initializer_list<QWidget*>{m_recipe, m_metric, m_view, m_effects}) {
    part->setVisible(!isEmpty);
  }
  m_note->setVisible(isEmpty);
  if (isEmpty) return;
  const QString recipe = m_recipe->currentData().toString();
  const std::string metric = m_metric->currentData().toString().toStdString();
  evaluate::AblationStatistics statistics;
  for (const RunSummaryPtr& run : m_runs) {
    const int cell = cellOf(*run);
    const auto found = run->metrics.find(metric);
    if (cell < 0 || recipeOf(*run) != recipe || found == run->metrics.end()) continue;
    if (std::isfinite(found->second.smoothed)) {
      statistics.add(static_cast<std::size_t>(cell), seedOf(*run), found->second.smoothed);
    }
  }
  const int sorted = m_view->horizontalHeader()->sortIndicatorSection();
  const auto order = m_view->horizontalHeader()->sortIndicatorOrder();
  m_model->setColumns({{.title = tr("multi-input")},
                       {.title = tr("staged evaluation")},
                       {.title = tr("adaptive curriculum")},
                       {.title = tr("calibrated timing")},
                       {.title = tr("runs"), .right = true},
                       {.title = tr("mean"),
                        .tooltip = tr("Of the smoothed values at the last step, over seeds"),
                        .right = true},
                       {.title = tr("smallest"), .right = true},
                       {.title = tr("largest"), .right = true},
                       {.title = tr("against none"),
                        .tooltip = tr("Difference from the runs without any extension"),
                        .right = true}});
  std::vector<std::vector<Cell>> rows;
  for (std::size_t cell = 0; cell < config::kAblationCells; ++cell) {
    const evaluate::MeanRange& mean = statistics.cell(cell);
    std::vector<Cell> row;
    for (std::size_t i = 0; i < config::kExtensionCount; ++i) {
      const bool on = cell >> i & 1;
      row.push_back({.text = on ? tr("\u2713 on") : tr("off"),
                     .color = on ? std::nullopt : std::optional(widgets::Role::kSecondary)});
    }
    const auto number = [](double value) {
      const bool known = std::isfinite(value);
      return Cell{.text = known ? widgets::formatNumber(value) : widgets::missing(),
                  .sortKey = known ? value : -std::numeric_limits<double>::max(),
                  .tooltip = known ? QString() : tr("No run with this combination has the metric")};
    };
    row.push_back({.text = widgets::formatCount(mean.count), .sortKey = mean.count});
    row.push_back(number(mean.mean()));
    row.push_back(number(mean.count == 0 ? std::nan("") : mean.low));
    row.push_back(number(mean.count == 0 ? std::nan("") : mean.high));
    const double difference = statistics.gain(cell);
    Cell gain = number(difference);
    if (std::isfinite(difference)) gain.text = widgets::formatSigned(difference, 3);
    row.push_back(gain);
    rows.push_back(std::move(row));
  }
  m_model->setRows(std::move(rows));
  if (sorted >= 0) m_model->sort(sorted, order);
  m_view->fitColumns();
  m_effects->setText(effectTexts(statistics).join(QLatin1Char('\n')));
}

}  // namespace nereid::app
