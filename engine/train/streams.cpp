// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/streams.h"

#include "engine/base/random.h"

namespace nereid::train {
namespace {

// Four rounds over two halves of `half_bits` bits each.
std::uint64_t feistel(std::uint64_t seed, std::uint64_t value, int half_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits) - 1;
  std::uint64_t left = value >> half_bits, right = value & mask;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const std::uint64_t next = left ^ (mix64(seed ^ mix64(right + (round << 56))) & mask);
    left = right;
    right = next;
  }
  return (left << half_bits) | right;
}

}  // namespace

std::uint64_t stream_seed(std::uint64_t seed, Stream stream,
                          std::initializer_list<std::int64_t> coordinates) {
  std::uint64_t state = mix64(mix64(seed) ^ static_cast<std::uint64_t>(stream));
  for (const std::int64_t one : coordinates) {
    state = mix64(state ^ mix64(static_cast<std::uint64_t>(one)));
  }
  return state;
}

std::uint64_t permuted(std::uint64_t seed, std::uint64_t index, std::uint64_t size) {
  if (size < 2) return 0;
  int half_bits = 1;
  while ((std::uint64_t{1} << (2 * half_bits)) < size) ++half_bits;
  // The network permutes a power of four that is less than 4 * size; walk until inside.
  std::uint64_t value = index;
  do {
    value = feistel(seed, value, half_bits);
  } while (value >= size);
  return value;
}

}  // namespace nereid::train
