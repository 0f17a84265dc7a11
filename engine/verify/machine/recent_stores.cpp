// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/recent_stores.h"

#include <algorithm>

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kMostPieces = 1U << 14U;

}  // namespace

void RecentStores::Iteration::clear() {
  pieces.clear();
  begin = ~0ULL;
  end = 0;
  is_sorted = true;
}

void RecentStores::Iteration::sort() {
  if (is_sorted) return;
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  std::size_t last = 0;
  for (const Piece& piece : pieces)
    if (piece.begin <= pieces[last].end)
      pieces[last].end = std::max(pieces[last].end, piece.end);
    else
      pieces[++last] = piece;
  pieces.resize(last + 1);
  is_sorted = true;
}

void RecentStores::clear() {
  for (Iteration& iteration : iterations_) iteration.clear();
}

void RecentStores::begin_iteration() {
  now_ = (now_ + 1) % kIterations;
  iterations_[now_].clear();
}

void RecentStores::add(std::uint64_t begin, std::uint64_t end) {
  Iteration& now = iterations_[now_];
  if (now.pieces.size() >= kMostPieces) return;
  now.is_sorted = false;
  now.pieces.push_back({begin, end});
  now.begin = std::min(now.begin, begin);
  now.end = std::max(now.end, end);
}

bool RecentStores::meet(std::uint64_t begin, std::uint64_t end, std::size_t iterations) {
  for (std::size_t back = 0; back < std::min(iterations, kIterations); ++back) {
    Iteration& one = iterations_[(now_ + kIterations - back) % kIterations];
    if (end <= one.begin || begin >= one.end) continue;
    one.sort();
    const auto behind = std::upper_bound(
        one.pieces.begin(), one.pieces.end(), begin,
        [](std::uint64_t wanted, const Piece& piece) { return wanted < piece.end; });
    if (behind != one.pieces.end() && behind->begin < end) return true;
  }
  return false;
}

}  // namespace nereid::verify::machine
