// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nereid::verify::machine {

/// Where a program has stored in this iteration of a loop and in those before.
class RecentStores {
 public:
  static constexpr std::size_t kIterations = 8;  ///< that are remembered

  /// The loop begins.
  void clear();
  void begin_iteration();
  /// Bytes [begin, end). Beyond many thousand pieces an iteration, pieces are left out.
  void add(std::uint64_t begin, std::uint64_t end);
  /// Whether any of the bytes was stored in this iteration or one of the `iterations` - 1 before.
  bool meet(std::uint64_t begin, std::uint64_t end, std::size_t iterations);

 private:
  struct Piece {
    std::uint64_t begin = 0, end = 0;
  };
  struct Iteration {
    std::vector<Piece> pieces;
    std::uint64_t begin = ~0ULL, end = 0;  ///< of all
    bool is_sorted = true;                 ///< and no two meet

    void clear();
    void sort();
  };
  std::array<Iteration, kIterations> iterations_;
  std::size_t now_ = 0;
};

}  // namespace nereid::verify::machine
