// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/tasks/internal/error_planter.h"
#include "engine/tasks/internal/plan.h"

namespace nereid::tasks {

/// How an answer divides the work among programs.
enum class Layout {
  kFlat,    ///< blocks over all elements; pointwise chains only
  kRow,     ///< one program per row, the row in one block
  kColumn,  ///< one program per column (reductions over dim 0)
  kTile,    ///< blocks of rows (or of columns for dim 0), whole rows (columns) in the block
  kLoop,    ///< one program per row, columns in a loop; single sums, means, maxima, minima
  kMatRow,  ///< matmul: one program per row of the output, sum of products
  kMatDot,  ///< matmul: blocks of rows with tl.dot
};

const char* layout_name(Layout layout);

/// The free choices in writing an answer.
struct Style {
  Layout layout = Layout::kFlat;
  int block = 1024;
  int rows_per_tile = 4;
  bool lambda_grid = false;
  bool like = true;  ///< torch.empty_like where the shape is that of the input
  std::uint64_t forms = 0;
};
Style choose_style(const Plan& plan, std::uint64_t style);

/// What lanes outside the mask hold.
enum class Lanes { kUnknown, kZero, kLow, kHigh };

/// Writes one answer. The same few idioms in the same order, so that a small model can learn them.
class AnswerWriter {
 public:
  AnswerWriter(const Plan& plan, const Style& style, ErrorPlanter* planter)
      : plan_(plan), style_(style), planter_(planter), forms_{style.forms} {}
  std::string write();

 private:
  bool plant(const char* error, int per_mille) {
    return planter_ != nullptr && planter_->plant(error, per_mille);
  }
  std::optional<Slip> slip(const std::vector<Slip>& slips) {
    return planter_ == nullptr ? std::nullopt : planter_->slip(slips, kSlipPerMille);
  }
  static constexpr int kSlipPerMille = 50;

  // Kernel.
  void write_indices();
  void write_loads();
  void write_load(const std::string& name, OperandShape shape, const std::string& fill);
  void write_matmul();
  void write_steps();
  void write_pointwise(const Step& step);
  void write_reduction(const Step& step);
  void write_loop_reduction(const Step& step);
  void write_affine(const Step& step);
  void write_residual(const Step& step);
  void write_store();
  std::string offset(OperandShape shape) const;
  std::string mask(OperandShape shape) const;
  std::string masked(Lanes wanted);
  std::string reduce(const char* function, const std::string& what);
  void set(const std::string& expression) { line(value_ + " = " + expression); }
  void line(const std::string& text) { kernel_.push_back(indent_ + text); }
  std::string first_fill() const;
  std::string kernel_name() const;
  bool scalar_output() const;
  bool is_matmul() const { return plan_.has(StepKind::kMatmul); }

  // Wrapper.
  std::string kernel_signature();
  std::string constructor();
  std::string forward();
  std::vector<std::string> sizes() const;
  std::string output_allocation();
  std::string launch();

  const Plan& plan_;
  const Style& style_;
  ErrorPlanter* planter_;
  Random forms_;
  std::string indent_ = "    ";
  std::string value_;
  std::vector<std::string> kernel_;
  Lanes lanes_ = Lanes::kUnknown;
  bool reduced_ = false;
  std::vector<std::pair<std::string, std::string>>
      weights_;                       ///< kernel name, expression of the wrapper
  std::vector<std::string> scalars_;  ///< constructor arguments that the kernel reads
};

}  // namespace nereid::tasks
