// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/run_table.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QSaveFile>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/csv.h"
#include "widgets/look/icons.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kSample = 28;
constexpr int kSampleLine = 20;  ///< of which the line takes so much

/// The name of a run, after a piece of its line where it is drawn.
class RunNameDelegate : public QStyledItemDelegate {
 public:
  RunNameDelegate(const QHash<QString, QPen>& looks, QObject* parent)
      : QStyledItemDelegate(parent), m_looks(looks) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    paintRowBackground(*painter, option);
    QRect box = option.rect.adjusted(10, 0, -6, -1);
    const auto look = m_looks.constFind(index.data(RunTableModel::kDirRole).toString());
    if (look != m_looks.constEnd()) {
      painter->setPen(*look);
      const int y = box.center().y() + 1;
      painter->drawLine(box.left(), y, box.left() + kSampleLine, y);
    }
    box.setLeft(box.left() + kSample);
    paintCellText(*painter, item, index, box);
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    return {QFontMetrics(item.font).horizontalAdvance(item.text) + 18 + kSample,
            theme().rowHeight()};
  }

 private:
  const QHash<QString, QPen>& m_looks;
};

}  // namespace

RunTable::RunTable(QWidget* parent)
    : QWidget(parent),
      m_model(new RunTableModel(this)),
      m_proxy(new RunTableProxy(m_model, this)),
      m_view(new TableView(this)),
      m_filter(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_only(new QToolButton(this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)),
      m_columnsAction(new QAction(tr("columns"), this)),
      m_exportAction(new QAction(tr("export"), this)),
      m_tools(new QWidget(this)) {
  setupTools();
  setupView();
  auto* layout = tightColumn(this);
  layout->addWidget(m_tools);
  layout->addWidget(m_view, 1);
  setProgress(0, 0);
}

void RunTable::setupTools() {
  m_filter->setPlaceholderText(tr("Filter runs: words, or reward>0.5 beta=0"));
  m_filter->setAccessibleName(tr("Filter runs"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMaximumWidth(420);
  m_filter->setMinimumWidth(140);
  keepFont(m_count, FontKind::kSmall);
  keepRole(m_count, Role::kSecondary);
  m_only->setAutoRaise(true);
  m_only->hide();
  m_only->setAccessibleName(tr("Show the hidden runs again"));
  keepFont(m_only, FontKind::kSmall);
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(120, 6);
  m_progress->setAccessibleName(tr("Reading runs"));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Stop reading; the runs that were read stay"));
  m_cancel->setAccessibleName(tr("Stop reading runs"));
  m_cancel->setAutoRaise(true);
  keepFont(m_cancel, FontKind::kSmall);
  m_columnsAction->setToolTip(tr("Choose columns, which are also the axes below"));
  m_exportAction->setToolTip(tr("Save the shown rows and columns as CSV, exactly as stored"));
  auto* row = new QHBoxLayout(m_tools);
  row->setContentsMargins(10, 4, 6, 4);
  row->setSpacing(8);
  row->addWidget(m_filter, 3);
  row->addWidget(m_count);
  row->addWidget(m_only);
  row->addStretch(1);
  row->addWidget(m_progress);
  row->addWidget(m_cancel);
  QToolButton* columns = textButton(m_columnsAction, m_tools);
  row->addWidget(columns);
  row->addWidget(textButton(m_exportAction, m_tools));
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    const QString problem = m_proxy->setFilter(text);
    m_filter->setToolTip(problem);
    refreshCount();
    if (!problem.isEmpty()) {
      m_count->setText(problem);
    }
  });
  m_filter->installEventFilter(this);
  connect(m_columnsAction, &QAction::triggered, this,
          [this, columns] { showColumnMenu(columns->mapToGlobal(columns->rect().bottomLeft())); });
  connect(m_exportAction, &QAction::triggered, this, &RunTable::chooseExport);
  connect(m_cancel, &QToolButton::clicked, this, &RunTable::cancelRequested);
  connect(m_only, &QToolButton::clicked, this, &RunTable::clearOnlyRequested);
}

void RunTable::setupView() {
  m_view->setModel(m_proxy);
  m_view->setItemDelegateForColumn(0, new RunNameDelegate(m_looks, this));
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);
  m_view->setAccessibleName(tr("Runs to compare"));
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->horizontalHeader()->setSectionsMovable(true);
  m_view->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_view->horizontalHeader(), &QWidget::customContextMenuRequested, this,
          [this](QPoint place) { showColumnMenu(m_view->horizontalHeader()->mapToGlobal(place)); });
  connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
    Q_EMIT menuRequested(m_view->viewport()->mapToGlobal(place));
  });
  connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT runActivated(index.data(RunTableModel::kDirRole).toString());
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (m_quiet) {
      return;
    }
    m_chosen = chosenRuns();
    Q_EMIT choiceChanged();
  });
}

bool RunTable::isWanted(const RunColumn& column) const {
  return column.kind == RunColumn::Kind::kName ||
         m_choice.value(column.id(), isUsualColumn(column));
}

void RunTable::setRuns(const std::vector<RunSummaryPtr>& runs) {
  setContent(runs);
}

// A reset takes selection, sort mark and scroll place along; they belong to the runs.
void RunTable::setContent(std::vector<RunSummaryPtr> runs) {
  const std::vector<RunColumn> columnsBefore = m_model->columns();
  const int x = m_view->horizontalScrollBar()->value();
  const int y = m_view->verticalScrollBar()->value();
  const int sorted = m_view->horizontalHeader()->sortIndicatorSection();
  const auto order = m_view->horizontalHeader()->sortIndicatorOrder();
  std::optional<RunColumn> sortedBy;
  if (sorted >= 0 && sorted < static_cast<int>(columnsBefore.size())) {
    sortedBy = columnsBefore[static_cast<std::size_t>(sorted)];
  }
  m_quiet = true;
  const QStringList before = m_chosen;
  m_model->setContent(std::move(runs),
                      [this](const RunColumn& column) { return isWanted(column); });
  const bool otherColumns = columnsBefore != m_model->columns();
  const auto place = std::find(m_model->columns().begin(), m_model->columns().end(),
                               sortedBy.value_or(RunColumn{}));
  const bool stays = sortedBy && place != m_model->columns().end();
  m_view->sortByColumn(stays ? static_cast<int>(place - m_model->columns().begin()) : -1, order);
  if (otherColumns) {
    m_view->fitColumns();
  }
  m_quiet = false;
  chooseRuns(before);
  m_view->horizontalScrollBar()->setValue(x);
  m_view->verticalScrollBar()->setValue(y);
  refreshCount();
  if (otherColumns) {
    Q_EMIT columnsChanged();
  }
}

QStringList RunTable::chosenRuns() const {
  std::vector<int> rows;
  const auto selected = m_view->selectionModel()->selectedRows();
  for (const QModelIndex& index : selected) {
    rows.push_back(index.row());
  }
  std::sort(rows.begin(), rows.end());
  QStringList dirs;
  for (const int row : rows) {
    dirs << m_proxy->index(row, 0).data(RunTableModel::kDirRole).toString();
  }
  return dirs;
}

void RunTable::chooseRuns(const QStringList& dirs) {
  const QSet<QString> wanted(dirs.begin(), dirs.end());
  // Neighbours as one piece: a selection of a thousand pieces is slow.
  QItemSelection selection;
  const auto isWanted = [&](int row) {
    return wanted.contains(m_proxy->index(row, 0).data(RunTableModel::kDirRole).toString());
  };
  const int rows = m_proxy->rowCount();
  for (int row = 0; row < rows; ++row) {
    if (!isWanted(row)) continue;
    const int first = row;
    while (row + 1 < rows && isWanted(row + 1)) ++row;
    selection.select(m_proxy->index(first, 0), m_proxy->index(row, 0));
  }
  m_quiet = true;
  m_view->selectionModel()->select(selection,
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  m_quiet = false;
  QStringList now = chosenRuns();
  QStringList last = m_chosen;
  m_chosen = now;
  now.sort();
  last.sort();
  if (now != last) {
    Q_EMIT choiceChanged();
  }
}

void RunTable::setFilter(const QString& text) {
  m_filter->setText(text);
}

void RunTable::setOnly(const std::optional<QSet<QString>>& dirs, const QString& why) {
  m_proxy->setOnly(dirs);
  m_only->setVisible(dirs.has_value());
  m_only->setText(tr("%1 \u2715").arg(why));
  m_only->setToolTip(tr("Clear it and show all runs again"));
  refreshCount();
}

void RunTable::setLooks(const QHash<QString, QPen>& looks) {
  m_looks = looks;
  m_view->viewport()->update();
}

void RunTable::setProgress(int done, int all) {
  const bool isBusy = done < all;
  m_progress->setVisible(isBusy);
  m_cancel->setVisible(isBusy);
  m_progress->setRange(0, std::max(all, 1));
  m_progress->setValue(done);
  m_progress->setToolTip(tr("%L1 of %L2 runs are read").arg(done).arg(all));
  refreshCount();
}

void RunTable::refreshCount() {
  const int all = m_model->rowCount();
  const int shown = m_proxy->rowCount();
  m_count->setText(shown != all ? tr("%L1 of %Ln runs", nullptr, all).arg(shown)
                   : all == 1   ? tr("1 run")
                                : tr("%Ln runs", nullptr, all));
}

void RunTable::setColumnShown(const RunColumn& column, bool shown) {
  if (shown == isUsualColumn(column)) {
    m_choice.remove(column.id());
  } else {
    m_choice.insert(column.id(), shown);
  }
  setContent(m_model->runs());
  Q_EMIT columnsChosen();
}

QStringList RunTable::columnChoice() const {
  QStringList choice;
  for (auto one = m_choice.cbegin(); one != m_choice.cend(); ++one) {
    choice << (one.value() ? QLatin1Char('+') : QLatin1Char('-')) + one.key();
  }
  choice.sort();
  return choice;
}

void RunTable::setColumnChoice(const QStringList& choice) {
  m_choice.clear();
  for (const QString& one : choice) {
    m_choice.insert(one.mid(1), one.startsWith(QLatin1Char('+')));
  }
  setContent(m_model->runs());
}

void RunTable::showColumnMenu(QPoint place) {
  QMenu menu(this);
  menu.setToolTipsVisible(true);
  QMenu* settings = nullptr;
  QMenu* metrics = nullptr;
  const auto& shown = m_model->columns();
  for (const RunColumn& column : m_model->offered()) {
    if (column.kind == RunColumn::Kind::kName) {
      continue;
    }
    QMenu* group = &menu;
    if (column.kind == RunColumn::Kind::kSetting) {
      group = settings = settings != nullptr ? settings : menu.addMenu(tr("Settings that differ"));
    } else if (column.isMetric()) {
      group = metrics = metrics != nullptr ? metrics : menu.addMenu(tr("Metrics"));
    }
    group->setToolTipsVisible(true);
    QAction* action = group->addAction(column.title());
    action->setToolTip(column.tip());
    action->setCheckable(true);
    action->setChecked(std::find(shown.begin(), shown.end(), column) != shown.end());
    connect(action, &QAction::toggled, this,
            [this, column](bool on) { setColumnShown(column, on); });
  }
  menu.addSeparator();
  QAction* usual = menu.addAction(tr("Usual columns"), this, [this] {
    setColumnChoice({});
    Q_EMIT columnsChosen();
  });
  usual->setEnabled(!m_choice.isEmpty());
  menu.exec(place);
}

QString RunTable::asCsv() const {
  const auto line = [](const QStringList& cells) {
    QStringList quoted;
    for (const QString& cell : cells) {
      quoted << QString::fromStdString(csv_cell(cell.toStdString()));
    }
    return quoted.join(QLatin1Char(',')) + QLatin1Char('\n');
  };
  QStringList head;
  for (const RunColumn& column : m_model->columns()) {
    head << column.id();
  }
  head << QStringLiteral("folder");
  QString text = line(head);
  for (int row = 0; row < m_proxy->rowCount(); ++row) {
    const RunSummaryPtr run = m_proxy->run(row);
    QStringList cells;
    for (const RunColumn& column : m_model->columns()) {
      cells << runExact(*run, column);
    }
    cells << run->dir;
    text += line(cells);
  }
  return text;
}

Result<void> RunTable::exportCsv(const QString& file) const {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(asCsv().toUtf8()) >= 0 && out.commit()) {
    return {};
  }
  return Error{ErrorCode::kPermissionDenied, tr("%1 cannot be written: %2. Choose another folder.")
                                                 .arg(file, out.errorString())
                                                 .toStdString()};
}

void RunTable::chooseExport() {
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export table of runs"), QStringLiteral("runs.csv"), tr("CSV files (*.csv)"));
  if (file.isEmpty()) {
    return;
  }
  if (const Result<void> done = exportCsv(file); !done) {
    Q_EMIT exportFailed(done.error());
  } else {
    Q_EMIT exported(file);
  }
}

bool RunTable::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_filter && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Down) {
      m_view->setFocus(Qt::OtherFocusReason);
      return true;
    }
    if (key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
      m_filter->clear();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace nereid::widgets
