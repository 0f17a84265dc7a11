// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/result.h"
#include "engine/policy/internal/transformer.h"
#include "engine/policy/tokenizer.h"

namespace nereid::policy {

/// Writes the base weights of `weights` and the tokenizer as a GGUF file that llama.cpp reads.
/// `dtype`: float32, float16, bfloat16, or int8 for Q8_0; norms and biases stay in float32.
/// kUnsupported if GGUF has no name for how the tokenizer cuts text.
Result<void> write_gguf(const std::filesystem::path& file, Weights& weights,
                        const Tokenizer& tokenizer, const std::string& dtype);

}  // namespace nereid::policy
