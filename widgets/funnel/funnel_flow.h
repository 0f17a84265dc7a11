// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/funnel/funnel_layout.h"

namespace nereid::widgets {

/// Where candidates leave the funnel and why, drawn from left to right. Each way out can be chosen:
/// click, or arrow keys and Enter. GUI thread only.
class FunnelFlowView : public QWidget {
  Q_OBJECT

 public:
  explicit FunnelFlowView(QWidget* parent = nullptr);
  void setSummary(const record::FunnelSummary& summary, const record::FunnelQuery& query);
  const FunnelLayout& layoutOfFlows() const { return m_layout; }
  int current() const { return m_current; }  ///< exit with the keyboard's mark, -1 if none
  void setCurrent(int exit);
  QSize sizeHint() const override { return {640, 320}; }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// Words of what the pointer or the keyboard is on; empty if on nothing.
  void pointedAt(const QString& text);
  /// The episodes behind an exit are wanted.
  void filterRequested(const QString& filter);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void relayout();
  void activate(int exit);
  void activateNode(int node);
  void moveInColumn(int delta);
  void moveToColumn(int delta);
  QString textOf(int exit) const;
  QString textOfNode(int node) const;
  QString textAt(QPointF place) const;
  void paintExit(QPainter& painter, int index) const;
  void paintNode(QPainter& painter, const FunnelNode& node) const;
  void paintWords(QPainter& painter, const QRectF& box, const QString& first, const QString& second,
                  const QColor& color) const;

  record::FunnelSummary m_summary;
  record::FunnelQuery m_query;
  FunnelLayout m_layout;
  int m_current = -1;
  int m_hovered = -1;
};

}  // namespace nereid::widgets
