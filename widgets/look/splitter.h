// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace nereid::widgets {

/// A splitter with a one-pixel line in the theme's colour as handle. A style sheet rule for handles
/// would do the same, but it makes Qt forget fonts and palettes that were set on the widgets
/// inside.
class Splitter : public QSplitter {
  Q_OBJECT

 public:
  explicit Splitter(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  QSplitterHandle* createHandle() override;
};

}  // namespace nereid::widgets
