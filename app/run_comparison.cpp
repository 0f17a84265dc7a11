// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_comparison.h"

#include <QAction>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLocale>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "widgets/curves_view.h"
#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/panel_head.h"
#include "widgets/table_view.h"

namespace nereid::app {

using widgets::Cell;
using widgets::CurveGroup;

namespace {

constexpr int kMostRuns = 24;
constexpr int kChosenAtFirst = 3;
// What a recipe is judged by; the names of the metric table.
constexpr const char* kCompared[] = {"reward", "pass_rate/all", "pass_rate/level2", "entropy"};

void readMetrics(record::RunReader& reader, ComparedRun& run) {
  std::int64_t cursor = 0;
  const auto batches = reader.metrics_since(cursor);
  if (!batches) return;
  std::map<std::string, std::shared_ptr<record::MetricSeries>> series;
  for (const auto& batch : *batches) {
    for (const auto& [key, value] : batch.values) {
      auto& one = series[key];
      if (!one) one = std::make_shared<record::MetricSeries>();
      one->append(static_cast<double>(batch.step), value);
    }
  }
  for (auto& [key, one] : series) run.series.emplace(key, one);
}

ComparedRunPtr readRun(const QString& folder) {
  auto run = std::make_shared<ComparedRun>();
  run->folder = folder;
  const auto give = [&run](const Error& error) {
    run->problem = QString::fromStdString(error.message);
    return run;
  };
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return give(reader.error());
  const auto info = (*reader)->info();
  if (!info) return give(info.error());
  run->info = *info;
  readMetrics(**reader, *run);
  const auto config = config::parse_settings(info->settings_yaml, folder.toStdString());
  if (config) run->config = *config;
  return run;
}

double lastOf(const ComparedRun& run, const char* key) {
  const auto found = run.series.find(key);
  if (found == run.series.end() || found->second->size() == 0)
    return std::numeric_limits<double>::quiet_NaN();
  // One step is noisy: the mean that the curve shows is compared.
  return record::smooth(found->second->values(), 0.9).back();
}

QString nameOf(const ComparedRun& run) {
  return run.info.name.empty() ? QFileInfo(run.folder).fileName()
                               : QString::fromStdString(run.info.name);
}

std::vector<Cell> rowOf(const ComparedRun& run) {
  if (!run.problem.isEmpty()) {
    return {{.text = nameOf(run)},
            {.text = RunComparison::tr("cannot be read"), .tooltip = run.problem},
            {},
            {},
            {},
            {}};
  }
  const double reward = lastOf(run, "reward"), pass = lastOf(run, "pass_rate/all");
  return {
      {.text = nameOf(run), .tooltip = run.folder, .strong = true},
      {.text = widgets::runStateWord(run.info.state)},
      {.text = widgets::text(run.info.method)},
      {.text = widgets::formatCount(run.info.last_step), .sortKey = qlonglong(run.info.last_step)},
      {.text = widgets::formatFixed(reward, 2), .sortKey = reward},
      {.text = widgets::formatFixed(pass, 2), .sortKey = pass}};
}

QString keyOf(const QString& folder, const char* metric) {
  return folder + QLatin1Char('\n') + QLatin1String(metric);
}

}  // namespace

RunComparison::RunComparison(QWidget* parent)
    : QWidget(parent),
      m_head(new widgets::PanelHead(tr("Compare runs"), this)),
      m_runs(new widgets::CellModel(this)),
      m_table(new widgets::TableView(this)),
      m_settings(new widgets::CellModel(this)),
      m_settingsView(new widgets::TableView(this)),
      m_curves(new widgets::CurvesView(this)),
      m_empty(new widgets::EmptyState(this)),
      m_pages(new QStackedLayout) {
  m_pool.setMaxThreadCount(1);
  m_head->setNote(tr("choose runs with Ctrl+click"));
  m_runs->setColumns(
      {{.title = tr("run")},
       {.title = tr("state")},
       {.title = tr("method")},
       {.title = tr("steps"), .right = true},
       {.title = tr("reward"), .tooltip = tr("Smoothed, at the last step"), .right = true},
       {.title = tr("pass rate"), .tooltip = tr("Smoothed, at the last step"), .right = true}});
  m_table->setModel(m_runs);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSortingEnabled(false);
  m_table->setStretchColumn(0);
  m_table->setAccessibleName(tr("Runs to compare"));
  m_settingsView->setModel(m_settings);
  m_settingsView->setAccessibleName(tr("Settings that differ"));
  m_empty->setContent(
      widgets::IconId::kCurves, tr("Nothing to compare yet"),
      tr("Two or more runs appear here side by side, with the settings in which they differ."));

  auto* left = new QSplitter(Qt::Vertical, this);
  left->setHandleWidth(1);
  left->addWidget(m_table);
  left->addWidget(m_settingsView);
  auto* whole = new QSplitter(Qt::Horizontal, this);
  whole->setHandleWidth(1);
  whole->addWidget(left);
  whole->addWidget(m_curves);
  // Runs are chosen in the table here.
  m_curves->addRunAction()->setVisible(false);
  m_curves->setAcceptDrops(false);
  whole->setSizes({500, 760});
  whole->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(whole);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &RunComparison::refreshChosen);
}

RunComparison::~RunComparison() {
  m_pool.clear();
  m_pool.waitForDone();
}

void RunComparison::setRuns(const QStringList& folders) {
  ++m_job;
  m_all.clear();
  m_pool.clear();
  const QStringList wanted = folders.mid(0, kMostRuns);
  for (const QString& folder : wanted) {
    m_pool.start([this, folder, job = m_job] {
      const ComparedRunPtr run = readRun(folder);
      QMetaObject::invokeMethod(this, [this, run, job] {
        if (job == m_job) take(run);
      });
    });
  }
}

void RunComparison::take(const ComparedRunPtr& run) {
  m_all.push_back(run);
  refreshTable();
  m_pages->setCurrentIndex(m_all.empty() ? 0 : 1);
}

void RunComparison::refreshTable() {
  const std::vector<int> chosen = chosenRows();
  std::vector<std::vector<Cell>> rows;
  for (const ComparedRunPtr& run : m_all) rows.push_back(rowOf(*run));
  {
    const QSignalBlocker quiet(m_table->selectionModel());
    m_runs->setRows(std::move(rows));
  }
  m_table->fitColumns();
  QItemSelection selection;
  const int last = m_runs->columnCount() - 1;
  const auto add = [&](int row) {
    selection.select(m_runs->index(row, 0), m_runs->index(row, last));
  };
  for (const int row : chosen) add(row);
  const int count = static_cast<int>(m_all.size());
  if (static_cast<int>(chosen.size()) == count - 1 && count <= kChosenAtFirst) add(count - 1);
  m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  refreshChosen();
}

std::vector<int> RunComparison::chosenRows() const {
  std::vector<int> rows;
  const auto selected = m_table->selectionModel()->selectedRows();
  for (const QModelIndex& index : selected) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  return rows;
}

void RunComparison::refreshChosen() {
  const std::vector<int> rows = chosenRows();
  QList<CurveGroup> groups;
  for (const char* key : kCompared) {
    const record::MetricInfo* info = record::find_metric(key);
    CurveGroup group;
    group.id = QString::fromLatin1(key);
    group.title = info != nullptr ? widgets::metricTitle(group.id).toLower() : group.id;
    group.unit = widgets::metricUnit(group.id);
    group.unitInterval = group.id.startsWith(QLatin1String("pass_rate"));
    // The colour belongs to the run, not to its place among the chosen ones.
    for (const int row : rows) {
      const ComparedRun& run = *m_all[static_cast<std::size_t>(row)];
      group.series << widgets::CurveSeries{
          .key = keyOf(run.folder, key), .label = nameOf(run), .color = row};
    }
    groups << group;
  }
  m_curves->setGroups(groups);
  m_curves->setSource([runs = m_all](const QString& key) -> const record::MetricSeries* {
    const QString folder = key.section(QLatin1Char('\n'), 0, 0);
    const std::string metric = key.section(QLatin1Char('\n'), 1).toStdString();
    for (const ComparedRunPtr& run : runs) {
      if (run->folder != folder) continue;
      const auto found = run->series.find(metric);
      return found == run->series.end() ? nullptr : found->second.get();
    }
    return nullptr;
  });
  m_curves->setRunName(tr("%1 chosen").arg(rows.size()));
  m_curves->dataChanged();
  refreshSettings(rows);
}

void RunComparison::refreshSettings(const std::vector<int>& rows) {
  std::vector<widgets::Column> columns{{.title = tr("setting that differs")}};
  for (const int row : rows)
    columns.push_back({.title = nameOf(*m_all[static_cast<std::size_t>(row)])});
  // Every key in which any chosen run differs from the first one, with the value of each.
  std::map<std::string, std::vector<std::string>> table;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& first = m_all[static_cast<std::size_t>(rows[0])]->config;
    const auto& other = m_all[static_cast<std::size_t>(rows[i])]->config;
    for (const auto& [key, values] : config::differences(first, other)) {
      auto& line = table.try_emplace(key, rows.size(), values.first).first->second;
      line[i] = values.second;
    }
  }
  std::vector<std::vector<Cell>> cells;
  for (const auto& [key, values] : table) {
    std::vector<Cell> line{{.text = widgets::text(key)}};
    for (const std::string& value : values) line.push_back({.text = widgets::text(value)});
    cells.push_back(std::move(line));
  }
  m_settings->setRows({});
  m_settings->setColumns(std::move(columns));
  m_settings->setRows(std::move(cells));
  m_settingsView->fitColumns();
  m_settingsView->setVisible(rows.size() > 1);
}

}  // namespace nereid::app
