// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractProxyModel>
#include <QAbstractTableModel>
#include <QHash>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/record/episode.h"
#include "widgets/episode_filter.h"

namespace nereid::widgets {

/// All episodes of a run in order of arrival; holds 100,000 and more. Rows of the same phase, step,
/// group and index replace each other.
class EpisodeModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum EpisodeColumn {
    kStep,
    kTask,
    kLevel,
    kStages,
    kReward,
    kAdvantage,
    kVerdict,
    kTokens,
    kJudgedIn,
    kColumnCount
  };
  explicit EpisodeModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void clear();
  void addRows(std::span<const record::EpisodeRow> rows);
  const record::EpisodeRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  int rowOfId(qint64 id) const;  ///< -1 if there is none
  int rowOfKey(const record::EpisodeKey& key, const std::string& phase) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct KeyHash {
    std::size_t operator()(const std::pair<std::string, record::EpisodeKey>& key) const;
  };
  std::vector<record::EpisodeRow> m_rows;
  std::unordered_map<std::pair<std::string, record::EpisodeKey>, int, KeyHash> m_byKey;
  QHash<qint64, int> m_byId;
};

/// Filter and order over an EpisodeModel, quick enough for 100,000 rows on the GUI thread: it
/// compares the rows themselves, not QVariants, and inserts what arrives without sorting the rest
/// again.
class EpisodeProxy : public QAbstractProxyModel {
  Q_OBJECT

 public:
  explicit EpisodeProxy(EpisodeModel* source, QObject* parent = nullptr);
  void setFilter(const EpisodeFilter& filter);
  const EpisodeFilter& filter() const { return m_filter; }
  void sort(int column, Qt::SortOrder order) override;
  const record::EpisodeRow& row(int proxyRow) const;
  int proxyRowOfId(qint64 id) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
  QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void rebuild();
  void sourceInserted(int first, int last);
  void sourceChanged(int first, int last);
  bool comesBefore(int a, int b) const;
  int placeOf(int sourceRow) const;
  void insertOne(int sourceRow);

  EpisodeModel* m_episodes;
  EpisodeFilter m_filter;
  int m_column = EpisodeModel::kStep;
  Qt::SortOrder m_order = Qt::DescendingOrder;
  std::vector<int> m_shown;  ///< source rows in shown order
};

}  // namespace nereid::widgets
