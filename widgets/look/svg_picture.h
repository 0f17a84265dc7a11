// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <memory>

namespace nereid::widgets {

class SvgEngine;

/// A paint device that writes SVG: paths, texts as text, and clips, without which curves would run
/// out of their plots. Pixmaps are not written. One unit is one pixel at 96 dpi.
class SvgPicture : public QPaintDevice {
 public:
  SvgPicture(QSize size, const QString& title);
  ~SvgPicture() override;
  QPaintEngine* paintEngine() const override;
  /// The file, once painting has ended.
  QByteArray document() const;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSize m_size;
  QString m_title;
  std::unique_ptr<SvgEngine> m_engine;
};

}  // namespace nereid::widgets
