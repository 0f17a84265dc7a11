// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/painted_texts.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QLineEdit>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>
#include <optional>

#include "widgets/look/elided_label.h"
#include "widgets/look/qcp.h"

namespace {

/// Rounding, and the overhang of a slanted letter.
constexpr double kSlack = 3;
/// Share of the smaller of two texts that may lie under the other.
constexpr double kOverlap = 0.2;

struct PaintedText {
  QString text;
  QRectF box;                  ///< in pixels of the widget
  std::optional<QRectF> clip;  ///< what the painter let through
};

/// Keeps texts with their places and draws nothing.
class TextEngine : public QPaintEngine {
 public:
  TextEngine() : QPaintEngine(QPaintEngine::AllFeatures) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return QPaintEngine::User; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  void drawPath(const QPainterPath&) override {}
  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
  void drawTextItem(const QPointF& place, const QTextItem& item) override {
    if (item.text().trimmed().isEmpty()) return;
    const QRectF box(place.x(), place.y() - item.ascent(), item.width(),
                     item.ascent() + item.descent());
    const QTransform transform = painter()->transform();
    PaintedText text{item.text(), transform.mapRect(box), {}};
    if (painter()->hasClipping()) text.clip = transform.mapRect(painter()->clipBoundingRect());
    m_texts << text;
  }

  const QList<PaintedText>& texts() const { return m_texts; }

 private:
  QList<PaintedText> m_texts;
};

class TextDevice : public QPaintDevice {
 public:
  explicit TextDevice(QSize size) : m_size(size) {}
  QPaintEngine* paintEngine() const override { return &m_engine; }
  const QList<PaintedText>& texts() const { return m_engine.texts(); }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
        return m_size.width();
      case PdmHeight:
        return m_size.height();
      case PdmWidthMM:
        return m_size.width() * 254 / 960;
      case PdmHeightMM:
        return m_size.height() * 254 / 960;
      case PdmNumColors:
        return 1 << 24;
      case PdmDepth:
        return 32;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return 96;
      case PdmDevicePixelRatio:
        return 1;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
    }
    return 0;
  }

 private:
  QSize m_size;
  mutable TextEngine m_engine;
};

QList<PaintedText> textsOf(QWidget* widget) {
  TextDevice device(widget->size());
  if (auto* plot = qobject_cast<QCustomPlot*>(widget)) {
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmNoCaching);
    plot->toPainter(&painter, plot->width(), plot->height());
  } else {
    QPainter painter(&device);
    widget->render(&painter, QPoint(), QRegion(), QWidget::RenderFlags());
  }
  return device.texts();
}

/// Texts of editors are data, and the style paints those of the plain widgets of Qt, which
/// shownTexts() knows.
bool paintsItself(const QWidget* widget) {
  if (widget->inherits("QLineEdit") || widget->inherits("QHeaderView") ||
      widget->inherits("QTabBar") || widget->inherits("QMenuBar") || widget->inherits("QSpinBox"))
    return false;
  for (const QWidget* at = widget; at != nullptr; at = at->parentWidget()) {
    if (at->inherits("QsciScintillaBase") || at->inherits("QTextEdit") ||
        at->inherits("QPlainTextEdit") || at->inherits("QComboBox"))
      return false;
    const auto* scrolled = qobject_cast<const QHeaderView*>(at);
    if (scrolled != nullptr) return false;
  }
  const QByteArray name = widget->metaObject()->className();
  return !name.startsWith('Q') || name == "QWidget" || name == "QCustomPlot";
}

const QAbstractItemView* viewOf(const QWidget* widget) {
  const auto* view = qobject_cast<const QAbstractItemView*>(widget->parentWidget());
  return view != nullptr && view->viewport() == widget ? view : nullptr;
}

/// In a table words may be cut, numbers may not: half a number is another one.
bool isOfNumber(const QWidget* widget, const QPointF& place) {
  const QAbstractItemView* view = viewOf(widget);
  if (view == nullptr) return false;
  const QModelIndex index = view->indexAt(place.toPoint());
  return index.isValid() &&
         Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()).testFlag(Qt::AlignRight);
}

/// Where an ellipsis is no fault.
bool mayElide(const QWidget* widget) {
  if (viewOf(widget) != nullptr) return true;
  if (qobject_cast<const nereid::widgets::ElidedLabel*>(widget) != nullptr) return true;
  // Boxes of the data's size; the pointer over them, and a table, tell everything.
  for (const char* name : {"nereid::widgets::EpisodeTimeline", "nereid::widgets::ReplayTimeline",
                           "nereid::widgets::FunnelFlowView"}) {
    if (widget->inherits(name)) return true;
  }
  return !widget->toolTip().isEmpty();
}

QString placeOf(const QWidget* widget) {
  QString path;
  for (const QWidget* at = widget; at != nullptr && path.count(u'<') < 3; at = at->parentWidget()) {
    if (!path.isEmpty()) path += QLatin1String(" < ");
    path += QLatin1String(at->metaObject()->className());
    if (!at->objectName().isEmpty()) path += QLatin1Char(' ') + at->objectName();
  }
  return path;
}

QString areaText(const QRectF& box) {
  return QStringLiteral("%1,%2 %3x%4")
      .arg(box.x(), 0, 'f', 0)
      .arg(box.y(), 0, 'f', 0)
      .arg(box.width(), 0, 'f', 0)
      .arg(box.height(), 0, 'f', 0);
}

bool isWithin(const QRectF& box, const QRectF& room) {
  return room.adjusted(-kSlack, -kSlack, kSlack, kSlack).contains(box);
}

/// In a view rows and columns are cut by the edge of the viewport, as far as they are scrolled.
QString fault(const QWidget* widget, const PaintedText& text) {
  const QRectF whole(widget->rect());
  const bool isView = viewOf(widget) != nullptr;
  if (text.clip && !text.clip->isEmpty() && !isWithin(text.box, *text.clip)) {
    const QRectF seen = text.box & whole;
    const bool byEdge = isWithin(seen, *text.clip);
    if (!byEdge) return QStringLiteral("is cut to %1").arg(areaText(*text.clip));
  }
  if (!isView && !isWithin(text.box, whole)) return QStringLiteral("stands outside");
  const bool isElided = text.text.contains(QChar(0x2026));
  if (isElided && isOfNumber(widget, text.box.center())) {
    return QStringLiteral("is a number that is cut");
  }
  if (isElided && !mayElide(widget)) return QStringLiteral("is elided");
  return {};
}

QStringList overlaps(const QList<PaintedText>& texts) {
  QStringList lines;
  for (qsizetype i = 0; i < texts.size(); ++i) {
    for (qsizetype k = i + 1; k < texts.size(); ++k) {
      const QRectF both = texts[i].box & texts[k].box;
      const double least = std::min(texts[i].box.width() * texts[i].box.height(),
                                    texts[k].box.width() * texts[k].box.height());
      if (both.width() > kSlack && both.height() > kSlack && texts[i].text != texts[k].text &&
          both.width() * both.height() > kOverlap * least)
        lines << QStringLiteral("\"%1\" stands on \"%2\"").arg(texts[i].text, texts[k].text);
    }
  }
  return lines;
}

}  // namespace

QStringList cutPaintedTexts(QWidget* root) {
  QStringList lines;
  QList<QWidget*> widgets = root->findChildren<QWidget*>();
  widgets.prepend(root);
  for (QWidget* widget : std::as_const(widgets)) {
    if (!widget->isVisibleTo(root) || widget->visibleRegion().isEmpty() || !paintsItself(widget))
      continue;
    const QList<PaintedText> texts = textsOf(widget);
    const QString place = placeOf(widget);
    for (const PaintedText& text : texts) {
      const QString what = fault(widget, text);
      if (!what.isEmpty())
        lines << QStringLiteral("%1 %2: \"%3\" at %4 %5")
                     .arg(place, areaText(widget->rect()), text.text, areaText(text.box), what);
    }
    if (viewOf(widget) == nullptr) {
      const QStringList found = overlaps(texts);
      for (const QString& line : found) lines << place + QLatin1String(": ") + line;
    }
  }
  lines.removeDuplicates();
  return lines;
}
