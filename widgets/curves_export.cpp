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
#include "widgets/curve_canvas.h"
#include "widgets/curves_view.h"
#include "widgets/format.h"
#include "widgets/svg_picture.h"
#include "widgets/theme.h"

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

Result<void> CurvesView::exportPng(const QString& file, double scale) const {
  QImage image((QSizeF(m_grid->size()) * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  image.fill(theme().color(Role::kPanel));
  m_grid->render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

void CurvesView::paintForPrint(QCPPainter& painter) {
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  for (CurvePlot* plot : m_plots) {
    painter.save();
    painter.translate(plot->pos());
    plot->paintForPrint(painter);
    painter.restore();
  }
}

Result<void> CurvesView::exportSvg(const QString& file) {
  SvgPicture picture(m_grid->size(), m_runName);
  {
    QCPPainter painter(&picture);
    painter.fillRect(m_grid->rect(), theme().color(Role::kPanel));
    paintForPrint(painter);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || out.write(picture.document()) < 0 || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

// Vector graphics: each plot is painted by QCustomPlot itself, titles and legends as text.
Result<void> CurvesView::exportPdf(const QString& file) {
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) {
    return writeError(file, out.errorString());
  }
  {
    QPdfWriter writer(&out);
    writer.setPageSize(QPageSize(QSizeF(m_grid->width(), m_grid->height()), QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(72);
    writer.setTitle(m_runName);
    QCPPainter painter(&writer);
    paintForPrint(painter);
  }
  return out.commit() ? Result<void>() : Result<void>(writeError(file, out.errorString()));
}

void CurvePlot::paintForPrint(QCPPainter& painter) {
  const int head = m_plot->y();
  painter.setFont(theme().strongFont());
  painter.setPen(QPen(theme().color(Role::kText)));
  const QFontMetrics strong(theme().strongFont());
  painter.drawText(QPoint(10, head - 6), m_group.title);
  int left = 16 + strong.horizontalAdvance(m_group.title);
  painter.setFont(theme().smallFont());
  const QFontMetrics small(theme().smallFont());
  painter.setPen(QPen(theme().color(Role::kSecondary)));
  painter.drawText(QPoint(left, head - 6), m_group.unit);
  paintLegend(painter, head);
  painter.translate(0, head);
  // On the screen the title row says the unit, and every plot counts steps.
  m_plot->xAxis->setLabel(tr("step"));
  m_plot->yAxis->setLabel(m_group.unit);
  m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
  m_plot->xAxis->setLabel(QString());
  m_plot->yAxis->setLabel(QString());
  m_plot->replot();
}

// From the right: a piece of each line with the name of its curve, and of its run.
void CurvePlot::paintLegend(QCPPainter& painter, int head) const {
  const QFontMetrics small(theme().smallFont());
  int right = width() - 12;
  for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
    const CurveSeries& spec = curve->spec;
    if (!curve->line->visible() || (spec.member && !spec.run.isEmpty())) {
      continue;
    }
    const QString name = spec.run.isEmpty() ? spec.label : tr("%1, %2").arg(spec.run, spec.label);
    right -= small.horizontalAdvance(name);
    painter.setPen(QPen(theme().color(Role::kSecondary)));
    painter.drawText(QPoint(right, head - 6), name);
    if (m_group.kind == CurveGroup::Kind::kFunnel) {
      painter.fillRect(QRect(right - 12, head - 14, 8, 8), colorOf(spec));
    } else {
      painter.setPen(linePen(spec, colorOf(spec)));
      painter.drawLine(QPointF(right - 22, head - 10), QPointF(right - 4, head - 10));
    }
    right -= 32;
  }
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
  }
}

}  // namespace nereid::widgets
