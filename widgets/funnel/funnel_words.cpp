// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/funnel_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "widgets/filter/episode_filter.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using record::FunnelBin;
using record::FunnelFlow;
using record::FunnelQuery;
using record::FunnelSummary;
using verify::Stage;

QString tr(const char* text, int n = -1) {
  return QCoreApplication::translate("Funnel", text, nullptr, n);
}

QString stageCode(Stage stage) {
  return text(verify::stage_name(stage));
}

QString ofQuery(const FunnelQuery& query) {
  QString terms;
  if (query.level != 0) {
    terms += QStringLiteral(" level:%1").arg(query.level);
  }
  if (!query.phase.empty()) {
    terms += QStringLiteral(" phase=") + EpisodeFilter::quoted(text(query.phase));
  }
  return terms;
}

QString exact(double value) {
  return QString::number(value, 'g', 9);
}

}  // namespace

QString shareText(std::int64_t part, std::int64_t whole) {
  if (whole == 0) {
    return missing();
  }
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  constexpr double kLeast = 0.1;
  constexpr double kWholeNumbers = 99.95;
  if (part > 0 && percent < kLeast) {
    return tr("< %1 %").arg(formatFixed(kLeast, 1));
  }
  return tr("%1 %").arg(formatFixed(percent, percent == 0 || percent >= kWholeNumbers ? 0 : 1));
}

QString flowLabel(const FunnelFlow& flow) {
  if (flow.accepted) {
    return QChar(kTick) + QLatin1Char(' ') + tr("accepted");
  }
  return QChar(kCross) + QLatin1Char(' ') +
         (flow.reason_code.empty() ? tr("no reason given") : reasonWord(flow.reason_code));
}

std::int64_t reachedBy(const FunnelFlow& flow, const FunnelSummary& summary) {
  const auto place = static_cast<std::size_t>(flow.stage);
  return place == 0 ? summary.total : summary.reached[place - 1];
}

QString flowText(const FunnelFlow& flow, const FunnelSummary& summary) {
  const QString where =
      flow.accepted
          ? tr("Accepted after %1").arg(stageWord(flow.stage))
          : tr("Rejected at %1: %2").arg(stageWord(flow.stage), reasonWord(flow.reason_code));
  return where + QLatin1Char('\n') +
         tr("%1 of %2 candidates, %3; %4 of the %5 that reached this stage")
             .arg(formatCount(flow.count), formatCount(summary.total),
                  shareText(flow.count, summary.total),
                  shareText(flow.count, reachedBy(flow, summary)),
                  formatCount(reachedBy(flow, summary)));
}

QString flowFilter(const FunnelFlow& flow, const FunnelQuery& query) {
  const QString stage = stageCode(flow.stage);
  if (flow.accepted) {
    return QStringLiteral("is:accepted stage:%1").arg(stage) + ofQuery(query);
  }
  QString filter = QStringLiteral("rejected:%1").arg(stage);
  if (!flow.reason_code.empty()) {
    filter += QStringLiteral(" reason=") + EpisodeFilter::quoted(text(flow.reason_code));
  }
  return filter + ofQuery(query);
}

QString trendText(const record::CommonReason& reason) {
  const QString since = formatCount(reason.since);
  switch (reason.trend) {
    case record::Trend::kSteady:
      return tr("steady");
    case record::Trend::kRising:
      return tr("rising since step %1").arg(since);
    case record::Trend::kFalling:
      return tr("falling since step %1").arg(since);
    case record::Trend::kNew:
      return tr("new since step %1").arg(since);
    case record::Trend::kGone:
      return tr("gone since step %1").arg(since);
  }
  return {};
}

QString reasonText(const record::CommonReason& reason, std::int64_t total) {
  return tr("%1: %2, %3")
      .arg(reasonSentence(reason.sentence), shareText(reason.count, total), trendText(reason));
}

QString reasonFilter(const record::CommonReason& reason, const FunnelQuery& query) {
  return QStringLiteral("is:rejected reason=") + EpisodeFilter::quoted(text(reason.sentence)) +
         ofQuery(query);
}

QString stageFilter(Stage stage, const QStringList& butReasons, const FunnelQuery& query) {
  QString filter = QStringLiteral("rejected:%1").arg(stageCode(stage));
  for (const QString& reason : butReasons) {
    filter += QStringLiteral(" reason!=") + EpisodeFilter::quoted(reason);
  }
  return filter + ofQuery(query);
}

QString binText(const FunnelBin& bin) {
  QStringList lines;
  const QString steps =
      bin.first_step == bin.last_step
          ? tr("Step %1").arg(formatCount(bin.first_step))
          : tr("Steps %1 to %2").arg(formatCount(bin.first_step), formatCount(bin.last_step));
  lines << tr("%1: %2 candidates, %3 accepted")
               .arg(steps, formatCount(bin.total), shareText(bin.accepted, bin.total));
  for (int stage = verify::kStageCount; stage >= 0; --stage) {
    const std::int64_t count = bin.furthest[static_cast<std::size_t>(stage)];
    if (count == 0) continue;
    const QString what =
        stage == 0 ? tr("passed nothing")
                   : tr("passed %1, no further").arg(stageWord(static_cast<Stage>(stage)));
    lines << tr("%1: %2, %3").arg(what, formatCount(count), shareText(count, bin.total));
  }
  return lines.join(QLatin1Char('\n'));
}

QString flowsCsv(const FunnelSummary& summary) {
  QString csv = QStringLiteral("stage,result,reason,candidates,share_of_all,share_of_reached\n");
  for (const FunnelFlow& flow : summary.flows) {
    const auto count = static_cast<double>(flow.count);
    QString reason = text(flow.reason_code);
    reason.replace(QLatin1Char('"'), QLatin1String("\"\""));
    csv += QStringLiteral("%1,%2,\"%3\",%4,%5,%6\n")
               .arg(stageCode(flow.stage),
                    flow.accepted ? QStringLiteral("accepted") : QStringLiteral("rejected"), reason)
               .arg(flow.count)
               .arg(exact(count / static_cast<double>(summary.total)),
                    exact(count / static_cast<double>(reachedBy(flow, summary))));
  }
  return csv;
}

QString binsCsv(const std::vector<FunnelBin>& bins) {
  QString csv = QStringLiteral("first_step,last_step,candidates,accepted");
  for (int stage = 0; stage <= verify::kStageCount; ++stage) {
    csv += QStringLiteral(",furthest_") + stageCode(static_cast<Stage>(stage));
  }
  csv += QLatin1Char('\n');
  for (const FunnelBin& bin : bins) {
    csv += QStringLiteral("%1,%2,%3,%4")
               .arg(bin.first_step)
               .arg(bin.last_step)
               .arg(bin.total)
               .arg(bin.accepted);
    for (const std::int64_t count : bin.furthest) {
      csv += QStringLiteral(",%1").arg(count);
    }
    csv += QLatin1Char('\n');
  }
  return csv;
}

}  // namespace nereid::widgets
