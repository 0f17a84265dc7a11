// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/settings_draft.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace nereid::widgets {

class SettingRow;

/// Every setting of a run, by section, with a search over names, explanations and values. Made from
/// the engine's list of settings: a new setting appears by itself. GUI thread only.
class SettingsForm : public QWidget {
  Q_OBJECT

 public:
  /// The draft outlives the form.
  explicit SettingsForm(SettingsDraft& draft, QWidget* parent = nullptr);

  QLineEdit* search() const { return m_search; }
  QCheckBox* changedOnly() const { return m_changedOnly; }
  SettingRow* row(const QString& key) const;
  /// Rows that the search leaves.
  QStringList shownKeys() const;
  /// Shows a setting whatever the search, and gives it the keyboard.
  void reveal(const QString& key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void filter();
  void refresh();

  struct Section {
    QString name;
    QLabel* head;
    std::vector<SettingRow*> rows;
  };
  SettingsDraft& m_draft;
  QLineEdit* m_search;
  QCheckBox* m_changedOnly;
  QLabel* m_nothing;
  QScrollArea* m_area;
  std::vector<Section> m_sections;
};

}  // namespace nereid::widgets
