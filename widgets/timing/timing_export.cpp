// SPDX-License-Identifier: GPL-3.0-or-later
// What TimingView writes to files: every sample, and the picture with its explanation.
#include <QPainter>
#include <QSaveFile>
#include <cerrno>

#include "engine/base/file.h"
#include "widgets/look/svg_picture.h"
#include "widgets/look/theme.h"
#include "widgets/timing/timing_plots.h"
#include "widgets/timing/timing_view.h"
#include "widgets/timing/timing_words.h"

namespace nereid::widgets {

namespace {

constexpr QSize kPlotsSize(1000, 560);
constexpr int kEdge = 12;

Error nothingMeasured() {
  return {ErrorCode::kNotFound,
          TimingView::tr("There is no measured time to export. Verify on a machine with an NVIDIA "
                         "GPU.")
              .toStdString()};
}

// The lines of the explanation, broken to the width of the picture.
QStringList linesOf(const QStringList& sentences) {
  const QFontMetrics metrics(theme().textFont());
  QStringList lines{QString()};
  const QStringList words = sentences.join(QLatin1Char(' ')).split(QLatin1Char(' '));
  for (const QString& word : words) {
    const QString longer = lines.last().isEmpty() ? word : lines.last() + QLatin1Char(' ') + word;
    if (metrics.horizontalAdvance(longer) > kPlotsSize.width() - 2 * kEdge)
      lines << word;
    else
      lines.last() = longer;
  }
  return lines;
}

int headHeight(const QStringList& lines) {
  return kEdge + QFontMetrics(theme().strongFont()).height() + 4 +
         static_cast<int>(lines.size()) * QFontMetrics(theme().textFont()).lineSpacing() + 6;
}

}  // namespace

Result<void> TimingView::exportCsv(const QString& file) const {
  if (!m_verdict || !m_verdict->timing) return nothingMeasured();
  return atomic_write_file(file.toStdString(), timingCsv(*m_verdict->timing).toStdString());
}

QSize TimingView::pictureSize() const {
  return {kPlotsSize.width(),
          kPlotsSize.height() + headHeight(linesOf(timingSentences(*m_verdict->timing)))};
}

void TimingView::paintPicture(QCPPainter& painter) const {
  const verify::Timing& timing = *m_verdict->timing;
  painter.fillRect(QRect(QPoint(), pictureSize()), theme().color(Role::kPanel));
  painter.setPen(QPen(theme().color(Role::kText)));
  painter.setFont(theme().strongFont());
  int y = kEdge + QFontMetrics(theme().strongFont()).ascent();
  painter.drawText(QPoint(kEdge, y),
                   tr("%1 on %2").arg(timingTitle(timing), QString::fromStdString(timing.device)));
  painter.setFont(theme().textFont());
  y += QFontMetrics(theme().strongFont()).descent() + 4;
  const QStringList lines = linesOf(timingSentences(timing));
  for (const QString& line : lines) {
    painter.drawText(QPoint(kEdge, y + QFontMetrics(theme().textFont()).ascent()), line);
    y += QFontMetrics(theme().textFont()).lineSpacing();
  }
  painter.save();
  painter.translate(0, headHeight(lines));
  m_plots->paintPicture(painter, kPlotsSize);
  painter.restore();
}

Result<void> TimingView::exportPng(const QString& file, double scale) const {
  if (!m_verdict || !m_verdict->timing) return nothingMeasured();
  QImage image((QSizeF(pictureSize()) * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  {
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintPicture(painter);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit())
    return file_error("writing", file.toStdString(), errno);
  return {};
}

Result<void> TimingView::exportSvg(const QString& file) const {
  if (!m_verdict || !m_verdict->timing) return nothingMeasured();
  SvgPicture picture(pictureSize(), timingTitle(*m_verdict->timing));
  {
    QCPPainter painter(&picture);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    paintPicture(painter);
  }
  return atomic_write_file(file.toStdString(), picture.document().toStdString());
}

}  // namespace nereid::widgets
