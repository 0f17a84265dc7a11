// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/funnel_flow.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/funnel/funnel_words.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr double kBandAlpha = 0.34;
constexpr double kStrongAlpha = 0.62;  // below the pointer or the keyboard

QColor withAlpha(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

QString exitWords(const FunnelExit& exit) {
  return exit.others > 0
             ? QChar(kCross) + QLatin1Char(' ') + FunnelFlowView::tr("others (%1)").arg(exit.others)
             : flowLabel(exit.flow);
}

}  // namespace

FunnelFlowView::FunnelFlowView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Where candidates leave the funnel"));
  setAccessibleDescription(
      tr("Left and Right go from stage to stage, Up and Down from reason to reason, Enter shows "
         "the episodes. The table holds the same numbers."));
  connect(&theme(), &Theme::themeChanged, this, &FunnelFlowView::relayout);
}

QSize FunnelFlowView::minimumSizeHint() const {
  return {260, 8 * theme().rowHeight()};
}

void FunnelFlowView::setSummary(const record::FunnelSummary& summary,
                                const record::FunnelQuery& query) {
  // The mark of the keyboard stays on its reason while counts change.
  const FunnelExit* marked =
      m_current >= 0 ? &m_layout.exits[static_cast<std::size_t>(m_current)] : nullptr;
  const record::FunnelFlow old = marked != nullptr ? marked->flow : record::FunnelFlow{};
  const bool wasOthers = marked != nullptr && marked->others > 0;
  const bool hadMark = marked != nullptr;
  m_summary = summary;
  m_query = query;
  m_current = -1;
  m_hovered = -1;
  relayout();
  for (std::size_t i = 0; hadMark && i < m_layout.exits.size(); ++i) {
    const FunnelExit& exit = m_layout.exits[i];
    if (exit.flow.stage == old.stage && exit.flow.accepted == old.accepted &&
        exit.flow.reason_code == old.reason_code && (exit.others > 0) == wasOthers) {
      m_current = static_cast<int>(i);
    }
  }
  Q_EMIT pointedAt(m_current >= 0 ? textOf(m_current) : QString());
}

void FunnelFlowView::relayout() {
  const double row = QFontMetricsF(theme().smallFont()).height();
  m_layout = layoutFunnel(m_summary, QSizeF(size()), row);
  if (m_current >= static_cast<int>(m_layout.exits.size())) m_current = -1;
  m_hovered = -1;
  Q_EMIT pointedAt(m_current >= 0 ? textOf(m_current) : QString());
  update();
}

void FunnelFlowView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  relayout();
}

void FunnelFlowView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) relayout();
}

QString FunnelFlowView::textOf(int exit) const {
  const FunnelExit& way = m_layout.exits[static_cast<std::size_t>(exit)];
  if (way.others == 0) return flowText(way.flow, m_summary);
  const QString counts = flowText(way.flow, m_summary).section(QLatin1Char('\n'), 1);
  return tr("Rejected at %1: other reasons (%2)").arg(stageWord(way.flow.stage)).arg(way.others) +
         QLatin1Char('\n') + counts;
}

QString FunnelFlowView::textOfNode(int node) const {
  const FunnelNode& stage = m_layout.nodes[static_cast<std::size_t>(node)];
  return tr("%1: %2 of %3 candidates came here, %4; %5 of them passed")
      .arg(stageWord(stage.stage), formatCount(stage.reached), formatCount(m_summary.total),
           shareText(stage.reached, m_summary.total), shareText(stage.passed, stage.reached));
}

QString FunnelFlowView::textAt(QPointF place) const {
  if (const int exit = m_layout.exitAt(place); exit >= 0) return textOf(exit);
  const int node = m_layout.nodeAt(place);
  return node >= 0 ? textOfNode(node) : QString();
}

void FunnelFlowView::setCurrent(int exit) {
  m_current = exit;
  const QString words = exit >= 0 ? textOf(exit) : QString();
  Q_EMIT pointedAt(words);
  if (exit >= 0) {
    setAccessibleDescription(words);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
  }
  update();
}

void FunnelFlowView::activate(int exit) {
  const FunnelExit& way = m_layout.exits[static_cast<std::size_t>(exit)];
  Q_EMIT filterRequested(way.others > 0 ? stageFilter(way.flow.stage, way.listed, m_query)
                                        : flowFilter(way.flow, m_query));
}

void FunnelFlowView::activateNode(int node) {
  Q_EMIT filterRequested(
      stageFilter(m_layout.nodes[static_cast<std::size_t>(node)].stage, {}, m_query));
}

void FunnelFlowView::mouseMoveEvent(QMouseEvent* event) {
  const int hovered = m_layout.exitAt(event->position());
  const bool onSomething = hovered >= 0 || m_layout.nodeAt(event->position()) >= 0;
  setCursor(onSomething ? Qt::PointingHandCursor : Qt::ArrowCursor);
  Q_EMIT pointedAt(textAt(event->position()));
  if (hovered != m_hovered) {
    m_hovered = hovered;
    update();
  }
}

void FunnelFlowView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  m_hovered = -1;
  Q_EMIT pointedAt(m_current >= 0 && hasFocus() ? textOf(m_current) : QString());
  update();
}

void FunnelFlowView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    QWidget::mousePressEvent(event);
  }
}

void FunnelFlowView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const int exit = m_layout.exitAt(event->position()); exit >= 0) {
    setCurrent(exit);
    activate(exit);
  } else if (const int node = m_layout.nodeAt(event->position()); node >= 0) {
    activateNode(node);
  }
}

void FunnelFlowView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (m_current < 0 && !m_layout.exits.empty() && event->reason() != Qt::MouseFocusReason) {
    setCurrent(0);
  }
  update();
}

void FunnelFlowView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void FunnelFlowView::moveInColumn(int delta) {
  const int next = m_current + delta;
  const auto& exits = m_layout.exits;
  if (next < 0 || next >= static_cast<int>(exits.size())) return;
  if (exits[static_cast<std::size_t>(next)].column ==
      exits[static_cast<std::size_t>(m_current)].column) {
    setCurrent(next);
  }
}

// To the first way out of the next stage that has one.
void FunnelFlowView::moveToColumn(int delta) {
  const auto& exits = m_layout.exits;
  const int from = exits[static_cast<std::size_t>(m_current)].column;
  int best = -1;
  for (int i = 0; i < static_cast<int>(exits.size()); ++i) {
    const int column = exits[static_cast<std::size_t>(i)].column;
    if ((column - from) * delta <= 0) continue;
    const bool nearer =
        best < 0 || (exits[static_cast<std::size_t>(best)].column - column) * delta > 0;
    if (nearer) best = i;
  }
  if (best >= 0) setCurrent(best);
}

void FunnelFlowView::keyPressEvent(QKeyEvent* event) {
  if (m_layout.exits.empty()) {
    QWidget::keyPressEvent(event);
    return;
  }
  if (m_current < 0) m_current = 0;
  switch (event->key()) {
    case Qt::Key_Up:
      moveInColumn(-1);
      break;
    case Qt::Key_Down:
      moveInColumn(1);
      break;
    case Qt::Key_Left:
      moveToColumn(-1);
      break;
    case Qt::Key_Right:
      moveToColumn(1);
      break;
    case Qt::Key_Home:
      setCurrent(0);
      break;
    case Qt::Key_End:
      setCurrent(static_cast<int>(m_layout.exits.size()) - 1);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      activate(m_current);
      break;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  event->accept();
}

bool FunnelFlowView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString words = textAt(help->pos());
    if (words.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(),
                         words + QLatin1Char('\n') + tr("Click to list these episodes."), this);
    }
    return true;
  }
  return QWidget::event(event);
}

void FunnelFlowView::paintWords(QPainter& painter, const QRectF& box, const QString& first,
                                const QString& second, const QColor& color) const {
  const QFontMetricsF metrics(painter.font());
  // The cross goes before a letter of the reason does: the red bar beside it says the same.
  const bool isTight = metrics.horizontalAdvance(first) > box.width() && first.startsWith(kCross);
  const QString words = isTight ? first.mid(2) : first;
  painter.setPen(color);
  painter.drawText(QRectF(box.left(), box.top(), box.width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(words, Qt::ElideRight, box.width()));
  // A share that is cut in the middle would be another one.
  const bool isWide = metrics.horizontalAdvance(second) > box.width();
  const QString numbers = isWide ? second.section(QStringLiteral(" \u00B7 "), 0, 0) : second;
  painter.setPen(theme().color(Role::kSecondary));
  painter.drawText(QRectF(box.left(), box.top() + metrics.height(), box.width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(numbers, Qt::ElideRight, box.width()));
}

void FunnelFlowView::paintExit(QPainter& painter, int index) const {
  const FunnelExit& exit = m_layout.exits[static_cast<std::size_t>(index)];
  const bool marked = index == m_hovered || (index == m_current && hasFocus());
  const QColor color =
      exit.flow.accepted ? theme().color(Role::kAccepted) : theme().stage(exit.flow.stage);
  painter.fillPath(exit.band, withAlpha(color, marked ? kStrongAlpha : kBandAlpha));
  painter.fillRect(exit.bar, exit.flow.accepted ? color : theme().color(Role::kRejected));
  painter.setFont(exit.flow.accepted ? theme().strongFont() : theme().smallFont());
  const QString share = shareText(exit.flow.count, m_summary.total);
  if (!exit.flow.accepted) {
    paintWords(painter, exit.label, exitWords(exit),
               QStringLiteral("%1 \u00B7 %2").arg(formatCount(exit.flow.count), share),
               theme().color(Role::kText));
  } else {
    painter.setFont(theme().smallFont());
    paintWords(painter, exit.label, exitWords(exit),
               QStringLiteral("%1 \u00B7 %2").arg(formatCount(exit.flow.count), share),
               theme().color(Role::kAccepted));
  }
  if (index == m_current && hasFocus()) {
    painter.setPen(QPen(theme().color(Role::kAccent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(exit.label.adjusted(-4, -0.5, 0, 0.5), 4, 4);
  }
}

void FunnelFlowView::paintNode(QPainter& painter, const FunnelNode& node) const {
  const QColor color = theme().stage(node.stage);
  if (!node.on.isEmpty()) painter.fillPath(node.on, withAlpha(color, kBandAlpha));
  painter.fillRect(node.bar, color);
  painter.setFont(theme().smallFont());
  paintWords(painter, node.head, stageWord(node.stage),
             QStringLiteral("%1 \u00B7 %2")
                 .arg(formatCount(node.reached), shareText(node.reached, m_summary.total)),
             theme().color(Role::kText));
}

void FunnelFlowView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color(Role::kPanel));
  painter.setRenderHint(QPainter::Antialiasing);
  for (int i = 0; i < static_cast<int>(m_layout.exits.size()); ++i) paintExit(painter, i);
  for (const FunnelNode& node : m_layout.nodes) paintNode(painter, node);
}

}  // namespace nereid::widgets
