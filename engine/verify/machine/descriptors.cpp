// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor descriptors: blocks of memory by sizes, strides and offsets. What lies outside of the
// sizes loads as 0 and is not stored. A descriptor's value: its address, then sizes, then strides,
// 8 bytes each.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/verify/machine/internal/atomics.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kAlignment = 16;  // of a descriptor's address and of its strides, in bytes

void run_descriptor(const Step& step, Frame& frame) {
  const auto& parts = *static_cast<const DescriptorParts*>(step.detail);
  auto* out = frame.place<std::int64_t>(step.out);
  *out++ = *frame.place<std::int64_t>(step.in[0]);
  for (const Place size : parts.sizes) *out++ = *frame.place<std::int32_t>(size);
  for (const Place stride : parts.strides) *out++ = *frame.place<std::int64_t>(stride);
  const auto* made = frame.place<std::int64_t>(step.out);
  bool fits = static_cast<std::uint64_t>(made[0]) % kAlignment == 0 && out[-1] == 1;
  for (int i = 0; i + 1 < parts.rank; ++i)
    fits &= static_cast<std::uint64_t>(made[1 + parts.rank + i]) * step.bytes % kAlignment == 0;
  if (!fits)
    frame.memory->report(FindingKind::kMisaligned, step.source, frame,
                         "a descriptor's address and strides are multiples of 16 bytes, and its "
                         "last stride is 1");
}

// Addresses of all elements of a block, and which of them lie inside of the sizes.
void place_block(const BlockAccess& access, const Step& step, Frame& frame) {
  const auto* descriptor = frame.place<std::int64_t>(step.in[0]);
  const std::int64_t* sizes = descriptor + 1;
  const std::int64_t* strides = sizes + access.rank;
  auto* addresses = frame.place<std::uint64_t>(access.addresses);
  auto* mask = frame.place<std::uint8_t>(access.mask);
  std::array<std::int64_t, kMaxRank> at = {};
  for (std::size_t i = 0; i < step.count; ++i) {
    std::uint64_t offset = 0;
    bool inside = true;
    for (int d = 0; d < access.rank; ++d) {
      const auto dimension = static_cast<std::size_t>(d);
      const std::int32_t first = access.rows && d == 0
                                     ? frame.place<std::int32_t>(access.offsets[0])[at[0]]
                                     : *frame.place<std::int32_t>(access.offsets[dimension]);
      const std::int64_t index = first + (access.rows && d == 0 ? 0 : at[dimension]);
      inside &= index >= 0 && index < sizes[d];
      offset += static_cast<std::uint64_t>(index) * static_cast<std::uint64_t>(strides[d]);
    }
    addresses[i] = static_cast<std::uint64_t>(descriptor[0]) + offset * step.bytes;
    mask[i] = inside ? 1 : 0;
    for (int d = access.rank - 1; d >= 0; --d) {
      const auto dimension = static_cast<std::size_t>(d);
      if (++at[dimension] < access.block[dimension]) break;
      at[dimension] = 0;
    }
  }
}

// The step as loads and stores by address know it.
Step plain(const Step& step) {
  Step copy = step;
  copy.detail = nullptr;
  return copy;
}

void run_block_load(const Step& step, Frame& frame) {
  const auto& access = *static_cast<const BlockAccess*>(step.detail);
  place_block(access, step, frame);
  frame.memory->load(plain(step), frame, frame.place<std::uint64_t>(access.addresses),
                     frame.place<std::uint8_t>(access.mask), nullptr,
                     frame.place<std::byte>(step.out));
  pass_barrier(frame);  // all threads wait for the block
}

void run_block_store(const Step& step, Frame& frame) {
  const auto& access = *static_cast<const BlockAccess*>(step.detail);
  place_block(access, step, frame);
  pass_barrier(frame);  // they put it together in shared memory first
  frame.memory->store(plain(step), frame, frame.place<std::uint64_t>(access.addresses),
                      frame.place<std::uint8_t>(access.mask), frame.place<std::byte>(step.in[1]));
}

void run_block_reduce(const Step& step, Frame& frame) {
  const auto& access = *static_cast<const BlockAccess*>(step.detail);
  place_block(access, step, frame);
  const auto* addresses = frame.place<std::uint64_t>(access.addresses);
  const auto* mask = frame.place<std::uint8_t>(access.mask);
  pass_barrier(frame);
  for (std::size_t i = 0; i < step.count; ++i) {
    if (mask[i] == 0) continue;
    if (std::byte* memory = frame.memory->atomic(plain(step), frame, addresses[i]))
      apply_atomic(access.atomic, access.element, memory,
                   frame.arena + step.in[1] + i * step.bytes);
  }
  frame.memory->note_change(frame);
  frame.memory->count_atomics(step.count);
  pass_barrier(frame);
}

// `tensor`: the block as a value; its operands behind the descriptor are offsets.
Step block_step(Lowering& to, const Operation& operation, Run run, const Type& tensor,
                BlockAccess access) {
  const Type& descriptor = to.operand_type(operation, 0);
  Step step;
  step.run = run;
  step.source = to.source(operation);
  step.in[0] = to.operand(operation, 0);
  step.count = static_cast<std::uint32_t>(tensor.elements());
  step.bytes = static_cast<std::uint32_t>(bytes_of(tensor.element));
  step.shape = Mark::kDescriptorShape;
  access.rank = descriptor.rank;
  access.block = descriptor.shape;
  access.element = tensor.element;
  if (access.rows) access.block[0] = tensor.shape[0];
  for (int i = 0; i < access.rank; ++i)
    access.offsets.push_back(to.operand(operation, static_cast<std::size_t>(i) + 1));
  access.addresses = to.allocate(step.count * sizeof(std::uint64_t));
  access.mask = to.allocate(step.count);
  to.code().smallest_access = std::min<std::size_t>(to.code().smallest_access, step.bytes);
  to.detail(step, std::move(access));
  return step;
}

}  // namespace

bool lower_descriptor(Lowering& to, const Operation& operation) {
  const Type type = to.result_type(operation);
  DescriptorParts parts;
  parts.rank = type.rank;
  const auto rank = static_cast<std::size_t>(type.rank);
  for (std::size_t i = 0; i < rank; ++i) {
    parts.sizes.push_back(to.operand(operation, 1 + i));
    parts.strides.push_back(to.operand(operation, 1 + rank + i));
  }
  Step step;
  step.run = run_descriptor;
  step.source = to.source(operation);
  step.in[0] = to.operand(operation, 0);
  step.out = to.result(operation);
  step.bytes = static_cast<std::uint32_t>(bytes_of(type.element));
  to.detail(step, std::move(parts));
  to.add(step);
  return true;
}

// tt.descriptor_load, tt.descriptor_gather
bool lower_block_load(Lowering& to, const Operation& operation) {
  BlockAccess access;
  access.rows = operation.row->typing == Typing::kRowsLoad;
  Step step = block_step(to, operation, run_block_load, to.result_type(operation), access);
  step.out = to.result(operation);
  to.add(step);
  return true;
}

// tt.descriptor_store, tt.descriptor_scatter, tt.descriptor_reduce
bool lower_block_store(Lowering& to, const Operation& operation) {
  BlockAccess access;
  access.rows = operation.row->typing == Typing::kRowsStore;
  const std::size_t last = operation.operands.size() - 1;
  const Type tensor = to.operand_type(operation, last);
  Run run = run_block_store;
  if (operation.row->name == "tt.descriptor_reduce") {
    run = run_block_reduce;
    auto kind = atomic_named(operation.words.front());
    if (kind == AtomicKind::kAdd && is_float(tensor.element)) kind = AtomicKind::kAddF;
    // Signs of a descriptor's whole numbers are not kept.
    const bool hangs_on_sign = kind == AtomicKind::kMaxS || kind == AtomicKind::kMinS;
    if (!kind || !has_atomic(*kind, tensor.element) ||
        (hangs_on_sign && is_integer(tensor.element)))
      return to.refuse(operation,
                       fmt::format("{} of {}", operation.words.front(), name_of(tensor.element)));
    access.atomic = *kind;
    to.code().has_atomics = true;
  }
  Step step = block_step(to, operation, run, tensor, access);
  step.in[1] = to.operand(operation, last);
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
