// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/help_tools.h"

#include <QApplication>
#include <QDialog>
#include <QKeyEvent>

#include "app/desk/actions.h"
#include "app/help/manual.h"
#include "app/help/manual_window.h"
#include "app/help/shortcut_sheet.h"

namespace nereid::app {
namespace {

/// Does the dialog belong to the window, or to a dialog of it?
bool isOf(const QWidget* window, const QWidget* dialog) {
  while (dialog != nullptr && dialog != window) dialog = dialog->parentWidget();
  return dialog != nullptr;
}

}  // namespace

HelpTools::HelpTools(ActionRegistry& actions, QWidget* window) : QObject(window), m_window(window) {
  actions.bind(QStringLiteral("help.manual"), this,
               [this] { showManualOf(QApplication::focusWidget()); });
  actions.bind(QStringLiteral("help.shortcuts"), this, [this, &actions] {
    auto* sheet = new ShortcutSheet(actions, m_window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
  });
  actions.bind(QStringLiteral("help.about"), this, [this] { showAbout(m_window); });
  qApp->installEventFilter(this);
}

bool HelpTools::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<const QKeyEvent*>(event);
  const auto* place = qobject_cast<const QWidget*>(watched);
  if (place == nullptr || key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier)
    return false;
  QWidget* dialog = place->window();
  if (qobject_cast<QDialog*>(dialog) == nullptr || dialog == m_manual || !isOf(m_window, dialog))
    return false;
  showManualOf(place);
  return true;
}

// A dialog that another one opened (a file to choose) has the page of that one.
void HelpTools::showManualOf(const QWidget* place) {
  for (const QWidget* at = place; at != nullptr; at = at->parentWidget()) {
    if (const auto found = manualPlaceOf(at->objectName())) {
      showManual(found->page, found->chapter);
      return;
    }
  }
  showManual(manualPages().first().id);
}

void HelpTools::showManual(const QString& page, const QString& chapter) {
  if (QWidget* popup = QApplication::activePopupWidget(); popup != nullptr) popup->close();
  if (m_manual.isNull()) {
    m_manual = new ManualWindow(m_window);
    m_manual->setAttribute(Qt::WA_DeleteOnClose);
  }
  bringManualTo(QApplication::activeModalWidget());
  m_manual->showPage(page, chapter);
  m_manual->show();
  m_manual->raise();
  m_manual->activateWindow();
}

// A modal dialog blocks every window that does not belong to it. When it is done the manual stays,
// with the dialog below it, or with the main window again.
void HelpTools::bringManualTo(QWidget* modal) {
  QWidget* window = modal == nullptr ? m_window : modal;
  if (m_manual->parentWidget() == window) return;
  const QRect place = m_manual->geometry();
  const bool wasShown = m_manual->isVisible();
  m_manual->setParent(window, Qt::Window);
  if (wasShown) m_manual->setGeometry(place);
  auto* dialog = qobject_cast<QDialog*>(window);
  if (dialog == nullptr) return;
  connect(dialog, &QDialog::finished, this, [this, dialog] {
    if (m_manual.isNull() || m_manual->parentWidget() != dialog) return;
    const bool isRead = m_manual->isVisible();
    bringManualTo(QApplication::activeModalWidget());
    m_manual->setVisible(isRead);
  });
}

}  // namespace nereid::app
