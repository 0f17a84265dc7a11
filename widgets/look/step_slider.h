// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <utility>

namespace nereid::widgets {

/// One step for all panels, and a range of steps: a track with a handle for the step and two for
/// the range. Drag a handle or click the track; Shift+drag chooses a range. Left, Right, Page up,
/// Page down, Home and End move the step, with Shift they choose, Escape takes the range away. GUI
/// thread only.
class StepSlider : public QWidget {
  Q_OBJECT

 public:
  using Range = std::pair<double, double>;
  explicit StepSlider(QWidget* parent = nullptr);

  void setSteps(double first, double last);
  void setStep(std::optional<double> step);
  void setRange(std::optional<Range> range);
  double first() const { return m_first; }
  double last() const { return m_last; }
  std::optional<double> step() const { return m_step; }
  const std::optional<Range>& range() const { return m_range; }
  double xOf(double step) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void stepMoved(double step);
  void rangeChosen(double first, double last);
  void rangeCleared();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Grip { kNone, kStep, kLow, kHigh, kNewRange };
  double stepAt(double x) const;
  Grip gripAt(double x) const;
  void moveTo(double step, bool chooses);
  void choose(double a, double b);
  void refreshText();

  double m_first = 0;
  double m_last = 0;
  std::optional<double> m_step;
  std::optional<Range> m_range;
  std::optional<double> m_anchor;  ///< the end of the range that stays
  Grip m_grip = Grip::kNone;
};

}  // namespace nereid::widgets
