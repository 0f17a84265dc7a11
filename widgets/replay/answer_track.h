// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/replay/travel_model.h"

namespace nereid::widgets {

/// All answers to one task over the steps of a run: a disc for each accepted one, a cross in the
/// colour of the stage for each rejected one, the mean reward as a line, and below the share that
/// was accepted. It is the scrubber too: click or drag chooses; Left and Right go to the next step,
/// Up and Down to the other answers of the step, Home and End to the ends, Space plays, P pins,
/// Enter shows the episode everywhere. GUI thread only.
class AnswerTrack : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerTrack(TravelModel* model, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// Where an answer is drawn, in widget coordinates.
  QPointF placeOf(int answer) const;
  /// The nearest answer; -1 without any.
  int answerAt(const QPointF& point) const;

 Q_SIGNALS:
  void activated(int answer);  ///< Enter or double click

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF plotBox() const;
  double xOf(const TravelStop& stop) const;
  double yOf(double reward) const;
  void refresh();
  void paintAxes(QPainter& painter) const;
  void paintMeans(QPainter& painter) const;
  void paintShares(QPainter& painter) const;
  void paintAnswers(QPainter& painter) const;
  void paintMarked(QPainter& painter) const;

  TravelModel* m_model;
  double m_low = 0, m_high = 1;  ///< of the rewards
  double m_firstStep = 0, m_lastStep = 1;
  double m_offset = 0;  ///< between the answers of a stop, pixels
  double m_inset = 0;   ///< room for those of the first and the last stop
};

/// "step 12, completion 3: accepted, reward 0.71"; translated.
QString answerLine(const TaskAnswer& answer);

}  // namespace nereid::widgets
