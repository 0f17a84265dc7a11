// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episodes/episode_model.h"

#include <algorithm>

#include "widgets/feed/phase_words.h"
#include "widgets/look/theme.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

QString headText(int column) {
  switch (column) {
    case EpisodeModel::kMark:
      return {};  // too narrow; its tooltip says what it is
    case EpisodeModel::kStep:
      return EpisodeModel::tr("step");
    case EpisodeModel::kPhase:
      return EpisodeModel::tr("phase");
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
    case EpisodeModel::kPhase:
      return episodePhaseWord(row.phase);
    case EpisodeModel::kTask:
      return row.turn.number > 1 ? EpisodeModel::tr("%1 \u00B7 turn %2")
                                       .arg(text(row.task_name), QString::number(row.turn.number))
                                 : text(row.task_name);
    case EpisodeModel::kLevel:
      return QStringLiteral("L%1").arg(row.level);
    case EpisodeModel::kReward:
      return rewardNumber(row.reward);
    case EpisodeModel::kAdvantage:
      return advantageNumber(row.advantage);
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
  if (column == EpisodeModel::kPhase || column == EpisodeModel::kLevel ||
      column == EpisodeModel::kTokens || column == EpisodeModel::kJudgedIn) {
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
      return row.accepted ? EpisodeModel::tr("Accepted") : engineText(row.reason_message);
    default:
      return {};
  }
}

QVariant markData(const record::EpisodeNote& note, int role) {
  switch (role) {
    case EpisodeModel::kBookmarkRole:
      return note.bookmarked;
    case EpisodeModel::kHasNoteRole:
      return !note.text.empty();
    case Qt::ToolTipRole:
      return note.empty() ? QVariant(EpisodeModel::tr("No bookmark")) : QVariant(text(note.text));
    case Qt::DisplayRole:  // copied as text
    case Qt::AccessibleTextRole:
      return note.bookmarked ? EpisodeModel::tr("bookmarked") : QString();
    default:
      return {};
  }
}

}  // namespace

std::size_t EpisodeModel::IdentityHash::operator()(const Identity& identity) const {
  const std::size_t place = static_cast<std::size_t>(identity.key.step) * 1'000'003U +
                            static_cast<std::size_t>(identity.key.group) * 1009U +
                            static_cast<std::size_t>(identity.key.index) * 8U +
                            static_cast<std::size_t>(identity.phase);
  return place * 0x9E3779B97F4A7C15ULL;
}

void EpisodeModel::clear() {
  beginResetModel();
  m_rows.clear();
  m_phases.clear();
  m_byKey.clear();
  m_byId.clear();
  m_flags.clear();
  m_notes.clear();
  endResetModel();
  Q_EMIT notesChanged();
}

int EpisodeModel::phaseOf(const std::string& phase) {
  const auto found = std::find(m_phases.begin(), m_phases.end(), phase);
  if (found != m_phases.end()) {
    return static_cast<int>(found - m_phases.begin());
  }
  m_phases.push_back(phase);
  return static_cast<int>(m_phases.size()) - 1;
}

void EpisodeModel::replaceRow(int place, const record::EpisodeRow& row) {
  record::EpisodeRow& old = m_rows[static_cast<std::size_t>(place)];
  m_byId.remove(old.id);
  m_byId.insert(row.id, place);
  old = row;
  Q_EMIT dataChanged(index(place, 0), index(place, kColumnCount - 1));
}

void EpisodeModel::addRows(std::span<const record::EpisodeRow> rows) {
  const int first = rowCount();
  std::vector<const record::EpisodeRow*> fresh;
  for (const record::EpisodeRow& row : rows) {
    const int next = first + static_cast<int>(fresh.size());
    const auto [known, added] = m_byKey.try_emplace(Identity{phaseOf(row.phase), row.key}, next);
    if (added) {
      fresh.push_back(&row);
    } else if (known->second >= first) {
      fresh[static_cast<std::size_t>(known->second - first)] = &row;  // twice in one batch
    } else {
      replaceRow(known->second, row);
    }
  }
  if (fresh.empty()) {
    return;
  }
  beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
  for (const record::EpisodeRow* row : fresh) {
    m_byId.insert(row->id, static_cast<int>(m_rows.size()));
    m_rows.push_back(*row);
  }
  endInsertRows();
}

bool EpisodeModel::hasPhases() const {
  const auto isNamed = [](const std::string& phase) {
    return phase != "train" && !record::is_evaluation(phase);
  };
  return m_phases.size() > 1 && std::any_of(m_phases.begin(), m_phases.end(), isNamed);
}

int EpisodeModel::rowOfId(qint64 id) const {
  return m_byId.value(id, -1);
}

int EpisodeModel::rowOfKey(const record::EpisodeKey& key, const std::string& phase) const {
  const auto named = std::find(m_phases.begin(), m_phases.end(), phase);
  const auto found = m_byKey.find({static_cast<int>(named - m_phases.begin()), key});
  return found == m_byKey.end() ? -1 : found->second;
}

void EpisodeModel::setFlags(std::span<const record::EpisodeFlags> flags) {
  for (const record::EpisodeFlags& entry : flags) {
    std::string joined;
    for (const std::string& flag : entry.flags) {
      joined += joined.empty() ? flag : ' ' + flag;
    }
    const auto [place, added] =
        m_flagIds.try_emplace(joined, static_cast<std::uint32_t>(m_flagSets.size()));
    if (added) {
      m_flagSets.push_back(joined);
    }
    m_flags[entry.id] = place->second;
  }
  if (!flags.empty()) {
    Q_EMIT flagsChanged();
  }
}

void EpisodeModel::setNotes(std::span<const record::EpisodeNote> notes) {
  m_notes.clear();
  for (const record::EpisodeNote& note : notes) {
    m_notes[{phaseOf(note.phase), note.key}] = note;
  }
  Q_EMIT notesChanged();
  if (!m_rows.empty()) {
    Q_EMIT dataChanged(index(0, kMark), index(rowCount() - 1, kMark));
  }
}

void EpisodeModel::setNote(const record::EpisodeNote& note) {
  const Identity identity{phaseOf(note.phase), note.key};
  if (note.empty()) {
    m_notes.erase(identity);
  } else {
    m_notes[identity] = note;
  }
  Q_EMIT notesChanged();
  const int row = rowOfKey(note.key, note.phase);
  if (row >= 0) {
    Q_EMIT dataChanged(index(row, 0), index(row, kColumnCount - 1));
  }
}

const record::EpisodeNote* EpisodeModel::findNote(int row) const {
  if (m_notes.empty()) {
    return nullptr;
  }
  const record::EpisodeRow& episode = this->row(row);
  const auto phase = std::find(m_phases.begin(), m_phases.end(), episode.phase);
  const auto found = m_notes.find({static_cast<int>(phase - m_phases.begin()), episode.key});
  return found == m_notes.end() ? nullptr : &found->second;
}

record::EpisodeNote EpisodeModel::note(int row) const {
  const record::EpisodeNote* found = findNote(row);
  return found != nullptr
             ? *found
             : record::EpisodeNote{this->row(row).phase, this->row(row).key, false, {}};
}

EpisodeMarks EpisodeModel::marks(int row) const {
  EpisodeMarks marks;
  if (const record::EpisodeNote* found = findNote(row)) {
    marks.bookmarked = found->bookmarked;
    marks.note = found->text;
  }
  if (const auto flags = m_flags.find(this->row(row).id); flags != m_flags.end()) {
    marks.flags = m_flagSets[flags->second];
  }
  return marks;
}

int EpisodeModel::bookmarkCount() const {
  return static_cast<int>(std::count_if(m_notes.begin(), m_notes.end(),
                                        [](const auto& entry) { return entry.second.bookmarked; }));
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
  if (index.column() == kMark) {
    return markData(note(index.row()), role);
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
  if (section == kMark && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)) {
    return tr("Bookmark; a dot for a note");
  }
  if (role == Qt::ToolTipRole) return headText(section);  // a narrow column cuts its head
  if (role == Qt::TextAlignmentRole) {
    return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  return {};
}

}  // namespace nereid::widgets
