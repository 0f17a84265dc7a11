// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/record/analysis/run_groups.h"

namespace nereid::record {

/// Settings in which runs differ, while runs come and go: each is walked once, however many the
/// others are. One thread at a time.
class SettingsTally {
 public:
  /// Runs by text of one setting; those without it, or with an empty text, are in none.
  using Texts = std::map<std::string, std::size_t>;

  void add(const SettingTexts& run);
  /// A run that was added, with the same texts.
  void remove(const SettingTexts& run);

  /// The answer of differing_settings() for the runs that are there.
  std::vector<std::string> differing() const;
  /// Valid until the next run comes or goes.
  const Texts& texts(const std::string& key) const;

 private:
  bool differs(const Texts& texts) const;

  std::map<std::string, Texts> keys_;
  std::size_t runs_ = 0;  ///< whose settings are known
};

}  // namespace nereid::record
