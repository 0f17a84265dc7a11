// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curve_plot.h"

#include "widgets/qcp.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/format.h"
#include "widgets/legend_chips.h"
#include "widgets/theme.h"

namespace nereid::widgets {

namespace {

constexpr double kZoomPerNotch = 1.2;
constexpr double kDragThreshold = 4;

// "1,200" on the axis like in the rest of the interface, and no "1.2e+06" before it is needed.
class AxisTicker : public QCPAxisTicker {
 public:
  explicit AxisTicker(int count) { setTickCount(count); }

 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    if (std::fabs(tick) < 1e-12) {
      return QStringLiteral("0");
    }
    const double rounded = std::round(tick);
    const bool whole = std::fabs(tick - rounded) < 1e-9 * std::fabs(tick);
    return whole && std::fabs(tick) < 1e7 ? formatCount(static_cast<std::int64_t>(rounded))
                                          : QString::number(tick, 'g', 4);
  }
  double getTickStep(const QCPRange& range) override {
    return std::max(QCPAxisTicker::getTickStep(range), m_smallest);
  }

 public:
  double m_smallest = 0;  ///< steps are whole numbers
};

}  // namespace

CurvePlot::CurvePlot(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_legend(new LegendChips(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_legend);
  layout->addWidget(m_plot, 1);
  setMinimumHeight(110);
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
  m_plot->setPlottingHint(QCP::phFastPolylines, true);
  m_plot->setNoAntialiasingOnDrag(true);
  m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  m_plot->axisRect()->setMargins(QMargins(0, 10, 12, 0));
  m_plot->axisRect()->setMinimumMargins(QMargins(36, 10, 12, 20));
  auto xTicker = QSharedPointer<AxisTicker>::create(6);
  xTicker->m_smallest = 1;
  m_plot->xAxis->setTicker(xTicker);
  m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(4));
  for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
    axis->setTickLength(0, 0);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(4);
  }
  m_plot->xAxis->grid()->setVisible(false);
  // The cursor has a buffer of its own: moving it repaints no curve.
  m_plot->addLayer(QStringLiteral("cursor"));
  m_cursorLayer = m_plot->layer(QStringLiteral("cursor"));
  m_cursorLayer->setMode(QCPLayer::lmBuffered);
  for (QCPItemStraightLine** line : {&m_cursorLine, &m_secondLine}) {
    *line = new QCPItemStraightLine(m_plot);
    (*line)->setLayer(m_cursorLayer);
    (*line)->setVisible(false);
    (*line)->setAntialiased(false);
  }
  m_nanMarks = m_plot->addGraph();
  m_infMarks = m_plot->addGraph();
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
  m_secondLine->setPen(QPen(theme().color(Role::kAccent), 1, Qt::DotLine));
  m_nanMarks->setLineStyle(QCPGraph::lsNone);
  m_infMarks->setLineStyle(QCPGraph::lsNone);
  const QColor alarm = theme().color(Role::kRejected);
  m_nanMarks->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCross, QPen(alarm, 2), Qt::NoBrush, 8));
  m_infMarks->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(alarm, 2), QBrush(alarm), 8));
  rebuildGraphs();
}

void CurvePlot::setGroup(const CurveGroup& group) {
  m_group = group;
  m_yFixed = false;
  setAccessibleName(tr("Plot of %1").arg(group.title));
  setAccessibleDescription(
      tr("Curves over the steps of the run; the value table lists the numbers at the cursor."));
  rebuildGraphs();
}

QColor CurvePlot::colorOf(const CurveSeries& series) const {
  return m_group.kind == CurveGroup::Kind::kFunnel ? theme().stage(series.stage)
                                                   : theme().series(series.color);
}

void CurvePlot::rebuildGraphs() {
  std::vector<bool> visible;
  for (Curve& curve : m_curves) {
    visible.push_back(curve.visible);
    if (curve.raw != nullptr) {
      m_plot->removeGraph(curve.raw);
    }
    m_plot->removeGraph(curve.line);
  }
  m_curves.clear();
  QList<LegendChips::Item> items;
  const bool funnel = m_group.kind == CurveGroup::Kind::kFunnel;
  for (const CurveSeries& spec : m_group.series) {
    Curve curve;
    curve.spec = spec;
    curve.visible = m_curves.size() >= visible.size() || visible[m_curves.size()];
    curve.smoothed = std::make_unique<SmoothedSeries>();
    items << LegendChips::Item{spec.label, colorOf(spec), curve.visible};
    m_curves.push_back(std::move(curve));
  }
  // Graphs are painted in the order of their making: ghosts under all lines; of the stacked areas,
  // which all reach down to zero, the highest first.
  for (Curve& curve : m_curves) {
    if (!funnel) {
      QColor ghost = colorOf(curve.spec);
      ghost.setAlphaF(0.35F);
      curve.raw = m_plot->addGraph();
      curve.raw->setPen(QPen(ghost, 1));
    }
  }
  for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
    const QColor color = colorOf(curve->spec);
    curve->line = m_plot->addGraph();
    curve->line->setPen(funnel ? QPen(theme().color(Role::kPanel), 1) : QPen(color, 1.8));
    curve->line->setBrush(funnel ? QBrush(color) : QBrush(Qt::NoBrush));
    curve->line->setVisible(curve->visible);
  }
  m_legend->setTitle(m_group.title, m_group.unit);
  m_legend->setItems(items);
  m_nanMarks->setLayer(QStringLiteral("main"));
  refresh();
}

void CurvePlot::setSource(SeriesLookup lookup) {
  m_lookup = std::move(lookup);
  for (Curve& curve : m_curves) {
    curve.smoothed = std::make_unique<SmoothedSeries>();
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
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  } else {
    m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(4));
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
  Curve& curve = m_curves[static_cast<std::size_t>(index)];
  curve.visible = visible;
  m_yFixed = false;
  refresh();
}

std::optional<std::pair<double, double>> CurvePlot::dataRange() const {
  std::optional<std::pair<double, double>> range;
  for (const Curve& curve : m_curves) {
    const record::MetricSeries* series = m_lookup ? m_lookup(curve.spec.key) : nullptr;
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
  if (isVisible()) {
    replotNow();
  }
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
  fillMarks();
  placeCursors();
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) {
    replotNow();
  }
}

void CurvePlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
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
  m_cursorLayer->replot();
}

void CurvePlot::setSecondCursor(std::optional<double> step) {
  m_second = step;
  placeCursors();
  m_cursorLayer->replot();
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

bool CurvePlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_plot) {
    return QWidget::eventFilter(watched, event);
  }
  switch (event->type()) {
    case QEvent::Wheel:
      wheel(static_cast<QWheelEvent*>(event));
      return true;
    case QEvent::MouseButtonPress:
      pressed(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseMove:
      moved(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonRelease:
      released(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonDblClick:
      m_yFixed = false;
      Q_EMIT resetRequested();
      return true;
    case QEvent::Leave:
      Q_EMIT cursorLeft();
      return false;
    default:
      return false;
  }
}

void CurvePlot::wheel(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  const double factor = std::pow(kZoomPerNotch, -notches);
  if (event->modifiers() & Qt::ControlModifier) {
    m_plot->yAxis->scaleRange(factor, m_plot->yAxis->pixelToCoord(event->position().y()));
    m_yFixed = true;
    refresh();
  } else {
    const double centre = m_plot->xAxis->pixelToCoord(event->position().x());
    Q_EMIT xRangeRequested(centre + (xLow() - centre) * factor,
                           centre + (xHigh() - centre) * factor);
  }
  event->accept();
}

void CurvePlot::pressed(QMouseEvent* event) {
  QWidget::setFocus(Qt::MouseFocusReason);
  if (event->button() == Qt::LeftButton) {
    m_pressPlace = event->position();
    m_dragPlace = event->position();
    m_dragging = false;
  }
}

void CurvePlot::moved(QMouseEvent* event) {
  const QPointF place = event->position();
  if (!m_pressPlace) {
    Q_EMIT cursorMoved(m_plot->xAxis->pixelToCoord(place.x()));
    return;
  }
  if (!m_dragging && (place - *m_pressPlace).manhattanLength() < kDragThreshold) {
    return;
  }
  m_dragging = true;
  const double shift =
      m_plot->xAxis->pixelToCoord(m_dragPlace.x()) - m_plot->xAxis->pixelToCoord(place.x());
  const double before = m_plot->yAxis->pixelToCoord(m_dragPlace.y());
  if (m_yFixed && !m_log) {
    m_plot->yAxis->moveRange(before - m_plot->yAxis->pixelToCoord(place.y()));
  }
  m_dragPlace = place;
  Q_EMIT xRangeRequested(xLow() + shift, xHigh() + shift);
}

void CurvePlot::released(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressPlace) {
    return;
  }
  const bool clicked = !m_dragging;
  m_pressPlace.reset();
  m_dragging = false;
  if (clicked) {
    const double step = m_plot->xAxis->pixelToCoord(event->position().x());
    if (event->modifiers() & Qt::ShiftModifier) {
      Q_EMIT secondCursorSet(step);
    } else {
      Q_EMIT stepClicked(step);
    }
  }
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
  const double span = xHigh() - xLow();
  const double centre = (xLow() + xHigh()) / 2;
  switch (event->key()) {
    case Qt::Key_Left:
      Q_EMIT moveRequested(event->modifiers() & Qt::ShiftModifier ? -10 : -1);
      break;
    case Qt::Key_Right:
      Q_EMIT moveRequested(event->modifiers() & Qt::ShiftModifier ? 10 : 1);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      Q_EMIT xRangeRequested(centre - span / 2 / kZoomPerNotch, centre + span / 2 / kZoomPerNotch);
      break;
    case Qt::Key_Minus:
      Q_EMIT xRangeRequested(centre - span / 2 * kZoomPerNotch, centre + span / 2 * kZoomPerNotch);
      break;
    case Qt::Key_Home:
      m_yFixed = false;
      Q_EMIT resetRequested();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace nereid::widgets
