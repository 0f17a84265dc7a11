// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "engine/verify/execution/reference.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// A reference that is waiting to be run, running, or ready. Guarded by the scheduler's mutex but
/// for `cancelled` and, once set, `prepared`.
struct ReferenceEntry {
  std::string key;
  VerifyRequest sample;  ///< a request of this task; candidate and callback are not looked at
  std::shared_ptr<const PreparedReference> prepared;
  std::atomic<bool> cancelled{false};
  int pending = 0;      ///< candidates that need it and that no worker has taken yet
  bool wanted = false;  ///< in the waiting line, or being run
  std::uint64_t used = 0;
};

/// References by task, seed and variants, bounded by memory and descriptors. One thread at a time:
/// the scheduler calls it under its mutex.
class ReferenceCache {
 public:
  /// `most_files`: memory files held at most by references that nobody is waiting for.
  explicit ReferenceCache(int most_files);
  /// The entry of a request's task, with one more candidate pending.
  std::shared_ptr<ReferenceEntry> hold(const VerifyRequest& request);
  /// One candidate less is pending; an entry that nobody has run and nobody waits for is forgotten.
  void release(const std::shared_ptr<ReferenceEntry>& entry);
  /// Puts an entry at the end of the waiting line, unless it was put there before.
  void want(const std::shared_ptr<ReferenceEntry>& entry);
  /// The next entry to run; null if none waits or `limit` prepared ones still wait for candidates
  /// to be judged (so that a long queue of different tasks does not fill memory).
  std::shared_ptr<ReferenceEntry> next_to_prepare(int limit);
  /// Stores the result; results that are our own fault are not kept for later requests.
  void complete(ReferenceEntry& entry, std::shared_ptr<const PreparedReference> prepared);
  /// Cancels and forgets everything that is not ready.
  void cancel_open();

 private:
  void evict();
  int waiting_to_be_used() const;
  void forget(const ReferenceEntry& entry);

  const std::uint64_t most_bytes_;
  const int most_files_;
  std::map<std::string, std::shared_ptr<ReferenceEntry>> entries_;
  std::deque<std::shared_ptr<ReferenceEntry>> waiting_;
  std::uint64_t clock_ = 0;
};

}  // namespace nereid::verify
