// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nereid::config {

/// Levenshtein's distance: insertions, deletions, replacements, and swaps of neighbours, each 1.
int edit_distance(std::string_view a, std::string_view b);
/// The known word nearest to `word`, if any is near enough to be what was meant.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known);
/// The same for dotted keys: the right name in the wrong section counts as near.
std::optional<std::string> nearest_key(std::string_view key, const std::vector<std::string>& known);

}  // namespace nereid::config
