// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs/run_delegate.h"

#include <QLineEdit>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/feed/phase_words.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_list.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using record::RunState;

Role stateRole(const RunEntry& run) {
  if (!run.problem.isEmpty()) {
    return Role::kRejected;
  }
  if (run.wasCut) {
    return Role::kWarning;
  }
  switch (run.state) {
    case RunState::kStarting:
    case RunState::kRunning:
      return Role::kAccepted;
    case RunState::kPausing:
    case RunState::kPaused:
    case RunState::kStopping:
      return Role::kWarning;
    case RunState::kFailed:
      return Role::kRejected;
    case RunState::kStopped:
    case RunState::kFinished:
      return Role::kSecondary;
  }
  return Role::kSecondary;
}

void paintSpark(QPainter& painter, const QRectF& box, const QList<double>& values) {
  const auto finite = [](double v) { return std::isfinite(v); };
  QList<double> shown;
  std::copy_if(values.begin(), values.end(), std::back_inserter(shown), finite);
  if (shown.size() < 2) {
    return;
  }
  const auto [low, high] = std::minmax_element(shown.begin(), shown.end());
  const double span = *high - *low > 1e-12 ? *high - *low : 1;
  QPolygonF line;
  for (qsizetype i = 0; i < shown.size(); ++i) {
    line << QPointF(
        box.left() + box.width() * static_cast<double>(i) / static_cast<double>(shown.size() - 1),
        box.bottom() - box.height() * (shown[i] - *low) / span);
  }
  painter.setPen(QPen(theme().color(Role::kAccent), 1.3));
  painter.drawPolyline(line);
}

/// Tags as chips from the right edge of `box` to the left, as many as fit; the rest is counted.
/// Answers where they begin.
int paintTags(QPainter& painter, const QRect& box, const QStringList& tags) {
  if (tags.isEmpty()) return box.right();
  const QFontMetrics metrics(theme().smallFont());
  const int room = box.width() / 2, gap = 4, padding = 6;
  QStringList shown;
  int used = 0;
  for (const QString& tag : tags) {
    const QString text = metrics.elidedText(tag, Qt::ElideRight, room - 2 * padding);
    const int width = metrics.horizontalAdvance(text) + 2 * padding + gap;
    const bool isLast = shown.size() + 1 == tags.size();
    const int rest = isLast ? 0 : metrics.horizontalAdvance(QStringLiteral("+99")) + gap;
    if (!shown.isEmpty() && used + width + rest > room) break;
    shown << text;
    used += width;
  }
  painter.setFont(theme().smallFont());
  int right = box.right();
  const auto hidden = tags.size() - shown.size();
  if (hidden > 0) {
    const QString more = QStringLiteral("+%1").arg(hidden);
    const int width = metrics.horizontalAdvance(more);
    painter.setPen(theme().color(Role::kSecondary));
    painter.drawText(QRect(right - width, box.top(), width, box.height()), Qt::AlignCenter, more);
    right -= width + gap;
  }
  for (auto tag = shown.crbegin(); tag != shown.crend(); ++tag) {
    const int width = metrics.horizontalAdvance(*tag) + 2 * padding;
    const QRect chip(right - width, box.top(), width, box.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(Role::kSoft));
    painter.drawRoundedRect(chip, 4, 4);
    painter.setPen(theme().color(Role::kText));
    painter.drawText(chip, Qt::AlignCenter, *tag);
    right -= width + gap;
  }
  return right;
}

/// A bar of as many pieces as there are phases, as wide as their steps, full as far as the run is.
void paintPhases(QPainter& painter, const QRectF& box, const RunEntry& run) {
  if (run.phases.size() < 2) return;
  constexpr double kGap = 2;
  const auto total = static_cast<double>(run.phases.back().last_step);
  const auto gaps = kGap * static_cast<double>(run.phases.size() - 1);
  const double unit = std::max(0.0, box.width() - gaps) / total;
  painter.setPen(Qt::NoPen);
  double left = box.left();
  for (const record::RunPhase& phase : run.phases) {
    const double width = unit * static_cast<double>(phase.steps());
    painter.setBrush(theme().color(Role::kLine));
    painter.drawRect(QRectF(left, box.top(), width, box.height()));
    painter.setBrush(theme().color(Role::kAccent));
    painter.drawRect(QRectF(left, box.top(),
                            unit * static_cast<double>(record::steps_done(phase, run.step)),
                            box.height()));
    left += width + kGap;
  }
}

/// "best_of_n 2 of 50" while it goes, else "sft \u203A best_of_n".
QString phasePart(const RunEntry& run) {
  const bool isOver = run.state == RunState::kFinished;
  return isOver ? phasesText(run.phases) : phasePlace(run.phases, run.step);
}

void paintContent(QPainter& painter, const QRect& box, const RunEntry& run) {
  const QFontMetrics strong(theme().strongFont());
  const int line = strong.height();
  painter.setPen(run.archived ? QPen(theme().color(Role::kSecondary), 1.4) : QPen(Qt::NoPen));
  painter.setBrush(run.archived ? QBrush(Qt::NoBrush) : QBrush(theme().color(stateRole(run))));
  painter.drawEllipse(QRectF(box.left(), box.top() + (line - 8) / 2.0, 8, 8));
  const int textLeft = box.left() + 16;
  const int sparkWidth = box.width() > 170 ? 72 : 0;
  if (sparkWidth > 0) {
    paintSpark(painter, QRectF(box.right() - sparkWidth, box.top() + 2, sparkWidth, line - 5),
               run.spark);
  }
  const QRect nameBox(textLeft, box.top(), box.right() - textLeft - sparkWidth - 8, line);
  painter.setPen(theme().color(Role::kText));
  painter.setFont(theme().strongFont());
  painter.drawText(nameBox, Qt::AlignLeft | Qt::AlignVCenter,
                   strong.elidedText(run.title, Qt::ElideMiddle, nameBox.width()));
  constexpr double kBar = 3;
  paintPhases(painter, QRectF(textLeft, box.bottom() + 2, box.right() - textLeft, kBar), run);
  const QRect below(textLeft, box.bottom() - line + 1, box.right() - textLeft, line);
  const QRect stateBox(below.topLeft(),
                       QPoint(paintTags(painter, below, run.tags), below.bottom()));
  painter.setPen(theme().color(run.problem.isEmpty() ? Role::kSecondary : Role::kRejected));
  painter.setFont(theme().smallFont());
  painter.drawText(stateBox, Qt::AlignLeft | Qt::AlignVCenter,
                   runStateLineIn(run, stateBox.width()));
}

}  // namespace

namespace {

/// "finished", "12 of 500 judged", "stopped": how far an evaluation came.
QStringList evaluationParts(const RunEntry& run) {
  QStringList parts{RunList::tr("evaluation")};
  if (run.state != RunState::kRunning && run.state != RunState::kFinished)
    parts << runStateWord(run);
  parts << (run.state == RunState::kFinished
                ? RunList::tr("%1 judged").arg(formatCount(run.step))
                : RunList::tr("%1 of %2 judged")
                      .arg(formatCount(run.step), formatCount(run.totalSteps)));
  return parts;
}

/// State and step of a training run.
QStringList trainingParts(const RunEntry& run) {
  const QString step = formatCount(run.step);
  if (run.wasCut) return {RunList::tr("%1 at %2").arg(runStateWord(run), step)};
  switch (run.state) {
    case RunState::kFinished:
      return {RunList::tr("finished"), RunList::tr("%1 steps").arg(step)};
    case RunState::kRunning:
      return {RunList::tr("step %1 of %2").arg(step, formatCount(run.totalSteps))};
    case RunState::kStarting:
    case RunState::kPausing:
    case RunState::kPaused:
    case RunState::kStopping:
    case RunState::kStopped:
    case RunState::kFailed:
      break;
  }
  return {RunList::tr("%1 at %2").arg(runStateWord(run.state), step)};
}

}  // namespace

QString runStateLine(const RunEntry& run) {
  return runStateLineIn(run, std::numeric_limits<int>::max());
}

// Whole parts go, the least telling first: half a number says nothing.
QString runStateLineIn(const RunEntry& run, int width) {
  if (!run.problem.isEmpty()) {
    return RunList::tr("cannot be read");
  }
  const QFontMetrics metrics(theme().smallFont());
  if (!run.note.isEmpty()) {
    return metrics.horizontalAdvance(run.note) <= width
               ? run.note
               : metrics.elidedText(run.note, Qt::ElideRight, width);
  }
  const QStringList state = run.isEvaluation ? evaluationParts(run) : trainingParts(run);
  const QString archived = run.archived ? RunList::tr("archived") : QString();
  const QString pass = std::isfinite(run.passRate)
                           ? RunList::tr("pass %1").arg(formatFixed(run.passRate, 2))
                           : QString();
  const auto line = [](QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" \u00B7 "));
  };
  const QString choices[] = {
      line(QStringList{archived, phasePart(run)} + state + QStringList{pass}),
      line(QStringList{archived} + state + QStringList{pass}),
      line(state + QStringList{pass}),
      line({state.first(), pass}),
      line(state),
      state.first()};
  for (const QString& choice : choices)
    if (metrics.horizontalAdvance(choice) <= width) return choice;
  return metrics.elidedText(state.first(), Qt::ElideRight, width);
}

void paintRunGround(QPainter& painter, const QStyleOptionViewItem& option) {
  const bool selected = option.state & QStyle::State_Selected;
  const QRect& box = option.rect;
  painter.fillRect(box, theme().color(selected ? Role::kSelection : Role::kPanel));
  painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme().color(Role::kLine));
  if (selected && (option.state & QStyle::State_HasFocus)) {
    painter.fillRect(QRect(box.left(), box.top(), 2, box.height() - 1),
                     theme().color(Role::kAccent));
  }
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  const int line = QFontMetrics(theme().textFont()).height();
  return {160, 2 * line + 20};
}

QWidget* RunDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                   const QModelIndex&) const {
  auto* line = new QLineEdit(parent);
  line->setAccessibleName(RunList::tr("Name of the run"));
  return line;
}

// Once: the row of a run that goes on changes while one types.
void RunDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  constexpr char kFilled[] = "nereidFilled";
  if (editor->property(kFilled).toBool()) return;
  editor->setProperty(kFilled, true);
  QStyledItemDelegate::setEditorData(editor, index);
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                       const QModelIndex&) const {
  const int height = editor->sizeHint().height();
  editor->setGeometry(option.rect.left() + 4, option.rect.top() + 2, option.rect.width() - 8,
                      height);
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  const auto run = index.data(RunListModel::kEntryRole).value<RunEntry>();
  painter->save();
  paintRunGround(*painter, option);
  painter->setRenderHint(QPainter::Antialiasing);
  paintContent(*painter, option.rect.adjusted(10, 8, -10, -8), run);
  painter->restore();
}

}  // namespace nereid::widgets
