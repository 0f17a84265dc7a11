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

/// The same with libtorch operations on the weights' device. Rows are independent up to rounding.
std::vector<GeneratedRow> generate_on_device(const Weights& weights,
                                             const std::vector<std::int32_t>& end_tokens,
                                             const std::vector<std::vector<std::int32_t>>& prompts,
                                             const GenerateOptions& options);

/// The same by own kernels, for weights in bfloat16 or 8 bits with activations in bfloat16. Equal
/// prompts are read once; rows that end give their place to rows that wait. Equal input gives equal
/// bits. Throws where why_no_cuda_kernels() says something.
std::vector<GeneratedRow> generate_by_cuda_kernels(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options);
/// Whether those kernels can sample `rows` rows, and are the faster way.
bool prefers_cuda_kernels(const Weights& weights, std::size_t rows);
/// "" if generate_by_cuda_kernels() can take these weights on this machine with this build.
std::string why_no_cuda_kernels(const Weights& weights);

/// One token a row of p [B, V], of those that top_k and top_p leave: uniforms [B, 1] float64 in
/// [0, 1) -> [B, 1] int64.
torch::Tensor draw(torch::Tensor p, const torch::Tensor& uniforms, const GenerateOptions& options);

/// The options of the rows first to last - 1 of a call of `rows`: progress and rows are told as the
/// whole call counts them. `whole` must outlive the result.
GenerateOptions part_of(const GenerateOptions& whole, std::size_t first, std::size_t last,
                        std::size_t rows);

/// Checks what all need: prompts that are not empty and leave room, tokens inside the vocabulary,
/// one seed a row.
void check_generate_input(const ModelShape& config,
                          const std::vector<std::vector<std::int32_t>>& prompts,
                          const GenerateOptions& options);

}  // namespace nereid::policy
