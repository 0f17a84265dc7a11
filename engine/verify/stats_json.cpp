// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json.h"
#include "engine/verify/verifier_stats.h"

namespace nereid::verify {
namespace {

Json lane_json(const LaneStats& lane) {
  return {{"name", lane.name},     {"slots", lane.slots},      {"waiting", lane.waiting},
          {"active", lane.active}, {"passes", lane.passes},    {"use", lane.use},
          {"busy_s", lane.busy_s}, {"waited_s", lane.waited_s}};
}

Json stage_json(const StageTimes& stage) {
  return {{"name", stage.name},       {"count", stage.count},   {"rejected", stage.rejected},
          {"total_s", stage.total_s}, {"p50_ms", stage.p50_ms}, {"p95_ms", stage.p95_ms}};
}

}  // namespace

std::string to_json_text(const VerifierStats& stats) {
  Json lanes = Json::array(), stages = Json::array();
  for (const LaneStats& lane : stats.lanes) lanes.push_back(lane_json(lane));
  for (const StageTimes& stage : stats.stages) stages.push_back(stage_json(stage));
  return dump_json(Json{{"schema", "nereid.verifier_stats/1"},
                        {"submitted", stats.submitted},
                        {"finished", stats.finished},
                        {"accepted", stats.accepted},
                        {"cancelled", stats.cancelled},
                        {"cached", stats.cached},
                        {"cache_hit_share", stats.cache_hit_share()},
                        {"queued", stats.queued},
                        {"queued_s", stats.queued_s},
                        {"waiting_for_reference", stats.waiting_for_reference},
                        {"active", stats.active},
                        {"restarts", stats.restarts},
                        {"uptime_s", stats.uptime_s},
                        {"candidates_per_second", stats.candidates_per_second},
                        {"lanes", lanes},
                        {"stages", stages},
                        {"sandbox", stats.sandbox}});
}

}  // namespace nereid::verify
