// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractProxyModel>
#include <QAbstractTableModel>
#include <QHash>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/record/episode.h"
#include "engine/record/library/episode_notes.h"
#include "engine/record/store.h"
#include "widgets/filter/episode_filter.h"

namespace nereid::widgets {

/// All episodes of a run in order of arrival; holds 100,000 and more. Rows of the same phase, step,
/// group and index replace each other.
class EpisodeModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum EpisodeColumn {
    kMark,
    kStep,
    kPhase,  ///< in sight where there are several
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

  /// Flags of verdicts, which come later than the rows if at all. Rows that are not named keep
  /// theirs.
  void setFlags(std::span<const record::EpisodeFlags> flags);
  /// All notes of the run; those of rows that have not come yet are kept for them.
  void setNotes(std::span<const record::EpisodeNote> notes);
  void setNote(const record::EpisodeNote& note);
  record::EpisodeNote note(int row) const;  ///< an empty one if there is none
  EpisodeMarks marks(int row) const;
  bool hasNotes() const { return !m_notes.empty(); }
  /// Are there episodes of several phases, and not of training and evaluation alone?
  bool hasPhases() const;
  int bookmarkCount() const;
  /// A bookmark, as data of the column kMark.
  static constexpr int kBookmarkRole = Qt::UserRole + 41;
  static constexpr int kHasNoteRole = Qt::UserRole + 42;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void flagsChanged();
  void notesChanged();

 private:
  struct Identity {
    int phase = 0;  ///< place in m_phases
    record::EpisodeKey key;
    bool operator==(const Identity&) const = default;
  };
  struct IdentityHash {
    std::size_t operator()(const Identity& identity) const;
  };
  int phaseOf(const std::string& phase);
  void replaceRow(int place, const record::EpisodeRow& row);
  const record::EpisodeNote* findNote(int row) const;

  std::vector<record::EpisodeRow> m_rows;
  std::vector<std::string> m_phases;
  std::unordered_map<Identity, int, IdentityHash> m_byKey;
  QHash<qint64, int> m_byId;
  std::vector<std::string> m_flagSets{std::string()};  ///< distinct, the first one is "none"
  std::unordered_map<std::string, std::uint32_t> m_flagIds{{std::string(), 0U}};
  std::unordered_map<std::int64_t, std::uint32_t> m_flags;  ///< by row id; none = 0
  std::unordered_map<Identity, record::EpisodeNote, IdentityHash> m_notes;
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
  /// Only steps of a range, beside the filter; nothing: all.
  void setStepRange(std::optional<std::pair<double, double>> range);
  const std::optional<std::pair<double, double>>& stepRange() const { return m_stepRange; }
  bool showsAll() const { return m_filter.isEmpty() && !m_stepRange; }
  void sort(int column, Qt::SortOrder order) override;
  const record::EpisodeRow& row(int proxyRow) const;
  int proxyRowOfId(qint64 id) const;
  /// First row at or behind a step in the shown order; -1 unless the order is that of steps.
  int firstRowOfStep(std::int64_t step) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
  QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void rebuild();
  void sortAll();
  bool shows(int sourceRow) const;
  void sourceInserted(int first, int last);
  void sourceChanged(int first, int last);
  bool comesBefore(int a, int b) const;
  int placeOf(int sourceRow) const;
  void insertOne(int sourceRow);

  EpisodeModel* m_episodes;
  EpisodeFilter m_filter;
  int m_column = EpisodeModel::kStep;
  Qt::SortOrder m_order = Qt::DescendingOrder;
  std::optional<std::pair<double, double>> m_stepRange;
  std::vector<int> m_all;  ///< every source row in order, so that a filter need not sort
  bool m_allStale = true;
  std::vector<int> m_shown;  ///< source rows in shown order
};

}  // namespace nereid::widgets
