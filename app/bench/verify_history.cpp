// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/verify_history.h"

#include <QAction>
#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using record::JudgementRow;
using widgets::Cell;
using widgets::CellModel;
using widgets::PanelHead;
using widgets::Role;

namespace {

QString verdictText(const JudgementRow& row) {
  return row.judged ? widgets::verdictLine(row.accepted, row.reason_code, row.reason_message)
                    : VerifyHistory::tr("not judged");
}

QString stageText(const JudgementRow& row) {
  return row.judged && !row.accepted ? widgets::stageWord(row.rejected_at) : QString();
}

enum HistoryColumn {
  kVerdictColumn = 1,
  kNameColumn,
  kStageColumn = 3,
  kChangedColumn,
  kNoteColumn,
  kTimeColumn,
};
constexpr int kVerdictLetters = 20;
constexpr int kLeastLetters = 9;

QString timeText(qint64 unixMs) {
  const QDateTime time = QDateTime::fromMSecsSinceEpoch(unixMs);
  const bool today = time.date() == QDate::currentDate();
  return QLocale().toString(time,
                            today ? QStringLiteral("HH:mm:ss") : QStringLiteral("d MMM HH:mm"));
}

std::vector<Cell> cellsOf(const JudgementRow& row) {
  const QDateTime time = QDateTime::fromMSecsSinceEpoch(row.unix_ms);
  return {{.text = timeText(row.unix_ms),
           .sortKey = static_cast<qlonglong>(row.unix_ms),
           .tooltip = QLocale().toString(time, QLocale::LongFormat),
           .data = static_cast<qlonglong>(row.id)},
          {.text = verdictText(row),
           .color = !row.judged    ? Role::kSecondary
                    : row.accepted ? Role::kAccepted
                                   : Role::kRejected,
           .tooltip = widgets::engineText(row.reason_message)},
          {.text = widgets::text(row.name)},
          {.text = stageText(row), .sortKey = static_cast<int>(row.rejected_at)},
          {.text = widgets::text(row.change), .tooltip = widgets::text(row.change)},
          {.text = widgets::text(row.note), .tooltip = widgets::text(row.note)},
          {.text = row.judged ? widgets::formatDuration(row.total_ms) : widgets::missing(),
           .sortKey = row.total_ms}};
}

}  // namespace

VerifyHistory::VerifyHistory(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("History"), this)),
      m_filter(new QLineEdit(this)),
      m_model(new CellModel(this)),
      m_view(new widgets::TableView(this)),
      m_note(new QLineEdit(this)),
      m_empty(new widgets::EmptyState(this)),
      m_pages(new QStackedLayout) {
  setAcceptDrops(true);
  m_filter->setPlaceholderText(tr("Filter: name, reason, stage, note, changed line"));
  m_filter->setAccessibleName(tr("Filter of the history"));
  m_filter->setClearButtonEnabled(true);
  m_note->setAccessibleName(tr("Note on the selected judgement"));
  m_note->setClearButtonEnabled(true);
  m_note->setPlaceholderText(tr("Select one to write a note on it"));
  m_note->setEnabled(false);
  setupTable();
  setupActions();
  m_empty->setContent(
      widgets::IconId::kCheck, tr("Nothing judged yet"),
      tr("What you verify here is listed with its verdict and kept, so that you can "
         "go back to it. Or drop a JSONL file of candidates here."));
  auto* content = new QWidget(this);
  auto* column = widgets::tightColumn(content);
  const auto addLine = [column](QLineEdit* line) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 4, 10, 8);
    row->addWidget(line);
    column->addLayout(row);
  };
  addLine(m_filter);
  column->addWidget(m_view, 1);
  addLine(m_note);
  auto* layout = widgets::tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(content);
  setFocusProxy(m_view);
  connect(m_filter, &QLineEdit::textChanged, this, &VerifyHistory::refresh);
  connect(m_note, &QLineEdit::editingFinished, this, &VerifyHistory::keepNote);
  refresh();
}

void VerifyHistory::setupTable() {
  m_model->setColumns({{.title = tr("time")},
                       {.title = tr("verdict")},
                       {.title = tr("candidate")},
                       {.title = tr("stage"), .tooltip = tr("That rejected it")},
                       {.title = tr("changed"), .tooltip = tr("Against the judgement before")},
                       {.title = tr("note")},
                       {.title = tr("judged in"), .right = true}});
  m_view->setModel(m_model);
  m_view->setStretchColumn(1);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setSortingEnabled(true);
  m_view->horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);
  m_view->setAccessibleName(tr("Judgements made by hand"));
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->installEventFilter(this);
  connect(m_view, &QWidget::customContextMenuRequested, this, &VerifyHistory::openMenu);
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &VerifyHistory::refreshSelection);
  connect(m_view, &QAbstractItemView::doubleClicked, m_view, [this] { m_restore->trigger(); });
}

void VerifyHistory::setupActions() {
  const auto make = [this](const QString& text, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setToolTip(tip);
    return action;
  };
  m_compare = make(tr("compare"), tr("Two selected ones word by word, with their verdicts; one is "
                                     "compared with what is in the editors"));
  m_restore = make(tr("Restore"), tr("Put its sources back into the editors (Enter)"));
  m_delete = make(tr("delete"), tr("Take the selected ones off the list (Delete); can be undone"));
  m_file = make(tr("file"), tr("Export or import judgements as JSONL"));
  m_export = make(tr("Export as JSONL..."),
                  tr("The selected ones, else all shown; nereid verify --batch reads the file"));
  m_import = make(tr("Import JSONL..."), tr("Judgements, or a batch of candidates"));
  for (QAction* action : {m_compare, m_delete, m_file}) m_head->addAction(action);
  connect(m_compare, &QAction::triggered, this, [this] { Q_EMIT compareRequested(chosen()); });
  connect(m_restore, &QAction::triggered, this, [this] {
    const auto ids = chosen();
    if (!ids.empty()) Q_EMIT restoreRequested(ids.front());
  });
  connect(m_delete, &QAction::triggered, this, [this] {
    const auto ids = chosen();
    if (!ids.empty()) Q_EMIT deleteRequested(ids);
  });
  connect(m_file, &QAction::triggered, this, &VerifyHistory::openFileMenu);
  connect(m_export, &QAction::triggered, this, &VerifyHistory::askForExport);
  connect(m_import, &QAction::triggered, this, &VerifyHistory::askForImport);
}

void VerifyHistory::openMenu(const QPoint& place) {
  QMenu menu(this);
  menu.addActions({m_restore, m_compare, m_delete});
  menu.addSeparator();
  menu.addAction(tr("Copy"), m_view, &widgets::TableView::copySelection);
  menu.addActions({m_export, m_import});
  menu.setToolTipsVisible(true);
  menu.exec(m_view->viewport()->mapToGlobal(place));
}

void VerifyHistory::openFileMenu() {
  QMenu menu(this);
  menu.addActions({m_export, m_import});
  menu.setToolTipsVisible(true);
  menu.exec(QCursor::pos());
}

void VerifyHistory::setRows(const JudgementRowsPtr& rows) {
  m_rows = *rows;
  refresh();
}

void VerifyHistory::add(const JudgementRowsPtr& rows) {
  m_rows.insert(m_rows.end(), rows->begin(), rows->end());
  const auto most = static_cast<std::size_t>(Judgements::limit());
  if (m_rows.size() > most) {
    m_rows.erase(m_rows.begin(), m_rows.end() - static_cast<std::ptrdiff_t>(most));
  }
  refresh();
}

const JudgementRow* VerifyHistory::row(qint64 id) const {
  const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                  [id](const JudgementRow& row) { return row.id == id; });
  return found == m_rows.end() ? nullptr : &*found;
}

int VerifyHistory::shownCount() const {
  return m_model->rowCount();
}

std::vector<std::int64_t> VerifyHistory::chosen(bool orAll) const {
  std::vector<std::int64_t> ids;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    if (m_view->selectionModel()->isRowSelected(row)) {
      ids.push_back(m_model->index(row, 0).data(CellModel::kDataRole).toLongLong());
    }
  }
  if (!ids.empty() || !orAll) return ids;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    ids.push_back(m_model->index(row, 0).data(CellModel::kDataRole).toLongLong());
  }
  return ids;
}

bool VerifyHistory::isShown(const JudgementRow& row) const {
  const QString all = QStringList{widgets::text(row.name),
                                  verdictText(row),
                                  widgets::text(row.reason_code),
                                  stageText(row),
                                  widgets::engineText(row.reason_message),
                                  widgets::text(row.change),
                                  widgets::text(row.note),
                                  QDateTime::fromMSecsSinceEpoch(row.unix_ms).toString(Qt::ISODate)}
                          .join(QLatin1Char('\n'));
  const QStringList words = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void VerifyHistory::refresh() {
  const std::vector<std::int64_t> before = chosen();
  std::vector<std::vector<Cell>> rows;
  for (auto row = m_rows.rbegin(); row != m_rows.rend(); ++row) {
    if (isShown(*row)) rows.push_back(cellsOf(*row));
  }
  {
    const QSignalBlocker quiet(m_view->selectionModel());
    m_model->setRows(std::move(rows));
    const QHeaderView* head = m_view->horizontalHeader();
    m_model->sort(head->sortIndicatorSection(), head->sortIndicatorOrder());
    for (int row = 0; row < m_model->rowCount(); ++row) {
      const auto id = m_model->index(row, 0).data(CellModel::kDataRole).toLongLong();
      if (std::find(before.begin(), before.end(), id) != before.end()) {
        m_view->selectionModel()->select(m_model->index(row, 0),
                                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
      }
    }
  }
  m_view->fitColumns();
  // Columns without any text leave their room to the verdict.
  const auto has = [this](auto member) {
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [member](const JudgementRow& row) { return !(row.*member).empty(); });
  };
  m_hasChanges = has(&JudgementRow::change);
  m_hasNotes = has(&JudgementRow::note);
  shareWidth();
  m_view->viewport()->update();
  m_pages->setCurrentIndex(m_rows.empty() ? 0 : 1);
  m_head->setNote(
      m_rows.empty() ? QString()
      : shownCount() == count()
          ? widgets::formatCount(count())
          : tr("%1 of %2").arg(widgets::formatCount(shownCount()), widgets::formatCount(count())));
  refreshSelection();
}

void VerifyHistory::refreshSelection() {
  const std::vector<std::int64_t> ids = chosen();
  m_compare->setEnabled(ids.size() == 1 || ids.size() == 2);
  m_restore->setEnabled(ids.size() == 1);
  m_delete->setEnabled(!ids.empty());
  m_export->setEnabled(!m_rows.empty());
  const qint64 one = ids.size() == 1 ? ids.front() : 0;
  if (one == m_noteOf) return;
  keepNote();
  if (one == m_noteOf) return;  // keeping it has brought the list, and this, up to date
  m_noteOf = one;
  const JudgementRow* row = this->row(one);
  m_note->setEnabled(row != nullptr);
  m_note->setText(row == nullptr ? QString() : widgets::text(row->note));
  m_note->setPlaceholderText(row == nullptr ? tr("Select one to write a note on it")
                                            : tr("Note on %1").arg(widgets::text(row->name)));
  if (row != nullptr) Q_EMIT selected(one);
}

void VerifyHistory::keepNote() {
  const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                  [this](const JudgementRow& row) { return row.id == m_noteOf; });
  const std::string note = m_note->text().trimmed().toStdString();
  if (found == m_rows.end() || found->note == note) return;
  found->note = note;
  Q_EMIT noteChanged(m_noteOf, widgets::text(note));
  refresh();
}

void VerifyHistory::askForExport() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Export judgements"),
                                                    QStringLiteral("judgements.jsonl"),
                                                    tr("JSON lines (*.jsonl);;All files (*)"));
  if (!file.isEmpty()) Q_EMIT exportRequested(file, chosen(/*orAll=*/true));
}

void VerifyHistory::askForImport() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Import judgements"), QString(),
                                                    tr("JSON lines (*.jsonl);;All files (*)"));
  if (!file.isEmpty()) Q_EMIT importRequested(file);
}

// What changed against the judgement before may be long, and is told in the tooltip: it and the
// name give way first. Columns that were there before it came go last.
void VerifyHistory::shareWidth() {
  m_view->setColumnHidden(kChangedColumn, !m_hasChanges);
  m_view->setColumnHidden(kNoteColumn, !m_hasNotes);
  m_view->setColumnHidden(kStageColumn, false);
  m_view->setColumnHidden(kTimeColumn, false);
  const QFontMetrics metrics(widgets::theme().textFont());
  int room = m_view->viewport()->width() - kVerdictLetters * metrics.averageCharWidth();
  for (int column = 0; column < m_model->columnCount(); ++column) {
    if (column != kVerdictColumn) room -= m_view->columnWidth(column);
  }
  const int least = kLeastLetters * metrics.averageCharWidth();
  for (const int column : {kChangedColumn, kNoteColumn, kNameColumn}) {
    const int width = m_view->columnWidth(column);
    const int less = std::min(-room, width - least);
    if (less <= 0 || m_view->isColumnHidden(column)) continue;
    m_view->setColumnWidth(column, width - less);
    room += less;
  }
  for (const int column : {kChangedColumn, kNoteColumn, kTimeColumn, kStageColumn}) {
    if (room >= 0) break;
    if (m_view->isColumnHidden(column)) continue;
    room += m_view->columnWidth(column);
    m_view->setColumnHidden(column, true);
  }
}

bool VerifyHistory::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view && event->type() == QEvent::Resize) {
    QMetaObject::invokeMethod(
        this, [this] { shareWidth(); }, Qt::QueuedConnection);
  }
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Delete && m_delete->isEnabled()) return m_delete->trigger(), true;
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isEnter && m_restore->isEnabled() &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier) {
      return m_restore->trigger(), true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void VerifyHistory::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void VerifyHistory::dropEvent(QDropEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.first().isLocalFile()) {
    Q_EMIT importRequested(urls.first().toLocalFile());
  }
}

}  // namespace nereid::app
