// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid {

/// How many threads compute and how many candidates are judged at once.
struct CoreShare {
  int trainer_threads = 1;  ///< while candidates may be judged
  int update_threads = 1;   ///< of an update, while no candidate is judged
  int jobs = 1;
};

/// Cores that this process may use (its affinity mask, so that taskset and containers count).
int usable_cores();

/// Settings above 0 win. Otherwise half of the cores, at most `most_threads`, compute, and the
/// others judge; on two cores both judge, since the trainer waits while they do and its idle
/// threads do not spin. An update takes all cores, at most `most_threads`.
CoreShare share_cores(int cores, int trainer_threads, int jobs, int most_threads = 4);

/// Sets what makes idle OpenMP threads sleep in place of spin: judges, window and other programs
/// share these cores, and a thread that spins keeps the one it waits for from its core. libgomp
/// reads it once, when it is loaded. What the user has set stays: false then, and where it was set
/// before.
bool prefer_passive_waiting();

}  // namespace nereid
