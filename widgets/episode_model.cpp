// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episode_model.h"

#include <algorithm>

#include "widgets/format.h"
#include "widgets/stage_pips.h"
#include "widgets/theme.h"

namespace nereid::widgets {

namespace {

QString headText(int column) {
  switch (column) {
    case EpisodeModel::kStep:
      return EpisodeModel::tr("step");
    case EpisodeModel::kTask:
      return EpisodeModel::tr("task");
    case EpisodeModel::kLevel:
      return EpisodeModel::tr("level");
    case EpisodeModel::kStages:
      return EpisodeModel::tr("stages");
    case EpisodeModel::kReward:
      return EpisodeModel::tr("reward");
    case EpisodeModel::kAdvantage:
      return EpisodeModel::tr("advantage");
    case EpisodeModel::kVerdict:
      return EpisodeModel::tr("verdict");
    case EpisodeModel::kTokens:
      return EpisodeModel::tr("tokens");
    case EpisodeModel::kJudgedIn:
      return EpisodeModel::tr("judged in");
    default:
      return {};
  }
}

bool isNumber(int column) {
  return column == EpisodeModel::kStep || column == EpisodeModel::kReward ||
         column == EpisodeModel::kAdvantage || column == EpisodeModel::kTokens ||
         column == EpisodeModel::kJudgedIn;
}

QString cellText(const record::EpisodeRow& row, int column) {
  switch (column) {
    case EpisodeModel::kStep:
      return formatCount(row.key.step);
    case EpisodeModel::kTask:
      return text(row.task_name);
    case EpisodeModel::kLevel:
      return QStringLiteral("L%1").arg(row.level);
    case EpisodeModel::kReward:
      return formatFixed(row.reward, 2);
    case EpisodeModel::kAdvantage:
      return formatSigned(row.advantage);
    case EpisodeModel::kVerdict:
      return verdictLine(row.accepted, row.reason_code, row.reason_message);
    case EpisodeModel::kTokens:
      return formatCount(row.token_count);
    case EpisodeModel::kJudgedIn:
      return formatDuration(row.verify_ms);
    default:
      return {};
  }
}

QVariant cellColor(const record::EpisodeRow& row, int column) {
  if (column == EpisodeModel::kVerdict) {
    return QBrush(theme().color(row.accepted ? Role::kAccepted : Role::kRejected));
  }
  if (column == EpisodeModel::kLevel || column == EpisodeModel::kTokens ||
      column == EpisodeModel::kJudgedIn) {
    return QBrush(theme().color(Role::kSecondary));
  }
  return {};
}

QString cellTip(const record::EpisodeRow& row, int column) {
  switch (column) {
    case EpisodeModel::kStep:
      return EpisodeModel::tr("Step %1, prompt %2, completion %3 (%4)")
          .arg(row.key.step)
          .arg(row.key.group + 1)
          .arg(row.key.index + 1)
          .arg(text(row.phase));
    case EpisodeModel::kTask:
      return text(row.task_id);
    case EpisodeModel::kStages:
      return pipsText(pipsOf(row));
    case EpisodeModel::kVerdict:
      return row.accepted ? EpisodeModel::tr("Accepted") : text(row.reason_message);
    default:
      return {};
  }
}

}  // namespace

std::size_t EpisodeModel::KeyHash::operator()(
    const std::pair<std::string, record::EpisodeKey>& key) const {
  const std::size_t place = static_cast<std::size_t>(key.second.step) * 1'000'003U +
                            static_cast<std::size_t>(key.second.group) * 1009U +
                            static_cast<std::size_t>(key.second.index);
  return std::hash<std::string>()(key.first) ^ (place * 0x9E3779B97F4A7C15ULL);
}

void EpisodeModel::clear() {
  beginResetModel();
  m_rows.clear();
  m_byKey.clear();
  m_byId.clear();
  endResetModel();
}

void EpisodeModel::addRows(std::span<const record::EpisodeRow> rows) {
  std::vector<const record::EpisodeRow*> fresh;
  std::unordered_map<std::pair<std::string, record::EpisodeKey>, std::size_t, KeyHash> inBatch;
  for (const record::EpisodeRow& row : rows) {
    const auto key = std::make_pair(row.phase, row.key);
    const auto found = m_byKey.find(key);
    if (found != m_byKey.end()) {
      const int place = found->second;
      m_byId.remove(m_rows[static_cast<std::size_t>(place)].id);
      m_byId.insert(row.id, place);
      m_rows[static_cast<std::size_t>(place)] = row;
      Q_EMIT dataChanged(index(place, 0), index(place, kColumnCount - 1));
      continue;
    }
    const auto [again, added] = inBatch.emplace(key, fresh.size());
    if (added) {
      fresh.push_back(&row);
    } else {
      fresh[again->second] = &row;
    }
  }
  if (fresh.empty()) {
    return;
  }
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
  for (const record::EpisodeRow* row : fresh) {
    const int place = static_cast<int>(m_rows.size());
    m_rows.push_back(*row);
    m_byKey.emplace(std::make_pair(row->phase, row->key), place);
    m_byId.insert(row->id, place);
  }
  endInsertRows();
}

int EpisodeModel::rowOfId(qint64 id) const {
  return m_byId.value(id, -1);
}

int EpisodeModel::rowOfKey(const record::EpisodeKey& key, const std::string& phase) const {
  const auto found = m_byKey.find(std::make_pair(phase, key));
  return found == m_byKey.end() ? -1 : found->second;
}

int EpisodeModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EpisodeModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QVariant EpisodeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const record::EpisodeRow& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return cellText(row, index.column());
    case Qt::TextAlignmentRole:
      return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
      return cellColor(row, index.column());
    case Qt::ToolTipRole:
      return cellTip(row, index.column());
    case Qt::AccessibleTextRole:
      return index.column() == kStages ? pipsText(pipsOf(row)) : cellText(row, index.column());
    case StagePipsDelegate::kPipsRole:
      return packPips(pipsOf(row));
    default:
      return {};
  }
}

QVariant EpisodeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::DisplayRole) {
    return headText(section);
  }
  if (role == Qt::TextAlignmentRole) {
    return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  return {};
}

}  // namespace nereid::widgets
