// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/panel.h"

#include <QPainter>
#include <QPainterPath>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

namespace {

constexpr double kRadius = 8;
constexpr int kFloatEdge = 2;
constexpr QSize kLeastSize(150, 56);
enum class End { kTop, kBottom };

/// The frame reaches beyond the piece at its open end, so that only one end is round.
QRectF frameOf(const QRectF& piece, End end) {
  const QRectF inner = piece.adjusted(0.5, 0.5, -0.5, -0.5);
  return end == End::kTop ? inner.adjusted(0, 0, 0, 3 * kRadius)
                          : inner.adjusted(0, -3 * kRadius, 0, 0);
}

void paintFrame(QPainter& painter, const QRectF& piece, End end) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().color(Role::kLine), 1));
  painter.setBrush(theme().color(Role::kPanel));
  painter.drawRoundedRect(frameOf(piece, end), kRadius, kRadius);
}

/// Lies over a corner of the view: views paint square, the panel is round.
class Corner : public QWidget {
 public:
  Corner(Qt::Corner corner, QWidget* parent) : QWidget(parent), m_corner(corner) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFixedSize(static_cast<int>(kRadius), static_cast<int>(kRadius));
  }

  void place() {
    const int right = parentWidget()->width() - width();
    move(m_corner == Qt::BottomLeftCorner ? 0 : right, parentWidget()->height() - height());
    raise();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF piece = QRectF(parentWidget()->rect()).translated(-pos());
    QPainterPath outside;
    outside.addRect(rect());
    QPainterPath inside;
    inside.addRoundedRect(frameOf(piece, End::kBottom), kRadius, kRadius);
    painter.fillPath(outside.subtracted(inside), theme().color(Role::kWindow));
    painter.setPen(QPen(theme().color(Role::kLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frameOf(piece, End::kBottom), kRadius, kRadius);
  }

 private:
  Qt::Corner m_corner;
};

class HeadPiece : public QWidget {
 public:
  HeadPiece(QWidget* head, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 0);
    layout->addWidget(head);
    head->setAutoFillBackground(false);
    head->show();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintFrame(painter, rect(), End::kTop);
  }
};

class BodyPiece : public QWidget {
 public:
  explicit BodyPiece(QWidget* parent)
      : QWidget(parent),
        m_left(new Corner(Qt::BottomLeftCorner, this)),
        m_right(new Corner(Qt::BottomRightCorner, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 1, 1);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintFrame(painter, rect(), End::kBottom);
  }
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    m_left->place();
    m_right->place();
  }

 private:
  Corner* m_left;
  Corner* m_right;
};

QWidget* firstControl(QWidget* view) {
  if (view->focusProxy() != nullptr) return view->focusProxy();
  const auto children = view->findChildren<QWidget*>();
  for (QWidget* child : children) {
    if ((child->focusPolicy() & Qt::TabFocus) && child->isVisibleTo(view) && child->isEnabled())
      return child;
  }
  return view;
}

}  // namespace

// From outside to inside: each time that a widget gets another parent, everything below it is
// styled anew, and a view is hundreds of widgets.
Panel::Panel(const QString& id, const QString& title, QWidget* view, widgets::PanelHead* head,
             QWidget* parent)
    : QDockWidget(title, parent), m_view(view), m_head(head) {
  setObjectName(id);
  setFeatures(DockWidgetMovable | DockWidgetFloatable | DockWidgetClosable);
  setAllowedAreas(Qt::AllDockWidgetAreas);
  setTitleBarWidget(new HeadPiece(head, this));
  auto* body = new BodyPiece(this);
  setWidget(body);
  body->layout()->addWidget(view);
  // What a view would like to have as its least is for the window as a whole too much on a small
  // screen: the user decides which dock gives way.
  body->setMinimumSize(kLeastSize);
  titleBarWidget()->setMinimumWidth(kLeastSize.width());
  connect(this, &QDockWidget::topLevelChanged, this, &Panel::takePlace);
}

// A window without a frame of the system's: an edge of its own tells that it lies above the others.
void Panel::takePlace(bool floats) {
  const int edge = floats ? kFloatEdge : 0;
  setContentsMargins(edge, edge, edge, edge);
  update();
}

void Panel::paintEvent(QPaintEvent* event) {
  QDockWidget::paintEvent(event);
  if (!isFloating()) return;
  QPainter painter(this);
  painter.fillRect(rect(), theme().color(Role::kAccent));
  painter.fillRect(rect().adjusted(kFloatEdge, kFloatEdge, -kFloatEdge, -kFloatEdge),
                   theme().color(Role::kWindow));
}

bool Panel::isEmpty() const {
  // Its own, not that of a part of it.
  const auto states =
      m_view->findChildren<widgets::EmptyState*>(QString(), Qt::FindDirectChildrenOnly);
  return std::any_of(states.begin(), states.end(),
                     [this](const auto* state) { return state->isVisibleTo(m_view); });
}

void Panel::activate() {
  show();
  raise();
  firstControl(m_view)->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace nereid::app
