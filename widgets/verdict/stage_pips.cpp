// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/verdict/stage_pips.h"

#include <QCoreApplication>
#include <QPainter>

#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using verify::Stage;
using verify::StageOutcome;

constexpr double kDiameter = 8;
constexpr double kPitch = 11;
constexpr int kMargin = 6;

Stage stageAt(int i) {
  return static_cast<Stage>(i + 1);
}

void paintPip(QPainter& painter, const QRectF& box, Stage stage, StageOutcome outcome) {
  const QPointF centre = box.center();
  switch (outcome) {
    case StageOutcome::kPassed:
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme().stage(stage));
      painter.drawEllipse(box);
      break;
    case StageOutcome::kRejected: {
      painter.setPen(QPen(theme().color(Role::kRejected), 2, Qt::SolidLine, Qt::RoundCap));
      const QRectF cross = box.adjusted(1, 1, -1, -1);
      painter.drawLine(cross.topLeft(), cross.bottomRight());
      painter.drawLine(cross.topRight(), cross.bottomLeft());
      break;
    }
    case StageOutcome::kNotReached:
      painter.setPen(QPen(theme().stage(Stage::kNone), 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5));
      break;
    case StageOutcome::kNotApplicable:
      painter.setPen(QPen(theme().color(Role::kSecondary), 1.5, Qt::SolidLine, Qt::FlatCap));
      painter.drawLine(QPointF(box.left() + 1, centre.y()), QPointF(box.right() - 1, centre.y()));
      break;
  }
}

}  // namespace

StagePips pipsOf(const record::EpisodeRow& row) {
  StagePips pips;
  for (int i = 0; i < verify::kStageCount; ++i) {
    const Stage stage = stageAt(i);
    StageOutcome& outcome = pips[static_cast<std::size_t>(i)];
    if (!row.accepted && stage == row.rejected_at) {
      outcome = StageOutcome::kRejected;
    } else if (stage <= row.furthest_stage) {
      outcome = StageOutcome::kPassed;
    } else {
      // Accepted without a timing: there was no GPU to measure with.
      outcome = row.accepted ? StageOutcome::kNotApplicable : StageOutcome::kNotReached;
    }
  }
  return pips;
}

StagePips pipsOf(const verify::Verdict& verdict) {
  StagePips pips;
  pips.fill(StageOutcome::kNotReached);
  for (const verify::StageResult& result : verdict.stages) {
    const int i = static_cast<int>(result.stage) - 1;
    if (i >= 0 && i < verify::kStageCount) {
      pips[static_cast<std::size_t>(i)] = result.outcome;
    }
  }
  return pips;
}

QString pipsText(const StagePips& pips) {
  QStringList words;
  for (int i = 0; i < verify::kStageCount; ++i) {
    words << QCoreApplication::translate("StagePips", "%1 %2")
                 .arg(stageWord(stageAt(i)), outcomeWord(pips[static_cast<std::size_t>(i)]));
  }
  return words.join(QStringLiteral(", "));
}

void paintPips(QPainter& painter, const QRect& rect, const StagePips& pips) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double top = rect.top() + (rect.height() - kDiameter) / 2.0;
  for (int i = 0; i < verify::kStageCount; ++i) {
    const QRectF box(rect.left() + kMargin + i * kPitch, top, kDiameter, kDiameter);
    paintPip(painter, box, stageAt(i), pips[static_cast<std::size_t>(i)]);
  }
  painter.restore();
}

QSize pipsSize() {
  return {static_cast<int>(2 * kMargin + (verify::kStageCount - 1) * kPitch + kDiameter), 16};
}

quint32 packPips(const StagePips& pips) {
  quint32 packed = 0;
  for (int i = 0; i < verify::kStageCount; ++i) {
    packed |= static_cast<quint32>(pips[static_cast<std::size_t>(i)]) << (4 * i);
  }
  return packed;
}

StagePips unpackPips(quint32 packed) {
  StagePips pips;
  for (int i = 0; i < verify::kStageCount; ++i) {
    pips[static_cast<std::size_t>(i)] = static_cast<StageOutcome>((packed >> (4 * i)) & 0xF);
  }
  return pips;
}

void StagePipsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
  paintRowBackground(*painter, option);
  paintPips(*painter, option.rect, unpackPips(index.data(kPipsRole).toUInt()));
}

QSize StagePipsDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return pipsSize();
}

StagePipsWidget::StagePipsWidget(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&theme(), &Theme::themeChanged, this, qOverload<>(&QWidget::update));
}

void StagePipsWidget::setPips(const StagePips& pips) {
  m_pips = pips;
  setToolTip(pipsText(pips));
  setAccessibleName(pipsText(pips));
  update();
}

void StagePipsWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintPips(painter, rect(), m_pips);
}

}  // namespace nereid::widgets
