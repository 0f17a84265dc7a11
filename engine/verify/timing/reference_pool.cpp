// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/reference_pool.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "engine/verify/timing/gpu_side.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxKept = 4;  // each has a CUDA context and its tensors on the GPU

}  // namespace

TimedReference::TimedReference() = default;
TimedReference::~TimedReference() = default;

std::shared_ptr<TimedReference> ReferencePool::lease(const std::string& name) {
  std::vector<std::shared_ptr<TimedReference>> ended;  // outside of the lock
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const auto& item) { return item.first == name; });
  if (found == kept_.end())
    kept_.emplace_front(name, std::make_shared<TimedReference>());
  else
    kept_.splice(kept_.begin(), kept_, found);
  std::shared_ptr<TimedReference> leased = kept_.front().second;
  for (auto item = kept_.end(); item != kept_.begin() && kept_.size() > kMaxKept;) {
    --item;
    if (item->second.use_count() > 1) continue;
    ended.push_back(std::move(item->second));
    item = kept_.erase(item);
  }
  return leased;
}

std::size_t ReferencePool::size() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

}  // namespace nereid::verify
