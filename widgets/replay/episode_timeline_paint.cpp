// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;

constexpr double kLeastTick = 74;  // pixels between two numbers of the ruler
constexpr double kLeastToken = 3;  // pixels of a token that is painted by itself
constexpr double kLeastWord = 24;  // pixels in which a word can begin

// 1, 2 or 5 times a power of ten, at least `least`.
double niceStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least) return step * power;
  }
  return 10 * power;
}

QColor phaseColor(const ReplayPhase& phase) {
  if (phase.outcome == verify::StageOutcome::kRejected) return theme().color(Role::kRejected);
  const bool isPassed = phase.outcome == verify::StageOutcome::kPassed;
  if ((phase.kind == Kind::kStage || phase.kind == Kind::kInput) && isPassed) {
    return theme().stage(phase.stage);
  }
  return theme().color(Role::kSoft);
}

}  // namespace

void EpisodeTimeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme().smallFont());
  paintLanes(painter);
  if (m_model->episode() == nullptr) return;
  paintRuler(painter);
  painter.save();
  painter.setClipRect(plotRect().adjusted(-6, 0, 6, 0));
  for (int i = 0; i < static_cast<int>(m_model->phases().size()); ++i) {
    if (m_model->phases()[static_cast<std::size_t>(i)].kind == Kind::kTokens) {
      paintTokens(painter);
    } else {
      paintPhase(painter, i);
    }
  }
  paintPosition(painter);
  painter.restore();
  if (hasFocus()) {
    painter.setPen(theme().color(Role::kAccent));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void EpisodeTimeline::paintLanes(QPainter& painter) const {
  const QString names[] = {tr("generation"), tr("extraction"), tr("stages"), tr("inputs"),
                           tr("reward")};
  for (int lane = 0; lane < kLaneCount; ++lane) {
    const double top = laneHeight() * (lane + 1);
    painter.fillRect(QRectF(0, std::round(top), width(), 1), theme().color(Role::kLine));
    painter.setPen(theme().color(Role::kSecondary));
    painter.drawText(QRectF(10, top, plotRect().left() - 14, laneHeight()),
                     Qt::AlignVCenter | Qt::AlignLeft, names[lane]);
  }
}

void EpisodeTimeline::paintRuler(QPainter& painter) const {
  const QRectF box = rulerRect();
  painter.setPen(theme().color(Role::kSecondary));
  if (m_scale.mode() == TimelineMode::kOrder) {
    const QString words = m_mode == TimelineMode::kMeasured ? tr("in order: no times were recorded")
                                                            : tr("in order, not to scale");
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, words);
  } else {
    const double step = niceStep(std::max(1e-6, m_zoom.end() - m_zoom.begin()) * kLeastTick /
                                 std::max(1.0, box.width()));
    for (double at = std::ceil(m_zoom.begin() / step) * step; at <= m_zoom.end(); at += step) {
      const double x = xOf(at);
      painter.drawLine(QPointF(x, box.bottom() - 4), QPointF(x, box.bottom()));
      painter.drawText(QRectF(x + 3, box.top(), kLeastTick, box.height() - 2),
                       Qt::AlignVCenter | Qt::AlignLeft,
                       at < step / 2 ? QStringLiteral("0") : formatDuration(at));
    }
  }
  if (!m_zoom.isFitted()) {
    // Which part of the whole is shown.
    const double length = m_scale.length();
    const QRectF part(box.left() + box.width() * m_zoom.begin() / length, 0,
                      std::max(3.0, box.width() * (m_zoom.end() - m_zoom.begin()) / length), 2);
    painter.fillRect(part, theme().color(Role::kAccent));
  }
}

// Of the longest name to the shortest that says the same beside its lane: the first that has room,
// else the last.
QString EpisodeTimeline::nameIn(const ReplayPhase& phase, double room) const {
  const QFontMetrics metrics(theme().smallFont());
  const QString cross = phase.outcome == verify::StageOutcome::kRejected
                            ? QChar(kCross) + QStringLiteral(" ")
                            : QString();
  const QString whole = phaseLabel(*m_model->episode(), phase);
  QString shorter = whole;
  if (phase.kind == Kind::kStage) shorter = stageWord(phase.stage);  // the tooltip has the time
  if (phase.kind == Kind::kInput) shorter = whole.section(QStringLiteral(": "), 1);
  // Never a part of a number: short of room the word goes, and the lane says what it is.
  const bool isNumber = phase.kind == Kind::kReward || phase.kind == Kind::kAdvantage;
  if (isNumber) shorter = whole.section(QLatin1Char(' '), -1);
  if (phase.kind == Kind::kTokens) {
    const auto end = std::find_if(whole.begin(), whole.end(), [](QChar c) { return c.isSpace(); });
    shorter = whole.left(end - whole.begin());
  }
  return cross + (metrics.horizontalAdvance(cross + whole) <= room ? whole : shorter);
}

void EpisodeTimeline::paintPhase(QPainter& painter, int phase) const {
  const ReplayPhase& own = m_model->phases()[static_cast<std::size_t>(phase)];
  const QRectF box = phaseRect(phase);
  if (box.right() < plotRect().left() - 6 || box.left() > plotRect().right() + 6) return;
  const QColor color = phaseColor(own);
  const TimelineScale::Span span = spanOf(phase);
  const bool isChosen = m_model->chosenPhase() == phase;
  painter.setPen(isChosen ? QPen(theme().color(Role::kAccent), 2) : Qt::NoPen);
  painter.setBrush(color);
  const bool isInstant = span.end <= span.begin;
  if (isInstant) {
    const QPointF c = box.center();
    const bool isSoft = color == theme().color(Role::kSoft);
    painter.setBrush(isSoft ? theme().color(Role::kSecondary) : color);
    painter.drawPolygon(
        QPolygonF{c + QPointF(0, -5), c + QPointF(5, 0), c + QPointF(0, 5), c + QPointF(-5, 0)});
    return;
  }
  painter.drawRoundedRect(box, 3, 3);
  const QRectF seen = box.intersected(plotRect()).adjusted(5, 0, -3, 0);
  const QFontMetrics metrics = painter.fontMetrics();
  const QString label = nameIn(own, seen.width() + 2);
  const bool isNamed = seen.width() >= kLeastWord;
  // Where nothing was measured, in hatching: its length means nothing even in the best case. Not
  // under the name, which it would strike out.
  if (!std::isfinite(measuredMs(m_model->phases(), static_cast<std::size_t>(phase)))) {
    const double name = isNamed ? metrics.horizontalAdvance(label) + 10 : 0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(theme().color(Role::kLine), Qt::BDiagPattern));
    if (name < box.width()) painter.drawRect(box.adjusted(name, 0, 0, 0));
  }
  if (!isNamed) return;
  painter.setPen(color == theme().color(Role::kSoft) ? theme().color(Role::kText)
                                                     : readableOn(color));
  painter.drawText(
      seen, Qt::AlignVCenter | Qt::AlignLeft,
      painter.fontMetrics().elidedText(label, Qt::ElideRight, static_cast<int>(seen.width()) + 2));
}

// Several tokens a pixel: the most striking one of them is seen.
void EpisodeTimeline::paintManyTokens(QPainter& painter) const {
  const record::Episode& episode = *m_model->episode();
  const QRectF box = phaseRect(tokensPhase());
  const QRectF seen = box.intersected(plotRect());
  const auto count = static_cast<int>(episode.tokens.size());
  painter.fillRect(box, theme().color(Role::kSoft));
  const double each = box.width() / count;
  for (int x = static_cast<int>(seen.left()); x < static_cast<int>(seen.right()); ++x) {
    const int begin = std::clamp(static_cast<int>((x - box.left()) / each), 0, count - 1);
    const int end = std::clamp(static_cast<int>((x + 1 - box.left()) / each), begin + 1, count);
    int step = -1;
    for (int token = begin; token < end; ++token) {
      const auto index = static_cast<std::size_t>(token);
      const auto kind = index < m_kinds.size() ? m_kinds[index] : record::TokenShare::kPlan;
      step = std::max(step, tokenStep(episode, m_quantity, index, kind));
    }
    const QColor color = tokenColor(theme().isDark(), m_quantity, step);
    if (color.alpha() > 0) painter.fillRect(QRectF(x, box.top(), 1, box.height()), color);
  }
  painter.setPen(theme().color(Role::kText));
  const QRectF place = seen.adjusted(5, 0, -3, 0);
  painter.drawText(
      place, Qt::AlignVCenter | Qt::AlignLeft,
      nameIn(m_model->phases()[static_cast<std::size_t>(tokensPhase())], place.width()));
}

void EpisodeTimeline::paintTokens(QPainter& painter) const {
  const int phase = tokensPhase();
  const QRectF box = phaseRect(phase);
  const record::Episode& episode = *m_model->episode();
  const auto count = static_cast<int>(episode.tokens.size());
  const QRectF first = tokenRect(0);
  if (count == 0) {
    paintPhase(painter, phase);
    return;
  }
  if (first.width() < kLeastToken) {
    paintManyTokens(painter);
    return;
  }
  painter.fillRect(box, theme().color(Role::kSoft));
  const auto at = [&](double x) {
    return std::clamp(static_cast<int>((x - first.left()) / first.width()), 0, count - 1);
  };
  const int last = at(plotRect().right());
  for (int token = at(plotRect().left()); token <= last; ++token) {
    const QRectF own = tokenRect(token);
    const auto index = static_cast<std::size_t>(token);
    const auto kind = index < m_kinds.size() ? m_kinds[index] : record::TokenShare::kPlan;
    const QColor color =
        tokenColor(theme().isDark(), m_quantity, tokenStep(episode, m_quantity, index, kind));
    const bool isChosen = token == m_model->chosenToken();
    painter.fillRect(own.adjusted(0, 0, own.width() > 4 ? -1 : 0, 0),
                     isChosen            ? theme().color(Role::kAccent)
                     : color.alpha() > 0 ? color
                                         : theme().color(Role::kPanel));
    if (own.width() < kLeastWord) continue;
    painter.setPen(theme().color(isChosen ? Role::kOnAccent : Role::kText));
    painter.drawText(
        own.adjusted(3, 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(text(record::token_text(episode, index)).trimmed(),
                                         Qt::ElideRight, static_cast<int>(own.width()) - 5));
  }
  if (m_model->chosenPhase() == phase) {
    painter.setPen(QPen(theme().color(Role::kAccent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
  }
}

void EpisodeTimeline::paintPosition(QPainter& painter) const {
  const double x = xOf(m_scale.axisOf(m_model->positionMs()));
  QColor veil = theme().color(Role::kPanel);
  veil.setAlphaF(0.6F);
  painter.fillRect(QRectF(QPointF(x, laneHeight()), QPointF(plotRect().right() + 6, height())),
                   veil);
  const int token = m_model->chosenToken();
  if (token >= 0) {
    const QRectF own = tokenRect(token);
    const double middle = own.center().x();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(Role::kAccent));
    painter.drawPolygon(QPolygonF{QPointF(middle, own.bottom() - 4),
                                  QPointF(middle + 4, own.bottom() + 2),
                                  QPointF(middle - 4, own.bottom() + 2)});
  }
  const QColor handle = theme().color(Role::kText);
  painter.setPen(QPen(handle, 1.5));
  painter.drawLine(QPointF(x, 5), QPointF(x, height() - 2));
  painter.setPen(Qt::NoPen);
  painter.setBrush(handle);
  painter.drawEllipse(QPointF(x, 6), 3.5, 3.5);
}

}  // namespace nereid::widgets
