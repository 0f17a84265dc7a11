// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/raw_outcomes.h"

#include <algorithm>

#include "engine/base/numbers.h"
#include "engine/episodes/episode_maker.h"
#include "engine/verify/outputs_only.h"

namespace nereid::train {

bool counts_raw(const config::RunConfig& settings) {
  const std::vector<int>& levels = settings.tasks.levels;
  return settings.tasks.curriculum_counts == "raw" && settings.extensions.adaptive_curriculum &&
         std::find(levels.begin(), levels.end(), 1) != levels.end() && levels.size() > 1;
}

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
  shop.progress("verify", 0, static_cast<int>(requests.size()));
  const Progress& progress = shop.progress;
  const std::vector<verify::Judged> verdicts =
      verify::judge_batch(shop.submit, std::move(requests),
                          [&progress](int done, int of) { progress("verify", done, of); });
  for (std::size_t i = 0; i < places.size(); ++i) {
    const verify::Verdict& verdict = *verdicts[i].verdict;
    if (verify::was_judged(verdict))
      outcomes[places[i]] = verify::has_right_outputs(verdict) ? 1 : 0;
  }
  return outcomes;
}

}  // namespace nereid::train
