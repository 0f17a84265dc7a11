// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/one_lane.h"

#include <algorithm>

#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kMostSteps = 1ULL << 24U;  // of all lanes together, of a region with loops

}  // namespace

bool is_plain(const Region& region) {
  const auto& operations = region.blocks.front().operations;
  return region.blocks.size() == 1 &&
         std::all_of(operations.begin(), operations.end(), [](const Operation& operation) {
           return operation.row->pure && operation.regions.empty() && operation.successors.empty();
         });
}

bool run_one_lane(const Step& step, Frame& frame, std::uint32_t begin, std::uint32_t end,
                  std::uint64_t& done) {
  const Step* steps = frame.code->steps.data();
  for (frame.pc = begin; frame.pc != end && !frame.stop; ++done) {
    if (done == kMostSteps) {
      frame.memory->report(FindingKind::kEndless, step.source, frame,
                           "a function of scalars that does not end");
      frame.finished = frame.stop = true;
      break;
    }
    const Step& next = steps[frame.pc++];
    next.run(next, frame);
  }
  return !frame.stop;
}

}  // namespace nereid::verify::machine
