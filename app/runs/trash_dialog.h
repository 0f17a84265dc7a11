// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine/record/library/run_trash.h"

class QLabel;
class QPushButton;

namespace nereid::widgets {
class CellModel;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

/// Runs that were deleted, to be restored or removed for good. Emptying asks first: it is the one
/// thing that cannot be taken back. GUI thread only; the disk is read and written on a worker
/// thread.
class TrashDialog : public QDialog {
  Q_OBJECT

 public:
  explicit TrashDialog(std::filesystem::path runsDir, QWidget* parent = nullptr);
  ~TrashDialog() override;
  widgets::TableView* table() const { return m_table; }
  QPushButton* restoreButton() const { return m_restore; }
  /// Asks for a second press before anything is removed.
  QPushButton* emptyButton() const { return m_empty; }
  QString statusText() const;

 Q_SIGNALS:
  void restored(const QString& folder);

 private:
  struct Item {
    record::TrashedRun run;
    std::uint64_t bytes = 0;
  };
  void read();
  void showItems(std::vector<Item> items);
  void restoreChosen();
  void emptyTrash();
  void setBusy(bool isBusy);
  void say(const QString& text, bool isProblem = false);

  const std::filesystem::path m_runsDir;
  std::vector<Item> m_items;
  bool m_isSure = false;
  bool m_isBusy = false;
  std::shared_ptr<std::atomic<bool>> m_isOver;
  QThreadPool m_pool;
  widgets::CellModel* m_model;
  widgets::TableView* m_table;
  QLabel* m_status;
  QPushButton* m_restore;
  QPushButton* m_empty;
};

}  // namespace nereid::app
