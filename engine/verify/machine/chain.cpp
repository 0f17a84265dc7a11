// SPDX-License-Identifier: GPL-3.0-or-later
// From a lane of a value back to what it was made of.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/verify/machine/tape.h"

namespace nereid::verify::machine {
namespace {

using LaneList = std::vector<std::uint32_t>;

/// Row-major places in a shape.
class Places {
 public:
  explicit Places(const std::vector<std::int64_t>& shape)
      : shape_(shape), strides_(shape.size(), 1) {
    for (std::size_t i = shape.size(); i-- > 1;) strides_[i - 1] = strides_[i] * shape[i];
  }

  std::size_t rank() const { return shape_.size(); }
  std::int64_t size(std::size_t dimension) const { return shape_.at(dimension); }
  std::int64_t stride(std::size_t dimension) const { return strides_.at(dimension); }
  std::int64_t at(std::uint32_t lane, std::size_t dimension) const {
    return lane / strides_.at(dimension) % shape_.at(dimension);
  }

 private:
  std::vector<std::int64_t> shape_, strides_;
};

void add(LaneList& to, std::int64_t lane) {
  to.push_back(static_cast<std::uint32_t>(lane));
}

// `lane` of the result; what of operand `which` it is made of.
class LaneSources {
 public:
  LaneSources(const Tape& tape, std::uint32_t event, std::uint32_t result)
      : tape_(tape),
        event_(tape.events.at(event)),
        operation_(tape.operation_of(event)),
        result_(result) {}

  void collect(std::size_t which, std::uint32_t lane, LaneList& to) const {
    const TapeForm& operand = operation_.operands.at(which);
    const std::size_t lanes = operand.lanes();
    switch (operation_.rule) {
      case LaneRule::kNone:
        return;
      case LaneRule::kEach:
        return add(to, lanes == 1 ? 0 : lane);
      case LaneRule::kBroadcast:
        return lanes == 1 ? add(to, 0) : broadcast(operand, lane, to);
      case LaneRule::kTranspose:
        return transpose(operand, lane, to);
      case LaneRule::kConcatenate:
        if (lane / lanes == which) add(to, static_cast<std::int64_t>(lane % lanes));
        return;
      case LaneRule::kJoin:
        if (lane % 2 == which) add(to, lane / 2);
        return;
      case LaneRule::kSplit:
        return add(to, std::int64_t{2} * lane + result_);
      case LaneRule::kDot:
        return dot(which, operand, lane, to);
      case LaneRule::kReduce:
        return along(operand, lane, to);
      case LaneRule::kScan:
        return scan(operand, lane, to);
      case LaneRule::kGather:
        return gather(which, operand, lane, to);
      case LaneRule::kAll:
        for (std::size_t i = 0; i < lanes; ++i) add(to, static_cast<std::int64_t>(i));
    }
  }

 private:
  const TapeForm& result() const { return operation_.results.at(result_); }

  void broadcast(const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    const Places from(operand.shape), made(result().shape);
    std::int64_t source = 0;
    for (std::size_t d = 0; d < from.rank(); ++d)
      if (from.size(d) != 1) source += made.at(lane, d) * from.stride(d);
    add(to, source);
  }

  void transpose(const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    const Places from(operand.shape), made(result().shape);
    std::int64_t source = 0;
    for (std::size_t d = 0; d < made.rank(); ++d)
      source += made.at(lane, d) * from.stride(static_cast<std::size_t>(operation_.order.at(d)));
    add(to, source);
  }

  void dot(std::size_t which, const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    if (which == 2) return add(to, lane);
    const Places from(operand.shape), made(result().shape);
    const std::size_t rows = made.rank() - 2, columns = made.rank() - 1;
    const std::int64_t batch = rows > 0 ? made.at(lane, 0) * from.stride(0) : 0;
    for (std::int64_t k = 0; k < from.size(which == 0 ? columns : rows); ++k)
      add(to, batch + (which == 0 ? made.at(lane, rows) * from.stride(rows) + k
                                  : k * from.stride(rows) + made.at(lane, columns)));
  }

  // The result has no dimension `axis`.
  void along(const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    const Places from(operand.shape);
    const auto axis = static_cast<std::size_t>(operation_.axis);
    const std::int64_t inner = from.stride(axis);
    const std::int64_t first = lane / inner * inner * from.size(axis) + lane % inner;
    for (std::int64_t i = 0; i < from.size(axis); ++i) add(to, first + i * inner);
  }

  void scan(const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    const Places from(operand.shape);
    const auto axis = static_cast<std::size_t>(operation_.axis);
    const std::int64_t inner = from.stride(axis), at = from.at(lane, axis);
    const std::int64_t first = operation_.reverse ? at : 0;
    const std::int64_t last = operation_.reverse ? from.size(axis) - 1 : at;
    for (std::int64_t i = first; i <= last; ++i) add(to, lane + (i - at) * inner);
  }

  void gather(std::size_t which, const TapeForm& operand, std::uint32_t lane, LaneList& to) const {
    if (which == 1) return add(to, lane);
    const Places from(operand.shape), made(result().shape);
    const auto axis = static_cast<std::size_t>(operation_.axis);
    const std::uint32_t indices = event_.operands.at(1);
    if (indices == kNoTapeValue) return;
    std::int64_t source = 0;
    for (std::size_t d = 0; d < from.rank(); ++d) {
      auto at =
          d == axis ? static_cast<std::int64_t>(tape_.number(indices, lane)) : made.at(lane, d);
      if (at < 0 || at >= from.size(d)) at = 0;
      source += at * from.stride(d);
    }
    add(to, source);
  }

  const Tape& tape_;
  const TapeEvent& event_;
  const TapeOperation& operation_;
  std::uint32_t result_;
};

// Addresses, masks, descriptors and offsets say where, not what.
bool is_place(const TapeOperation& operation, std::size_t which) {
  if (!operation.loads && !operation.stores) return false;
  if (operation.addresses < 0) return !operation.stores || which + 1 < operation.operands.size();
  return static_cast<int>(which) == operation.addresses ||
         static_cast<int>(which) == operation.mask;
}

void make_set(LaneList& lanes) {
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
}

/// What is still to be visited, the latest value first: all that a value was used for comes before
/// it, so that its lanes are known when its turn comes.
class Walk {
 public:
  Walk(const Tape& tape, std::size_t most) : tape_(tape), most_(most) {}

  std::vector<ChainLink> run(std::uint32_t value, LaneList lanes) {
    wanted_[value] = {std::move(lanes), {}};
    while (!wanted_.empty() && links_.size() < most_) {
      auto last = std::prev(wanted_.end());
      const std::uint32_t next = last->first;
      Wanted wanted = std::move(last->second);
      wanted_.erase(last);
      make_set(wanted.lanes);
      for (const std::size_t user : wanted.users) links_[user].from.push_back(links_.size());
      links_.push_back({next, std::move(wanted.lanes), {}});
      follow(links_.size() - 1);
    }
    return std::move(links_);
  }

 private:
  struct Wanted {
    LaneList lanes;
    std::vector<std::size_t> users;
  };

  void want(std::uint32_t value, const LaneList& lanes, std::size_t user) {
    if (lanes.empty() || value == kNoTapeValue) return;
    Wanted& wanted = wanted_[value];
    wanted.lanes.insert(wanted.lanes.end(), lanes.begin(), lanes.end());
    if (wanted.users.empty() || wanted.users.back() != user) wanted.users.push_back(user);
  }

  void follow(std::size_t link) {
    const std::uint32_t value = links_[link].value;
    const std::uint32_t number = tape_.values.at(value).event;
    const TapeEvent& event = tape_.events.at(number);
    const TapeOperation& operation = tape_.operation_of(number);
    const LaneList lanes = links_[link].lanes;
    for (std::size_t which = 0; which < event.operands.size(); ++which) {
      LaneList from;
      for (const std::uint32_t lane : lanes) {
        const LaneList some = tape_.operand_lanes(value, lane, which);
        from.insert(from.end(), some.begin(), some.end());
      }
      make_set(from);
      want(event.operands[which], from, link);
    }
    if (operation.loads)
      for (const std::uint32_t lane : lanes) through_memory(number, lane, link);
  }

  void through_memory(std::uint32_t event, std::uint32_t lane, std::size_t link) {
    const auto address = tape_.address(event, lane);
    if (!address) return;
    if (!stores_) index_stores();
    const auto [first, last] = stores_->equal_range(*address);
    const Tape::Store* latest = nullptr;
    for (auto at = first; at != last; ++at)
      if (at->second.event < event && (!latest || at->second.event >= latest->event))
        latest = &at->second;
    if (!latest) return;
    const std::uint32_t stored = tape_.stored_value(latest->event);
    if (stored == kNoTapeValue) return;
    const bool whole = tape_.form(stored).lanes() == 1;
    want(stored, {whole ? 0 : static_cast<std::uint32_t>(latest->lane)}, link);
  }

  void index_stores() {
    stores_.emplace();
    for (std::uint32_t event = 0; event < tape_.events.size(); ++event) {
      if (!tape_.operation_of(event).stores) continue;
      for (std::size_t lane = 0; lane < tape_.lanes_of_access(event); ++lane)
        if (const auto address = tape_.address(event, lane))
          stores_->emplace(*address, Tape::Store{event, lane});
    }
  }

  const Tape& tape_;
  std::size_t most_;
  std::map<std::uint32_t, Wanted> wanted_;
  std::vector<ChainLink> links_;
  std::optional<std::unordered_multimap<std::uint64_t, Tape::Store>> stores_;
};

}  // namespace

std::vector<std::uint32_t> Tape::operand_lanes(std::uint32_t value, std::uint32_t lane,
                                               std::size_t which) const {
  LaneList lanes;
  const TapeValue& made = values.at(value);
  const TapeOperation& operation = operation_of(made.event);
  // A lane that is loaded has nothing of the value that stands in for it.
  if (is_place(operation, which) || (operation.loads && address(made.event, lane))) return lanes;
  LaneSources(*this, made.event, made.result).collect(which, lane, lanes);
  make_set(lanes);
  return lanes;
}

std::vector<ChainLink> Tape::chain(std::uint32_t value, std::vector<std::uint32_t> lanes,
                                   std::size_t most) const {
  if (value >= values.size()) return {};
  return Walk(*this, most).run(value, std::move(lanes));
}

}  // namespace nereid::verify::machine
