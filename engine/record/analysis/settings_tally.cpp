// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/settings_tally.h"

namespace nereid::record {

// Both are sorted and nearly all keys are there already: one walk, side by side.
void SettingsTally::add(const SettingTexts& run) {
  if (run.empty()) return;
  ++runs_;
  auto place = keys_.begin();
  for (const auto& [key, value] : run) {
    if (value.empty()) continue;
    while (place != keys_.end() && place->first < key) ++place;
    place = keys_.try_emplace(place, key);
    ++place->second[value];
  }
}

void SettingsTally::remove(const SettingTexts& run) {
  if (run.empty()) return;
  --runs_;
  for (const auto& [key, value] : run) {
    if (value.empty()) continue;
    Texts& texts = keys_.at(key);
    const auto found = texts.find(value);
    if (--found->second == 0) texts.erase(found);
  }
}

bool SettingsTally::differs(const Texts& texts) const {
  return texts.size() > 1 || (texts.size() == 1 && texts.begin()->second < runs_);
}

std::vector<std::string> SettingsTally::differing() const {
  std::vector<std::string> differing;
  for (const auto& [key, texts] : keys_)
    if (differs(texts) && !is_identity_setting(key)) differing.push_back(key);
  return differing;
}

const SettingsTally::Texts& SettingsTally::texts(const std::string& key) const {
  static const Texts none;
  const auto found = keys_.find(key);
  return found == keys_.end() ? none : found->second;
}

}  // namespace nereid::record
