// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/look/theme.h"
#include "widgets/timing/timing_plots.h"

namespace nereid::widgets {

/// A line of text over a plot that gives way: a layout would make room for the whole of it.
class TimingPlots::Title : public QCPLayoutElement {
 public:
  explicit Title(QCustomPlot* plot) : QCPLayoutElement(plot) { setMargins(QMargins(8, 4, 6, 0)); }
  void setText(const QString& text) { m_text = text; }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override {
    painter->setAntialiasing(true);
  }
  QSize minimumOuterSizeHint() const override { return {20, height()}; }
  QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }
  void draw(QCPPainter* painter) override {
    painter->setFont(theme().smallFont());
    painter->setPen(QPen(theme().color(Role::kSecondary)));
    const QFontMetrics metrics(theme().smallFont());
    painter->drawText(QRectF(mRect), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      metrics.elidedText(m_text, Qt::ElideRight, mRect.width()));
  }

 private:
  static int height() { return QFontMetrics(theme().smallFont()).height() + 6; }
  QString m_text;
};

}  // namespace nereid::widgets
