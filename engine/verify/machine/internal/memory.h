// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/book.h"
#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/internal/mark.h"
#include "engine/verify/machine/internal/order.h"

namespace nereid::verify::machine {

/// A buffer with the books of who touched its elements last.
struct Area {
  std::uint64_t begin = 0, end = 0;  ///< addresses
  std::byte* data = nullptr;
  std::uint32_t grain = 4;  ///< bytes that one mark stands for
  /// Memory of marks that nobody looks at need not be made: a book that is not touched is not read.
  Book stored, loaded;
  std::string name;
  std::uint32_t element_bytes = 4;
  std::uint8_t* flags = nullptr;  ///< Buffer::stored

  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= begin && address < end && bytes <= end - address;
  }
};

/// The buffers of a launch, what its programs did to them, and what was wrong with it. One thread
/// at a time.
class Memory {
 public:
  Memory(const Code& code, const Launch& launch, std::span<const Buffer> buffers);
  ~Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Lanes of a load: `mask` null: all. Lanes that are off, or wrong, get `other`, or 0.
  void load(const Step& step, Frame& frame, const std::uint64_t* addresses,
            const std::uint8_t* mask, const std::byte* other, std::byte* to);
  void store(const Step& step, Frame& frame, const std::uint64_t* addresses,
             const std::uint8_t* mask, const std::byte* values);
  /// One lane of an atomic operation: its bytes in memory, or null after a finding. `of_all`: it
  /// excludes those of other programs, too.
  std::byte* atomic(const Step& step, Frame& frame, std::uint64_t address, bool of_all = true);
  /// Orders this program behind those that released this element, and the other way.
  void acquire(const Frame& frame, std::uint64_t address);
  void release(Frame& frame, std::uint64_t address);
  /// The program has no epoch left: it begins with the first one again.
  void age(Frame& frame);
  /// An atomic operation that changes nothing may be one that waits.
  void note_change(Frame& frame) {
    ++changes_;
    frame.has_news = true;
  }
  std::uint64_t changes() const { return changes_; }

  void count(Counter counter, std::uint64_t n) {
    counters_[static_cast<std::size_t>(counter)] += n;
  }
  /// What was counted since `before` happened so many times more or less often.
  using Counts = std::array<std::uint64_t, static_cast<std::size_t>(Counter::kCounters)>;
  const Counts& counts() const { return counters_; }
  void scale_counts(const Counts& before, std::uint64_t wanted, std::uint64_t done);
  void count_atomics(std::uint64_t n) { work_.atomics += n; }
  void count_dot(DotKind kind, std::uint64_t flops) {
    work_.dot_flops[static_cast<std::size_t>(kind)] += flops;
  }
  /// Keeps a finding, once for an operation and a kind.
  void report(FindingKind kind, std::uint32_t source, const Frame& frame,
              const std::string& message, const Area* area = nullptr, std::int64_t element = -1);
  /// The program whose store, or atomic operation, was the last at an address.
  std::optional<std::uint32_t> stored_by(std::uint64_t address) const;
  /// A load that comes early reads what the program has stored by then, and not here.
  void report_early_load(const Step& step, const Frame& frame, std::uint64_t address);
  std::uint32_t stages() const { return launch_.stages; }
  bool rounds_tf32() const { return launch_.rounds_tf32; }
  bool fuses() const { return launch_.fuses; }
  /// What errors of approximate functions are drawn from; 0: there are none.
  std::uint32_t noise() const { return noise_; }
  /// How the step `source` goes about what has no order of its own: a number drawn from the seed.
  std::uint64_t order(std::uint32_t source) const;
  /// The lane that an atomic operation of a program takes first, drawn from the seed; then come
  /// `first ^ 1`, `first ^ 2`, ..., so that lanes of one sector of memory still follow each other.
  std::size_t first_lane(const Step& step, const Frame& frame) const;
  bool is_full() const { return findings_.size() >= launch_.max_findings; }
  bool print(std::string line);
  /// What has been seen of the condition of this number.
  Compared& compared(std::uint32_t number) { return compared_[number]; }
  Outcome outcome(std::uint64_t steps);

 private:
  /// Lanes of one access of a program that is one warp, and the lanes that they meet.
  struct Meeting {
    const Step* step = nullptr;  ///< null: none
    std::uint64_t access = 0;
    std::vector<std::int64_t> apart = {};  ///< how many lanes, each number once
    bool is_of_one = false;                ///< a block and a single element
    std::array<std::int32_t, 3> program = {};
    const Area* area = nullptr;
    std::size_t at = 0;
    fmt::format_string<const std::int64_t&, const std::string&> sentence = "{}{}";
  };

  /// How a load is noted, the same for all of its lanes.
  struct Noting {
    std::uint64_t mark = 0;  ///< of lane 0
    bool is_volatile = false;
    bool by_runs = true;  ///< else each element has to be looked at
  };

  /// The buffer that holds all of the bytes, or null.
  Area* area_of(std::uint64_t address, std::uint64_t bytes) {
    return last_ && last_->holds(address, bytes) ? last_ : find_area(address, bytes);
  }
  Area* find_area(std::uint64_t address, std::uint64_t bytes);
  template <class Run, class Lane>
  void each_run(const Step& step, const std::uint64_t* addresses, const std::uint8_t* mask, Run run,
                Lane lane);
  void outside(const Step& step, const Frame& frame, std::uint64_t address, std::string_view verb);
  bool aligned(const Step& step, const Frame& frame, const Area& area, std::uint64_t address);
  void note_run(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                std::size_t first, std::size_t n);
  void load_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                 std::size_t at);
  void store_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                  std::size_t at, bool same_bytes);
  void note_loads(const Step& step, const Frame& frame, const Noting& noting, Area& area,
                  std::uint64_t address, std::size_t lane, std::size_t n);
  void store_run(const Step& step, Frame& frame, Area& area, std::uint64_t address,
                 std::size_t lane, std::size_t n, const std::byte* from);
  void close(Area& area);
  void close_block(Area& area, std::size_t first, std::size_t n, std::uint64_t bytes);
  void count_sectors(std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint64_t kSector = 32;
    const std::uint64_t first = begin / kSector, last = (end - 1) / kSector;
    work_.transactions += last - first + (first == last_sector_ ? 0 : 1);
    last_sector_ = last;
  }
  bool is_shared(const Step& step) const;
  int line_of(std::uint32_t source) const;
  std::vector<Compared> compared();
  bool ordered(const Frame& frame, std::uint64_t mark);
  void race(const Step& step, const Frame& frame, const Area& area, std::size_t at,
            FindingKind kind, fmt::format_string<const std::int64_t&, const std::string&> sentence);
  void meet(const Step& step, const Frame& frame, const Area& area, std::size_t at,
            std::uint64_t mark, std::uint64_t before,
            fmt::format_string<const std::int64_t&, const std::string&> sentence);
  void end_meeting();

  const Code& code_;
  const Launch& launch_;
  std::vector<Area> areas_;
  Area* last_ = nullptr;
  std::uint64_t last_sector_ = ~0ULL;
  Order order_;
  std::uint64_t changes_ = 0;
  std::uint64_t accesses_ = 0;  ///< so far
  Meeting meeting_;             ///< of the last access that had one
  bool goes_in_step_ = false;   ///< some were in an order that only a warp keeps
  std::uint32_t noise_ = 0;
  Counts counters_ = {};
  Work work_;
  std::vector<Finding> findings_;
  std::set<std::pair<std::uint32_t, FindingKind>> reported_;
  std::vector<std::string> printed_;
  std::vector<Compared> compared_;
  alignas(16) std::array<std::byte, 16> nothing_ = {};  ///< an element of memory that is not there
};

}  // namespace nereid::verify::machine
