// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "widgets/launch/settings_draft.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace nereid::widgets {

class SettingRow;

/// Every setting of a run or of one of its phases, by section, with a search over names,
/// explanations and values. Made from the engine's list of settings: a new setting appears by
/// itself. The rows are made section by section once the form is seen, so that a window never waits
/// for all of them. GUI thread only.
class SettingsForm : public QWidget {
  Q_OBJECT

 public:
  /// The draft outlives the form.
  explicit SettingsForm(SettingsDraft& draft, QWidget* parent = nullptr);

  QLineEdit* search() const { return m_search; }
  QCheckBox* changedOnly() const { return m_changedOnly; }
  /// Chooses between the run and its phases; hidden where there are none.
  QComboBox* phaseBox() const { return m_phaseBox; }
  /// The phase whose settings are shown; empty for the run.
  const QString& phase() const { return m_phase; }
  void showPhase(const QString& phase);
  SettingRow* row(const QString& key);
  /// Rows that the search leaves.
  QStringList shownKeys();
  /// Shows a setting, also of a phase, whatever the search, and gives it the keyboard.
  void reveal(const QString& key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void makeContent();
  /// Makes the next section; false if there is none.
  bool addSection();
  /// Makes what is still missing.
  void complete();
  void filter();
  void refresh();
  void refreshPhases();

  struct Section {
    QString name;
    QLabel* head;
    std::vector<SettingRow*> rows;
  };
  SettingsDraft& m_draft;
  QLineEdit* m_search;
  QCheckBox* m_changedOnly;
  QLabel* m_phaseLabel;
  QComboBox* m_phaseBox;
  QString m_phase;
  QLabel* m_nothing;
  QScrollArea* m_area;
  QVBoxLayout* m_column = nullptr;
  int m_titleWidth = 0;
  std::size_t m_made = 0;  ///< settings that have a row
  QTimer m_fill;
  std::vector<Section> m_sections;
};

}  // namespace nereid::widgets
