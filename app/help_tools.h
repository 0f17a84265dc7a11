// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "app/manual_window.h"

class QWidget;

namespace nereid::app {

class ActionRegistry;

/// What the menu Help does: manual, shortcuts, about. GUI thread only.
class HelpTools : public QObject {
  Q_OBJECT

 public:
  HelpTools(ActionRegistry& actions, QWidget* window);
  /// Shows the manual at a page, in the window that is there or in a new one.
  void showManual(const QString& page);
  ManualWindow* manual() const { return m_manual; }

 private:
  void showManualOfFocus();

  QWidget* m_window;
  QPointer<ManualWindow> m_manual;
};

}  // namespace nereid::app
