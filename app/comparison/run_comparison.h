// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/base/result.h"
#include "widgets/feed/run_summary.h"

class QAction;
class QComboBox;
class QStackedLayout;
class QStackedWidget;
class QTabBar;

namespace nereid::widgets {
class CellModel;
class CurvesView;
class EmptyState;
class PanelHead;
class ParallelPlot;
class RunSummaries;
class RunTable;
class SettingsComparison;
}  // namespace nereid::widgets

namespace nereid::app {

class AblationView;

/// Runs beside each other: the table of all of them, and below it the curves of the chosen ones
/// over each other, parallel coordinates of all, and the settings in which the chosen ones differ.
/// GUI thread only; records are read on a worker thread.
class RunComparison : public QWidget {
  Q_OBJECT

 public:
  explicit RunComparison(QWidget* parent = nullptr);
  ~RunComparison() override;

  widgets::PanelHead* head() const { return m_head; }
  widgets::RunTable* table() const { return m_table; }
  widgets::ParallelPlot* plot() const { return m_plot; }
  widgets::CurvesView* curves() const { return m_curves; }
  widgets::SettingsComparison* settings() const { return m_settings; }
  widgets::CellModel* differences() const;
  widgets::RunSummaries* summaries() const { return m_summaries; }
  QTabBar* tabs() const { return m_tabs; }
  QComboBox* colorChoice() const { return m_color; }
  QAction* addAction() const { return m_addAction; }

  /// The runs of the table from now on; the first ones are chosen until the user chooses.
  void setRuns(const QStringList& folders);
  /// The same with folders that are found on the worker thread, and found again while it is shown.
  void setRuns(std::function<QStringList()> find);
  /// What runs are called on the screen, by folder; empty: as their records say.
  void setNaming(const std::function<QString(const QString&)>& naming);
  /// The naming says something else now.
  void renamed();
  /// Reads again what changed.
  void refresh();
  enum Page { kCurvesPage, kParallelPage, kSettingsPage, kAblationPage };
  void showPage(Page page);

 Q_SIGNALS:
  void openRequested(const QString& folder);
  void foldersAdded(const QStringList& folders);  ///< chosen or dropped by the user
  void exported(const QString& file);
  void failed(const QString& title, const QString& detail);

 protected:
  void showEvent(QShowEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void setupLayout();
  QWidget* makeParallelPage();
  void connectParts();
  void begin();
  void takeRuns();
  void takeChoice();
  void fillSettings();
  void takeOverlay();
  void takeBrush();
  void refreshPlot();
  void refreshColorChoice();
  void chooseAtFirst();
  void showRunMenu(QPoint place);
  void showPlotMenu();
  void askForFolder();
  void exportPlot(const QString& suffix);
  void restoreChoices();

  widgets::PanelHead* m_head;
  widgets::RunSummaries* m_summaries;
  widgets::RunTable* m_table;
  widgets::ParallelPlot* m_plot;
  widgets::CurvesView* m_curves;
  widgets::SettingsComparison* m_settings;
  AblationView* m_ablation;
  widgets::EmptyState* m_empty;
  QTabBar* m_tabs;
  QStackedWidget* m_views;
  QComboBox* m_color;
  QAction* m_addAction;
  QAction* m_plotExport;
  QStackedLayout* m_pages;
  std::function<QStringList()> m_find;
  QTimer m_again;         ///< looks for changed records while it is shown
  QElapsedTimer m_since;  ///< of the reading at work
  std::vector<widgets::RunSummaryPtr> m_chosen;
  bool m_userChose = false;
  bool m_syncing = false;  ///< table and overlay are being made equal
};

}  // namespace nereid::app
