// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/answer_track.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/feed/phase_words.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

constexpr double kLeft = 52;  // at least; the words of the axis stand there
constexpr double kRight = 16;
constexpr double kTop = 10;
constexpr double kShare = 6;  // height of the band of accepted shares
constexpr double kRadius = 3.5;
constexpr double kMostOffset = 7;

}  // namespace

QString answerLine(const TaskAnswer& answer) {
  const QString verdict = answer.accepted
                              ? AnswerTrack::tr("accepted")
                              : AnswerTrack::tr("rejected at %1").arg(stageWord(answer.rejectedAt));
  const QString phase = episodePhaseWord(answer.phase);
  const QString step = formatCount(answer.key.step);
  return AnswerTrack::tr("step %1, completion %2: %3, reward %4")
      .arg(phase.isEmpty() ? step : AnswerTrack::tr("%1, %2").arg(step, phase),
           QString::number(answer.key.index + 1), verdict, rewardNumber(answer.reward));
}

AnswerTrack::AnswerTrack(TravelModel* model, QWidget* parent) : QWidget(parent), m_model(model) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Answers over the steps"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(m_model, &TravelModel::answersChanged, this, &AnswerTrack::refresh);
  connect(m_model, &TravelModel::currentChanged, this, &AnswerTrack::refresh);
  connect(m_model, &TravelModel::comparedChanged, this, qOverload<>(&QWidget::update));
  connect(&theme(), &Theme::themeChanged, this, qOverload<>(&QWidget::update));
  refresh();
}

QSize AnswerTrack::sizeHint() const {
  return {480, 5 * theme().rowHeight()};
}

QSize AnswerTrack::minimumSizeHint() const {
  return {200, 4 * theme().rowHeight()};
}

void AnswerTrack::refresh() {
  m_low = 0;
  m_high = 1;
  for (const TaskAnswer& answer : m_model->answers()) {
    if (std::isfinite(answer.reward)) {
      m_low = std::min(m_low, answer.reward);
      m_high = std::max(m_high, answer.reward);
    }
  }
  const auto& stops = m_model->stops();
  int most = 1;
  for (const TravelStop& stop : stops) {
    most = std::max(most, stop.count);
  }
  m_firstStep = stops.empty() ? 0 : static_cast<double>(stops.front().step);
  m_lastStep = stops.empty() ? 1 : static_cast<double>(stops.back().step);
  const double room = plotBox().width() / std::max<double>(1, static_cast<double>(stops.size()));
  m_offset = most < 2 ? 0 : std::min(kMostOffset, 0.7 * room / most);
  m_inset = (most - 1) / 2.0 * m_offset + 2 * kRadius;
  const TaskAnswer* now = m_model->answer();
  setAccessibleDescription(now == nullptr ? tr("No answers") : answerLine(*now));
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  update();
}

QRectF AnswerTrack::plotBox() const {
  const double line = QFontMetricsF(theme().smallFont()).height();
  const double left =
      std::max(kLeft, QFontMetricsF(theme().smallFont()).horizontalAdvance(tr("reward")) + 14);
  return QRectF(QPointF(left, kTop), QPointF(width() - kRight, height() - line - kShare - 10));
}

double AnswerTrack::xOf(const TravelStop& stop) const {
  const QRectF box = plotBox().adjusted(m_inset, 0, -m_inset, 0);
  const double span = m_lastStep - m_firstStep;
  return span <= 0
             ? box.center().x()
             : box.left() + box.width() * (static_cast<double>(stop.step) - m_firstStep) / span;
}

double AnswerTrack::yOf(double reward) const {
  const QRectF box = plotBox();
  const double shown = std::isfinite(reward) ? reward : m_low;
  return box.bottom() - box.height() * (shown - m_low) / (m_high - m_low);
}

QPointF AnswerTrack::placeOf(int answer) const {
  const TravelStop& stop = m_model->stops()[static_cast<std::size_t>(m_model->stopOf(answer))];
  const double place = answer - stop.first - (stop.count - 1) / 2.0;
  return {xOf(stop) + place * m_offset,
          yOf(m_model->answers()[static_cast<std::size_t>(answer)].reward)};
}

int AnswerTrack::answerAt(const QPointF& point) const {
  int nearest = -1;
  double least = 0;
  for (int i = 0; i < static_cast<int>(m_model->answers().size()); ++i) {
    const QPointF away = placeOf(i) - point;
    // A step is chosen by x; y tells its answers apart.
    const double distance = std::hypot(away.x() * 3, away.y());
    if (nearest < 0 || distance < least) {
      nearest = i;
      least = distance;
    }
  }
  return nearest;
}

void AnswerTrack::paintAxes(QPainter& painter) const {
  const QRectF box = plotBox();
  painter.setFont(theme().smallFont());
  painter.setPen(theme().color(Role::kLine));
  for (const double y : {box.top(), box.bottom()}) {
    painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
  }
  painter.setPen(theme().color(Role::kSecondary));
  const double line = QFontMetricsF(theme().smallFont()).height();
  const auto label = [&](double y, const QString& words) {
    painter.drawText(QRectF(0, y - line / 2, box.left() - 8, line),
                     Qt::AlignRight | Qt::AlignVCenter, words);
  };
  label(box.top() + line / 4, formatFixed(m_high, 1));
  label(box.bottom() - line / 4, formatFixed(m_low, 1));
  label(box.center().y(), tr("reward"));
  const QRectF steps(box.left(), height() - line - 2, box.width(), line);
  // A step that has no other stands in the middle, and so do its words.
  painter.drawText(steps, m_lastStep > m_firstStep ? Qt::AlignLeft : Qt::AlignHCenter,
                   tr("step %1").arg(formatCount(std::llround(m_firstStep))));
  if (m_lastStep > m_firstStep) {
    painter.drawText(steps, Qt::AlignRight, formatCount(std::llround(m_lastStep)));
  }
}

void AnswerTrack::paintShares(QPainter& painter) const {
  const auto& stops = m_model->stops();
  const QRectF box = plotBox();
  const double width = std::clamp(box.width() / static_cast<double>(stops.size()) * 0.7, 3.0, 22.0);
  painter.setPen(Qt::NoPen);
  for (const TravelStop& stop : stops) {
    const QRectF bar(xOf(stop) - width / 2, box.bottom() + 5, width, kShare);
    painter.fillRect(bar, theme().color(Role::kSoft));
    const double share = static_cast<double>(stop.accepted) / stop.count;
    painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()),
                     theme().color(Role::kAccepted));
  }
}

void AnswerTrack::paintMeans(QPainter& painter) const {
  QPolygonF line;
  for (const TravelStop& stop : m_model->stops()) {
    if (!stop.isEvaluation && std::isfinite(stop.meanReward)) {
      line << QPointF(xOf(stop), yOf(stop.meanReward));
    }
  }
  painter.setPen(QPen(theme().color(Role::kAccent), 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
}

void AnswerTrack::paintAnswers(QPainter& painter) const {
  for (int i = 0; i < static_cast<int>(m_model->answers().size()); ++i) {
    const TaskAnswer& answer = m_model->answers()[static_cast<std::size_t>(i)];
    const QPointF place = placeOf(i);
    if (answer.accepted) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme().color(Role::kAccepted));
      painter.drawEllipse(place, kRadius, kRadius);
    } else {
      painter.setPen(QPen(theme().stage(answer.rejectedAt), 1.6));
      const QPointF a(kRadius, kRadius);
      const QPointF b(kRadius, -kRadius);
      painter.drawLine(place - a, place + a);
      painter.drawLine(place - b, place + b);
    }
    if (answer.isEvaluation) {
      painter.setPen(QPen(theme().color(Role::kSecondary), 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(place - QPointF(5.5, 5.5), QSizeF(11, 11)));
    }
  }
}

void AnswerTrack::paintMarked(QPainter& painter) const {
  const QRectF box = plotBox();
  painter.setBrush(Qt::NoBrush);
  if (const int compared = m_model->compared(); compared >= 0) {
    const QPointF place = placeOf(compared);
    painter.setPen(
        QPen(theme().color(Role::kText), 1, m_model->isPinned() ? Qt::SolidLine : Qt::DotLine));
    painter.drawEllipse(place, 7, 7);
    if (m_model->isPinned()) {
      painter.setFont(theme().smallFont());
      painter.drawText(place + QPointF(8, -4), tr("pinned"));
    }
  }
  if (m_model->current() >= 0) {
    const QPointF place = placeOf(m_model->current());
    const QColor color = theme().color(hasFocus() ? Role::kAccent : Role::kText);
    painter.setPen(QPen(color, 1));
    painter.drawLine(QPointF(place.x(), box.top()), QPointF(place.x(), box.bottom()));
    painter.setPen(QPen(color, 2));
    painter.drawEllipse(place, 7, 7);
  }
}

void AnswerTrack::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_model->isEmpty()) {
    return;
  }
  paintAxes(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  paintShares(painter);
  paintMeans(painter);
  paintAnswers(painter);
  paintMarked(painter);
}

void AnswerTrack::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_model->pause();
    m_model->setCurrent(answerAt(event->position()));
  }
}

void AnswerTrack::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) {
    m_model->setCurrent(answerAt(event->position()));
  }
}

void AnswerTrack::mouseDoubleClickEvent(QMouseEvent* event) {
  const int answer = answerAt(event->position());
  if (event->button() == Qt::LeftButton && answer >= 0) {
    Q_EMIT activated(answer);
  }
}

void AnswerTrack::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return m_model->moveStop(-1);
    case Qt::Key_Right:
      return m_model->moveStop(1);
    case Qt::Key_Up:
      return m_model->moveWithin(-1);
    case Qt::Key_Down:
      return m_model->moveWithin(1);
    case Qt::Key_Home:
      return m_model->toStart();
    case Qt::Key_End:
      return m_model->toEnd();
    case Qt::Key_Space:
      return m_model->togglePlay();
    case Qt::Key_P:
      return m_model->togglePin();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_model->current() >= 0) {
        Q_EMIT activated(m_model->current());
      }
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool AnswerTrack::event(QEvent* event) {
  if (event->type() == QEvent::Resize) {
    refresh();
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int answer = answerAt(QPointF(help->pos()));
    const bool isNear =
        answer >= 0 && QLineF(placeOf(answer), QPointF(help->pos())).length() <= 3 * kRadius;
    if (isNear) {
      QToolTip::showText(help->globalPos(),
                         answerLine(m_model->answers()[static_cast<std::size_t>(answer)]), this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nereid::widgets
