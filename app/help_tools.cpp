// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_tools.h"

#include <QApplication>

#include "app/actions.h"
#include "app/manual.h"
#include "app/manual_window.h"
#include "app/panel.h"
#include "app/shortcut_sheet.h"

namespace nereid::app {

HelpTools::HelpTools(ActionRegistry& actions, QWidget* window) : QObject(window), m_window(window) {
  actions.bind(QStringLiteral("help.manual"), this, [this] { showManualOfFocus(); });
  actions.bind(QStringLiteral("help.shortcuts"), this, [this, &actions] {
    auto* sheet = new ShortcutSheet(actions, m_window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
  });
  actions.bind(QStringLiteral("help.about"), this, [this] { showAbout(m_window); });
}

void HelpTools::showManualOfFocus() {
  const QWidget* at = QApplication::focusWidget();
  while (at != nullptr && qobject_cast<const Panel*>(at) == nullptr) at = at->parentWidget();
  const auto* panel = qobject_cast<const Panel*>(at);
  showManual(panel == nullptr ? manualPages().first().id : manualPageOfDock(panel->objectName()));
}

void HelpTools::showManual(const QString& page) {
  if (m_manual.isNull()) {
    m_manual = new ManualWindow(m_window);
    m_manual->setAttribute(Qt::WA_DeleteOnClose);
  }
  m_manual->showPage(page);
  m_manual->show();
  m_manual->raise();
  m_manual->activateWindow();
}

}  // namespace nereid::app
