// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/screen_fit.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QScreen>
#include <QTimer>
#include <algorithm>

namespace nereid::widgets {

namespace {

constexpr QSize kFrame(8, 40);  // what a window manager may put around it

constexpr int kFramedMs = 100;  // by then the window manager has put it around

/// The title, by which one moves and closes it, is on the screen.
void bringIn(QDialog& dialog) {
  if (!dialog.isVisible()) return;
  const QRect room = dialog.screen()->availableGeometry();
  const QRect frame = dialog.frameGeometry();
  const QPoint least(std::max(room.left(), std::min(frame.left(), room.right() - frame.width())),
                     std::max(room.top(), std::min(frame.top(), room.bottom() - frame.height())));
  if (least != frame.topLeft()) dialog.move(least);
}

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
  // Where it is placed the frame is not known yet.
  QTimer::singleShot(kFramedMs, dialog, [dialog] { bringIn(*dialog); });
  return false;
}

}  // namespace nereid::widgets
