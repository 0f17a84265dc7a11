// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <utility>

#include "engine/base/result.h"
#include "engine/record/analysis/funnel.h"
#include "engine/record/analysis/run_phases.h"
#include "widgets/feed/run_feed.h"

class QAction;
class QComboBox;
class QLabel;
class QStackedLayout;
class QStackedWidget;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class FunnelChart;
class FunnelFlowView;
class PanelHead;
class ReasonList;
class TableView;

/// The funnel of a run: shares of the furthest stage over the steps, and where the candidates of a
/// range of steps left it and why, as a picture and as a table. Every way out leads to its
/// episodes. GUI thread only; at most one update per 33 ms, and none while hidden.
class FunnelView : public QWidget {
  Q_OBJECT

 public:
  using Range = std::pair<double, double>;
  explicit FunnelView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }

  void clear();
  void addEpisodes(const EpisodeRowsPtr& rows);
  /// Parts of the run: borders in the chart, and choices of the phase that is counted, those
  /// without candidates included.
  void setPhases(const std::vector<record::RunPhase>& phases);
  void setRange(std::optional<Range> range);
  void setCursorStep(std::optional<double> step);
  void setTableVisible(bool visible);

  FunnelChart* chart() const { return m_chart; }
  FunnelFlowView* flows() const { return m_flows; }
  TableView* table() const { return m_table; }
  EmptyState* emptyState() const { return m_empty; }
  /// In place of the picture where the chosen phase, level and steps have no candidates.
  EmptyState* nothingChosen() const { return m_nothing; }
  QComboBox* phaseBox() const { return m_phase; }
  QComboBox* levelBox() const { return m_level; }
  QAction* wholeRunAction() const { return m_wholeRunAction; }
  ReasonList* reasons() const { return m_reasons; }
  /// The commonest reasons in place of the ways out.
  QAction* reasonsAction() const { return m_reasonsAction; }
  QAction* tableAction() const { return m_tableAction; }
  QAction* exportAction() const { return m_exportAction; }
  /// What is shown now.
  const record::FunnelSummary& summary() const { return m_summary; }
  record::FunnelQuery query() const;
  /// Of the reasons: the chosen range, else the last steps.
  record::FunnelQuery reasonsQuery() const;
  /// Counts anew at once; for tests and pictures.
  void refreshNow();

  Result<void> exportFlows(const QString& file) const;
  /// One line a step of the range, not a bin.
  Result<void> exportSteps(const QString& file) const;
  /// The table as tab-separated text.
  void copyTable() const;

 Q_SIGNALS:
  void rangeChosen(double first, double last);
  void rangeCleared();
  void cursorMoved(double step);
  /// The episodes behind a way out are wanted; steps of the range are those of rangeChosen.
  void episodesRequested(const QString& filter);
  /// The steps that the reasons were counted over are wanted as the range, before their episodes.
  void reasonStepsWanted(double first, double last);
  void exported(const QString& file);
  void exportFailed(const nereid::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setupActions();
  void setupTools(QWidget* tools);
  void setupTable();
  void connectViews();
  void dataChanged();
  void refreshChoices();
  void refreshTable();
  void refreshReasons();
  void refreshNote();
  void refreshNothing();
  void refreshHint();
  void chooseExport();
  void exportByDialog(bool steps);
  Result<void> write(const QString& file, const QString& text) const;

  PanelHead* m_head;
  FunnelChart* m_chart;
  FunnelFlowView* m_flows;
  ReasonList* m_reasons;
  QLabel* m_pointed;
  QComboBox* m_phase;
  QComboBox* m_level;
  CellModel* m_model;
  TableView* m_table;
  EmptyState* m_empty;
  EmptyState* m_nothing;
  QStackedWidget* m_picture;  ///< the flows, or why there are none
  QStackedLayout* m_pages;
  QAction* m_wholeRunAction;
  QAction* m_tableAction;
  QAction* m_reasonsAction;
  QAction* m_exportAction;
  QTimer m_refresh;
  bool m_pending = false;
  bool m_tableChosen = false;
  record::Funnel m_funnel;
  record::FunnelSummary m_summary;
  std::optional<Range> m_range;
  std::vector<record::RunPhase> m_phases;
};

}  // namespace nereid::widgets
