// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/record/analysis/funnel.h"

namespace nereid::widgets {

/// "11.6 %", "< 0.1 %" for a few of many, an en dash where there is nothing to share.
QString shareText(std::int64_t part, std::int64_t whole);
/// "✕ wrong values" or "✓ accepted".
QString flowLabel(const record::FunnelFlow& flow);
/// Candidates that reached the stage where the flow leaves.
std::int64_t reachedBy(const record::FunnelFlow& flow, const record::FunnelSummary& summary);
/// Two lines: what it is; how many, which share of all and of those that reached the stage.
QString flowText(const record::FunnelFlow& flow, const record::FunnelSummary& summary);
/// The filter of the episode list that shows exactly these candidates, among those of the query's
/// phase and level. Steps are a range of their own.
QString flowFilter(const record::FunnelFlow& flow, const record::FunnelQuery& query);
/// All rejections at a stage but for some reasons.
QString stageFilter(verify::Stage stage, const QStringList& butReasons,
                    const record::FunnelQuery& query);
/// "falling since step 40", "steady", ...
QString trendText(const record::CommonReason& reason);
/// "tl.gelu does not exist: 12 %, falling since step 40".
QString reasonText(const record::CommonReason& reason, std::int64_t total);
/// The filter of the episode list for what was rejected for this reason.
QString reasonFilter(const record::CommonReason& reason, const record::FunnelQuery& query);
/// Share of each furthest stage in a bin, for a tooltip.
QString binText(const record::FunnelBin& bin);

/// One line a flow; counts and shares as they are.
QString flowsCsv(const record::FunnelSummary& summary);
/// One line a bin, counts by furthest stage passed.
QString binsCsv(const std::vector<record::FunnelBin>& bins);

}  // namespace nereid::widgets
