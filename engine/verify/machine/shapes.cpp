// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that move lanes and change none.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

template <class T>
void fill_lanes(const Step& step, Frame& frame) {
  std::fill_n(frame.place<T>(step.out), step.count, *frame.place<T>(step.in[0]));
}

void run_splat(const Step& step, Frame& frame) {
  switch (step.bytes) {
    case 1:
      return fill_lanes<std::uint8_t>(step, frame);
    case 2:
      return fill_lanes<std::uint16_t>(step, frame);
    case 4:
      return fill_lanes<std::uint32_t>(step, frame);
    default:
      return fill_lanes<std::uint64_t>(step, frame);
  }
}

void run_strided(const Step& step, Frame& frame) {
  const auto& copy = *static_cast<const StridedCopy*>(step.detail);
  lane_loops().copy_strided(frame.arena + step.out, frame.arena + step.in[0], copy.rank,
                            copy.shape.data(), copy.strides.data(), step.bytes);
}

// Lanes of two tensors in turn. That tt.cat may reorder them is its only form, and on a GPU it
// does: each thread puts what it holds of the one before what it holds of the other.
void run_join(const Step& step, Frame& frame) {
  std::byte* to = frame.arena + step.out;
  for (std::size_t i = 0; i < step.count; ++i, to += step.bytes)
    std::memcpy(to, frame.arena + step.in.at(i % 2) + i / 2 * step.bytes, step.bytes);
}

// What a reshape that may reorder lanes does with them: first every second one, then the others.
void run_reorder(const Step& step, Frame& frame) {
  const std::size_t half = std::size_t{step.count} / 2 * step.bytes;
  std::byte* to = frame.arena + step.out;
  const std::byte* from = frame.arena + step.in[0];
  if (step.bytes == sizeof(std::uint32_t)) {
    lane_loops().part_pairs(reinterpret_cast<std::uint32_t*>(to),
                            reinterpret_cast<std::uint32_t*>(to + half),
                            reinterpret_cast<const std::uint32_t*>(from), step.count / 2);
    return;
  }
  for (std::size_t i = 0; i < step.count / 2; ++i, from += std::size_t{2} * step.bytes) {
    std::memcpy(to + i * step.bytes, from, step.bytes);
    std::memcpy(to + half + i * step.bytes, from + step.bytes, step.bytes);
  }
}

// Every second lane, from the one that `target` says.
void run_split(const Step& step, Frame& frame) {
  for (std::size_t i = 0; i < step.count; ++i)
    std::memcpy(frame.arena + step.out + i * step.bytes,
                frame.arena + step.in[0] + (2 * i + step.target) * step.bytes, step.bytes);
}

std::int64_t index_at(const std::byte* indices, std::uint32_t bytes, std::size_t i) {
  std::int64_t value = 0;
  switch (bytes) {
    case 1:
      return static_cast<std::int8_t>(indices[i]);
    case 2:
      return reinterpret_cast<const std::int16_t*>(indices)[i];
    case 4:
      return reinterpret_cast<const std::int32_t*>(indices)[i];
    default:
      std::memcpy(&value, indices + i * 8, 8);
      return value;
  }
}

void run_gather(const Step& step, Frame& frame) {
  const auto& gather = *static_cast<const Gather*>(step.detail);
  meet_across_warps(gather.length, gather.rank == 1, frame);
  const auto axis = static_cast<std::size_t>(gather.axis);
  for (std::size_t i = 0; i < step.count; ++i) {
    std::int64_t index = index_at(frame.arena + step.in[1], gather.index_bytes, i);
    if (index < 0 || index >= static_cast<std::int64_t>(gather.length)) {
      frame.memory->report(
          FindingKind::kOutOfRange, step.source, frame,
          fmt::format("index {} of a tensor of {} along its axis", index, gather.length));
      index = 0;
    }
    std::size_t rest = i;
    std::int64_t from = index * gather.strides.at(axis);
    for (int d = gather.rank - 1; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      const auto size = static_cast<std::size_t>(gather.shape.at(at));
      if (at != axis) from += static_cast<std::int64_t>(rest % size) * gather.strides.at(at);
      rest /= size;
    }
    std::memcpy(frame.arena + step.out + i * step.bytes,
                frame.arena + step.in[0] + static_cast<std::size_t>(from) * step.bytes, step.bytes);
  }
}

// `target`: whole numbers that are counted. detail: of the numbers. Triton's code for NVIDIA looks
// at as many low bits of a number as there are bins, at least those of a warp: so -1 counts in the
// last bin.
void run_histogram(const Step& step, Frame& frame) {
  pass_barrier(frame);
  const auto& access = *static_cast<const Gather*>(step.detail);
  std::memset(frame.arena + step.out, 0, std::size_t{step.count} * step.bytes);
  const std::uint8_t* mask =
      step.in[1] == kNoPlace ? nullptr : frame.place<std::uint8_t>(step.in[1]);
  constexpr std::uint32_t kWarp = 32;
  const std::uint64_t bins = std::max(step.count, kWarp);
  for (std::size_t i = 0; i < step.target; ++i) {
    const std::int64_t number = index_at(frame.arena + step.in[0], access.index_bytes, i);
    const std::uint64_t bin = static_cast<std::uint64_t>(number) % bins;
    if ((mask && mask[i] == 0) || bin >= step.count) continue;
    if (step.bytes == 4)
      ++frame.place<std::uint32_t>(step.out)[bin];
    else
      ++frame.place<std::uint64_t>(step.out)[bin];
  }
}

std::array<std::int64_t, kMaxRank> strides_of(const Type& type) {
  std::array<std::int64_t, kMaxRank> strides = {};
  std::int64_t stride = 1;
  for (int i = type.rank - 1; i >= 0; --i) {
    strides.at(static_cast<std::size_t>(i)) = stride;
    stride *= type.shape.at(static_cast<std::size_t>(i));
  }
  return strides;
}

// Dimensions that lie one behind another in both become one, so that the last is long.
void merge(StridedCopy& copy) {
  for (int d = copy.rank - 2; d >= 0; --d) {
    const auto at = static_cast<std::size_t>(d);
    const bool together = copy.strides.at(at) == copy.strides.at(at + 1) * copy.shape.at(at + 1) ||
                          copy.shape.at(at) == 1;
    if (!together && copy.shape.at(at + 1) != 1) continue;
    if (copy.shape.at(at + 1) == 1) copy.strides.at(at + 1) = copy.strides.at(at);
    copy.shape.at(at + 1) *= copy.shape.at(at);
    for (std::size_t i = at; i + 1 < static_cast<std::size_t>(copy.rank); ++i) {
      copy.shape.at(i) = copy.shape.at(i + 1);
      copy.strides.at(i) = copy.strides.at(i + 1);
    }
    --copy.rank;
  }
}

bool lower_strided(Lowering& to, const Operation& operation, StridedCopy copy) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  merge(copy);
  Step step = to.step(operation, run_strided);
  to.detail(step, copy);
  to.add_moving(step, to.result_type(operation).element);
  return true;
}

}  // namespace

bool lower_splat(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  to.add_moving(to.step(operation, run_splat), to.result_type(operation).element);
  return true;
}

bool lower_broadcast(Lowering& to, const Operation& operation) {
  const Type& from = to.operand_type(operation, 0);
  const Type& type = to.result_type(operation);
  if (from == type) return lower_alias(to, operation);
  if (from.elements() == 1) return lower_splat(to, operation);
  StridedCopy copy;
  copy.rank = type.rank;
  copy.shape = type.shape;
  copy.strides = strides_of(from);
  for (std::size_t i = 0; i < static_cast<std::size_t>(type.rank); ++i)
    if (from.shape.at(i) != type.shape.at(i)) copy.strides.at(i) = 0;
  return lower_strided(to, operation, copy);
}

bool lower_transpose(Lowering& to, const Operation& operation) {
  const Type& from = to.operand_type(operation, 0);
  const Attribute& order = *operation.attribute("order");
  if (from.rank == 0) return lower_alias(to, operation);
  StridedCopy copy;
  copy.rank = from.rank;
  copy.shape = to.result_type(operation).shape;
  for (std::size_t i = 0; i < order.numbers.size(); ++i)
    copy.strides.at(i) = strides_of(from).at(static_cast<std::size_t>(order.numbers[i].integer));
  return lower_strided(to, operation, copy);
}

// Whether two shapes are the same but for sizes of one.
bool same_but_for_ones(const Type& one, const Type& other) {
  const auto sizes = [](const Type& type) {
    std::vector<std::int64_t> found;
    for (int axis = 0; axis < type.rank; ++axis)
      if (const std::int64_t size = type.shape.at(static_cast<std::size_t>(axis)); size != 1)
        found.push_back(size);
    return found;
  };
  return sizes(one) == sizes(other);
}

// In the same way for all tensors of so many elements: two that belong together stay so, as on a
// GPU where their layouts are the same. Axes of one move nothing.
bool lower_reshape(Lowering& to, const Operation& operation) {
  const Type& result = to.result_type(operation);
  if (to.in_lanes() || operation.attribute("allow_reorder") == nullptr || result.elements() < 4 ||
      same_but_for_ones(to.operand_type(operation, 0), result))
    return lower_alias(to, operation);
  to.add_moving(to.step(operation, run_reorder), to.result_type(operation).element);
  return true;
}

bool lower_join(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  to.add(to.step(operation, run_join));
  return true;
}

bool lower_split(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  Step step = to.step(operation, run_split);
  to.add(step);
  step.out = to.result(operation, 1);
  step.target = 1;
  to.add(step);
  return true;
}

bool lower_gather(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  Gather gather;
  const Type& from = to.operand_type(operation, 0);
  const Type& indices = to.operand_type(operation, 1);
  gather.axis = static_cast<int>(operation.number("axis", 0));
  gather.rank = from.rank;
  gather.length = static_cast<std::size_t>(from.shape.at(static_cast<std::size_t>(gather.axis)));
  gather.shape = indices.shape;
  gather.strides = strides_of(from);
  gather.index_bytes = static_cast<std::uint32_t>(bytes_of(indices.element));
  Step step = to.step(operation, run_gather);
  to.detail(step, gather);
  to.add(step);
  return true;
}

bool lower_histogram(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  Step step = to.step(operation, run_histogram);
  const Type& from = to.operand_type(operation, 0);
  step.target = static_cast<std::uint32_t>(from.elements());
  Gather gather;
  gather.index_bytes = static_cast<std::uint32_t>(bytes_of(from.element));
  to.detail(step, gather);
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
