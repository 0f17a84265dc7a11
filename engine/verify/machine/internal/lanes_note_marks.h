// SPDX-License-Identifier: GPL-3.0-or-later
// The book's marks of a whole block at once; mark.h tells of their bits.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

// Whether somebody else than this thread has left a mark; in which epoch it did does not matter.
// See mark.h for the bits.
static inline bool is_foreign(std::uint64_t found, std::uint64_t mark) {
  constexpr std::uint64_t kEpoch = ((1ULL << 16U) - 1) << 26U;
  return found != 0 && ((found ^ mark) & ~kEpoch) != 0;
}

static LoadNoted note_loads(const std::uint64_t* __restrict stored,
                            std::uint64_t* __restrict loaded, std::uint64_t mark, std::size_t n) {
  std::uint64_t touched = 0, several_all = 1, foreign = 0;
  for (std::size_t i = 0; i < n; ++i) {
    touched |= stored[i];
    several_all &= loaded[i];
  }
  for (std::size_t i = 0; i < n && touched != 0; ++i)
    foreign |= is_foreign(stored[i], mark + (i << 1)) ? 1 : 0;
  if (foreign != 0) return LoadNoted::kLookAtEach;
  // That several programs load these is known, and one more would change nothing.
  if (several_all != 0) return touched == 0 ? LoadNoted::kSettled : LoadNoted::kDone;
  constexpr int kProgram = 42;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t old = loaded[i];
    const bool several = old != 0 && ((old ^ mark) >> kProgram) != 0;
    loaded[i] = (mark + (i << 1)) | (old & 1U) | (several ? 1U : 0U);
  }
  return LoadNoted::kDone;
}

static bool note_stores(std::uint64_t* __restrict stored, const std::uint64_t* __restrict loaded,
                        std::uint64_t mark, std::size_t n) {
  std::uint64_t foreign = 0;
  for (std::size_t i = 0; i < n; ++i)
    foreign |=
        is_foreign(stored[i], mark + (i << 1)) || is_foreign(loaded[i], mark + (i << 1)) ? 1 : 0;
  if (foreign != 0) return false;
  for (std::size_t i = 0; i < n; ++i) stored[i] = mark + (i << 1);
  return true;
}

template <bool kStored, bool kLoaded>
static inline MarkCounts count_some_marks(const std::uint64_t* __restrict stored,
                                          const std::uint64_t* __restrict loaded, std::size_t n) {
  constexpr std::uint64_t kShape = 31ULL << 21U;  // see mark.h
  std::uint64_t touched = 0, updates = 0, stores = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t store = kStored ? stored[i] : 0, load = kLoaded ? loaded[i] : 0;
    const std::uint64_t updated = (store & kShape) == kShape ? 1 : 0;
    stores += store != 0 ? 1 : 0;
    updates += updated;
    touched += load != 0 || updated != 0 ? 1 : 0;
  }
  return {touched, stores, updates};
}

static MarkCounts count_marks(const std::uint64_t* stored, const std::uint64_t* loaded,
                              std::size_t n) {
  if (!stored) return count_some_marks<false, true>(stored, loaded, n);
  return loaded ? count_some_marks<true, true>(stored, loaded, n)
                : count_some_marks<true, false>(stored, loaded, n);
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES
