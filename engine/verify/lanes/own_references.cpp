// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/own_references.h"

#include <algorithm>

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxKept = 4;  // each holds the inputs and answers of a large task

}  // namespace

std::shared_ptr<OwnReferences::Entry> OwnReferences::entry(const std::string& key) {
  std::list<std::pair<std::string, std::shared_ptr<Entry>>> dropped;  // ends outside of the lock
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const auto& item) { return item.first == key; });
  if (found == kept_.end())
    kept_.emplace_front(key, std::make_shared<Entry>());
  else
    kept_.splice(kept_.begin(), kept_, found);
  if (kept_.size() > kMaxKept) dropped.splice(dropped.begin(), kept_, std::prev(kept_.end()));
  return kept_.front().second;
}

OwnReferences::Prepared OwnReferences::get(const std::string& key,
                                           const std::function<Prepared()>& make) {
  const std::shared_ptr<Entry> held = entry(key);
  const std::lock_guard lock(held->mutex);
  if (!held->prepared) {
    Prepared made = make();
    if (made->infrastructure) return made;
    held->prepared = std::move(made);
  }
  return held->prepared;
}

std::size_t OwnReferences::size() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

}  // namespace nereid::verify
