// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "engine/base/random.h"

namespace nereid::tasks {

/// FNV-1a followed by one mixing round; stable on every machine, for dealing names to splits.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return mix64(hash);
}

/// Counter-based random stream: draw i is a pure function of the key and i, with integers only, so
/// that all machines agree.
class Random {
 public:
  Random(std::initializer_list<std::uint64_t> key) {
    for (const std::uint64_t part : key) {
      key_ = mix64(key_ ^ part);
    }
  }
  std::uint64_t next() { return mix64(key_ + 0xD1B54A32D192ED03ULL * ++counter_); }
  /// Uniform in [0, n); the bias of the multiplication is below 2^-32 for the small n used here.
  int below(int n) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }
  /// True in `per_mille` of 1000 draws.
  bool chance(int per_mille) { return below(1000) < per_mille; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }

 private:
  std::uint64_t key_ = 0;
  std::uint64_t counter_ = 0;
};

}  // namespace nereid::tasks
