// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/policy/internal/cpu_decoder.h"
#include "engine/policy/internal/policy.h"

namespace nereid::policy {

/// Memory that one batch leaves for the next. Keys and values within the budget exist at once; more
/// rows wait until others have ended. One row always runs.
struct CpuGenerateMemory {
  std::vector<std::unique_ptr<KeyValueStore>> prompts, rows;
  std::size_t budget_bytes = static_cast<std::size_t>(kCpuCacheBytes);
};

/// Samples on the CPU. Equal prompts are read once and share their keys and values. A row's tokens
/// depend on its prompt, its seed and the weights only, not on its batch.
std::vector<GeneratedRow> generate_on_cpu(CpuDecoder& decoder,
                                          const std::vector<std::int32_t>& end_tokens,
                                          const std::vector<std::vector<std::int32_t>>& prompts,
                                          const GenerateOptions& options,
                                          CpuGenerateMemory& memory);

/// The same with libtorch's operators, on the weights' device. Equal prompts are read once; rows
/// that end give their place to rows that wait. Rows are independent up to rounding.
std::vector<GeneratedRow> generate_by_operators(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options);

/// The same by own kernels, for weights in bfloat16 or 8 bits with activations in bfloat16. Equal
/// input gives equal bits. Throws where why_no_cuda_kernels() says something.
std::vector<GeneratedRow> generate_by_cuda_kernels(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options);
/// "" if generate_by_cuda_kernels() can take these weights on this machine with this build.
std::string why_no_cuda_kernels(const Weights& weights);

/// Checks what all need: prompts that are not empty and leave room, tokens inside the vocabulary,
/// one seed a row.
void check_generate_input(const ModelShape& config,
                          const std::vector<std::vector<std::int32_t>>& prompts,
                          const GenerateOptions& options);

}  // namespace nereid::policy
