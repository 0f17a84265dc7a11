// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/launch/settings_draft.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace nereid::widgets {

/// One setting of a draft, for the run or for one phase of it: its name, a control that fits its
/// type, unit, "reset", and below it what it means, what preset, run or phases have, or what is
/// wrong with it. GUI thread only.
class SettingRow : public QWidget {
  Q_OBJECT

 public:
  /// `title`: empty for the setting's own name. The draft outlives the row.
  SettingRow(SettingsDraft& draft, const QString& key, const QString& title,
             QWidget* parent = nullptr);

  const QString& key() const { return m_key; }
  /// Shows the setting of this phase; of the run for an empty name.
  void setPhase(const QString& phase);
  /// Key of what is shown: of the phase, if there is one.
  QString shownKey() const { return SettingsDraft::phaseKey(m_phase, m_key); }
  /// Is it another value than it would be by itself: changed, or set for the phase?
  bool isMarked() const { return m_isChanged || m_isSet; }
  QString section() const { return QString::fromStdString(m_field.section); }
  /// The control; its object name is the key.
  QWidget* editor() const { return m_editor; }
  QToolButton* resetButton() const { return m_reset; }
  QLabel* note() const { return m_note; }
  /// Does it hold all words of a search, in key, explanation or value?
  bool fits(const QStringList& words) const;
  /// Width of the column of names.
  void setTitleWidth(int width);
  /// Room at the right of the field, so that fields end below each other.
  void setSideWidth(int width);
  int titleWidth() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void makeEditor();
  void refresh();
  QString noteText() const;
  QString noteOfPhase() const;
  QString noteOfRun() const;
  void refreshReset();

  SettingsDraft& m_draft;
  const QString m_key;
  const config::SettingInfo m_field;
  QLabel* m_title;
  QWidget* m_editor = nullptr;
  QCheckBox* m_box = nullptr;     ///< of a bool
  QComboBox* m_choice = nullptr;  ///< of a choice
  QLineEdit* m_line = nullptr;    ///< of all others
  QToolButton* m_reset;
  QLabel* m_note;
  QString m_phase;
  bool m_isChanged = false;
  bool m_isSet = false;  ///< by the phase
};

}  // namespace nereid::widgets
