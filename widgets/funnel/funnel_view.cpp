// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/funnel_view.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/file.h"
#include "widgets/funnel/funnel_chart.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_words.h"
#include "widgets/funnel/reason_list.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kRefreshMs = 33;
constexpr int kRoomForTable = 860;  // narrower, the picture needs all of it
constexpr int kMostBins = 400;      // more than one per two pixels would only be noise

using record::FunnelFlow;
using record::FunnelQuery;

QComboBox* choice(const QString& name, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  box->setToolTip(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

// Puts the items in, keeps what was chosen, and hides a choice that is none.
void fill(QComboBox* box, const QList<std::pair<QString, QVariant>>& items) {
  const QVariant chosen = box->currentData();
  const QSignalBlocker quiet(box);
  box->clear();
  for (const auto& [label, data] : items) box->addItem(label, data);
  box->setCurrentIndex(std::max(0, box->findData(chosen)));
  box->setVisible(items.size() > 2);  // "all" and at least two others
}

}  // namespace

FunnelView::FunnelView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Funnel"), this)),
      m_chart(new FunnelChart(this)),
      m_flows(new FunnelFlowView(this)),
      m_reasons(new ReasonList(this)),
      m_pointed(new ElidedLabel(this)),
      m_phase(choice(tr("Phase that is counted"), this)),
      m_level(choice(tr("Level of the tasks that is counted"), this)),
      m_model(new CellModel(this)),
      m_table(new TableView(this)),
      m_empty(new EmptyState(this)),
      m_nothing(new EmptyState(this)),
      m_picture(new QStackedWidget(this)),
      m_pages(new QStackedLayout) {
  setupActions();
  setupTable();
  auto* tools = new QWidget(this);
  setupTools(tools);
  auto* lower = new Splitter(Qt::Horizontal, this);
  m_picture->addWidget(m_flows);
  m_picture->addWidget(m_nothing);
  m_picture->addWidget(m_reasons);
  lower->addWidget(m_picture);
  lower->addWidget(m_table);
  lower->setStretchFactor(0, 3);
  lower->setStretchFactor(1, 2);
  lower->setSizes({600, 400});
  auto* bottom = new QWidget(this);
  auto* bottomLayout = tightColumn(bottom);
  bottomLayout->addWidget(tools);
  bottomLayout->addWidget(lower, 1);
  auto* split = new Splitter(Qt::Vertical, this);
  split->addWidget(m_chart);
  split->addWidget(bottom);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 3);
  split->setSizes({150, 330});
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(split);
  m_empty->setContent(IconId::kCurves, tr("No candidates yet"),
                      tr("How far candidates come, and why they are rejected, appears here as soon "
                         "as a run has judged some."));
  m_refresh.setSingleShot(true);
  m_refresh.setInterval(kRefreshMs);
  connect(&m_refresh, &QTimer::timeout, this, &FunnelView::refreshNow);
  connectViews();
  m_table->hide();
  refreshNow();
}

void FunnelView::setupActions() {
  m_wholeRunAction = new QAction(tr("whole run"), this);
  m_wholeRunAction->setToolTip(tr("Count all steps (Escape, or a double click in the chart)"));
  m_reasonsAction = new QAction(tr("reasons"), this);
  m_reasonsAction->setCheckable(true);
  m_reasonsAction->setToolTip(
      tr("List the commonest reasons of the last steps, each in one sentence"));
  m_tableAction = new QAction(tr("table"), this);
  m_tableAction->setCheckable(true);
  m_tableAction->setToolTip(tr("Show every reason with its numbers"));
  m_exportAction = new QAction(tr("export"), this);
  m_exportAction->setToolTip(tr("Copy the table, or save reasons or steps as CSV"));
  for (QAction* action : {m_wholeRunAction, m_reasonsAction, m_tableAction, m_exportAction}) {
    m_head->addAction(action);
  }
  connect(m_wholeRunAction, &QAction::triggered, this, &FunnelView::rangeCleared);
  connect(m_reasonsAction, &QAction::toggled, this, &FunnelView::refreshNow);
  connect(m_tableAction, &QAction::triggered, this, [this](bool on) {
    m_tableChosen = true;
    setTableVisible(on);
  });
  connect(m_exportAction, &QAction::triggered, this, &FunnelView::chooseExport);
}

void FunnelView::setupTools(QWidget* tools) {
  auto* row = new QHBoxLayout(tools);
  row->setContentsMargins(10, 4, 6, 4);
  row->setSpacing(6);
  row->addWidget(m_pointed, 1);
  row->addWidget(m_reasons->stepsBox());
  row->addWidget(m_phase);
  row->addWidget(m_level);
  m_pointed->setTextFormat(Qt::PlainText);
  m_pointed->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  keepRole(m_pointed, Role::kSecondary);
  for (QComboBox* box : {m_phase, m_level}) {
    connect(box, &QComboBox::currentIndexChanged, this, &FunnelView::refreshNow);
  }
}

void FunnelView::setupTable() {
  m_model->setColumns(
      {{tr("stage")},
       {tr("result")},
       {tr("candidates"), {}, true},
       {tr("of all"), tr("Share of all candidates of these steps"), true},
       {tr("of stage"), tr("Share of the candidates that reached the stage"), true}});
  m_table->setModel(m_model);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setStretchColumn(1);
  m_table->setAccessibleName(tr("Where candidates leave the funnel, in numbers"));
  m_table->setSortingEnabled(true);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
}

void FunnelView::connectViews() {
  connect(m_chart, &FunnelChart::rangeChosen, this, &FunnelView::rangeChosen);
  connect(m_chart, &FunnelChart::rangeCleared, this, &FunnelView::rangeCleared);
  connect(m_chart, &FunnelChart::cursorMoved, this, &FunnelView::cursorMoved);
  connect(m_flows, &FunnelFlowView::filterRequested, this, &FunnelView::episodesRequested);
  connect(m_flows, &FunnelFlowView::pointedAt, this, [this](const QString& words) {
    const QString line = QString(words).replace(QLatin1Char('\n'), QLatin1String(": "));
    line.isEmpty() ? refreshHint() : m_pointed->setText(line);
  });
  connect(m_reasons, &ReasonList::stepsChosen, this, &FunnelView::refreshNow);
  connect(m_reasons, &ReasonList::episodesRequested, this, [this](const QString& filter) {
    const FunnelQuery counted = reasonsQuery();
    if (!m_range && counted.first_step > m_funnel.first_step()) {
      Q_EMIT reasonStepsWanted(static_cast<double>(counted.first_step),
                               static_cast<double>(m_funnel.last_step()));
    }
    Q_EMIT episodesRequested(filter);
  });
  connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT episodesRequested(m_model->index(index.row(), 0).data(CellModel::kDataRole).toString());
  });
  refreshHint();
}

void FunnelView::refreshHint() {
  m_pointed->setText(m_reasonsAction->isChecked() ? tr("Click a reason to list its episodes.")
                                                  : tr("Click a way out to list its episodes."));
}

void FunnelView::setPhases(const std::vector<record::RunPhase>& phases) {
  if (phases == m_phases) {
    return;
  }
  m_phases = phases;
  m_chart->setPhases(phases);
  dataChanged();
}

void FunnelView::clear() {
  m_funnel.clear();
  m_phases.clear();
  m_chart->setPhases({});
  m_range.reset();
  m_chart->setRange({});
  m_chart->setCursorStep({});
  refreshNow();
}

void FunnelView::addEpisodes(const EpisodeRowsPtr& rows) {
  m_funnel.add(*rows);
  dataChanged();
}

void FunnelView::dataChanged() {
  m_pending = true;
  if (isVisible() && !m_refresh.isActive()) {
    m_refresh.start();
  }
}

void FunnelView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_pending) {
    refreshNow();
  }
}

// Until somebody chooses, the table is there where it has room.
void FunnelView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (!m_tableChosen) setTableVisible(width() >= kRoomForTable);
}

void FunnelView::setRange(std::optional<Range> range) {
  if (range == m_range) {
    return;
  }
  m_range = range;
  m_chart->setRange(range);
  dataChanged();
}

void FunnelView::setCursorStep(std::optional<double> step) {
  m_chart->setCursorStep(step);
}

void FunnelView::setTableVisible(bool visible) {
  m_tableAction->setChecked(visible);
  m_table->setVisible(visible);
}

FunnelQuery FunnelView::query() const {
  FunnelQuery query;
  if (m_range) {
    query.first_step = std::llround(m_range->first);
    query.last_step = std::llround(m_range->second);
  }
  query.phase = m_phase->currentData().toString().toStdString();
  query.level = m_level->currentData().toInt();
  return query;
}

void FunnelView::refreshNow() {
  m_refresh.stop();
  m_pending = false;
  refreshChoices();
  const FunnelQuery chosen = query();
  FunnelQuery whole = chosen;
  whole.first_step = FunnelQuery().first_step;
  whole.last_step = FunnelQuery().last_step;
  m_summary = m_funnel.summary(chosen);
  // With phases all of the run, so that one without candidates has its place too.
  const std::int64_t first = m_phases.empty() ? m_funnel.first_step() : m_phases.front().first_step;
  m_chart->setBins(m_funnel.bins(whole, kMostBins),
                   {static_cast<double>(first), static_cast<double>(m_funnel.last_step())});
  m_flows->setSummary(m_summary, chosen);
  refreshTable();
  refreshReasons();
  refreshNote();
  refreshNothing();
  m_pages->setCurrentIndex(m_funnel.empty() ? 0 : 1);
  m_wholeRunAction->setEnabled(m_range.has_value());
  m_exportAction->setEnabled(!m_funnel.empty());
}

void FunnelView::refreshChoices() {
  QList<std::pair<QString, QVariant>> phases{{tr("all phases"), QString()}};
  std::vector<std::string> names;
  for (const record::RunPhase& phase : m_phases) names.push_back(phase.name);
  for (const std::string& phase : m_funnel.phases()) {
    if (std::find(names.begin(), names.end(), phase) == names.end()) names.push_back(phase);
  }
  for (const std::string& name : names) phases.push_back({text(name), text(name)});
  fill(m_phase, phases);
  QList<std::pair<QString, QVariant>> levels{{tr("all levels"), 0}};
  for (const int level : m_funnel.levels()) levels.push_back({tr("level %1").arg(level), level});
  fill(m_level, levels);
}

void FunnelView::refreshTable() {
  std::vector<std::vector<Cell>> rows;
  const FunnelQuery chosen = query();
  for (const FunnelFlow& flow : m_summary.flows) {
    const Role tone = flow.accepted ? Role::kAccepted : Role::kRejected;
    const std::int64_t reached = reachedBy(flow, m_summary);
    const auto count = static_cast<double>(flow.count);
    rows.push_back({{.text = stageWord(flow.stage),
                     .sortKey = static_cast<int>(flow.stage),
                     .tooltip = flowText(flow, m_summary),
                     .data = flowFilter(flow, chosen)},
                    {.text = flowLabel(flow), .color = tone, .tooltip = flowText(flow, m_summary)},
                    {.text = formatCount(flow.count), .sortKey = count},
                    {.text = shareText(flow.count, m_summary.total), .sortKey = count},
                    {.text = shareText(flow.count, reached),
                     .sortKey = count / static_cast<double>(std::max<std::int64_t>(1, reached))}});
  }
  const bool first = m_model->rowCount() == 0;
  m_model->updateRows(std::move(rows));
  if (const int column = m_table->horizontalHeader()->sortIndicatorSection(); column >= 0) {
    m_model->sort(column, m_table->horizontalHeader()->sortIndicatorOrder());
  }
  if (first && m_model->rowCount() > 0) m_table->fitColumns();
}

FunnelQuery FunnelView::reasonsQuery() const {
  FunnelQuery query = this->query();
  if (!m_range && m_reasons->lastSteps() > 0) {
    query.first_step = m_funnel.first_of_last(query, m_reasons->lastSteps());
  }
  return query;
}

void FunnelView::refreshReasons() {
  const bool shown = m_reasonsAction->isChecked();
  m_reasons->stepsBox()->setVisible(shown);
  if (!shown) return;
  m_reasons->setChoosable(!m_range);
  const FunnelQuery counted = reasonsQuery();
  m_reasons->setReasons(m_funnel.common_reasons(counted, ReasonList::kMost), query(),
                        m_funnel.summary(counted).total);
}

void FunnelView::refreshNote() {
  if (m_funnel.empty()) {
    m_head->setNote({});
    return;
  }
  const QString steps = m_range ? tr("steps %1 to %2")
                                      .arg(formatCount(std::llround(m_range->first)),
                                           formatCount(std::llround(m_range->second)))
                                : tr("all steps");
  m_head->setNote(tr("%1 \u00B7 %2 candidates \u00B7 %3 accepted")
                      .arg(steps, formatCount(m_summary.total),
                           shareText(m_summary.accepted, m_summary.total)));
}

void FunnelView::refreshNothing() {
  QWidget* picture = m_reasonsAction->isChecked() ? static_cast<QWidget*>(m_reasons) : m_flows;
  m_picture->setCurrentWidget(m_summary.total > 0 ? picture : m_nothing);
  refreshHint();
  const QString name = m_phase->currentData().toString();
  const auto phase = std::find_if(m_phases.begin(), m_phases.end(),
                                  [&](const auto& one) { return text(one.name) == name; });
  const bool isSft = phase != m_phases.end() && phase->method == "sft";
  m_nothing->setContent(
      IconId::kCurves, isSft ? tr("%1 judges no candidates").arg(name) : tr("No candidates here"),
      isSft ? tr("Supervised fine-tuning learns from given answers. Its loss is in the curves.")
            : tr("Choose other phases, levels or steps to see candidates."));
}

void FunnelView::chooseExport() {
  QMenu menu(this);
  menu.addAction(tr("Copy the table"), this, &FunnelView::copyTable);
  menu.addAction(tr("Reasons as CSV..."), this, [this] { exportByDialog(false); });
  menu.addAction(tr("Steps as CSV..."), this, [this] { exportByDialog(true); });
  menu.exec(QCursor::pos());
}

void FunnelView::copyTable() const {
  m_table->clearSelection();
  m_table->copySelection();
}

void FunnelView::exportByDialog(bool steps) {
  const QString file = QFileDialog::getSaveFileName(
      this, steps ? tr("Save the steps") : tr("Save the reasons"),
      steps ? QStringLiteral("funnel-steps.csv") : QStringLiteral("funnel-reasons.csv"),
      tr("CSV files (*.csv)"));
  if (file.isEmpty()) return;
  if (const auto done = steps ? exportSteps(file) : exportFlows(file); !done) {
    Q_EMIT exportFailed(done.error());
  } else {
    Q_EMIT exported(file);
  }
}

Result<void> FunnelView::write(const QString& file, const QString& text) const {
  return atomic_write_file(file.toStdString(), text.toStdString());
}

Result<void> FunnelView::exportFlows(const QString& file) const {
  return write(file, flowsCsv(m_summary));
}

Result<void> FunnelView::exportSteps(const QString& file) const {
  constexpr int kEveryStep = std::numeric_limits<int>::max();
  return write(file, binsCsv(m_funnel.bins(query(), kEveryStep)));
}

}  // namespace nereid::widgets
