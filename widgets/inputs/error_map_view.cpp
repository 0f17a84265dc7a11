// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/error_map_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using verify::ErrorMap;

constexpr int kMargin = 10;
constexpr int kBars = 34;  // height of the histogram
constexpr int kBoundLevel = verify::kErrorLevels / 2 - 1;

QColor blend(const QColor& from, const QColor& to, double share) {
  const auto mix = [share](int a, int b) { return qRound(a + (b - a) * share); };
  return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

// Pixels [first, second) of a cell (or bar), of `length` for `cells` of them.
std::pair<int, int> pixelsOf(int cell, int cells, int length) {
  const auto [begin, end] = verify::cell_range(cell, cells, length);
  return {static_cast<int>(begin), static_cast<int>(end)};
}

int cellAtPixel(int pixel, int cells, int length) {
  return static_cast<int>(verify::cell_of(pixel, cells, length));
}

QString rangeText(std::pair<std::int64_t, std::int64_t> range) {
  return range.second - range.first <= 1
             ? QString::number(range.first)
             : ErrorMapView::tr("%1 to %2").arg(range.first).arg(range.second - 1);
}

QString levelText(int level) {
  if (level == 0) return ErrorMapView::tr("exact");
  if (level == verify::kMismatchLevel) return ErrorMapView::tr("NaN, infinite or another integer");
  const QString ratio = formatNumber(verify::level_ratio(level), 2);
  return verify::is_beyond(level) ? ErrorMapView::tr("error up to %1 times the bound").arg(ratio)
                                  : ErrorMapView::tr("error at most %1 of the bound").arg(ratio);
}

}  // namespace

QColor errorColor(int level) {
  const Theme& look = theme();
  if (level >= verify::kMismatchLevel) return look.color(Role::kText);
  if (level <= 0) return look.color(Role::kSoft);
  if (!verify::is_beyond(level)) {
    const double share = static_cast<double>(level) / kBoundLevel;
    return blend(look.color(Role::kSoft), look.color(Role::kAccent), 0.1 + 0.6 * share * share);
  }
  // Four decades beyond the bound are as wrong as it gets.
  const double share = std::min(1.0, std::log10(verify::level_ratio(level)) / 4);
  return blend(look.color(Role::kWarning), look.color(Role::kRejected), share);
}

ErrorMapView::ErrorMapView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Where the output differs"));
  setFont(theme().smallFont());
  connect(&theme(), &Theme::themeChanged, this, [this] {
    setFont(theme().smallFont());
    measureHead();
  });
}

void ErrorMapView::measureHead() {
  const QRect room(0, 0, width() - 2 * kMargin, 3 * fontMetrics().lineSpacing());
  m_head = std::min(fontMetrics().boundingRect(room, Qt::TextWordWrap, summary()).height(),
                    room.height());
}

void ErrorMapView::resizeEvent(QResizeEvent*) {
  measureHead();
}

void ErrorMapView::setMap(std::shared_ptr<const ErrorMap> map, const QString& why) {
  m_map = std::move(map);
  m_why = why;
  m_cell = {-1, -1};
  setAccessibleDescription(summary());
  setToolTip({});
  measureHead();
  update();
}

QString ErrorMapView::summary() const {
  if (!m_map) return m_why;
  std::int64_t all = 0, beyond = 0;
  for (int level = 0; level < verify::kErrorLevels; ++level) {
    const std::int64_t count = m_map->histogram[static_cast<std::size_t>(level)];
    all += count;
    if (verify::is_beyond(level)) beyond += count;
  }
  const QString shape = m_map->shape.empty() ? tr("one number") : formatShapes({m_map->shape});
  const QString words =
      tr("%1 of %2 beyond the bound \u00B7 %3").arg(formatCount(beyond), formatCount(all), shape);
  return m_map->output == 0 ? words : tr("output %1: %2").arg(m_map->output).arg(words);
}

QString ErrorMapView::cellText(int row, int column) const {
  const QString rows = rangeText(verify::cell_range(row, m_map->rows, m_map->height()));
  const QString columns = rangeText(verify::cell_range(column, m_map->columns, m_map->width()));
  return tr("rows %1, columns %2: %3").arg(rows, columns, levelText(m_map->level(row, column)));
}

QString ErrorMapView::table() const {
  QString text;
  for (int row = 0; m_map && row < m_map->rows; ++row) {
    for (int column = 0; column < m_map->columns; ++column) {
      if (column > 0) text += QLatin1Char('\t');
      text += QString::number(verify::level_ratio(m_map->level(row, column)), 'g', 3);
    }
    text += QLatin1Char('\n');
  }
  return text;
}

// ---- geometry -----------------------------------------------------------------------------------

QRect ErrorMapView::mapRect() const {
  const int line = fontMetrics().height();
  return rect().adjusted(kMargin, m_head + 8, -kMargin, -(kBars + 2 * line + 14));
}

QRect ErrorMapView::barsRect() const {
  const int line = fontMetrics().height();
  return {kMargin, height() - kBars - line - 6, width() - 2 * kMargin, kBars};
}

QPoint ErrorMapView::cellAt(QPoint place) const {
  const QRect box = mapRect();
  if (!m_map || !box.contains(place)) return {-1, -1};
  return {cellAtPixel(place.x() - box.left(), m_map->columns, box.width()),
          cellAtPixel(place.y() - box.top(), m_map->rows, box.height())};
}

QRect ErrorMapView::cellRect(int row, int column) const {
  const QRect box = mapRect();
  const auto [top, bottom] = pixelsOf(row, m_map->rows, box.height());
  const auto [left, right] = pixelsOf(column, m_map->columns, box.width());
  return {box.left() + left, box.top() + top, right - left, bottom - top};
}

bool ErrorMapView::showElement(const std::vector<std::int64_t>& index) {
  if (m_map == nullptr || index.size() != m_map->shape.size()) return false;
  std::int64_t row = 0;
  for (std::size_t i = 0; i + 1 < index.size(); ++i) row = row * m_map->shape[i] + index[i];
  const std::int64_t column = index.empty() ? 0 : index.back();
  if (row < 0 || row >= m_map->height() || column < 0 || column >= m_map->width()) return false;
  setCell({static_cast<int>(verify::cell_of(column, m_map->columns, m_map->width())),
           static_cast<int>(verify::cell_of(row, m_map->rows, m_map->height()))});
  return true;
}

void ErrorMapView::setCell(QPoint cell) {
  if (cell == m_cell) return;
  m_cell = cell;
  const QString words = cell.x() < 0 ? QString() : cellText(cell.y(), cell.x());
  setToolTip(words);
  setAccessibleDescription(words.isEmpty() ? summary() : words);
  update();
}

// ---- events -------------------------------------------------------------------------------------

void ErrorMapView::mouseMoveEvent(QMouseEvent* event) {
  setCell(cellAt(event->pos()));
}

void ErrorMapView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  setCell(cellAt(event->pos()));
}

void ErrorMapView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  if (!hasFocus()) setCell({-1, -1});
}

void ErrorMapView::keyPressEvent(QKeyEvent* event) {
  if (!m_map) return QWidget::keyPressEvent(event);
  if (event->matches(QKeySequence::Copy)) return copy();
  QPoint step;
  switch (event->key()) {
    case Qt::Key_Left:
      step = {-1, 0};
      break;
    case Qt::Key_Right:
      step = {1, 0};
      break;
    case Qt::Key_Up:
      step = {0, -1};
      break;
    case Qt::Key_Down:
      step = {0, 1};
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  const QPoint from = m_cell.x() < 0 ? QPoint(0, 0) - step : m_cell;
  setCell({std::clamp(from.x() + step.x(), 0, m_map->columns - 1),
           std::clamp(from.y() + step.y(), 0, m_map->rows - 1)});
}

void ErrorMapView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  QAction* copyAction = menu.addAction(tr("Copy as Table"));
  copyAction->setEnabled(hasMap());
  if (menu.exec(event->globalPos()) == copyAction) copy();
}

void ErrorMapView::copy() const {
  QGuiApplication::clipboard()->setText(table());
}

// ---- painting -----------------------------------------------------------------------------------

void ErrorMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(theme().color(Role::kSecondary));
  if (!m_map) {
    painter.drawText(rect().adjusted(kMargin, 0, -kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     m_why);
    return;
  }
  const QRect head(kMargin, 2, width() - 2 * kMargin, m_head);
  const QString words = m_cell.x() < 0 ? summary() : cellText(m_cell.y(), m_cell.x());
  const bool fits = fontMetrics().boundingRect(head, Qt::TextWordWrap, words).height() <= m_head;
  painter.drawText(head, Qt::AlignLeft | Qt::TextWordWrap,
                   fits ? words : fontMetrics().elidedText(words, Qt::ElideRight, head.width()));
  paintMap(painter);
  paintBars(painter);
}

void ErrorMapView::paintMap(QPainter& painter) const {
  const QRect box = mapRect();
  if (box.height() < m_map->rows / 2 || box.height() < 8) return;
  for (int row = 0; row < m_map->rows; ++row) {
    for (int column = 0; column < m_map->columns; ++column) {
      painter.fillRect(cellRect(row, column), errorColor(m_map->level(row, column)));
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme().color(Role::kLine));
  painter.drawRect(box.adjusted(-1, -1, 0, 0));
  if (m_cell.x() < 0) return;
  QRect cell = cellRect(m_cell.y(), m_cell.x());
  cell.setSize(cell.size().expandedTo({3, 3}));
  painter.setPen(QPen(theme().color(Role::kText), 2));
  painter.drawRect(cell);
}

void ErrorMapView::paintBars(QPainter& painter) const {
  const QRect box = barsRect();
  const std::int64_t most = *std::max_element(m_map->histogram.begin(), m_map->histogram.end());
  for (int level = 0; level < verify::kErrorLevels; ++level) {
    const std::int64_t count = m_map->histogram[static_cast<std::size_t>(level)];
    if (count == 0) continue;
    // By the logarithm, so that one wrong element among a million is seen.
    const double share =
        std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
    const int tall = std::max(2, qRound(share * box.height()));
    const auto [left, right] = pixelsOf(level, verify::kErrorLevels, box.width());
    painter.fillRect(box.left() + left, box.bottom() + 1 - tall, std::max(2, right - left - 1),
                     tall, errorColor(level));
  }
  painter.setPen(theme().color(Role::kLine));
  painter.drawLine(box.bottomLeft() + QPoint(0, 1), box.bottomRight() + QPoint(0, 1));
  const int bound = box.left() + pixelsOf(kBoundLevel + 1, verify::kErrorLevels, box.width()).first;
  painter.setPen(theme().color(Role::kSecondary));
  painter.drawLine(bound, box.top() - 2, bound, box.bottom() + 1);
  const QRect words(box.left(), box.bottom() + 3, box.width(), fontMetrics().height());
  painter.drawText(words, Qt::AlignLeft, tr("exact"));
  painter.drawText(words, Qt::AlignRight, tr("NaN"));
  const int half = fontMetrics().horizontalAdvance(tr("bound")) / 2 + 4;
  painter.drawText(QRect(bound - half, words.top(), 2 * half, words.height()), Qt::AlignCenter,
                   tr("bound"));
}

}  // namespace nereid::widgets
