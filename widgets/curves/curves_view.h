// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/analysis/alarms.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/feed/run_feed.h"
#include "widgets/feed/smoothed_series.h"

class QAction;
class QGridLayout;
class QLabel;
class QScrollArea;
class QMenu;
class QSlider;

namespace nereid::widgets {

class AlarmList;
class CellModel;
class CurveAlarms;
class CurveTable;
class EmptyState;
class PanelHead;
class RunOverlay;
class RunStrip;
class StatusChip;

/// The grid of plots with one x axis, one cursor and one value table. GUI thread only.
/// Data comes by a lookup; call dataChanged() after it grew: at most one repaint per 33 ms, and
/// none while hidden.
class CurvesView : public QWidget {
  Q_OBJECT

 public:
  explicit CurvesView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }

  /// The usual plots; all of them are shown.
  void setGroups(const QList<CurveGroup>& groups);
  /// The metrics of the run, each of which can be a plot of its own.
  void setMetrics(std::function<QStringList()> keys);
  QStringList offeredMetrics() const;
  /// Ids of usual plots, and "metric:KEY".
  const QStringList& chosenPlots() const { return m_chosen; }
  void setChosenPlots(const QStringList& ids);
  void toggleMetric(const QString& key);
  bool isMetricShown(const QString& key) const;
  void setSource(SeriesLookup lookup);  ///< an empty function: no run
  void setRunName(const QString& name);
  /// Makes the source the first run of the overlay, so that others can be laid over it.
  void setRun(const QString& dir, const QString& name, const std::string& settingsYaml);
  /// Of the shown run: shares of shortcuts for the alarms; checkpoints and pauses as marks.
  void addEpisodes(const EpisodeRowsPtr& rows);
  void addEvents(const EventsPtr& events);
  CurveAlarms* alarms() const { return m_alarms; }
  AlarmList* alarmList() const { return m_alarmList; }
  StatusChip* alarmChip() const { return m_alarmChip; }
  void setAlarmsVisible(bool visible);
  RunOverlay* overlay() const { return m_overlay; }
  RunStrip* strip() const { return m_strip; }
  void dataChanged();

  /// Of the shown run; none where it is a single part.
  void setPhases(const std::vector<record::RunPhase>& phases);
  const std::vector<record::RunPhase>& phases() const { return m_phases; }
  /// Zooms to a phase; the view follows no more.
  void showPhase(std::size_t index);
  /// To the next phase, or the one before; from the whole run to the first or last one.
  void movePhase(int delta);

  void setSmoothing(double weight);  ///< 0 to 0.999
  double smoothing() const { return m_smoothing; }
  void setLogScale(bool on);
  void setPaused(bool paused);        ///< data goes on arriving, the picture stays
  void setFollowing(bool following);  ///< x range follows the newest step
  void setTableVisible(bool visible);
  bool isFollowing() const;
  bool isPaused() const;
  void setXRange(double low, double high);
  std::pair<double, double> xRange() const { return {m_low, m_high}; }
  void resetRange();
  void setCursorStep(std::optional<double> step);  ///< also from the shared selection
  std::optional<double> cursorStep() const { return m_cursor; }
  /// Steps that funnel and list are limited to, shaded in all plots.
  using StepRange = std::optional<std::pair<double, double>>;
  void setStepRange(const StepRange& range);
  std::optional<double> secondCursorStep() const { return m_second; }
  void setSecondCursorStep(std::optional<double> step);
  /// The cursor and the table stay at their step while the pointer and the selection move on.
  void setPinned(bool pinned);
  bool isPinned() const;
  const std::vector<CurvePlot*>& plots() const { return m_plots; }
  QScrollArea* plotArea() const { return m_scroll; }
  CellModel* valueModel() const;
  CurveTable* valueTable() const { return m_table; }

  /// Exactly what is stored, one row a step, one column a metric of the shown groups; non-finite
  /// values as nan, inf, -inf.
  Result<void> exportCsv(const QString& file) const;
  /// Pictures with legend, axis names and units.
  Result<void> exportPng(const QString& file, double scale = 2);
  Result<void> exportPdf(const QString& file);
  Result<void> exportSvg(const QString& file);

  QAction* logAction() const { return m_logAction; }
  QAction* pauseAction() const { return m_pauseAction; }
  QAction* followAction() const { return m_followAction; }
  QAction* tableAction() const { return m_tableAction; }
  QAction* exportAction() const { return m_exportAction; }
  QAction* resetAction() const { return m_resetAction; }
  /// Asks for runs to lay over this one; whoever knows the runs fills the menu.
  QAction* pinAction() const { return m_pinAction; }
  /// A menu of the phases; in sight where there are some.
  QAction* phasesAction() const { return m_phasesAction; }
  QAction* phaseMarksAction() const { return m_phaseMarksAction; }
  QAction* plotsAction() const { return m_plotsAction; }
  QAction* addRunAction() const { return m_addRunAction; }
  /// What the context menu of a plot offers at a step.
  void fillMenu(QMenu& menu, double step);
  /// Where the menu of an action belongs: below its button, on the screen.
  QPoint placeOf(const QAction* action) const;
  QSlider* smoothingSlider() const { return m_slider; }

 Q_SIGNALS:
  void plotsChosen();
  void cursorStepChanged(double step);
  void stepActivated(double step);  ///< clicked
  /// The episodes behind an alarm are wanted.
  void episodesRequested(const QString& filter, double firstStep);
  void exportFailed(const nereid::Error& error);
  void exported(const QString& file);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void fitTools();
  void setupHead();
  void setupTools();
  void connectPlot(CurvePlot* plot);
  void togglePlot(const QString& id);
  void applyPlots();
  void rebuildPlots(const QList<CurveGroup>& groups);
  CurvePlot* newPlot();
  int columnsThatFit() const;
  void placePlots(int columns);
  void choosePlots();
  bool hasPlace(const CurveGroup& group) const;
  void showMenu(QPoint place, double step);
  void copyValues(double step);
  void choosePhase();
  std::optional<std::size_t> shownPhase() const;
  void applyOverlay();
  void setupAlarms();
  void refreshAlarms();
  void refreshMarks();
  void showAlarm(const record::Alarm& alarm);
  void moveCursor(double step);
  void placeCursor();
  void setupActions();
  SeriesLookup lookup();
  void redraw();
  void putOff(CurvePlot* plot);
  void replotNext();
  void refreshValues();
  void refreshNote();
  void chooseExport();
  QSize pictureSize() const;
  int secondLine() const;
  void paintPicture(QCPPainter& painter);
  void exportByDialog(const QString& suffix);
  std::optional<std::pair<double, double>> dataRange() const;
  /// Where a view of `span` steps that should begin at `low` begins, so that it does not leave the
  /// data.
  double withinData(double low, double span) const;
  std::optional<double> stepOfData(std::optional<double> step) const;

  PanelHead* m_head;
  QWidget* m_tools;
  QSlider* m_slider;
  QLabel* m_smoothingLabel = nullptr;
  QLabel* m_sliderText;
  QAction* m_logAction;
  QAction* m_pauseAction;
  QAction* m_followAction;
  QAction* m_tableAction;
  QAction* m_exportAction;
  QAction* m_resetAction;
  QAction* m_plotsAction;
  QAction* m_addRunAction;
  QAction* m_pinAction;
  QAction* m_phasesAction;
  QAction* m_phaseMarksAction;
  RunOverlay* m_overlay;
  RunStrip* m_strip;
  QScrollArea* m_scroll;
  QWidget* m_grid;
  QGridLayout* m_gridLayout;
  EmptyState* m_empty;
  CurveTable* m_table;
  CurveAlarms* m_alarms;
  AlarmList* m_alarmList;
  StatusChip* m_alarmChip;
  RunMarks m_runMarks;
  std::vector<record::RunPhase> m_phases;
  struct {
    QString dir, name;
    std::string settings;
  } m_run;
  std::vector<CurvePlot*> m_plots;
  QList<CurveGroup> m_offered;  ///< the usual plots
  QStringList m_chosen;
  int m_columns = 0;
  std::function<QStringList()> m_metrics;
  QList<CurveGroup> m_groups;  ///< of one run, as chosen
  SeriesLookup m_source;
  SeriesLookup m_lookup;  ///< of what is shown, with overlaid runs
  QString m_runName;
  QTimer m_repaint;
  QList<QPointer<CurvePlot>> m_putOff;  ///< plots of very many curves, drawn one after the other
  QTimer m_turn;
  bool m_pending = false;
  double m_smoothing = kDefaultSmoothing;
  double m_low = 0, m_high = 1;
  std::optional<double> m_wantedCursor;
  std::optional<double> m_cursor;  ///< where the data has it
  std::optional<double> m_second;
  StepRange m_stepRange;
};

}  // namespace nereid::widgets
