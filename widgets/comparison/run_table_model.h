// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSet>
#include <QSortFilterProxyModel>
#include <functional>
#include <optional>
#include <vector>

#include "widgets/comparison/run_columns.h"

namespace nereid::widgets {

/// Runs and what is said of each: one row a run. GUI thread only.
class RunTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum { kDirRole = Qt::UserRole + 1 };
  using QAbstractTableModel::QAbstractTableModel;
  /// Shows the wanted ones of the columns that these runs can fill.
  void setContent(std::vector<RunSummaryPtr> runs,
                  const std::function<bool(const RunColumn&)>& isWanted);
  const std::vector<RunSummaryPtr>& runs() const { return m_runs; }
  const std::vector<RunColumn>& columns() const { return m_columns; }
  std::vector<RunColumn> offered() const { return m_offered.columns(); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isRight(const RunColumn& column) const;
  QString tipOf(const RunSummary& run, const RunColumn& column) const;

  std::vector<RunSummaryPtr> m_runs;
  OfferedColumns m_offered;
  std::vector<RunColumn> m_columns;
  std::vector<bool> m_isRight;  ///< by column: all its values are numbers
};

/// Rows that hold every word of a text and satisfy its comparisons ("reward>0.5 beta=0"), and that
/// are not taken away by a set. Missing values come last, whichever way it sorts.
class RunTableProxy : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit RunTableProxy(RunTableModel* model, QObject* parent = nullptr);
  /// What is wrong with the text; empty if it can be understood.
  QString setFilter(const QString& text);
  /// Only these runs; nothing: all.
  void setOnly(std::optional<QSet<QString>> dirs);
  RunSummaryPtr run(int row) const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  struct Test {
    RunColumn column;
    QString relation;
    QString text;
    double number = 0;  ///< NaN: compared as text
  };
  bool passes(const RunSummary& run, const Test& test) const;
  std::optional<RunColumn> columnNamed(const QString& name) const;

  RunTableModel* m_model;
  QStringList m_words;
  std::vector<Test> m_tests;
  std::optional<QSet<QString>> m_only;
};

}  // namespace nereid::widgets
