// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/bench/judgements.h"

class QAction;
class QLineEdit;
class QStackedLayout;

namespace nereid::widgets {
class CellModel;
class EmptyState;
class PanelHead;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

/// What was judged by hand, newest first, also in former sessions. Filters as one types; shows the
/// note of the selected one in a line below. GUI thread only.
class VerifyHistory : public QWidget {
  Q_OBJECT

 public:
  explicit VerifyHistory(QWidget* parent = nullptr);
  widgets::PanelHead* head() const { return m_head; }
  widgets::TableView* view() const { return m_view; }
  QLineEdit* filterLine() const { return m_filter; }
  QLineEdit* noteLine() const { return m_note; }
  QAction* compareAction() const { return m_compare; }
  QAction* restoreAction() const { return m_restore; }
  QAction* deleteAction() const { return m_delete; }
  QAction* exportAction() const { return m_export; }
  QAction* importAction() const { return m_import; }

  /// Oldest first.
  void setRows(const JudgementRowsPtr& rows);
  void add(const JudgementRowsPtr& rows);
  int count() const { return static_cast<int>(m_rows.size()); }
  int shownCount() const;
  /// Newest first; all shown ones if none is selected and `orAll`.
  std::vector<std::int64_t> chosen(bool orAll = false) const;
  const record::JudgementRow* row(qint64 id) const;

 Q_SIGNALS:
  /// One is selected; its evidence is wanted.
  void selected(qint64 id);
  void restoreRequested(qint64 id);
  /// Of two, or of one with what is in the editors.
  void compareRequested(const std::vector<std::int64_t>& ids);
  void deleteRequested(const std::vector<std::int64_t>& ids);
  void noteChanged(qint64 id, const QString& note);
  void exportRequested(const QString& file, const std::vector<std::int64_t>& ids);
  void importRequested(const QString& file);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void setupTable();
  void setupActions();
  void openMenu(const QPoint& place);
  void openFileMenu();
  void refresh();
  void refreshSelection();
  void keepNote();
  /// Lets columns give way where the verdict would have no room.
  void shareWidth();
  void askForExport();
  void askForImport();
  bool isShown(const record::JudgementRow& row) const;

  widgets::PanelHead* m_head;
  QLineEdit* m_filter;
  widgets::CellModel* m_model;
  widgets::TableView* m_view;
  QLineEdit* m_note;
  widgets::EmptyState* m_empty;
  QStackedLayout* m_pages;
  QAction* m_compare;
  QAction* m_restore;
  QAction* m_delete;
  QAction* m_file;
  QAction* m_export;
  QAction* m_import;
  std::vector<record::JudgementRow> m_rows;  ///< oldest first
  qint64 m_noteOf = 0;
  bool m_hasChanges = false, m_hasNotes = false;  ///< in any row
};

}  // namespace nereid::app
