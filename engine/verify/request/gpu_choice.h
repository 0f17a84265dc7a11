// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// True if this machine has an NVIDIA GPU and its driver, and CUDA_VISIBLE_DEVICES leaves one to
/// this process. Does not touch CUDA.
bool gpu_present();

/// The GPU that a request means: N of "cuda:N", else 0; counted as CUDA counts those that
/// CUDA_VISIBLE_DEVICES names.
int gpu_index(const VerifyOptions& options);

/// True where a GPU will time candidates: of a task too large for the processor, which is judged
/// on smaller shapes, the own ones are prepared too, for a time of others would answer another
/// question.
bool needs_own_sizes(const VerifyOptions& options);

}  // namespace nereid::verify
