// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/raw_outcomes.h"

#include <algorithm>

#include "engine/base/numbers.h"
#include "engine/episodes/episode_maker.h"
#include "engine/train/internal/bytes.h"
#include "engine/verify/outputs_only.h"

namespace nereid::train {

bool counts_raw(const config::RunConfig& settings) {
  const std::vector<int>& levels = settings.tasks.levels;
  return settings.tasks.curriculum_counts == "raw" && settings.extensions.adaptive_curriculum &&
         std::find(levels.begin(), levels.end(), 1) != levels.end() && levels.size() > 1;
}

namespace {

// One a request, NaN where it was not judged. Each rank judges its share.
std::vector<double> outcomes_of(Workshop& shop, std::vector<verify::VerifyRequest> requests) {
  const auto [begin, end] = share_of(requests.size(), shop.ranks.place());
  std::vector<verify::VerifyRequest> mine(
      std::make_move_iterator(requests.begin() + static_cast<std::ptrdiff_t>(begin)),
      std::make_move_iterator(requests.begin() + static_cast<std::ptrdiff_t>(end)));
  shop.progress("verify", 0, static_cast<int>(mine.size()));
  const Progress& progress = shop.progress;
  std::vector<double> outcomes;
  for (const verify::Judged& judged :
       verify::judge_batch(shop.submit, std::move(mine),
                           [&progress](int done, int of) { progress("verify", done, of); }))
    outcomes.push_back(!verify::was_judged(*judged.verdict)         ? kNaN
                       : verify::has_right_outputs(*judged.verdict) ? 1
                                                                    : 0);
  if (!shop.ranks.has_others()) return outcomes;
  ByteWriter bytes;
  bytes.put(outcomes);
  std::vector<double> all;
  for (const std::string& one : shop.ranks.gather(bytes.take())) {
    std::vector<double> of_rank;
    ByteReader(one).get(of_rank);
    all.insert(all.end(), of_rank.begin(), of_rank.end());
  }
  return all;
}

}  // namespace

std::vector<double> raw_outcomes(Workshop& shop, const Drawn& drawn,
                                 const config::RunConfig& settings) {
  std::vector<double> outcomes(drawn.episodes.size(), kNaN);
  std::vector<std::size_t> places;
  std::vector<verify::VerifyRequest> requests;
  const verify::VerifyOptions options = verify::outputs_only(training_options(settings));
  for (std::size_t i = 0; i < drawn.episodes.size(); ++i) {
    const record::Episode& episode = drawn.episodes[i];
    if (episode.level != 1 || !verify::was_judged(episode.verdict)) continue;
    const std::optional<bool> known = verify::outputs_right_of(episode.verdict);
    if (known || episode.candidate.empty()) {
      outcomes[i] = known.value_or(false) ? 1 : 0;
      continue;
    }
    places.push_back(i);
    requests.push_back(episodes::request_of(episode, options));
  }
  if (requests.empty()) return outcomes;
  const std::vector<double> judged = outcomes_of(shop, std::move(requests));
  for (std::size_t i = 0; i < places.size(); ++i) outcomes[places[i]] = judged[i];
  return outcomes;
}

}  // namespace nereid::train
