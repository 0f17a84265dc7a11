// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/nearest.h"

#include <algorithm>
#include <limits>

namespace nereid::config {
namespace {

std::string_view leaf(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

/// A third of the letters may differ, one in short words.
int tolerance(std::string_view word) {
  return std::max<int>(1, static_cast<int>(word.size()) / 3);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known) {
  std::optional<std::string> best;
  int best_distance = tolerance(word) + 1;
  for (const std::string& candidate : known) {
    const int distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::optional<std::string> nearest_key(std::string_view key,
                                       const std::vector<std::string>& known) {
  std::optional<std::string> best;
  int best_distance = std::numeric_limits<int>::max();
  for (const std::string& candidate : known) {
    const int whole = edit_distance(key, candidate);
    const int by_leaf = edit_distance(leaf(key), leaf(candidate));
    if (by_leaf > tolerance(leaf(key))) continue;
    // Names decide; the section breaks ties.
    const int distance = 100 * by_leaf + whole;
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best ? best : nearest_word(key, known);
}

}  // namespace nereid::config
