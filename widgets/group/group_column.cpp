// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/group/group_column.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/code/code_editor.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {
constexpr int kPadding = 10;
constexpr int kBarHeight = 4;
constexpr double kMaxTintedShare = 0.6;  // beyond it marks would only be a coloured page
}  // namespace

QString candidateText(const record::Episode& episode) {
  return text(episode.candidate.empty() ? episode.completion : episode.candidate);
}

GroupHead::GroupHead(QWidget* parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  connect(&theme(), &Theme::themeChanged, this, qOverload<>(&QWidget::update));
}

QSize GroupHead::sizeHint() const {
  return {240, 3 * QFontMetrics(theme().textFont()).height() + 28};
}

void GroupHead::setRow(const record::EpisodeRow& row, int groupSize, double widest,
                       bool isSelected) {
  m_row = row;
  m_groupSize = groupSize;
  m_widest = widest;
  m_isSelected = isSelected;
  const QString name = tr("Completion %1 of %2: %3, reward %4, advantage %5")
                           .arg(row.key.index + 1)
                           .arg(groupSize)
                           .arg(verdictLine(row.accepted, row.reason_code, row.reason_message),
                                rewardNumber(row.reward), advantageNumber(row.advantage));
  setAccessibleName(isSelected ? tr("%1, selected").arg(name) : name);
  setToolTip((row.accepted ? tr("Accepted") : engineText(row.reason_message)) + QLatin1Char('\n') +
             pipsText(pipsOf(row)));
  update();
}

// Around zero in the middle; the sign is written above, not by colour alone.
void GroupHead::paintBar(QPainter& painter, const QRectF& box) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Role::kLine));
  painter.drawRoundedRect(box, kBarHeight / 2.0, kBarHeight / 2.0);
  if (std::isfinite(m_row.advantage) && m_widest > 0) {
    const double middle = box.center().x();
    const double end = middle + m_row.advantage / m_widest * box.width() / 2;
    painter.setBrush(theme().color(m_row.advantage < 0 ? Role::kRejected : Role::kAccepted));
    painter.drawRect(
        QRectF(std::min(middle, end), box.top(), std::fabs(end - middle), box.height()));
    painter.setBrush(theme().color(Role::kSecondary));
    painter.drawRect(QRectF(middle - 0.5, box.top() - 2, 1, box.height() + 4));
  }
}

void GroupHead::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().color(m_isSelected ? Role::kSelection : Role::kPanel));
  const int line = QFontMetrics(theme().textFont()).height();
  const QRect box = rect().adjusted(kPadding, 6, -kPadding, 0);
  painter.setFont(theme().strongFont());
  painter.setPen(theme().color(Role::kText));
  painter.drawText(QRect(box.left(), box.top(), box.width(), line), Qt::AlignLeft,
                   tr("%1 of %2").arg(m_row.key.index + 1).arg(m_groupSize));
  paintPips(painter,
            QRect(rect().right() - pipsSize().width(), box.top(), pipsSize().width(), line),
            pipsOf(m_row));
  painter.setFont(theme().textFont());
  const QFontMetrics metrics(theme().textFont());
  painter.setPen(theme().color(m_row.accepted ? Role::kAccepted : Role::kRejected));
  painter.drawText(
      QRect(box.left(), box.top() + line + 2, box.width(), line), Qt::AlignLeft,
      metrics.elidedText(verdictLine(m_row.accepted, m_row.reason_code, m_row.reason_message),
                         Qt::ElideRight, box.width()));
  painter.setPen(theme().color(Role::kText));
  const QRect numbers(box.left(), box.top() + 2 * line + 4, box.width(), line);
  const QString advantage = tr("advantage %1").arg(advantageNumber(m_row.advantage));
  painter.drawText(numbers, Qt::AlignRight, advantage);
  painter.setPen(theme().color(Role::kSecondary));
  const int room = box.width() - metrics.horizontalAdvance(advantage) - 8;
  painter.drawText(
      numbers, Qt::AlignLeft,
      metrics.elidedText(tr("reward %1").arg(rewardNumber(m_row.reward)), Qt::ElideRight, room));
  paintBar(painter, QRectF(box.left(), numbers.bottom() + 6, box.width(), kBarHeight));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme().color(hasFocus() ? Role::kAccent : Role::kLine));
  if (hasFocus()) {
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 4, 4);
  } else {
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
  }
}

GroupColumn::GroupColumn(QWidget* parent)
    : QWidget(parent),
      m_head(new GroupHead(this)),
      m_editor(new CodeEditor(tr("Candidate"), this)) {
  setAutoFillBackground(true);  // scroll bars are transparent
  setBackgroundRole(QPalette::Base);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_editor, 1);
  connect(m_head, &QAbstractButton::clicked, this, [this] { Q_EMIT selected(m_rowId); });
}

void GroupColumn::setRow(const record::EpisodeRow& row, int groupSize, double widest,
                         bool isSelected) {
  m_rowId = row.id;
  m_head->setRow(row, groupSize, widest, isSelected);
  m_editor->setAccessibleName(tr("Candidate of completion %1").arg(row.key.index + 1));
}

void GroupColumn::setEpisode(const EpisodePtr& episode, const EpisodePtr& against) {
  if (episode == m_shown && against == m_against) return;
  if (episode != m_shown) m_editor->setSource(episode ? candidateText(*episode) : QString());
  m_shown = episode;
  m_against = against;
  if (!episode || !against || episode == against) {
    m_editor->clearMarks();
    return;
  }
  const TextDiff diff = diffTexts(candidateText(*against), candidateText(*episode));
  const auto lines = static_cast<double>(diff.rightMarks.size());
  const bool tinted =
      lines > 0 && 1 - static_cast<double>(diff.same.size()) / lines <= kMaxTintedShare;
  m_editor->setMarks(diff.rightMarks, diff.rightWords, tinted);
}

}  // namespace nereid::widgets
