// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, stores and atomic operations by address.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/verify/machine/internal/atomics.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

template <class T>
T* optional_place(const Frame& frame, Place place) {
  return place == kNoPlace ? nullptr : frame.place<T>(place);
}

void run_load(const Step& step, Frame& frame) {
  frame.memory->load(step, frame, frame.place<std::uint64_t>(step.in[0]),
                     optional_place<std::uint8_t>(frame, step.in[1]),
                     optional_place<std::byte>(frame, step.in[2]),
                     frame.place<std::byte>(step.out));
}

// A program that waits reads so: the others get their turns.
void run_volatile_load(const Step& step, Frame& frame) {
  run_load(step, frame);
  frame.stop = true;
}

// in: addresses, values, mask.
void run_store(const Step& step, Frame& frame) {
  frame.memory->store(step, frame, frame.place<std::uint64_t>(step.in[0]),
                      optional_place<std::uint8_t>(frame, step.in[2]),
                      frame.place<std::byte>(step.in[1]));
}

// in: addresses, values, mask; of a comparison: addresses, what is expected, values.
void run_atomic(const Step& step, Frame& frame) {
  const auto& access = *static_cast<const Access*>(step.detail);
  const auto* addresses = frame.place<std::uint64_t>(step.in[0]);
  const bool compares = access.atomic == AtomicKind::kCompare;
  const auto* mask = compares ? nullptr : optional_place<std::uint8_t>(frame, step.in[2]);
  // What a program did before its release is of an earlier epoch than what it does after it.
  // Threads that add something each and order nothing by it do not meet, but where all of them get
  // the one number that was there.
  const bool meet = (step.count == 1 && access.is_used) || access.acquires || access.releases;
  if (meet) pass_barrier(frame);
  std::uint64_t lanes = 0;
  // Which of its lanes a GPU takes first is chance.
  const std::size_t first = frame.memory->first_lane(step, frame);
  for (std::size_t turn = 0; turn < step.count; ++turn) {
    const std::size_t lane = turn ^ first;
    std::byte* old = frame.arena + step.out + lane * step.bytes;
    std::memset(old, 0, step.bytes);
    if (mask && mask[lane] == 0) continue;
    ++lanes;
    if (access.acquires && access.system_wide) frame.memory->acquire(frame, addresses[lane]);
    std::byte* in_memory = frame.memory->atomic(step, frame, addresses[lane], access.system_wide);
    if (!in_memory) continue;
    std::memcpy(old, in_memory, step.bytes);
    const std::byte* value = frame.arena + (compares ? step.in[2] : step.in[1]) + lane * step.bytes;
    const std::byte* expected = frame.arena + step.in[1] + lane * step.bytes;
    // A comparison that fails writes nothing, so that nobody learns from it.
    if (compares && std::memcmp(old, expected, step.bytes) != 0) continue;
    apply_atomic(access.atomic, access.element, in_memory, value);
    if (std::memcmp(old, in_memory, step.bytes) != 0) frame.memory->note_change(frame);
    if (access.releases && access.system_wide) frame.memory->release(frame, addresses[lane]);
  }
  frame.memory->count_atomics(lanes);
  if (meet) pass_barrier(frame);
  frame.stop = true;  // another program's turn, if several run
}

void note_access(Lowering& to, std::size_t bytes) {
  to.code().smallest_access = std::min(to.code().smallest_access, bytes);
}

}  // namespace

bool lower_load(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_load);
  const Type& type = to.result_type(operation);
  note_access(to, bytes_of(type.element));
  step.shape = to.shape_of(type);
  Access access;
  access.element = type.element;
  access.widest_store = to.widest_store(operation);
  access.is_volatile = operation.number("isVolatile", 0) != 0;
  if (access.is_volatile) {
    step.run = run_volatile_load;
    to.code().has_atomics = true;
  }
  to.detail(step, access);
  to.add(step);
  return true;
}

bool lower_store(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_store);
  const Type& type = to.operand_type(operation, 1);
  note_access(to, bytes_of(type.element));
  step.bytes = static_cast<std::uint32_t>(bytes_of(type.element));
  step.count = static_cast<std::uint32_t>(type.elements());
  step.shape = to.shape_of(type);
  to.add(step);
  return true;
}

bool lower_atomic(Lowering& to, const Operation& operation) {
  Access access;
  const bool compares = operation.row->name == "tt.atomic_cas";
  const std::size_t words = compares ? 0 : 1;
  const auto kind = atomic_named(compares ? "cas" : operation.words.at(0));
  if (!kind) return to.refuse(operation, fmt::format("{}", operation.words.at(0)));
  access.atomic = *kind;
  access.element = to.result_type(operation).element;
  const std::string_view order = operation.words.at(words);
  access.acquires = order == "acquire" || order == "acq_rel";
  access.releases = order == "release" || order == "acq_rel";
  access.system_wide = operation.words.at(words + 1) != "cta";
  access.is_used = to.is_used(operation.results.at(0));
  if (!has_atomic(access.atomic, access.element))
    return to.refuse(operation, fmt::format("of {}", name_of(access.element)));
  Step step = to.step(operation, run_atomic);
  note_access(to, step.bytes);
  to.detail(step, access);
  to.code().has_atomics = true;
  to.code().has_exchanges = to.code().has_exchanges || compares;
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
