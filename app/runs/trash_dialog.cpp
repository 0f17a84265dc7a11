// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/trash_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::Role;

TrashDialog::TrashDialog(std::filesystem::path runsDir, QWidget* parent)
    : QDialog(parent),
      m_runsDir(std::move(runsDir)),
      m_isOver(std::make_shared<std::atomic<bool>>(false)),
      m_model(new widgets::CellModel(this)),
      m_table(new widgets::TableView(this)),
      m_status(new QLabel(this)),
      m_restore(new QPushButton(tr("&Restore"), this)),
      m_empty(new QPushButton(this)) {
  m_pool.setMaxThreadCount(1);
  setObjectName(QStringLiteral("trashDialog"));
  setWindowTitle(tr("Deleted runs"));
  m_model->setColumns({{.title = tr("run")},
                       {.title = tr("deleted")},
                       {.title = tr("size"), .right = true},
                       {.title = tr("was in")}});
  m_table->setModel(m_model);
  m_table->setAccessibleName(windowTitle());
  m_table->setStretchColumn(3);
  m_status->setWordWrap(true);
  m_status->setTextFormat(Qt::PlainText);
  m_status->setAccessibleName(tr("State of the trash"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_restore, &QPushButton::clicked, this, &TrashDialog::restoreChosen);
  connect(m_empty, &QPushButton::clicked, this, &TrashDialog::emptyTrash);
  connect(m_table, &QAbstractItemView::activated, this, &TrashDialog::restoreChosen);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this] { setBusy(m_isBusy); });
  for (QPushButton* button : {m_restore, m_empty}) button->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(m_restore);
  row->addWidget(m_empty);
  row->addStretch(1);
  row->addWidget(buttons);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 14);
  layout->setSpacing(8);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_status);
  layout->addLayout(row);
  resize(720, 420);
  say(tr("Reading the trash..."));
  setBusy(true);
  read();
}

TrashDialog::~TrashDialog() {
  *m_isOver = true;
  m_pool.clear();
  m_pool.waitForDone();
}

QString TrashDialog::statusText() const {
  return m_status->text();
}

void TrashDialog::say(const QString& text, bool isProblem) {
  widgets::setRole(m_status, isProblem ? Role::kRejected : Role::kSecondary);
  m_status->setText(text);
}

void TrashDialog::setBusy(bool isBusy) {
  m_isBusy = isBusy;
  m_restore->setEnabled(!isBusy && m_table->selectionModel()->hasSelection());
  m_empty->setEnabled(!isBusy && !m_items.empty());
  const auto count = static_cast<int>(m_items.size());
  m_empty->setText(!m_isSure    ? tr("&Empty the trash...")
                   : count == 1 ? tr("R&emove 1 run for good")
                                : tr("R&emove %n runs for good", nullptr, count));
}

void TrashDialog::read() {
  m_pool.start([this] {
    std::vector<Item> items;
    for (record::TrashedRun& run : record::list_trash(m_runsDir)) {
      if (m_isOver->load()) return;
      const std::uint64_t bytes = record::trashed_bytes(run);
      items.push_back({std::move(run), bytes});
    }
    QMetaObject::invokeMethod(
        this, [this, items = std::move(items)]() mutable { showItems(std::move(items)); });
  });
}

void TrashDialog::showItems(std::vector<Item> items) {
  m_items = std::move(items);
  std::vector<std::vector<widgets::Cell>> rows;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const Item& item = m_items[i];
    const auto deleted = QDateTime::fromMSecsSinceEpoch(item.run.deleted_unix_ms);
    const QString place = QString::fromStdString(item.run.origin.parent_path().string());
    rows.push_back({{.text = QString::fromStdString(item.run.name()),
                     .strong = true,
                     .data = static_cast<int>(i)},
                    {.text = QLocale().toString(deleted, QStringLiteral("d MMM yyyy HH:mm")),
                     .sortKey = deleted},
                    {.text = widgets::formatBytes(static_cast<qint64>(item.bytes)),
                     .sortKey = static_cast<qulonglong>(item.bytes)},
                    {.text = place, .color = Role::kSecondary, .tooltip = place}});
    total += item.bytes;
  }
  m_model->setRows(std::move(rows));
  m_table->fitColumns();
  m_isSure = false;
  const auto count = static_cast<int>(m_items.size());
  const QString size = widgets::formatBytes(static_cast<qint64>(total));
  say(count == 0 ? tr("The trash is empty. Runs that you delete are kept here.")
      : count == 1
          ? tr("1 run, %1. It stays until the trash is emptied.").arg(size)
          : tr("%n runs, %1. They stay until the trash is emptied.", nullptr, count).arg(size));
  setBusy(false);
}

void TrashDialog::restoreChosen() {
  const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
  std::vector<record::TrashedRun> runs;
  for (const QModelIndex& index : chosen)
    runs.push_back(m_items[index.data(widgets::CellModel::kDataRole).toUInt()].run);
  if (runs.empty() || m_isBusy) return;
  setBusy(true);
  m_pool.start([this, runs] {
    QStringList places;
    QString problem;
    for (const record::TrashedRun& run : runs) {
      const auto place = record::restore_from_trash(run);
      if (place) {
        places << QString::fromStdString(place->string());
      } else {
        problem = widgets::engineText(place.error().message);
      }
    }
    QMetaObject::invokeMethod(this, [this, places, problem] {
      for (const QString& place : places) Q_EMIT restored(place);
      if (!problem.isEmpty()) say(problem, true);
    });
  });
  read();
}

// The first press asks, the second one removes. Any other change takes the question back.
void TrashDialog::emptyTrash() {
  if (!m_isSure) {
    m_isSure = true;
    say(tr("These runs will be gone for good: records, checkpoints and trained models. This cannot "
           "be undone."),
        true);
    setBusy(false);
    return;
  }
  std::vector<record::TrashedRun> runs;
  for (const Item& item : m_items) runs.push_back(item.run);
  m_isSure = false;
  setBusy(true);
  m_pool.start([this, runs] {
    const auto done = record::remove_for_good(runs, [this, count = runs.size()](int gone) {
      QMetaObject::invokeMethod(
          this, [this, gone, count] { say(tr("%1 of %2 runs are removed").arg(gone).arg(count)); });
      return !m_isOver->load();
    });
    if (done) return;
    QMetaObject::invokeMethod(
        this, [this, problem = widgets::engineText(done.error().message)] { say(problem, true); });
  });
  read();
}

}  // namespace nereid::app
