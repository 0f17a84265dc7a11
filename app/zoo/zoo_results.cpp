// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/zoo_results.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QSet>
#include <algorithm>
#include <map>

#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "widgets/words/format.h"

namespace nereid::app {

using verify::Verdict;
using verify::Zoo;
using verify::ZooEntry;
using verify::ZooOutcome;

namespace {

constexpr const char* kSchema = "nereid.zoo-result/1";

QString tr(const char* text) {
  return QCoreApplication::translate("ZooResults", text);
}

QString marked(char16_t mark, const QString& words) {
  return QChar(mark) + QLatin1Char(' ') + words;
}

QString timeText(qint64 unixMs) {
  return QLocale().toString(QDateTime::fromMSecsSinceEpoch(unixMs),
                            QStringLiteral("d MMM yyyy HH:mm"));
}

}  // namespace

ZooTally tally(const Zoo& zoo, const ZooPairs& pairs, std::string_view classId) {
  ZooTally sums;
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    const ZooEntry& entry = zoo.entries[i];
    if (!classId.empty() && entry.class_id != classId) continue;
    ++sums.entries;
    if (pairs[i].cheat) {
      ++sums.cheats;
      verify::count_cheat(sums, entry, *pairs[i].cheat);
    }
    if (pairs[i].twin) {
      ++sums.twins;
      verify::count_twin(sums, entry, *pairs[i].twin);
    }
  }
  return sums;
}

QString zooText(const std::string& words) {
  return QCoreApplication::translate("Zoo", words.c_str());
}

QString zooName(const ZooEntry& entry) {
  QString name = widgets::text(entry.id).section(QLatin1Char('/'), -1);
  return name.replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString zooExpectation(const ZooEntry& entry, bool twin) {
  if (twin) return tr("accepted");
  QStringList words;
  for (const std::string& code : entry.codes) words << widgets::reasonWord(code);
  QString text = words.isEmpty() ? tr("rejected")
                                 : tr("rejected for %1").arg(words.join(QStringLiteral(", ")));
  if (entry.harmless) text += tr("; or accepted, because the act has no effect here");
  if (!entry.told_on_cpu) text += tr("; cannot be told on a CPU");
  if (!entry.told_on_cuda) text += tr("; cannot be told on a GPU");
  if (!entry.flag.empty()) {
    text = tr("accepted with the flag %1, because the task promises what it needs")
               .arg(widgets::reasonWord(entry.flag));
  }
  return text;
}

QString zooOutcomeLine(const ZooEntry& entry, const VerdictPtr& verdict, bool twin) {
  if (!verdict) return widgets::missing();
  const QString reason =
      verdict->accepted ? tr("accepted") : widgets::reasonWord(verdict->reason.code);
  switch (verify::zoo_outcome(entry, *verdict, twin)) {
    case ZooOutcome::kRight:
      return marked(widgets::kTick, reason);
    case ZooOutcome::kContained:
      return QStringLiteral("~ ") + tr("contained");
    case ZooOutcome::kFlagged:
      return QStringLiteral("~ ") + tr("flagged %1").arg(widgets::reasonWord(entry.flag));
    case ZooOutcome::kNotHere:
      return widgets::missing() + QLatin1Char(' ') + tr("not judgeable here");
    case ZooOutcome::kFalse:
      return marked(widgets::kCross, reason);
  }
  return {};
}

QString zooOrigin(const ZooPairs& pairs) {
  qint64 first = 0, last = 0;
  QSet<QString> builds, tritons, devices;
  for (const ZooPair& pair : pairs) {
    for (const VerdictPtr& verdict : {pair.cheat, pair.twin}) {
      if (!verdict) continue;
      const auto triton = verdict->versions.find("triton");
      if (triton != verdict->versions.end()) tritons.insert(widgets::text(triton->second));
      builds.insert(pair.build);
      devices.insert(widgets::text(verdict->device));
      first = first == 0 ? pair.unixMs : std::min(first, pair.unixMs);
      last = std::max(last, pair.unixMs);
    }
  }
  if (last == 0) return {};
  const auto joined = [](const QSet<QString>& words) {
    QStringList list(words.begin(), words.end());
    list.sort();
    return list.join(QStringLiteral(" / "));
  };
  // One run takes minutes; what lies further apart was judged in several.
  constexpr qint64 kOneRunMs = 3'600'000;
  const QString time = last - first < kOneRunMs
                           ? timeText(last)
                           : tr("%1 to %2").arg(timeText(first), timeText(last));
  QStringList parts{time, tr("Nereid %1").arg(joined(builds))};
  if (!tritons.isEmpty()) parts << tr("Triton %1").arg(joined(tritons));
  return (parts << joined(devices)).join(QStringLiteral(", "));
}

std::string keepZoo(const Zoo& zoo, const ZooPairs& pairs) {
  Json entries = Json::array();
  const auto verdictJson = [](const VerdictPtr& verdict) {
    return verdict ? Json::parse(verify::to_json_text(*verdict), nullptr, false) : Json();
  };
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    if (!pairs[i].cheat && !pairs[i].twin) continue;
    entries.push_back({{"id", zoo.entries[i].id},
                       {"judged_at_ms", pairs[i].unixMs},
                       {"nereid", pairs[i].build.toStdString()},
                       {"cheat", verdictJson(pairs[i].cheat)},
                       {"twin", verdictJson(pairs[i].twin)}});
  }
  return dump_json(Json{{"schema", kSchema}, {"entries", std::move(entries)}});
}

Result<ZooPairs> recallZoo(const Zoo& zoo, std::string_view text, const std::string& what) {
  const Result<Json> json = parse_json(text, what);
  if (!json) return json.error();
  if (json_value(*json, "schema", std::string()) != kSchema) {
    return Error{ErrorCode::kCorrupt, what + ": expected the schema " + kSchema};
  }
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) places[zoo.entries[i].id] = i;
  ZooPairs pairs(zoo.entries.size());
  // A verdict on a text that has changed since says nothing about the one of now.
  const auto verdictOf = [](const Json& item, const char* key,
                            const std::string& source) -> VerdictPtr {
    const auto found = item.find(key);
    if (found == item.end() || !found->is_object()) return nullptr;
    auto verdict = verify::verdict_from_json_text(dump_json(*found));
    if (!verdict || verdict->candidate_sha256 != sha256_hex(source)) return nullptr;
    return std::make_shared<const Verdict>(std::move(*verdict));
  };
  for (const Json& item : json_value(*json, "entries", Json::array())) {
    const auto place = places.find(json_value(item, "id", std::string()));
    if (place == places.end()) continue;
    const ZooEntry& entry = zoo.entries[place->second];
    pairs[place->second] = {verdictOf(item, "cheat", entry.cheat),
                            verdictOf(item, "twin", entry.twin),
                            json_value(item, "judged_at_ms", qint64{0}),
                            widgets::text(json_value(item, "nereid", std::string()))};
  }
  return pairs;
}

}  // namespace nereid::app
