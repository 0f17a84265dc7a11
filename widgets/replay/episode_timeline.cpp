// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/episode_timeline.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;

constexpr double kRight = 12;
constexpr double kGap = 3;         // between lanes
constexpr double kDiamond = 5;     // half of an instant
constexpr double kLeastToken = 3;  // pixels of a token that can be clicked

}  // namespace

EpisodeTimeline::EpisodeTimeline(ReplayModel* model, QWidget* parent)
    : QWidget(parent), m_model(model) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Events of the episode in lanes"));
  setAccessibleDescription(
      tr("Left and Right go event by event, brackets token by token, plus and minus zoom, 0 shows "
         "all, Z shows the chosen event, Space plays."));
  connect(m_model, &ReplayModel::episodeChanged, this, &EpisodeTimeline::readEpisode);
  connect(m_model, &ReplayModel::positionChanged, this, [this](double ms) {
    if (!m_zoom.isFitted() && m_model->isPlaying()) m_zoom.reveal(m_scale.axisOf(ms));
    update();
  });
  connect(m_model, &ReplayModel::chosenPhaseChanged, this, [this](int phase) {
    if (phase >= 0) m_zoom.reveal(spanOf(phase).begin);
    update();
  });
  connect(m_model, &ReplayModel::chosenTokenChanged, this, [this](int token) {
    if (token >= 0 && !m_zoom.isFitted()) m_zoom.reveal(axisAt(tokenRect(token).center().x()));
    update();
  });
  connect(&theme(), &Theme::themeChanged, this, &EpisodeTimeline::readEpisode);
  readEpisode();
}

QSize EpisodeTimeline::sizeHint() const {
  return {480, static_cast<int>((kLaneCount + 1) * (theme().rowHeight() - 2))};
}

QSize EpisodeTimeline::minimumSizeHint() const {
  return {240, static_cast<int>((kLaneCount + 1) * 17)};
}

void EpisodeTimeline::readEpisode() {
  m_scale.setPhases(m_model->phases(), m_mode, namesNeed());
  m_zoom.setLength(m_scale.length());
  m_kinds = m_model->episode() == nullptr ? std::vector<record::TokenShare>()
                                          : tokenKinds(*m_model->episode(), m_model->isProsePlan());
  changed();
}

// A stage with inputs lies over them all, so that its own end needs little.
std::vector<double> EpisodeTimeline::namesNeed() const {
  constexpr double kAround = 14;
  constexpr double kEndOfStage = 16;
  constexpr double kTokens = 110;
  if (m_model->episode() == nullptr) return {};
  const QFontMetrics metrics(theme().smallFont());
  const auto& phases = m_model->phases();
  std::vector<double> need;
  for (const ReplayPhase& phase : phases) {
    const bool hasInputs = phase.kind == Kind::kStage &&
                           std::any_of(phases.begin(), phases.end(), [&](const ReplayPhase& other) {
                             return other.kind == Kind::kInput && other.stage == phase.stage;
                           });
    // The lane says that it is an input.
    const double room = phase.kind == Kind::kInput ? 0 : std::numeric_limits<double>::max();
    const double name = metrics.horizontalAdvance(nameIn(phase, room)) + kAround;
    need.push_back(hasInputs                     ? kEndOfStage
                   : phase.kind == Kind::kTokens ? std::max(kTokens, name)
                                                 : name);
  }
  return need;
}

void EpisodeTimeline::setMode(TimelineMode mode) {
  m_mode = mode;
  readEpisode();
}

void EpisodeTimeline::setQuantity(TokenQuantity quantity) {
  m_quantity = quantity;
  update();
}

void EpisodeTimeline::zoomBy(double factor) {
  m_zoom.zoom(factor, (m_zoom.begin() + m_zoom.end()) / 2);
  changed();
}

void EpisodeTimeline::fit() {
  m_zoom.fit();
  changed();
}

void EpisodeTimeline::changed() {
  update();
}

EpisodeTimeline::Lane EpisodeTimeline::laneOf(const ReplayPhase& phase) {
  switch (phase.kind) {
    case Kind::kPrompt:
    case Kind::kTokens:
      return kGeneration;
    case Kind::kExtraction:
      return kExtraction;
    case Kind::kStage:
      return kStages;
    case Kind::kInput:
      return kInputs;
    case Kind::kReward:
    case Kind::kAdvantage:
      return kReward;
  }
  return kReward;
}

QRectF EpisodeTimeline::plotRect() const {
  const double names = QFontMetricsF(theme().smallFont()).horizontalAdvance(tr("generation")) + 24;
  return {names, 0, std::max(40.0, width() - names - kRight), static_cast<double>(height())};
}

double EpisodeTimeline::laneHeight() const {
  return (height() - 6.0) / (kLaneCount + 1);
}

QRectF EpisodeTimeline::rulerRect() const {
  const QRectF plot = plotRect();
  return {plot.left(), 0, plot.width(), laneHeight()};
}

double EpisodeTimeline::xOf(double axis) const {
  return plotRect().left() + m_zoom.xOf(axis, plotRect().width());
}

double EpisodeTimeline::axisAt(double x) const {
  return m_zoom.axisAt(x - plotRect().left(), plotRect().width());
}

// A stage is as long as itself with its inputs.
TimelineScale::Span EpisodeTimeline::spanOf(int phase) const {
  const auto& phases = m_model->phases();
  TimelineScale::Span span = m_scale.spans()[static_cast<std::size_t>(phase)];
  const ReplayPhase& own = phases[static_cast<std::size_t>(phase)];
  if (own.kind == Kind::kStage) {
    for (int i = phase - 1; i >= 0; --i) {
      const ReplayPhase& before = phases[static_cast<std::size_t>(i)];
      if (before.kind != Kind::kInput || before.stage != own.stage) break;
      span.begin = m_scale.spans()[static_cast<std::size_t>(i)].begin;
    }
  }
  return span;
}

QRectF EpisodeTimeline::phaseRect(int phase) const {
  const TimelineScale::Span span = spanOf(phase);
  const double top =
      laneHeight() * (laneOf(m_model->phases()[static_cast<std::size_t>(phase)]) + 1) + kGap / 2;
  const double left = xOf(span.begin);
  const double right = xOf(span.end);
  if (span.end <= span.begin) {
    return {left - kDiamond, top, 2 * kDiamond, laneHeight() - kGap};
  }
  return {left, top, std::max(1.0, right - left - 1), laneHeight() - kGap};
}

int EpisodeTimeline::tokensPhase() const {
  const auto& phases = m_model->phases();
  const auto found = std::find_if(phases.begin(), phases.end(), [](const ReplayPhase& phase) {
    return phase.kind == Kind::kTokens;
  });
  return found == phases.end() ? -1 : static_cast<int>(found - phases.begin());
}

QRectF EpisodeTimeline::tokenRect(int token) const {
  const int phase = tokensPhase();
  if (phase < 0) return {};
  const TimelineScale::Span span = spanOf(phase);
  const auto count = std::max<double>(1, static_cast<double>(m_model->episode()->tokens.size()));
  const double each = (span.end - span.begin) / count;
  const QRectF box = phaseRect(phase);
  const double left = xOf(span.begin + token * each);
  return {left, box.top(), xOf(span.begin + (token + 1) * each) - left, box.height()};
}

int EpisodeTimeline::tokenAt(const QPointF& point) const {
  const int phase = tokensPhase();
  if (phase < 0 || !phaseRect(phase).contains(point) || tokenRect(0).width() < kLeastToken) {
    return -1;
  }
  const auto token = static_cast<int>((point.x() - tokenRect(0).left()) / tokenRect(0).width());
  return std::clamp(token, 0, static_cast<int>(m_model->episode()->tokens.size()) - 1);
}

// The last one wins: instants lie upon each other at the end of what came before.
int EpisodeTimeline::phaseAt(const QPointF& point) const {
  if (!plotRect().adjusted(-kDiamond, 0, kDiamond, 0).contains(point)) return -1;
  for (int i = static_cast<int>(m_model->phases().size()) - 1; i >= 0; --i) {
    if (phaseRect(i).adjusted(-1, 0, 1, 0).contains(point)) return i;
  }
  return -1;
}

QString EpisodeTimeline::tipOf(int phase) const {
  const ReplayPhase& own = m_model->phases()[static_cast<std::size_t>(phase)];
  QStringList lines{phaseLabel(*m_model->episode(), own)};
  const bool isJudged =
      own.kind == Kind::kStage || own.kind == Kind::kInput || own.kind == Kind::kExtraction;
  if (isJudged) lines << outcomeWord(own.outcome);
  if (std::isfinite(own.real_ms) && own.real_ms > 0) {
    lines
        << (own.kind == Kind::kTokens
                ? tr("%1, measured for all completions of the step, which are generated together; "
                     "tokens are in order only")
                      .arg(formatDuration(own.real_ms))
                : tr("took %1, measured; when it began is not recorded")
                      .arg(formatDuration(own.real_ms)));
  } else {
    lines << tr("order only: no time was recorded");
  }
  return lines.join(QLatin1Char('\n'));
}

QString EpisodeTimeline::tipAt(const QPointF& point) const {
  if (m_model->episode() == nullptr) return {};
  if (const int token = tokenAt(point); token >= 0) {
    return tokenLine(*m_model->episode(), static_cast<std::size_t>(token))
        .replace(QStringLiteral(" \u00B7 "), QStringLiteral("\n"));
  }
  const int phase = phaseAt(point);
  return phase < 0 ? QString() : tipOf(phase);
}

void EpisodeTimeline::seekTo(double x) {
  m_model->seek(m_scale.replayOf(std::clamp(axisAt(x), 0.0, m_scale.length())));
}

void EpisodeTimeline::moveToken(int delta) {
  if (m_model->episode() == nullptr) return;
  const int count = static_cast<int>(m_model->episode()->tokens.size());
  if (count > 0) m_model->chooseToken(std::clamp(m_model->chosenToken() + delta, 0, count - 1));
}

void EpisodeTimeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_model->episode() == nullptr) return;
  m_pressed = event->position();
  m_lastX = m_pressed.x();
  m_drag = m_pressed.y() < rulerRect().bottom() ? Drag::kRuler : Drag::kPress;
  if (m_drag == Drag::kRuler) seekTo(m_pressed.x());
}

void EpisodeTimeline::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (m_drag == Drag::kRuler) seekTo(x);
  if (m_drag == Drag::kPress && std::fabs(x - m_pressed.x()) > 4) m_drag = Drag::kPan;
  if (m_drag == Drag::kPan) {
    m_zoom.pan(axisAt(m_lastX) - axisAt(x));
    setCursor(Qt::ClosedHandCursor);
    changed();
  }
  m_lastX = x;
}

void EpisodeTimeline::mouseReleaseEvent(QMouseEvent* event) {
  if (m_drag == Drag::kPress) {
    if (const int token = tokenAt(event->position()); token >= 0) {
      m_model->chooseToken(token);
    } else {
      m_model->choosePhase(phaseAt(event->position()));
    }
  }
  m_drag = Drag::kNone;
  unsetCursor();
}

void EpisodeTimeline::mouseDoubleClickEvent(QMouseEvent*) {
  m_drag = Drag::kNone;
  fit();
}

void EpisodeTimeline::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  const bool isSideways = std::abs(turned.x()) > std::abs(turned.y());
  const double notches = (isSideways ? turned.x() : turned.y()) / 120.0;
  if (isSideways || event->modifiers() & Qt::ShiftModifier) {
    m_zoom.pan(-notches * 0.15 * (m_zoom.end() - m_zoom.begin()));
  } else {
    const double each = event->modifiers() & Qt::ControlModifier ? 1.08 : 1.3;
    m_zoom.zoom(std::pow(each, notches), axisAt(event->position().x()));
  }
  event->accept();
  changed();
}

void EpisodeTimeline::keyPressEvent(QKeyEvent* event) {
  const double span = m_zoom.end() - m_zoom.begin();
  switch (event->key()) {
    case Qt::Key_Left:
      m_model->chooseNextPhase(-1);
      break;
    case Qt::Key_Right:
      m_model->chooseNextPhase(1);
      break;
    case Qt::Key_BracketLeft:
      moveToken(-1);
      break;
    case Qt::Key_BracketRight:
      moveToken(1);
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
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomBy(1.5);
      break;
    case Qt::Key_Minus:
      zoomBy(1 / 1.5);
      break;
    case Qt::Key_0:
      fit();
      break;
    case Qt::Key_Z:
      if (m_model->chosenPhase() >= 0) {
        const TimelineScale::Span shown = spanOf(m_model->chosenPhase());
        m_zoom.show(shown.begin, shown.end);
        changed();
      }
      break;
    case Qt::Key_PageUp:
      m_zoom.pan(-0.8 * span);
      changed();
      break;
    case Qt::Key_PageDown:
      m_zoom.pan(0.8 * span);
      changed();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool EpisodeTimeline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(QPointF(help->pos()));
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nereid::widgets
