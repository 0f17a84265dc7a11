// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay_view.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTextEdit>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/look.h"
#include "widgets/panel_head.h"
#include "widgets/splitter.h"
#include "widgets/table_view.h"
#include "widgets/theme.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;

// A titled column of the view.
QWidget* titled(const QString& title, QWidget* content, QWidget* parent) {
  auto* box = new QWidget(parent);
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* label = new QLabel(title, box);
  label->setContentsMargins(10, 4, 10, 4);
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

QString phaseDetail(const record::Episode& episode, const ReplayPhase& phase) {
  switch (phase.kind) {
    case Kind::kStage:
      for (const verify::StageResult& result : episode.verdict.stages) {
        if (result.stage == phase.stage && !result.detail.empty()) {
          return text(result.detail);
        }
      }
      return phase.outcome == verify::StageOutcome::kRejected ? text(episode.verdict.reason.message)
                                                              : QString();
    case Kind::kInput: {
      const verify::InputResult& input =
          episode.verdict.inputs[static_cast<std::size_t>(phase.input)];
      return input.applicable ? ReplayView::tr("%1, error %2, bound %3")
                                    .arg(text(input.dtype), formatScientific(input.error),
                                         formatScientific(input.bound))
                              : text(input.detail);
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
      return ReplayView::tr("group mean %1, std %2")
          .arg(formatFixed(episode.group_mean, 3), formatFixed(episode.group_std, 3));
    case Kind::kPrompt:
    case Kind::kReward:
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
      m_prompt(new QPlainTextEdit(this)),
      m_completion(new QTextEdit(this)),
      m_events(new CellModel(this)),
      m_eventsView(new TableView(this)),
      m_groupModel(new CellModel(this)),
      m_groupView(new TableView(this)) {
  keepFont(m_prompt, FontKind::kCode);
  keepFont(m_completion, FontKind::kCode);
  m_prompt->setReadOnly(true);
  m_prompt->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_prompt->setAccessibleName(tr("Prompt"));
  m_completion->setReadOnly(true);
  m_completion->setLineWrapMode(QTextEdit::NoWrap);
  m_completion->setAccessibleName(tr("Completion"));
  m_completion->setToolTip(tr("Words are underlined more strongly the less probable they were"));
  for (QAbstractScrollArea* area :
       std::initializer_list<QAbstractScrollArea*>{m_prompt, m_completion}) {
    area->setFrameShape(QFrame::NoFrame);
  }
  m_prompt->document()->setDocumentMargin(10);
  m_completion->document()->setDocumentMargin(10);
  m_prompt->setTabChangesFocus(true);
  m_completion->setTabChangesFocus(true);
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

  auto* texts = new Splitter(Qt::Horizontal, this);
  texts->addWidget(titled(tr("Prompt"), m_prompt, texts));
  texts->addWidget(titled(tr("Completion"), m_completion, texts));
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
  auto* pageLayout = new QVBoxLayout(page);
  pageLayout->setContentsMargins(0, 0, 0, 0);
  pageLayout->setSpacing(0);
  pageLayout->addWidget(m_now);
  pageLayout->addWidget(split, 1);
  m_now->setContentsMargins(10, 0, 10, 6);
  m_now->setTextFormat(Qt::PlainText);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(page);
  m_empty->setContent(
      IconId::kReplay, tr("Nothing to replay"),
      tr("Select an episode: prompt, tokens, stages, inputs and reward replay here."));
  connect(m_model, &ReplayModel::episodeChanged, this, &ReplayView::refreshEpisode);
  connect(m_model, &ReplayModel::positionChanged, this, &ReplayView::refresh);
  connect(&theme(), &Theme::themeChanged, this, &ReplayView::refreshEpisode);
  refreshEpisode();
}

void ReplayView::setGroup(const EpisodeRowsPtr& rows) {
  m_group = rows;
  refreshGroup();
}

void ReplayView::refreshEpisode() {
  const record::Episode* episode = m_model->episode();
  m_shownTokens = -1;
  m_shownEvents = -1;
  m_shownExtraction = false;
  m_pages->setCurrentIndex(episode == nullptr ? 0 : 1);
  if (episode == nullptr) {
    m_head->setSubject({});
    m_head->setNote({});
    return;
  }
  m_head->setSubject(text(episode->task_name));
  m_head->setNote(tr("step %1 \u00B7 completion %2")
                      .arg(formatCount(episode->key.step))
                      .arg(episode->key.index + 1));
  m_prompt->setPlainText(text(episode->prompt));
  const bool same = m_group && !m_group->empty() &&
                    m_group->front().key.step == episode->key.step &&
                    m_group->front().key.group == episode->key.group;
  if (!same) {
    m_group.reset();
  }
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

// The text grows; only what is new is inserted. Going back, or a theme change, writes it afresh.
void ReplayView::refreshCompletion() {
  const record::Episode& episode = *m_model->episode();
  const int tokens = m_model->visibleTokens();
  const bool extracted = m_model->isExtractionVisible() && !episode.candidate.empty();
  if (tokens == m_shownTokens && extracted == m_shownExtraction) {
    return;
  }
  if (tokens < m_shownTokens || m_shownTokens < 0 || extracted != m_shownExtraction) {
    m_completion->clear();
    m_shownTokens = 0;
  }
  m_shownExtraction = extracted;
  QTextCursor cursor(m_completion->document());
  cursor.movePosition(QTextCursor::End);
  std::size_t begin =
      m_shownTokens == 0 ? 0 : episode.token_ends[static_cast<std::size_t>(m_shownTokens) - 1];
  const auto count = std::min(static_cast<std::size_t>(tokens), episode.token_ends.size());
  cursor.beginEditBlock();
  for (auto i = static_cast<std::size_t>(m_shownTokens); i < count; ++i) {
    const std::size_t end = std::max<std::size_t>(begin, episode.token_ends[i]);
    QTextCharFormat format;
    format.setForeground(theme().color(Role::kText));
    const double probability = i < episode.logprobs.size() ? std::exp(episode.logprobs[i]) : 1;
    const auto piece = text(std::string_view(episode.completion).substr(begin, end - begin));
    if (probability < 0.5 && !piece.trimmed().isEmpty()) {
      format.setUnderlineStyle(probability < 0.1 ? QTextCharFormat::SingleUnderline
                                                 : QTextCharFormat::DotLine);
      format.setUnderlineColor(theme().color(Role::kWarning));
      format.setToolTip(tr("probability %1").arg(formatNumber(probability)));
    }
    if (extracted && begin >= episode.candidate_begin && end <= episode.candidate_end) {
      format.setBackground(theme().color(Role::kMark));
    }
    cursor.insertText(piece, format);
    begin = end;
  }
  if (episode.token_ends.empty() && tokens > 0) {
    cursor.insertText(m_model->visibleCompletion());
  }
  cursor.endEditBlock();
  m_shownTokens = tokens;
  if (m_model->isPlaying()) {
    m_completion->verticalScrollBar()->setValue(m_completion->verticalScrollBar()->maximum());
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
  m_events->setRows(std::move(rows));
  m_eventsView->fitColumns();
  m_eventsView->scrollToBottom();
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
    Cell index{own ? tr("\u25B8 %1").arg(row.key.index + 1) : QString::number(row.key.index + 1),
               row.key.index};
    index.strong = own;
    rows.push_back({index,
                    {formatFixed(row.reward, 2), row.reward},
                    {formatSigned(row.advantage), row.advantage},
                    {verdictLine(row.accepted, row.reason_code, row.reason_message),
                     {},
                     row.accepted ? Role::kAccepted : Role::kRejected,
                     text(row.reason_message)}});
  }
  m_groupModel->setRows(std::move(rows));
  m_groupView->fitColumns();
}

}  // namespace nereid::widgets
