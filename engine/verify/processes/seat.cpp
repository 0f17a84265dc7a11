// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/seat.h"

#include <array>
#include <mutex>

namespace nereid::verify {
namespace {

// Seats by processor, of all judges of this program.
std::mutex seats_mutex;
std::array<int, CPU_SETSIZE> seats = {};

cpu_set_t only(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
}

// The processor with the fewest seats; of equal ones that on which the thread runs already.
int least_taken(const cpu_set_t& allowed) {
  int best = sched_getcpu();
  if (best < 0 || best >= CPU_SETSIZE || !CPU_ISSET(best, &allowed)) best = -1;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &allowed) &&
        (best < 0 ||
         seats.at(static_cast<std::size_t>(processor)) < seats.at(static_cast<std::size_t>(best))))
      best = processor;
  return best;
}

}  // namespace

Seat::Seat() {
  // Fails where there are more processors than the set has room for.
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  {
    const std::lock_guard lock(seats_mutex);
    processor_ = least_taken(before_);
    if (processor_ < 0) return;
    ++seats.at(static_cast<std::size_t>(processor_));
  }
  const cpu_set_t here = only(processor_);
  (void)sched_setaffinity(0, sizeof here, &here);
}

Seat::~Seat() {
  if (processor_ < 0) return;
  (void)sched_setaffinity(0, sizeof before_, &before_);
  const std::lock_guard lock(seats_mutex);
  --seats.at(static_cast<std::size_t>(processor_));
}

void Seat::take(pid_t process) const {
  if (processor_ < 0 || process <= 0) return;
  const cpu_set_t here = only(processor_);
  (void)sched_setaffinity(process, sizeof here, &here);
}

}  // namespace nereid::verify
