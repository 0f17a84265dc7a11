// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/feed/run_summary.h"

class QAction;
class QLabel;

namespace nereid::widgets {

class CellModel;
class TableView;

/// Settings of several runs beside each other: those that differ, or all; defaults are marked, and
/// the chosen setting is explained below. GUI thread only.
class SettingsComparison : public QWidget {
  Q_OBJECT

 public:
  explicit SettingsComparison(QWidget* parent = nullptr);
  void setRuns(std::vector<RunSummaryPtr> runs);
  bool showsAll() const;
  /// The rows as they are shown, as a Markdown table or as CSV.
  QString asMarkdown() const;
  QString asCsv() const;

  CellModel* model() const { return m_model; }
  TableView* view() const { return m_view; }
  QLabel* definition() const { return m_definition; }
  QAction* allAction() const { return m_all; }
  QAction* markdownAction() const { return m_markdown; }
  QAction* csvAction() const { return m_csv; }

 private:
  void refresh();
  void showDefinition();
  void showMenu(QPoint place);
  std::vector<std::string> keysOfPhases() const;
  std::vector<std::string> shownKeys() const;
  /// Text of one cell; "(default)" behind what nobody changed.
  QString valueText(const RunSummary& run, const std::string& key) const;
  QStringList titles() const;

  std::vector<RunSummaryPtr> m_runs;
  CellModel* m_model;
  TableView* m_view;
  QLabel* m_note;
  QLabel* m_definition;
  QAction* m_all;
  QAction* m_markdown;
  QAction* m_csv;
};

/// What a setting is: its help, type, choices and default, in whole sentences.
QString settingDefinition(const QString& key);

}  // namespace nereid::widgets
