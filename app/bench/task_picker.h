// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QThreadPool>
#include <memory>
#include <vector>

#include "engine/tasks/task.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace nereid::widgets {
class CellModel;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

using TasksPtr = std::shared_ptr<const std::vector<tasks::Task>>;

/// Chooses a task as reference: synthetic ones and those of a KernelBench folder, filtered as one
/// types. Ids that are not in the list ("synthetic/2/test.7.12") are taken, too. GUI thread only;
/// tasks are made and read on a thread of its own.
class TaskPicker : public QDialog {
  Q_OBJECT

 public:
  explicit TaskPicker(QWidget* parent = nullptr);
  ~TaskPicker() override;
  QLineEdit* line() const { return m_line; }
  widgets::TableView* view() const { return m_view; }
  /// Tasks that the filter lets through.
  int shownCount() const;
  bool isLoaded() const { return m_tasks != nullptr; }
  /// The folder with KernelBench's tasks, kept in the settings; empty if none was chosen.
  static QString folder();
  void setFolder(const QString& folder);

  void accept() override;

 Q_SIGNALS:
  void loaded();
  void chosen(const nereid::tasks::Task& task);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void load();
  void take(const TasksPtr& tasks, const QString& problem);
  void refresh();
  void askForFolder();

  QLineEdit* m_line;
  widgets::CellModel* m_model;
  widgets::TableView* m_view;
  QLabel* m_status;
  QPushButton* m_use;
  TasksPtr m_tasks;  ///< null while they are being read
  int m_asked = 0;
  QThreadPool m_pool;
};

}  // namespace nereid::app
