// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/tasks/internal/plan.h"
#include "engine/tasks/internal/random.h"

namespace nereid::tasks {
namespace {

/// Collects the parts of a reference and puts them together.
class ReferenceWriter {
 public:
  explicit ReferenceWriter(const Plan& plan) : plan_(plan), random_{plan.form, 1} {}
  std::string write();

 private:
  std::string constant(const Step& step, std::size_t index, bool module);
  std::string expression(const Step& step);
  std::string pointwise(const Step& step);
  std::string reduction(const Step& step);
  std::string affine_norm(const Step& step, const std::string& eps);
  std::string matmul(const Step& step);
  void write_forward();
  std::string constructor() const;
  std::string inputs() const;
  void collect_arguments();

  const Plan& plan_;
  Random random_;
  std::string value_;                   ///< name of the running value
  std::vector<std::string> members_;    ///< lines of the constructor
  std::vector<std::string> arguments_;  ///< names
  std::vector<std::string> argument_values_;
  std::vector<std::string> body_;  ///< lines of forward
  bool uses_functional_ = false;
};

std::string ReferenceWriter::constant(const Step& step, std::size_t index, bool module) {
  if (index >= step.constants.size()) {
    return "";
  }
  const Constant& c = step.constants[index];
  return c.argument.empty() ? c.literal : module ? c.argument : "self." + c.argument;
}

std::string ReferenceWriter::pointwise(const Step& step) {
  std::string form = step.op->reference[static_cast<std::size_t>(step.reference_form)];
  const std::string operand =
      step.operand < 0 ? "" : plan_.operands[static_cast<std::size_t>(step.operand)].name;
  static const std::string mark = "module:";
  const bool module = form.starts_with(mark);
  const std::string a = constant(step, 0, module);
  const std::string b = constant(step, 1, module);
  if (!module) {
    for (const Constant& c : step.constants) {
      if (!c.argument.empty()) {
        members_.push_back(fmt::format("self.{0} = {0}", c.argument));
      }
    }
    return fill(form, value_, operand, a, b);
  }
  std::string member = "self.act";
  const auto taken = std::count_if(members_.begin(), members_.end(),
                                   [](const std::string& m) { return m.starts_with("self.act"); });
  if (taken > 0) {
    member += std::to_string(taken + 1);
  }
  members_.push_back(member + " = " + fill(form.substr(mark.size()), value_, operand, a, b));
  return member + "(" + value_ + ")";
}

std::string ReferenceWriter::affine_norm(const Step& step, const std::string& eps) {
  const std::string& size = plan_.feature_argument;
  if (step.reduction == ReductionKind::kLayerNorm) {
    members_.push_back(fmt::format("self.norm = nn.LayerNorm({}, eps={})", size, eps));
    return fmt::format("self.norm({})", value_);
  }
  if (step.reference_form == 0) {
    members_.push_back(fmt::format("self.norm = nn.RMSNorm({}, eps={})", size, eps));
    return fmt::format("self.norm({})", value_);
  }
  members_.push_back(fmt::format("self.weight = nn.Parameter(torch.ones({}))", size));
  return fmt::format("self.weight * {0} * torch.rsqrt({0}.pow(2).mean(-1, keepdim=True) + {1})",
                     value_, eps);
}

std::string ReferenceWriter::reduction(const Step& step) {
  const std::string& v = value_;
  const int dim = plan_.dim;
  const bool keep = plan_.keepdim;
  const bool method = step.reference_form == 1;
  const std::string tail = fmt::format("dim={}{}", dim, keep ? ", keepdim=True" : "");
  const auto call = [&](const std::string& name, const std::string& extra = "") {
    return method ? fmt::format("{}.{}({}{})", v, name, tail, extra)
                  : fmt::format("torch.{}({}, {}{})", name, v, tail, extra);
  };
  const std::string eps = constant(step, 0, false);
  switch (step.reduction) {
    case ReductionKind::kSum:
      return call("sum");
    case ReductionKind::kMean:
      return call("mean");
    case ReductionKind::kMax:
      return method ? fmt::format("{}.max({})[0]", v, tail) : call("amax");
    case ReductionKind::kMin:
      return method ? fmt::format("{}.min({})[0]", v, tail) : call("amin");
    case ReductionKind::kVar:
      return call("var", step.unbiased ? "" : ", unbiased=False");
    case ReductionKind::kStd:
      return call("std", step.unbiased ? "" : ", unbiased=False");
    case ReductionKind::kRange:
      return fmt::format("{0}.amax({1}) - {0}.amin({1})", v, tail);
    case ReductionKind::kLogSumExp:
      return call("logsumexp");
    case ReductionKind::kSoftmax:
      return method ? fmt::format("torch.softmax({}, dim={})", v, dim)
                    : fmt::format("F.softmax({}, dim={})", v, dim);
    case ReductionKind::kLogSoftmax:
      return method ? fmt::format("torch.log_softmax({}, dim={})", v, dim)
                    : fmt::format("F.log_softmax({}, dim={})", v, dim);
    case ReductionKind::kLayerNorm:
      return step.affine ? affine_norm(step, eps)
                         : fmt::format("F.layer_norm({0}, {0}.shape[-1:], eps={1})", v, eps);
    case ReductionKind::kRmsNorm:
      return step.affine ? affine_norm(step, eps)
             : method
                 ? fmt::format("{0} * torch.rsqrt({0}.pow(2).mean(-1, keepdim=True) + {1})", v, eps)
                 : fmt::format("F.rms_norm({0}, {0}.shape[-1:], eps={1})", v, eps);
    case ReductionKind::kL2Normalize:
      return method ? fmt::format("{0} / {0}.norm(dim={1}, keepdim=True)", v, dim)
                    : fmt::format("F.normalize({}, dim={})", v, dim);
  }
  return "";
}

std::string ReferenceWriter::matmul(const Step& step) {
  if (step.linear) {
    members_.push_back(fmt::format("self.linear = nn.Linear(in_features, out_features{})",
                                   step.bias ? "" : ", bias=False"));
    return fmt::format("self.linear({})", value_);
  }
  const std::string& weight = plan_.operands.front().name;
  return step.reference_form == 0 ? fmt::format("torch.matmul({}, {})", value_, weight)
                                  : fmt::format("{} @ {}", value_, weight);
}

std::string ReferenceWriter::expression(const Step& step) {
  switch (step.kind) {
    case StepKind::kPointwise:
      return pointwise(step);
    case StepKind::kReduction:
      return reduction(step);
    case StepKind::kMatmul:
      return matmul(step);
    case StepKind::kResidual:
      return fmt::format("{} {} {}", step.residual == '+' ? value_ : plan_.input, step.residual,
                         step.residual == '+' ? plan_.input : value_);
  }
  return "";
}

void ReferenceWriter::write_forward() {
  value_ = plan_.input;
  const std::string running = plan_.has(StepKind::kResidual) ? "t" : plan_.input;
  for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
    const std::string text = expression(plan_.steps[i]);
    if (i + 1 == plan_.steps.size()) {
      body_.push_back("return " + text);
    } else {
      body_.push_back(running + " = " + text);
      value_ = running;
    }
    uses_functional_ = uses_functional_ || text.find("F.") != std::string::npos;
  }
}

void ReferenceWriter::collect_arguments() {
  for (const Step& step : plan_.steps) {
    if (step.kind == StepKind::kMatmul && step.linear) {
      arguments_.insert(arguments_.end(), {"in_features", "out_features"});
      argument_values_.insert(argument_values_.end(),
                              {std::to_string(plan_.shape.back()), std::to_string(plan_.columns)});
    } else if (step.affine) {
      arguments_.push_back(plan_.feature_argument);
      argument_values_.push_back(std::to_string(plan_.columns));
    }
    for (const Constant& c : step.constants) {
      if (!c.argument.empty()) {
        arguments_.push_back(c.argument);
        argument_values_.push_back(c.literal);
      }
    }
  }
}

std::string ReferenceWriter::constructor() const {
  if (members_.empty() && arguments_.empty()) {
    return "";
  }
  std::string text = "    def __init__(self";
  for (const std::string& name : arguments_) {
    text += ", " + name;
  }
  text += "):\n        super().__init__()\n";
  for (const std::string& member : members_) {
    text += "        " + member + "\n";
  }
  return text + "\n";
}

std::string ReferenceWriter::inputs() const {
  const auto draw = [](bool positive, const std::vector<std::int64_t>& shape) {
    return fmt::format("torch.{}({})", positive ? "rand" : "randn", fmt::join(shape, ", "));
  };
  std::vector<std::string> tensors = {draw(plan_.positive_input, plan_.shape)};
  for (const Operand& operand : plan_.operands) {
    std::vector<std::int64_t> shape = plan_.shape;
    shape.back() = plan_.columns;
    const bool is_weight = plan_.has(StepKind::kMatmul) && &operand == &plan_.operands.front() &&
                           !plan_.steps.front().linear;
    if (is_weight) {
      shape = {plan_.shape.back(), plan_.columns};
    } else if (operand.shape == OperandShape::kPerColumn) {
      shape = {plan_.columns};
    } else if (operand.shape == OperandShape::kPerRow) {
      shape.back() = 1;
    }
    tensors.push_back(draw(operand.positive, shape));
  }
  return fmt::format("[{}]", fmt::join(tensors, ", "));
}

std::string ReferenceWriter::write() {
  collect_arguments();
  write_forward();
  std::string signature = plan_.input;
  for (const Operand& operand : plan_.operands) {
    signature += ", " + operand.name;
  }
  std::string text = "import torch\nimport torch.nn as nn\n";
  if (uses_functional_) {
    text += "import torch.nn.functional as F\n";
  }
  text += "\nclass Model(nn.Module):\n" + constructor();
  text += fmt::format("    def forward(self, {}):\n", signature);
  for (const std::string& line : body_) {
    text += "        " + line + "\n";
  }
  text += fmt::format("\ndef get_inputs():\n    return {}\n", inputs());
  text +=
      fmt::format("\ndef get_init_inputs():\n    return [{}]\n", fmt::join(argument_values_, ", "));
  return text;
}

}  // namespace

std::string write_reference(const Plan& plan) {
  return ReferenceWriter(plan).write();
}

}  // namespace nereid::tasks
