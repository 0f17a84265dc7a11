// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;

constexpr int kMargin = 10;
constexpr int kGap = 2;
constexpr double kHandleRoom = 6;
constexpr double kNarrowest = 18;

}  // namespace

ReplayTimeline::ReplayTimeline(ReplayModel* model, QWidget* parent)
    : QWidget(parent), m_model(model) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Timeline of the episode"));
  setAccessibleDescription(tr("Left and Right step, Home and End jump, Space plays."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(m_model, &ReplayModel::episodeChanged, this, &ReplayTimeline::layoutSegments);
  connect(m_model, &ReplayModel::positionChanged, this, qOverload<>(&QWidget::update));
  connect(&theme(), &Theme::themeChanged, this, &ReplayTimeline::layoutSegments);
  layoutSegments();
}

QSize ReplayTimeline::sizeHint() const {
  return {480, theme().rowHeight() + 18};
}

QSize ReplayTimeline::minimumSizeHint() const {
  return {240, theme().rowHeight() + 18};
}

void ReplayTimeline::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layoutSegments();
}

// Phases of one stage share a segment. Widths follow the replay time, but each has room for a few
// letters.
void ReplayTimeline::layoutSegments() {
  m_segments.clear();
  const auto& phases = m_model->phases();
  for (int i = 0; i < static_cast<int>(phases.size()); ++i) {
    const ReplayPhase& phase = phases[static_cast<std::size_t>(i)];
    const bool same =
        !m_segments.empty() && phase.stage != verify::Stage::kNone &&
        phases[static_cast<std::size_t>(m_segments.back().first)].stage == phase.stage;
    if (same) {
      m_segments.back().last = i;
    } else {
      m_segments.push_back({i, i, {}, false});
    }
  }
  if (m_segments.empty()) {
    update();
    return;
  }
  const QFontMetrics metrics(theme().smallFont());
  std::vector<double> widths;
  double wanted = 0;
  const auto widthOf = [&](const Segment& segment) {
    return metrics.horizontalAdvance(segmentText(segment)) + 16.0;
  };
  for (const Segment& segment : m_segments) {
    widths.push_back(widthOf(segment));
    wanted += widths.back();
  }
  const double room = width() - 2 * kMargin - kGap * (static_cast<double>(m_segments.size()) - 1);
  // Short of room the stages go without their times, the first ones first; tooltips have them.
  for (std::size_t i = 0; i < m_segments.size() && wanted > room; ++i) {
    m_segments[i].isShort = true;
    wanted -= widths[i];
    widths[i] = widthOf(m_segments[i]);
    wanted += widths[i];
  }
  // First every label gets its room; what is left over is shared out by time. Too little room
  // shrinks all alike.
  const double spare = room - wanted;
  double x = kMargin;
  for (std::size_t i = 0; i < m_segments.size(); ++i) {
    Segment& segment = m_segments[i];
    const double time = phases[static_cast<std::size_t>(segment.last)].end_ms -
                        phases[static_cast<std::size_t>(segment.first)].begin_ms;
    const double share = time / std::max(1.0, m_model->durationMs());
    const double w =
        spare >= 0 ? widths[i] + spare * share : std::max(kNarrowest, widths[i] * room / wanted);
    segment.rect = QRectF(x, kHandleRoom, w, theme().rowHeight());
    x += w + kGap;
  }
  update();
}

QRectF ReplayTimeline::segmentRect(int segment) const {
  return m_segments[static_cast<std::size_t>(segment)].rect;
}

double ReplayTimeline::placeOf(double ms) const {
  const auto& phases = m_model->phases();
  for (const Segment& segment : m_segments) {
    const double begin = phases[static_cast<std::size_t>(segment.first)].begin_ms;
    const double end = phases[static_cast<std::size_t>(segment.last)].end_ms;
    if (ms < end || &segment == &m_segments.back()) {
      return segment.rect.left() +
             segment.rect.width() * std::clamp((ms - begin) / (end - begin), 0.0, 1.0);
    }
  }
  return kMargin;
}

double ReplayTimeline::timeAt(double x) const {
  const auto& phases = m_model->phases();
  for (const Segment& segment : m_segments) {
    if (x <= segment.rect.right() + kGap / 2.0 || &segment == &m_segments.back()) {
      const double begin = phases[static_cast<std::size_t>(segment.first)].begin_ms;
      const double end = phases[static_cast<std::size_t>(segment.last)].end_ms;
      return begin +
             (end - begin) * std::clamp((x - segment.rect.left()) / segment.rect.width(), 0.0, 1.0);
    }
  }
  return 0;
}

QColor ReplayTimeline::segmentColor(const Segment& segment) const {
  const ReplayPhase& phase = m_model->phases()[static_cast<std::size_t>(segment.last)];
  if (phase.outcome == verify::StageOutcome::kRejected) {
    return theme().color(Role::kRejected);
  }
  if (phase.kind == Kind::kTokens) {
    return theme().color(Role::kAccent);
  }
  if (phase.kind == Kind::kStage && phase.outcome == verify::StageOutcome::kPassed) {
    return theme().stage(phase.stage);
  }
  return theme().color(Role::kSoft);
}

QString ReplayTimeline::segmentText(const Segment& segment) const {
  const ReplayPhase& phase = m_model->phases()[static_cast<std::size_t>(segment.last)];
  const bool isStage = phase.kind == Kind::kStage;
  const QString label =
      segment.isShort && isStage ? stageWord(phase.stage) : phaseLabel(*m_model->episode(), phase);
  return phase.outcome == verify::StageOutcome::kRejected ? QChar(kCross) + QLatin1Char(' ') + label
                                                          : label;
}

void ReplayTimeline::paintSegment(QPainter& painter, const Segment& segment) const {
  const QColor color = segmentColor(segment);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRoundedRect(segment.rect, 4, 4);
  const bool soft = color == theme().color(Role::kSoft);
  const QColor ink = soft ? theme().color(Role::kText) : readableOn(color);
  // Inputs inside a stage: one tick each at the lower edge.
  if (segment.last > segment.first) {
    painter.setPen(QPen(ink, 1));
    for (int i = segment.first; i < segment.last; ++i) {
      const double x = placeOf(m_model->phases()[static_cast<std::size_t>(i)].end_ms - 1e-6);
      painter.drawLine(QPointF(x, segment.rect.bottom() - 4),
                       QPointF(x, segment.rect.bottom() - 1));
    }
  }
  painter.setPen(ink);
  painter.setFont(theme().smallFont());
  const QRectF box = segment.rect.adjusted(8, 0, -4, 0);
  const QString label =
      QFontMetrics(theme().smallFont())
          .elidedText(segmentText(segment), Qt::ElideRight, static_cast<int>(box.width()) + 3);
  // The last pixels may lie in the margin.
  painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, label);
}

void ReplayTimeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_segments.empty()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(Role::kSoft));
    painter.drawRoundedRect(
        QRectF(kMargin, kHandleRoom, width() - 2 * kMargin, theme().rowHeight()), 4, 4);
    return;
  }
  for (const Segment& segment : m_segments) {
    paintSegment(painter, segment);
  }
  // What has not happened yet is veiled.
  const double x = placeOf(m_model->positionMs());
  QColor veil = theme().color(Role::kPanel);
  veil.setAlphaF(0.6F);
  painter.fillRect(QRectF(x, kHandleRoom, width() - x, theme().rowHeight()), veil);
  const QColor handle = theme().color(hasFocus() ? Role::kAccent : Role::kText);
  painter.setPen(QPen(handle, 2));
  painter.drawLine(QPointF(x, kHandleRoom - 2), QPointF(x, kHandleRoom + theme().rowHeight() + 2));
  painter.setBrush(handle);
  painter.setPen(Qt::NoPen);
  painter.drawEllipse(QPointF(x, kHandleRoom - 2), 3.5, 3.5);
}

void ReplayTimeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_model->seek(timeAt(event->position().x()));
  }
}

void ReplayTimeline::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) {
    m_model->seek(timeAt(event->position().x()));
  }
}

void ReplayTimeline::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      m_model->stepBack();
      break;
    case Qt::Key_Right:
      m_model->stepForward();
      break;
    case Qt::Key_Home:
      m_model->toStart();
      break;
    case Qt::Key_End:
      m_model->toEnd();
      break;
    case Qt::Key_Space:
      m_model->togglePlay();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool ReplayTimeline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Segment& segment : m_segments) {
      if (segment.rect.contains(help->pos())) {
        const ReplayPhase& phase = m_model->phases()[static_cast<std::size_t>(segment.last)];
        Segment whole = segment;
        whole.isShort = false;
        QToolTip::showText(help->globalPos(),
                           tr("%1: %2").arg(segmentText(whole), outcomeWord(phase.outcome)), this);
        return true;
      }
    }
    QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nereid::widgets
