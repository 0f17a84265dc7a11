// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that watch a pipelined loop: whether one of its loads, which the compiler makes iterations
// before its own, meets what the program has stored since then.
#include "engine/verify/machine/internal/early_loads.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

// Calls act(begin, end) for the bytes that an access reaches, lanes that follow each other
// together, until it says that this is enough. in: addresses, mask.
template <class Act>
void each_piece(const Step& step, const Frame& frame, const Act& act) {
  const auto* addresses = frame.place<std::uint64_t>(step.in[0]);
  const auto* mask = step.in[1] == kNoPlace ? nullptr : frame.place<std::uint8_t>(step.in[1]);
  std::uint64_t begin = 0, end = 0;
  for (std::size_t lane = 0; lane < step.count; ++lane) {
    if (mask && mask[lane] == 0) continue;
    if (addresses[lane] != end) {
      if (begin != end && !act(begin, end)) return;
      begin = addresses[lane];
    }
    end = addresses[lane] + step.bytes;
  }
  if (begin != end) act(begin, end);
}

// target: the loop, also of those below.
void run_enter_loop(const Step& step, Frame& frame) {
  if (frame.loops.empty()) frame.loops.resize(frame.code->pipelined_loops);
  frame.loops[step.target].clear();
}

void run_begin_iteration(const Step& step, Frame& frame) {
  frame.loops[step.target].begin_iteration();
}

void run_note_store(const Step& step, Frame& frame) {
  RecentStores& stores = frame.loops[step.target];
  each_piece(step, frame, [&](std::uint64_t begin, std::uint64_t end) {
    stores.add(begin, end);
    return true;
  });
}

void run_check_load(const Step& step, Frame& frame) {
  const auto& load = *static_cast<const EarlyLoad*>(step.detail);
  const std::uint32_t iterations = load.iterations(frame.memory->stages());
  RecentStores& stores = frame.loops[step.target];
  each_piece(step, frame, [&](std::uint64_t begin, std::uint64_t end) {
    if (!stores.meet(begin, end, iterations)) return true;
    while (!stores.meet(begin, begin + step.bytes, iterations)) begin += step.bytes;
    frame.memory->report_early_load(step, frame, begin);
    return false;
  });
}

Place mask_of(const Operation& operation, const Step& access) {
  if (operation.row->name == "tt.load") return access.in[1];
  return operation.row->name == "tt.atomic_cas" ? kNoPlace : access.in[2];
}

}  // namespace

bool Lowering::enter_loop(const Operation& loop) {
  Loop made{code_.pipelined_loops, early_loads(loop, *calls_.back().function)};
  if (made.loads.empty()) return false;
  ++code_.pipelined_loops;
  Step step;
  step.run = run_enter_loop;
  step.source = source(loop);
  step.target = made.number;
  add(step);
  loops_.push_back(std::move(made));
  return true;
}

void Lowering::begin_iteration() {
  Step step;
  step.run = run_begin_iteration;
  step.target = loops_.back().number;
  add(step);
}

void Lowering::watch(const Operation& operation, const Step& access) {
  const auto load = loops_.back().loads.find(&operation);
  const bool is_early = load != loops_.back().loads.end();
  if (!is_early && !changes_memory(operation)) return;
  Step step;
  step.source = access.source;
  step.count = access.count;
  step.bytes = access.bytes;
  if (operation.row->name.starts_with("tt.descriptor")) {
    const auto& block = *static_cast<const BlockAccess*>(access.detail);
    step.in = {block.addresses, block.mask, kNoPlace};
  } else {
    step.in = {access.in[0], mask_of(operation, access), kNoPlace};
  }
  if (is_early) {
    step.run = run_check_load;
    step.target = loops_.back().number;
    detail(step, load->second);
    add(step);
    return;
  }
  step.run = run_note_store;
  for (const Loop& loop : loops_) {
    step.target = loop.number;
    add(step);
  }
}

}  // namespace nereid::verify::machine
