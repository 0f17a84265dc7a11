// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/mark.h"
#include "engine/verify/machine/internal/marks.h"

namespace nereid::verify::machine {

/// The marks of a buffer's elements, of one kind (stored or loaded). Where lanes one behind another
/// have marked a whole block of elements at once, one mark stands for all of them: that of the
/// block's first element, whose lane counts on. Other blocks have a mark for each element.
class Book {
 public:
  static constexpr std::size_t kBlock = kRunLanes;  ///< elements
  /// What stands for a block in the place of a mark; no mark is so small.
  static constexpr std::uint64_t kUntouched = 0, kByElement = 1, kByElementSettled = 3;

  Book() = default;
  explicit Book(std::size_t elements)
      : count_(elements), blocks_((elements + kBlock - 1) / kBlock), marks_(elements) {}
  Book(Book&&) noexcept = default;
  Book& operator=(Book&& other) noexcept;
  ~Book();

  /// The mark of a whole block, or one of the three words above.
  std::uint64_t block(std::size_t block) const { return blocks_[block]; }
  void mark_block(std::size_t block, std::uint64_t mark) {
    is_touched_ = true;
    blocks_[block] = mark;
  }
  static bool is_by_element(std::uint64_t block) {
    return block == kByElement || block == kByElementSettled;
  }

  /// The mark of an element.
  std::uint64_t at(std::size_t element) const {
    const std::uint64_t whole = blocks_[element / kBlock];
    if (whole == kUntouched || is_by_element(whole)) return marks_[element];
    return whole + (element % kBlock << Mark::kLane);
  }
  /// Marks of elements one behind another, to be read; null: nobody has touched any.
  const std::uint64_t* read(std::size_t first, std::size_t n);
  /// Likewise, to be changed.
  std::uint64_t* change(std::size_t first, std::size_t n);

  bool is_touched() const { return is_touched_; }
  /// What one program did belongs to epoch 0 from now on.
  void age(std::uint32_t program);

 private:
  void write_out(std::size_t block);

  std::size_t count_ = 0;
  Marks blocks_, marks_;
  bool is_touched_ = false;    ///< any block is
  bool has_elements_ = false;  ///< marks_ is in use
};

}  // namespace nereid::verify::machine
