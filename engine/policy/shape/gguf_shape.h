// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/result.h"
#include "engine/policy/gguf/gguf_file.h"
#include "engine/policy/shape/model_shape.h"

namespace nereid::policy {

/// Shape of the model in a GGUF file. kUnsupported or kCorrupt names the key or the tensor.
Result<ModelShape> read_gguf_shape(const GgufFile& file);

/// The name that llama.cpp gives to the weight of a Hugging Face checkpoint ("model.norm.weight" ->
/// "output_norm.weight"); empty if it has none.
std::string gguf_weight_name(const std::string& name);

/// Are the rows of a head's query and key stored as pairs that are turned against each other (0,
/// d/2, 1, d/2+1, ...), as llama.cpp keeps them for Llama? Hugging Face's order is halves.
bool has_paired_rows(const ModelShape& shape, const std::string& name);

/// A name that no weight of a model has, but that the shape is read from.
inline constexpr const char* kRopeFactors = "rope_freqs.weight";

}  // namespace nereid::policy
