// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/record/episode.h"

namespace nereid::record {

/// Which candidates a funnel counts.
struct FunnelQuery {
  std::int64_t first_step = std::numeric_limits<std::int64_t>::min();
  std::int64_t last_step = std::numeric_limits<std::int64_t>::max();
  std::string phase = {};  ///< empty: every phase
  int level = 0;           ///< 0: every level
};

/// Candidates that left the funnel at one place: rejected there for one reason, or accepted.
struct FunnelFlow {
  verify::Stage stage = verify::Stage::kNone;  ///< rejected here; the last one passed if accepted
  bool accepted = false;
  std::string reason_code;  ///< empty if accepted
  std::int64_t count = 0;
  bool operator==(const FunnelFlow&) const = default;
};

/// Where the candidates of a query went. Counts add up: reached = passed + rejected here, and the
/// flows are all candidates, each once.
struct FunnelSummary {
  std::int64_t total = 0;
  std::int64_t accepted = 0;
  std::int64_t first_step = 0;  ///< that has candidates; 0 if there are none
  std::int64_t last_step = 0;
  std::array<std::int64_t, verify::kStageCount> reached{};  ///< static first
  std::array<std::int64_t, verify::kStageCount> passed{};
  std::vector<FunnelFlow> flows;  ///< by stage, rejections before accepted, the most frequent first
};

/// How the share of a reason has moved.
enum class Trend { kSteady, kRising, kFalling, kNew, kGone };

/// Candidates that were rejected for the same reason, in one sentence.
struct CommonReason {
  std::string sentence;    ///< verify::reason_sentence
  std::int64_t count = 0;  ///< within the query
  double share = 0;        ///< of all candidates of the query
  Trend trend = Trend::kSteady;
  std::int64_t since = 0;  ///< step at which the share changed; 0 if steady
  bool operator==(const CommonReason&) const = default;
};

/// The furthest stage passed by the candidates of a few steps in a row.
struct FunnelBin {
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
  std::int64_t total = 0;
  std::int64_t accepted = 0;
  std::array<std::int64_t, verify::kStageCount + 1> furthest{};  ///< none first
};

/// Counts of every step by stage and reason, exact, for any range of steps. Holds one small entry
/// for each candidate, so that an episode that is delivered again replaces itself. One thread at a
/// time.
class Funnel {
 public:
  void clear();
  void add(std::span<const EpisodeRow> rows);

  /// Linear in the number of steps.
  FunnelSummary summary(const FunnelQuery& query = {}) const;
  /// At most `max_bins` bins of equal width, a power of two, aligned to it, so that they stay as
  /// the run grows; those without candidates are left out.
  std::vector<FunnelBin> bins(const FunnelQuery& query, int max_bins) const;

  /// The commonest reasons of the query, the most frequent first, at most `most`. The trend looks
  /// at all steps up to the last one of the query: it is the change, if any, at the step where the
  /// shares before and from there differ most, by at least three standard errors of the difference
  /// of two proportions with at least 20 candidates on each side. kNew and kGone: none before, and
  /// none since. Linear in the number of steps.
  std::vector<CommonReason> common_reasons(const FunnelQuery& query, std::size_t most = 10) const;
  /// First of the last `count` steps with candidates of the query's phase and level.
  std::int64_t first_of_last(const FunnelQuery& query, std::size_t count) const;

  bool empty() const { return known_.empty(); }
  std::int64_t first_step() const { return steps_.empty() ? 0 : steps_.front().step; }
  std::int64_t last_step() const { return steps_.empty() ? 0 : steps_.back().step; }
  const std::vector<std::string>& phases() const { return phases_; }  ///< in order of appearance
  const std::set<int>& levels() const { return levels_; }

 private:
  /// One way to end; few of them in a run.
  struct End {
    std::size_t phase = 0;
    int level = 0;
    bool accepted = false;
    verify::Stage furthest = verify::Stage::kNone;
    verify::Stage rejected_at = verify::Stage::kNone;
    std::size_t reason = 0;
    std::size_t sentence = 0;
    bool operator==(const End&) const = default;
  };
  struct EndHash {
    std::size_t operator()(const End& end) const;
  };
  struct Step {
    std::int64_t step = 0;
    std::vector<std::pair<std::size_t, std::int64_t>> ends;  ///< end and count
  };
  struct Identity {
    std::size_t phase = 0;
    EpisodeKey key;
    bool operator==(const Identity&) const = default;
  };
  struct IdentityHash {
    std::size_t operator()(const Identity& identity) const;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using TextIds = std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>>;

  static std::size_t intern(TextIds& ids, std::vector<std::string>& texts, std::string_view text);
  std::size_t end_of(const EpisodeRow& row, std::size_t phase);
  void count(std::int64_t step, std::size_t end, std::int64_t change);
  Step& step_at(std::int64_t step);
  bool counts(const End& end, const FunnelQuery& query) const;
  std::vector<bool> counted(const FunnelQuery& query) const;  ///< by end
  /// Steps of the query.
  std::span<const Step> range(const FunnelQuery& query) const;

  std::vector<std::string> phases_;
  std::vector<std::string> reasons_;
  TextIds phase_ids_;
  std::vector<std::string> sentences_;
  TextIds reason_ids_;
  TextIds sentence_ids_;
  std::set<int> levels_;
  std::vector<End> ends_;
  std::unordered_map<End, std::size_t, EndHash> end_ids_;
  std::vector<Step> steps_;  ///< increasing
  std::unordered_map<Identity, std::size_t, IdentityHash> known_;
};

}  // namespace nereid::record
