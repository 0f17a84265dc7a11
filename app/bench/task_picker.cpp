// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/task_picker.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include "engine/tasks/catalog.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/importers.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using tasks::Task;
using widgets::Cell;
using widgets::CellModel;

namespace {

constexpr int kEach = 150;  // synthetic tasks of a level and split in the list

QString folderKey() {
  return QStringLiteral("verify/kernelBench");
}

std::vector<Task> syntheticTasks() {
  std::vector<Task> all;
  for (const tasks::Split split : {tasks::Split::kTrain, tasks::Split::kTest}) {
    for (const int level : {1, 2}) {
      for (std::uint64_t index = 0; index < kEach; ++index)
        all.push_back(tasks::synthetic_task(0, split, level, index));
    }
  }
  return all;
}

}  // namespace

TaskPicker::TaskPicker(QWidget* parent)
    : QDialog(parent),
      m_line(new QLineEdit(this)),
      m_model(new CellModel(this)),
      m_view(new widgets::TableView(this)),
      m_status(new QLabel(this)),
      m_use(new QPushButton(tr("Use as reference"), this)) {
  setWindowTitle(tr("Choose a task"));
  setObjectName(QStringLiteral("taskPicker"));
  m_pool.setMaxThreadCount(1);
  m_line->setPlaceholderText(tr("Part of an id, a name or a source, or a whole id"));
  m_line->setAccessibleName(tr("Filter of the tasks"));
  m_line->setClearButtonEnabled(true);
  m_line->installEventFilter(this);
  m_model->setColumns({{.title = tr("task")},
                       {.title = tr("id"), .mono = true},
                       {.title = tr("level"), .right = true},
                       {.title = tr("operations")}});
  m_view->setModel(m_model);
  m_view->setStretchColumn(3);
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setAccessibleName(tr("Tasks"));
  m_status->setTextFormat(Qt::PlainText);
  m_status->setWordWrap(true);
  widgets::keepRole(m_status, widgets::Role::kSecondary);
  auto* folderButton = new QPushButton(tr("KernelBench folder..."), this);
  folderButton->setAutoDefault(false);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  m_use->setDefault(true);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(folderButton);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(m_use);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(8);
  layout->addWidget(m_line);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_status);
  layout->addLayout(buttons);
  resize(760, 520);
  connect(m_line, &QLineEdit::textChanged, this, &TaskPicker::refresh);
  connect(m_view, &QAbstractItemView::doubleClicked, this, &TaskPicker::accept);
  connect(m_use, &QPushButton::clicked, this, &TaskPicker::accept);
  connect(cancel, &QPushButton::clicked, this, &TaskPicker::reject);
  connect(folderButton, &QPushButton::clicked, this, &TaskPicker::askForFolder);
  load();
}

TaskPicker::~TaskPicker() {
  m_pool.waitForDone();
}

QString TaskPicker::folder() {
  return QSettings().value(folderKey()).toString();
}

void TaskPicker::setFolder(const QString& folder) {
  QSettings().setValue(folderKey(), folder);
  load();
}

void TaskPicker::askForFolder() {
  const QString folder =
      QFileDialog::getExistingDirectory(this, tr("Folder of KernelBench"), TaskPicker::folder());
  if (!folder.isEmpty()) setFolder(folder);
}

void TaskPicker::load() {
  m_tasks.reset();
  m_status->setText(tr("Reading the tasks..."));
  m_pool.start([this, question = ++m_asked, folder = folder().toStdString()] {
    std::vector<Task> all;
    QString problem;
    if (!folder.empty()) {
      if (auto found = tasks::load_kernelbench(folder, {})) {
        all = std::move(*found);
      } else {
        problem = widgets::engineText(found.error().message);
      }
    }
    for (Task& task : syntheticTasks()) all.push_back(std::move(task));
    QMetaObject::invokeMethod(this,
                              [this, question, problem,
                               tasks = std::make_shared<const std::vector<Task>>(std::move(all))] {
                                if (question == m_asked) take(tasks, problem);
                              });
  });
}

void TaskPicker::take(const TasksPtr& tasks, const QString& problem) {
  m_tasks = tasks;
  refresh();
  if (!problem.isEmpty()) m_status->setText(problem);
  Q_EMIT loaded();
}

void TaskPicker::refresh() {
  if (!m_tasks) return;
  tasks::TaskFilter filter;
  filter.text = m_line->text().trimmed().toStdString();
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < m_tasks->size(); ++i) {
    const Task& task = (*m_tasks)[i];
    if (!tasks::matches(task, filter)) continue;
    rows.push_back({{.text = widgets::text(task.name), .data = static_cast<qlonglong>(i)},
                    {.text = widgets::text(task.id)},
                    {.text = QString::number(task.level), .sortKey = task.level},
                    {.text = widgets::joined(task.tags, QStringLiteral(", ")),
                     .tooltip = widgets::text(task.note)}});
  }
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  if (shownCount() > 0) m_view->selectRow(0);
  const bool isId = shownCount() == 0 && !filter.text.empty();
  m_status->setText(isId ? tr("No task in the list matches; what was typed is taken as an id.")
                         : tr("%1 of %2 tasks")
                               .arg(widgets::formatCount(shownCount()),
                                    widgets::formatCount(static_cast<int>(m_tasks->size()))));
}

int TaskPicker::shownCount() const {
  return m_model->rowCount();
}

void TaskPicker::accept() {
  if (!m_tasks) return;
  const QModelIndex index = m_view->currentIndex();
  if (index.isValid() && shownCount() > 0) {
    const auto place = m_model->index(index.row(), 0).data(CellModel::kDataRole).toULongLong();
    Q_EMIT chosen((*m_tasks)[place]);
    return QDialog::accept();
  }
  // A synthetic task is made again from its id; nothing is read for that.
  const std::string id = m_line->text().trimmed().toStdString();
  const auto key = tasks::parse_synthetic_id(id);
  if (!key) {
    m_status->setText(
        tr("There is no such task. Ids of synthetic ones read synthetic/LEVEL/SPLIT.SEED.INDEX."));
    return;
  }
  Q_EMIT chosen(tasks::synthetic_task(key->seed, key->split, key->level, key->index));
  QDialog::accept();
}

// Up and down walk the list while the keyboard stays in the line.
bool TaskPicker::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
        key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(m_view, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace nereid::app
