// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/config/settings.h"

class QLineEdit;
class QPushButton;

namespace nereid::app {

/// The advisor that the user of this window has named; without a URL there is none. That of a run's
/// own settings is never asked by itself: a record may come from anybody, and would say where code
/// and key are sent to.
config::AdvisorSettings chosenAdvisor();
void setChosenAdvisor(const config::AdvisorSettings& settings);

/// Asks for endpoint, model, and the environment variable that holds the key.
class AdvisorDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AdvisorDialog(const config::AdvisorSettings& settings, QWidget* parent = nullptr);
  config::AdvisorSettings settings() const;

 private:
  config::AdvisorSettings m_settings;
  QLineEdit* m_url;
  QLineEdit* m_model;
  QLineEdit* m_keyVariable;
  QPushButton* m_save;
};

}  // namespace nereid::app
