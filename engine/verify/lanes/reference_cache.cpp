// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/reference_cache.h"

#include <algorithm>
#include <utility>

#include "engine/base/machine.h"
#include "engine/verify/request/request_keys.h"

namespace nereid::verify {
namespace {

constexpr std::uint64_t kMaxBytes = 1ULL << 30;
constexpr std::uint64_t kShareOfMemory = 16;

// Of all references together.
std::uint64_t most_bytes() {
  const Result<MemoryRoom> room = memory_room();
  return room ? std::min(kMaxBytes, room->total_bytes / kShareOfMemory) : kMaxBytes;
}

}  // namespace

ReferenceCache::ReferenceCache(int most_files)
    : most_bytes_(most_bytes()), most_files_(most_files) {}

std::shared_ptr<ReferenceEntry> ReferenceCache::hold(const VerifyRequest& request) {
  const std::string key = reference_key(request);
  std::shared_ptr<ReferenceEntry>& slot = entries_[key];
  if (!slot) {
    slot = std::make_shared<ReferenceEntry>();
    slot->key = key;
    slot->sample = request;
    slot->sample.candidate.clear();
  }
  slot->used = ++clock_;
  ++slot->pending;
  return slot;
}

void ReferenceCache::release(const std::shared_ptr<ReferenceEntry>& entry) {
  --entry->pending;
  if (entry->pending > 0 || entry->prepared) return;
  if (entry->wanted && std::erase(waiting_, entry) == 0) return;  // it is being run
  forget(*entry);
}

void ReferenceCache::want(const std::shared_ptr<ReferenceEntry>& entry) {
  if (std::exchange(entry->wanted, true)) return;
  waiting_.push_back(entry);
}

// Another entry may have taken its name.
void ReferenceCache::forget(const ReferenceEntry& entry) {
  const auto found = entries_.find(entry.key);
  if (found != entries_.end() && found->second.get() == &entry) entries_.erase(found);
}

int ReferenceCache::waiting_to_be_used() const {
  return static_cast<int>(std::count_if(entries_.begin(), entries_.end(), [](const auto& item) {
    return item.second->prepared && item.second->pending > 0;
  }));
}

std::shared_ptr<ReferenceEntry> ReferenceCache::next_to_prepare(int limit) {
  if (waiting_.empty() || waiting_to_be_used() >= limit) return nullptr;
  std::shared_ptr<ReferenceEntry> entry = waiting_.front();
  waiting_.pop_front();
  return entry;
}

void ReferenceCache::complete(ReferenceEntry& entry,
                              std::shared_ptr<const PreparedReference> prepared) {
  entry.prepared = std::move(prepared);
  if (entry.prepared->infrastructure) forget(entry);
  evict();
}

void ReferenceCache::cancel_open() {
  waiting_.clear();
  for (auto item = entries_.begin(); item != entries_.end();) {
    if (!item->second->prepared) {
      item->second->cancelled = true;
      item = entries_.erase(item);
    } else {
      ++item;
    }
  }
}

// Those in use live on through their jobs' pointers; here only the name is forgotten.
void ReferenceCache::evict() {
  while (true) {
    std::uint64_t bytes = 0;
    int files = 0;
    auto oldest = entries_.end();
    for (auto item = entries_.begin(); item != entries_.end(); ++item) {
      if (!item->second->prepared) continue;
      bytes += item->second->prepared->bytes;
      files += item->second->prepared->files();
      if (item->second->pending > 0) continue;
      if (oldest == entries_.end() || item->second->used < oldest->second->used) oldest = item;
    }
    if (oldest == entries_.end() || (bytes <= most_bytes_ && files <= most_files_)) return;
    entries_.erase(oldest);
  }
}

}  // namespace nereid::verify
