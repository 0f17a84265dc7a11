// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/book.h"

#include <algorithm>
#include <utility>

namespace nereid::verify::machine {
namespace {

void age_mark(std::uint64_t& mark, std::uint32_t program) {
  if (mark != 0 && Mark::program(mark) == program) mark &= ~Mark::kEpochBits;
}

}  // namespace

Book& Book::operator=(Book&& other) noexcept {
  std::swap(count_, other.count_);
  std::swap(blocks_, other.blocks_);
  std::swap(marks_, other.marks_);
  std::swap(is_touched_, other.is_touched_);
  std::swap(has_elements_, other.has_elements_);
  return *this;
}

Book::~Book() {
  blocks_.give_back(is_touched_);
  marks_.give_back(has_elements_);
}

// From one mark for all elements of a block to one for each.
void Book::write_out(std::size_t block) {
  const std::uint64_t mark = blocks_[block];
  for (std::size_t i = 0; i < kBlock; ++i) marks_[block * kBlock + i] = mark + (i << Mark::kLane);
  blocks_[block] = kByElement;
  has_elements_ = true;
}

const std::uint64_t* Book::read(std::size_t first, std::size_t n) {
  std::uint64_t any = 0;
  for (std::size_t block = first / kBlock; block * kBlock < first + n; ++block) {
    const std::uint64_t whole = blocks_[block];
    any |= whole;
    if (whole != kUntouched && !is_by_element(whole)) write_out(block);
  }
  return any == 0 ? nullptr : marks_.get() + first;
}

std::uint64_t* Book::change(std::size_t first, std::size_t n) {
  is_touched_ = has_elements_ = true;
  for (std::size_t block = first / kBlock; block * kBlock < first + n; ++block) {
    const std::uint64_t whole = blocks_[block];
    if (whole == kUntouched)
      blocks_[block] = kByElement;
    else if (!is_by_element(whole))
      write_out(block);
  }
  return marks_.get() + first;
}

void Book::age(std::uint32_t program) {
  if (!is_touched_) return;
  for (std::size_t block = 0; block * kBlock < count_; ++block) {
    if (!is_by_element(blocks_[block])) {
      age_mark(blocks_[block], program);
      continue;
    }
    const std::size_t end = std::min((block + 1) * kBlock, count_);
    for (std::size_t at = block * kBlock; at < end; ++at) age_mark(marks_[at], program);
  }
}

}  // namespace nereid::verify::machine
