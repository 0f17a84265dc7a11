// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace nereid::verify::machine {

/// Which number of Work an operation adds to.
enum class Counter : std::uint8_t { kNone, kInteger, kHalf, kBfloat, kSingle, kDouble, kCounters };

/// Who touched an element last: program + 1, epoch, shape and lane of the block, and whether
/// several programs did. 0: nobody has. Loops over marks (lane_loops) know this layout too.
struct Mark {
  static constexpr int kLane = 1, kShape = 21, kEpoch = 26, kProgram = 42;
  static constexpr std::uint32_t kMaxEpoch = (1U << 16U) - 1;
  static constexpr std::uint32_t kMaxProgram = (1U << 22U) - 2;
  static constexpr std::uint64_t kSeveral = 1;
  /// Of a plain store: it left what the launch had found there.
  static constexpr std::uint64_t kUnchanged = 1;
  /// Those of no block that threads hold: of atomic operations and of tensor descriptors.
  static constexpr std::uint8_t kAtomicShape = 31, kDescriptorShape = 30, kLastShape = 29;
  static constexpr std::uint8_t kScalarShape = 0;
  static constexpr std::uint64_t kEpochBits = static_cast<std::uint64_t>(kMaxEpoch) << kEpoch;

  /// Programs above kMaxProgram share numbers: then less is found. Behind kMaxEpoch a program
  /// begins with the first epoch again, and what it did before is of epoch 0 (Memory::age).
  static std::uint64_t of(std::uint32_t program, std::uint32_t epoch, std::uint8_t shape) {
    return (static_cast<std::uint64_t>(program % kMaxProgram + 1) << kProgram) |
           (static_cast<std::uint64_t>(epoch) << kEpoch) |
           (static_cast<std::uint64_t>(shape) << kShape);
  }
  static std::uint32_t program(std::uint64_t mark) {
    return static_cast<std::uint32_t>(mark >> kProgram) - 1;
  }
  static std::uint32_t epoch(std::uint64_t mark) {
    return static_cast<std::uint32_t>((mark & kEpochBits) >> kEpoch);
  }
  static std::uint8_t shape(std::uint64_t mark) { return (mark >> kShape) & 31U; }
  static std::int64_t lane(std::uint64_t mark) {
    return static_cast<std::int64_t>((mark >> kLane) & ((1ULL << (kShape - kLane)) - 1));
  }
  static bool is_atomic(std::uint64_t mark) { return shape(mark) == kAtomicShape; }
  static bool is_of_descriptor(std::uint64_t mark) { return shape(mark) == kDescriptorShape; }
  static bool is_unchanged(std::uint64_t stored) {
    return (stored & kUnchanged) != 0 && !is_atomic(stored);
  }
  static bool same_program(std::uint64_t a, std::uint64_t b) { return ((a ^ b) >> kProgram) == 0; }
  static bool same_epoch(std::uint64_t a, std::uint64_t b) { return ((a ^ b) >> kEpoch) == 0; }
  /// Apart from the epoch they are the same, so that none of the two is another thread's.
  static bool same_but_for_epoch(std::uint64_t a, std::uint64_t b) {
    return ((a ^ b) & ~kEpochBits) == 0;
  }
  /// Lane and shape.
  static bool same_thread(std::uint64_t a, std::uint64_t b) {
    return (((a ^ b) >> kLane) & ((1ULL << (kEpoch - kLane)) - 1)) == 0;
  }
};

}  // namespace nereid::verify::machine
