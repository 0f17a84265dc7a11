// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/curriculum.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/check.h"
#include "engine/tasks/internal/random.h"

namespace nereid::tasks {
namespace {

constexpr double kFirstShare = 0.1;
constexpr double kFinalShare = 0.5;
constexpr double kTargetAccuracy = 0.4;
constexpr std::uint64_t kStream = 0xC0FFEE;

}  // namespace

double level2_probability(double level1_accuracy) {
  if (level1_accuracy >= kTargetAccuracy) {
    return kFinalShare;
  }
  return kFirstShare +
         (kFinalShare - kFirstShare) * std::max(level1_accuracy, 0.0) / kTargetAccuracy;
}

CurriculumSampler::CurriculumSampler(bool adaptive, double fixed_level2_share, int window)
    : adaptive_(adaptive),
      fixed_share_(fixed_level2_share),
      window_(static_cast<std::size_t>(std::max(window, 1))) {}

int CurriculumSampler::pick_level(std::uint64_t seed, std::int64_t step, int slot) const {
  Random random{seed, kStream, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(slot)};
  // 53 bits: every double in [0, 1) of this spacing is met with equal odds.
  const double draw = unit_double(random.next());
  return draw < level2_share() ? 2 : 1;
}

double CurriculumSampler::level2_share() const {
  return adaptive_ ? level2_probability(level1_accuracy()) : fixed_share_;
}

double CurriculumSampler::level1_accuracy() const {
  if (recent_.empty()) {
    return 0;
  }
  return static_cast<double>(std::count(recent_.begin(), recent_.end(), true)) /
         static_cast<double>(recent_.size());
}

void CurriculumSampler::record_level1(bool correct) {
  recent_.push_back(correct);
  while (recent_.size() > window_) {
    recent_.pop_front();
  }
}

std::string CurriculumSampler::state() const {
  std::string outcomes;
  for (const bool correct : recent_) {
    outcomes += correct ? '1' : '0';
  }
  return nlohmann::json{{"recent", outcomes}}.dump();
}

Result<void> CurriculumSampler::restore(const std::string& state) {
  const auto json = nlohmann::json::parse(state, nullptr, false);
  const bool has_outcomes =
      json.is_object() && json.contains("recent") && json["recent"].is_string();
  const std::string outcomes = has_outcomes ? json["recent"].get<std::string>() : "?";
  if (outcomes.find_first_not_of("01") != std::string::npos) {
    return Error{ErrorCode::kCorrupt, "curriculum state: expected {\"recent\": \"0110...\"}, got " +
                                          state.substr(0, 80)};
  }
  recent_.clear();
  for (const char outcome : outcomes) {
    record_level1(outcome == '1');
  }
  return {};
}

}  // namespace nereid::tasks
