// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/policy/shape/model_shape.h"

namespace nereid::policy {

/// config.json that Hugging Face's AutoModelForCausalLM reads; `torch_dtype` is its "torch_dtype".
std::string render_model_config(const ModelShape& config, const std::string& torch_dtype,
                                const std::vector<std::int32_t>& end_tokens,
                                std::int32_t pad_token);

}  // namespace nereid::policy
