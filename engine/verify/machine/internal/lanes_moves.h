// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes that are chosen, copied and put elsewhere, and how their addresses follow each other.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

template <class K>
static void choose(void* out, const void* const* in, std::size_t n) {
  auto* __restrict to = static_cast<K*>(out);
  const auto* __restrict condition = static_cast<const std::uint8_t*>(in[0]);
  const auto* __restrict a = static_cast<const K*>(in[1]);
  const auto* __restrict b = static_cast<const K*>(in[2]);
  for (std::size_t i = 0; i < n; ++i) to[i] = condition[i] ? a[i] : b[i];
}

template <std::size_t kBytes>
static void copy(void* out, const void* const* in, std::size_t n) {
  std::memcpy(out, in[0], n * kBytes);
}

static LaneFunction moved(LaneOperation operation, Element element) {
  const bool select = operation == LaneOperation::kSelect;
  switch (bytes_of(element)) {
    case 1:
      return select ? choose<std::uint8_t> : copy<1>;
    case 2:
      return select ? choose<std::uint16_t> : copy<2>;
    case 4:
      return select ? choose<std::uint32_t> : copy<4>;
    default:
      return select ? choose<std::uint64_t> : copy<8>;
  }
}

template <class S>
static inline void add_scaled(std::uint64_t* __restrict to, const std::uint64_t* __restrict from,
                              const S* __restrict offsets, std::uint64_t scale, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    to[i] = from[i] + static_cast<std::uint64_t>(static_cast<std::int64_t>(offsets[i])) * scale;
}

static void add_offsets(std::uint64_t* to, const std::uint64_t* from, const void* offsets,
                        std::size_t offset_bytes, std::uint64_t scale, std::size_t n) {
  switch (offset_bytes) {
    case 1:
      return add_scaled(to, from, static_cast<const std::int8_t*>(offsets), scale, n);
    case 2:
      return add_scaled(to, from, static_cast<const std::int16_t*>(offsets), scale, n);
    case 4:
      return add_scaled(to, from, static_cast<const std::int32_t*>(offsets), scale, n);
    default:
      return add_scaled(to, from, static_cast<const std::int64_t*>(offsets), scale, n);
  }
}

static std::uint64_t contiguous_runs(const std::uint64_t* __restrict addresses,
                                     const std::uint8_t* __restrict mask, std::size_t runs,
                                     std::uint64_t step) {
  std::uint64_t distances[kRunLanes];
  for (std::size_t i = 0; i < kRunLanes; ++i) distances[i] = i * step;
  std::uint64_t follow = 0;
  for (std::size_t run = 0; run < runs; ++run, addresses += kRunLanes) {
    const std::uint64_t first = addresses[0];
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < kRunLanes; ++i) wrong |= addresses[i] ^ (first + distances[i]);
    std::uint8_t on = 1;
    for (std::size_t i = 0; mask && i < kRunLanes; ++i) on &= mask[run * kRunLanes + i];
    follow |= (wrong == 0 && on != 0 ? std::uint64_t{1} : 0) << run;
  }
  return follow;
}

// The last dimension in one go; those before it by counting.
template <class T>
static inline void copy_lanes(int rank, const std::int64_t* shape, const std::int64_t* strides,
                              const T* from, T* __restrict to) {
  const std::int64_t n = shape[rank - 1], stride = strides[rank - 1];
  std::int64_t at[kMaxRank] = {};
  for (;;) {
    if (stride == 1) {
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
    } else if (stride == 0) {
      const T value = *from;
      for (std::int64_t i = 0; i < n; ++i) to[i] = value;
    } else {
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i * stride];
    }
    to += n;
    int dimension = rank - 2;
    for (; dimension >= 0; --dimension) {
      from += strides[dimension];
      if (++at[dimension] < shape[dimension]) break;
      from -= strides[dimension] * shape[dimension];
      at[dimension] = 0;
    }
    if (dimension < 0) return;
  }
}

static void copy_strided(void* to, const void* from, int rank, const std::int64_t* shape,
                         const std::int64_t* strides, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint8_t*>(from),
                        static_cast<std::uint8_t*>(to));
    case 2:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint16_t*>(from),
                        static_cast<std::uint16_t*>(to));
    case 4:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint32_t*>(from),
                        static_cast<std::uint32_t*>(to));
    default:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint64_t*>(from),
                        static_cast<std::uint64_t*>(to));
  }
}

static void part_pairs(std::uint32_t* __restrict left, std::uint32_t* __restrict right,
                       const std::uint32_t* __restrict from, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    left[i] = from[2 * i];
    right[i] = from[2 * i + 1];
  }
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES
