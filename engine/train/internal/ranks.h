// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/module/rank_place.h"
#include "engine/policy/internal/shared_base.h"

namespace nereid::train {

/// Another rank ended or cannot be reached. The text says which one of them speaks, and the mend.
class RanksLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The processes that train one run together. All of them do the same work in the same order, and
/// what is costly is dealt: so every rank knows all rows, verdicts and rewards of a step, and what
/// is sampled does not depend on their number. Each call is made by all ranks, in the same order;
/// it waits for the others, and throws RanksLost. Of a process alone it does nothing. Trainer
/// thread only.
class Ranks {
 public:
  virtual ~Ranks() = default;
  /// A process alone.
  static Ranks& alone();
  /// By torch.distributed: Gloo for what lies in main memory, NCCL on GPUs. Waits for all.
  static Result<std::unique_ptr<Ranks>> join(const RankPlace& place, bool on_gpu);

  virtual const RankPlace& place() const = 0;
  bool is_first() const { return place().is_first(); }
  bool has_others() const { return place().has_others(); }

  /// What each rank has said, by rank.
  virtual std::vector<std::string> gather(const std::string& mine) = 0;
  /// Sum over the ranks, element by element and in place; equal bits on all of them.
  virtual void sum(const torch::Tensor& mine) = 0;
  /// Largest of the ranks, as sum().
  virtual void largest(const torch::Tensor& mine) = 0;
  /// A base that all of them hold a part of, made by the first call; null of a process alone. Every
  /// other call leaves it first, so that a rank that waits for the others sends them its parts.
  virtual std::shared_ptr<policy::SharedBase> shared_base() = 0;
  /// Seconds that calls have taken since this was asked last: mostly waiting for slower ranks.
  virtual double take_wait_s() = 0;

  void wait_for_all() { gather({}); }
};

/// Begin and end of what a rank gets of `count` things: as many as any other, at most one more.
std::pair<std::size_t, std::size_t> share_of(std::size_t count, const RankPlace& place);

}  // namespace nereid::train
