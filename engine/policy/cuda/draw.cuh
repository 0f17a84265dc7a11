// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the next token of each lane, and says how probable it was: log-probability and entropy of the
// whole vocabulary at the temperature, in nats, and the number of tokens that were more probable.
// Three kernels after each other: what each stretch of the vocabulary comes to, the draw, its rank.
#pragma once

#include "engine/policy/cuda/common.cuh"

namespace nereid::policy::cuda {

constexpr int kStretchThreads = 256, kPickThreads = 1024;

// Of `value` over the block, by `combine`; every thread gets it.
template <int kThreadsOfBlock, class T, class Combine>
__device__ T over_block(T value, Combine combine) {
  __shared__ T shared[kThreadsOfBlock / kWarp];
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value = combine(value, __shfl_xor_sync(kAll, value, offset));
  __syncthreads();
  if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp] = value;
  __syncthreads();
  value = shared[0];
  for (int w = 1; w < kThreadsOfBlock / kWarp; ++w) value = combine(value, shared[w]);
  return value;
}

// The logits of one draw.
struct Logits {
  const float* first;
  float temperature;
  bool is_plain;
  int count, stretch;
  __device__ Logits(const Sample& given, int draw)
      : first(given.logits + static_cast<std::int64_t>(
                                 given.logits_row != nullptr ? given.logits_row[draw] : draw) *
                                 given.vocabulary),
        temperature(given.temperature),
        is_plain(given.temperature <= 0 || given.temperature == 1),
        count(given.vocabulary),
        stretch((given.vocabulary + kStretches - 1) / kStretches) {}
  __device__ float operator[](int i) const { return is_plain ? first[i] : first[i] / temperature; }
  __device__ int begin(int number) const { return number * stretch; }
  __device__ int end(int number) const { return min(count, (number + 1) * stretch); }
};
__device__ inline int lane_of(const Sample& given, int draw) {
  return given.lane != nullptr ? given.lane[draw] : draw;
}

extern "C" __global__ void __launch_bounds__(kStretchThreads)
    sample_stretch(const __grid_constant__ Sample given) {
  let_next_start();
  wait_for_earlier();
  const int draw = blockIdx.y, number = blockIdx.x;
  if (given.lanes.done[lane_of(given, draw)] != 0) return;
  const Logits logits(given, draw);
  const int begin = logits.begin(number) + threadIdx.x, end = logits.end(number);
  Stretch found{0, -INFINITY, 0, 0, logits.count};
#pragma unroll 8
  for (int i = begin; i < end; i += kStretchThreads) found.greatest = fmaxf(found.greatest, logits[i]);
  found.greatest =
      over_block<kStretchThreads>(found.greatest, [](float a, float b) { return fmaxf(a, b); });
  if (found.greatest > -INFINITY) {
#pragma unroll 8
    for (int i = begin; i < end; i += kStretchThreads) {
      const float below = logits[i] - found.greatest, p = expf(below);
      found.sum += p;
      found.share += p;
      if (p > 0) found.weighted += p * below;
      if (below == 0) found.best = min(found.best, i);
    }
  }
  const auto plus = [](auto a, auto b) { return a + b; };
  found.sum = over_block<kStretchThreads>(found.sum, plus);
  found.weighted = over_block<kStretchThreads>(found.weighted, plus);
  found.share = over_block<kStretchThreads>(found.share, plus);
  found.best = over_block<kStretchThreads>(found.best, [](int a, int b) { return min(a, b); });
  if (threadIdx.x == 0) given.stretches[draw * kStretches + number] = found;
}

extern "C" __global__ void __launch_bounds__(kPickThreads)
    sample_pick(const __grid_constant__ Sample given) {
  let_next_start();
  wait_for_earlier();
  const int draw = blockIdx.x, lane = lane_of(given, draw), thread = threadIdx.x;
  const int warp = thread / kWarp, in_warp = thread % kWarp;
  if (given.lanes.done[lane] != 0) return;
  const Logits logits(given, draw);
  // All stretches in units of the most probable token of all; each warp does the same.
  static_assert(kStretches == kWarp);
  const Stretch own = given.stretches[draw * kStretches + in_warp];
  float highest = own.greatest;
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    highest = fmaxf(highest, __shfl_xor_sync(kAll, highest, offset));
  const float below = own.greatest - highest, factor = expf(below);
  const float sum = warp_sum(own.sum * factor);
  const float weighted =
      warp_sum(factor > 0 ? factor * (own.weighted + own.sum * below) : 0.0f);
  const float log_sum = logf(sum);
  __shared__ int token, first_thread;
  __shared__ double warp_totals[kPickThreads / kWarp];
  if (thread == 0) first_thread = kPickThreads, token = logits.count - 1;
  if (given.forced != nullptr) {
    if (thread == 0) token = static_cast<int>(given.forced[draw]);
  } else if (given.temperature <= 0) {
    int best = below == 0 ? own.best : logits.count;
    for (int offset = kWarp / 2; offset > 0; offset /= 2)
      best = min(best, __shfl_xor_sync(kAll, best, offset));
    if (thread == 0) token = best;
  } else {
    const auto up_to_here = [&](double value) {
      for (int offset = 1; offset < kWarp; offset *= 2) {
        const double other = __shfl_up_sync(kAll, value, offset);
        if (in_warp >= offset) value += other;
      }
      return value;
    };
    // Just below a sum, so that rounding cannot choose what lies past the last possible token.
    constexpr double kJustBelow = 1 - 1e-12;
    const double share = own.share * factor, up_to = up_to_here(share);
    const double total = __shfl_sync(kAll, up_to, kWarp - 1);
    const double uniform = given.uniforms[static_cast<std::int64_t>(given.lanes.row[lane]) * given.steps +
                                          given.lanes.made[lane]];
    const double target = fmin(uniform * total, total * kJustBelow);
    const int chosen = max(__ffs(__ballot_sync(kAll, up_to > target && share > 0)) - 1, 0);
    const double left = (target - __shfl_sync(kAll, up_to - share, chosen)) /
                        __shfl_sync(kAll, factor, chosen);
    const float greatest = __shfl_sync(kAll, own.greatest, chosen);
    // Each thread has a few tokens side by side.
    const int each = (logits.stretch + kPickThreads - 1) / kPickThreads;
    const int begin = logits.begin(chosen) + thread * each;
    const int end = min(logits.end(chosen), begin + each);
    double mine = 0;
    for (int i = begin; i < end; ++i) mine += expf(logits[i] - greatest);
    double reached = up_to_here(mine);
    if (in_warp == kWarp - 1) warp_totals[warp] = reached;
    __syncthreads();
    double before = 0, all = 0;
    for (int w = 0; w < kPickThreads / kWarp; ++w) {
      if (w < warp) before += warp_totals[w];
      all += warp_totals[w];
    }
    reached += before;
    const double goal = fmin(fmax(left, 0.0), all * kJustBelow);
    if (reached > goal && mine > 0) atomicMin(&first_thread, thread);
    __syncthreads();
    if (thread == first_thread) {
      double so_far = reached - mine;
      for (int i = begin; i < end; ++i) {
        const float p = expf(logits[i] - greatest);
        if (p <= 0) continue;
        token = i;
        so_far += p;
        if (so_far > goal) break;
      }
    }
  }
  __syncthreads();
  if (thread != 0) return;
  const float logit = logits[token];
  Drawn& drawn = given.drawn[draw];
  drawn.token = token;
  drawn.logit = logit;
  drawn.logprob = logit - highest - log_sum;
  drawn.entropy = log_sum - weighted / sum;
}

extern "C" __global__ void __launch_bounds__(kStretchThreads)
    sample_rank(const __grid_constant__ Sample given) {
  let_next_start();
  wait_for_earlier();
  const int draw = blockIdx.y, lane = lane_of(given, draw);
  if (given.lanes.done[lane] != 0) return;
  const Logits logits(given, draw);
  Drawn& drawn = given.drawn[draw];
  const float logit = drawn.logit;
  const int end = logits.end(blockIdx.x);
  int above = 0;
#pragma unroll 8
  for (int i = logits.begin(blockIdx.x) + threadIdx.x; i < end; i += kStretchThreads)
    above += logits[i] > logit;
  above = over_block<kStretchThreads>(above, [](int a, int b) { return a + b; });
  // A sum of integers does not depend on its order.
  if (threadIdx.x == 0) atomicAdd(&drawn.above, above);
  if (!is_last_of(&drawn.arrived, kStretches) || threadIdx.x != 0) return;
  const int made = given.lanes.made[lane], token = drawn.token;
  const std::int64_t at = static_cast<std::int64_t>(given.lanes.row[lane]) * given.steps + made;
  given.tokens[at] = token;
  given.logprobs[at] = drawn.logprob;
  given.entropies[at] = drawn.entropy;
  given.ranks[at] = atomicExch(&drawn.above, 0) + 1;
  given.lanes.token[lane] = token;
  given.lanes.made[lane] = made + 1;
  bool ends = made + 1 >= given.lanes.limit[lane];
  for (int i = 0; i < given.end_count; ++i) ends = ends || given.ends[i] == token;
  if (ends) given.lanes.done[lane] = 1;
}

}  // namespace nereid::policy::cuda
