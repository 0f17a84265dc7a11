// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Random numbers without a state: each is a hash of what it is for, so that no order of threads or
// processes changes it and a resumed run needs counters only. Streams of runs, tasks and models
// rest on these bits: they never change.
namespace nereid {

/// One round of splitmix64: a bijection of 64 bits that looks random. Source: Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// A seed for place (a, b) of the stream `seed`. Equal arguments give equal seeds; the order of `a`
/// and `b` counts.
constexpr std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  return mix64(mix64(mix64(seed) ^ mix64(a)) ^ mix64(~b));
}

/// Uniform in [0, 1): the upper 53 bits of a hash.
constexpr double unit_double(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

}  // namespace nereid
