// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/torch.h>

#include "engine/policy/cuda/driver.h"

namespace nereid::policy {

/// Streams of a CUDA device. Own kernels run where libtorch's do, so that both share memory.
class Streams {
 public:
  explicit Streams(torch::Device device) : guards_(device.type()), device_(device) {}

  cuda::StreamHandle current() const { return guards_.getStream(device_).native_handle(); }

 private:
  c10::impl::VirtualGuardImpl guards_;
  torch::Device device_;
};

}  // namespace nereid::policy
