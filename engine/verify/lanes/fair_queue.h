// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace nereid::verify {

/// Items of several owners: in order of arrival within an owner, the owners in turn, so that one
/// with a thousand items does not keep the others waiting. One thread at a time.
template <typename Owner, typename Item>
class FairQueue {
 public:
  void push(const Owner& owner, Item item) {
    auto found = places_.find(owner);
    if (found == places_.end())
      found = places_.emplace(owner, turns_.insert(turns_.end(), {owner, {}})).first;
    found->second->second.push_back(std::move(item));
    ++size_;
  }
  /// The oldest item of the first owner in turn for which `is_ready(owner)`.
  template <typename Ready>
  std::optional<Item> take(const Ready& is_ready) {
    const auto turn = std::find_if(turns_.begin(), turns_.end(),
                                   [&](const auto& line) { return is_ready(line.first); });
    if (turn == turns_.end()) return std::nullopt;
    Item item = std::move(turn->second.front());
    turn->second.pop_front();
    --size_;
    if (turn->second.empty())
      drop(turn);
    else
      turns_.splice(turns_.end(), turns_, turn);
    return item;
  }
  /// False if it is not here.
  bool remove(const Owner& owner, const Item& item) {
    const auto found = places_.find(owner);
    if (found == places_.end()) return false;
    std::deque<Item>& line = found->second->second;
    const auto at = std::find(line.begin(), line.end(), item);
    if (at == line.end()) return false;
    line.erase(at);
    --size_;
    if (line.empty()) drop(found->second);
    return true;
  }
  /// Everything, in no useful order; empty afterwards.
  std::vector<Item> take_all() {
    std::vector<Item> all;
    for (auto& [owner, line] : turns_) std::move(line.begin(), line.end(), std::back_inserter(all));
    turns_.clear();
    places_.clear();
    size_ = 0;
    return all;
  }
  std::size_t size() const { return size_; }
  /// How many items belong to owners for which `is_counted(owner)`.
  template <typename Counted>
  std::size_t count(const Counted& is_counted) const {
    std::size_t sum = 0;
    for (const auto& [owner, line] : turns_)
      if (is_counted(owner)) sum += line.size();
    return sum;
  }

 private:
  using Turns = std::list<std::pair<Owner, std::deque<Item>>>;

  void drop(typename Turns::iterator turn) {
    places_.erase(turn->first);
    turns_.erase(turn);
  }

  Turns turns_;  ///< owners with items, next in turn first
  std::map<Owner, typename Turns::iterator> places_;
  std::size_t size_ = 0;
};

}  // namespace nereid::verify
