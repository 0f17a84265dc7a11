// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "widgets/episodes/episode_model.h"

namespace nereid::widgets {

namespace {

using Row = record::EpisodeRow;

template <class T>
int compare(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

// NaN comes before every number: an order must be total.
int compare(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? compare(!std::isnan(a), !std::isnan(b))
                                        : compare<double>(a, b);
}

int compareColumn(const EpisodeModel& model, int left, int right, int column) {
  const Row& a = model.row(left);
  const Row& b = model.row(right);
  switch (column) {
    case EpisodeModel::kMark:
      return compare(model.marks(left).bookmarked, model.marks(right).bookmarked);
    case EpisodeModel::kPhase:
      return compare(a.phase, b.phase);
    case EpisodeModel::kTask:
      return compare(a.task_name, b.task_name);
    case EpisodeModel::kLevel:
      return compare(a.level, b.level);
    case EpisodeModel::kStages:
      return compare(a.furthest_stage, b.furthest_stage);
    case EpisodeModel::kReward:
      return compare(a.reward, b.reward);
    case EpisodeModel::kAdvantage:
      return compare(a.advantage, b.advantage);
    case EpisodeModel::kVerdict:
      return a.accepted != b.accepted ? compare(b.accepted, a.accepted)
                                      : compare(a.reason_code, b.reason_code);
    case EpisodeModel::kTokens:
      return compare(a.token_count, b.token_count);
    case EpisodeModel::kJudgedIn:
      return compare(a.verify_ms, b.verify_ms);
    default:
      return compare(a.key.step, b.key.step);
  }
}

/// What rows are compared by, close together in memory.
struct SortKey {
  double cell = 0;
  std::int64_t step = 0;
  std::int64_t place = 0;  ///< group and index
  int row = 0;
};

// The texts of a column as numbers of the same order.
std::vector<double> ranks(const EpisodeModel& model, const std::string Row::*text) {
  std::map<std::string_view, double> distinct;
  for (int i = 0; i < model.rowCount(); ++i) {
    distinct.emplace(model.row(i).*text, 0);
  }
  double rank = 0;
  for (auto& [word, place] : distinct) {
    place = ++rank;
  }
  std::vector<double> all;
  for (int i = 0; i < model.rowCount(); ++i) {
    all.push_back(distinct.find(model.row(i).*text)->second);
  }
  return all;
}

double numberOf(const Row& row, int column) {
  switch (column) {
    case EpisodeModel::kLevel:
      return row.level;
    case EpisodeModel::kStages:
      return static_cast<double>(row.furthest_stage);
    case EpisodeModel::kReward:
      return row.reward;
    case EpisodeModel::kAdvantage:
      return row.advantage;
    case EpisodeModel::kTokens:
      return row.token_count;
    case EpisodeModel::kJudgedIn:
      return row.verify_ms;
    default:
      return static_cast<double>(row.key.step);
  }
}

/// What a column of texts is ordered by; nullptr for a column of numbers.
const std::string Row::*textOf(int column) {
  switch (column) {
    case EpisodeModel::kPhase:
      return &Row::phase;
    case EpisodeModel::kTask:
      return &Row::task_name;
    case EpisodeModel::kVerdict:
      return &Row::reason_code;
    default:
      return nullptr;
  }
}

std::vector<SortKey> sortKeys(const EpisodeModel& model, int column) {
  const auto texts = textOf(column);
  const std::vector<double> words = texts ? ranks(model, texts) : std::vector<double>();
  std::vector<SortKey> keys;
  keys.reserve(static_cast<std::size_t>(model.rowCount()));
  for (int i = 0; i < model.rowCount(); ++i) {
    const Row& row = model.row(i);
    double cell = texts ? words[static_cast<std::size_t>(i)] : numberOf(row, column);
    if (column == EpisodeModel::kVerdict && row.accepted) {
      cell -= static_cast<double>(model.rowCount()) + 1;  // accepted ones come first
    }
    if (column == EpisodeModel::kMark) {
      cell = model.marks(i).bookmarked ? 1 : 0;
    }
    keys.push_back({cell, row.key.step, (std::int64_t{row.key.group} << 32) | row.key.index, i});
  }
  return keys;
}

}  // namespace

EpisodeProxy::EpisodeProxy(EpisodeModel* source, QObject* parent)
    : QAbstractProxyModel(parent), m_episodes(source) {
  setSourceModel(source);
  connect(source, &QAbstractItemModel::modelReset, this, [this] {
    m_allStale = true;
    rebuild();
  });
  connect(source, &EpisodeModel::flagsChanged, this, [this] {
    if (m_filter.usesFlags()) {
      rebuild();
    }
  });
  connect(source, &EpisodeModel::notesChanged, this, [this] {
    m_allStale = m_allStale || m_column == EpisodeModel::kMark;
    if (m_filter.usesNotes() || m_column == EpisodeModel::kMark) {
      rebuild();
    }
  });
  connect(source, &QAbstractItemModel::rowsInserted, this,
          [this](const QModelIndex&, int first, int last) { sourceInserted(first, last); });
  connect(source, &QAbstractItemModel::dataChanged, this,
          [this](const QModelIndex& from, const QModelIndex& to) {
            sourceChanged(from.row(), to.row());
          });
  rebuild();
}

void EpisodeProxy::setFilter(const EpisodeFilter& filter) {
  m_filter = filter;
  rebuild();
}

void EpisodeProxy::setStepRange(std::optional<std::pair<double, double>> range) {
  if (range != m_stepRange) {
    m_stepRange = range;
    rebuild();
  }
}

bool EpisodeProxy::shows(int sourceRow) const {
  const Row& row = m_episodes->row(sourceRow);
  const auto step = static_cast<double>(row.key.step);
  if (m_stepRange && (step < m_stepRange->first || step > m_stepRange->second)) {
    return false;
  }
  return m_filter.isEmpty() || m_filter.matches(row, m_episodes->marks(sourceRow));
}

void EpisodeProxy::sort(int column, Qt::SortOrder order) {
  if (column < 0) {
    return;
  }
  m_allStale = m_allStale || column != m_column || order != m_order;
  m_column = column;
  m_order = order;
  rebuild();
}

// A total order: equal cells fall back to newest step first, then prompt and completion as written.
bool EpisodeProxy::comesBefore(int a, int b) const {
  const Row& left = m_episodes->row(a);
  const Row& right = m_episodes->row(b);
  const int relation = compareColumn(*m_episodes, a, b, m_column);
  if (relation != 0) {
    return m_order == Qt::AscendingOrder ? relation < 0 : relation > 0;
  }
  if (left.key.step != right.key.step) {
    return left.key.step > right.key.step;
  }
  if (left.key != right.key) {
    return left.key < right.key;
  }
  return a < b;
}

// The same order as comesBefore().
void EpisodeProxy::sortAll() {
  m_allStale = false;
  std::vector<SortKey> keys = sortKeys(*m_episodes, m_column);
  const bool up = m_order == Qt::AscendingOrder;
  std::sort(keys.begin(), keys.end(), [up](const SortKey& a, const SortKey& b) {
    const int relation = compare(a.cell, b.cell);
    if (relation != 0) {
      return up ? relation < 0 : relation > 0;
    }
    if (a.step != b.step) {
      return a.step > b.step;
    }
    return std::tie(a.place, a.row) < std::tie(b.place, b.row);
  });
  m_all.clear();
  for (const SortKey& key : keys) {
    m_all.push_back(key.row);
  }
}

void EpisodeProxy::rebuild() {
  beginResetModel();
  if (m_allStale) {
    sortAll();
  }
  m_shown.clear();
  if (showsAll()) {
    m_shown = m_all;
  } else {
    std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(m_shown),
                 [this](int row) { return shows(row); });
  }
  endResetModel();
}

void EpisodeProxy::insertOne(int sourceRow) {
  const auto place = std::lower_bound(m_shown.begin(), m_shown.end(), sourceRow,
                                      [this](int a, int b) { return comesBefore(a, b); });
  const int row = static_cast<int>(place - m_shown.begin());
  beginInsertRows({}, row, row);
  m_shown.insert(place, sourceRow);
  endInsertRows();
}

void EpisodeProxy::sourceInserted(int first, int last) {
  m_allStale = true;
  std::vector<int> fresh;
  for (int i = first; i <= last; ++i) {
    if (shows(i)) {
      fresh.push_back(i);
    }
  }
  if (fresh.empty()) {
    return;
  }
  std::sort(fresh.begin(), fresh.end(), [this](int a, int b) { return comesBefore(a, b); });
  const auto before = [this](int a, int b) { return comesBefore(a, b); };
  // Newest first is the usual order: all that is new goes in at one place.
  std::size_t next = 0;
  int blocks = 0;
  constexpr int kMaxBlocks = 200;  // beyond that one reset is cheaper than so many insertions
  while (next < fresh.size()) {
    if (++blocks > kMaxBlocks) {
      rebuild();
      return;
    }
    const auto place = std::lower_bound(m_shown.begin(), m_shown.end(), fresh[next], before);
    std::size_t end = next + 1;
    while (end < fresh.size() && (place == m_shown.end() || before(fresh[end], *place))) {
      ++end;
    }
    const int row = static_cast<int>(place - m_shown.begin());
    beginInsertRows({}, row, row + static_cast<int>(end - next) - 1);
    m_shown.insert(place, fresh.begin() + static_cast<std::ptrdiff_t>(next),
                   fresh.begin() + static_cast<std::ptrdiff_t>(end));
    endInsertRows();
    next = end;
  }
}

// A replaced row may leave the filter, enter it, or change its place.
void EpisodeProxy::sourceChanged(int first, int last) {
  if (first < last) {  // only the notes of many rows change at once; order and filter knew before
    if (!m_shown.empty()) {
      Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    return;
  }
  m_allStale = true;
  for (int i = first; i <= last; ++i) {
    const auto old = std::find(m_shown.begin(), m_shown.end(), i);
    const bool shown = shows(i);
    if (old != m_shown.end()) {
      const int row = static_cast<int>(old - m_shown.begin());
      const bool sorted = (old == m_shown.begin() || comesBefore(*(old - 1), i)) &&
                          (old + 1 == m_shown.end() || comesBefore(i, *(old + 1)));
      if (shown && sorted) {
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        continue;
      }
      beginRemoveRows({}, row, row);
      m_shown.erase(old);
      endRemoveRows();
    }
    if (shown) {
      insertOne(i);
    }
  }
}

const record::EpisodeRow& EpisodeProxy::row(int proxyRow) const {
  return m_episodes->row(m_shown[static_cast<std::size_t>(proxyRow)]);
}

int EpisodeProxy::placeOf(int sourceRow) const {
  if (sourceRow < 0) {
    return -1;
  }
  const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), sourceRow,
                                      [this](int a, int b) { return comesBefore(a, b); });
  return found != m_shown.end() && *found == sourceRow ? static_cast<int>(found - m_shown.begin())
                                                       : -1;
}

int EpisodeProxy::proxyRowOfId(qint64 id) const {
  return placeOf(m_episodes->rowOfId(id));
}

int EpisodeProxy::firstRowOfStep(std::int64_t step) const {
  if (m_column != EpisodeModel::kStep || m_shown.empty()) {
    return -1;
  }
  const auto before = [this](int row, std::int64_t wanted) {
    const std::int64_t here = m_episodes->row(row).key.step;
    return m_order == Qt::AscendingOrder ? here < wanted : here > wanted;
  };
  const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), step, before);
  return std::min(static_cast<int>(found - m_shown.begin()), rowCount() - 1);
}

QModelIndex EpisodeProxy::index(int row, int column, const QModelIndex& parent) const {
  const bool inside =
      !parent.isValid() && row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
  return inside ? createIndex(row, column) : QModelIndex();
}

QModelIndex EpisodeProxy::parent(const QModelIndex&) const {
  return {};
}

int EpisodeProxy::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int EpisodeProxy::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : EpisodeModel::kColumnCount;
}

QModelIndex EpisodeProxy::mapToSource(const QModelIndex& proxyIndex) const {
  if (!proxyIndex.isValid()) {
    return {};
  }
  return m_episodes->index(m_shown[static_cast<std::size_t>(proxyIndex.row())],
                           proxyIndex.column());
}

QModelIndex EpisodeProxy::mapFromSource(const QModelIndex& sourceIndex) const {
  if (!sourceIndex.isValid()) {
    return {};
  }
  const int row = placeOf(sourceIndex.row());
  return row < 0 ? QModelIndex() : index(row, sourceIndex.column());
}

QVariant EpisodeProxy::headerData(int section, Qt::Orientation orientation, int role) const {
  return m_episodes->headerData(section, orientation, role);
}

}  // namespace nereid::widgets
