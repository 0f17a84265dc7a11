// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/Parallel.h>

namespace nereid::train {

/// While it lives, tensor operations of this thread run on so many threads; 0: on as many as
/// before. Not thread-safe: the number is one of the process for part of libtorch.
class UpdateThreads {
 public:
  explicit UpdateThreads(int threads) : before_(at::get_num_threads()) {
    if (threads > 0) at::set_num_threads(threads);
  }
  ~UpdateThreads() { at::set_num_threads(before_); }
  UpdateThreads(const UpdateThreads&) = delete;
  UpdateThreads& operator=(const UpdateThreads&) = delete;

 private:
  const int before_;
};

}  // namespace nereid::train
