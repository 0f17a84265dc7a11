// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QStringList>

#include "app/zoo/zoo_results.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "widgets/words/format.h"

// What leaves the program is for scripts, papers and other people's trackers: fixed words, not
// translated, as the command line prints them.
namespace nereid::app {

using verify::Verdict;
using verify::Zoo;
using verify::ZooEntry;
using verify::ZooOutcome;

namespace {

const char* outcomeKey(ZooOutcome outcome) {
  switch (outcome) {
    case ZooOutcome::kRight:
      return "right";
    case ZooOutcome::kContained:
      return "contained";
    case ZooOutcome::kFlagged:
      return "flagged";
    case ZooOutcome::kNotHere:
      return "not_here";
    case ZooOutcome::kFalse:
      return "false";
  }
  return "";
}

QString isoTime(qint64 unixMs) {
  return QDateTime::fromMSecsSinceEpoch(unixMs, Qt::UTC).toString(Qt::ISODate);
}

/// Calls visit(entry, verdict, twin, pair) for every candidate that was judged.
template <class Visitor>
void forEachVerdict(const Zoo& zoo, const ZooPairs& pairs, Visitor visit) {
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    for (const bool twin : {false, true}) {
      const VerdictPtr& verdict = twin ? pairs[i].twin : pairs[i].cheat;
      if (verdict) visit(zoo.entries[i], *verdict, twin, pairs[i]);
    }
  }
}

QString markdownRow(const QString& name, const ZooTally& sums) {
  QStringList cells{name, QStringLiteral("%1 of %2").arg(sums.cheats).arg(sums.entries),
                    QStringLiteral("%1 of %2").arg(sums.twins).arg(sums.entries)};
  for (const int count : {sums.false_accepts, sums.false_rejects, sums.other_reasons,
                          sums.contained, sums.flagged, sums.not_here}) {
    cells << QString::number(count);
  }
  return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

Json countsJson(const ZooTally& sums) {
  return {{"entries", sums.entries},
          {"cheats", sums.cheats},
          {"twins", sums.twins},
          {"false_accepts", sums.false_accepts},
          {"false_rejects", sums.false_rejects},
          {"other_reasons", sums.other_reasons},
          {"contained", sums.contained},
          {"flagged", sums.flagged},
          {"not_here", sums.not_here}};
}

Json verdictJson(const ZooEntry& entry, const VerdictPtr& verdict, bool twin) {
  if (!verdict) return nullptr;
  return {{"accepted", verdict->accepted},
          {"code", verdict->reason.code},
          {"message", verdict->reason.message},
          {"outcome", outcomeKey(verify::zoo_outcome(entry, *verdict, twin))},
          {"flags", verdict->flags},
          {"device", verdict->device},
          {"versions", verdict->versions},
          {"elapsed_ms", verdict->total_ms}};
}

}  // namespace

QString zooMarkdown(const Zoo& zoo, const ZooPairs& pairs) {
  QString text = QStringLiteral(
      "| class | cheats | twins | false accepts | false rejects | other reason | contained | "
      "flagged | not here |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const verify::ZooClass& row : zoo.classes) {
    text += markdownRow(widgets::text(row.id), tally(zoo, pairs, row.id));
  }
  text += markdownRow(QStringLiteral("all"), tally(zoo, pairs, ""));
  QString wrong;
  forEachVerdict(
      zoo, pairs, [&](const ZooEntry& entry, const Verdict& verdict, bool twin, const ZooPair&) {
        if (verify::zoo_outcome(entry, verdict, twin) != ZooOutcome::kFalse) return;
        wrong += QStringLiteral("- %1 `%2`: %3 (%4)\n")
                     .arg(twin ? QStringLiteral("false reject") : QStringLiteral("false accept"),
                          widgets::text(entry.id), widgets::text(verdict.reason.code),
                          widgets::text(verdict.reason.message));
      });
  if (!wrong.isEmpty()) text += QLatin1Char('\n') + wrong;
  if (const QString origin = zooOrigin(pairs); !origin.isEmpty()) {
    text += QStringLiteral("\nJudged %1.\n").arg(origin);
  }
  return text;
}

QString zooCsv(const Zoo& zoo, const ZooPairs& pairs) {
  QString text = QStringLiteral(
      "class,id,candidate,outcome,accepted,reason,flags,device,nereid,judged_at,elapsed_ms,"
      "message\n");
  forEachVerdict(
      zoo, pairs,
      [&](const ZooEntry& entry, const Verdict& verdict, bool twin, const ZooPair& pair) {
        const QStringList fields{
            widgets::text(entry.class_id),
            widgets::text(entry.id),
            twin ? QStringLiteral("twin") : QStringLiteral("cheat"),
            QLatin1String(outcomeKey(verify::zoo_outcome(entry, verdict, twin))),
            verdict.accepted ? QStringLiteral("true") : QStringLiteral("false"),
            widgets::text(verdict.reason.code),
            widgets::joined(verdict.flags, QStringLiteral(" ")),
            widgets::text(verdict.device),
            pair.build,
            isoTime(pair.unixMs),
            QString::number(verdict.total_ms, 'f', 1),
            widgets::text(verdict.reason.message)};
        QStringList line;
        for (const QString& field : fields) line << widgets::text(csv_cell(field.toStdString()));
        text += line.join(QLatin1Char(',')) + QLatin1Char('\n');
      });
  return text;
}

std::string zooJson(const Zoo& zoo, const ZooPairs& pairs) {
  Json classes = Json::object();
  for (const verify::ZooClass& row : zoo.classes) {
    classes[row.id] = countsJson(tally(zoo, pairs, row.id));
  }
  Json results = Json::array();
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    const ZooEntry& entry = zoo.entries[i];
    if (!pairs[i].cheat && !pairs[i].twin) continue;
    results.push_back({{"id", entry.id},
                       {"mechanism", entry.mechanism},
                       {"judged_at", isoTime(pairs[i].unixMs).toStdString()},
                       {"nereid", pairs[i].build.toStdString()},
                       {"cheat", verdictJson(entry, pairs[i].cheat, /*twin=*/false)},
                       {"twin", verdictJson(entry, pairs[i].twin, /*twin=*/true)}});
  }
  return dump_json(Json{{"bench", "zoo"},
                        {"all", countsJson(tally(zoo, pairs, ""))},
                        {"classes", std::move(classes)},
                        {"results", std::move(results)}},
                   1);
}

}  // namespace nereid::app
