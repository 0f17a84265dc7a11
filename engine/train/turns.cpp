// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/turns.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/numbers.h"

namespace nereid::train {

bool is_settled(const verify::Verdict& verdict, const config::RunConfig& config) {
  if (!verdict.accepted || config.turns.end == "never") return false;
  if (config.turns.end == "accepted") return true;
  return config.reward.speed == "modelled" ? !verdict.modelled : !verdict.timing;
}

std::vector<double> turn_returns(std::span<const double> rewards, std::span<const TurnPlace> places,
                                 const config::TurnSettings& settings) {
  NEREID_CHECK(rewards.size() == places.size(), "one reward a row");
  std::vector<double> returns(rewards.size()), later(rewards.size(), 0);
  for (std::size_t i = rewards.size(); i-- > 0;) {
    const TurnPlace& place = places[i];
    NEREID_CHECK(place.before < static_cast<int>(i), "an answer comes after the one before it");
    if (place.settled) {
      double weight = 1;
      for (int turn = place.turn; turn < settings.count; ++turn) {
        weight *= settings.discount;
        later[i] += weight * rewards[i];
      }
    }
    returns[i] = rewards[i] + later[i];
    if (place.before >= 0 && settings.discount > 0)
      later[static_cast<std::size_t>(place.before)] = settings.discount * returns[i];
  }
  return returns;
}

std::vector<int> turn_groups(std::span<const TurnPlace> places, bool by_task) {
  std::map<std::pair<int, int>, int> numbers;
  std::vector<int> groups;
  for (const TurnPlace& place : places)
    groups.push_back(
        numbers
            .try_emplace({place.task, by_task ? 0 : place.turn}, static_cast<int>(numbers.size()))
            .first->second);
  return groups;
}

Advantages ragged_advantages(std::span<const double> values, std::span<const int> groups,
                             const AdvantageRules& rules) {
  NEREID_CHECK(values.size() == groups.size(), "one group a value");
  std::vector<std::size_t> filled;
  for (const int group : groups) {
    filled.resize(std::max(filled.size(), static_cast<std::size_t>(group) + 1));
    ++filled[static_cast<std::size_t>(group)];
  }
  const std::size_t size = filled.empty() ? 1 : *std::max_element(filled.begin(), filled.end());
  // Whole groups, filled up with what counts nowhere.
  std::vector<double> whole(filled.size() * size, kNaN);
  std::vector<std::size_t> places;
  std::fill(filled.begin(), filled.end(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto group = static_cast<std::size_t>(groups[i]);
    places.push_back(group * size + filled[group]++);
    whole[places.back()] = values[i];
  }
  Advantages out = group_advantages(whole, static_cast<int>(size), rules);
  std::vector<double> advantage;
  for (const std::size_t place : places) advantage.push_back(out.advantage[place]);
  out.advantage = std::move(advantage);
  return out;
}

}  // namespace nereid::train
