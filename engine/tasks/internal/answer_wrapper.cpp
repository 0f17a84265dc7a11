// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/tasks/internal/answer_writer.h"

namespace nereid::tasks {
namespace {

bool fits_loop(const Plan& plan) {
  int reductions = 0;
  for (const Step& step : plan.steps) {
    if (step.kind == StepKind::kResidual) {
      return false;
    }
    if (step.kind == StepKind::kReduction) {
      ++reductions;
      if (step.reduction > ReductionKind::kMin) {
        return false;
      }
    }
  }
  return reductions == 1 && plan.dim == -1;
}

Layout choose_layout(const Plan& plan, Random& random) {
  const int draw = random.below(100);
  if (plan.has(StepKind::kMatmul)) {
    return draw < 50 ? Layout::kMatRow : Layout::kMatDot;
  }
  if (!plan.has(StepKind::kReduction)) {
    return Layout::kFlat;
  }
  if (plan.dim == 0) {
    return draw < 60 ? Layout::kColumn : Layout::kTile;
  }
  if (fits_loop(plan) && draw < 25) {
    return Layout::kLoop;
  }
  return draw < 70 ? Layout::kRow : Layout::kTile;
}

}  // namespace

const char* layout_name(Layout layout) {
  switch (layout) {
    case Layout::kFlat:
      return "flat";
    case Layout::kRow:
      return "row";
    case Layout::kColumn:
      return "column";
    case Layout::kTile:
      return "tile";
    case Layout::kLoop:
      return "loop";
    case Layout::kMatRow:
      return "matmul row";
    case Layout::kMatDot:
      return "matmul dot";
  }
  return "";
}

Style choose_style(const Plan& plan, std::uint64_t style) {
  Random random{style, 77};
  Style chosen;
  chosen.layout = choose_layout(plan, random);
  const std::vector<int> blocks = chosen.layout == Layout::kLoop
                                      ? std::vector<int>{64, 128}
                                      : std::vector<int>{256, 512, 1024, 1024};
  chosen.block = random.pick(blocks);
  chosen.rows_per_tile = random.pick<int>({2, 4, 8});
  chosen.lambda_grid = random.chance(300);
  chosen.like = random.chance(700);
  chosen.forms = random.next();
  return chosen;
}

/// The integers that the kernel reads, in order.
std::vector<std::string> AnswerWriter::sizes() const {
  switch (style_.layout) {
    case Layout::kFlat: {
      const bool broadcasts =
          std::any_of(plan_.operands.begin(), plan_.operands.end(),
                      [](const Operand& o) { return o.shape != OperandShape::kFull; });
      return broadcasts ? std::vector<std::string>{"size", "n"} : std::vector<std::string>{"size"};
    }
    case Layout::kRow:
    case Layout::kLoop:
      return {"n"};
    case Layout::kColumn:
    case Layout::kTile:
      return {"m", "n"};
    case Layout::kMatRow:
      return {"k", "n"};
    case Layout::kMatDot:
      return {"m", "k", "n"};
  }
  return {};
}

std::string AnswerWriter::constructor() {
  std::vector<std::string> arguments;
  std::vector<std::string> members;
  for (const Step& step : plan_.steps) {
    if (step.kind == StepKind::kMatmul && step.linear) {
      arguments.insert(arguments.end(), {"in_features", "out_features"});
      members.push_back(fmt::format("self.linear = nn.Linear(in_features, out_features{})",
                                    step.bias ? "" : ", bias=False"));
    } else if (step.affine) {
      arguments.push_back(plan_.feature_argument);
      const bool layer_norm = step.reduction == ReductionKind::kLayerNorm;
      members.push_back(
          layer_norm ? fmt::format("self.norm = nn.LayerNorm({})", plan_.feature_argument)
          : step.reference_form == 0
              ? fmt::format("self.norm = nn.RMSNorm({})", plan_.feature_argument)
              : fmt::format("self.weight = nn.Parameter(torch.ones({}))", plan_.feature_argument));
    }
    for (const Constant& c : step.constants) {
      if (!c.argument.empty()) {
        arguments.push_back(c.argument);
        members.push_back(fmt::format("self.{0} = {0}", c.argument));
      }
    }
  }
  if (arguments.empty()) {
    return "";
  }
  std::string text = fmt::format("    def __init__(self, {}):\n        super().__init__()\n",
                                 fmt::join(arguments, ", "));
  for (const std::string& member : members) {
    text += "        " + member + "\n";
  }
  return text + "\n";
}

std::string AnswerWriter::output_allocation() {
  const std::string& x = plan_.input;
  const bool same_shape = !is_matmul() && !scalar_output();
  const bool fixed = plant("fixed_dtype", 110);
  if (same_shape && style_.like && !fixed) {
    return fmt::format("torch.empty_like({})", x);
  }
  std::string shape = x + ".shape";
  bool keepdim = plan_.keepdim;
  if (scalar_output() && plant("missing_keepdim", 35)) {
    keepdim = !keepdim;
  }
  if (scalar_output() && plan_.dim == 0) {
    shape = keepdim ? "(1, n)" : "(n,)";
  } else if (scalar_output() && is_matmul()) {
    shape = keepdim ? "(m, 1)" : "(m,)";
  } else if (scalar_output()) {
    shape = x + (keepdim ? ".shape[:-1] + (1,)" : ".shape[:-1]");
  } else if (is_matmul()) {
    shape = "(m, n)";
  }
  return fmt::format("torch.empty({}, device={}.device{})", shape, x,
                     fixed ? "" : fmt::format(", dtype={}.dtype", x));
}

/// The statement that starts the kernel, with the grid.
std::string AnswerWriter::launch() {
  std::vector<std::string> arguments = {plan_.input};
  for (const Operand& operand : plan_.operands) {
    arguments.push_back(operand.name);
  }
  for (const auto& [name, expression] : weights_) {
    arguments.push_back(expression);
  }
  arguments.push_back("out");
  std::vector<std::string> counts = sizes();
  if (plant("missing_argument", 150)) {
    counts.pop_back();
  }
  arguments.insert(arguments.end(), counts.begin(), counts.end());
  for (const std::string& name : scalars_) {
    arguments.push_back("self." + name);
  }
  const bool down = (style_.layout == Layout::kFlat || style_.layout == Layout::kTile ||
                     style_.layout == Layout::kMatDot) &&
                    plant("floor_grid", 220);
  const auto blocks_of = [&](const std::string& size, const std::string& block) {
    return down ? fmt::format("{} // {}", size, block)
                : fmt::format("triton.cdiv({}, {})", size, block);
  };
  const auto block_for = [&](const std::string& size) {
    if (plant("not_power_of_two", 12)) {
      return size;
    }
    return plant("hard_coded_size", 10) ? std::string("64")
                                        : fmt::format("triton.next_power_of_2({})", size);
  };
  std::string grid;
  switch (style_.layout) {
    case Layout::kFlat:
      grid =
          blocks_of("size", style_.lambda_grid ? "meta[\"BLOCK\"]" : std::to_string(style_.block));
      arguments.push_back(fmt::format("BLOCK={}", style_.block));
      break;
    case Layout::kRow:
      grid = plant("wrong_grid", 30) ? "n" : "m";
      arguments.push_back("BLOCK=" + block_for("n"));
      break;
    case Layout::kColumn:
      grid = plant("wrong_grid", 30) ? "m" : "n";
      arguments.push_back("BLOCK=" + block_for("m"));
      break;
    case Layout::kLoop:
      grid = plant("wrong_grid", 30) ? "n" : "m";
      arguments.push_back(fmt::format("BLOCK={}", style_.block));
      break;
    case Layout::kTile:
      if (plan_.dim == 0) {
        grid = blocks_of("n", std::to_string(style_.rows_per_tile));
        arguments.push_back(fmt::format("BM={}", block_for("m")));
        arguments.push_back(fmt::format("BN={}", style_.rows_per_tile));
      } else {
        grid = blocks_of("m", std::to_string(style_.rows_per_tile));
        arguments.push_back(fmt::format("BM={}", style_.rows_per_tile));
        arguments.push_back(fmt::format("BN={}", block_for("n")));
      }
      break;
    case Layout::kMatRow:
      grid = plant("wrong_grid", 30) ? "n" : "m";
      arguments.push_back("BK=" + block_for("k"));
      arguments.push_back("BN=" + block_for("n"));
      break;
    case Layout::kMatDot:
      grid = blocks_of("m", "16");
      arguments.push_back("BM=16");
      arguments.push_back("BK=max(16, triton.next_power_of_2(k))");
      arguments.push_back("BN=max(16, triton.next_power_of_2(n))");
      break;
  }
  const bool named = style_.layout == Layout::kFlat && style_.lambda_grid;
  const std::string start = named ? fmt::format("        grid = lambda meta: ({},)\n", grid) : "";
  return fmt::format("{}        {}[{}]({})\n", start, kernel_name(),
                     named ? "grid" : "(" + grid + ",)", fmt::join(arguments, ", "));
}

std::string AnswerWriter::forward() {
  const std::string& x = plan_.input;
  std::string signature = x;
  for (const Operand& operand : plan_.operands) {
    signature += ", " + operand.name;
  }
  std::string text = fmt::format("    def forward(self, {}):\n", signature);
  const std::vector<std::string> counts = sizes();
  if (is_matmul()) {
    text += fmt::format("        m, k = {}.shape\n", x);
    text += plan_.steps.front().linear
                ? "        n = self.linear.weight.shape[0]\n"
                : fmt::format("        n = {}.shape[1]\n", plan_.operands.front().name);
  } else if (style_.layout == Layout::kFlat) {
    text += fmt::format("        size = {}.numel()\n", x);
    if (counts.size() == 2) {
      text += fmt::format("        n = {}.shape[-1]\n", x);
    }
  } else if (plan_.dim == 0) {
    text += fmt::format("        m, n = {}.shape\n", x);
  } else {
    text += fmt::format("        n = {0}.shape[-1]\n        m = {0}.numel() // n\n", x);
  }
  text += "        out = " + output_allocation() + "\n";
  text += launch();
  return text + "        return out\n";
}

std::string write_plan(const Plan& plan, std::uint64_t style) {
  const Style chosen = choose_style(plan, style);
  std::string text = "ops:";
  for (const std::string& tag : plan.tags()) text += " " + tag;
  return text + "\nlayout: " + layout_name(chosen.layout) +
         "\nblock: " + std::to_string(chosen.block) + "\n";
}

std::string write_answer(const Plan& plan, std::uint64_t style, ErrorPlanter* planter) {
  const Style chosen = choose_style(plan, style);
  return AnswerWriter(plan, chosen, planter).write();
}

}  // namespace nereid::tasks
