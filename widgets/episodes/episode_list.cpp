// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episodes/episode_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/episodes/mark_delegate.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {
constexpr int kFilterDelayMs = 25;  // gathers the keys of a fast typist

/// Columns that give way where there is little room, the least telling first: the verdict says
/// more than any of them.
constexpr EpisodeModel::EpisodeColumn kYielding[] = {EpisodeModel::kJudgedIn, EpisodeModel::kTokens,
                                                     EpisodeModel::kLevel, EpisodeModel::kAdvantage,
                                                     EpisodeModel::kPhase};
constexpr int kVerdictLetters = 40;   ///< "✕ the output is float32, expected float16"
constexpr int kVerdictLeast = 34;     ///< of it that stay before columns give way
constexpr int kTaskLetters = 18;      ///< of a task's name that stay before columns give way
constexpr int kTaskLeast = 10;        ///< of it that stay in any case
constexpr int kVerdictMargin = 14;    ///< around its words
constexpr int kVerdictShortest = 18;  ///< of the verdict, before the reward gives way, too
}  // namespace

EpisodeList::EpisodeList(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Episodes"), this)),
      m_filterLine(new FilterLine(this)),
      m_rangeChip(new StatusChip(this)),
      m_newChip(new StatusChip(this)),
      m_model(new EpisodeModel(this)),
      m_proxy(new EpisodeProxy(m_model, this)),
      m_vocabulary(*m_model),
      m_view(new TableView(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);

  setupHead();
  setupView();
  m_filterTimer.setSingleShot(true);
  m_filterTimer.setInterval(kFilterDelayMs);
  connect(m_filterLine, &QLineEdit::textEdited, &m_filterTimer, qOverload<>(&QTimer::start));
  connect(m_filterLine, &QLineEdit::returnPressed, this, &EpisodeList::applyFilter);
  connect(m_filterLine, &FilterLine::completed, this, &EpisodeList::applyFilter);
  connect(m_rangeChip, &QAbstractButton::clicked, this, &EpisodeList::rangeCleared);
  connect(m_filterLine, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) {
      applyFilter();  // the clear button
    }
  });
  connect(&m_filterTimer, &QTimer::timeout, this, &EpisodeList::applyFilter);
  connect(m_newChip, &QAbstractButton::clicked, this, &EpisodeList::jumpToNewest);
  refreshCounts();
}

void EpisodeList::setJudgesNone(bool none) {
  if (none == m_judgesNone) return;
  m_judgesNone = none;
  refreshCounts();
}

void EpisodeList::setupHead() {
  auto* middle = new QWidget(m_head);
  auto* row = new QHBoxLayout(middle);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_filterLine, 1);
  row->addWidget(m_rangeChip);
  row->addWidget(m_newChip);
  m_head->setMiddle(middle);
  m_filterLine->setPlaceholderText(tr("Filter: level:2 step:>60 reason:"));
  constexpr int kLeastFilter = 180;
  m_filterLine->setMinimumWidth(kLeastFilter);
  m_filterLine->setAccessibleName(tr("Filter of the episodes"));
  m_filterLine->setVocabulary([this] { return m_vocabulary.words(); });
  m_filterLine->setToolTip(tr("Words look in task and reason. Keys: %1.\nExamples: stage:tiny  "
                              "is:rejected  step:10..20  "
                              "reward>=0.5  -task:softmax\nDown offers what fits, Tab takes it.")
                               .arg(EpisodeFilter::keys().join(QStringLiteral(", "))));
  m_newChip->setTone(StatusChip::Tone::kAccent);
  m_newChip->setClickable(true);
  m_newChip->setToolTip(tr("Jump to the newest episodes"));
  m_newChip->hide();
  m_rangeChip->setTone(StatusChip::Tone::kAccent);
  m_rangeChip->setClickable(true);
  m_rangeChip->setToolTip(tr("Only episodes of these steps are shown. Click to show all steps."));
  m_rangeChip->hide();
}

void EpisodeList::setupView() {
  m_view->setModel(m_proxy);
  m_view->setItemDelegateForColumn(EpisodeModel::kStages, new StagePipsDelegate(m_view));
  m_view->setItemDelegateForColumn(EpisodeModel::kMark, new MarkDelegate(m_view));
  m_view->setAccessibleName(tr("Episodes"));
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(EpisodeModel::kStep, Qt::DescendingOrder);
  m_view->horizontalHeader()->setSortIndicatorShown(false);
  m_view->setStretchColumn(EpisodeModel::kVerdict);
  m_view->horizontalHeader()->setMinimumSectionSize(MarkDelegate::kWidth);
  m_view->setColumnHidden(EpisodeModel::kMark, true);  // until there is one
  m_view->setColumnHidden(EpisodeModel::kPhase, true);
  m_view->viewport()->installEventFilter(this);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_view, &QWidget::customContextMenuRequested, this, &EpisodeList::showMenu);
  connect(m_model, &EpisodeModel::notesChanged, this, &EpisodeList::refreshMarkColumn);
  connect(m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == EpisodeModel::kMark) {
      Q_EMIT bookmarkClicked(m_proxy->row(index.row()).id);
    }
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!m_quiet && current.isValid()) {
              const record::EpisodeRow& row = m_proxy->row(current.row());
              m_wanted = row.id;
              Q_EMIT episodeSelected(row.id, row);
            }
          });
  connect(m_view, &TableView::numbersWidened, this, &EpisodeList::shareWidth);
  connect(&theme(), &Theme::themeChanged, this, &EpisodeList::fitColumns);
  connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT episodeActivated(m_proxy->row(index.row()).id);
  });
  connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
    if (m_unseen > 0 && isAtNewest()) {
      m_unseen = 0;
      refreshCounts();
    }
  });
}

void EpisodeList::clear() {
  m_unseen = 0;
  m_fitted = false;
  m_wanted = 0;
  m_flags = Flags::kNone;
  m_model->clear();
  if (m_proxy->filter().usesFlags()) {
    m_flags = Flags::kReading;
    Q_EMIT flagsWanted();
  }
  refreshCounts();
}

// At the top of the list, with nothing selected that new rows would push away.
bool EpisodeList::isAtNewest() const {
  return m_view->verticalScrollBar()->value() == 0;
}

void EpisodeList::addRows(const EpisodeRowsPtr& rows) {
  const bool anchored = !isAtNewest() || selectedEpisode() != 0;
  QScrollBar* bar = m_view->verticalScrollBar();
  const int oldPlace = bar->value();
  // The first visible row is the anchor: whatever comes in above it is scrolled over.
  const int anchorRow = m_view->rowAt(0);
  const qint64 anchor = anchored && anchorRow >= 0 ? m_proxy->row(anchorRow).id : 0;
  const int offset = anchorRow >= 0 ? m_view->rowViewportPosition(anchorRow) : 0;
  const qint64 selected = selectedEpisode();
  const int before = m_proxy->rowCount();
  const int known = m_model->rowCount();
  const int widest = m_verdictWidth;
  m_quiet = true;
  m_model->addRows(*rows);
  if (selected != 0 && selectedEpisode() != selected) {
    selectEpisode(selected);
  }
  m_quiet = false;
  const int added = m_proxy->rowCount() - before;
  if (anchor != 0 && added > 0) {
    const int place = m_proxy->proxyRowOfId(anchor);
    if (place >= 0) {
      m_view->doItemsLayout();
      bar->setValue(place * m_view->verticalHeader()->defaultSectionSize() - offset);
    } else {
      bar->setValue(oldPlace);
    }
    m_unseen += bar->value() > 0 ? added : 0;
  }
  if (!m_fitted && m_proxy->rowCount() > 0) {
    m_fitted = true;
    fitColumns();
  } else {
    measureVerdicts(known);
    if (m_verdictWidth > widest) shareWidth();
  }
  refreshCounts();
}

void EpisodeList::fitColumns() {
  if (!m_fitted) return;
  for (const auto column : kYielding) m_view->setColumnHidden(column, false);
  m_view->setColumnHidden(EpisodeModel::kPhase, !m_model->hasPhases());
  m_view->fitColumns();
  m_taskWidth = m_view->columnWidth(EpisodeModel::kTask);
  m_verdictWidth = 0;
  measureVerdicts(0);
  shareWidth();
}

// Of a few of many rows: what the longest reason leaves is for the task.
void EpisodeList::measureVerdicts(int first) {
  constexpr int kSample = 200;
  const QFontMetrics metrics(theme().textFont());
  const int stride = std::max(1, (m_model->rowCount() - first) / kSample);
  for (int row = first; row < m_model->rowCount(); row += stride) {
    const QString words = m_model->index(row, EpisodeModel::kVerdict).data().toString();
    m_verdictWidth = std::max(m_verdictWidth, metrics.horizontalAdvance(words) + kVerdictMargin);
  }
}

void EpisodeList::setFilter(const QString& text) {
  m_filterLine->setText(text);
  applyFilter();
}

void EpisodeList::applyFilter() {
  m_filterTimer.stop();
  const EpisodeFilter filter = EpisodeFilter::parse(m_filterLine->text());
  if (filter.text() == m_proxy->filter().text()) {
    return;
  }
  changeShown([&] { m_proxy->setFilter(filter); });
  m_filterLine->setProblem(filter.problemRange());
  if (filter.usesFlags() && m_flags == Flags::kNone) {
    m_flags = Flags::kReading;
    refreshCounts();
    Q_EMIT flagsWanted();
  }
}

void EpisodeList::changeShown(const std::function<void()>& change) {
  // One that the filter took away comes back with its row.
  const qint64 selected = m_wanted != 0 ? m_wanted : selectedEpisode();
  const bool quiet = m_quiet;
  m_quiet = true;
  change();
  if (selectedEpisode() != selected) {
    selectEpisode(selected);
  }
  m_quiet = quiet;
  m_unseen = 0;
  refreshCounts();
}

void EpisodeList::setStepRange(std::optional<std::pair<double, double>> range) {
  if (range == m_proxy->stepRange()) {
    return;
  }
  changeShown([&] { m_proxy->setStepRange(range); });
  m_rangeChip->setVisible(range.has_value());
  if (range) {
    const QString first = formatCount(std::llround(range->first));
    const QString last = formatCount(std::llround(range->second));
    m_rangeChip->setText(first == last ? tr("step %1 %2").arg(first, QChar(kCross))
                                       : tr("steps %1 to %2 %3").arg(first, last, QChar(kCross)));
    m_rangeChip->setAccessibleName(tr("Steps %1 to %2. Show all steps.").arg(first, last));
  }
  m_rangeChip->updateGeometry();
}

void EpisodeList::setFlags(std::span<const record::EpisodeFlags> flags, bool isComplete) {
  m_flags = isComplete ? Flags::kComplete : Flags::kReading;
  changeShown([&] { m_model->setFlags(flags); });
}

void EpisodeList::setNotes(const std::vector<record::EpisodeNote>& notes) {
  changeShown([&] { m_model->setNotes(notes); });
}

void EpisodeList::setNote(const record::EpisodeNote& note) {
  changeShown([&] { m_model->setNote(note); });
}

void EpisodeList::refreshMarkColumn() {
  m_view->setColumnHidden(EpisodeModel::kMark, !m_model->hasNotes());
  m_view->setColumnWidth(EpisodeModel::kMark, MarkDelegate::kWidth);
  shareWidth();
}

bool EpisodeList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) shareWidth();
  // What is shown stays marked.
  if (isClickBeside(*m_view, *event)) {
    m_view->setFocus(Qt::MouseFocusReason);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void EpisodeList::shareWidth() {
  if (!m_fitted) return;
  const int letter = QFontMetrics(theme().textFont()).averageCharWidth();
  int room = m_view->viewport()->width();
  for (int column = 0; column < EpisodeModel::kColumnCount; ++column) {
    const bool isSpoken = column == EpisodeModel::kVerdict || column == EpisodeModel::kTask ||
                          (column == EpisodeModel::kMark && !m_model->hasNotes()) ||
                          (column == EpisodeModel::kPhase && !m_model->hasPhases());
    if (isSpoken) continue;
    m_view->setColumnHidden(column, false);
    room -= m_view->columnWidth(column);
  }
  const auto hide = [&](EpisodeModel::EpisodeColumn column) {
    if (m_view->isColumnHidden(column)) return;
    room += m_view->columnWidth(column);
    m_view->setColumnHidden(column, true);
  };
  const int wanted = std::min(m_taskWidth, kTaskLetters * letter);
  const int verdict =
      std::clamp(m_verdictWidth, kVerdictShortest * letter, kVerdictLetters * letter);
  for (const auto column : kYielding) {
    const bool isFirstToGo = column != EpisodeModel::kAdvantage && column != EpisodeModel::kPhase;
    const int reason = std::max(isFirstToGo ? verdict : 0, kVerdictLeast * letter);
    if (room < wanted + reason) hide(column);
  }
  if (room < (kTaskLeast + kVerdictShortest) * letter) hide(EpisodeModel::kReward);
  // What is missing then is missing to both: the reason is what a rejected one is read for.
  const int fair = room * kTaskLetters / (kTaskLetters + kVerdictLeast);
  const int least = std::min(wanted, std::max(fair, kTaskLeast * letter));
  m_view->setColumnWidth(EpisodeModel::kTask,
                         std::clamp(room - verdict, least, std::max(least, m_taskWidth)));
}

void EpisodeList::setRowActions(const QList<QAction*>& actions) {
  m_rowActions = actions;
}

QList<qint64> EpisodeList::selectedEpisodes() const {
  QList<int> rows;
  for (const QModelIndex& index : m_view->selectionModel()->selectedRows(EpisodeModel::kStep)) {
    rows << index.row();
  }
  std::sort(rows.begin(), rows.end());
  QList<qint64> ids;
  for (const int row : rows) {
    ids << m_proxy->row(row).id;
  }
  return ids;
}

void EpisodeList::showMenu(QPoint place) {
  QMenu menu(this);
  menu.addActions(m_rowActions);
  if (!m_rowActions.isEmpty()) {
    menu.addSeparator();
  }
  QAction* copy = menu.addAction(tr("Copy rows as text"), m_view, &TableView::copySelection);
  copy->setShortcut(QKeySequence::Copy);
  menu.addAction(tr("Select all"), m_view, &QAbstractItemView::selectAll);
  menu.exec(m_view->viewport()->mapToGlobal(place));
}

void EpisodeList::refreshCounts() {
  m_head->setNote(formatCount(m_model->rowCount()));
  const QString problem = m_proxy->filter().problem();
  m_head->setStatus(!problem.isEmpty() ? QChar(kCross) + QLatin1Char(' ') + problem
                    : m_proxy->filter().usesFlags() && m_flags == Flags::kReading
                        ? tr("%1 shown, reading flags").arg(formatCount(m_proxy->rowCount()))
                    : m_proxy->showsAll() ? QString()
                                          : tr("%1 shown").arg(formatCount(m_proxy->rowCount())));
  m_newChip->setText(tr("%1 new").arg(formatCount(m_unseen)));
  m_newChip->setAccessibleName(tr("New episodes: %n. Jump to the newest.", nullptr, m_unseen));
  m_newChip->setVisible(m_unseen > 0);
  m_newChip->updateGeometry();
  if (m_model->rowCount() == 0) {
    m_empty->setContent(
        IconId::kRuns, tr("No episodes yet"),
        m_judgesNone
            ? tr("Supervised fine-tuning learns from given answers: nothing is generated or "
                 "judged. Candidates of later phases and of evaluations appear here.")
            : tr("Each judged candidate of the run appears here, the newest first."));
  } else {
    m_empty->setContent(IconId::kSearch, tr("No episode fits the filter"),
                        m_proxy->stepRange()
                            ? tr("Take terms out of the filter line, or the range of steps away, "
                                 "to see more.")
                            : tr("Take terms out of the filter line to see more."));
  }
  m_pages->setCurrentIndex(m_proxy->rowCount() == 0 ? 0 : 1);
}

void EpisodeList::jumpToNewest() {
  m_view->sortByColumn(EpisodeModel::kStep, Qt::DescendingOrder);
  m_view->scrollToTop();
  m_unseen = 0;
  refreshCounts();
}

void EpisodeList::selectEpisode(qint64 rowId) {
  m_wanted = rowId;
  const int row = m_proxy->proxyRowOfId(rowId);
  const bool quiet = m_quiet;
  m_quiet = true;
  if (row < 0) {
    m_view->clearSelection();
    m_view->setCurrentIndex({});
  } else {
    const QModelIndex index = m_proxy->index(row, 0);
    m_view->setCurrentIndex(index);
    m_view->selectRow(row);
    if (!quiet) {
      m_view->scrollTo(index);
    }
  }
  m_quiet = quiet;
}

qint64 EpisodeList::selectedEpisode() const {
  const QModelIndex current = m_view->currentIndex();
  return current.isValid() && current.row() < m_proxy->rowCount() ? m_proxy->row(current.row()).id
                                                                  : 0;
}

void EpisodeList::selectNext(int delta) {
  const QModelIndex current = m_view->currentIndex();
  const int row = current.isValid() ? current.row() + delta : 0;
  if (row >= 0 && row < m_proxy->rowCount()) {
    m_view->setCurrentIndex(m_proxy->index(row, 0));
  }
}

void EpisodeList::revealStep(std::int64_t step) {
  const int row = m_proxy->firstRowOfStep(step);
  if (row >= 0) {
    m_view->scrollTo(m_proxy->index(row, EpisodeModel::kStep), QAbstractItemView::PositionAtTop);
  }
}

}  // namespace nereid::widgets
