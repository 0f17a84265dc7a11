// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel says of its values, which the compiler believes: tl.multiple_of, tl.max_contiguous,
// tl.max_constancy (attributes of the operation that made a value, or of the loop that carries it)
// and tl.assume. A compiler makes use of them for accesses of up to 16 bytes, thus of up to 16
// lanes: hints that hold for 16 do no harm.
#include "engine/verify/machine/internal/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

constexpr std::int64_t kWidest = 16;

/// The lanes of a value, as numbers of 64 bits.
class LanesOf {
 public:
  LanesOf(const Type& type, const std::byte* bytes) : element_(type.element), bytes_(bytes) {}
  std::uint64_t operator[](std::size_t lane) const {
    switch (element_) {
      case Element::kI1:
      case Element::kI8:
        return static_cast<std::uint64_t>(at<std::int8_t>(lane));
      case Element::kI16:
        return static_cast<std::uint64_t>(at<std::int16_t>(lane));
      case Element::kI32:
        return static_cast<std::uint64_t>(at<std::int32_t>(lane));
      default:
        return at<std::uint64_t>(lane);
    }
  }

 private:
  template <class T>
  T at(std::size_t lane) const {
    return reinterpret_cast<const T*>(bytes_)[lane];
  }
  Element element_;
  const std::byte* bytes_;
};

/// One dimension of a tensor: lanes of a line are `stride` apart.
struct Dimension {
  std::size_t size = 1, stride = 1;
  std::size_t index(std::size_t lane) const { return lane / stride % size; }
};

// The largest power of two that divides a hint and that matters.
std::uint64_t effective(std::int64_t hint) {
  return static_cast<std::uint64_t>(std::min(hint & -hint, kWidest));
}

class Check {
 public:
  Check(const Hint& hint, const std::byte* bytes)
      : hint_(hint),
        lanes_(hint.type, bytes),
        count_(static_cast<std::size_t>(hint.type.elements())) {
    std::size_t stride = count_;
    for (int i = 0; i < hint.type.rank; ++i) {
      const auto size = static_cast<std::size_t>(hint.type.shape.at(static_cast<std::size_t>(i)));
      stride /= size;
      dimensions_.at(static_cast<std::size_t>(i)) = {size, stride};
    }
    if (hint.type.is_pointer()) unit_ = bytes_of(hint.type.pointee);
  }

  // What does not hold; empty: all does.
  std::string problem() const {
    const auto rank = static_cast<std::size_t>(hint_.type.rank);
    for (std::size_t i = 0; i < rank; ++i) {
      if (const std::uint64_t run = effective(hint_.contiguity.at(i)); run > 1)
        for (std::size_t lane = 0; lane < count_; ++lane)
          if (dimensions_.at(i).index(lane) % run != 0 && !follows(lane, i, unit_) &&
              !starts_over(lane))
            return fmt::format(
                "tl.max_contiguous says that {} follow each other, but {} comes "
                "behind {}",
                hint_.contiguity.at(i), shown(lane), shown(before(lane, i)));
      if (const std::uint64_t run = effective(hint_.constancy.at(i)); run > 1)
        for (std::size_t lane = 0; lane < count_; ++lane)
          if (dimensions_.at(i).index(lane) % run != 0 && !follows(lane, i, 0))
            return fmt::format("tl.max_constancy says that {} are equal, but {} comes behind {}",
                               hint_.constancy.at(i), shown(lane), shown(before(lane, i)));
    }
    return multiples();
  }

 private:
  std::size_t before(std::size_t lane, std::size_t dimension) const {
    return lane - dimensions_.at(dimension).stride;
  }
  bool follows(std::size_t lane, std::size_t dimension, std::uint64_t step) const {
    return lanes_[lane] == lanes_[before(lane, dimension)] + step;
  }
  // A block that ends beyond a size goes on at its beginning or stays there: `offsets % size`,
  // `tl.where(offsets < size, offsets, 0)`. What these lanes load is stored nowhere by whoever
  // masks them, and Triton's own tutorials put the hint on them.
  bool starts_over(std::size_t lane) const { return unit_ == 1 && lanes_[lane] == 0; }
  std::string shown(std::size_t lane) const {
    return hint_.type.is_pointer() ? fmt::format("address {:#x}", lanes_[lane])
                                   : fmt::format("{}", static_cast<std::int64_t>(lanes_[lane]));
  }

  // Only the first of lanes that follow each other has to be a multiple.
  std::string multiples() const {
    const auto rank = static_cast<std::size_t>(std::max(hint_.type.rank, 1));
    std::uint64_t multiple = kWidest;
    bool said = false;
    for (std::size_t i = 0; i < rank; ++i) {
      if (hint_.divisibility.at(i) <= 1) continue;
      multiple = std::min(multiple, effective(hint_.divisibility.at(i)));
      said = true;
    }
    for (std::size_t lane = 0; said && lane < count_; ++lane) {
      bool first = true;
      for (std::size_t i = 0; i < static_cast<std::size_t>(hint_.type.rank); ++i)
        first &= dimensions_.at(i).index(lane) == 0 || !follows(lane, i, unit_);
      if (first && lanes_[lane] % multiple != 0)
        return fmt::format("tl.multiple_of says that it is a multiple of {}{}, but {} is not",
                           *std::max_element(hint_.divisibility.begin(), hint_.divisibility.end()),
                           hint_.type.is_pointer() ? " bytes" : "", shown(lane));
    }
    return {};
  }

  const Hint& hint_;
  LanesOf lanes_;
  std::size_t count_;
  std::array<Dimension, kMaxRank> dimensions_ = {};
  std::uint64_t unit_ = 1;
};

void run_hint(const Step& step, Frame& frame) {
  const auto& hint = *static_cast<const Hint*>(step.detail);
  const std::string problem = Check(hint, frame.arena + step.in[0]).problem();
  if (!problem.empty()) frame.memory->report(FindingKind::kFalseHint, step.source, frame, problem);
}

void run_assume(const Step& step, Frame& frame) {
  if (*frame.place<std::uint8_t>(step.in[0]) == 0)
    frame.memory->report(FindingKind::kFalseHint, step.source, frame,
                         "what tl.assume takes for granted does not hold");
}

bool read(const Operation& operation, const std::string& name,
          std::array<std::int64_t, kMaxRank>& to) {
  const Attribute* given = operation.attribute(name);
  if (!given || given->numbers.empty()) return false;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t which = given->numbers.size() == 1 ? 0 : i;
    if (which < given->numbers.size()) to.at(i) = given->numbers[which].integer;
  }
  return true;
}

}  // namespace

bool check_hints(Lowering& to, const Operation& operation, ValueId value, std::string_view suffix) {
  const Type& type = to.type(value);
  const bool fits = (type.kind == Type::Kind::kScalar || type.is_tensor()) &&
                    (is_integer(type.element) || type.is_pointer());
  if (!fits) return true;
  Hint hint;
  hint.type = type;
  const bool divisible =
      read(operation, fmt::format("tt.divisibility{}", suffix), hint.divisibility);
  const bool contiguous = read(operation, fmt::format("tt.contiguity{}", suffix), hint.contiguity);
  const bool constant = read(operation, fmt::format("tt.constancy{}", suffix), hint.constancy);
  if (!divisible && !contiguous && !constant) return true;
  for (const std::string_view name : {"tt.divisibility", "tt.contiguity", "tt.constancy"})
    if (const Attribute* given = operation.attribute(fmt::format("{}{}", name, suffix)))
      for (const Literal& number : given->numbers)
        if (number.integer < 1) return to.refuse(operation, "a hint below 1");
  Step step;
  step.run = run_hint;
  step.source = to.source(operation);
  step.in[0] = to.place(operation, value);
  to.detail(step, hint);
  to.add(step);
  return true;
}

bool lower_hints(Lowering& to, const Operation& operation) {
  if (operation.attributes.empty()) return true;
  // Of several results the compiler takes each for what is said; of a loop and a choice none.
  if (operation.results.size() != 1 && !operation.regions.empty()) return true;
  return std::all_of(operation.results.begin(), operation.results.end(),
                     [&](ValueId result) { return check_hints(to, operation, result, ""); });
}

bool lower_assume(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_assume);
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
