// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPen>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/curves/curve_groups.h"
#include "widgets/curves/curve_marks.h"
#include "widgets/feed/smoothed_series.h"

class QCPGraph;
class QCPGraphData;
class QCPItemRect;
class QCPItemStraightLine;
class QCPItemText;
class QCPPainter;
class QMouseEvent;
class QWheelEvent;

namespace nereid::widgets {

class CurveCanvas;
class CurveGraph;
class LegendChips;

/// Finds the series of a metric; nullptr if it has none yet.
using SeriesLookup = std::function<const record::MetricSeries*(const QString& key)>;

/// Pen of a curve: runs that lie over each other differ in dashes too, never by colour alone.
QPen linePen(const CurveSeries& series, const QColor& color);

/// A value under a cursor.
struct CursorValue {
  QString group;
  QString run;  ///< empty where there is only one
  QString label;
  QString unit;
  QColor color;
  double step = 0;
  double raw = 0;
  double smoothed = 0;      ///< raw where the curve is not smoothed
  bool isThere = false;     ///< there is a value, which may be NaN
  bool isSmoothed = false;  ///< the curve is drawn smoothed
  QString whyNot = {};      ///< why there is no value
};

/// One plot of the curves view. GUI thread only. Draws at most two points per pixel and curve, from
/// the min/max pyramid.
class CurvePlot : public QWidget {
  Q_OBJECT

 public:
  explicit CurvePlot(QWidget* parent = nullptr);

  void setGroup(const CurveGroup& group);
  const CurveGroup& group() const { return m_group; }
  void setSource(SeriesLookup lookup);
  void setSmoothing(double weight);
  void setLogScale(bool on);
  /// Range of x; the view links all plots.
  void setXRange(double low, double high);
  double xLow() const;
  double xHigh() const;
  bool isYFixed() const { return m_yFixed; }
  void resetY();
  void setCursor(std::optional<double> step);
  void setSecondCursor(std::optional<double> step);
  /// Steps that funnel and list are limited to, shaded; nothing: none.
  void setStepRange(std::optional<std::pair<double, double>> range);
  bool isRangeShaded() const;
  std::vector<CursorValue> valuesAt(double step) const;
  /// The same in words, for the pointer; empty without values.
  QStringList readout(double step) const;
  /// Brings smoothed values up to date, as painting does; for plots that are out of sight.
  void updateSmoothed();
  /// Range of all data, nothing when there is none.
  std::optional<std::pair<double, double>> dataRange() const;

  /// Asks the series again and repaints at the next turn of the event loop.
  void refresh();
  /// The same at once; for benches, tests and export.
  void replotNow();
  /// Called by refresh() in place of drawing where there are so many curves that the event loop
  /// should come back before another plot is drawn; replotIfStale() then draws.
  void setPutOff(std::function<void()> putOff) { m_putOff = std::move(putOff); }
  void replotIfStale();
  CurveCanvas* plot() const { return m_plot; }
  /// Points handed to the painter by the last refresh, over all curves.
  qsizetype drawnPoints() const { return m_drawnPoints; }
  /// Non-finite steps that the last refresh marked.
  int nonFiniteMarks() const { return m_nonFiniteMarks; }
  /// Switch of the legend: all curves of one metric.
  void setSeriesVisible(int index, bool visible);
  const QString& groupId() const { return m_group.id; }
  /// Metrics whose switch is off; and the same again, all others on.
  QStringList switchedOff() const;
  void setSwitchedOff(const QStringList& metrics);
  /// Vertical marks and spans over the curves.
  void setMarks(const QList<PlotMark>& marks);
  /// What is marked within a few pixels of a place of plot().
  QList<PlotMark> marksAt(QPointF place) const;
  /// Names of phases that have room, from left to right, shortened where it is little.
  QStringList phaseNames() const;
  /// Title, legend and curves as vector graphics, as wide as the widget and `more` pixels higher:
  /// for a legend below the title.
  void paintForPrint(QCPPainter& painter, int more = 0);
  /// Has a line room for title and legend, in any font that may stand in for ours?
  bool fitsInOneLine() const;

 Q_SIGNALS:
  void cursorMoved(double step);
  void cursorLeft();
  void secondCursorSet(double step);            ///< Shift+click
  void secondCursorMoveRequested(int columns);  ///< Ctrl+Left, Ctrl+Right
  void secondCursorToggleRequested();           ///< B
  void pinToggleRequested();                    ///< P
  void escapePressed();
  void menuRequested(QPoint place, double step);  ///< on the screen
  void markClicked(const nereid::widgets::PlotMark& mark);
  void phaseClicked(int index);
  void phaseMoveRequested(int delta);  ///< Page Up, Page Down
  void stepClicked(double step);
  void xRangeRequested(double low, double high);  ///< wheel or drag
  void resetRequested();                          ///< double click
  void moveRequested(int columns);                ///< Left and Right keys

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Curve {
    CurveSeries spec;
    bool hasGraphs = true;
    CurveGraph* raw = nullptr;
    CurveGraph* line = nullptr;
    CurveGraph* low = nullptr;  ///< edges of the band, if there is one
    CurveGraph* high = nullptr;
    std::unique_ptr<SmoothedSeries> smoothed, smoothedLow, smoothedHigh;
  };
  struct Filling;
  struct MarkGraphs {
    QCPGraph* phases = nullptr;
    QCPGraph* checkpoints = nullptr;
    QCPGraph* lines = nullptr;
    QCPGraph* spans = nullptr;
    QCPGraph* alarms = nullptr;
  };
  /// Wide, smooth lines and raw points are for a plot that can be read curve by curve.
  static constexpr int kFewCurves = 24;
  /// More take a good part of the time in which the window should answer.
  static constexpr int kVeryManyCurves = 200;

  void setupPlot();
  void setupCursors();
  void setupShade();
  void applyTheme();
  void rebuildGraphs();
  void addGraphs(Curve& curve, bool isOneOfMany);
  void takeSwitches();
  void removeGraphs();
  void refreshLegend();
  bool isShown(const CurveSeries& series) const;
  bool isInSight() const;
  bool hasPlace(const CurveSeries& series) const;
  const record::MetricSeries* find(const QString& key) const;
  void fillLines();
  void addFillings(Curve& curve, std::vector<Filling>& fillings);
  void fillFunnel();
  QVector<QCPGraphData> pointsOf(const record::MetricSeries& series) const;
  void setPoints(CurveGraph* graph, const QVector<QCPGraphData>& points, double width);
  void fillNonFinite();
  void setupMarks();
  void styleMarks();
  void fillMarks();
  void fillPhases();
  void showPhaseName(int index, const QString& name, double step);
  int paintLegend(QCPPainter& painter, int head) const;
  QList<const Curve*> legendCurves() const;
  bool concerns(const PlotMark& mark) const;
  void fitY();
  void placeCursors();
  int columns() const;
  QColor colorOf(const CurveSeries& series) const;
  void wheel(QWheelEvent* event);
  void hover(QPointF place);
  void pressed(QMouseEvent* event);
  void moved(QMouseEvent* event);
  void released(QMouseEvent* event);

  CurveGroup m_group;
  SeriesLookup m_lookup;
  CurveCanvas* m_plot;
  LegendChips* m_legend;
  std::vector<Curve> m_curves;
  QHash<QString, bool> m_switched;  ///< metrics that the user switched on or off
  QStringList m_switches;           ///< of the legend, in order
  QList<PlotMark> m_marks;
  MarkGraphs m_markGraphs;
  std::vector<QCPItemText*> m_phaseNames;  ///< as many as were ever shown; of the plot
  QCPGraph* m_nanMarks = nullptr;
  QCPGraph* m_infMarks = nullptr;
  QCPItemRect* m_rangeShade = nullptr;
  QCPItemStraightLine* m_cursorLine = nullptr;
  QCPItemStraightLine* m_secondLine = nullptr;
  double m_smoothing = kDefaultSmoothing;
  bool m_log = false;
  bool m_yFixed = false;
  bool m_dirty = true;
  std::function<void()> m_putOff;
  int m_shownCurves = 0;
  std::optional<double> m_cursor;
  std::optional<double> m_second;
  std::optional<QPointF> m_pressPlace;
  QPointF m_dragPlace;
  bool m_dragging = false;
  qsizetype m_drawnPoints = 0;
  int m_nonFiniteMarks = 0;
};

}  // namespace nereid::widgets
