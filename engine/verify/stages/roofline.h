// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/json.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {

/// Fills in `intensity`, `bound_us` and `limit` from the bytes and operations of `work`, for an
/// H200 at its published peaks.
///
/// Source: NVIDIA H200 Tensor Core GPU data sheet (SXM): 4.8 TB/s; matrix products 67 TFLOPS in
/// float64, 989 in TF32, 1979 in float16 and bfloat16, 3958 in float8 and int8, all but float64
/// "with sparsity", so half of that for dense ones; 67 TFLOPS in float32 outside of tensor cores.
void bound_by_peaks(Work& work);

/// The roofline of one forward out of the device's answer, or of the reference's, as eager PyTorch
/// does it (PROTOCOL.md, "Work"); nullopt if it counted nothing.
std::optional<Roofline> roofline_of(const Json& answer, const std::string& variant);

}  // namespace nereid::verify
