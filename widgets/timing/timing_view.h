// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

class QAction;
class QCPPainter;
class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class PanelHead;
class TableView;
class TimingPlots;

/// How the time of a candidate was decided: the decision in sentences, samples, distributions,
/// speedups and clocks as plots, and every number in a table. Without a GPU it says so, and shows
/// what the compiled kernels tell. GUI thread only.
class TimingView : public QWidget {
  Q_OBJECT

 public:
  explicit TimingView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TimingPlots* plots() const { return m_plots; }
  CellModel* model() const { return m_model; }
  TableView* table() const { return m_table; }
  QLabel* sentences() const { return m_sentences; }
  QAction* tableAction() const { return m_tableAction; }
  QAction* copyAction() const { return m_copyAction; }
  QAction* exportAction() const { return m_exportAction; }

  void clear();
  void setVerdict(const verify::Verdict& verdict);
  /// The explanation and the table, as text.
  void copy() const;

  Result<void> exportCsv(const QString& file) const;
  /// Pictures with title, explanation, axis names and units.
  Result<void> exportPng(const QString& file, double scale = 2) const;
  Result<void> exportSvg(const QString& file) const;

 Q_SIGNALS:
  void exported(const QString& file);
  void exportFailed(const nereid::Error& error);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setupActions();
  void setFacts(bool measured);
  void setTableVisible(bool visible);
  void chooseExport();
  void exportByDialog(const QString& suffix);
  QSize pictureSize() const;
  void paintPicture(QCPPainter& painter) const;

  PanelHead* m_head;
  QLabel* m_sentences;
  TimingPlots* m_plots;
  CellModel* m_model;
  TableView* m_table;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QAction* m_tableAction;
  QAction* m_copyAction;
  QAction* m_exportAction;
  std::unique_ptr<const verify::Verdict> m_verdict;  ///< null: nothing is shown
  bool m_tableChosen = false;
};

}  // namespace nereid::widgets
