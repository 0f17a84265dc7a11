// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace nereid::verify::machine {

/// What each program of a launch knows of the others by acquiring what they released. Who acquires
/// learns all that who released knew, and so it goes from one program to thousands of others: what
/// one knows is a place in a tree, and is gathered where it is asked for.
class Order {
 public:
  /// Behind those that released this element.
  void acquire(std::uint32_t program, std::uint64_t address) {
    const auto found = released_.find(address);
    if (found == released_.end()) return;
    Learned& mine = learned_[program];
    const std::uint32_t theirs = found->second;
    if (theirs == mine.head) return;
    mine.is_gathered = false;
    // What an element tells rests on all that it told before.
    if (mine.head == 0 || mine.acquired == address) {
      mine.head = theirs;
      mine.acquired = address;
      return;
    }
    const Known known = known_[theirs];
    mine.head = add(known.program, known.epoch, mine.head, theirs);
    mine.acquired = kNowhere;
  }

  /// What `program` did up to `epoch`, and all that it knows. `has_news`: it has done something
  /// since it last released; who only tries again for a lock tells what the element told already.
  void release(std::uint32_t program, std::uint32_t epoch, std::uint64_t address, bool has_news) {
    Learned& mine = learned_[program];
    const bool knows_no_more = mine.head == 0 || mine.acquired == address;
    if (!has_news && knows_no_more && mine.released == address) return;
    mine.released = address;
    std::uint32_t& shared = released_[address];
    shared = add(program, epoch, mine.head, shared);
  }

  /// Whether what `other` did in `epoch` is behind `program`.
  bool knows(std::uint32_t program, std::uint32_t other, std::uint32_t epoch) {
    const auto found = learned_.find(program);
    if (found == learned_.end() || found->second.head == 0) return false;
    Learned& mine = found->second;
    if (!mine.is_gathered) {
      // Mostly it is who released last.
      std::uint32_t near = mine.head;
      for (int step = 0; near != 0 && step < kNear; ++step) {
        const Known& known = known_[near];
        if (known.program == other && epoch <= known.epoch) return true;
        near = known.before != 0 ? known.before : known.other;
      }
      gather(mine);
    }
    const auto known = mine.clock.find(other);
    return known != mine.clock.end() && epoch <= known->second;
  }

  /// Nobody has released anything, or learned of it.
  bool is_empty() const { return learned_.empty(); }

  /// Whoever knew anything of this program knows what it did until now; its epochs begin anew.
  void age(std::uint32_t program) {
    for (Known& known : known_)
      if (known.program == program) known.epoch = 0;
    for (auto& [key, mine] : learned_) mine.is_gathered = false;
  }

 private:
  static constexpr int kNear = 8;
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  struct Known {
    std::uint32_t program = 0, epoch = 0;
    std::uint32_t before = 0, other = 0;  ///< places of what it rests on, or 0
    std::uint32_t seen = 0;               ///< by which gathering
  };
  struct Learned {
    std::uint32_t head = 0;             ///< its place, or 0
    std::uint64_t acquired = kNowhere;  ///< the only element that it has learned from, if it is one
    std::uint64_t released = kNowhere;  ///< the one that it released last
    bool is_gathered = false;
    std::unordered_map<std::uint32_t, std::uint32_t> clock;  ///< program -> epoch, once gathered
  };

  std::uint32_t add(std::uint32_t program, std::uint32_t epoch, std::uint32_t before,
                    std::uint32_t other) {
    known_.push_back({program, epoch, before, other});
    return static_cast<std::uint32_t>(known_.size() - 1);
  }

  void gather(Learned& mine) {
    mine.clock.clear();
    mine.is_gathered = true;
    open_.assign(1, mine.head);
    ++now_;
    while (!open_.empty()) {
      const std::uint32_t place = open_.back();
      open_.pop_back();
      Known& known = known_[place];
      if (place == 0 || known.seen == now_) continue;
      known.seen = now_;
      std::uint32_t& epoch = mine.clock[known.program];
      epoch = std::max(epoch, known.epoch);
      open_.push_back(known.before);
      open_.push_back(known.other);
    }
  }

  std::deque<Known> known_ = {{}};                             ///< the first one is none
  std::unordered_map<std::uint64_t, std::uint32_t> released_;  ///< address -> place
  std::unordered_map<std::uint32_t, Learned> learned_;         ///< by program
  std::vector<std::uint32_t> open_;
  std::uint32_t now_ = 0;
};

}  // namespace nereid::verify::machine
