// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "widgets/look/theme.h"

namespace nereid::widgets {

/// A one-line label that gives way: it elides instead of asking for room, and tells the whole text
/// as tooltip.
class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent = nullptr);
  /// Shows all of the text or nothing.
  void setWhole(bool whole) { m_whole = whole; }
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool m_whole = false;
};

/// Gives a label the colour of a role.
void setRole(QLabel* label, Role role);

}  // namespace nereid::widgets
