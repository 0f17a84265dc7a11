// SPDX-License-Identifier: GPL-3.0-or-later
// The data half of CurvePlot: series -> at most two points per pixel -> QCustomPlot graphs.
#include <algorithm>
#include <cmath>

#include "engine/base/numbers.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/curves/side_by_side.h"
#include "widgets/look/legend_chips.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr double kLineWidth = 1.8;
constexpr int kMostBins = 30'000;
constexpr int kLeastBins = 64;

// A bin as one or two points, its extremes, in the order that goes on from the point before by the
// shorter way: the other one would paint the height of a noisy bin twice.
void appendBin(QVector<QCPGraphData>& points, const record::CurveBin& bin) {
  if (bin.count == 0) {
    return;
  }
  if (bin.count == 1 || bin.min == bin.max) {
    points.append(QCPGraphData(bin.x0, bin.last));
    return;
  }
  const double before =
      points.isEmpty() || std::isnan(points.last().value) ? bin.first : points.last().value;
  const bool rising = std::fabs(bin.min - before) <= std::fabs(bin.max - before);
  points.append(QCPGraphData(bin.x0, rising ? bin.min : bin.max));
  points.append(QCPGraphData(bin.x1, rising ? bin.max : bin.min));
}

// Index of the last point at or before `step`.
std::optional<std::size_t> indexAt(const record::MetricSeries& series, double step) {
  const auto steps = series.steps();
  const auto after = std::upper_bound(steps.begin(), steps.end(), step + 0.5);
  if (after == steps.begin()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(after - steps.begin() - 1);
}

/// Nothing but zeros, in the time of a few columns.
bool isZero(const record::MetricSeries& series) {
  if (series.size() == 0) return false;
  const auto steps = series.steps();
  const record::CurveView view = series.query(steps.front(), steps.back(), kLeastBins);
  return view.non_finite.empty() &&
         std::all_of(view.bins.begin(), view.bins.end(),
                     [](const record::CurveBin& bin) { return bin.min == 0 && bin.max == 0; });
}

struct Extent {
  double low = kInfinity;
  double high = -kInfinity;
  double lowPositive = kInfinity;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
    if (value > 0) {
      lowPositive = std::min(lowPositive, value);
    }
  }
  bool isEmpty() const { return !(low <= high); }
};

}  // namespace

// What a graph shows of a series, or of its smoothed values.
struct CurvePlot::Filling {
  CurveGraph* graph;
  const record::MetricSeries* series;
  SmoothedSeries* smoothed;  ///< null: the values as they are
  double width;
  QVector<QCPGraphData> points;
};

// At most two points per pixel of what the plot shows of a series. Called from several threads.
QVector<QCPGraphData> CurvePlot::pointsOf(const record::MetricSeries& series) const {
  // Two bins further at each side, so that lines run to the edge of the plot. Many curves share the
  // points that can be painted in a frame.
  const double margin = (xHigh() - xLow()) * 0.01 + 1;
  const int bins =
      std::min(columns(), std::max(kLeastBins, kMostBins / std::max(1, m_shownCurves)));
  const record::CurveView view = series.query(xLow() - margin, xHigh() + margin, bins);
  QVector<QCPGraphData> points;
  points.reserve(2 * std::ssize(view.bins) + std::ssize(view.non_finite));
  auto hole = view.non_finite.begin();
  for (const record::CurveBin& bin : view.bins) {
    // A gap where a value is not finite: the line must not run over the news.
    for (; hole != view.non_finite.end() && hole->first <= bin.x0; ++hole) {
      points.append(QCPGraphData(hole->first, kNaN));
    }
    appendBin(points, bin);
  }
  return points;
}

void CurvePlot::setPoints(CurveGraph* graph, const QVector<QCPGraphData>& points, double width) {
  // More than a point per pixel is a band, where smooth edges and wide pens cost most and show
  // nothing; nor do they among many curves.
  const bool thin = points.size() > columns() || m_shownCurves > kFewCurves;
  graph->setDense(thin);
  if (graph->pen().style() != Qt::NoPen) {
    QPen pen = graph->pen();
    pen.setWidthF(thin ? 1 : width);
    graph->setPen(pen);
  }
  m_drawnPoints += points.size();
  graph->data()->set(points, true);
}

void CurvePlot::fillLines() {
  constexpr int kCurvesOfThread = 64;
  m_shownCurves =
      static_cast<int>(std::count_if(m_curves.begin(), m_curves.end(), [this](const Curve& curve) {
        return isShown(curve.spec) && find(curve.spec.key) != nullptr;
      }));
  std::vector<Filling> fillings;
  for (Curve& curve : m_curves) {
    addFillings(curve, fillings);
  }
  sideBySide(static_cast<int>(fillings.size()), kCurvesOfThread, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      Filling& filling = fillings[static_cast<std::size_t>(i)];
      if (filling.smoothed != nullptr) {
        filling.smoothed->update(*filling.series, m_smoothing);
      }
      filling.points =
          pointsOf(filling.smoothed != nullptr ? filling.smoothed->series() : *filling.series);
    }
  });
  for (const Filling& filling : fillings) {
    setPoints(filling.graph, filling.points, filling.width);
  }
}

void CurvePlot::addFillings(Curve& curve, std::vector<Filling>& fillings) {
  const record::MetricSeries* series = isShown(curve.spec) ? find(curve.spec.key) : nullptr;
  const record::MetricSeries* low = series == nullptr ? nullptr : find(curve.spec.low);
  const record::MetricSeries* high = series == nullptr ? nullptr : find(curve.spec.high);
  const bool many = m_shownCurves > kFewCurves;
  const bool smooth = m_smoothing > 0;
  for (CurveGraph* graph : {curve.raw, curve.line, curve.low, curve.high}) {
    if (graph != nullptr) {
      graph->setVisible(series != nullptr && (graph != curve.raw || (smooth && !many)));
      graph->data()->clear();
    }
  }
  if (series == nullptr) {
    return;
  }
  const double width = curve.spec.member ? 1 : kLineWidth;
  const auto add = [&](CurveGraph* graph, SmoothedSeries& smoothed,
                       const record::MetricSeries& source) {
    fillings.push_back({graph, &source, smooth ? &smoothed : nullptr, width, {}});
  };
  if (curve.raw != nullptr && curve.raw->visible()) {
    fillings.push_back({curve.raw, series, nullptr, 1, {}});
  }
  add(curve.line, *curve.smoothed, *series);
  if (curve.low != nullptr && low != nullptr && high != nullptr) {
    add(curve.low, *curve.smoothedLow, *low);
    add(curve.high, *curve.smoothedHigh, *high);
  }
}

// Shares of candidates that passed each stage become bands of the furthest stage. All that did not
// pass stage k + 1 lies below the top of band k; every band is filled down to zero and the lower
// ones are painted over it.
void CurvePlot::fillFunnel() {
  const record::MetricSeries* next = nullptr;  // shares that passed the nearest later stage
  for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
    const record::MetricSeries* own = find(curve->spec.key);
    const record::MetricSeries* xs = next != nullptr ? next : own;
    curve->line->setVisible(isShown(curve->spec) && xs != nullptr);
    QVector<QCPGraphData> points;
    if (curve->line->visible()) {
      const double margin = (xHigh() - xLow()) * 0.01 + 1;
      for (const record::CurveBin& bin :
           xs->query(xLow() - margin, xHigh() + margin, columns() / 2).bins) {
        if (bin.count > 0) {
          points.append(QCPGraphData((bin.x0 + bin.x1) / 2, next != nullptr ? 1 - bin.last : 1));
        }
      }
    }
    m_drawnPoints += points.size();
    curve->line->data()->set(points, true);
    next = own != nullptr ? own : next;
    // Room in the legend is for stages that somebody reached: without a GPU nothing is timed.
    const auto index = static_cast<int>(m_curves.rend() - curve) - 1;
    const auto all = own == nullptr ? record::CurveView() : own->query(xLow(), xHigh(), 1);
    const bool reached =
        std::any_of(all.bins.begin(), all.bins.end(), [](const auto& bin) { return bin.max > 0; });
    m_legend->setItemVisible(
        index, curve->spec.stage != verify::Stage::kNone && (reached || !isShown(curve->spec)));
  }
}

void CurvePlot::fillNonFinite() {
  QVector<QCPGraphData> nans;
  QVector<QCPGraphData> infinities;
  const QCPRange y = m_plot->yAxis->range();
  const double bottom =
      m_log ? y.lower * std::pow(y.upper / y.lower, 0.03) : y.lower + y.size() * 0.03;
  constexpr double kTop = 0.09;  // below the marks of the alarms
  const double top =
      m_log ? y.upper / std::pow(y.upper / y.lower, kTop) : y.upper - y.size() * kTop;
  for (const Curve& curve : m_curves) {
    const record::MetricSeries* series = isShown(curve.spec) ? find(curve.spec.key) : nullptr;
    if (series == nullptr) {
      continue;
    }
    for (const auto& [step, value] : series->query(xLow(), xHigh(), 1).non_finite) {
      if (std::isnan(value)) {
        nans.append(QCPGraphData(step, bottom));
      } else {
        infinities.append(QCPGraphData(step, value > 0 ? top : bottom));
      }
    }
  }
  m_nonFiniteMarks = static_cast<int>(nans.size() + infinities.size());
  m_nanMarks->data()->set(nans);
  m_infMarks->data()->set(infinities);
  setToolTip(m_nonFiniteMarks == 0 ? QString()
                                   : tr("Not finite here: %n. Cross = NaN, triangle = infinity.",
                                        nullptr, m_nonFiniteMarks));
}

void CurvePlot::fitY() {
  if (m_group.kind == CurveGroup::Kind::kFunnel) {
    m_plot->yAxis->setRange(0, 1);
    return;
  }
  Extent extent;
  for (const Curve& curve : m_curves) {
    for (const CurveGraph* graph : {curve.raw, curve.line, curve.low, curve.high}) {
      if (graph == nullptr || !graph->visible()) {
        continue;
      }
      for (const QCPGraphData& point : *graph->data()) {
        if (std::isfinite(point.value) && point.key >= xLow() && point.key <= xHigh()) {
          extent.add(point.value);
        }
      }
    }
  }
  if (m_log) {
    const double high = extent.isEmpty() || extent.high <= 0 ? 1 : extent.high;
    const double low = std::isfinite(extent.lowPositive) ? extent.lowPositive : high / 1000;
    m_plot->yAxis->setRange(low / 1.3, std::max(high * 1.3, low * 2));
    return;
  }
  if (m_group.unitInterval || extent.isEmpty()) {
    extent.add(0);
    extent.add(1);
  }
  const double span =
      std::max(extent.high - extent.low, 1e-9 * std::max(1.0, std::fabs(extent.high)));
  const bool fromZero = extent.low >= 0 && extent.low < 0.5 * extent.high;
  const double low = fromZero ? 0 : extent.low - 0.05 * span;
  m_plot->yAxis->setRange(
      low, extent.high + (m_group.unitInterval && extent.high == 1 ? 0.02 : 0.06) * span);
}

void CurvePlot::updateSmoothed() {
  if (m_smoothing <= 0 || m_group.kind == CurveGroup::Kind::kFunnel) {
    return;
  }
  for (const Curve& curve : m_curves) {
    const record::MetricSeries* series = isShown(curve.spec) ? find(curve.spec.key) : nullptr;
    if (series != nullptr) {
      curve.smoothed->update(*series, m_smoothing);
    }
  }
}

std::vector<CursorValue> CurvePlot::valuesAt(double step) const {
  std::vector<CursorValue> values;
  for (const Curve& curve : m_curves) {
    if (curve.spec.key.isEmpty() || (!curve.spec.run.isEmpty() && !isShown(curve.spec))) {
      continue;
    }
    CursorValue value{m_group.title,
                      curve.spec.run,
                      curve.spec.label,
                      m_group.unit,
                      colorOf(curve.spec),
                      step,
                      kNaN,
                      kNaN};
    const bool isFunnel = m_group.kind == CurveGroup::Kind::kFunnel;
    const record::MetricSeries* series = find(curve.spec.key);
    const auto at = series == nullptr ? std::nullopt : indexAt(*series, step);
    if (at) {
      value.step = series->steps()[*at];
      value.raw = series->values()[*at];
      value.isThere = true;
      const auto smoothed = curve.smoothed->series().values();
      value.isSmoothed = m_smoothing > 0 && !isFunnel;
      value.smoothed = value.isSmoothed && *at < smoothed.size() ? smoothed[*at] : value.raw;
      if (isFunnel && curve.spec.stage == verify::Stage::kTiming && isZero(*series)) {
        value.isThere = false;
        value.whyNot = tr("No candidate of this run was timed");
      }
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace nereid::widgets
