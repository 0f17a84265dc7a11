// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kept_margins.h"

#include <QEvent>
#include <QWidget>

namespace nereid::widgets {

namespace {

class MarginKeeper : public QObject {
 public:
  MarginKeeper(QWidget* label, const QMargins& margins)
      : QObject(label), m_label(label), m_margins(margins) {
    label->installEventFilter(this);
    restore();
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    const bool isLost = event->type() == QEvent::Resize || event->type() == QEvent::Show ||
                        event->type() == QEvent::LayoutRequest;
    if (isLost) restore();
    return false;
  }

 private:
  void restore() {
    if (m_label->contentsMargins() != m_margins) m_label->setContentsMargins(m_margins);
  }

  QWidget* m_label;
  const QMargins m_margins;
};

}  // namespace

void keepMargins(QWidget* label, const QMargins& margins) {
  new MarginKeeper(label, margins);
}

}  // namespace nereid::widgets
