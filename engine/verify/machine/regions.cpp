// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions and scans: their region is run over many lanes at once, as any other operation; one
// with branches, loops or calls runs once for each lane.
#include <algorithm>
#include <cstring>

#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/one_lane.h"

namespace nereid::verify::machine {
namespace {

void run_by_lane(const Step& step, const LaneRegion& region, Frame& frame, std::size_t width) {
  std::uint64_t done = 0;
  for (std::size_t lane = 0; lane < width; ++lane) {
    for (const LaneRegion::Lane& one : region.lanes) {
      const std::size_t at = lane * one.bytes;
      std::memcpy(frame.arena + one.one_left, frame.arena + one.left + at, one.bytes);
      std::memcpy(frame.arena + one.one_right, frame.arena + one.right + at, one.bytes);
    }
    if (!run_one_lane(step, frame, region.begin, region.end, done)) break;
    for (const LaneRegion::Given& given : region.given)
      std::memcpy(frame.arena + given.value + lane * given.bytes, frame.arena + given.one,
                  given.bytes);
  }
  frame.more_steps += done;
}

void run_region(const Step& step, const LaneRegion& region, Frame& frame, std::size_t width) {
  if (region.by_lane) return run_by_lane(step, region, frame, width);
  frame.width = width;
  const Step* steps = frame.code->steps.data();
  for (std::uint32_t i = region.begin; i < region.end; ++i) steps[i].run(steps[i], frame);
  frame.width = 1;
}

// `outer` pieces of `piece` bytes, from and to every so many bytes.
void copy_pieces(std::byte* to, std::size_t to_stride, const std::byte* from,
                 std::size_t from_stride, std::size_t piece, std::size_t outer) {
  for (std::size_t i = 0; i < outer; ++i)
    std::memcpy(to + i * to_stride, from + i * from_stride, piece);
}

// Pieces that lie one behind another, by turns to the left and to the right.
void part(std::byte* left, std::byte* right, const std::byte* from, std::size_t piece,
          std::size_t pairs) {
  if (piece == sizeof(std::uint32_t)) {
    lane_loops().part_pairs(reinterpret_cast<std::uint32_t*>(left),
                            reinterpret_cast<std::uint32_t*>(right),
                            reinterpret_cast<const std::uint32_t*>(from), pairs);
    return;
  }
  copy_pieces(left, piece, from, 2 * piece, piece, pairs);
  copy_pieces(right, piece, from + piece, 2 * piece, piece, pairs);
}

constexpr std::size_t kFolded = 4;  // elements that a thread may hold of a row

void meet_across_warps(const LaneRegion& region, Frame& frame) {
  meet_across_warps(region.length, region.outer * region.inner == 1, frame);
}

// `parts` pieces of an operand in turn to one argument of the region each: whole stretches along
// the axis, or (`neighbours`) elements that lie beside each other.
void take_piece(const LaneRegion& region, std::byte* to, const std::byte* from, std::size_t bytes,
                std::size_t length, std::size_t parts, std::size_t which, bool neighbours) {
  const std::size_t piece = (neighbours ? 1 : length / parts) * region.inner * bytes;
  const std::size_t pieces = region.outer * (neighbours ? length / parts : 1);
  copy_pieces(to, piece, from + which * piece, parts * piece, piece, pieces);
}

// One round of a reduction: four elements one after another, as a thread does with those that it
// holds. What is left lies in the region's results.
void fold_four(const Step& step, const LaneRegion& region, Frame& frame, std::size_t length,
               bool first, bool neighbours) {
  for (std::size_t which = 1; which < kFolded; ++which) {
    for (std::size_t i = 0; i < region.lanes.size(); ++i) {
      const LaneRegion::Lane& lane = region.lanes[i];
      const std::byte* from = frame.arena + (first ? lane.from : lane.work);
      if (which == 1)
        take_piece(region, frame.arena + lane.left, from, lane.bytes, length, kFolded, 0,
                   neighbours);
      else
        std::memcpy(frame.arena + lane.left, frame.arena + region.given[i].value,
                    region.outer * length / kFolded * region.inner * lane.bytes);
      take_piece(region, frame.arena + lane.right, from, lane.bytes, length, kFolded, which,
                 neighbours);
    }
    run_region(step, region, frame, region.outer * length / kFolded * region.inner);
  }
}

// One round: the first half along the axis with the second, or each element with its neighbour.
void combine_pairs(const Step& step, const LaneRegion& region, Frame& frame, std::size_t length,
                   bool first, bool neighbours) {
  for (const LaneRegion::Lane& lane : region.lanes) {
    const std::byte* from = frame.arena + (first ? lane.from : lane.work);
    if (neighbours) {
      part(frame.arena + lane.left, frame.arena + lane.right, from, region.inner * lane.bytes,
           region.outer * length / 2);
      continue;
    }
    take_piece(region, frame.arena + lane.left, from, lane.bytes, length, 2, 0, false);
    take_piece(region, frame.arena + lane.right, from, lane.bytes, length, 2, 1, false);
  }
  run_region(step, region, frame, region.outer * length / 2 * region.inner);
}

// In rounds, each of which combines pairs or, one after another, four elements: a GPU does all of
// that, within a thread, a warp and between warps, as the layout of the tensor has it.
void run_reduce(const Step& step, Frame& frame) {
  const auto& region = *static_cast<const LaneRegion*>(step.detail);
  meet_across_warps(region, frame);
  bool first = true;
  std::uint64_t order = frame.memory->order(step.source);
  for (std::size_t length = region.length; length > 1; first = false, order >>= 2U) {
    const bool neighbours = (order & 1U) != 0;
    const bool folds = (order & 2U) != 0 && length % kFolded == 0;
    (folds ? fold_four : combine_pairs)(step, region, frame, length, first, neighbours);
    length /= folds ? kFolded : 2;
    for (std::size_t i = 0; i < region.given.size(); ++i)
      std::memcpy(frame.arena + region.lanes[i].work, frame.arena + region.given[i].value,
                  region.outer * length * region.inner * region.given[i].bytes);
  }
  for (std::size_t i = 0; i < region.given.size(); ++i)
    std::memcpy(frame.arena + region.given[i].out,
                frame.arena + (first ? region.lanes[i].from : region.lanes[i].work),
                region.outer * region.inner * region.given[i].bytes);
}

// In rounds: each lane is combined with the one that lies 1, 2, 4, ... before it.
void run_scan(const Step& step, Frame& frame) {
  const auto& region = *static_cast<const LaneRegion*>(step.detail);
  meet_across_warps(region, frame);
  const std::size_t all = region.outer * region.length * region.inner;
  const Memory::Counts before = frame.memory->counts();
  std::size_t done = 0;
  for (std::size_t i = 0; i < region.given.size(); ++i)
    std::memcpy(frame.arena + region.given[i].out, frame.arena + region.lanes[i].from,
                all * region.lanes[i].bytes);
  for (std::size_t far = 1; far < region.length; far *= 2) {
    const std::size_t rest = (region.length - far) * region.inner;
    for (std::size_t i = 0; i < region.lanes.size(); ++i) {
      const LaneRegion::Lane& lane = region.lanes[i];
      const std::byte* low = frame.arena + region.given[i].out;
      const std::byte* high = low + far * region.inner * lane.bytes;
      const std::size_t piece = rest * lane.bytes;
      const std::size_t row = region.length * region.inner * lane.bytes;
      copy_pieces(frame.arena + lane.left, piece, region.reverse ? high : low, row, piece,
                  region.outer);
      copy_pieces(frame.arena + lane.right, piece, region.reverse ? low : high, row, piece,
                  region.outer);
    }
    run_region(step, region, frame, region.outer * rest);
    done += region.outer * rest;
    for (const LaneRegion::Given& given : region.given) {
      const std::size_t row = region.length * region.inner * given.bytes;
      std::byte* to = frame.arena + given.out;
      if (!region.reverse) to += far * region.inner * given.bytes;
      copy_pieces(to, row, frame.arena + given.value, rest * given.bytes, rest * given.bytes,
                  region.outer);
    }
  }
  // One after another would take fewer operations, and that is what the work is.
  frame.memory->scale_counts(before, all - region.outer * region.inner, done);
}

// The region's arguments have places for `width` lanes; so has the work between rounds.
bool lower_region(Lowering& to, const Operation& operation, Run run, LaneRegion region,
                  std::size_t width) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const Region& body = operation.regions.front();
  region.by_lane = !is_plain(body);
  std::vector<Place> arguments;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < operation.operands.size(); ++i) {
      const std::size_t bytes = bytes_of(to.operand_type(operation, i).element);
      if (side == 0) {
        LaneRegion::Lane lane;
        lane.from = to.operand(operation, i);
        lane.bytes = static_cast<std::uint32_t>(bytes);
        lane.work = to.allocate(bytes * width);
        region.lanes.push_back(lane);
      }
      LaneRegion::Lane& lane = region.lanes[i];
      Place& all = side == 0 ? lane.left : lane.right;
      Place& one = side == 0 ? lane.one_left : lane.one_right;
      all = to.allocate(bytes * width);
      one = region.by_lane ? to.allocate(bytes) : kNoPlace;
      arguments.push_back(region.by_lane ? one : all);
    }
  }
  std::vector<Place> given;
  Step step;
  step.run = run;
  step.source = to.source(operation);
  // The steps of the region stand behind a jump over them.
  const std::uint32_t over = to.here();
  to.add(step);
  for (std::size_t i = 0; i < operation.results.size() && region.by_lane; ++i)
    given.push_back(to.allocate(bytes_of(to.result_type(operation, i).element)));
  if (!(region.by_lane ? to.one_lane_region(body, arguments, given, region.begin, region.end)
                       : to.lane_region(body, width, arguments, given, region.begin, region.end)))
    return false;
  for (std::size_t i = 0; i < operation.results.size(); ++i) {
    const auto bytes = static_cast<std::uint32_t>(bytes_of(to.result_type(operation, i).element));
    const Place all = region.by_lane ? to.allocate(bytes * width) : given.at(i);
    region.given.push_back({all, given.at(i), to.result(operation, i), bytes});
  }
  Step& placed = to.at(over);
  to.detail(placed, std::move(region));
  placed.target = to.here();
  return true;
}

void run_and_pass(const Step& step, Frame& frame, Run run) {
  run(step, frame);
  frame.pc = step.target;
}

LaneRegion along_axis(const Type& type, std::int64_t axis) {
  LaneRegion region;
  for (int i = 0; i < type.rank; ++i) {
    const auto size = static_cast<std::size_t>(type.shape.at(static_cast<std::size_t>(i)));
    if (i < axis)
      region.outer *= size;
    else if (i == axis)
      region.length = size;
    else
      region.inner *= size;
  }
  return region;
}

}  // namespace

bool lower_reduce(Lowering& to, const Operation& operation) {
  const Type& type = to.operand_type(operation, 0);
  LaneRegion region = along_axis(type, operation.number("axis", 0));
  const auto run = [](const Step& step, Frame& frame) { run_and_pass(step, frame, run_reduce); };
  const auto width = std::max<std::size_t>(static_cast<std::size_t>(type.elements()) / 2, 1);
  return lower_region(to, operation, run, std::move(region), width);
}

bool lower_scan(Lowering& to, const Operation& operation) {
  const Type& type = to.operand_type(operation, 0);
  LaneRegion region = along_axis(type, operation.number("axis", 0));
  region.reverse = operation.number("reverse", 0) != 0;
  const auto run = [](const Step& step, Frame& frame) { run_and_pass(step, frame, run_scan); };
  return lower_region(to, operation, run, std::move(region),
                      static_cast<std::size_t>(type.elements()));
}

}  // namespace nereid::verify::machine
