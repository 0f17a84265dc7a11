// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/curves/curve_canvas.h"
#include "widgets/look/legend_chips.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kLeastHeight = 110;

// "1,200" on the axis like in the rest of the interface, and no "1.2e+06" before it is needed.
class AxisTicker : public QCPAxisTicker {
 public:
  AxisTicker(const QCPAxis* axis, int count) : m_axis(axis), m_most(count) { setTickCount(count); }

 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    if (std::fabs(tick) < 1e-12) {
      return QStringLiteral("0");
    }
    const double rounded = std::round(tick);
    const bool whole = std::fabs(tick - rounded) < 1e-9 * std::fabs(tick);
    return whole && std::fabs(tick) < 1e7
               ? formatCount(static_cast<std::int64_t>(rounded))
               : QLocale().toString(tick, 'g', 4).replace(QLatin1Char('-'), QChar(u'\u2212'));
  }
  // A small plot has room for fewer numbers.
  double getTickStep(const QCPRange& range) override {
    if (m_axis->orientation() == Qt::Vertical) {
      const int line = QFontMetrics(m_axis->tickLabelFont()).height();
      setTickCount(std::clamp(m_axis->axisRect()->height() / (2 * line), 1, m_most));
    } else {
      constexpr int kRoom = 44;  // of a number and the gap after it
      setTickCount(std::clamp(m_axis->parentPlot()->width() / kRoom, 2, m_most));
    }
    const double step = QCPAxisTicker::getTickStep(range);
    if (!m_isWhole || step == std::round(step)) return step;
    return step < 1 ? 1 : 5;  // in place of 2.5, the only other one that has a fraction
  }

 public:
  bool m_isWhole = false;  ///< steps are whole numbers

 protected:
  const QCPAxis* m_axis;

 private:
  int m_most;
};

/// Decades, where there are few also 2 and 5 of each, within one also plain steps; never so near to
/// each other that labels touch.
class LogAxisTicker : public AxisTicker {
 public:
  using AxisTicker::AxisTicker;

 protected:
  QVector<double> createTickVector(double tickStep, const QCPRange& range) override {
    if (range.lower <= 0 || range.upper / range.lower < 2)
      return apart(AxisTicker::createTickVector(tickStep, range));
    const double first = std::floor(std::log10(range.lower));
    const double last = std::ceil(std::log10(range.upper));
    QVector<double> ticks;
    for (const double part : {1.0, 5.0, 2.0}) {
      for (double power = first; power <= last; ++power) ticks << part * std::pow(10, power);
    }
    return apart(ticks);
  }
  // Nothing between: what lies there is no even share of a decade.
  int getSubTickCount(double) override { return 0; }

 private:
  /// The first ones have the right to their place.
  QVector<double> apart(const QVector<double>& ticks) const {
    const double room = 1.5 * QFontMetrics(m_axis->tickLabelFont()).height();
    QVector<double> kept;
    for (const double tick : ticks) {
      const double place = m_axis->coordToPixel(tick);
      const bool isFree = std::none_of(kept.cbegin(), kept.cend(), [&](double other) {
        return std::fabs(m_axis->coordToPixel(other) - place) < room;
      });
      if (isFree) kept << tick;
    }
    std::sort(kept.begin(), kept.end());
    return kept;
  }
};

}  // namespace

QPen linePen(const CurveSeries& series, const QColor& color) {
  static const QList<QList<qreal>> kDashes = {{}, {6, 3}, {2, 2}, {8, 3, 2, 3}, {4, 2, 1, 2, 1, 2}};
  QPen pen(color, series.member ? 1 : 1.8);
  const QList<qreal>& dashes = kDashes[series.dash % kDashes.size()];
  if (!dashes.isEmpty()) {
    pen.setDashPattern(dashes);
    pen.setCapStyle(Qt::FlatCap);
  }
  if (series.member) {
    QColor pale = color;
    pale.setAlphaF(0.55F);
    pen.setColor(pale);
  }
  return pen;
}

CurvePlot::CurvePlot(QWidget* parent)
    : QWidget(parent), m_plot(new CurveCanvas(this)), m_legend(new LegendChips(this)) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_legend);
  layout->addWidget(m_plot, 1);
  // Whatever lines the legend takes: a height that followed the width would let the scroll bar of
  // the plots come and go without end.
  setMinimumHeight(kLeastHeight);
  setupPlot();
  connect(m_legend, &LegendChips::toggled, this, &CurvePlot::setSeriesVisible);
  connect(&theme(), &Theme::themeChanged, this, &CurvePlot::applyTheme);
  applyTheme();
}

void CurvePlot::setupPlot() {
  setFocusPolicy(Qt::StrongFocus);
  m_plot->setFocusPolicy(Qt::NoFocus);
  m_plot->setFocusProxy(this);
  m_plot->setMouseTracking(true);
  m_plot->installEventFilter(this);
  m_plot->setResized([this] { refresh(); });
  m_plot->setPlottingHint(QCP::phFastPolylines, true);
  m_plot->setNoAntialiasingOnDrag(true);
  // The legend is ours; its own would measure every name at each replot, shown or not.
  m_plot->setAutoAddPlottableToLegend(false);
  m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  m_plot->axisRect()->setMargins(QMargins(0, 10, 12, 0));
  m_plot->axisRect()->setMinimumMargins(QMargins(36, 10, 12, 20));
  auto xTicker = QSharedPointer<AxisTicker>::create(m_plot->xAxis, 6);
  xTicker->m_isWhole = true;
  m_plot->xAxis->setTicker(xTicker);
  m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(m_plot->yAxis, 4));
  for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
    axis->setTickLength(0, 0);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(4);
  }
  m_plot->xAxis->grid()->setVisible(false);
  setupCursors();
  setupShade();
  setupMarks();
  m_nanMarks = m_plot->addGraph();  // over a checkpoint of the same step
  m_infMarks = m_plot->addGraph();
}

// The cursors are no part of the picture: moving them repaints no curve.
void CurvePlot::setupCursors() {
  m_plot->addLayer(QStringLiteral("cursor"));
  QCPLayer* layer = m_plot->layer(QStringLiteral("cursor"));
  for (QCPItemStraightLine** line : {&m_cursorLine, &m_secondLine}) {
    *line = new QCPItemStraightLine(m_plot);
    (*line)->setLayer(layer);
    (*line)->setVisible(false);
    (*line)->setAntialiased(false);
  }
  m_plot->setCursors(layer, {{m_cursorLine, tr("A")}, {m_secondLine, tr("B")}});
}

// Below the curves, from top to bottom whatever the y axis shows.
void CurvePlot::setupShade() {
  m_rangeShade = new QCPItemRect(m_plot);
  m_rangeShade->setLayer(QStringLiteral("grid"));
  m_rangeShade->setPen(Qt::NoPen);
  m_rangeShade->setAntialiased(false);
  for (QCPItemPosition* corner : {m_rangeShade->topLeft, m_rangeShade->bottomRight}) {
    corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  m_rangeShade->setVisible(false);
}

void CurvePlot::applyTheme() {
  const QColor panel = theme().color(Role::kPanel);
  const QColor line = theme().color(Role::kLine);
  m_plot->setBackground(panel);
  for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
    axis->setBasePen(QPen(line, 1));
    axis->setTickLabelColor(theme().color(Role::kSecondary));
    axis->setTickLabelFont(theme().smallFont());
    axis->setLabelColor(theme().color(Role::kSecondary));
    axis->setLabelFont(theme().smallFont());
    axis->grid()->setPen(QPen(line, 1));
    axis->grid()->setZeroLinePen(QPen(line, 1));
  }
  m_plot->yAxis->setBasePen(Qt::NoPen);
  m_cursorLine->setPen(QPen(theme().color(Role::kSecondary), 1, Qt::DashLine));
  m_rangeShade->setBrush(theme().color(Role::kSelection));
  m_secondLine->setPen(QPen(theme().color(Role::kAccent), 1, Qt::DotLine));
  m_nanMarks->setLineStyle(QCPGraph::lsNone);
  m_infMarks->setLineStyle(QCPGraph::lsNone);
  const QColor alarm = theme().color(Role::kRejected);
  m_nanMarks->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCross, QPen(alarm, 2), Qt::NoBrush, 8));
  m_infMarks->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(alarm, 2), QBrush(alarm), 8));
  styleMarks();
  rebuildGraphs();
}

void CurvePlot::setGroup(const CurveGroup& group) {
  m_group = group;
  m_yFixed = false;
  m_plot->setObjectName(group.id);
  setAccessibleName(tr("Plot of %1").arg(group.title));
  setAccessibleDescription(
      tr("Curves over the steps of the run; the value table lists the numbers at the cursor."));
  rebuildGraphs();
}

QColor CurvePlot::colorOf(const CurveSeries& series) const {
  return m_group.kind == CurveGroup::Kind::kFunnel ? theme().stage(series.stage)
                                                   : theme().series(series.color);
}

bool CurvePlot::isShown(const CurveSeries& series) const {
  return m_switched.value(series.switchKey(), series.on);
}

const record::MetricSeries* CurvePlot::find(const QString& key) const {
  return m_lookup && !key.isEmpty() ? m_lookup(key) : nullptr;
}

void CurvePlot::removeGraphs() {
  for (Curve& curve : m_curves) {
    if (curve.low != nullptr) {
      curve.low->setChannelFillGraph(nullptr);
    }
    for (CurveGraph* graph : {curve.low, curve.high, curve.raw, curve.line}) {
      if (graph != nullptr) {
        m_plot->removeGraph(graph);
      }
    }
  }
  m_curves.clear();
}

// Graphs are painted in the order of their making: bands and ghosts under all lines; of the stacked
// areas, which all reach down to zero, the highest first. What is switched off has none: of many
// runs that would be thousands.
void CurvePlot::rebuildGraphs() {
  removeGraphs();
  m_curves.reserve(static_cast<std::size_t>(m_group.series.size()));
  for (const CurveSeries& spec : m_group.series) {
    Curve curve;
    curve.spec = spec;
    curve.hasGraphs = m_group.kind == CurveGroup::Kind::kFunnel || isShown(spec);
    m_curves.push_back(std::move(curve));
  }
  const auto shown = std::count_if(m_curves.begin(), m_curves.end(),
                                   [](const Curve& curve) { return curve.hasGraphs; });
  if (m_group.kind == CurveGroup::Kind::kLines) {
    for (Curve& curve : m_curves) {
      if (curve.hasGraphs) addGraphs(curve, shown > kFewCurves);
    }
  }
  for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
    curve->smoothed = std::make_unique<SmoothedSeries>();
    if (!curve->hasGraphs) continue;
    const bool funnel = m_group.kind == CurveGroup::Kind::kFunnel;
    const QColor color = colorOf(curve->spec);
    curve->line = new CurveGraph(*m_plot);
    curve->line->setPen(funnel ? QPen(theme().color(Role::kPanel), 1)
                               : linePen(curve->spec, color));
    curve->line->setBrush(funnel ? QBrush(color) : QBrush(Qt::NoBrush));
  }
  refreshLegend();
  refresh();
}

void CurvePlot::addGraphs(Curve& curve, bool isOneOfMany) {
  QColor ghost = colorOf(curve.spec);
  if (!curve.spec.low.isEmpty()) {
    ghost.setAlphaF(0.18F);
    curve.low = new CurveGraph(*m_plot);
    curve.high = new CurveGraph(*m_plot);
    curve.low->setPen(Qt::NoPen);
    curve.high->setPen(Qt::NoPen);
    curve.low->setBrush(ghost);
    curve.low->setChannelFillGraph(curve.high);
    curve.smoothedLow = std::make_unique<SmoothedSeries>();
    curve.smoothedHigh = std::make_unique<SmoothedSeries>();
  } else if (!curve.spec.member && !isOneOfMany) {
    ghost.setAlphaF(0.35F);
    curve.raw = new CurveGraph(*m_plot);
    curve.raw->setPen(QPen(ghost, 1));
  }
}

// In the legend.
bool CurvePlot::hasPlace(const CurveSeries& series) const {
  return !series.onlyWithData || find(series.key) != nullptr;
}

void CurvePlot::refreshLegend() {
  QList<LegendChips::Item> items;
  m_switches.clear();
  for (const Curve& curve : m_curves) {
    if (m_switches.contains(curve.spec.switchKey()) || !hasPlace(curve.spec)) {
      continue;
    }
    // A metric that several runs share has the colour of none of them.
    const bool shared = !curve.spec.metric.isEmpty();
    m_switches << curve.spec.switchKey();
    items << LegendChips::Item{curve.spec.label,
                               shared ? theme().color(Role::kSecondary) : colorOf(curve.spec),
                               isShown(curve.spec)};
  }
  m_legend->setTitle(m_group.title, m_group.unit);
  m_legend->setItems(items);
}

void CurvePlot::setSource(SeriesLookup lookup) {
  m_lookup = std::move(lookup);
  for (Curve& curve : m_curves) {
    for (auto* smoothed : {&curve.smoothed, &curve.smoothedLow, &curve.smoothedHigh}) {
      *smoothed = std::make_unique<SmoothedSeries>();
    }
  }
  m_yFixed = false;
  refresh();
}

void CurvePlot::setSmoothing(double weight) {
  m_smoothing = weight;
  refresh();
}

void CurvePlot::setLogScale(bool on) {
  m_log = on && m_group.kind == CurveGroup::Kind::kLines;
  m_yFixed = false;
  m_plot->yAxis->setScaleType(m_log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (m_log) {
    m_plot->yAxis->setTicker(QSharedPointer<LogAxisTicker>::create(m_plot->yAxis, 4));
  } else {
    m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(m_plot->yAxis, 4));
  }
  refresh();
}

void CurvePlot::setXRange(double low, double high) {
  if (std::isfinite(low) && std::isfinite(high) && high > low) {
    m_plot->xAxis->setRange(low, high);
    refresh();
  }
}

double CurvePlot::xLow() const {
  return m_plot->xAxis->range().lower;
}

double CurvePlot::xHigh() const {
  return m_plot->xAxis->range().upper;
}

void CurvePlot::resetY() {
  m_yFixed = false;
  refresh();
}

void CurvePlot::setSeriesVisible(int index, bool visible) {
  m_switched[m_switches.at(index)] = visible;
  m_yFixed = false;
  takeSwitches();
}

void CurvePlot::takeSwitches() {
  const bool lacksGraphs =
      std::any_of(m_curves.begin(), m_curves.end(),
                  [this](const Curve& curve) { return !curve.hasGraphs && isShown(curve.spec); });
  lacksGraphs ? rebuildGraphs() : refresh();
}

QStringList CurvePlot::switchedOff() const {
  QStringList off;
  for (const Curve& curve : m_curves) {
    const QString key = curve.spec.switchKey();
    if (!isShown(curve.spec) && !off.contains(key)) off << key;
  }
  return off;
}

void CurvePlot::setSwitchedOff(const QStringList& metrics) {
  if (metrics == switchedOff()) return;
  for (const QString& metric : std::as_const(m_switches))
    m_switched[metric] = !metrics.contains(metric);
  m_yFixed = false;
  refreshLegend();
  takeSwitches();
}

std::optional<std::pair<double, double>> CurvePlot::dataRange() const {
  std::optional<std::pair<double, double>> range;
  for (const Curve& curve : m_curves) {
    // Of other runs only what is drawn counts, and only that is read.
    if (!curve.spec.run.isEmpty() && !isShown(curve.spec)) continue;
    const record::MetricSeries* series = find(curve.spec.key);
    if (series == nullptr || series->size() == 0) {
      continue;
    }
    const double low = series->steps().front();
    const double high = series->steps().back();
    range = range ? std::pair(std::min(range->first, low), std::max(range->second, high))
                  : std::pair(low, high);
  }
  return range;
}

int CurvePlot::columns() const {
  return std::max(16, static_cast<int>(m_plot->axisRect()->width()));
}

void CurvePlot::refresh() {
  m_dirty = true;
  QStringList switches;
  for (const Curve& curve : m_curves) {
    if (hasPlace(curve.spec) && !switches.contains(curve.spec.switchKey())) {
      switches << curve.spec.switchKey();
    }
  }
  if (switches != m_switches) {
    refreshLegend();
  }
  if (!isInSight()) {
    return;
  }
  const auto shown = std::count_if(m_curves.begin(), m_curves.end(),
                                   [](const Curve& curve) { return curve.hasGraphs; });
  if (m_putOff && shown > kVeryManyCurves) {
    m_putOff();
  } else {
    replotNow();
  }
}

void CurvePlot::replotIfStale() {
  if (m_dirty && isInSight()) {
    replotNow();
  }
}

// Not hidden, and not scrolled away.
bool CurvePlot::isInSight() const {
  return isVisible() && !visibleRegion().isEmpty();
}

void CurvePlot::replotNow() {
  m_dirty = false;
  m_drawnPoints = 0;
  if (m_group.kind == CurveGroup::Kind::kFunnel) {
    fillFunnel();
  } else {
    fillLines();
  }
  if (!m_yFixed) {
    fitY();
  }
  fillNonFinite();
  fillMarks();
  placeCursors();
  m_plot->replot();
}

void CurvePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    applyTheme();
  }
}

void CurvePlot::setCursor(std::optional<double> step) {
  m_cursor = step;
  placeCursors();
  m_plot->update();
}

void CurvePlot::setSecondCursor(std::optional<double> step) {
  m_second = step;
  placeCursors();
  m_plot->update();
}

void CurvePlot::setStepRange(std::optional<std::pair<double, double>> range) {
  constexpr double kHalf = 0.5;  // a range of one step has a width
  m_rangeShade->setVisible(range.has_value());
  if (range) {
    m_rangeShade->topLeft->setCoords(range->first - kHalf, 0);
    m_rangeShade->bottomRight->setCoords(range->second + kHalf, 1);
  }
  refresh();
}

bool CurvePlot::isRangeShaded() const {
  return m_rangeShade->visible();
}

void CurvePlot::placeCursors() {
  const auto place = [](QCPItemStraightLine* line, const std::optional<double>& step) {
    line->setVisible(step.has_value());
    if (step) {
      line->point1->setCoords(*step, 1);
      line->point2->setCoords(*step, 2);
    }
  };
  place(m_cursorLine, m_cursor);
  place(m_secondLine, m_second);
}

}  // namespace nereid::widgets
