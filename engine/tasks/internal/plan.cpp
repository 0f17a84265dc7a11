// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/plan.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/check.h"
#include "engine/tasks/internal/random.h"

namespace nereid::tasks {
namespace {

constexpr double kInputRange = 9;  // torch.randn, doubled, over some thousand values

/// Draws the steps of one plan, keeping track of what values they can meet.
class PlanMaker {
 public:
  PlanMaker(Random& random, int level) : random_(random) { plan_.level = level; }

  /// False when the draw led nowhere and another should be made.
  bool make();
  Plan take() { return std::move(plan_); }

 private:
  bool make_pointwise_chain(int count);
  bool make_reduced(int count);
  bool make_matmul(int count);
  bool add_pointwise(bool allow_operand);
  bool add_reduction(ReductionKind kind);
  void add_matmul();
  void add_residual();
  bool is_linear_so_far() const;
  bool try_op(const PointwiseOp& op, bool allow_operand);
  int pick_operand();
  Constant make_constant(const Parameter& parameter, const std::string& literal);
  std::string unused(const std::vector<std::string>& names);
  void choose_shape();
  ReductionKind draw_reduction();

  Random& random_;
  Plan plan_;
  Range range_;
  bool tiny_ = false;     ///< values of about 1 / row length, as softmax gives them
  bool reduced_ = false;  ///< one number per row
  bool signs_ = false;    ///< only -1 and 1, which even functions make constant
  std::vector<std::string> used_;
};

std::string PlanMaker::unused(const std::vector<std::string>& names) {
  std::vector<std::string> free;
  for (const std::string& name : names) {
    if (std::find(used_.begin(), used_.end(), name) == used_.end()) {
      free.push_back(name);
    }
  }
  std::string chosen = free.empty() ? names.front() + "2" : random_.pick(free);
  while (std::find(used_.begin(), used_.end(), chosen) != used_.end()) {
    chosen += "2";
  }
  used_.push_back(chosen);
  return chosen;
}

int PlanMaker::pick_operand() {
  Operand operand;
  const int draw = random_.below(10);
  operand.shape = draw < 5   ? OperandShape::kFull
                  : draw < 8 ? OperandShape::kPerColumn
                             : OperandShape::kPerRow;
  if (plan_.has(StepKind::kMatmul) && operand.shape == OperandShape::kFull) {
    operand.shape = OperandShape::kPerColumn;
  }
  if (operand.shape == OperandShape::kFull) {
    operand.name = unused({"y", "other", "z", "residual"});
  } else if (operand.shape == OperandShape::kPerColumn) {
    operand.name = unused({"b", "bias", "v", "u"});
  } else {
    operand.name = unused({"c", "g", "r", "gate"});
  }
  operand.positive = random_.chance(200);
  plan_.operands.push_back(operand);
  return static_cast<int>(plan_.operands.size()) - 1;
}

Constant PlanMaker::make_constant(const Parameter& parameter, const std::string& literal) {
  Constant constant{.literal = literal};
  if (random_.chance(300)) {
    constant.argument = unused(parameter.names);
  }
  return constant;
}

bool PlanMaker::try_op(const PointwiseOp& op, bool allow_operand) {
  if (op.needs_operand && (!allow_operand || plan_.operands.size() >= 2)) {
    return false;
  }
  if ((tiny_ && !op.keeps_precision_of_tiny) || (signs_ && !op.needs_operand)) {
    return false;
  }
  if (!plan_.steps.empty() && plan_.steps.back().name() == op.name) {
    return false;
  }
  std::vector<std::string> literals;
  for (const Parameter& parameter : op.parameters) {
    literals.push_back(random_.pick(parameter.values));
  }
  const double a = literals.empty() ? 0 : std::strtod(literals[0].c_str(), nullptr);
  const double b = literals.size() < 2 ? 0 : std::strtod(literals[1].c_str(), nullptr);
  if (!op.allowed(range_, a, b)) {
    return false;
  }
  const Range next = op.result(range_, a, b);
  if (next.magnitude() > 500 || next.high - next.low < 0.05) {
    return false;
  }
  Step step{.kind = StepKind::kPointwise, .op = &op};
  step.reference_form = random_.below(static_cast<int>(op.reference.size()));
  if (op.needs_operand) {
    step.operand = pick_operand();
    tiny_ = tiny_ && op.name != "add" && op.name != "sub" && op.name != "axpy" && op.name != "lerp";
  }
  for (std::size_t i = 0; i < literals.size(); ++i) {
    step.constants.push_back(make_constant(op.parameters[i], literals[i]));
  }
  signs_ = op.name == "sign";
  plan_.steps.push_back(step);
  range_ = next;
  return true;
}

bool PlanMaker::add_pointwise(bool allow_operand) {
  for (int attempt = 0; attempt < 30; ++attempt) {
    if (try_op(random_.pick(pointwise_ops()), allow_operand)) {
      return true;
    }
  }
  return false;
}

ReductionKind PlanMaker::draw_reduction() {
  return static_cast<ReductionKind>(random_.below(kReductionCount));
}

/// What a reduction of some 3 to 300 values of this range gives, also when the inputs are doubled.
Range reduced_range(ReductionKind kind, Range in) {
  const double middle = (in.low + in.high) / 2;
  const double span = in.high - in.low;
  switch (kind) {
    case ReductionKind::kSum:
      return {in.low < 0 ? -400.0 : 5 * span, 400};
    case ReductionKind::kMean:
      return {in.low < 0 ? in.low / 2 : in.low + 0.2 * span, in.high / 2};
    case ReductionKind::kMax:
      return {middle + 0.1 * span, in.high};
    case ReductionKind::kMin:
      return {in.low, middle - 0.1 * span};
    case ReductionKind::kVar:
      return {0.01 * span * span, 0.06 * span * span};
    case ReductionKind::kStd:
      return {0.1 * span, 0.25 * span};
    case ReductionKind::kRange:
      return {0.3 * span, span};
    case ReductionKind::kLogSumExp:
      return {middle + 2, in.high + 6};
    case ReductionKind::kSoftmax:
      return {0, 1};
    case ReductionKind::kLogSoftmax:
      return {-span - 6, 0};
    case ReductionKind::kLayerNorm:
    case ReductionKind::kRmsNorm:
      return {-5, 5};
    case ReductionKind::kL2Normalize:
      return {-1, 1};
  }
  return in;
}

/// Is the result known beforehand, because the values meet a bound in nearly every row (the minimum
/// after relu is 0)?
bool is_foreseeable(ReductionKind kind, Range in) {
  const bool high = in.high >= 2.5;
  const bool low = in.low <= -2.5;
  switch (kind) {
    case ReductionKind::kMax:
      return !high;
    case ReductionKind::kMin:
      return !low;
    case ReductionKind::kRange:
      return !high && !low;
    default:
      return in.high - in.low < 0.9;
  }
}

bool PlanMaker::add_reduction(ReductionKind kind) {
  if (signs_ || (!plan_.steps.empty() && is_foreseeable(kind, range_))) {
    return false;
  }
  const bool large = range_.magnitude() > 70;  // a sum of many would leave float16
  const bool squares = kind == ReductionKind::kVar || kind == ReductionKind::kRmsNorm ||
                       kind == ReductionKind::kL2Normalize;
  if (tiny_ || range_.high - range_.low < 0.5 ||
      (large && (squares || kind == ReductionKind::kSum))) {
    return false;
  }
  if (squares && range_.magnitude() > 25) {
    return false;
  }
  Step step{.kind = StepKind::kReduction};
  step.reduction = kind;
  step.reference_form = random_.below(2);
  step.unbiased = random_.chance(600);
  if (plan_.dim == -1 && (kind == ReductionKind::kLayerNorm || kind == ReductionKind::kRmsNorm)) {
    step.affine = random_.chance(500);
  }
  if (kind == ReductionKind::kLayerNorm || kind == ReductionKind::kRmsNorm) {
    if (plan_.dim == 0) {
      return false;  // PyTorch normalises the last dimension only
    }
    step.constants.push_back({.literal = random_.chance(600) ? "1e-5" : "1e-3"});
  }
  if (step.affine) {
    plan_.feature_argument = unused({"dim", "hidden", "features", "size"});
  }
  plan_.steps.push_back(step);
  reduced_ = is_scalar_reduction(kind);
  range_ = reduced_range(kind, range_);
  tiny_ = kind == ReductionKind::kSoftmax || kind == ReductionKind::kL2Normalize;
  return true;
}

void PlanMaker::add_matmul() {
  Step step{.kind = StepKind::kMatmul};
  step.linear = random_.chance(500);
  step.bias = step.linear && random_.chance(600);
  step.reference_form = random_.below(2);
  if (step.linear) {
    plan_.feature_argument = "in_features";  // always with out_features
    used_.insert(used_.end(), {"in_features", "out_features", "w", "bias"});
  } else {
    plan_.operands.push_back({.name = unused({"w", "weight"})});
  }
  plan_.steps.push_back(step);
  range_ = step.linear ? Range{-6, 6} : Range{-60, 60};
}

/// A residual after these alone could cancel to a constant, as x - (x - 0.5) does.
bool PlanMaker::is_linear_so_far() const {
  static const std::vector<std::string> linear = {
      "neg", "add_scalar", "sub_scalar", "mul_scalar", "div_scalar", "add", "sub", "axpy", "lerp"};
  return std::all_of(plan_.steps.begin(), plan_.steps.end(), [](const Step& step) {
    return std::find(linear.begin(), linear.end(), step.name()) != linear.end();
  });
}

void PlanMaker::add_residual() {
  Step step{.kind = StepKind::kResidual};
  step.residual = random_.pick<char>({'+', '-', '*'});
  plan_.steps.push_back(step);
  plan_.keepdim = true;
}

bool PlanMaker::make_pointwise_chain(int count) {
  for (int i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    if (last && count > 1 && random_.chance(120) && range_.magnitude() < 50 &&
        !is_linear_so_far()) {
      add_residual();
    } else if (!add_pointwise(true)) {
      return false;
    }
  }
  return true;
}

bool PlanMaker::make_reduced(int count) {
  plan_.keepdim = random_.chance(400);
  plan_.dim = random_.chance(250) ? 0 : -1;
  const bool residual = count > 1 && random_.chance(250);
  const int before = random_.below(count - (residual ? 1 : 0));
  for (int i = 0; i < before; ++i) {
    if (!add_pointwise(true)) {
      return false;
    }
  }
  if (!add_reduction(draw_reduction())) {
    return false;
  }
  for (int i = before + 1; i < count - (residual ? 1 : 0); ++i) {
    const bool last = i + 1 == count;
    if (last && !reduced_ && random_.chance(300) && range_.magnitude() < 50 && !tiny_) {
      // A second reduction only where it is not known beforehand, as the mean of a normalised row
      // is.
      if (!add_reduction(random_.pick<ReductionKind>(
              {ReductionKind::kMax, ReductionKind::kMin, ReductionKind::kRange}))) {
        return false;
      }
    } else if (!add_pointwise(!reduced_)) {
      return false;
    }
  }
  if (residual) {
    if (range_.magnitude() > 60) {
      return false;
    }
    add_residual();
  }
  return true;
}

bool PlanMaker::make_matmul(int count) {
  add_matmul();
  for (int i = 1; i < count; ++i) {
    const bool last = i + 1 == count;
    if (last && i > 0 && random_.chance(200) &&
        add_reduction(
            random_.pick<ReductionKind>({ReductionKind::kSoftmax, ReductionKind::kLogSoftmax,
                                         ReductionKind::kMax, ReductionKind::kLayerNorm}))) {
      if (plan_.steps.back().affine) {
        return false;
      }
      plan_.keepdim = random_.chance(400);
      continue;
    }
    if (!add_pointwise(true)) {
      return false;
    }
  }
  return true;
}

/// Mostly not a power of two, so that masks matter.
int draw_size(Random& random, int low, int high) {
  static const std::vector<int> round = {8, 16, 32, 64, 128, 256};
  for (int attempt = 0; random.chance(300) && attempt < 4; ++attempt) {
    const int size = random.pick(round);
    if (size >= low && size <= high) {
      return size;
    }
  }
  return low + random.below(high - low + 1);
}

void PlanMaker::choose_shape() {
  const bool reduces = plan_.has(StepKind::kReduction);
  const bool per_row =
      std::any_of(plan_.operands.begin(), plan_.operands.end(),
                  [](const Operand& o) { return o.shape == OperandShape::kPerRow; });
  if (plan_.has(StepKind::kMatmul)) {
    plan_.shape = {draw_size(random_, 4, 16), draw_size(random_, 6, 48)};
    plan_.columns = draw_size(random_, 6, 48);
    return;
  }
  if (reduces && plan_.dim == 0) {
    plan_.shape = {draw_size(random_, 12, 150), draw_size(random_, 4, 16)};
  } else if (reduces) {
    plan_.shape = {draw_size(random_, 3, 16), draw_size(random_, 20, 300)};
    if (random_.chance(200)) {
      plan_.shape = {2 + random_.below(3), 2 + random_.below(5), plan_.shape[1]};
    }
  } else {
    plan_.shape = {draw_size(random_, 4, 48), draw_size(random_, 16, 300)};
    const int draw = random_.below(10);
    if (draw == 0 && plan_.operands.empty()) {
      plan_.shape = {200 + random_.below(3000)};
    } else if (draw == 1 || draw == 2) {
      plan_.shape = {2 + random_.below(3), 3 + random_.below(14), plan_.shape[1]};
    } else if (draw == 3 && !per_row) {
      plan_.shape = {2, 2 + random_.below(6), 4 + random_.below(12), 4 + random_.below(12)};
    }
  }
  plan_.columns = plan_.shape.back();
}

bool PlanMaker::make() {
  plan_.form = random_.next();
  plan_.input = random_.pick<std::string>({"x", "x", "x", "x", "x", "a", "h", "inp"});
  plan_.positive_input = random_.chance(150);
  range_ = plan_.positive_input ? Range{0, 2} : Range{-kInputRange, kInputRange};
  const int count = plan_.level == 1 ? 1 : random_.pick<int>({2, 2, 2, 2, 3, 3, 3, 3, 4, 4});
  const int draw = random_.below(100);
  const int pointwise_share = plan_.level == 1 ? 55 : 38;
  const bool made = draw < pointwise_share ? make_pointwise_chain(count)
                    : draw < 87            ? make_reduced(count)
                                           : make_matmul(count);
  if (made) {
    choose_shape();
  }
  return made;
}

/// Eight tenths for training, one each for validation and test.
Split split_of(std::uint64_t hash) {
  const std::uint64_t tenth = hash % 10;
  return tenth < 8 ? Split::kTrain : tenth == 8 ? Split::kValidation : Split::kTest;
}

std::uint64_t deal_hash(const Plan& plan) {
  if (plan.level == 1) {
    return hash_text(write_reference(plan));
  }
  std::string composition;
  for (const std::string& tag : plan.tags()) {
    composition += tag + " ";
  }
  return hash_text(composition);
}

}  // namespace

std::string reduction_name(ReductionKind kind) {
  static const std::vector<std::string> names = {
      "sum",       "mean",    "max",         "min",        "var",      "std",         "range",
      "logsumexp", "softmax", "log_softmax", "layer_norm", "rms_norm", "l2_normalize"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_scalar_reduction(ReductionKind kind) {
  return kind <= ReductionKind::kLogSumExp;
}

std::string Step::name() const {
  switch (kind) {
    case StepKind::kPointwise:
      return op->name;
    case StepKind::kReduction:
      return reduction_name(reduction);
    case StepKind::kMatmul:
      return linear ? "linear" : "matmul";
    case StepKind::kResidual:
      return residual == '+' ? "residual_add" : residual == '-' ? "residual_sub" : "residual_mul";
  }
  return "";
}

bool Plan::has(StepKind kind) const {
  return std::any_of(steps.begin(), steps.end(), [kind](const Step& s) { return s.kind == kind; });
}

std::vector<std::string> Plan::tags() const {
  std::vector<std::string> names;
  for (const Step& step : steps) {
    names.push_back(step.name());
  }
  return names;
}

Plan make_plan(std::uint64_t seed, Split split, int level, std::uint64_t index) {
  NEREID_CHECK(level == 1 || level == 2, "synthetic tasks have level 1 or 2");
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random{seed, static_cast<std::uint64_t>(split), static_cast<std::uint64_t>(level), index,
                  attempt};
    PlanMaker maker(random, level);
    if (!maker.make()) {
      continue;
    }
    Plan plan = maker.take();
    if (split_of(deal_hash(plan)) == split) {
      return plan;
    }
  }
}

}  // namespace nereid::tasks
