// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/lanes.h"

#include <algorithm>
#include <utility>

namespace nereid::verify {
namespace {

using std::chrono::seconds;

double in_seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::int64_t second_of(Clock::time_point at) {
  return std::chrono::floor<seconds>(at.time_since_epoch()).count();
}

}  // namespace

Lane::Lane(std::string name, int slots) : name_(std::move(name)), slots_(std::max(1, slots)) {}

Lane::Slot Lane::enter(const std::atomic<bool>& cancelled) {
  std::unique_lock lock(mutex_);
  const auto begin = Clock::now();
  const std::uint64_t ticket = next_ticket_++;
  line_.push_back(ticket);
  changed_.wait(lock,
                [&] { return cancelled.load() || (line_.front() == ticket && active_ < slots_); });
  const auto now = Clock::now();
  waited_s_ += in_seconds(now - begin);
  line_.erase(std::find(line_.begin(), line_.end(), ticket));
  changed_.notify_all();  // the next in line may be free to go too
  if (cancelled.load()) return {};
  advance(now);
  ++active_;
  return Slot(this);
}

void Lane::leave() {
  std::lock_guard lock(mutex_);
  advance(Clock::now());
  --active_;
  ++passes_;
  changed_.notify_all();
}

void Lane::wake() {
  std::lock_guard lock(mutex_);  // nobody is between looking and waiting
  changed_.notify_all();
}

// Books the slots held since the last call, second by second.
void Lane::advance(Clock::time_point now) {
  if (active_ == 0) booked_ = now;
  while (booked_ < now) {
    const std::int64_t number = second_of(booked_);
    const auto end = std::min(now, Clock::time_point(seconds(number + 1)));
    const double busy = active_ * in_seconds(end - booked_);
    Second& second = window_[static_cast<std::size_t>(number) % window_.size()];
    if (second.number != number) second = {number, 0};
    second.busy_s += busy;
    busy_s_ += busy;
    booked_ = end;
  }
}

LaneStats Lane::stats() {
  std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  advance(now);
  LaneStats stats;
  stats.name = name_;
  stats.slots = slots_;
  stats.waiting = static_cast<int>(line_.size());
  stats.active = active_;
  stats.passes = passes_;
  stats.busy_s = busy_s_;
  stats.waited_s = waited_s_;
  double busy = 0;
  const std::int64_t oldest = second_of(now) - kWindowSeconds + 1;
  for (const Second& second : window_)
    if (second.number >= oldest) busy += second.busy_s;
  const double span = std::clamp(in_seconds(now - start_), 1e-3, double{kWindowSeconds});
  stats.use = std::min(1.0, busy / (span * slots_));
  return stats;
}

Lanes::Lanes(const LaneLimits& limits)
    : reference("reference", limits.reference),
      checks("static", 1),
      compile("compile", limits.compile),
      run("run", limits.run),
      timing("timing", limits.timing) {}

void Lanes::wake_all() {
  for (Lane* lane : {&reference, &checks, &compile, &run, &timing}) lane->wake();
}

std::vector<LaneStats> Lanes::stats(bool gpu) {
  std::vector<LaneStats> all;
  for (Lane* lane : {&reference, &checks, &compile, &run, &timing}) all.push_back(lane->stats());
  if (!gpu) all.back().slots = 0;
  return all;
}

}  // namespace nereid::verify
