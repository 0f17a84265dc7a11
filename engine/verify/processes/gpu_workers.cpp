// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/gpu_workers.h"

#include <algorithm>

namespace nereid::verify {
namespace {

// What a context gathers (code of kernels, Triton's cache in its folder) ends with it.
constexpr int kMaxCandidates = 64;

}  // namespace

Result<std::unique_ptr<GpuWorker>> GpuWorkers::start(int device,
                                                     const std::atomic<bool>& cancelled) {
  // No limits of the process: CUDA reserves far more memory than it uses, and the judge's own clock
  // ends a worker that hangs.
  const Json request = {{"op", "worker"}, {"device", device}, {"limits", Json::object()}};
  auto child = children_.start_child(Role::kGpu, request, {}, cancelled);
  if (!child) return child.error();
  auto worker = std::make_unique<GpuWorker>();
  worker->child = std::move(*child);
  worker->device = device;
  return worker;
}

Result<std::unique_ptr<GpuWorker>> GpuWorkers::take(int device,
                                                    const std::atomic<bool>& cancelled) {
  while (true) {
    std::unique_ptr<GpuWorker> worker;
    {
      std::lock_guard lock(mutex_);
      const auto found = std::find_if(idle_.begin(), idle_.end(), [device](const auto& idle) {
        return idle->device == device;
      });
      if (found == idle_.end()) break;
      worker = std::move(*found);
      idle_.erase(found);
    }
    if (!worker->child->is_over()) return worker;
  }
  return start(device, cancelled);
}

void GpuWorkers::give_back(std::unique_ptr<GpuWorker> worker) {
  if (worker->candidates >= kMaxCandidates) return;
  std::lock_guard lock(mutex_);
  idle_.push_back(std::move(worker));
}

void GpuWorkers::clear() {
  std::vector<std::unique_ptr<GpuWorker>> ending;
  std::lock_guard lock(mutex_);
  ending.swap(idle_);
}

}  // namespace nereid::verify
