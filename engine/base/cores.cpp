// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/cores.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace nereid {

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

CoreShare share_cores(int cores, int trainer_threads, int jobs, int most_threads) {
  CoreShare share;
  const auto threads_on = [&](int some) {
    return trainer_threads > 0 ? trainer_threads : std::clamp(some, 1, std::max(1, most_threads));
  };
  share.trainer_threads = threads_on(cores / 2);
  share.update_threads = threads_on(cores);
  const int rest = std::max(1, cores - share.trainer_threads);
  share.jobs = jobs > 0 ? jobs : (cores == 2 ? 2 : rest);
  return share;
}

bool prefer_passive_waiting() {
  if (::getenv("OMP_WAIT_POLICY") != nullptr) return false;
  ::setenv("OMP_WAIT_POLICY", "PASSIVE", 0);
  ::setenv("GOMP_SPINCOUNT", "0", 0);
  ::setenv("KMP_BLOCKTIME", "0", 0);
  return true;
}

}  // namespace nereid
