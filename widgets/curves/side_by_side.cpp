// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace nereid::widgets {

void sideBySide(int count, int atLeast, const std::function<void(int first, int last)>& work) {
  constexpr int kMostThreads = 4;     // more wait for the memory
  constexpr int kRangesOfThread = 8;  // so that none waits long for the last one
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int threads = std::clamp(count / std::max(1, atLeast), 1, std::min(cores, kMostThreads));
  if (threads == 1) {
    work(0, count);
    return;
  }
  const int range = std::max(1, count / (threads * kRangesOfThread));
  std::atomic<int> next{0};
  const auto takeRanges = [&] {
    for (int first = next.fetch_add(range); first < count; first = next.fetch_add(range)) {
      work(first, std::min(count, first + range));
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) {
    others.emplace_back(takeRanges);
  }
  takeRanges();
}

}  // namespace nereid::widgets
