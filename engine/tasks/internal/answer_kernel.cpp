// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "engine/tasks/internal/answer_writer.h"

namespace nereid::tasks {
namespace {

const char* const kLowest = "float(\"-inf\")";
const char* const kHighest = "float(\"inf\")";

const char* fill_text(Lanes lanes) {
  return lanes == Lanes::kLow ? kLowest : lanes == Lanes::kHigh ? kHighest : "0.0";
}

/// What masked lanes must hold for the first statement of a reduction.
Lanes wanted_lanes(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kMax:
    case ReductionKind::kSoftmax:
    case ReductionKind::kLogSoftmax:
    case ReductionKind::kLogSumExp:
      return Lanes::kLow;
    case ReductionKind::kMin:
      return Lanes::kHigh;
    case ReductionKind::kSum:
    case ReductionKind::kMean:
    case ReductionKind::kVar:
    case ReductionKind::kStd:
    case ReductionKind::kRange:
    case ReductionKind::kLayerNorm:
    case ReductionKind::kRmsNorm:
    case ReductionKind::kL2Normalize:
      return Lanes::kZero;
  }
  return Lanes::kZero;
}

std::vector<Slip> reduction_slips(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum:
      return {{"invented_function", "tl.reduce_sum($, @)"},
              {"forgotten_division", "tl.sum($, @) / %a"}};
    case ReductionKind::kMean:
      return {{"invented_function", "tl.mean($, @)"},
              {"forgotten_division", "tl.sum($, @)"},
              {"forgotten_division", "tl.sum($, @)"}};
    case ReductionKind::kMax:
      return {{"invented_function", "tl.amax($, @)"},
              {"wrong_function", "tl.maximum($, @)"},
              {"wrong_function", "tl.min($, @)"}};
    case ReductionKind::kMin:
      return {{"invented_function", "tl.amin($, @)"},
              {"wrong_function", "tl.minimum($, @)"},
              {"wrong_function", "tl.max($, @)"}};
    case ReductionKind::kVar:
      return {{"invented_function", "tl.var($, @)"}};
    case ReductionKind::kStd:
      return {{"invented_function", "tl.std($, @)"}};
    case ReductionKind::kRange:
      return {{"swapped_operands", "tl.min($, @) - tl.max($, @)"},
              {"wrong_identity", "tl.max($, @) - tl.min(tl.abs($), @)"}};
    case ReductionKind::kLogSumExp:
      return {{"invented_function", "tl.logsumexp($, @)"},
              {"missing_term", "tl.log(tl.sum(tl.exp($ - tl.max($, @)), @))"}};
    case ReductionKind::kSoftmax:
      return {{"forgotten_division", "tl.exp($ - tl.max($, @))"}};
    case ReductionKind::kLogSoftmax:
      return {{"invented_function", "tl.log_softmax($, @)"},
              {"missing_term", "$ - tl.max($, @)"},
              {"missing_term", "$ - tl.sum(tl.exp($), @)"}};
    case ReductionKind::kLayerNorm:
      return {{"invented_function", "tl.layer_norm($, @)"},
              {"missing_term", "$ - tl.sum($, @) / %a"}};
    case ReductionKind::kRmsNorm:
      return {{"invented_function", "tl.rms_norm($, @)"},
              {"forgotten_division", "$ * tl.rsqrt(tl.sum($ * $, @) + 1e-5)"},
              {"wrong_function", "$ / (tl.sum($ * $, @) / %a + 1e-5)"}};
    case ReductionKind::kL2Normalize:
      return {{"invented_function", "tl.normalize($, @)"},
              {"missing_term", "$ / tl.maximum(tl.sum($ * $, @), 1e-12)"},
              {"wrong_function", "$ / tl.sum(tl.abs($), @)"}};
  }
  return {};
}

}  // namespace

bool AnswerWriter::scalar_output() const {
  bool scalar = false;
  for (const Step& step : plan_.steps) {
    scalar = step.kind == StepKind::kReduction ? is_scalar_reduction(step.reduction)
                                               : scalar && step.kind != StepKind::kResidual;
  }
  return scalar;
}

std::string AnswerWriter::offset(OperandShape shape) const {
  const bool full = shape == OperandShape::kFull;
  const bool per_column = shape == OperandShape::kPerColumn;
  switch (style_.layout) {
    case Layout::kFlat:
      return full ? "offs" : per_column ? "offs % n" : "offs // n";
    case Layout::kRow:
    case Layout::kLoop:
    case Layout::kMatRow:
      return full ? "row * n + cols" : per_column ? "cols" : "row";
    case Layout::kColumn:
      return full ? "rows * n + col" : per_column ? "col" : "rows";
    case Layout::kTile:
    case Layout::kMatDot:
      return full ? "rows * n + cols" : per_column ? "cols" : "rows";
  }
  return "";
}

/// The condition for loading or storing a tensor of this shape; "" if every lane is there.
std::string AnswerWriter::mask(OperandShape shape) const {
  switch (style_.layout) {
    case Layout::kFlat:
      return "mask";
    case Layout::kRow:
    case Layout::kLoop:
    case Layout::kMatRow:
      return shape == OperandShape::kPerRow ? "" : "mask";
    case Layout::kColumn:
      return shape == OperandShape::kPerColumn ? "" : "mask";
    case Layout::kTile:
    case Layout::kMatDot:
      return shape == OperandShape::kFull        ? "mask"
             : shape == OperandShape::kPerColumn ? "cols < n"
                                                 : "rows < m";
  }
  return "";
}

void AnswerWriter::write_indices() {
  const char* first = plan_.dim == 0 ? "cols" : "rows";
  switch (style_.layout) {
    case Layout::kFlat:
      line("offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)");
      line("mask = offs < size");
      break;
    case Layout::kRow:
      line("row = tl.program_id(0)");
      line("cols = tl.arange(0, BLOCK)");
      line("mask = cols < n");
      break;
    case Layout::kColumn:
      line("col = tl.program_id(0)");
      line("rows = tl.arange(0, BLOCK)");
      line("mask = rows < m");
      break;
    case Layout::kTile:
      if (std::string(first) == "rows") {
        line("rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]");
        line("cols = tl.arange(0, BN)[None, :]");
      } else {
        line("rows = tl.arange(0, BM)[:, None]");
        line("cols = tl.program_id(0) * BN + tl.arange(0, BN)[None, :]");
      }
      line("mask = (rows < m) & (cols < n)");
      break;
    case Layout::kLoop:
      line("row = tl.program_id(0)");
      break;
    case Layout::kMatRow:
      line("row = tl.program_id(0)");
      line("ks = tl.arange(0, BK)");
      line("cols = tl.arange(0, BN)");
      line("mask = cols < n");
      break;
    case Layout::kMatDot:
      line("rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]");
      line("cols = tl.arange(0, BN)[None, :]");
      line("ks = tl.arange(0, BK)");
      line("mask = (rows < m) & (cols < n)");
      break;
  }
}

void AnswerWriter::write_load(const std::string& name, OperandShape shape,
                              const std::string& fill) {
  std::string condition = mask(shape);
  std::string arguments = fmt::format("{}_ptr + {}", name, offset(shape));
  if (!condition.empty() && !plant("missing_mask", 6)) {
    arguments += ", mask=" + condition;
    if (!fill.empty() && shape == OperandShape::kFull) {
      arguments += ", other=" + fill;
    }
  }
  line(fmt::format("{} = tl.load({}).to(tl.float32)", name, arguments));
}

/// The filling of masked lanes that saves a selection later.
std::string AnswerWriter::first_fill() const {
  if (style_.layout == Layout::kFlat) {
    return "";
  }
  const Step& first = plan_.steps.front();
  return first.kind == StepKind::kReduction ? fill_text(wanted_lanes(first.reduction)) : "0.0";
}

void AnswerWriter::write_loads() {
  const Step& first = plan_.steps.front();
  const bool direct = first.kind == StepKind::kReduction && style_.layout != Layout::kFlat;
  std::string fill = first_fill();
  lanes_ = direct ? wanted_lanes(first.reduction) : Lanes::kZero;
  if (direct && lanes_ != Lanes::kZero && plant("wrong_identity", 70)) {
    fill = "0.0";
  }
  write_load(plan_.input, OperandShape::kFull, fill);
  for (const Operand& operand : plan_.operands) {
    write_load(operand.name, operand.shape, "");
  }
}

void AnswerWriter::write_matmul() {
  const Step& step = plan_.steps.front();
  const std::string x = plan_.input;
  const std::string w = step.linear ? "w" : plan_.operands.front().name;
  const bool dot = style_.layout == Layout::kMatDot;
  const char* row = dot ? "rows" : "row";
  const char* across = dot ? "ks[None, :]" : "ks";
  line(fmt::format(
      "{0} = tl.load({0}_ptr + {1} * k + {2}, mask={3}{2} < k{4}, other=0.0).to(tl.float32)", x,
      row, across, dot ? "(rows < m) & (" : "", dot ? ")" : ""));
  const char* columns = dot ? "cols" : "cols[None, :]";
  bool transposed = step.linear;
  if (plant("swapped_operands", 50)) {
    transposed = !transposed;
  }
  const std::string place = transposed ? fmt::format("{} * k + ks[:, None]", columns)
                                       : fmt::format("ks[:, None] * n + {}", columns);
  line(fmt::format(
      "{0} = tl.load({0}_ptr + {1}, mask=(ks[:, None] < k) & ({2} < n), other=0.0).to(tl.float32)",
      w, place, columns));
  if (dot) {
    set(plant("invented_function", 40)
            ? fmt::format("tl.matmul({}, {})", x, w)
            : fmt::format("tl.dot({}, {}, input_precision=\"ieee\")", x, w));
  } else {
    const char* axis = plant("wrong_axis", 60) ? "axis=1" : "axis=0";
    set(fmt::format("tl.sum({}[:, None] * {}, {})", x, w, axis));
  }
  for (std::size_t i = step.linear ? 0 : 1; i < plan_.operands.size(); ++i) {
    write_load(plan_.operands[i].name, plan_.operands[i].shape, "");
  }
  if (step.linear) {
    weights_.emplace_back("w", "self.linear.weight");
  }
  if (step.bias && !plant("missing_term", 50)) {
    weights_.emplace_back("bias", "self.linear.bias");
    write_load("bias", OperandShape::kPerColumn, "");
    set(value_ + " + bias");
  }
  lanes_ = Lanes::kUnknown;
}

void AnswerWriter::write_pointwise(const Step& step) {
  const PointwiseOp& op = *step.op;
  std::vector<std::string> constants;
  for (const Constant& c : step.constants) {
    constants.push_back(c.argument.empty() ? c.literal : c.argument);
    if (!c.argument.empty()) {
      scalars_.push_back(c.argument);
    }
  }
  constants.resize(2);
  std::string form = forms_.pick(op.answer);
  if (const std::optional<Slip> wrong = slip(op.slips)) {
    form = wrong->text;
  }
  const std::string operand =
      step.operand < 0 ? "" : plan_.operands[static_cast<std::size_t>(step.operand)].name;
  const bool misnamed = &step != plan_.steps.data() && plant("undefined_name", 420);
  const std::string text =
      fill(form, misnamed ? "acc" : value_, operand, constants[0], constants[1]);
  if (plan_.has(StepKind::kResidual)) {
    value_ = "t";
  }
  set(text);
  lanes_ = Lanes::kUnknown;
}

/// The running value with masked lanes as `wanted`.
std::string AnswerWriter::masked(Lanes wanted) {
  if (lanes_ == wanted || plant("missing_mask", 200)) {
    return value_;
  }
  if (wanted != Lanes::kZero && plant("wrong_identity", 50)) {
    wanted = Lanes::kZero;
  }
  return fmt::format("tl.where(mask, {}, {})", value_, fill_text(wanted));
}

std::string AnswerWriter::reduce(const char* function, const std::string& what) {
  std::string axis = "axis=0";
  if (style_.layout == Layout::kTile || style_.layout == Layout::kMatDot) {
    bool over_columns = plan_.dim == -1;
    if (plant("wrong_axis", 25)) {
      over_columns = !over_columns;
    }
    axis = over_columns ? "axis=1, keep_dims=True" : "axis=0, keep_dims=True";
  }
  return fmt::format("tl.{}({}, {})", function, what, axis);
}

void AnswerWriter::write_affine(const Step& step) {
  if (!step.affine) {
    return;
  }
  const bool layer_norm = step.reduction == ReductionKind::kLayerNorm;
  const std::string owner = layer_norm || step.reference_form == 0 ? "self.norm." : "self.";
  weights_.emplace_back("gamma", owner + "weight");
  write_load("gamma", OperandShape::kPerColumn, "");
  if (!layer_norm) {
    set(value_ + " * gamma");
    return;
  }
  if (plant("missing_term", 60)) {
    set(value_ + " * gamma");
    return;
  }
  weights_.emplace_back("beta", owner + "bias");
  write_load("beta", OperandShape::kPerColumn, "");
  set(value_ + " * gamma + beta");
}

void AnswerWriter::write_reduction(const Step& step) {
  const std::string count = plan_.dim == 0 ? "m" : "n";
  const std::string axis =
      style_.layout == Layout::kTile || style_.layout == Layout::kMatDot
          ? (plan_.dim == 0 ? "axis=0, keep_dims=True" : "axis=1, keep_dims=True")
          : "axis=0";
  const std::string running = plan_.has(StepKind::kResidual) ? "t" : value_;
  const std::string eps = step.constants.empty() ? "" : step.constants.front().literal;
  std::string v = value_;
  const auto assign = [&](const std::string& text) {
    value_ = running;
    set(text);
  };
  if (const std::optional<Slip> wrong = slip(reduction_slips(step.reduction))) {
    assign(fill(wrong->text, v, axis, count));
    reduced_ = is_scalar_reduction(step.reduction);
    lanes_ = Lanes::kUnknown;
    return;
  }
  switch (step.reduction) {
    case ReductionKind::kSum:
      assign(reduce("sum", masked(Lanes::kZero)));
      break;
    case ReductionKind::kMean:
      assign(reduce("sum", masked(Lanes::kZero)) + " / " + count);
      break;
    case ReductionKind::kMax:
      assign(reduce("max", masked(Lanes::kLow)));
      break;
    case ReductionKind::kMin:
      assign(reduce("min", masked(Lanes::kHigh)));
      break;
    case ReductionKind::kRange: {
      const std::string top = reduce("max", masked(Lanes::kLow));
      assign(top + " - " + reduce("min", fmt::format("tl.where(mask, {}, {})", v, kHighest)));
      break;
    }
    case ReductionKind::kVar:
    case ReductionKind::kStd: {
      line("mean = " + reduce("sum", masked(Lanes::kZero)) +
           (plant("forgotten_division", 40) ? "" : " / " + count));
      line(plant("missing_mask", 40) ? fmt::format("d = {} - mean", v)
                                     : fmt::format("d = tl.where(mask, {} - mean, 0.0)", v));
      const bool minus_one = step.unbiased != plant("biased_divisor", 100);
      const std::string var =
          reduce("sum", "d * d") + " / " + (minus_one ? "(" + count + " - 1)" : count);
      const bool root = step.reduction == ReductionKind::kStd && !plant("missing_term", 60);
      assign(root ? "tl.sqrt(" + var + ")" : var);
      break;
    }
    case ReductionKind::kLogSumExp:
      if (lanes_ != Lanes::kLow) {
        set(masked(Lanes::kLow));
      }
      line("top = " + reduce("max", v));
      assign(fmt::format("top + tl.log({})", reduce("sum", fmt::format("tl.exp({} - top)", v))));
      break;
    case ReductionKind::kSoftmax:
      if (lanes_ != Lanes::kLow) {
        set(masked(Lanes::kLow));
      }
      line(fmt::format("e = tl.exp({} - {})", v, reduce("max", v)));
      assign("e / " + reduce("sum", "e"));
      break;
    case ReductionKind::kLogSoftmax:
      if (lanes_ != Lanes::kLow) {
        set(masked(Lanes::kLow));
      }
      assign(fmt::format("{} - {}", v, reduce("max", v)));
      assign(fmt::format("{0} - tl.log({1})", value_,
                         reduce("sum", fmt::format("tl.exp({})", value_))));
      break;
    case ReductionKind::kLayerNorm: {
      line("mean = " + reduce("sum", masked(Lanes::kZero)) +
           (plant("forgotten_division", 40) ? "" : " / " + count));
      line(plant("missing_mask", 40) ? fmt::format("d = {} - mean", v)
                                     : fmt::format("d = tl.where(mask, {} - mean, 0.0)", v));
      const std::string var =
          reduce("sum", "d * d") + (plant("forgotten_division", 60) ? "" : " / " + count);
      assign(fmt::format("d * tl.{}({} + {})", plant("wrong_function", 40) ? "sqrt" : "rsqrt", var,
                         eps));
      write_affine(step);
      break;
    }
    case ReductionKind::kRmsNorm:
      if (lanes_ != Lanes::kZero) {
        set(masked(Lanes::kZero));
      }
      assign(fmt::format("{0} * tl.rsqrt({1} / {2} + {3})", v, reduce("sum", v + " * " + v), count,
                         eps));
      write_affine(step);
      break;
    case ReductionKind::kL2Normalize:
      if (lanes_ != Lanes::kZero) {
        set(masked(Lanes::kZero));
      }
      assign(fmt::format("{0} / tl.maximum(tl.sqrt({1}), 1e-12)", v, reduce("sum", v + " * " + v)));
      break;
  }
  reduced_ = is_scalar_reduction(step.reduction);
  lanes_ = Lanes::kUnknown;
}

/// The part of a kLoop kernel from the loop to the reduced number: pointwise steps inside, the
/// reduction after.
void AnswerWriter::write_loop_reduction(const Step& step) {
  const bool largest = step.reduction == ReductionKind::kMax;
  const bool smallest = step.reduction == ReductionKind::kMin;
  const Lanes wanted = wanted_lanes(step.reduction);
  const std::string loaded = masked(wanted);
  if (largest || smallest) {
    line(fmt::format("acc = tl.{}(acc, {})", largest ? "maximum" : "minimum", loaded));
  } else {
    line("acc += " + loaded);
  }
  indent_ = "    ";
  const bool divides = step.reduction == ReductionKind::kMean && !plant("forgotten_division", 150);
  set(fmt::format("tl.{}(acc, axis=0){}",
                  largest    ? "max"
                  : smallest ? "min"
                             : "sum",
                  divides ? " / n" : ""));
  reduced_ = true;
}

void AnswerWriter::write_residual(const Step& step) {
  const bool forward = step.residual == '+';
  const Step& before = plan_.steps[plan_.steps.size() - 2];
  bool swapped = step.residual == '-' && plant("swapped_operands", 120);
  if (before.kind == StepKind::kReduction && plant("missing_term", 50)) {
    return;
  }
  const std::string& left = forward != swapped ? value_ : plan_.input;
  const std::string& right = forward != swapped ? plan_.input : value_;
  const std::string text = fmt::format("{} {} {}", left, step.residual, right);
  set(text);
  reduced_ = false;
}

void AnswerWriter::write_steps() {
  for (const Step& step : plan_.steps) {
    switch (step.kind) {
      case StepKind::kPointwise:
        write_pointwise(step);
        break;
      case StepKind::kReduction:
        if (style_.layout == Layout::kLoop) {
          write_loop_reduction(step);
        } else {
          write_reduction(step);
        }
        break;
      case StepKind::kMatmul:
        break;
      case StepKind::kResidual:
        write_residual(step);
        break;
    }
  }
}

void AnswerWriter::write_store() {
  OperandShape shape = OperandShape::kFull;
  if (scalar_output()) {
    shape = plan_.dim == 0 ? OperandShape::kPerColumn : OperandShape::kPerRow;
  }
  const std::string condition = mask(shape);
  std::string place = offset(shape);
  if (plant("undefined_name", 10)) {
    place = style_.layout == Layout::kFlat     ? "offsets"
            : style_.layout == Layout::kColumn ? "cols"
                                               : "row_id";
  }
  const bool with_mask = !condition.empty() && !plant("missing_mask", 8);
  line(fmt::format("tl.store(out_ptr + {}, {}{})", place, value_,
                   with_mask ? ", mask=" + condition : ""));
}

std::string AnswerWriter::kernel_name() const {
  const std::string base = plan_.level == 1 ? plan_.steps.front().name() : "fused";
  return base + "_kernel";
}

std::string AnswerWriter::kernel_signature() {
  std::vector<std::string> parameters = {plan_.input + "_ptr"};
  for (const Operand& operand : plan_.operands) {
    parameters.push_back(operand.name + "_ptr");
  }
  for (const auto& [name, expression] : weights_) {
    parameters.push_back(name + "_ptr");
  }
  parameters.push_back("out_ptr");
  for (const std::string& size : sizes()) {
    parameters.push_back(size);
  }
  parameters.insert(parameters.end(), scalars_.begin(), scalars_.end());
  std::vector<std::string> blocks = {"BLOCK"};
  if (style_.layout == Layout::kTile) {
    blocks = {"BM", "BN"};
  } else if (style_.layout == Layout::kMatRow) {
    blocks = {"BK", "BN"};
  } else if (style_.layout == Layout::kMatDot) {
    blocks = {"BM", "BK", "BN"};
  }
  for (const std::string& block : blocks) {
    parameters.push_back(block + ": tl.constexpr");
  }
  std::string text = "def " + kernel_name() + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "" : ", ") + parameters[i];
  }
  return text + "):";
}

std::string AnswerWriter::write() {
  value_ = plan_.input;
  write_indices();
  if (style_.layout == Layout::kLoop) {
    const ReductionKind kind =
        std::find_if(plan_.steps.begin(), plan_.steps.end(), [](const Step& s) {
          return s.kind == StepKind::kReduction;
        })->reduction;
    Lanes wanted = wanted_lanes(kind);
    if (wanted != Lanes::kZero && plant("wrong_identity", 60)) {
      wanted = Lanes::kZero;
    }
    line(wanted == Lanes::kZero
             ? "acc = tl.zeros([BLOCK], dtype=tl.float32)"
             : fmt::format("acc = tl.full([BLOCK], {}, dtype=tl.float32)", fill_text(wanted)));
    line("for start in range(0, n, BLOCK):");
    indent_ = "        ";
    line("cols = start + tl.arange(0, BLOCK)");
    line("mask = cols < n");
  }
  if (is_matmul()) {
    write_matmul();
  } else {
    write_loads();
  }
  write_steps();
  write_store();
  std::string text =
      "import torch\nimport torch.nn as nn\nimport triton\nimport triton.language as "
      "tl\n\n@triton.jit\n";
  text += kernel_signature() + "\n";
  for (const std::string& statement : kernel_) {
    text += statement + "\n";
  }
  return text + "\nclass ModelNew(nn.Module):\n" + constructor() + forward();
}

}  // namespace nereid::tasks
