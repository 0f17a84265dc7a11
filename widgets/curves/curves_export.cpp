// SPDX-License-Identifier: GPL-3.0-or-later
// What CurvesView writes to files: stored values, exactly, and the picture with legend and units.
#include <QFileDialog>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <cmath>
#include <map>

#include "engine/base/csv.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curves_view.h"
#include "widgets/look/svg_picture.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

Error writeError(const QString& file, const QString& why) {
  return {ErrorCode::kPermissionDenied,
          CurvesView::tr("%1 cannot be written: %2. Choose another folder.")
              .arg(file, why)
              .toStdString()};
}

// Shortest text that reads back as the same number; CSV readers know nan and inf.
QByteArray exact(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

struct CsvColumn {
  QString name;
  const record::MetricSeries* series;
};

// "reward" of one run; "RUN/reward" and "GROUP/reward/mean" where several lie over each other.
void addColumns(const CurveSeries& curve, const SeriesLookup& lookup,
                std::vector<CsvColumn>& columns) {
  const auto add = [&](const QString& key, const QString& name) {
    const record::MetricSeries* series = lookup && !key.isEmpty() ? lookup(key) : nullptr;
    const bool known = std::any_of(columns.begin(), columns.end(), [&](const CsvColumn& column) {
      return column.series == series;
    });
    if (series != nullptr && !known) {
      columns.push_back({name, series});
    }
  };
  const QString name =
      curve.run.isEmpty() ? curve.key : curve.run + QLatin1Char('/') + curve.metric;
  add(curve.key, curve.low.isEmpty() ? name : name + QStringLiteral("/mean"));
  add(curve.low, name + QStringLiteral("/low"));
  add(curve.high, name + QStringLiteral("/high"));
}

// The runs of all plots, each with a piece of its line, in as many rows as they need.
struct RunLegend {
  struct Item {
    QPoint place;  ///< of the text
    QString name;
    CurveSeries curve;
  };
  std::vector<Item> items;
  int height = 0;
};

constexpr int kSample = 22;
constexpr int kTitleLeft = 10;
constexpr int kTitleGap = 6;
constexpr int kLegendRight = 12;
constexpr int kLegendSquare = 22;  // of the funnel
constexpr int kLegendSample = 32;  // the piece of a line before a name, with its gaps

// Where a picture is shown without our font another one stands in, and not every program keeps to
// the length that an SVG gives for a text: the widest of the usual ones needs this much more.
constexpr double kOtherFont = 1.22;

int roomFor(const QFontMetrics& metrics, const QString& text) {
  return static_cast<int>(std::ceil(kOtherFont * metrics.horizontalAdvance(text)));
}

RunLegend runLegend(const std::vector<CurvePlot*>& plots, int width) {
  constexpr int kLeft = 10;
  constexpr int kGap = 18;
  const QFontMetrics small(theme().smallFont());
  const int row = small.height() + 6;
  RunLegend legend;
  QStringList known;
  QPoint place(kLeft, 0);
  for (const CurvePlot* plot : plots) {
    for (const CurveSeries& curve : plot->group().series) {
      if (curve.run.isEmpty() || curve.member || known.contains(curve.run)) {
        continue;
      }
      known << curve.run;
      const int length = kSample + 4 + roomFor(small, curve.run);
      if (place.x() > kLeft && place.x() + length > width - kLeft) {
        place = {kLeft, place.y() + row};
      }
      legend.items.push_back({place + QPoint(kSample + 4, row), curve.run, curve});
      place.rx() += length + kGap;
      legend.height = place.y() + row + 6;
    }
  }
  return legend;
}

void paint(QPainter& painter, const RunLegend& legend) {
  painter.setFont(theme().smallFont());
  for (const RunLegend::Item& item : legend.items) {
    painter.setPen(linePen(item.curve, theme().series(item.curve.color)));
    const int y = item.place.y() - 4;
    painter.drawLine(QPointF(item.place.x() - kSample - 4, y), QPointF(item.place.x() - 4, y));
    painter.setPen(QPen(theme().color(Role::kText)));
    painter.drawText(item.place, item.name);
  }
}

}  // namespace

Result<void> CurvesView::exportCsv(const QString& file) const {
  std::vector<CsvColumn> columns;
  for (const CurvePlot* plot : m_plots) {
    for (const CurveSeries& series : plot->group().series) {
      addColumns(series, m_lookup, columns);
    }
  }
  std::map<double, std::vector<QByteArray>> rows;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const record::MetricSeries& series = *columns[k].series;
    for (std::size_t i = 0; i < series.size(); ++i) {
      auto& row = rows[series.steps()[i]];
      row.resize(columns.size());
      row[k] = exact(series.values()[i]);
    }
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) {
    return writeError(file, out.errorString());
  }
  QByteArray head = "step";
  for (const CsvColumn& column : columns) {
    head += ',' + QByteArray::fromStdString(csv_cell(column.name.toStdString()));
  }
  out.write(head + '\n');
  for (const auto& [step, row] : rows) {
    QByteArray line = exact(step);
    for (const QByteArray& cell : row) {
      line += ',' + cell;
    }
    out.write(line + '\n');
  }
  return out.commit() ? Result<void>() : Result<void>(writeError(file, out.errorString()));
}

// Of one line, where a legend has to stand below its title.
int CurvesView::secondLine() const {
  const bool fits = std::all_of(m_plots.begin(), m_plots.end(),
                                [](const CurvePlot* plot) { return plot->fitsInOneLine(); });
  return fits ? 0 : QFontMetrics(theme().smallFont()).height() + 4;
}

QSize CurvesView::pictureSize() const {
  const QSize grid = m_grid->size();
  const int columns = std::max(1, m_columns);
  const int rows = (static_cast<int>(m_plots.size()) + columns - 1) / columns;
  return {grid.width(),
          grid.height() + runLegend(m_plots, grid.width()).height + rows * secondLine()};
}

void CurvesView::paintPicture(QCPPainter& painter) {
  painter.setMode(QCPPainter::pmNoCaching);
  painter.fillRect(QRect(QPoint(), pictureSize()), theme().color(Role::kPanel));
  const RunLegend legend = runLegend(m_plots, m_grid->width());
  paint(painter, legend);
  const int more = secondLine();
  for (std::size_t i = 0; i < m_plots.size(); ++i) {
    const int row = static_cast<int>(i) / std::max(1, m_columns);
    painter.save();
    painter.translate(m_plots[i]->pos() + QPoint(0, legend.height + row * more));
    m_plots[i]->paintForPrint(painter, more);
    painter.restore();
  }
}

Result<void> CurvesView::exportPng(const QString& file, double scale) {
  QImage image((QSizeF(pictureSize()) * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  {
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintPicture(painter);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

Result<void> CurvesView::exportSvg(const QString& file) {
  SvgPicture picture(pictureSize(), m_runName);
  {
    QCPPainter painter(&picture);
    painter.setMode(QCPPainter::pmVectorized);
    paintPicture(painter);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || out.write(picture.document()) < 0 || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

Result<void> CurvesView::exportPdf(const QString& file) {
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) {
    return writeError(file, out.errorString());
  }
  {
    // Of the screen's resolution, so that letters are as large as they were measured.
    constexpr double kPointsPerInch = 72;
    QPdfWriter writer(&out);
    writer.setResolution(logicalDpiX());
    writer.setPageSize(
        QPageSize(QSizeF(pictureSize()) * kPointsPerInch / logicalDpiX(), QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(m_runName);
    QCPPainter painter(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    paintPicture(painter);
  }
  return out.commit() ? Result<void>() : Result<void>(writeError(file, out.errorString()));
}

void CurvePlot::paintForPrint(QCPPainter& painter, int more) {
  const int head = m_plot->y();
  painter.setFont(theme().strongFont());
  painter.setPen(QPen(theme().color(Role::kText)));
  painter.drawText(QPoint(kTitleLeft, head - kTitleGap), m_group.title);
  const int left =
      kTitleLeft + kTitleGap + roomFor(QFontMetrics(theme().strongFont()), m_group.title);
  painter.setFont(theme().smallFont());
  const int legend = paintLegend(painter, head + more);
  const int right = more > 0 ? width() : legend;
  // The axis says the unit as well.
  if (left + roomFor(QFontMetrics(theme().smallFont()), m_group.unit) < right) {
    painter.setPen(QPen(theme().color(Role::kSecondary)));
    painter.drawText(QPoint(left, head - kTitleGap), m_group.unit);
  }
  painter.translate(0, head + more);
  // On the screen the title row says the unit, and every plot counts steps.
  m_plot->xAxis->setLabel(tr("step"));
  m_plot->yAxis->setLabel(m_group.unit);
  m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
  m_plot->xAxis->setLabel(QString());
  m_plot->yAxis->setLabel(QString());
  m_plot->replot();
}

// From right to left. Lines of several runs are explained once, above all plots; here stands which
// metric is drawn.
QList<const CurvePlot::Curve*> CurvePlot::legendCurves() const {
  QList<const Curve*> curves;
  QStringList metrics;
  for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
    const bool again = !curve->spec.metric.isEmpty() && metrics.contains(curve->spec.metric);
    if (curve->line->visible() && !again) {
      metrics << curve->spec.metric;
      curves << &*curve;
    }
  }
  return curves;
}

bool CurvePlot::fitsInOneLine() const {
  const QFontMetrics small(theme().smallFont());
  int length = kTitleLeft + kTitleGap + roomFor(QFontMetrics(theme().strongFont()), m_group.title);
  for (const Curve* curve : legendCurves()) {
    length += roomFor(small, curve->spec.label) + kLegendSample;
  }
  return length < width() - kLegendRight;
}

// From the right: a piece of each line with the name of its curve. Returns where it begins.
int CurvePlot::paintLegend(QCPPainter& painter, int head) const {
  const QFontMetrics small(theme().smallFont());
  int right = width() - kLegendRight;
  for (const Curve* curve : legendCurves()) {
    const CurveSeries& spec = curve->spec;
    right -= roomFor(small, spec.label);
    painter.setPen(QPen(theme().color(Role::kSecondary)));
    painter.drawText(QPoint(right, head - 6), spec.label);
    if (!spec.run.isEmpty()) {
      right -= kLegendRight;
      continue;
    }
    if (m_group.kind == CurveGroup::Kind::kFunnel) {
      painter.fillRect(QRect(right - 12, head - 14, 8, 8), colorOf(spec));
      right -= kLegendSquare;
      continue;
    } else {
      painter.setPen(linePen(spec, colorOf(spec)));
      painter.drawLine(QPointF(right - 22, head - 10), QPointF(right - 4, head - 10));
    }
    right -= kLegendSample;
  }
  return right;
}

void CurvesView::exportByDialog(const QString& suffix) {
  const QString name =
      (m_runName.isEmpty() ? QStringLiteral("curves") : m_runName) + QLatin1Char('.') + suffix;
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export curves"), name, tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty()) {
    return;
  }
  const Result<void> done = suffix == QLatin1String("csv")   ? exportCsv(file)
                            : suffix == QLatin1String("svg") ? exportSvg(file)
                            : suffix == QLatin1String("png") ? exportPng(file)
                                                             : exportPdf(file);
  if (!done) {
    Q_EMIT exportFailed(done.error());
  } else {
    Q_EMIT exported(file);
  }
}

}  // namespace nereid::widgets
