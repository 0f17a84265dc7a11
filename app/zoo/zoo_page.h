// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/zoo/zoo_model.h"
#include "app/zoo/zoo_run.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace nereid::widgets {
class ElidedLabel;
class EmptyState;
class TreeView;
}  // namespace nereid::widgets

namespace nereid::app {

class ZooDetail;

/// The cheat zoo: the table by class, filled while the verifier judges, and the candidate that is
/// selected in it. GUI thread only.
class ZooPage : public QWidget {
  Q_OBJECT

 public:
  explicit ZooPage(VerifyService& service, QWidget* parent = nullptr);
  ZooRun& run() { return m_run; }
  ZooModel* model() const { return m_model; }
  ZooProxy* proxy() const { return m_proxy; }
  widgets::TreeView* tree() const { return m_tree; }
  ZooDetail* detail() const { return m_detail; }
  QComboBox* scopeBox() const { return m_scope; }
  QPushButton* runButton() const { return m_runButton; }
  QLineEdit* filterLine() const { return m_filter; }
  widgets::EmptyState* emptyState() const { return m_empty; }
  QString progressText() const;
  /// The table is there and something in it was judged.
  bool hasResults() const;

  /// Judges what the scope says; ends a run that goes on.
  void startOrCancel();
  void select(int entry, bool twin);
  /// Of the selected candidate; null if it was not judged or none is selected.
  VerdictPtr selectedVerdict() const;
  void copyAsMarkdown() const;
  /// Asks for a file; its ending says what is written.
  void exportResults();
  Result<void> writeResults(const QString& file) const;

 Q_SIGNALS:
  void verdictSelected(const nereid::app::VerdictPtr& verdict);
  void openRequested(const QString& reference, const QString& candidate,
                     const nereid::app::VerdictPtr& verdict, qint64 unixMs);
  void resultsChanged();  ///< a verdict more, a run started or ended
  void exported(const QString& file);
  void failed(const QString& message);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeBar();
  QWidget* makeTable();
  void connectRun();
  void takeZoo();
  void takeEntry(int entry);
  void takeCurrent(const QModelIndex& index);
  void showSelected();
  void showSums(const QModelIndex& source);
  void requestOpen();
  void filter(const QString& words);
  void refreshBar();
  QString outcomeText() const;

  ZooRun m_run;
  ZooModel* m_model;
  ZooProxy* m_proxy;
  QComboBox* m_scope;
  QPushButton* m_runButton;
  QProgressBar* m_progress;
  widgets::ElidedLabel* m_status;
  QLineEdit* m_filter;
  widgets::TreeView* m_tree;
  ZooDetail* m_detail;
  widgets::EmptyState* m_empty;
  QStackedLayout* m_pages;
  int m_entry = -1;  ///< selected; -1: a row of sums or nothing
  bool m_twin = false;
};

}  // namespace nereid::app
