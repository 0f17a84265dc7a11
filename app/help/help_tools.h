// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "app/help/manual_window.h"

class QWidget;

namespace nereid::app {

class ActionRegistry;

/// What the menu Help does: manual, shortcuts, about. F1 works in the window's dialogs too, where
/// the window's own keys do not: a modal one has the manual beside it. GUI thread only.
class HelpTools : public QObject {
  Q_OBJECT

 public:
  HelpTools(ActionRegistry& actions, QWidget* window);
  /// Shows the manual at a page, in the window that is there or in a new one.
  void showManual(const QString& page, const QString& chapter = {});
  ManualWindow* manual() const { return m_manual; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showManualOf(const QWidget* place);
  void bringManualTo(QWidget* modal);

  QWidget* m_window;
  QPointer<ManualWindow> m_manual;
};

}  // namespace nereid::app
