// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/feed/run_summary.h"

class QComboBox;
class QLabel;

namespace nereid::widgets {
class CellModel;
class EmptyState;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

/// The 16 combinations of the four extensions with the runs that have each, averaged over seeds,
/// and what switching one of them on changes on average. GUI thread only.
class AblationView : public QWidget {
  Q_OBJECT

 public:
  explicit AblationView(QWidget* parent = nullptr);
  void setRuns(std::vector<widgets::RunSummaryPtr> runs);
  widgets::CellModel* model() const { return m_model; }
  QComboBox* recipe() const { return m_recipe; }
  QComboBox* metric() const { return m_metric; }
  QLabel* effects() const { return m_effects; }

 private:
  void refreshChoices();
  void refresh();

  std::vector<widgets::RunSummaryPtr> m_runs;
  QComboBox* m_recipe;
  QComboBox* m_metric;
  widgets::CellModel* m_model;
  widgets::TableView* m_view;
  QLabel* m_effects;
  widgets::EmptyState* m_note;
};

}  // namespace nereid::app
