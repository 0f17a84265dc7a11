// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/zoo_model.h"

#include <QBrush>
#include <algorithm>
#include <optional>

#include "app/zoo/zoo_run.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using verify::ZooOutcome;
using widgets::Role;
using widgets::theme;

namespace {

constexpr quintptr kSums = 0;  // internal id of the rows of sums; an entry has 1 + its class

std::optional<int> countOf(const ZooTally& sums, int column) {
  switch (column) {
    case ZooModel::kFalseAccepts:
      return sums.false_accepts;
    case ZooModel::kFalseRejects:
      return sums.false_rejects;
    case ZooModel::kContained:
      return sums.contained;
    case ZooModel::kFlagged:
      return sums.flagged;
    case ZooModel::kNotHere:
      return sums.not_here;
    default:
      return std::nullopt;
  }
}

bool isFalseColumn(int column) {
  return column == ZooModel::kFalseAccepts || column == ZooModel::kFalseRejects;
}

QString judgedText(int judged, int of) {
  return judged == 0 ? ZooModel::tr("%1 to judge").arg(widgets::formatCount(of))
         : judged == of
             ? widgets::formatCount(of)
             : ZooModel::tr("%1 of %2").arg(widgets::formatCount(judged), widgets::formatCount(of));
}

QString countText(int column, const ZooTally& sums) {
  const int count = countOf(sums, column).value_or(0);
  const int judged = column == ZooModel::kFalseRejects ? sums.twins : sums.cheats;
  if (judged == 0) return widgets::missing();
  if (count > 0 && isFalseColumn(column)) {
    return QChar(widgets::kCross) + QLatin1Char(' ') + widgets::formatCount(count);
  }
  return widgets::formatCount(count);
}

QString headTip(int column) {
  switch (column) {
    case ZooModel::kCheats:
      return ZooModel::tr("Candidates that try to win without doing the work");
    case ZooModel::kTwins:
      return ZooModel::tr("Honest candidates that look like the cheats");
    case ZooModel::kFalseAccepts:
      return ZooModel::tr("Cheats that were accepted: holes of the verifier");
    case ZooModel::kFalseRejects:
      return ZooModel::tr("Honest twins that were rejected");
    case ZooModel::kContained:
      return ZooModel::tr("Accepted: the kernel is right, and the sandbox left the act no effect");
    case ZooModel::kFlagged:
      return ZooModel::tr("Accepted and flagged: legal, because the task promises what it needs");
    case ZooModel::kNotHere:
      return ZooModel::tr("Cheats that cannot be told or run on this device");
    default:
      return {};
  }
}

QString headText(int column) {
  switch (column) {
    case ZooModel::kName:
      return ZooModel::tr("class and trick");
    case ZooModel::kCheats:
      return ZooModel::tr("cheats");
    case ZooModel::kTwins:
      return ZooModel::tr("twins");
    case ZooModel::kFalseAccepts:
      return ZooModel::tr("false accepts");
    case ZooModel::kFalseRejects:
      return ZooModel::tr("false rejects");
    case ZooModel::kContained:
      return ZooModel::tr("contained");
    case ZooModel::kFlagged:
      return ZooModel::tr("flagged");
    case ZooModel::kNotHere:
      return ZooModel::tr("not here");
    default:
      return {};
  }
}

QVariant brush(Role role) {
  return QBrush(theme().color(role));
}

Role toneOf(ZooOutcome outcome) {
  switch (outcome) {
    case ZooOutcome::kRight:
      return Role::kAccepted;
    case ZooOutcome::kFalse:
      return Role::kRejected;
    case ZooOutcome::kContained:
    case ZooOutcome::kFlagged:
      return Role::kWarning;
    case ZooOutcome::kNotHere:
      return Role::kSecondary;
  }
  return Role::kText;
}

/// What one entry adds to the sums of its class.
ZooTally shareOf(const verify::ZooEntry& entry, const ZooPair& pair) {
  verify::Zoo one;
  one.entries.push_back({.id = entry.id,
                         .class_id = entry.class_id,
                         .codes = entry.codes,
                         .told_on_cpu = entry.told_on_cpu,
                         .told_on_cuda = entry.told_on_cuda,
                         .flag = entry.flag,
                         .harmless = entry.harmless});
  return tally(one, {pair}, "");
}

}  // namespace

ZooModel::ZooModel(const ZooRun& run, QObject* parent) : QAbstractItemModel(parent), m_run(run) {}

void ZooModel::reset() {
  beginResetModel();
  const verify::Zoo& zoo = *m_run.zoo();
  m_members.assign(zoo.classes.size(), {});
  m_classOf.assign(zoo.entries.size(), 0);
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    for (std::size_t c = 0; c < zoo.classes.size(); ++c) {
      if (zoo.entries[i].class_id != zoo.classes[c].id) continue;
      m_members[c].push_back(static_cast<int>(i));
      m_classOf[i] = static_cast<int>(c);
    }
  }
  endResetModel();
}

void ZooModel::refreshEntry(int entry) {
  const int last = kColumnCount - 1;
  Q_EMIT dataChanged(indexOf(entry, 0), indexOf(entry, last));
  const int classRow = 1 + m_classOf[static_cast<std::size_t>(entry)];
  Q_EMIT dataChanged(index(classRow, 0), index(classRow, last));
  Q_EMIT dataChanged(index(0, 0), index(0, last));
}

int ZooModel::entryOf(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kSums) return -1;
  return m_members[index.internalId() - 1][static_cast<std::size_t>(index.row())];
}

QString ZooModel::classOf(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() != kSums || index.row() == 0) return {};
  return widgets::text(m_run.zoo()->classes[static_cast<std::size_t>(index.row() - 1)].id);
}

QModelIndex ZooModel::indexOf(int entry, int column) const {
  const int place = m_classOf[static_cast<std::size_t>(entry)];
  const std::vector<int>& members = m_members[static_cast<std::size_t>(place)];
  const auto row = std::find(members.begin(), members.end(), entry) - members.begin();
  return createIndex(static_cast<int>(row), column, static_cast<quintptr>(place) + 1);
}

QModelIndex ZooModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= kColumnCount) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kSums);
}

QModelIndex ZooModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kSums) return {};
  return createIndex(static_cast<int>(child.internalId()), 0, kSums);
}

int ZooModel::rowCount(const QModelIndex& parent) const {
  if (m_members.empty()) return 0;
  if (!parent.isValid()) return 1 + static_cast<int>(m_members.size());
  if (parent.internalId() != kSums || parent.row() == 0 || parent.column() > 0) return 0;
  return static_cast<int>(m_members[static_cast<std::size_t>(parent.row() - 1)].size());
}

int ZooModel::columnCount(const QModelIndex&) const {
  return kColumnCount;
}

QVariant ZooModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool right = index.column() >= kFalseAccepts;
    return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  const int entry = entryOf(index);
  return entry < 0 ? sumData(index, role) : entryData(entry, index.column(), role);
}

QVariant ZooModel::sumData(const QModelIndex& index, int role) const {
  const verify::Zoo& zoo = *m_run.zoo();
  const bool isAll = index.row() == 0;
  const verify::ZooClass* row =
      isAll ? nullptr : &zoo.classes[static_cast<std::size_t>(index.row() - 1)];
  if (role == Qt::FontRole) return isAll ? QVariant(theme().strongFont()) : QVariant();
  if (role == Qt::ToolTipRole && index.column() == kName && !isAll) {
    return zooText(row->about);
  }
  if (role != Qt::DisplayRole && role != Qt::ForegroundRole && role != kSortRole) return {};
  const ZooTally sums = tally(zoo, m_run.pairs(), isAll ? std::string_view() : row->id);
  const std::optional<int> count = countOf(sums, index.column());
  if (role == Qt::ForegroundRole) {
    if (sums.isEmpty() && index.column() != kName) return brush(Role::kSecondary);
    if (!count) return {};
    if (*count == 0) return brush(Role::kSecondary);
    return isFalseColumn(index.column()) ? brush(Role::kRejected) : QVariant();
  }
  if (role == kSortRole) {
    if (count) return *count;
    if (index.column() != kName) return index.column() == kCheats ? sums.cheats : sums.twins;
  }
  switch (index.column()) {
    case kName:
      return isAll ? tr("Whole zoo") : zooText(row->title);
    case kCheats:
      return judgedText(sums.cheats, sums.entries);
    case kTwins:
      return judgedText(sums.twins, sums.entries);
    default:
      return countText(index.column(), sums);
  }
}

QVariant ZooModel::entryData(int entry, int column, int role) const {
  const auto place = static_cast<std::size_t>(entry);
  const verify::ZooEntry& one = m_run.zoo()->entries[place];
  const ZooPair& pair = m_run.pairs()[place];
  const bool twin = column == kTwins;
  const VerdictPtr& verdict = twin ? pair.twin : pair.cheat;
  if (role == kFilterRole) {
    return zooName(one) + QLatin1Char('\n') + widgets::text(one.mechanism) + QLatin1Char('\n') +
           zooOutcomeLine(one, pair.cheat, false) + QLatin1Char('\n') +
           zooOutcomeLine(one, pair.twin, true);
  }
  if (column == kName) {
    if (role == Qt::DisplayRole || role == kSortRole) return zooName(one);
    return role == Qt::ToolTipRole ? widgets::text(one.mechanism) : QVariant();
  }
  if (column == kCheats || column == kTwins) {
    if (role == Qt::DisplayRole || role == kSortRole) return zooOutcomeLine(one, verdict, twin);
    if (role == Qt::ForegroundRole) {
      return brush(verdict ? toneOf(verify::zoo_outcome(one, *verdict, twin)) : Role::kSecondary);
    }
    if (role != Qt::ToolTipRole) return {};
    if (!verdict) return tr("Not judged yet");
    return verdict->accepted ? zooOutcomeLine(one, verdict, twin)
                             : widgets::engineText(verdict->reason.message);
  }
  // Only what happened is written; a field of zeros hides the one that is not.
  const int count = countOf(shareOf(one, pair), column).value_or(0);
  if (role == kSortRole) return count;
  if (count == 0) return {};
  if (role == Qt::ForegroundRole && isFalseColumn(column)) return brush(Role::kRejected);
  if (role != Qt::DisplayRole) return {};
  return isFalseColumn(column) ? QString(QChar(widgets::kCross)) : QStringLiteral("1");
}

QVariant ZooModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  switch (role) {
    case Qt::DisplayRole:
      return headText(section);
    case Qt::ToolTipRole:
      return headTip(section);
    case Qt::TextAlignmentRole:
      return int((section >= kFalseAccepts ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

ZooProxy::ZooProxy(ZooModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(&model);
  setSortRole(ZooModel::kSortRole);
  setRecursiveFilteringEnabled(true);
}

void ZooProxy::setWords(const QString& words) {
  m_words = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

int ZooProxy::shownEntries() const {
  int count = 0;
  for (int row = 0; row < rowCount(); ++row) count += rowCount(index(row, 0));
  return count;
}

bool ZooProxy::filterAcceptsRow(int row, const QModelIndex& parent) const {
  if (m_words.isEmpty()) return true;
  if (!parent.isValid()) return row == 0;  // a class stays while one of its entries does
  const QString text = m_model.index(row, 0, parent).data(ZooModel::kFilterRole).toString();
  return std::all_of(m_words.begin(), m_words.end(),
                     [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

bool ZooProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool areSums = m_model.entryOf(left) < 0;
  if (areSums && (left.row() == 0 || right.row() == 0)) {
    return (left.row() == 0) == (sortOrder() == Qt::AscendingOrder);
  }
  return QSortFilterProxyModel::lessThan(left, right);
}

}  // namespace nereid::app
