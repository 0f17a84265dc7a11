// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/verify/error_map.h"

namespace nereid::widgets {

/// Colour of a level: cool up to the bound, warm beyond it, the text's own where a number meets
/// NaN.
QColor errorColor(int level);

/// Where one output differs from the reference, and how many elements by how much. Mouse or arrow
/// keys choose a cell, whose place and error are told; Ctrl+C copies the map as a table. GUI thread
/// only.
class ErrorMapView : public QWidget {
  Q_OBJECT

 public:
  explicit ErrorMapView(QWidget* parent = nullptr);
  /// Null: `why` there is no map.
  void setMap(std::shared_ptr<const verify::ErrorMap> map, const QString& why = {});
  bool hasMap() const { return m_map != nullptr; }
  /// "12 of 12,288 beyond the bound · 128×96"
  QString summary() const;
  /// Place and worst error of a cell, in words.
  QString cellText(int row, int column) const;
  /// Chooses the cell of an element of the output; false if the map has none.
  bool showElement(const std::vector<std::int64_t>& index);
  QPoint currentCell() const { return m_cell; }  ///< column and row; (-1, -1): none
  /// The map as tab-separated rows of error / bound.
  QString table() const;

  QSize sizeHint() const override { return {230, 200}; }
  QSize minimumSizeHint() const override { return {160, 90}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Height of the words at the top: of as many lines as the summary needs, so that the map does
  /// not move under the pointer.
  void measureHead();
  QRect mapRect() const;
  QRect barsRect() const;
  void setCell(QPoint cell);
  QPoint cellAt(QPoint place) const;
  QRect cellRect(int row, int column) const;
  void copy() const;
  void paintMap(QPainter& painter) const;
  void paintBars(QPainter& painter) const;

  std::shared_ptr<const verify::ErrorMap> m_map;
  QString m_why;
  QPoint m_cell{-1, -1};
  int m_head = 0;
};

}  // namespace nereid::widgets
