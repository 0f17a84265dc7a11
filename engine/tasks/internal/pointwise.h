// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nereid::tasks {

/// Values that a step can meet, for inputs of the kinds used here also when they are doubled.
struct Range {
  double low = 0;
  double high = 0;
  double magnitude() const { return high > -low ? high : -low; }
};

/// A constant of an operation: its names as a constructor argument and the literals it takes.
struct Parameter {
  std::vector<std::string> names;
  std::vector<std::string> values;
};

/// A wrong way to write an operation, with the name of its error class (see planted_errors()).
struct Slip {
  std::string error;
  std::string text;
};

/// A pointwise operation. Texts are templates: `$` the running value, `@` the second tensor, `%a`
/// and `%b` the constants.
struct PointwiseOp {
  std::string name;
  std::vector<std::string>
      reference;  ///< written forms in PyTorch; "module:" marks an nn.Module to construct
  std::vector<std::string> answer;  ///< written forms in Triton
  std::vector<Slip> slips;
  std::vector<Parameter> parameters;
  Range (*result)(Range in, double a, double b);  ///< range of the result
  bool (*allowed)(Range in, double a,
                  double b);  ///< false where the result would be constant or overflow float16
  bool needs_operand = false;
  bool keeps_precision_of_tiny =
      false;  ///< accurate also for values of 1e-3, as softmax gives them
};

/// The 41 pointwise operations of the generator.
const std::vector<PointwiseOp>& pointwise_ops();

/// Fills a template.
std::string fill(std::string_view text, std::string_view value, std::string_view operand = "",
                 std::string_view a = "", std::string_view b = "");

}  // namespace nereid::tasks
