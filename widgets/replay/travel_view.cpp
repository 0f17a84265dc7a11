// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/travel_view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStackedLayout>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/icons.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/replay/answer_track.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

constexpr int kTickMs = 50;
constexpr int kLaterMs = 150;
constexpr int kKeptEpisodes = 200;
constexpr int kLeastTask = 120;

QString source(const record::Episode& episode) {
  return text(episode.candidate.empty() ? episode.completion : episode.candidate);
}

QString sideTitle(const TaskAnswer& answer) {
  return (answer.accepted ? QChar(kTick) : QChar(kCross)) + QLatin1Char(' ') + answerLine(answer);
}

}  // namespace

TravelView::TravelView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Time travel"), this)),
      m_index(new TaskIndex(this)),
      m_model(new TravelModel({}, this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout),
      m_tasks(new QComboBox(this)),
      m_taskNames(new QStringListModel(this)),
      m_play(new QToolButton(this)),
      m_track(new AnswerTrack(m_model, this)),
      m_line(new ElidedLabel(this)),
      m_pinAction(new QAction(tr("pin"), this)),
      m_openAction(new QAction(tr("show episode"), this)),
      m_nameAction(new QAction(tr("same name"), this)) {
  m_episodes.setMaxCost(kKeptEpisodes);
  m_head->setMiddle(makeControls());
  m_pinAction->setCheckable(true);
  m_pinAction->setToolTip(tr("Compare every answer with this one (P)"));
  m_openAction->setToolTip(tr("Select this episode in all panels (Enter)"));
  m_nameAction->setCheckable(true);
  m_nameAction->setToolTip(
      tr("Answers to all tasks of this name; generated tasks seldom come twice in a run"));
  m_head->addAction(m_nameAction);
  m_head->addAction(m_pinAction);
  m_head->addAction(m_openAction);
  keepFont(m_line, FontKind::kSmall);
  keepRole(m_line, Role::kSecondary);
  keepMargins(m_line, {10, 0, 10, 6});
  auto* page = new QWidget(this);
  m_page = tightColumn(page);
  m_page->addWidget(m_track);
  m_page->addWidget(m_line);
  m_page->addStretch(0);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(page);
  m_empty->setContent(IconId::kReplay, tr("No task chosen"),
                      tr("Select an episode, or type the name of a task above: every answer of the "
                         "policy to it appears here, step by step."));
  m_ticks.setInterval(kTickMs);
  m_later.setSingleShot(true);
  m_later.setInterval(kLaterMs);
  connect(&m_later, &QTimer::timeout, this, [this] {
    if (!m_task.isEmpty()) m_index->wantAnswers(m_task, m_nameAction->isChecked());
    if (isSeen()) m_index->wantTasks();
  });
  connectModel();
  refresh();
}

QWidget* TravelView::makeControls() {
  auto* controls = new QWidget(m_head);
  auto* row = new QHBoxLayout(controls);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  m_tasks->setEditable(true);
  m_tasks->setInsertPolicy(QComboBox::NoInsert);
  // Never measure 100,000 names.
  m_tasks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  // As wide as there is room, down to a few letters: it may be the head of a narrow dock.
  m_tasks->setMinimumContentsLength(22);
  m_tasks->setMinimumWidth(kLeastTask);
  m_tasks->setModel(m_taskNames);
  m_tasks->setAccessibleName(tr("Task"));
  m_tasks->setToolTip(tr("Task whose answers are shown; type a part of its name"));
  m_tasks->lineEdit()->setPlaceholderText(tr("task"));
  m_tasks->lineEdit()->setAccessibleName(tr("Task"));
  auto* completer = new QCompleter(m_taskNames, m_tasks);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  m_tasks->setCompleter(completer);
  m_play->setIcon(icon(IconId::kPlay));
  m_play->setToolTip(tr("Play the answers step by step (Space)"));
  m_play->setAccessibleName(tr("Play"));
  row->addWidget(m_tasks, 1);
  row->addWidget(m_play);
  connect(m_tasks, &QComboBox::activated, this, &TravelView::chooseTask);
  return controls;
}

void TravelView::connectModel() {
  connect(m_index, &TaskIndex::tasksReady, this, &TravelView::takeTasks);
  connect(m_index, &TaskIndex::answersReady, this,
          [this](const QString& taskId, const TaskAnswersPtr& answers) {
            if (taskId != m_task) return;
            m_model->setAnswers(taskId, answers);
            if (m_wantedRow != 0) m_model->setCurrentId(m_wantedRow);
            m_wantedRow = 0;
          });
  connect(m_model, &TravelModel::answersChanged, this, &TravelView::refresh);
  connect(m_model, &TravelModel::currentChanged, this, &TravelView::refresh);
  connect(m_model, &TravelModel::comparedChanged, this, &TravelView::refresh);
  connect(m_model, &TravelModel::playingChanged, this, [this](bool playing) {
    playing ? m_ticks.start() : m_ticks.stop();
    const QString name = playing ? tr("Pause") : tr("Play");
    m_play->setIcon(icon(playing ? IconId::kPause : IconId::kPlay));
    m_play->setAccessibleName(name);
  });
  connect(&m_ticks, &QTimer::timeout, m_model, &TravelModel::tick);
  connect(m_play, &QToolButton::clicked, m_model, &TravelModel::togglePlay);
  connect(m_pinAction, &QAction::triggered, m_model, &TravelModel::togglePin);
  const auto open = [this] {
    if (const TaskAnswer* answer = m_model->answer()) Q_EMIT episodeActivated(answer->id);
  };
  connect(m_openAction, &QAction::triggered, this, open);
  connect(m_nameAction, &QAction::toggled, this, [this] {
    if (!m_task.isEmpty()) m_index->wantAnswers(m_task, m_nameAction->isChecked());
  });
  connect(m_track, &AnswerTrack::activated, this, open);
}

QString TravelView::line() const {
  return m_line->text();
}

void TravelView::clear() {
  m_later.stop();
  m_index->clear();
  m_episodes.clear();
  m_entries.reset();
  m_taskNames->setStringList({});
  m_task.clear();
  m_wantedRow = 0;
  m_model->clear();
  m_tasks->setEditText({});
}

void TravelView::addRows(const EpisodeRowsPtr& rows) {
  m_index->addRows(rows);
  if (!m_later.isActive()) m_later.start();
}

void TravelView::showEpisode(qint64 rowId, const QString& taskId) {
  m_wantedRow = rowId;
  const auto& answers = m_model->answers();
  const bool isThere =
      std::any_of(answers.begin(), answers.end(),
                  [rowId](const TaskAnswer& answer) { return answer.id == rowId; });
  if (isThere) {
    m_task = taskId;
    m_model->setCurrentId(rowId);
    m_wantedRow = 0;
    return;
  }
  setTask(taskId);
}

void TravelView::setTask(const QString& taskId) {
  m_task = taskId;
  m_index->wantAnswers(taskId, m_nameAction->isChecked());
}

void TravelView::chooseTask() {
  const int place = m_tasks->currentIndex();
  if (!m_entries || place < 0 || place >= static_cast<int>(m_entries->size())) return;
  m_wantedRow = 0;
  m_tasks->lineEdit()->setModified(false);
  setTask((*m_entries)[static_cast<std::size_t>(place)].id);
  m_track->setFocus();
}

void TravelView::takeTasks(const TaskEntriesPtr& tasks) {
  // Not under the hands of somebody who types or chooses.
  if (m_tasks->view()->isVisible() || m_tasks->lineEdit()->isModified()) return;
  m_entries = tasks;
  QStringList names;
  names.reserve(static_cast<qsizetype>(tasks->size()));
  for (const TaskEntry& entry : *tasks) {
    names << tr("%1 (%2)").arg(entry.name, formatCount(entry.answers));
  }
  const QString shown = m_tasks->currentText();
  m_taskNames->setStringList(names);
  m_tasks->setCurrentIndex(-1);
  m_tasks->setEditText(shown);
  refresh();
}

void TravelView::addEpisode(qint64 rowId, const EpisodePtr& episode) {
  const TaskAnswer* answer = m_model->answer();
  const int compared = m_model->compared();
  const bool isWanted =
      (answer != nullptr && answer->id == rowId) ||
      (compared >= 0 && m_model->answers()[static_cast<std::size_t>(compared)].id == rowId);
  if (!isWanted && text(episode->task_id) != m_task) return;
  m_episodes.insert(rowId, new EpisodePtr(episode));
  if (isWanted) refreshCode();
}

void TravelView::setSeen(bool seen) {
  m_seen = seen;
  if (!isSeen()) return;
  m_index->wantTasks();
  refreshCode();
}

void TravelView::setReducedMotion(bool reduced) {
  m_model->setStopMs(reduced ? 2 * TravelModel::kStopMs : TravelModel::kStopMs);
}

void TravelView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  setSeen(m_seen);
}

void TravelView::refresh() {
  const TaskAnswer* answer = m_model->answer();
  m_pages->setCurrentIndex(answer == nullptr ? 0 : 1);
  m_play->setEnabled(m_model->stops().size() > 1);
  m_pinAction->setEnabled(answer != nullptr);
  m_pinAction->setChecked(m_model->isPinned() && m_model->pinned() == m_model->current());
  m_openAction->setEnabled(answer != nullptr);
  if (answer == nullptr) {
    m_head->setNote({});
    m_line->setText({});
    return;
  }
  int accepted = 0;
  for (const TravelStop& stop : m_model->stops()) accepted += stop.accepted;
  const auto count = static_cast<int>(m_model->answers().size());
  const auto steps = static_cast<int>(m_model->stops().size());
  m_head->setNote(tr("%1 \u00B7 %2 \u00B7 %3 accepted")
                      .arg(count == 1 ? tr("1 answer") : tr("%n answers", nullptr, count),
                           steps == 1 ? tr("1 step") : tr("%n steps", nullptr, steps),
                           formatCount(accepted)));
  if (m_entries && !m_tasks->lineEdit()->isModified()) {
    for (const TaskEntry& entry : *m_entries) {
      if (entry.id != m_task) continue;
      m_tasks->setEditText(entry.name);
      break;
    }
  }
  const TravelStop& stop = m_model->stops()[static_cast<std::size_t>(m_model->stop())];
  m_line->setText(tr("%1 \u00B7 in this step %2 of %3 accepted, mean reward %4 \u00B7 %5")
                      .arg(sideTitle(*answer), QString::number(stop.accepted),
                           QString::number(stop.count), rewardNumber(stop.meanReward),
                           comparisonWords()));
  refreshCode();
}

QString TravelView::comparisonWords() const {
  if (m_model->isPinned()) return tr("compared with the pinned answer");
  if (m_model->stop() > 0) return tr("compared with the best answer of the step before");
  if (m_model->compared() >= 0) return tr("compared with the best answer of this step");
  if (m_model->stops().size() > 1) return tr("the first answers to this task");
  return m_nameAction->isChecked()
             ? tr("no task of this name was asked in another step")
             : tr("asked in this step only; \"same name\" shows tasks that are called alike");
}

void TravelView::refreshCode() {
  if (!isSeen() || m_model->answer() == nullptr) return;
  if (m_code == nullptr) {
    // Editors are dear to make: not before somebody looks.
    m_code = new CodeCompare(this);
    m_code->usePairs();
    m_code->head()->hide();
    m_page->addWidget(m_code, 1);
  }
  askForMissing();
  const TaskAnswer& answer = *m_model->answer();
  const EpisodePtr* now = m_episodes.object(answer.id);
  if (now == nullptr) return;  // the picture of before stays until the text is there
  const int compared = m_model->compared();
  // Alone it has the whole room, and nothing in it differs.
  m_code->left()->parentWidget()->setVisible(compared >= 0);
  if (compared < 0) {
    m_code->setTexts(source(**now), source(**now));
    m_code->setSideTitles({}, sideTitle(answer));
    return;
  }
  const TaskAnswer& other = m_model->answers()[static_cast<std::size_t>(compared)];
  const EpisodePtr* before = m_episodes.object(other.id);
  if (before == nullptr) return;
  m_code->setTexts(source(**before), source(**now));
  m_code->setSideTitles(sideTitle(other), sideTitle(answer));
}

void TravelView::askForMissing() {
  QList<qint64> wanted;
  const auto ask = [&](int answer) {
    if (answer < 0 || answer >= static_cast<int>(m_model->answers().size())) return;
    const qint64 id = m_model->answers()[static_cast<std::size_t>(answer)].id;
    if (!m_episodes.contains(id)) wanted << id;
  };
  ask(m_model->current());
  ask(m_model->compared());
  if (!wanted.isEmpty()) Q_EMIT episodesWanted(wanted);
}

}  // namespace nereid::widgets
