// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "engine/verify/execution/reference.h"

namespace nereid::verify {

/// Is it a refusal that whoever calls the candidate sees: its host raises, a kernel does not
/// compile or does not fit? What is wrong in silence is none, nor is memory out of bounds.
bool is_loud_refusal(std::string_view code);

/// Flag of a candidate that refuses `variant` loudly: that of the variant's rule; else
/// "own_sizes_only" where its sizes are not those of `original`, "own_dtype_only" where the dtype
/// alone is not; empty where all is what the task asks for, so that a refusal is a wrong answer.
std::string_view own_only_flag(const PreparedVariant& variant, const PreparedVariant* original);

/// "[4, 7], [7], float16": shapes and dtype of the inputs of a variant.
std::string inputs_text(const PreparedVariant& variant);

/// Elements of the tensors among the inputs.
std::int64_t elements_of(const PreparedVariant& variant);

}  // namespace nereid::verify
