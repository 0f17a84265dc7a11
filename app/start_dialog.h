// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHash>

#include "engine/config/settings.h"
#include "engine/train/session.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace nereid::app {

/// A run that can be started.
struct RunPlan {
  config::RunConfig config;
  train::StartOptions options;
};

/// The plan of a preset with `steps` steps (0 = as the preset says) in a new folder under the runs
/// folder.
Result<RunPlan> planOf(const QString& preset, int steps);
/// Steps of the method that the settings choose.
int stepsOf(const config::RunConfig& config);
void setSteps(config::RunConfig& config, int steps);

/// Recipe, size and place of a new run. Checks while one types; Start is enabled when all is right.
class StartDialog : public QDialog {
  Q_OBJECT

 public:
  explicit StartDialog(QWidget* parent = nullptr);
  RunPlan plan() const;
  /// What is wrong now, empty if nothing is.
  QString problem() const;

 private:
  void setupFields();
  void loadPreset(const QString& preset);
  void chooseFolder();
  void validate();
  config::RunConfig fromFields() const;

  config::RunConfig m_config;
  QString m_presetProblem;
  bool m_folderTouched = false;
  QComboBox* m_preset;
  QLabel* m_description;
  QLineEdit* m_name;
  QSpinBox* m_steps;
  QSpinBox* m_seed;
  QComboBox* m_reward;
  QHash<QString, QCheckBox*> m_extensions;
  QLineEdit* m_folder;
  QLabel* m_problem;
  QPushButton* m_start;
};

}  // namespace nereid::app
