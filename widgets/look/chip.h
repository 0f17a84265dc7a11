// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "widgets/look/theme.h"

namespace nereid::widgets {

/// A rounded label with an optional dot: "● Running · step 84 of 150". Clickable when a slot is
/// connected and setClickable(true); then it takes the focus and the Space key.
class StatusChip : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Tone { kNeutral, kGood, kBusy, kWarning, kBad, kAccent };
  explicit StatusChip(QWidget* parent = nullptr);
  explicit StatusChip(const QString& text, QWidget* parent = nullptr);

  void setTone(Tone tone);
  Tone tone() const { return m_tone; }
  void setDotVisible(bool visible);
  void setClickable(bool clickable);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QColor toneColor() const;

  Tone m_tone = Tone::kNeutral;
  bool m_dot = false;
};

}  // namespace nereid::widgets
