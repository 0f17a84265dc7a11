// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/pointwise.h"

#include <algorithm>
#include <cmath>

namespace nereid::tasks {
namespace {

constexpr double kOperand = 8;  // |second tensor| at most, also when doubled

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}
double log1pexp(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}
Range both(double low, double high) {
  return {std::min(low, high), std::max(low, high)};
}
double nearest_to_zero(Range r) {
  return r.low > 0 ? r.low : r.high < 0 ? -r.high : 0;
}

/// Range of the smooth ramps (silu, gelu, mish, hardswish): a dip below zero, then close to the
/// identity.
Range ramp(Range r, double dip) {
  return {r.low > 1 ? 0.7 * r.low : -dip, std::max(r.high, 0.0)};
}

/// Not so far from zero in all rows that the function is flat there.
bool unsaturated(Range r, double, double) {
  return r.low < 2.5 && r.high > -2.5 && r.high - r.low > 0.1;
}
bool ramps(Range r, double, double) {
  return r.high > 0.3 && r.magnitude() <= 200;
}
bool small_ramp(Range r, double, double) {
  return r.high > 0.3 && r.magnitude() <= 20;
}
bool always(Range, double, double) {
  return true;
}
bool crosses_zero(Range r, double, double) {
  return r.low < -0.2 && r.high > 0.2;
}
bool has_negative(Range r, double, double) {
  return r.low < -0.2;
}
bool varies(Range r, double, double) {
  return r.high - r.low > 0.1;
}
bool small(Range r, double, double) {
  return r.magnitude() <= 20;
}
bool moderate(Range r, double, double) {
  return r.magnitude() <= 200;
}

std::vector<PointwiseOp> activations() {
  return {
      {"relu",
       {"torch.relu($)", "F.relu($)", "$.relu()", "module:nn.ReLU()", "torch.clamp($, min=0)"},
       {"tl.maximum($, 0.0)", "tl.where($ > 0, $, 0.0)"},
       {{"invented_function", "tl.relu($)"},
        {"swapped_operands", "tl.where($ > 0, 0.0, $)"},
        {"wrong_function", "tl.minimum($, 0.0)"}},
       {},
       [](Range r, double, double) {
         return Range{0, r.high};
       },
       crosses_zero},
      {"silu",
       {"F.silu($)", "module:nn.SiLU()", "$ * torch.sigmoid($)"},
       {"$ * tl.sigmoid($)", "$ / (1.0 + tl.exp(-$))"},
       {{"invented_function", "tl.silu($)"},
        {"missing_term", "tl.sigmoid($)"},
        {"wrong_sign", "$ / (1.0 + tl.exp($))"}},
       {},
       [](Range r, double, double) { return ramp(r, 0.28); },
       ramps},
      {"gelu",
       {"F.gelu($)", "module:nn.GELU()"},
       {"0.5 * $ * (1.0 + tl.erf($ * 0.70710678))"},
       {{"invented_function", "tl.gelu($)"},
        {"wrong_constant", "0.5 * $ * (1.0 + tl.erf($ * 0.5))"},
        {"wrong_constant", "$ * tl.sigmoid(1.702 * $)"},
        {"missing_term", "0.5 * (1.0 + tl.erf($ * 0.70710678))"}},
       {},
       [](Range r, double, double) { return ramp(r, 0.17); },
       ramps},
      {"gelu_tanh",
       {"F.gelu($, approximate=\"tanh\")", "module:nn.GELU(approximate=\"tanh\")"},
       {"$ * tl.sigmoid(1.5957691 * ($ + 0.044715 * $ * $ * $))"},
       {{"invented_function", "0.5 * $ * (1.0 + tl.tanh(0.79788456 * ($ + 0.044715 * $ * $ * $)))"},
        {"invented_function", "tl.gelu($)"},
        {"wrong_constant", "$ * tl.sigmoid(0.79788456 * ($ + 0.044715 * $ * $ * $))"},
        {"missing_term", "$ * tl.sigmoid(1.5957691 * $)"}},
       {},
       [](Range r, double, double) { return ramp(r, 0.17); },
       small_ramp},
      {"sigmoid",
       {"torch.sigmoid($)", "F.sigmoid($)", "$.sigmoid()", "module:nn.Sigmoid()"},
       {"tl.sigmoid($)", "1.0 / (1.0 + tl.exp(-$))"},
       {{"wrong_sign", "1.0 / (1.0 + tl.exp($))"},
        {"wrong_function", "tl.exp($) / (1.0 + tl.exp(-$))"},
        {"invented_function", "tl.logistic($)"}},
       {},
       [](Range r, double, double) {
         return Range{logistic(r.low), logistic(r.high)};
       },
       unsaturated},
      {"tanh",
       {"torch.tanh($)", "F.tanh($)", "$.tanh()", "module:nn.Tanh()"},
       {"2.0 * tl.sigmoid(2.0 * $) - 1.0"},
       {{"invented_function", "tl.tanh($)"},
        {"invented_function", "tl.tanh($)"},
        {"wrong_constant", "2.0 * tl.sigmoid($) - 1.0"}},
       {},
       [](Range r, double, double) {
         return Range{std::tanh(r.low), std::tanh(r.high)};
       },
       unsaturated},
      {"leaky_relu",
       {"F.leaky_relu($, %a)", "module:nn.LeakyReLU(%a)", "torch.where($ > 0, $, $ * %a)"},
       {"tl.where($ > 0, $, %a * $)", "tl.where($ >= 0, $, $ * %a)"},
       {{"invented_function", "tl.leaky_relu($, %a)"},
        {"swapped_operands", "tl.where($ > 0, %a * $, $)"},
        {"wrong_function", "tl.minimum($, %a * $)"}},
       {{{"slope", "negative_slope"}, {"0.01", "0.1", "0.2", "0.05"}}},
       [](Range r, double a, double) {
         return Range{a * r.low, r.high};
       },
       crosses_zero},
      {"elu",
       {"F.elu($, %a)", "module:nn.ELU(%a)", "F.elu($, alpha=%a)"},
       {"tl.where($ > 0, $, %a * (tl.exp($) - 1.0))"},
       {{"invented_function", "tl.elu($, %a)"},
        {"missing_term", "tl.where($ > 0, $, %a * tl.exp($))"},
        {"missing_term", "tl.where($ > 0, $, tl.exp($) - 1.0) * %a"}},
       {{{"alpha"}, {"1.0", "0.5", "1.5"}}},
       [](Range r, double a, double) {
         return Range{-a, r.high};
       },
       [](Range r, double, double) { return r.low < -0.2 && r.high > 0.2 && r.high < 80; }},
      {"softplus",
       {"F.softplus($)", "module:nn.Softplus()"},
       {"tl.maximum($, 0.0) + tl.log(1.0 + tl.exp(-tl.abs($)))", "tl.log(1.0 + tl.exp($))"},
       {{"invented_function", "tl.softplus($)"},
        {"invented_function", "tl.log1p(tl.exp($))"},
        {"missing_term", "tl.log(tl.exp($))"}},
       {},
       [](Range r, double, double) {
         return Range{log1pexp(r.low), log1pexp(r.high)};
       },
       [](Range r, double, double) { return r.magnitude() <= 80 && r.high > -2; }},
      {"hardtanh",
       {"F.hardtanh($)", "module:nn.Hardtanh()", "torch.clamp($, -1.0, 1.0)"},
       {"tl.minimum(tl.maximum($, -1.0), 1.0)", "tl.clamp($, -1.0, 1.0)"},
       {{"invented_function", "tl.hardtanh($)"},
        {"swapped_operands", "tl.maximum(tl.minimum($, -1.0), 1.0)"},
        {"missing_term", "tl.minimum($, 1.0)"}},
       {},
       [](Range r, double, double) {
         return Range{std::max(r.low, -1.0), std::min(r.high, 1.0)};
       },
       [](Range r, double, double) { return r.high > 1.2 && r.low < -0.2; }},
      {"hardsigmoid",
       {"F.hardsigmoid($)", "module:nn.Hardsigmoid()"},
       {"tl.minimum(tl.maximum($ / 6.0 + 0.5, 0.0), 1.0)", "tl.clamp($ / 6.0 + 0.5, 0.0, 1.0)"},
       {{"invented_function", "tl.hardsigmoid($)"},
        {"wrong_constant", "tl.minimum(tl.maximum($ * 0.2 + 0.5, 0.0), 1.0)"},
        {"missing_term", "tl.minimum(tl.maximum($ / 6.0, 0.0), 1.0)"}},
       {},
       [](Range, double, double) {
         return Range{0, 1};
       },
       [](Range r, double, double) { return r.low < 2 && r.high > -2 && r.high - r.low > 0.5; }},
      {"hardswish",
       {"F.hardswish($)", "module:nn.Hardswish()"},
       {"$ * tl.minimum(tl.maximum($ + 3.0, 0.0), 6.0) / 6.0",
        "$ * tl.clamp($ + 3.0, 0.0, 6.0) / 6.0"},
       {{"invented_function", "tl.hardswish($)"},
        {"missing_term", "tl.minimum(tl.maximum($ + 3.0, 0.0), 6.0) / 6.0"},
        {"forgotten_division", "$ * tl.minimum(tl.maximum($ + 3.0, 0.0), 6.0)"}},
       {},
       [](Range r, double, double) { return ramp(r, 0.38); },
       [](Range r, double, double) { return r.high > 0.3 && r.magnitude() <= 200; }},
      {"clamp",
       {"torch.clamp($, %a, %b)", "$.clamp(%a, %b)", "torch.clamp($, min=%a, max=%b)",
        "F.hardtanh($, %a, %b)"},
       {"tl.minimum(tl.maximum($, %a), %b)", "tl.clamp($, %a, %b)"},
       {{"invented_function", "tl.clip($, %a, %b)"},
        {"swapped_operands", "tl.minimum(tl.maximum($, %b), %a)"},
        {"missing_term", "tl.maximum($, %a)"}},
       {{{"low", "min_value", "lo"}, {"-0.5", "-1.0", "-0.25", "0.1"}},
        {{"high", "max_value", "hi"}, {"0.5", "0.75", "1.5", "2.0"}}},
       [](Range r, double a, double b) {
         return Range{std::max(r.low, a), std::min(r.high, b)};
       },
       [](Range r, double a, double b) { return r.low < a - 0.1 && r.high > b + 0.1; }},
      {"relu6",
       {"F.relu6($)", "module:nn.ReLU6()", "torch.clamp($, 0.0, 6.0)"},
       {"tl.minimum(tl.maximum($, 0.0), 6.0)", "tl.clamp($, 0.0, 6.0)"},
       {{"invented_function", "tl.relu6($)"},
        {"missing_term", "tl.minimum($, 6.0)"},
        {"swapped_operands", "tl.minimum(tl.maximum($, 6.0), 0.0)"}},
       {},
       [](Range r, double, double) {
         return Range{0, std::min(r.high, 6.0)};
       },
       [](Range r, double, double) { return r.low < -0.2 && r.high > 1; }},
      {"softsign",
       {"F.softsign($)", "module:nn.Softsign()", "$ / (1 + torch.abs($))"},
       {"$ / (1.0 + tl.abs($))"},
       {{"invented_function", "tl.softsign($)"},
        {"missing_term", "$ / (1.0 + $)"},
        {"wrong_sign", "$ / (1.0 - tl.abs($))"}},
       {},
       [](Range r, double, double) {
         return both(r.low / (1 + std::fabs(r.low)), r.high / (1 + std::fabs(r.high)));
       },
       varies},
      {"mish",
       {"F.mish($)", "module:nn.Mish()", "$ * torch.tanh(F.softplus($))"},
       {"$ * (2.0 * tl.sigmoid(2.0 * tl.log(1.0 + tl.exp($))) - 1.0)"},
       {{"invented_function", "$ * tl.tanh(tl.log(1.0 + tl.exp($)))"},
        {"invented_function", "tl.mish($)"},
        {"missing_term", "2.0 * tl.sigmoid(2.0 * tl.log(1.0 + tl.exp($))) - 1.0"}},
       {},
       [](Range r, double, double) { return ramp(r, 0.31); },
       [](Range r, double, double) { return r.magnitude() <= 40 && r.high > 0.3; }},
  };
}

std::vector<PointwiseOp> elementary() {
  return {
      {"exp",
       {"torch.exp($)", "$.exp()"},
       {"tl.exp($)"},
       {{"wrong_function", "tl.exp2($)"}, {"wrong_sign", "tl.exp(-$)"}},
       {},
       [](Range r, double, double) {
         return Range{std::exp(r.low), std::exp(r.high)};
       },
       [](Range r, double, double) { return r.high <= 4 && r.high - r.low > 0.1; },
       false,
       true},
      {"log1p",
       {"torch.log1p(torch.abs($))", "torch.log1p($.abs())", "torch.log(1 + torch.abs($))"},
       {"tl.log(1.0 + tl.abs($))", "tl.log(tl.abs($) + 1.0)"},
       {{"invented_function", "tl.log1p(tl.abs($))"},
        {"missing_term", "tl.log(tl.abs($))"},
        {"missing_term", "tl.log(1.0 + $)"}},
       {},
       [](Range r, double, double) {
         return Range{std::log1p(nearest_to_zero(r)), std::log1p(r.magnitude())};
       },
       varies},
      {"abs",
       {"torch.abs($)", "$.abs()"},
       {"tl.abs($)", "tl.where($ >= 0, $, -$)"},
       {{"swapped_operands", "tl.where($ < 0, $, -$)"},
        {"invented_function", "tl.fabs($)"},
        {"wrong_function", "tl.maximum($, 0.0)"}},
       {},
       [](Range r, double, double) {
         return Range{nearest_to_zero(r), r.magnitude()};
       },
       has_negative,
       false,
       true},
      {"square",
       {"torch.square($)", "$ * $", "$ ** 2", "$.pow(2)"},
       {"$ * $"},
       {{"invented_function", "tl.square($)"},
        {"invented_function", "tl.pow($, 2)"},
        {"wrong_function", "$ + $"},
        {"missing_term", "$ * 2.0"}},
       {},
       [](Range r, double, double) {
         return Range{nearest_to_zero(r) * nearest_to_zero(r), r.magnitude() * r.magnitude()};
       },
       small},
      {"sqrt",
       {"torch.sqrt(torch.abs($) + %a)", "torch.sqrt($.abs() + %a)"},
       {"tl.sqrt(tl.abs($) + %a)"},
       {{"missing_eps", "tl.sqrt(tl.abs($))"},
        {"missing_term", "tl.sqrt($ + %a)"},
        {"wrong_function", "tl.rsqrt(tl.abs($) + %a)"}},
       {{{"eps"}, {"0.1", "0.01", "0.5"}}},
       [](Range r, double a, double) {
         return Range{std::sqrt(nearest_to_zero(r) + a), std::sqrt(r.magnitude() + a)};
       },
       varies,
       false,
       true},
      {"rsqrt",
       {"torch.rsqrt(torch.abs($) + %a)", "torch.rsqrt($.abs() + %a)",
        "1.0 / torch.sqrt($.abs() + %a)"},
       {"tl.rsqrt(tl.abs($) + %a)", "1.0 / tl.sqrt(tl.abs($) + %a)"},
       {{"missing_eps", "tl.rsqrt(tl.abs($))"},
        {"missing_term", "tl.rsqrt($ + %a)"},
        {"wrong_function", "tl.sqrt(tl.abs($) + %a)"}},
       {{{"eps"}, {"0.1", "0.5", "1.0"}}},
       [](Range r, double a, double) {
         return Range{1 / std::sqrt(r.magnitude() + a), 1 / std::sqrt(nearest_to_zero(r) + a)};
       },
       varies},
      {"neg",
       {"-$", "torch.neg($)", "$.neg()"},
       {"-$"},
       {{"invented_function", "tl.neg($)"}, {"wrong_function", "1.0 - $"}},
       {},
       [](Range r, double, double) {
         return Range{-r.high, -r.low};
       },
       always,
       false,
       true},
      {"sin",
       {"torch.sin($)", "$.sin()"},
       {"tl.sin($)"},
       {{"wrong_function", "tl.cos($)"}, {"invented_function", "tl.math.sine($)"}},
       {},
       [](Range, double, double) {
         return Range{-1, 1};
       },
       [](Range r, double, double) { return r.magnitude() <= 20 && r.high - r.low > 2; }},
      {"cos",
       {"torch.cos($)", "$.cos()"},
       {"tl.cos($)"},
       {{"wrong_function", "tl.sin($)"}, {"invented_function", "tl.math.cosine($)"}},
       {},
       [](Range, double, double) {
         return Range{-1, 1};
       },
       [](Range r, double, double) { return r.magnitude() <= 20 && r.high - r.low > 2; }},
      {"sign",
       {"torch.sign($)", "$.sign()"},
       {"tl.where($ > 0, 1.0, tl.where($ < 0, -1.0, 0.0))"},
       {{"invented_function", "tl.sign($)"},
        {"swapped_operands", "tl.where($ < 0, 1.0, tl.where($ > 0, -1.0, 0.0))"},
        {"missing_term", "tl.where($ > 0, 1.0, 0.0)"}},
       {},
       [](Range, double, double) {
         return Range{-1, 1};
       },
       crosses_zero},
      {"reciprocal",
       {"1.0 / (1.0 + torch.abs($))", "torch.reciprocal($.abs() + 1.0)", "1 / ($.abs() + 1)"},
       {"1.0 / (1.0 + tl.abs($))", "1.0 / (tl.abs($) + 1.0)"},
       {{"invented_function", "tl.reciprocal(1.0 + tl.abs($))"},
        {"missing_term", "1.0 / tl.abs($)"},
        {"missing_term", "1.0 / (1.0 + $)"}},
       {},
       [](Range r, double, double) {
         return Range{1 / (1 + r.magnitude()), 1 / (1 + nearest_to_zero(r))};
       },
       varies},
      {"add_scalar",
       {"$ + %a", "torch.add($, %a)"},
       {"$ + %a", "%a + $"},
       {{"wrong_sign", "$ - %a"},
        {"wrong_function", "$ * %a"},
        {"invented_function", "tl.add($, %a)"}},
       {{{"shift", "offset", "delta"}, {"0.5", "1.0", "0.25", "2.0", "1.5"}}},
       [](Range r, double a, double) {
         return Range{r.low + a, r.high + a};
       },
       always},
      {"mul_scalar",
       {"$ * %a", "torch.mul($, %a)", "%a * $"},
       {"$ * %a", "%a * $"},
       {{"wrong_function", "$ / %a"},
        {"wrong_function", "$ + %a"},
        {"invented_function", "tl.mul($, %a)"}},
       {{{"scale", "factor", "alpha"}, {"0.5", "2.0", "1.5", "0.25", "3.0"}}},
       [](Range r, double a, double) { return both(r.low * a, r.high * a); },
       moderate,
       false,
       true},
      {"sub_scalar",
       {"$ - %a", "torch.sub($, %a)"},
       {"$ - %a"},
       {{"swapped_operands", "%a - $"}, {"wrong_sign", "$ + %a"}},
       {{{"shift", "offset", "center"}, {"0.5", "1.0", "0.25", "0.75"}}},
       [](Range r, double a, double) {
         return Range{r.low - a, r.high - a};
       },
       always},
      {"div_scalar",
       {"$ / %a", "torch.div($, %a)"},
       {"$ / %a"},
       {{"swapped_operands", "%a / $"}, {"wrong_function", "$ * %a"}},
       {{{"divisor", "temperature", "tau"}, {"2.0", "4.0", "0.5", "3.0"}}},
       [](Range r, double a, double) { return both(r.low / a, r.high / a); },
       moderate,
       false,
       true},
  };
}

std::vector<PointwiseOp> two_tensors() {
  return {
      {"add",
       {"$ + @", "torch.add($, @)"},
       {"$ + @", "@ + $"},
       {{"wrong_sign", "$ - @"},
        {"wrong_function", "$ * @"},
        {"invented_function", "tl.add($, @)"}},
       {},
       [](Range r, double, double) {
         return Range{r.low - kOperand, r.high + kOperand};
       },
       always,
       true,
       true},
      {"sub",
       {"$ - @", "torch.sub($, @)"},
       {"$ - @"},
       {{"swapped_operands", "@ - $"}, {"wrong_sign", "$ + @"}},
       {},
       [](Range r, double, double) {
         return Range{r.low - kOperand, r.high + kOperand};
       },
       always,
       true,
       true},
      {"mul",
       {"$ * @", "torch.mul($, @)"},
       {"$ * @", "@ * $"},
       {{"wrong_function", "$ + @"},
        {"invented_function", "tl.mul($, @)"},
        {"wrong_function", "$ / @"}},
       {},
       [](Range r, double, double) {
         return Range{-r.magnitude() * kOperand, r.magnitude() * kOperand};
       },
       [](Range r, double, double) { return r.magnitude() <= 40; },
       true,
       true},
      {"maximum",
       {"torch.maximum($, @)", "torch.max($, @)"},
       {"tl.maximum($, @)", "tl.where($ > @, $, @)"},
       {{"swapped_operands", "tl.where($ > @, @, $)"},
        {"wrong_function", "tl.minimum($, @)"},
        {"wrong_function", "tl.max($, @)"}},
       {},
       [](Range r, double, double) {
         return Range{r.low, std::max(r.high, kOperand)};
       },
       small,
       true,
       true},
      {"minimum",
       {"torch.minimum($, @)", "torch.min($, @)"},
       {"tl.minimum($, @)", "tl.where($ < @, $, @)"},
       {{"swapped_operands", "tl.where($ < @, @, $)"},
        {"wrong_function", "tl.maximum($, @)"},
        {"wrong_function", "tl.min($, @)"}},
       {},
       [](Range r, double, double) {
         return Range{std::min(r.low, -kOperand), r.high};
       },
       small,
       true,
       true},
      {"div",
       {"$ / (@.abs() + 1.0)", "$ / (torch.abs(@) + 1.0)", "torch.div($, 1.0 + @.abs())"},
       {"$ / (tl.abs(@) + 1.0)", "$ / (1.0 + tl.abs(@))"},
       {{"swapped_operands", "(tl.abs(@) + 1.0) / $"},
        {"missing_term", "$ / tl.abs(@)"},
        {"missing_term", "$ / (@ + 1.0)"}},
       {},
       [](Range r, double, double) {
         return Range{std::min(r.low, 0.0), std::max(r.high, 0.0)};
       },
       always,
       true,
       true},
      {"where",
       {"torch.where($ > 0, $, @)", "torch.where($ >= 0, $, @)"},
       {"tl.where($ > 0, $, @)"},
       {{"swapped_operands", "tl.where($ > 0, @, $)"},
        {"invented_function", "tl.select($ > 0, $, @)"}},
       {},
       [](Range r, double, double) {
         return Range{-kOperand, std::max(r.high, kOperand)};
       },
       crosses_zero,
       true},
      {"lerp",
       {"torch.lerp($, @, %a)", "$ + %a * (@ - $)"},
       {"$ + %a * (@ - $)", "(1.0 - %a) * $ + %a * @"},
       {{"swapped_operands", "@ + %a * ($ - @)"},
        {"invented_function", "tl.lerp($, @, %a)"},
        {"missing_term", "$ + %a * @"}},
       {{{"blend", "ratio", "mix"}, {"0.25", "0.3", "0.7", "0.1"}}},
       [](Range r, double, double) {
         return Range{std::min(r.low, -kOperand), std::max(r.high, kOperand)};
       },
       always,
       true,
       true},
      {"axpy",
       {"$ + %a * @", "torch.add($, @, alpha=%a)"},
       {"$ + %a * @", "%a * @ + $"},
       {{"missing_term", "$ + @"}, {"swapped_operands", "%a * $ + @"}},
       {{{"alpha", "coef", "gain"}, {"0.5", "2.0", "0.1", "1.5"}}},
       [](Range r, double a, double) {
         return Range{r.low - a * kOperand, r.high + a * kOperand};
       },
       always,
       true,
       true},
      {"gate",
       {"$ * torch.sigmoid(@)", "torch.sigmoid(@) * $", "$ * @.sigmoid()"},
       {"$ * tl.sigmoid(@)", "$ / (1.0 + tl.exp(-@))"},
       {{"swapped_operands", "tl.sigmoid($) * @"},
        {"missing_term", "$ * @"},
        {"wrong_sign", "$ / (1.0 + tl.exp(@))"}},
       {},
       [](Range r, double, double) {
         return Range{std::min(r.low, 0.0), std::max(r.high, 0.0)};
       },
       always,
       true,
       true},
  };
}

}  // namespace

const std::vector<PointwiseOp>& pointwise_ops() {
  static const std::vector<PointwiseOp> ops = [] {
    std::vector<PointwiseOp> all = activations();
    for (auto family : {elementary(), two_tensors()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return ops;
}

std::string fill(std::string_view text, std::string_view value, std::string_view operand,
                 std::string_view a, std::string_view b) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$') {
      out += value;
    } else if (text[i] == '@') {
      out += operand;
    } else if (text[i] == '%' && i + 1 < text.size()) {
      out += text[++i] == 'a' ? a : b;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace nereid::tasks
