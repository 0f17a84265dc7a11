// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include "app/zoo/zoo_results.h"

namespace nereid::app {

class ZooRun;

/// The zoo as a tree: a row of sums over everything, then one row per class, below each its entries
/// with the verdicts on cheat and twin. GUI thread only.
class ZooModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column {
    kName,
    kCheats,
    kTwins,
    kFalseAccepts,
    kFalseRejects,
    kContained,
    kFlagged,
    kNotHere,
    kColumnCount
  };
  static constexpr int kSortRole = Qt::UserRole;
  static constexpr int kFilterRole = Qt::UserRole + 1;

  explicit ZooModel(const ZooRun& run, QObject* parent = nullptr);
  /// Takes the zoo of the run, which has been loaded.
  void reset();
  void refreshEntry(int entry);

  /// Entry of a row, -1 for a row of sums.
  int entryOf(const QModelIndex& index) const;
  /// Class of a row of sums; empty for all, and for an entry.
  QString classOf(const QModelIndex& index) const;
  QModelIndex indexOf(int entry, int column) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant sumData(const QModelIndex& index, int role) const;
  QVariant entryData(int entry, int column, int role) const;

  const ZooRun& m_run;
  std::vector<std::vector<int>> m_members;  ///< entries of each class
  std::vector<int> m_classOf;               ///< of each entry
};

/// Filters entries by words in name, mechanism or verdict and sorts within the classes; the sums
/// over everything stay on top.
class ZooProxy : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit ZooProxy(ZooModel& model, QObject* parent = nullptr);
  /// Rows that hold every word; empty: all.
  void setWords(const QString& words);
  int shownEntries() const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  ZooModel& m_model;
  QStringList m_words;
};

}  // namespace nereid::app
