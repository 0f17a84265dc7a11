// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/splitter.h"

#include <QPainter>

#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

class LineHandle : public QSplitterHandle {
 public:
  using QSplitterHandle::QSplitterHandle;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter(this).fillRect(rect(), theme().color(Role::kLine));
  }
};

}  // namespace

Splitter::Splitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
}

QSplitterHandle* Splitter::createHandle() {
  return new LineHandle(orientation(), this);
}

}  // namespace nereid::widgets
