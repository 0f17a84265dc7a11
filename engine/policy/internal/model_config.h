// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/result.h"
#include "engine/policy/internal/policy.h"

namespace nereid::policy {

/// Reads FOLDER/config.json (Llama, Qwen2 and Qwen3 of Hugging Face). Missing keys take that
/// library's defaults. kNotFound, kCorrupt or kUnsupported names the file, the key and the mend.
Result<ModelConfig> read_model_config(const std::filesystem::path& folder);

/// config.json that Hugging Face's AutoModelForCausalLM reads; `torch_dtype` is its "torch_dtype".
std::string render_model_config(const ModelConfig& config, const std::string& torch_dtype,
                                std::int32_t end_token, std::int32_t pad_token);

}  // namespace nereid::policy
