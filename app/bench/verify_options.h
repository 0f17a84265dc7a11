// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "engine/verify/verifier.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace nereid::app {

/// A button that opens a small form with the options of a judgement. What is chosen is kept in the
/// settings, but for the seed. GUI thread only.
class VerifyOptionsButton : public QToolButton {
  Q_OBJECT

 public:
  explicit VerifyOptionsButton(QWidget* parent = nullptr);
  /// Options and seed as chosen.
  void apply(verify::VerifyRequest& request) const;
  /// What is chosen beside the usual, for the button: "seed 7, cpu"; empty if nothing.
  QString summary() const;

  QComboBox* policy() const { return m_policy; }
  QComboBox* device() const { return m_device; }
  QLineEdit* seed() const { return m_seed; }
  QCheckBox* thorough() const { return m_thorough; }
  QCheckBox* audit() const { return m_audit; }
  QCheckBox* artefacts() const { return m_artefacts; }
  QCheckBox* compiled() const { return m_compiled; }
  QSpinBox* limit() const { return m_limit; }

 private:
  QWidget* form();
  void restore();
  void keep();
  void refresh();

  QComboBox* m_policy;
  QComboBox* m_device;
  QLineEdit* m_seed;
  QCheckBox* m_thorough;
  QCheckBox* m_audit;
  QCheckBox* m_artefacts;
  QCheckBox* m_compiled;
  QSpinBox* m_limit;
};

}  // namespace nereid::app
