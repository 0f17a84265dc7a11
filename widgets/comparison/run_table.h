// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPen>
#include <QSet>
#include <QStringList>
#include <QWidget>
#include <optional>

#include "engine/base/result.h"
#include "widgets/comparison/run_table_model.h"

class QAction;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace nereid::widgets {

class TableView;

/// The table of runs: filter as one types, columns by a menu, sort by the heads, progress while
/// records are read, copy and CSV. The selection stays with the runs, not with the rows. GUI thread
/// only.
class RunTable : public QWidget {
  Q_OBJECT

 public:
  explicit RunTable(QWidget* parent = nullptr);

  void setRuns(const std::vector<RunSummaryPtr>& runs);
  const std::vector<RunSummaryPtr>& runs() const { return m_model->runs(); }
  void setProgress(int done, int all);  ///< done == all: nothing to show
  /// Columns that are shown, in order.
  const std::vector<RunColumn>& columns() const { return m_model->columns(); }
  void setColumnShown(const RunColumn& column, bool shown);
  /// What the user chose beyond the usual columns, to be kept between starts.
  QStringList columnChoice() const;
  void setColumnChoice(const QStringList& choice);

  void setFilter(const QString& text);
  /// Runs that another view lets through; nothing: all.
  void setOnly(const std::optional<QSet<QString>>& dirs, const QString& why);
  /// In the order of the table.
  QStringList chosenRuns() const;
  void chooseRuns(const QStringList& dirs);
  /// The line of each run that is drawn elsewhere, as a sample before its name.
  void setLooks(const QHash<QString, QPen>& looks);
  /// The shown rows and columns, values exactly as they are stored.
  Result<void> exportCsv(const QString& file) const;
  QString asCsv() const;

  TableView* view() const { return m_view; }
  RunTableProxy* proxy() const { return m_proxy; }
  QLineEdit* filterLine() const { return m_filter; }
  QProgressBar* progressBar() const { return m_progress; }
  QToolButton* cancelButton() const { return m_cancel; }
  QLabel* countLabel() const { return m_count; }
  QAction* columnsAction() const { return m_columnsAction; }
  QAction* exportAction() const { return m_exportAction; }

 Q_SIGNALS:
  void choiceChanged();   ///< chosenRuns()
  void columnsChanged();  ///< columns(), by the user or by the runs
  void columnsChosen();   ///< columnChoice()
  void cancelRequested();
  void clearOnlyRequested();  ///< the runs that another view hides are wanted again
  void runActivated(const QString& dir);
  void menuRequested(QPoint place);  ///< on the screen
  void exported(const QString& file);
  void exportFailed(const nereid::Error& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void setupTools();
  void setupView();
  void setContent(std::vector<RunSummaryPtr> runs);
  void showColumnMenu(QPoint place);
  void chooseExport();
  void refreshCount();
  bool isWanted(const RunColumn& column) const;

  RunTableModel* m_model;
  RunTableProxy* m_proxy;
  TableView* m_view;
  QLineEdit* m_filter;
  QLabel* m_count;
  QToolButton* m_only;
  QProgressBar* m_progress;
  QToolButton* m_cancel;
  QAction* m_columnsAction;
  QAction* m_exportAction;
  QWidget* m_tools;
  QHash<QString, bool> m_choice;  ///< by id: against what is usual
  QHash<QString, QPen> m_looks;
  QStringList m_chosen;  ///< as last told
  bool m_quiet = false;  ///< the selection moves with the rows, not by the user
};

}  // namespace nereid::widgets
