// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/tasks/generator.h"
#include "engine/tasks/internal/pointwise.h"

namespace nereid::tasks {

enum class ReductionKind {
  kSum,
  kMean,
  kMax,
  kMin,
  kVar,
  kStd,
  kRange,
  kLogSumExp,  // one number per row
  kSoftmax,
  kLogSoftmax,
  kLayerNorm,
  kRmsNorm,
  kL2Normalize,  // a row per row
};
inline constexpr int kReductionCount = 13;
std::string reduction_name(ReductionKind kind);
/// True for those that give one number per row.
bool is_scalar_reduction(ReductionKind kind);

enum class StepKind { kPointwise, kReduction, kMatmul, kResidual };
/// How a second tensor lies against the rows: whole, one value per column, or one per row.
enum class OperandShape { kFull, kPerColumn, kPerRow };

/// A second tensor among the inputs.
struct Operand {
  std::string name;
  OperandShape shape = OperandShape::kFull;
  bool positive = false;  ///< torch.rand instead of torch.randn
};

/// A constant: a literal of the source, or an argument of the constructor.
struct Constant {
  std::string literal;
  std::string argument;  ///< "" = literal
};

struct Step {
  StepKind kind = StepKind::kPointwise;
  const PointwiseOp* op = nullptr;  ///< kPointwise
  int reference_form = 0;           ///< which written form the reference has
  int operand = -1;                 ///< index into Plan::operands
  std::vector<Constant> constants;
  ReductionKind reduction{};  ///< kReduction
  bool unbiased = true;       ///< variance and standard deviation
  bool affine = false;        ///< layer_norm and rms_norm with learnt weights
  bool linear = false;        ///< kMatmul: weight [n, k] of nn.Linear (true) or an input [k, n]
  bool bias = false;          ///< kMatmul with nn.Linear
  char residual = '+';        ///< kResidual: value OP first input
  std::string name() const;
};

/// Everything about a synthetic task but its texts.
struct Plan {
  int level = 1;
  std::vector<Step> steps;
  std::vector<std::int64_t> shape;  ///< of the first input
  std::int64_t columns = 0;  ///< last dimension of the output of a matmul; else that of the input
  int dim = -1;              ///< of the reductions: -1 or 0
  bool keepdim = false;
  std::string input = "x";
  bool positive_input = false;
  std::vector<Operand> operands;
  std::string feature_argument;  ///< constructor argument with the row length, for learnt weights
  std::uint64_t form = 0;        ///< picks written forms of the reference
  bool has(StepKind kind) const;
  std::vector<std::string> tags() const;
};

/// The plan of a synthetic task; deals level-2 compositions and level-1 texts to the splits.
Plan make_plan(std::uint64_t seed, Split split, int level, std::uint64_t index);
/// The PyTorch source of a plan.
std::string write_reference(const Plan& plan);

class ErrorPlanter;
/// The Triton source; `planter` may put errors in (nullptr: none).
std::string write_answer(const Plan& plan, std::uint64_t style, ErrorPlanter* planter);
/// What an answer in that style sets out to do, three short lines: the operations in their order,
/// how the work is divided among programs, and the block.
std::string write_plan(const Plan& plan, std::uint64_t style);

}  // namespace nereid::tasks
