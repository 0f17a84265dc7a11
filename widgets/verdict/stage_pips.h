// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <QWidget>
#include <array>

#include "engine/record/episode.h"
#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// What happened at each of the five stages, in order.
using StagePips = std::array<verify::StageOutcome, verify::kStageCount>;

StagePips pipsOf(const record::EpisodeRow& row);
StagePips pipsOf(const verify::Verdict& verdict);
/// "static passed, compile passed, rejected at tiny" for tooltips and screen readers.
QString pipsText(const StagePips& pips);
/// Filled = passed, cross = rejected there, hollow = not reached, dash = not applicable; vertically
/// centred, from the left.
void paintPips(QPainter& painter, const QRect& rect, const StagePips& pips);
QSize pipsSize();

/// Draws pips from the model's data in role kPipsRole (quint32 of packPips).
class StagePipsDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  static constexpr int kPipsRole = Qt::UserRole + 40;
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};
quint32 packPips(const StagePips& pips);
StagePips unpackPips(quint32 packed);

/// The pips of one verdict as a widget.
class StagePipsWidget : public QWidget {
  Q_OBJECT

 public:
  explicit StagePipsWidget(QWidget* parent = nullptr);
  void setPips(const StagePips& pips);
  QSize sizeHint() const override { return pipsSize(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  StagePips m_pips{};
};

}  // namespace nereid::widgets
