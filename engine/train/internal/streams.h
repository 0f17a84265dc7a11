// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>

namespace nereid::train {

/// What a random number is for. Streams never share numbers; the values are part of the record.
enum class Stream : std::uint64_t {
  kSampling = 1,
  kVerify = 2,
  kTask = 3,
  kShuffle = 4,
  kModel = 5
};

/// A hash of the seed, the stream and its coordinates (step, group, index, ...). Every random
/// number of a run is such a hash, so that a resumed run needs counters only. Source: splitmix64,
/// Steele et al. 2014.
std::uint64_t stream_seed(std::uint64_t seed, Stream stream,
                          std::initializer_list<std::int64_t> coordinates);

/// Where `index` in [0, size) goes in a pseudo-random permutation that depends on `seed` alone: a
/// Feistel network with cycle walking, so that any place of any epoch is known without a table.
std::uint64_t permuted(std::uint64_t seed, std::uint64_t index, std::uint64_t size);

}  // namespace nereid::train
