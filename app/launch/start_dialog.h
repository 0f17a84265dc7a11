// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

#include "app/launch/run_plan.h"
#include "widgets/launch/settings_draft.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QToolButton;
class QVBoxLayout;

namespace nereid::widgets {
class CellModel;
class PhaseList;
class SettingRow;
class SettingsForm;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

class EstimateView;

/// A new run, or one that waits: recipe, name, steps and place on the first page, every setting on
/// the second, what differs from the recipe on the third, and where the estimate comes from on the
/// fourth. Checks while one types. GUI thread only; the estimate is made on a worker thread.
class StartDialog : public QDialog {
  Q_OBJECT

 public:
  enum class Purpose {
    kNew,    ///< it may start at once
    kBusy,   ///< a run is going on: it can wait in the queue
    kQueued  ///< settings of one that waits
  };
  enum class Answer { kCancel, kStart, kQueue };
  enum Page { kBasics, kAll, kDifferences, kEstimate };

  explicit StartDialog(QWidget* parent = nullptr, Purpose purpose = Purpose::kNew);

  /// Folders of runs that are searched for how long the same work took.
  void setKnownRuns(const QStringList& folders);
  /// Folders that runs of the queue will have.
  void setTakenFolders(const QStringList& folders) { m_taken = folders; }
  /// Shows a plan; `source` is the preset or file that it came from.
  void setPlan(const RunPlan& plan, const QString& source);
  /// Takes settings from a YAML file, or says in the dialog what is wrong with it.
  void openFile(const QString& file);

  RunPlan plan() const;
  QString source() const { return m_draft.source(); }
  Answer answer() const { return m_answer; }
  /// What is wrong now, empty if nothing is.
  QString problem() const;

  widgets::SettingsDraft& draft() { return m_draft; }
  widgets::SettingsForm* form() const { return m_form; }
  widgets::PhaseList* phases() const { return m_phases; }
  EstimateView* estimate() const { return m_estimate; }
  QTabWidget* pages() const { return m_pages; }
  widgets::TableView* differences() const { return m_differencesView; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* makeBasics();
  QWidget* makeDifferences();
  QWidget* makeEstimate();
  QVBoxLayout* makeFoot();
  widgets::SettingRow* addRow(QVBoxLayout* layout, const QString& key, const QString& title);
  void loadRecipe(const QString& recipe);
  void load(const QString& source, const config::RunConfig& base);
  void chooseFolder();
  void chooseFile();
  void saveFile();
  void copyYaml();
  void copyCommand();
  void take(Answer answer);
  void refresh();
  void showPhase(const QString& phase);
  void refreshDifferences();
  void resetChosen();
  void goToChosen();
  void say(const QString& line);

  const Purpose m_purpose;
  Answer m_answer = Answer::kCancel;
  widgets::SettingsDraft m_draft;
  QString m_fileProblem;
  QStringList m_taken;
  bool m_folderTouched = false;
  QComboBox* m_recipe;
  QLabel* m_description;
  widgets::PhaseList* m_phases;
  QList<widgets::SettingRow*> m_steps;  ///< one a method
  QList<widgets::SettingRow*> m_rows;   ///< of the first page
  QLineEdit* m_folder;
  QLabel* m_folderLabel = nullptr;
  widgets::SettingsForm* m_form;
  widgets::CellModel* m_differences;
  widgets::TableView* m_differencesView;
  QLabel* m_noDifference;
  QPushButton* m_resetChosen;
  QPushButton* m_resetAll;
  EstimateView* m_estimate;
  QTabWidget* m_pages;
  QLabel* m_problem;
  QToolButton* m_showProblem;
  QPushButton* m_start = nullptr;
  QPushButton* m_queue = nullptr;
};

}  // namespace nereid::app
