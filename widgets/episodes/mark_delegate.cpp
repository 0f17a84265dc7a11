// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episodes/mark_delegate.h"

#include <QPainter>

#include "widgets/episodes/episode_model.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {
constexpr double kRibbonWidth = 7;
constexpr double kRibbonHeight = 11;
constexpr double kLeft = 9;
}  // namespace

void MarkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  paintRowBackground(*painter, option);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme().color(Role::kAccent));
  const double left = option.rect.left() + kLeft;
  const double middle = option.rect.center().y() + 0.5;
  if (index.data(EpisodeModel::kBookmarkRole).toBool()) {
    const double top = middle - kRibbonHeight / 2;
    painter->drawPolygon(QPolygonF{{left, top},
                                   {left + kRibbonWidth, top},
                                   {left + kRibbonWidth, top + kRibbonHeight},
                                   {left + kRibbonWidth / 2, top + kRibbonHeight - 3.5},
                                   {left, top + kRibbonHeight}});
  }
  if (index.data(EpisodeModel::kHasNoteRole).toBool()) {
    painter->drawEllipse(QPointF(left + kRibbonWidth + 5, middle), 2, 2);
  }
  painter->restore();
}

QSize MarkDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {kWidth, 16};
}

}  // namespace nereid::widgets
