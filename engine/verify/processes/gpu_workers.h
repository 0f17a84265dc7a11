// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/verify/processes/child.h"

namespace nereid::verify {

/// A process with a CUDA context, lent to one candidate at a time.
struct GpuWorker {
  std::unique_ptr<Child> child;
  int device = 0;
  int candidates = 0;  ///< that it has served
};

/// The processes that run candidates on a GPU. The driver makes one context at a time, 0.2 s each:
/// a worker whose candidate ended well serves the next one; any other ends with its candidate.
/// Thread-safe.
class GpuWorkers {
 public:
  explicit GpuWorkers(ChildSource& children) : children_(children) {}

  /// An idle worker, or a new one, which makes its context at once: the caller uses the GPU's lane.
  /// Errors as of ChildSource::start_child.
  Result<std::unique_ptr<GpuWorker>> take(int device, const std::atomic<bool>& cancelled);
  /// After a candidate that ended well.
  void give_back(std::unique_ptr<GpuWorker> worker);
  /// Ends the idle ones.
  void clear();

 private:
  Result<std::unique_ptr<GpuWorker>> start(int device, const std::atomic<bool>& cancelled);

  ChildSource& children_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<GpuWorker>> idle_;
};

}  // namespace nereid::verify
