// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

namespace nereid::train {

/// This process among those that torchrun has started for one run, its ranks.
struct RankPlace {
  int rank = 0, count = 1;
  int local_rank = 0, local_count = 1;  ///< of those on this host
  int restarts = 0;                     ///< how often torchrun has started all of them again

  bool is_first() const { return rank == 0; }
  bool has_others() const { return count > 1; }
};

/// By torchrun's variables RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE and
/// TORCHELASTIC_RESTART_COUNT; a process alone where they are not set. kInvalidArgument names the
/// variable that makes no sense.
Result<RankPlace> launched_place();

}  // namespace nereid::train
