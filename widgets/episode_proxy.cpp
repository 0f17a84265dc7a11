// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "widgets/episode_model.h"

namespace nereid::widgets {

namespace {

using Row = record::EpisodeRow;

template <class T>
int compare(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

int compareColumn(const Row& a, const Row& b, int column) {
  switch (column) {
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

}  // namespace

EpisodeProxy::EpisodeProxy(EpisodeModel* source, QObject* parent)
    : QAbstractProxyModel(parent), m_episodes(source) {
  setSourceModel(source);
  connect(source, &QAbstractItemModel::modelReset, this, &EpisodeProxy::rebuild);
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

void EpisodeProxy::sort(int column, Qt::SortOrder order) {
  if (column < 0) {
    return;
  }
  m_column = column;
  m_order = order;
  rebuild();
}

// A total order: equal cells fall back to newest step first, then prompt and completion as written.
bool EpisodeProxy::comesBefore(int a, int b) const {
  const Row& left = m_episodes->row(a);
  const Row& right = m_episodes->row(b);
  const int relation = compareColumn(left, right, m_column);
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

void EpisodeProxy::rebuild() {
  beginResetModel();
  m_shown.clear();
  const int count = m_episodes->rowCount();
  for (int i = 0; i < count; ++i) {
    if (m_filter.isEmpty() || m_filter.matches(m_episodes->row(i))) {
      m_shown.push_back(i);
    }
  }
  std::sort(m_shown.begin(), m_shown.end(), [this](int a, int b) { return comesBefore(a, b); });
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
  std::vector<int> fresh;
  for (int i = first; i <= last; ++i) {
    if (m_filter.matches(m_episodes->row(i))) {
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
  for (int i = first; i <= last; ++i) {
    const auto old = std::find(m_shown.begin(), m_shown.end(), i);
    const bool shows = m_filter.matches(m_episodes->row(i));
    if (old != m_shown.end()) {
      const int row = static_cast<int>(old - m_shown.begin());
      const bool sorted = (old == m_shown.begin() || comesBefore(*(old - 1), i)) &&
                          (old + 1 == m_shown.end() || comesBefore(i, *(old + 1)));
      if (shows && sorted) {
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        continue;
      }
      beginRemoveRows({}, row, row);
      m_shown.erase(old);
      endRemoveRows();
    }
    if (shows) {
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
