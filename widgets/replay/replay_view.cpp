// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/replay_view.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "widgets/feed/phase_words.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;

// A titled column of the view.
QWidget* titled(const QString& title, QWidget* content, QWidget* parent) {
  auto* box = new QWidget(parent);
  auto* layout = tightColumn(box);
  auto* label = new QLabel(title, box);
  keepMargins(label, {10, 4, 10, 4});
  keepFont(label, FontKind::kSmall);
  keepRole(label, Role::kSecondary);
  layout->addWidget(label);
  layout->addWidget(content, 1);
  return box;
}

QString outcomeText(verify::StageOutcome outcome) {
  switch (outcome) {
    case verify::StageOutcome::kPassed:
      return QChar(kTick) + QLatin1Char(' ') + outcomeWord(outcome);
    case verify::StageOutcome::kRejected:
      return QChar(kCross) + QLatin1Char(' ') + outcomeWord(outcome);
    case verify::StageOutcome::kNotReached:
    case verify::StageOutcome::kNotApplicable:
      return missing() + QLatin1Char(' ') + outcomeWord(outcome);
  }
  return {};
}

Role outcomeRole(verify::StageOutcome outcome) {
  return outcome == verify::StageOutcome::kPassed     ? Role::kAccepted
         : outcome == verify::StageOutcome::kRejected ? Role::kRejected
                                                      : Role::kSecondary;
}

/// What plan and code got, before what both have in common; empty where one number is for all.
QString payDetail(const record::Episode& episode, const QString& words) {
  const auto pay = splitPay(episode);
  if (!pay) return {};
  const QString reason = pay->plan.reason;
  return words + (reason.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(reason)) +
         QStringLiteral("; ");
}

QString phaseDetail(const record::Episode& episode, const ReplayPhase& phase) {
  switch (phase.kind) {
    case Kind::kStage:
      for (const verify::StageResult& result : episode.verdict.stages) {
        if (result.stage == phase.stage && !result.detail.empty()) {
          return engineText(result.detail);
        }
      }
      return phase.outcome == verify::StageOutcome::kRejected
                 ? engineText(episode.verdict.reason.message)
                 : QString();
    case Kind::kInput: {
      const verify::InputResult& input =
          episode.verdict.inputs[static_cast<std::size_t>(phase.input)];
      if (!input.applicable) return engineText(input.detail);
      if (input.total_elements > 0)
        return ReplayView::tr("%1, error %2, bound %3")
            .arg(text(input.dtype), formatScientific(input.error), formatScientific(input.bound));
      // Nothing was compared: an error of 0 would say that it was right.
      return input.detail.empty()
                 ? text(input.dtype)
                 : QStringLiteral("%1, %2").arg(text(input.dtype), engineText(input.detail));
    }
    case Kind::kExtraction:
      return phase.outcome == verify::StageOutcome::kPassed
                 ? ReplayView::tr(
                       "%n lines of Python", nullptr,
                       static_cast<int>(text(episode.candidate).count(QLatin1Char('\n')) + 1))
                 : ReplayView::tr("no candidate in the completion");
    case Kind::kTokens:
      return episode.truncated ? ReplayView::tr("cut off at the token limit") : QString();
    case Kind::kAdvantage:
      return payDetail(episode, advantageText(episode)) +
             ReplayView::tr("group mean %1, std %2")
                 .arg(orMissing(episode.group_mean, formatFixed(episode.group_mean, 3)),
                      orMissing(episode.group_std, formatFixed(episode.group_std, 3)));
    case Kind::kReward:
      return episode.reward.plan ? rewardText(episode) : QString();
    case Kind::kPrompt:
      return {};
  }
  return {};
}

}  // namespace

ReplayView::ReplayView(ReplayModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_head(new PanelHead(tr("Episode"), this)),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState(this)),
      m_now(new QLabel(this)),
      m_context(new ElidedLabel(this)),
      m_verify(new QAction(tr("Verify again"), this)),
      m_turnBack(new QAction(tr("Turn before"), this)),
      m_turnNext(new QAction(tr("Turn after"), this)),
      m_prompt(new QPlainTextEdit(this)),
      m_tokens(new TokenPanel(this)),
      m_events(new CellModel(this)),
      m_eventsView(new TableView(this)),
      m_groupModel(new CellModel(this)),
      m_groupView(new TableView(this)) {
  keepFont(m_prompt, FontKind::kCode);
  m_prompt->setReadOnly(true);
  m_prompt->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_prompt->setAccessibleName(tr("Prompt"));
  m_prompt->setFrameShape(QFrame::NoFrame);
  m_prompt->document()->setDocumentMargin(10);
  m_prompt->setTabChangesFocus(true);
  setupTables();
  setupActions();
  auto* texts = new Splitter(Qt::Horizontal, this);
  texts->addWidget(titled(tr("Prompt"), m_prompt, texts));
  texts->addWidget(m_tokens);
  texts->setStretchFactor(0, 2);
  texts->setStretchFactor(1, 3);
  texts->setSizes({420, 580});
  auto* tables = new Splitter(Qt::Horizontal, this);
  tables->addWidget(titled(tr("So far"), m_eventsView, tables));
  tables->addWidget(titled(tr("Group"), m_groupView, tables));
  tables->setStretchFactor(0, 3);
  tables->setStretchFactor(1, 2);
  auto* split = new Splitter(Qt::Vertical, this);
  split->addWidget(texts);
  split->addWidget(tables);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  auto* page = new QWidget(this);
  auto* pageLayout = tightColumn(page);
  pageLayout->addWidget(m_now);
  pageLayout->addWidget(m_context);
  pageLayout->addWidget(split, 1);
  m_column = pageLayout;
  keepMargins(m_now, {10, 0, 10, 2});
  keepMargins(m_context, {10, 0, 10, 6});
  keepFont(m_context, FontKind::kSmall);
  keepRole(m_context, Role::kSecondary);
  m_now->setTextFormat(Qt::PlainText);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(page);
  m_empty->setContent(
      IconId::kReplay, tr("Nothing to replay"),
      tr("Select an episode: prompt, tokens, stages, inputs and reward replay here."));
  connectModel();
  refreshEpisode();
}

void ReplayView::setLineBelowHead(QWidget* line) {
  m_column->insertWidget(1, line);
}

void ReplayView::setupTables() {
  m_events->setColumns({{tr("what")}, {tr("took"), {}, true}, {tr("result")}, {tr("detail")}});
  m_eventsView->setModel(m_events);
  m_eventsView->setAccessibleName(tr("What happened so far"));
  m_eventsView->setStretchColumn(3);
  m_groupModel->setColumns({{tr("completion"), {}, true},
                            {tr("reward"), {}, true},
                            {tr("advantage"), {}, true},
                            {tr("verdict")}});
  m_groupView->setModel(m_groupModel);
  m_groupView->setAccessibleName(tr("Group"));
  m_groupView->setStretchColumn(3);
}

void ReplayView::setupActions() {
  m_verify->setToolTip(
      tr("Run the verifier on this candidate now and show what differs from the record"));
  m_verify->setEnabled(false);
  m_turnBack->setToolTip(tr("Select the answer that this one was asked to better"));
  m_turnNext->setToolTip(tr("Select the answer that was asked for with this one and its verdict"));
  for (QAction* turn : {m_turnBack, m_turnNext}) {
    m_head->addAction(turn);
    connect(turn, &QAction::triggered, this,
            [this, turn] { Q_EMIT episodeSelected(turn->data().toLongLong()); });
  }
  m_head->addAction(m_verify);
  connect(m_verify, &QAction::triggered, this, &ReplayView::verifyRequested);
}

void ReplayView::connectModel() {
  connect(m_model, &ReplayModel::episodeChanged, this, &ReplayView::refreshEpisode);
  connect(m_model, &ReplayModel::positionChanged, this, &ReplayView::refresh);
  connect(m_model, &ReplayModel::chosenTokenChanged, m_tokens, &TokenPanel::setCurrentToken);
  connect(m_tokens, &TokenPanel::tokenChosen, m_model, &ReplayModel::chooseToken);
  connect(m_model, &ReplayModel::chosenPhaseChanged, this, &ReplayView::refreshChosen);
  // One row a phase, in their order; only a choice of the user's counts.
  connect(m_eventsView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) {
            if (index.isValid() && !m_filling) m_model->choosePhase(index.row());
          });
  connect(m_eventsView, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    m_model->seek(m_model->phases()[static_cast<std::size_t>(index.row())].end_ms);
  });
  connect(m_groupView, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT episodeSelected(index.siblingAtColumn(0).data(CellModel::kDataRole).toLongLong());
  });
  connect(&theme(), &Theme::themeChanged, this, &ReplayView::refreshEpisode);
}

void ReplayView::refreshChosen() {
  const int row = m_model->chosenPhase();
  m_filling = true;
  if (row >= 0 && row < m_events->rowCount()) {
    const QModelIndex index = m_events->index(row, 0);
    m_eventsView->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_eventsView->scrollTo(index);
  } else {
    m_eventsView->clearSelection();
  }
  m_filling = false;
}

QString ReplayView::context() const {
  return m_context->text();
}

void ReplayView::setStepContext(double meanReward, int stepsOfTask) {
  m_stepMean = meanReward;
  m_stepsOfTask = stepsOfTask;
  refreshContext();
}

// The answers of a task are one group, whichever turn they are of.
void ReplayView::refreshTurns() {
  const record::Episode* episode = m_model->episode();
  qint64 before = -1, after = -1;
  if (episode != nullptr && m_group) {
    for (const record::EpisodeRow& row : *m_group) {
      if (episode->turn.before >= 0 && row.key.index == episode->turn.before) before = row.id;
      if (row.turn.before >= 0 && row.turn.before == episode->key.index) after = row.id;
    }
  }
  for (const auto& [action, id] : {std::pair(m_turnBack, before), std::pair(m_turnNext, after)}) {
    action->setData(id);
    action->setEnabled(id >= 0);
    action->setVisible(id >= 0);
  }
  Q_EMIT turnsChanged();
}

void ReplayView::refreshContext() {
  const record::Episode* episode = m_model->episode();
  if (episode == nullptr) {
    m_context->setText({});
    return;
  }
  QStringList parts;
  if (m_group && !m_group->empty()) {
    const auto better = std::count_if(m_group->begin(), m_group->end(), [&](const auto& row) {
      return row.reward > episode->reward.total;
    });
    parts << tr("completion %1 of %2")
                 .arg(episode->key.index + 1)
                 .arg(formatCount(static_cast<std::int64_t>(m_group->size())))
          << tr("reward %1, rank %2 in the group")
                 .arg(rewardNumber(episode->reward.total))
                 .arg(better + 1);
  } else {
    parts << tr("reward %1").arg(rewardNumber(episode->reward.total));
  }
  parts << tr("group mean %1, std %2")
               .arg(rewardNumber(episode->group_mean), rewardNumber(episode->group_std))
        << advantageText(*episode);
  if (std::isfinite(m_stepMean)) {
    parts
        << tr("mean of step %1: %2").arg(formatCount(episode->key.step), rewardNumber(m_stepMean));
  }
  if (m_stepsOfTask > 1) {
    parts << tr("task answered in %n steps", nullptr, m_stepsOfTask);
  }
  m_context->setText(parts.join(QStringLiteral(" \u00B7 ")));
}

QPlainTextEdit* ReplayView::completionView() const {
  return m_tokens->text();
}

void ReplayView::setGroup(const EpisodeRowsPtr& rows) {
  m_group = rows;
  m_groupModel->setRows({});  // another group may be as large as the one before
  refreshTurns();
  refreshContext();
  refreshGroup();
}

void ReplayView::refreshEpisode() {
  const record::Episode* episode = m_model->episode();
  m_shownEvents = -1;
  m_groupModel->setRows({});
  m_tokens->setEpisode(m_model->sharedEpisode(), m_model->isProsePlan());
  m_pages->setCurrentIndex(episode == nullptr ? 0 : 1);
  if (episode == nullptr) {
    m_verify->setEnabled(false);
    m_head->setSubject({});
    m_head->setNote({});
    refreshTurns();
    return;
  }
  m_head->setSubject(text(episode->task_name));
  QString place = tr("step %1 \u00B7 completion %2")
                      .arg(formatCount(episode->key.step))
                      .arg(episode->key.index + 1);
  if (episode->turn.number > 1) {
    place = tr("%1 \u00B7 turn %2").arg(place, QString::number(episode->turn.number));
  }
  const QString phase = episodePhaseWord(episode->phase);
  m_head->setNote(phase.isEmpty() ? place : tr("%1 \u00B7 %2").arg(phase, place));
  m_prompt->setPlainText(text(episode->prompt));
  const bool same =
      m_group && !m_group->empty() && m_group->front().key.step == episode->key.step &&
      m_group->front().key.group == episode->key.group && m_group->front().phase == episode->phase;
  if (!same) {
    m_group.reset();
  }
  m_verify->setEnabled(!episode->candidate.empty());
  refreshTurns();
  refreshContext();
  refresh();
}

void ReplayView::refresh() {
  const record::Episode* episode = m_model->episode();
  if (episode == nullptr) {
    return;
  }
  const ReplayPhase* phase = m_model->phase();
  const bool atEnd = m_model->positionMs() >= m_model->durationMs();
  m_now->setText(atEnd
                     ? tr("Finished: %1")
                           .arg(verdictLine(episode->verdict.accepted, episode->verdict.reason.code,
                                            episode->verdict.reason.message))
                     : tr("Now: %1").arg(phaseLabel(*episode, *phase)));
  refreshCompletion();
  refreshEvents();
  refreshGroup();
}

void ReplayView::refreshCompletion() {
  m_tokens->text()->showTokens(m_model->visibleTokens(), m_model->isExtractionVisible());
  if (m_model->isPlaying()) {
    QScrollBar* bar = m_tokens->text()->verticalScrollBar();
    bar->setValue(bar->maximum());
  }
}

void ReplayView::refreshEvents() {
  const record::Episode& episode = *m_model->episode();
  std::vector<std::vector<Cell>> rows;
  for (const ReplayPhase& phase : m_model->phases()) {
    if (phase.end_ms > m_model->positionMs()) {
      break;
    }
    const bool judged =
        phase.kind == Kind::kStage || phase.kind == Kind::kInput || phase.kind == Kind::kExtraction;
    Cell what{phase.kind == Kind::kStage ? stageWord(phase.stage) : phaseLabel(episode, phase)};
    what.strong = phase.kind == Kind::kStage;
    const QString detail = phaseDetail(episode, phase);
    rows.push_back(
        {what,
         {formatDuration(phase.real_ms), phase.real_ms, Role::kSecondary},
         judged ? Cell{outcomeText(phase.outcome), {}, outcomeRole(phase.outcome)} : Cell{},
         {detail, {}, Role::kSecondary, detail}});
  }
  if (static_cast<int>(rows.size()) == m_shownEvents) {
    return;
  }
  m_shownEvents = static_cast<int>(rows.size());
  m_filling = true;
  m_events->setRows(std::move(rows));
  m_filling = false;
  m_eventsView->fitColumns();
  m_eventsView->scrollToBottom();
  refreshChosen();
}

void ReplayView::refreshGroup() {
  const record::Episode* episode = m_model->episode();
  const bool shown = episode != nullptr && m_group && m_model->isAdvantageVisible();
  m_groupView->parentWidget()->setVisible(shown);
  if (!shown || m_groupModel->rowCount() == static_cast<int>(m_group->size())) {
    if (!shown) {
      m_groupModel->setRows({});
    }
    return;
  }
  std::vector<std::vector<Cell>> rows;
  for (const record::EpisodeRow& row : *m_group) {
    const bool own = row.key == episode->key;
    QString number = QString::number(row.key.index + 1);
    if (row.turn.number > 1)
      number = tr("%1, turn %2").arg(number, QString::number(row.turn.number));
    Cell index{own ? tr("\u25B8 %1").arg(number) : number, row.key.index};
    index.strong = own;
    index.data = QVariant::fromValue<qint64>(row.id);
    rows.push_back({index,
                    {rewardNumber(row.reward), row.reward},
                    {advantageNumber(row.advantage), row.advantage},
                    {verdictLine(row.accepted, row.reason_code, row.reason_message),
                     {},
                     row.accepted ? Role::kAccepted : Role::kRejected,
                     engineText(row.reason_message)}});
  }
  m_groupModel->setRows(std::move(rows));
  m_groupView->fitColumns();
}

}  // namespace nereid::widgets
