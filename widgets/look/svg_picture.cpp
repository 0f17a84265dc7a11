// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/svg_picture.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QXmlStreamWriter>

namespace nereid::widgets {

namespace {

constexpr int kDpi = 96;

QString number(double value) {
  return QString::number(value, 'f', 2);
}

// M, L and C; Qt's closed subpaths end where they began.
QString pathData(const QPainterPath& path) {
  QString data;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element& element = path.elementAt(i);
    const QString place =
        number(element.x) + QLatin1Char(' ') + number(element.y) + QLatin1Char(' ');
    switch (element.type) {
      case QPainterPath::MoveToElement:
        data += QLatin1Char('M') + place;
        break;
      case QPainterPath::LineToElement:
        data += QLatin1Char('L') + place;
        break;
      case QPainterPath::CurveToElement:
        data += QLatin1Char('C') + place;
        break;
      case QPainterPath::CurveToDataElement:
        data += place;
        break;
    }
  }
  return data.trimmed();
}

QString matrix(const QTransform& t) {
  return QStringLiteral("matrix(%1 %2 %3 %4 %5 %6)")
      .arg(t.m11())
      .arg(t.m12())
      .arg(t.m21())
      .arg(t.m22())
      .arg(t.dx())
      .arg(t.dy());
}

}  // namespace

/// Writes every shape as a path in the coordinates of the painter, with the state of the moment.
class SvgEngine : public QPaintEngine {
 public:
  SvgEngine() : QPaintEngine(PaintEngineFeatures(AllFeatures) & ~PatternTransform) {}

  bool begin(QPaintDevice*) override {
    m_body.clear();
    m_writer = std::make_unique<QXmlStreamWriter>(&m_body);
    m_writer->writeStartElement(QStringLiteral("g"));
    setActive(true);
    return true;
  }

  bool end() override {
    m_writer->writeEndElement();
    m_writer.reset();
    setActive(false);
    return true;
  }

  void updateState(const QPaintEngineState& state) override {
    if (state.state() & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
      updateClip();
    }
  }

  using QPaintEngine::drawPolygon;
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
    if (mode != PolylineMode) {
      path.closeSubpath();
    }
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    write(path, mode != PolylineMode);
  }

  void drawPath(const QPainterPath& path) override { write(path, true); }

  void drawTextItem(const QPointF& place, const QTextItem& item) override {
    const QColor color = painter()->pen().color();
    startShape(QStringLiteral("text"));
    m_writer->writeAttribute(QStringLiteral("x"), number(place.x()));
    m_writer->writeAttribute(QStringLiteral("y"), number(place.y()));
    m_writer->writeAttribute(
        QStringLiteral("font-family"),
        item.font().family() + QStringLiteral(", Arial, Liberation Sans, sans-serif"));
    m_writer->writeAttribute(QStringLiteral("font-size"),
                             number(QFontInfo(item.font()).pixelSize()));
    m_writer->writeAttribute(QStringLiteral("font-weight"), QString::number(item.font().weight()));
    m_writer->writeAttribute(QStringLiteral("fill"), color.name());
    // As long as measured here, also where another font has to stand in.
    m_writer->writeAttribute(QStringLiteral("textLength"), number(item.width()));
    m_writer->writeAttribute(QStringLiteral("lengthAdjust"), QStringLiteral("spacingAndGlyphs"));
    m_writer->writeCharacters(item.text());
    endShape();
  }

  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  Type type() const override { return SVG; }
  const QByteArray& body() const { return m_body; }

 private:
  // Clips are kept in device coordinates: later changes of the painter's matrix do not move them.
  void updateClip() {
    m_clip.clear();
    if (!painter()->hasClipping()) {
      return;
    }
    const QPainterPath path = painter()->transform().map(painter()->clipPath());
    m_clip = QStringLiteral("clip%1").arg(++m_clips);
    m_writer->writeStartElement(QStringLiteral("clipPath"));
    m_writer->writeAttribute(QStringLiteral("id"), m_clip);
    m_writer->writeEmptyElement(QStringLiteral("path"));
    m_writer->writeAttribute(QStringLiteral("d"), pathData(path));
    m_writer->writeEndElement();
  }

  void startShape(const QString& name) {
    if (!m_clip.isEmpty()) {
      m_writer->writeStartElement(QStringLiteral("g"));
      m_writer->writeAttribute(QStringLiteral("clip-path"), QStringLiteral("url(#%1)").arg(m_clip));
    }
    m_writer->writeStartElement(name);
    const QTransform transform = painter()->transform();
    if (!transform.isIdentity()) {
      m_writer->writeAttribute(QStringLiteral("transform"), matrix(transform));
    }
  }

  void endShape() {
    m_writer->writeEndElement();
    if (!m_clip.isEmpty()) {
      m_writer->writeEndElement();
    }
  }

  void write(const QPainterPath& path, bool filled) {
    const QPen pen = painter()->pen();
    const QBrush brush = painter()->brush();
    const bool fills = filled && brush.style() != Qt::NoBrush;
    if (path.isEmpty() || (!fills && pen.style() == Qt::NoPen)) {
      return;
    }
    startShape(QStringLiteral("path"));
    m_writer->writeAttribute(QStringLiteral("d"), pathData(path));
    writeFill(fills ? brush : QBrush(Qt::NoBrush), path.fillRule());
    writeStroke(pen);
    endShape();
  }

  void writeFill(const QBrush& brush, Qt::FillRule rule) {
    if (brush.style() == Qt::NoBrush) {
      m_writer->writeAttribute(QStringLiteral("fill"), QStringLiteral("none"));
      return;
    }
    m_writer->writeAttribute(QStringLiteral("fill"), brush.color().name());
    m_writer->writeAttribute(QStringLiteral("fill-opacity"), number(brush.color().alphaF()));
    m_writer->writeAttribute(QStringLiteral("fill-rule"), rule == Qt::WindingFill
                                                              ? QStringLiteral("nonzero")
                                                              : QStringLiteral("evenodd"));
  }

  void writeStroke(const QPen& pen) {
    if (pen.style() == Qt::NoPen) {
      return;
    }
    const double width = pen.widthF() > 0 ? pen.widthF() : 1;
    m_writer->writeAttribute(QStringLiteral("stroke"), pen.color().name());
    m_writer->writeAttribute(QStringLiteral("stroke-opacity"), number(pen.color().alphaF()));
    m_writer->writeAttribute(QStringLiteral("stroke-width"), number(width));
    m_writer->writeAttribute(QStringLiteral("stroke-linejoin"), QStringLiteral("round"));
    QStringList dashes;
    for (const qreal dash : pen.dashPattern()) {
      dashes << number(dash * width);
    }
    if (!dashes.isEmpty()) {
      m_writer->writeAttribute(QStringLiteral("stroke-dasharray"), dashes.join(QLatin1Char(' ')));
    }
  }

  QByteArray m_body;
  std::unique_ptr<QXmlStreamWriter> m_writer;
  QString m_clip;
  int m_clips = 0;
};

SvgPicture::SvgPicture(QSize size, const QString& title)
    : m_size(size), m_title(title), m_engine(std::make_unique<SvgEngine>()) {}

SvgPicture::~SvgPicture() = default;

QPaintEngine* SvgPicture::paintEngine() const {
  return m_engine.get();
}

QByteArray SvgPicture::document() const {
  const QString head = QStringLiteral(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 "
      "%2\">\n<title>%3</title>\n");
  return head.arg(m_size.width()).arg(m_size.height()).arg(m_title.toHtmlEscaped()).toUtf8() +
         m_engine->body() + "\n</svg>\n";
}

int SvgPicture::metric(PaintDeviceMetric metric) const {
  constexpr double kMillimetres = 25.4;
  switch (metric) {
    case PdmWidth:
      return m_size.width();
    case PdmHeight:
      return m_size.height();
    case PdmWidthMM:
      return qRound(m_size.width() * kMillimetres / kDpi);
    case PdmHeightMM:
      return qRound(m_size.height() * kMillimetres / kDpi);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return kDpi;
    case PdmDepth:
      return 32;
    case PdmDevicePixelRatio:
      return 1;
    default:
      return QPaintDevice::metric(metric);
  }
}

}  // namespace nereid::widgets
