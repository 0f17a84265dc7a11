// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs/run_list.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QSet>
#include <QStackedLayout>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "engine/record/episode_file.h"
#include "widgets/feed/phase_words.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/runs/queue_list.h"
#include "widgets/runs/run_delegate.h"
#include "widgets/runs/run_filter.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

/// "; tags: base, seed 1", after `before`; empty without tags.
QString tagLine(const RunEntry& run, const QString& before) {
  return run.tags.isEmpty()
             ? QString()
             : before + RunList::tr("tags: %1").arg(run.tags.join(QStringLiteral(", ")));
}

/// When a run was made, as short as it tells runs apart.
QString timeOf(const RunEntry& run) {
  if (run.createdMs == 0) return {};
  const QDateTime time = QDateTime::fromMSecsSinceEpoch(run.createdMs);
  const bool isToday = time.date() == QDate::currentDate();
  return QLocale().toString(time,
                            isToday ? QStringLiteral("HH:mm") : QStringLiteral("d MMM HH:mm"));
}

/// What may stand behind the name of a run, from the least to the most that is said.
QStringList marksOf(const RunEntry& run) {
  const QString seed = run.seed ? RunList::tr("seed %1").arg(*run.seed) : QString();
  const QString time = timeOf(run);
  const QString both = QStringList{seed, time}.join(
      seed.isEmpty() || time.isEmpty() ? QString() : QStringLiteral(" \u00B7 "));
  return {seed, time, both, QFileInfo(run.dir).fileName()};
}

/// A line for each phase, after a line break; empty for a run of a single part.
QString phaseLines(const RunEntry& run) {
  return run.phases.empty() ? QString() : QLatin1Char('\n') + phasesDetail(run.phases, run.step);
}

QString droppedFolder(const QMimeData* data) {
  for (const QUrl& url : data->urls()) {
    const QFileInfo info(url.toLocalFile());
    if (info.isDir() || record::is_episode_file(info.filePath().toStdString())) {
      return info.absoluteFilePath();
    }
    if (info.isFile() && info.fileName() == QLatin1String("record.sqlite")) {
      return info.absolutePath();
    }
  }
  return {};
}

}  // namespace

QString runStateWord(const RunEntry& run) {
  return run.wasCut ? RunList::tr("interrupted") : runStateWord(run.state);
}

void RunListModel::setRuns(QList<RunEntry> runs) {
  beginResetModel();
  m_runs = std::move(runs);
  std::stable_sort(m_runs.begin(), m_runs.end(),
                   [](const RunEntry& a, const RunEntry& b) { return a.createdMs > b.createdMs; });
  endResetModel();
  QSet<QString> names;
  for (const RunEntry& run : std::as_const(m_runs)) names << run.name;
  for (const QString& name : std::as_const(names)) tellApart(name);
}

void RunListModel::updateRun(const RunEntry& run) {
  int row = rowOf(run.dir);
  if (row < 0) {
    insert(run);
    return tellApart(run.name);
  }
  const RunEntry before = m_runs[row];
  const bool isSameTime = before.createdMs == run.createdMs;
  if (!isSameTime) row = moved(row, placeOf(run));  // nothing was known of it until now
  m_runs[row] = run;
  m_runs[row].title = before.title;
  Q_EMIT dataChanged(index(row), index(row));
  const bool isSame = isSameTime && before.name == run.name && before.seed == run.seed;
  if (isSame && !before.title.isEmpty()) return;
  if (before.name != run.name) tellApart(before.name);
  tellApart(run.name);
}

int RunListModel::placeOf(const RunEntry& run) const {
  return static_cast<int>(std::count_if(m_runs.cbegin(), m_runs.cend(), [&](const RunEntry& other) {
    return other.dir != run.dir && other.createdMs >= run.createdMs;
  }));
}

// A row that is taken out and put back would lose the selection to its neighbour, which would be
// shown.
int RunListModel::moved(int row, int to) {
  if (to == row) return row;
  beginMoveRows({}, row, row, {}, to > row ? to + 1 : to);
  m_runs.move(row, to);
  endMoveRows();
  return to;
}

void RunListModel::insert(const RunEntry& run) {
  const int row = placeOf(run);
  beginInsertRows({}, row, row);
  m_runs.insert(row, run);
  endInsertRows();
}

// Runs of one name say as much more as tells them apart: the seed, the time, both, the folder.
void RunListModel::tellApart(const QString& name) {
  QList<int> rows;
  for (int row = 0; row < rowCount(); ++row)
    if (m_runs[row].name == name) rows << row;
  QList<QStringList> marks;
  QHash<QString, int> count;
  for (const int row : std::as_const(rows)) {
    marks << marksOf(m_runs[row]);
    for (const QString& mark : std::as_const(marks.last())) ++count[mark];
  }
  for (qsizetype i = 0; i < rows.size(); ++i) {
    QString title = name;
    if (rows.size() > 1) {
      const auto unique =
          std::find_if(marks[i].cbegin(), marks[i].cend(),
                       [&](const QString& mark) { return !mark.isEmpty() && count[mark] == 1; });
      title = RunList::tr("%1 \u00B7 %2")
                  .arg(name, unique == marks[i].cend() ? marks[i].last() : *unique);
    }
    RunEntry& run = m_runs[rows[i]];
    if (title == run.title) continue;
    run.title = title;
    Q_EMIT dataChanged(index(rows[i]), index(rows[i]));
  }
}

void RunListModel::removeRun(const QString& dir) {
  const int row = rowOf(dir);
  if (row >= 0) {
    const QString name = m_runs[row].name;
    beginRemoveRows({}, row, row);
    m_runs.removeAt(row);
    endRemoveRows();
    tellApart(name);
  }
}

void RunListModel::setNote(const QString& dir, const QString& note, const QString& tip) {
  const std::pair now(note, tip);
  if (m_notes.value(dir) == now) {
    return;
  }
  m_notes.insert(dir, now);
  if (const int row = rowOf(dir); row >= 0) {
    Q_EMIT dataChanged(index(row), index(row));
  }
}

RunEntry RunListModel::withNote(RunEntry run) const {
  std::tie(run.note, run.noteTip) = m_notes.value(run.dir);
  return run;
}

int RunListModel::rowOf(const QString& dir) const {
  for (int i = 0; i < m_runs.size(); ++i) {
    if (m_runs[i].dir == dir) {
      return i;
    }
  }
  return -1;
}

QString RunListModel::titleOf(const QString& dir) const {
  const int row = rowOf(dir);
  return row < 0 ? QString() : m_runs[row].title;
}

int RunListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const RunEntry run = withNote(m_runs[index.row()]);
  switch (role) {
    case Qt::DisplayRole:
      return run.title;
    case Qt::EditRole:
      return run.name;
    case Qt::AccessibleTextRole:
      return RunList::tr("%1, %2, %3").arg(run.title, runStateWord(run), runStateLine(run)) +
             tagLine(run, QStringLiteral(", "));
    case Qt::ToolTipRole:
      if (!run.noteTip.isEmpty()) {
        return QStringList{run.dir, runStateLine(run), run.noteTip}.join(QLatin1Char('\n'));
      }
      return run.problem.isEmpty() ? RunList::tr("%1\n%2 \u00B7 %3")
                                             .arg(run.dir, runStateWord(run), runStateLine(run)) +
                                         phaseLines(run) + tagLine(run, QStringLiteral("\n"))
                                   : run.dir + QLatin1Char('\n') + run.problem;
    case kEntryRole:
      return QVariant::fromValue(run);
    default:
      return {};
  }
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractListModel::flags(index);
  return index.isValid() ? usual | Qt::ItemIsDragEnabled | Qt::ItemIsEditable : usual;
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole) return false;
  const RunEntry& run = m_runs[index.row()];
  if (value.toString() != run.name) Q_EMIT renameRequested(run.dir, value.toString());
  return true;
}

QStringList RunListModel::mimeTypes() const {
  return {QStringLiteral("text/uri-list")};
}

QMimeData* RunListModel::mimeData(const QModelIndexList& indexes) const {
  QList<QUrl> folders;
  for (const QModelIndex& index : indexes) {
    folders << QUrl::fromLocalFile(m_runs[index.row()].dir);
  }
  auto* data = new QMimeData;  // owned by the drag
  data->setUrls(folders);
  return data;
}

RunList::RunList(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Runs"), this)),
      m_filter(new QLineEdit(this)),
      m_queue(new QueueList(this)),
      m_model(new RunListModel(this)),
      m_view(new QListView(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  auto* filterRow = new QVBoxLayout;
  filterRow->setContentsMargins(8, 2, 8, 4);
  filterRow->addWidget(m_filter);
  layout->addLayout(filterRow);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_queue);
  m_filter->setPlaceholderText(tr("Filter: name, tag:, state:"));
  m_filter->setAccessibleName(tr("Filter of the runs"));
  m_filter->setToolTip(tr(
      "Words in name, tags, phases or state; tag:, tag=, state:, phase:, is:archived; a minus for "
      "what does not hold the word"));
  m_filter->setClearButtonEnabled(true);
  m_filter->installEventFilter(this);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);
  m_view->setModel(m_model);
  m_view->setItemDelegate(new RunDelegate(m_view));
  m_view->setAccessibleName(tr("Runs"));
  m_view->setDragEnabled(true);
  m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->installEventFilter(this);
  m_view->viewport()->installEventFilter(this);
  setAcceptDrops(true);
  connect(m_empty, &EmptyState::triggered, this, [this] {
    if (m_model->rowCount() == 0) {
      Q_EMIT startRequested();
      return;
    }
    if (m_filter->text().isEmpty()) setShowsArchived(true);
    m_filter->clear();
  });
  connect(m_filter, &QLineEdit::textChanged, this, &RunList::refresh);
  // Not the current row: a list that gets the keyboard makes its first one current, and a click
  // makes a row current before it is chosen.
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this](const QItemSelection& selected) {
            if (!selected.isEmpty()) {
              Q_EMIT runSelected(m_model->run(selected.indexes().first().row()).dir);
            }
          });
  connect(m_view, &QAbstractItemView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT runActivated(m_model->run(index.row()).dir); });
  connect(m_model, &RunListModel::renameRequested, this, &RunList::renameRequested);
  connect(m_view, &QWidget::customContextMenuRequested, this, &RunList::showMenu);
  connect(&theme(), &Theme::themeChanged, m_view, &QListView::doItemsLayout);
  refresh();
}

void RunList::setRuns(const QList<RunEntry>& runs) {
  const QString selected = selectedRun();
  {
    const QSignalBlocker quiet(m_view->selectionModel());
    m_model->setRuns(runs);
  }
  if (!selected.isEmpty()) {
    selectRun(selected);
  }
  refresh();
}

void RunList::updateRun(const RunEntry& run) {
  m_model->updateRun(run);
  refresh();
}

void RunList::removeRun(const QString& dir) {
  m_model->removeRun(dir);
  refresh();
}

void RunList::selectRun(const QString& dir) {
  const int row = m_model->rowOf(dir);
  if (row < 0 || selectedRun() == dir) {
    return;
  }
  // Told from outside: the selection is shared already.
  const QSignalBlocker quiet(this);
  m_view->setCurrentIndex(m_model->index(row));
}

QString RunList::selectedRun() const {
  const QModelIndex current = m_view->currentIndex();
  return current.isValid() ? m_model->run(current.row()).dir : QString();
}

void RunList::rename(const QString& dir) {
  const int row = m_model->rowOf(dir);
  if (row >= 0) m_view->edit(m_model->index(row));
}

void RunList::setShowsArchived(bool on) {
  m_showsArchived = on;
  refresh();
}

QStringList RunList::shownRuns() const {
  QStringList shown;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    if (!m_view->isRowHidden(row)) shown << m_model->run(row).dir;
  }
  return shown;
}

void RunList::refresh() {
  const int count = m_model->rowCount();
  const RunFilter filter = RunFilter::parse(m_filter->text());
  const bool withArchived = m_showsArchived || filter.wantsArchived();
  int shown = 0;
  for (int row = 0; row < count; ++row) {
    const RunEntry& run = m_model->run(row);
    const bool isShown = filter.fits(run) && (withArchived || !run.archived);
    if (m_view->isRowHidden(row) == isShown) m_view->setRowHidden(row, !isShown);
    if (isShown) ++shown;
  }
  m_head->setNote(count == 0       ? QString()
                  : shown == count ? formatCount(count)
                                   : tr("%1 of %2").arg(formatCount(shown), formatCount(count)));
  m_filter->setVisible(count > 0);
  refreshEmpty(!filter.isEmpty());
  m_pages->setCurrentIndex(shown == 0 ? 0 : 1);
}

void RunList::refreshEmpty(bool isFiltered) {
  if (m_model->rowCount() == 0) {
    m_empty->setContent(IconId::kRuns, tr("No runs yet"),
                        tr("Start the pocket run, or drop a run folder here."),
                        tr("Start the pocket run"));
  } else if (isFiltered) {
    m_empty->setContent(IconId::kSearch, tr("No run fits the filter"),
                        tr("Archived runs are found by is:archived."), tr("Clear the filter"));
  } else {
    m_empty->setContent(IconId::kRuns, tr("All runs are archived"),
                        tr("They are kept as they are, out of the way."), tr("Show archived runs"));
  }
}

void RunList::addControl(QMenu& menu, const RunEntry& run) {
  using record::RunState;
  const QString dir = run.dir;
  if (run.goesOn) {
    const bool isPaused = run.state == RunState::kPaused || run.state == RunState::kPausing;
    QAction* pause =
        isPaused ? menu.addAction(tr("Resume"), this, [this, dir] { Q_EMIT resumeRequested(dir); })
                 : menu.addAction(tr("Pause"), this, [this, dir] { Q_EMIT pauseRequested(dir); });
    QAction* stop = menu.addAction(tr("Stop"), this, [this, dir] { Q_EMIT stopRequested(dir); });
    pause->setEnabled(isPaused || run.state == RunState::kRunning);
    stop->setEnabled(run.state != RunState::kStopping);
  } else if (run.canContinue) {
    menu.addAction(tr("Continue"), this, [this, dir] { Q_EMIT continueRequested(dir); });
  } else {
    return;
  }
  menu.addSeparator();
}

void RunList::addEvaluations(QMenu& menu, const RunEntry& run) {
  if (run.evaluations.isEmpty()) {
    return;
  }
  QMenu* evaluations = menu.addMenu(tr("Open an evaluation"));
  for (const qint64 step : run.evaluations) {
    evaluations->addAction(tr("After step %1").arg(formatCount(step)), this,
                           [this, dir = run.dir, step] { Q_EMIT evaluationRequested(dir, step); });
  }
}

void RunList::showMenu(const QPoint& place) {
  const QModelIndex index = m_view->indexAt(place);
  if (!index.isValid()) {
    return;
  }
  const QString dir = m_model->run(index.row()).dir;
  QMenu menu(this);
  addControl(menu, m_model->run(index.row()));
  menu.addAction(tr("Lay over the curves"), this, [this, dir] { Q_EMIT overlayRequested(dir); });
  addEvaluations(menu, m_model->run(index.row()));
  menu.addSeparator();
  menu.addAction(tr("Show folder"), this, [this, dir] { Q_EMIT showFolderRequested(dir); });
  menu.addAction(tr("Copy path"), this, [dir] { QApplication::clipboard()->setText(dir); });
  menu.addSeparator();
  const bool isArchived = m_model->run(index.row()).archived;
  menu.addAction(tr("Rename"), this, [this, dir] { rename(dir); });
  menu.addAction(tr("Tags..."), this, [this, dir] { Q_EMIT tagsRequested(dir); });
  menu.addAction(isArchived ? tr("Take out of the archive") : tr("Archive"), this,
                 [this, dir, isArchived] { Q_EMIT archiveRequested(dir, !isArchived); });
  menu.addSeparator();
  menu.addAction(tr("Take out of the list"), this, [this, dir] { Q_EMIT removeRequested(dir); });
  menu.addAction(tr("Delete"), this, [this, dir] { Q_EMIT deleteRequested(dir); });
  menu.exec(m_view->viewport()->mapToGlobal(place));
}

bool RunList::eventFilter(QObject* watched, QEvent* event) {
  // The shown run stays marked when somebody clicks below the runs.
  if (watched == m_view->viewport() && isClickBeside(*m_view, *event)) {
    m_view->setFocus(Qt::MouseFocusReason);
    return true;
  }
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool isPlain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (!isPlain) return QWidget::eventFilter(watched, event);
  if (watched == m_filter && key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
    m_filter->clear();
    return true;
  }
  if (watched == m_filter && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Return)) {
    m_view->setFocus(Qt::ShortcutFocusReason);
    return true;
  }
  const QString dir = selectedRun();
  if (watched == m_view && !dir.isEmpty() && key->key() == Qt::Key_Delete) {
    Q_EMIT deleteRequested(dir);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void RunList::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFolder(event->mimeData()).isEmpty()) {
    event->acceptProposedAction();
  }
}

void RunList::dropEvent(QDropEvent* event) {
  const QString dir = droppedFolder(event->mimeData());
  if (!dir.isEmpty()) {
    event->acceptProposedAction();
    Q_EMIT folderDropped(dir);
  }
}

}  // namespace nereid::widgets
