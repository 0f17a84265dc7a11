// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

// All icons live on a 16 x 16 grid; fills are for solid shapes, strokes for lines.
struct Shape {
  QPainterPath stroke;
  QPainterPath fill;
};

void polyline(QPainterPath& path, std::initializer_list<QPointF> points) {
  bool first = true;
  for (const QPointF& point : points) {
    first ? path.moveTo(point) : path.lineTo(point);
    first = false;
  }
}

void triangle(QPainterPath& path, QPointF a, QPointF b, QPointF c) {
  polyline(path, {a, b, c});
  path.closeSubpath();
}

Shape transportShape(IconId id) {
  Shape s;
  switch (id) {
    case IconId::kPlay:
      triangle(s.fill, {5, 3}, {13, 8}, {5, 13});
      break;
    case IconId::kPause:
      s.fill.addRect(4, 3, 3, 10);
      s.fill.addRect(9, 3, 3, 10);
      break;
    case IconId::kStop:
      s.fill.addRect(4, 4, 8, 8);
      break;
    case IconId::kStepBack:
      triangle(s.fill, {12, 3.5}, {5.5, 8}, {12, 12.5});
      s.fill.addRect(3.5, 3.5, 1.5, 9);
      break;
    case IconId::kStepForward:
      triangle(s.fill, {4, 3.5}, {10.5, 8}, {4, 12.5});
      s.fill.addRect(11, 3.5, 1.5, 9);
      break;
    case IconId::kToStart:
      triangle(s.fill, {8, 3.5}, {3, 8}, {8, 12.5});
      triangle(s.fill, {13, 3.5}, {8, 8}, {13, 12.5});
      break;
    case IconId::kToEnd:
      triangle(s.fill, {3, 3.5}, {8, 8}, {3, 12.5});
      triangle(s.fill, {8, 3.5}, {13, 8}, {8, 12.5});
      break;
    default:
      break;
  }
  return s;
}

Shape lineShape(IconId id) {
  Shape s;
  switch (id) {
    case IconId::kSearch:
      s.stroke.addEllipse(QPointF(7, 7), 4, 4);
      polyline(s.stroke, {{10, 10}, {13.5, 13.5}});
      break;
    case IconId::kClose:
    case IconId::kCross:
      polyline(s.stroke, {{4, 4}, {12, 12}});
      polyline(s.stroke, {{12, 4}, {4, 12}});
      break;
    case IconId::kCheck:
      polyline(s.stroke, {{3, 8.5}, {6.5, 12}, {13, 4.5}});
      break;
    case IconId::kUp:
      polyline(s.stroke, {{3.5, 10}, {8, 5.5}, {12.5, 10}});
      break;
    case IconId::kDown:
      polyline(s.stroke, {{3.5, 6}, {8, 10.5}, {12.5, 6}});
      break;
    case IconId::kFollow:
      polyline(s.stroke, {{2.5, 8}, {11, 8}});
      polyline(s.stroke, {{7.5, 4.5}, {11, 8}, {7.5, 11.5}});
      polyline(s.stroke, {{13.5, 3}, {13.5, 13}});
      break;
    case IconId::kExport:
      polyline(s.stroke, {{8, 10}, {8, 2.5}});
      polyline(s.stroke, {{5, 5.5}, {8, 2.5}, {11, 5.5}});
      polyline(s.stroke, {{2.5, 9}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 9}});
      break;
    case IconId::kReset:
      s.stroke.arcMoveTo(3, 3, 10, 10, 60);
      s.stroke.arcTo(3, 3, 10, 10, 60, 280);
      polyline(s.stroke, {{8, 1.5}, {10.8, 3.8}, {8.2, 6}});
      break;
    case IconId::kLink:
      s.stroke.addRoundedRect(1.5, 5.5, 7, 5, 2.5, 2.5);
      s.stroke.addRoundedRect(7.5, 5.5, 7, 5, 2.5, 2.5);
      break;
    case IconId::kMore:
      for (const double x : {3.5, 8.0, 12.5}) {
        s.fill.addEllipse(QPointF(x, 8), 1.3, 1.3);
      }
      break;
    case IconId::kWarning:
      triangle(s.stroke, {8, 2.5}, {14, 13}, {2, 13});
      polyline(s.stroke, {{8, 6.5}, {8, 9.5}});
      s.fill.addEllipse(QPointF(8, 11.3), 0.8, 0.8);
      break;
    default:
      break;
  }
  return s;
}

Shape objectShape(IconId id) {
  Shape s;
  switch (id) {
    case IconId::kTable:
    case IconId::kInputs:
      s.stroke.addRect(2.5, 3.5, 11, 9);
      polyline(s.stroke, {{2.5, 6.5}, {13.5, 6.5}});
      polyline(s.stroke, {{7, 6.5}, {7, 12.5}});
      break;
    case IconId::kFolder:
      polyline(s.stroke, {{2, 4}, {6, 4}, {7.5, 5.5}, {14, 5.5}, {14, 12.5}, {2, 12.5}, {2, 4}});
      break;
    case IconId::kRuns:
      for (const double y : {4.0, 8.0, 12.0}) {
        s.fill.addEllipse(QPointF(3.2, y), 1.2, 1.2);
        polyline(s.stroke, {{6.5, y}, {13.5, y}});
      }
      break;
    case IconId::kCurves:
      polyline(s.stroke, {{2.5, 2.5}, {2.5, 13.5}, {13.5, 13.5}});
      polyline(s.stroke, {{4.5, 11}, {7, 7.5}, {9.5, 9}, {13, 4}});
      break;
    case IconId::kLogScale:
      polyline(s.stroke, {{2.5, 2.5}, {2.5, 13.5}, {13.5, 13.5}});
      s.stroke.moveTo(4, 12);
      s.stroke.quadTo(12, 11.5, 13, 3);
      break;
    case IconId::kCode:
      polyline(s.stroke, {{5.5, 4}, {1.8, 8}, {5.5, 12}});
      polyline(s.stroke, {{10.5, 4}, {14.2, 8}, {10.5, 12}});
      break;
    case IconId::kMarker:
      polyline(s.stroke, {{6, 4}, {13.5, 4}});
      polyline(s.stroke, {{6, 8}, {13.5, 8}});
      polyline(s.stroke, {{6, 12}, {13.5, 12}});
      s.fill.addRect(2.5, 6.8, 2, 6.4);
      break;
    case IconId::kReplay:
      s.stroke.addEllipse(QPointF(8, 8), 5.7, 5.7);
      triangle(s.fill, {6.5, 5.2}, {11, 8}, {6.5, 10.8});
      break;
    case IconId::kLog:
      for (const double y : {3.5, 6.5, 9.5, 12.5}) {
        polyline(s.stroke, {{2.5, y}, {y == 9.5 ? 9.0 : 13.5, y}});
      }
      break;
    case IconId::kCommand:
      polyline(s.stroke, {{3, 4.5}, {7, 8}, {3, 11.5}});
      polyline(s.stroke, {{8, 12}, {13, 12}});
      break;
    case IconId::kNereid:
      // Two waves: the sea nymph's sign.
      s.stroke.moveTo(1.5, 6.5);
      s.stroke.cubicTo(4, 2.5, 6, 2.5, 8, 6.5);
      s.stroke.cubicTo(10, 10.5, 12, 10.5, 14.5, 6.5);
      s.stroke.moveTo(1.5, 11);
      s.stroke.cubicTo(4, 7, 6, 7, 8, 11);
      s.stroke.cubicTo(10, 15, 12, 15, 14.5, 11);
      break;
    default:
      break;
  }
  return s;
}

Shape shapeOf(IconId id) {
  for (const auto make : {transportShape, lineShape, objectShape}) {
    const Shape shape = make(id);
    if (!shape.stroke.isEmpty() || !shape.fill.isEmpty()) {
      return shape;
    }
  }
  return {};
}

class PathIconEngine : public QIconEngine {
 public:
  explicit PathIconEngine(IconId id) : m_id(id) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const QColor color = colorFor(mode, state);
    const Shape shape = shapeOf(m_id);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 16.0, rect.height() / 16.0);
    painter->strokePath(shape.stroke, QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->fillPath(shape.fill, color);
    painter->restore();
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }

  QIconEngine* clone() const override { return new PathIconEngine(m_id); }

 private:
  static QColor colorFor(QIcon::Mode mode, QIcon::State state) {
    if (mode == QIcon::Disabled) {
      QColor color = theme().color(Role::kSecondary);
      color.setAlphaF(0.5F);
      return color;
    }
    return theme().color(state == QIcon::On ? Role::kAccent : Role::kSecondary);
  }

  IconId m_id;
};

}  // namespace

QIcon icon(IconId id) {
  return QIcon(new PathIconEngine(id));
}

}  // namespace nereid::widgets
