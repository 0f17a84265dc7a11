// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace nereid::app {

class ActionRegistry;

/// Every command with its keys, by menu (F1 or ?). Made from the registry, so it cannot be out of
/// date.
class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  ShortcutSheet(const ActionRegistry& actions, QWidget* parent);
};

/// Version, licence and the libraries inside.
void showAbout(QWidget* parent);

}  // namespace nereid::app
