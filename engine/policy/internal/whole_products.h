// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "engine/policy/cuda/decode_step.h"

namespace nereid::policy {

/// Products of many lanes by libtorch, on the stream that is current on the calling thread.
cuda::Multiplier whole_products(torch::Device device);

}  // namespace nereid::policy
