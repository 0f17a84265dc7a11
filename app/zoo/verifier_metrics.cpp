// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/verifier_metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "app/desk/verify_service.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::Cell;
using widgets::FontKind;
using widgets::Role;

namespace {

constexpr int kMargin = 10;

QString laneWord(const std::string& name) {
  if (name == "reference") return LaneTables::tr("reference");
  const auto stage = verify::stage_from_name(name);
  if (stage) return widgets::stageWord(*stage);
  return name == "run" ? LaneTables::tr("run on inputs") : widgets::text(name);
}

Cell count(std::int64_t number) {
  return {.text = widgets::formatCount(number), .sortKey = static_cast<qlonglong>(number)};
}

Cell duration(double ms) {
  return {.text = widgets::formatDuration(ms), .sortKey = ms};
}

std::vector<Cell> rowOf(const verify::LaneStats& lane) {
  if (lane.slots == 0) {
    const Cell none{.text = widgets::missing(),
                    .color = Role::kSecondary,
                    .tooltip = LaneTables::tr("This machine has no such lane")};
    return {{.text = laneWord(lane.name), .color = Role::kSecondary},
            none,
            none,
            none,
            none,
            none,
            none};
  }
  return {{.text = laneWord(lane.name)},
          count(lane.slots),
          count(lane.waiting),
          count(lane.active),
          {.text = LaneTables::tr("%1 %").arg(widgets::formatFixed(100 * lane.use, 0)),
           .sortKey = lane.use},
          count(lane.passes),
          duration(lane.passes > 0 ? 1000 * lane.waited_s / static_cast<double>(lane.passes) : 0)};
}

std::vector<Cell> rowOf(const verify::StageTimes& stage) {
  if (stage.count == 0) {
    const Cell none{.text = widgets::missing(),
                    .color = Role::kSecondary,
                    .tooltip = LaneTables::tr("No candidate has come here yet")};
    return {{.text = laneWord(stage.name), .color = Role::kSecondary},
            count(0),
            none,
            none,
            none,
            none};
  }
  return {{.text = laneWord(stage.name)}, count(stage.count),     count(stage.rejected),
          duration(stage.p50_ms),         duration(stage.p95_ms), duration(1000 * stage.total_s)};
}

}  // namespace

QString ownVerifierText(const VerifyService& service) {
  if (service.pending() == 0) return {};
  return VerifierStrip::tr("verifier of this window: %1 under way, %2 candidates/s")
      .arg(widgets::formatCount(service.pending()),
           widgets::formatFixed(service.stats().candidates_per_second, 1));
}

VerifierStrip::VerifierStrip(QWidget* parent)
    : QWidget(parent),
      m_idle(new QLabel(this)),
      m_sandboxName(new QLabel(tr("sandbox"), this)),
      m_sandbox(new widgets::ElidedLabel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kMargin, 4, kMargin, 4);
  row->setSpacing(6);
  m_idle->setText(tr("No verifier runs in this window yet. It starts with the first candidate."));
  widgets::keepRole(m_idle, Role::kSecondary);
  row->addWidget(m_idle);
  m_facts = {addFact(tr("queued"), tr("Candidates that wait for a lane"), 5),
             addFact(tr("judging"), tr("Candidates that are judged now"), 3),
             addFact(tr("candidates/s"), tr("Verdicts per second over the last 30 s"), 5),
             addFact(tr("judged"), tr("Verdicts since the verifier was started"), 6),
             addFact(tr("from cache"),
                     tr("Candidates that were judged before on the same inputs: their verdicts "
                        "were remembered"),
                     5),
             addFact(tr("restarts"), tr("Helper processes that had to be started again"), 3)};
  widgets::keepRole(m_sandboxName, Role::kSecondary);
  m_sandbox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  row->addWidget(m_sandboxName);
  row->addWidget(m_sandbox, 1);
  setIdle();
}

VerifierStrip::Fact VerifierStrip::addFact(const QString& name, const QString& tip,
                                           int widestValue) {
  const Fact fact{new QLabel(name, this), new QLabel(this)};
  widgets::keepRole(fact.name, Role::kSecondary);
  // Room for the digits to come, so that the line does not move while they change.
  fact.value->setMinimumWidth(fontMetrics().horizontalAdvance(QString(widestValue, u'0')));
  for (QLabel* label : {fact.name, fact.value}) label->setToolTip(tip);
  auto* row = static_cast<QHBoxLayout*>(layout());
  row->addWidget(fact.name);
  row->addWidget(fact.value);
  return fact;
}

void VerifierStrip::setFactsVisible(bool visible) {
  m_idle->setVisible(!visible);
  for (const Fact& fact : m_facts) {
    fact.name->setVisible(visible);
    fact.value->setVisible(visible);
  }
  m_sandboxName->setVisible(visible);
  m_sandbox->setVisible(visible);
}

void VerifierStrip::setIdle() {
  setFactsVisible(false);
  setAccessibleName(text());
}

void VerifierStrip::setStats(const verify::VerifierStats& stats) {
  const QString values[] = {widgets::formatCount(stats.queued),
                            widgets::formatCount(stats.active),
                            widgets::formatFixed(stats.candidates_per_second, 1),
                            widgets::formatCount(stats.finished),
                            widgets::formatCount(stats.cached),
                            widgets::formatCount(stats.restarts)};
  for (std::size_t i = 0; i < m_facts.size(); ++i) m_facts[i].value->setText(values[i]);
  m_sandbox->setText(stats.sandbox.empty() ? widgets::missing()
                                           : widgets::joined(stats.sandbox, QStringLiteral(" ")));
  m_sandboxName->setToolTip(stats.sandbox.empty()
                                ? tr("Known when the first helper process is up")
                                : tr("Layers that keep candidates in on this machine"));
  setFactsVisible(true);
  setAccessibleName(text());
}

QString VerifierStrip::text() const {
  if (m_idle->isVisibleTo(this)) return m_idle->text();
  QStringList parts;
  for (const Fact& fact : m_facts) {
    parts << fact.name->text() + QLatin1Char(' ') + fact.value->text();
  }
  parts << m_sandboxName->text() + QLatin1Char(' ') + m_sandbox->text();
  return parts.join(QStringLiteral(", "));
}

LaneTables::LaneTables(QWidget* parent)
    : QWidget(parent),
      m_lanes(new widgets::CellModel(this)),
      m_stages(new widgets::CellModel(this)),
      m_empty(new widgets::EmptyState(this)),
      m_pages(new QStackedLayout(this)) {
  m_lanes->setColumns(
      {{.title = tr("lane")},
       {.title = tr("slots"), .tooltip = tr("Candidates that fit in at once"), .right = true},
       {.title = tr("waiting"), .right = true},
       {.title = tr("at work"), .right = true},
       {.title = tr("use"),
        .tooltip = tr("Share of the slots at work over the last 30 s"),
        .right = true},
       {.title = tr("passes"), .tooltip = tr("Candidates that went through"), .right = true},
       {.title = tr("mean wait"), .tooltip = tr("Per pass"), .right = true}});
  m_stages->setColumns({{.title = tr("stage")},
                        {.title = tr("candidates"), .right = true},
                        {.title = tr("rejected"), .right = true},
                        {.title = tr("median"), .right = true},
                        {.title = tr("95%"),
                         .tooltip = tr("95 of 100 candidates take at most this long"),
                         .right = true},
                        {.title = tr("all together"), .right = true}});
  auto* split = new widgets::Splitter(Qt::Horizontal, this);
  split->addWidget(side(tr("Lanes of the scheduler"), m_lanes, m_laneView));
  split->addWidget(side(tr("Time per stage"), m_stages, m_stageView));
  m_empty->setContent(
      widgets::IconId::kTable, tr("Nothing judged yet"),
      tr("How busy each lane is and what each stage takes appear here with the first verdict."));
  m_pages->addWidget(m_empty);
  m_pages->addWidget(split);
}

QWidget* LaneTables::side(const QString& title, widgets::CellModel* model,
                          widgets::TableView*& view) {
  auto* side = new QWidget(this);
  auto* label = new QLabel(title, side);
  widgets::keepMargins(label, {kMargin, 6, kMargin, 4});
  widgets::keepFont(label, FontKind::kStrong);
  view = new widgets::TableView(side);
  view->setModel(model);
  view->setAccessibleName(title);
  view->setStretchColumn(0);
  auto* layout = widgets::tightColumn(side);
  layout->addWidget(label);
  layout->addWidget(view, 1);
  return side;
}

void LaneTables::setStats(const verify::VerifierStats& stats) {
  std::vector<std::vector<Cell>> lanes, stages;
  for (const verify::LaneStats& lane : stats.lanes) lanes.push_back(rowOf(lane));
  for (const verify::StageTimes& stage : stats.stages) stages.push_back(rowOf(stage));
  m_lanes->updateRows(std::move(lanes));
  m_stages->updateRows(std::move(stages));
  m_laneView->fitColumns();
  m_stageView->fitColumns();
  m_pages->setCurrentIndex(stats.lanes.empty() && stats.stages.empty() ? 0 : 1);
}

}  // namespace nereid::app
