// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/verify/execution/reference.h"

namespace nereid::verify {

/// References at the task's own sizes, for tasks that are judged at smaller ones: whom those do not
/// suit is judged once more. The last few are kept. Thread-safe.
class OwnReferences {
 public:
  using Prepared = std::shared_ptr<const PreparedReference>;
  /// The one of this key; `make` makes it for the first who asks, and blocks the others of the same
  /// key. What failed through no fault of the task is not kept.
  Prepared get(const std::string& key, const std::function<Prepared()>& make);
  std::size_t size() const;  ///< how many are kept

 private:
  struct Entry {
    std::mutex mutex;  // held while it is made
    Prepared prepared;
  };
  std::shared_ptr<Entry> entry(const std::string& key);

  mutable std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<Entry>>> kept_;  // newest first
};

}  // namespace nereid::verify
