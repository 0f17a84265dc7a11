// SPDX-License-Identifier: GPL-3.0-or-later
// tt.map_elementwise: a function of scalars over the lanes of tensors, several lanes at once if it
// says so. A region without control flow runs over all lanes as any other operation; one with
// branches or loops runs once for each lane.
#include <cstring>
#include <vector>

#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/one_lane.h"

namespace nereid::verify::machine {
namespace {

// Every `pack`th lane of a tensor, to lanes that lie one behind another, or back.
void take(const MapRegion& map, const MapRegion::Piece& piece, Frame& frame) {
  const std::byte* from = frame.arena + piece.tensor + std::size_t{piece.part} * piece.bytes;
  for (std::size_t i = 0; i < map.width; ++i)
    std::memcpy(frame.arena + piece.lanes + i * piece.bytes, from + i * map.pack * piece.bytes,
                piece.bytes);
}
void give(const MapRegion& map, const MapRegion::Piece& piece, Frame& frame) {
  std::byte* to = frame.arena + piece.tensor + std::size_t{piece.part} * piece.bytes;
  for (std::size_t i = 0; i < map.width; ++i)
    std::memcpy(to + i * map.pack * piece.bytes, frame.arena + piece.lanes + i * piece.bytes,
                piece.bytes);
}

void run_map(const Step& step, Frame& frame) {
  const auto& map = *static_cast<const MapRegion*>(step.detail);
  for (const MapRegion::Piece& piece : map.taken) take(map, piece, frame);
  frame.width = map.width;
  const Step* steps = frame.code->steps.data();
  for (std::uint32_t i = map.begin; i < map.end; ++i) steps[i].run(steps[i], frame);
  frame.width = 1;
  for (const MapRegion::Piece& piece : map.given) give(map, piece, frame);
  frame.pc = step.target;
}

void run_map_by_lane(const Step& step, Frame& frame) {
  const auto& map = *static_cast<const MapRegion*>(step.detail);
  std::uint64_t done = 0;
  for (std::size_t lane = 0; lane < map.width && !frame.stop; ++lane) {
    const auto at = [&](const MapRegion::Piece& piece) {
      return frame.arena + piece.tensor + (lane * map.pack + piece.part) * piece.bytes;
    };
    for (const MapRegion::Piece& piece : map.taken)
      std::memcpy(frame.arena + piece.lanes, at(piece), piece.bytes);
    run_one_lane(step, frame, map.begin, map.end, done);
    for (const MapRegion::Piece& piece : map.given)
      std::memcpy(at(piece), frame.arena + piece.lanes, piece.bytes);
  }
  frame.more_steps += done;
  frame.pc = step.target;
}

}  // namespace

bool lower_map(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  MapRegion map;
  map.pack = static_cast<std::size_t>(operation.number("pack", 1));
  map.width = static_cast<std::size_t>(to.operand_type(operation, 0).elements()) / map.pack;
  const Region& region = operation.regions.front();
  const bool plain = is_plain(region);
  const std::size_t width = plain ? map.width : 1;
  std::vector<Place> taken, given;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    for (std::uint32_t part = 0; part < map.pack; ++part) {
      const auto bytes =
          static_cast<std::uint32_t>(bytes_of(to.operand_type(operation, i).element));
      taken.push_back(to.allocate(bytes * width));
      map.taken.push_back({to.operand(operation, i), taken.back(), bytes, part});
    }
  Step step;
  step.run = plain ? run_map : run_map_by_lane;
  step.source = to.source(operation);
  // The steps of the region stand behind a jump over them.
  const std::uint32_t over = to.here();
  to.add(step);
  std::vector<Place> results;
  for (std::size_t i = 0; i < operation.results.size(); ++i)
    results.push_back(to.result(operation, i));
  if (!plain)
    for (std::size_t i = 0; i < operation.results.size() * map.pack; ++i)
      given.push_back(to.allocate(bytes_of(to.result_type(operation, i / map.pack).element)));
  if (!(plain ? to.lane_region(region, width, taken, given, map.begin, map.end)
              : to.one_lane_region(region, taken, given, map.begin, map.end)))
    return false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::size_t result = i / map.pack;
    map.given.push_back(
        {results.at(result), given[i],
         static_cast<std::uint32_t>(bytes_of(to.result_type(operation, result).element)),
         static_cast<std::uint32_t>(i % map.pack)});
  }
  Step& placed = to.at(over);
  to.detail(placed, std::move(map));
  placed.target = to.here();
  return true;
}

}  // namespace nereid::verify::machine
