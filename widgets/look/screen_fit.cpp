// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/screen_fit.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QScreen>

namespace nereid::widgets {

namespace {

constexpr QSize kFrame(8, 40);  // what a window manager may put around it

}  // namespace

ScreenFit::ScreenFit(QApplication& application) {
  application.installEventFilter(this);
}

// Before the dialog takes its place, which keeps it whole on the screen where it has room.
bool ScreenFit::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Show || event->spontaneous()) return false;
  auto* dialog = qobject_cast<QDialog*>(watched);
  if (dialog == nullptr || !dialog->isWindow() || dialog->windowType() == Qt::Popup) return false;
  const QScreen* screen =
      dialog->parentWidget() != nullptr ? dialog->parentWidget()->screen() : dialog->screen();
  const QSize room = screen->availableSize() - kFrame;
  const QSize fitting = dialog->size().boundedTo(room);
  if (fitting != dialog->size()) dialog->resize(fitting);
  return false;
}

}  // namespace nereid::widgets
