// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/allclose.h"
#include "engine/verify/error_map.h"
#include "engine/verify/tensors/bundle.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {

/// How far a candidate may be from the fp64 reference, per element type (verifier notes, section
/// 4). Accepted: error <= clamp(4 x PyTorch's own error, floor, cap), or the floor where PyTorch
/// rounds once, for the whole output and per block of rows, and no element further off than a wider
/// bound on the same scale.
struct Tolerance {
  double floor = 0;  ///< the bound where PyTorch happens to be (nearly) exact
  double cap = 0;    ///< no bound is above it, or zeros would pass
  /// The most that one rounding of the result leaves behind, where that is more than the floor
  /// allows for anything else: an error of PyTorch's up to it does not widen the bound.
  double once = 0;
  /// No bound is above it for what products lose whose operands are rounded to the dtype or, on a
  /// GPU, cut off as in TF32 (Noise).
  double products = 0;
};
/// `tf32`: matrix products on a GPU use TF32 by default in Triton; the kernel machine does not.
Tolerance tolerance_of(DType dtype, bool tf32);

/// What values are compared by.
struct ValueRule {
  bool tf32 = false;     ///< the wider tolerance of products on a GPU
  double loosening = 1;  ///< widens the floor of the tolerance, never its cap
  /// NaN and infinity where the reference has them, and no element off by half of itself, of the
  /// output's root mean square or of one: where formulas differ by what they add, or lose digits.
  bool coarse = false;
  /// Each element is one of the inputs', which is moved or chosen, or its size or negative.
  bool exact = false;
  bool any_dtype = false;  ///< an answer may have another dtype than PyTorch's, with its precision
  /// Set: in place of the tolerance, whatever `tf32` and `loosening` say.
  std::optional<Allclose> allclose = {};
};

struct Comparison {
  bool passed = false;
  std::string code = "ok";  ///< reason code; wrong_values, wrong_shape, ...
  std::string message;      ///< what, where and how far, without the name of the variant
  /// Of the block that is worst against its bound; by allclose of the element, in the output's
  /// unit.
  double error = 0, bound = 0;
  double torch_error = 0;  ///< PyTorch's own, relative; 0 by allclose
  std::int64_t wrong_elements = 0, total_elements = 0;
  int first_wrong_output = 0;
  std::vector<std::int64_t> first_wrong_index;
  double expected_value = 0, actual_value = 0;
  std::vector<std::string> flags;  ///< e.g. "precision_downgrade", "non_contiguous_output"
  std::shared_ptr<const ErrorMap> map;
};

/// Of which outputs an ErrorMap is made: a pass over all elements each.
enum class Maps { kNone, kWrong, kAll };

/// Compares a candidate's bundle `output` with the reference's bundle `expected`: number and
/// structure of outputs, dtype, shape, NaN and infinity (with its sign), then values.
/// Pure; any thread.
Comparison compare_outputs(const Bundle& expected, const Bundle& output, const ValueRule& rule = {},
                           Maps maps = Maps::kNone);

/// What forward did beside its answer: inputs, parameters and buffers that the reference changes
/// must have its values afterwards, and no others of `changed` may be there. Of state that no later
/// forward of the same kind reads, a missing update is the flag "state_not_updated" only. Pure; any
/// thread.
Comparison compare_effects(const Bundle& expected, const Bundle& output,
                           const std::vector<std::string>& changed, const ValueRule& rule = {});

/// Elements of an output that rounding decides: flat places in ascending order, and for each the
/// values that are right there (`choices`: [places, values], of the dtype of `exact`).
struct Undecided {
  std::vector<std::int64_t> places;
  TensorView choices;
};

/// What PyTorch's own answer is in some trials, of a task in half precision, if the operands of its
/// products are rounded once to that dtype, as tensor cores want them, or of one in float32, if
/// they are cut off as in TF32: [trials, ...], or nothing.
using Noise = TensorView;

/// What the answer is a little more than, of its shape: an input or a weight; or nothing.
using Near = TensorView;

/// One output: `exact` is the fp64 (or exactly typed) reference, `native` PyTorch's own result in
/// the task's dtype. Shape and, but for ValueRule::any_dtype, dtype of `actual` must already be
/// those of `native`.
Comparison compare_values(const TensorView& exact, const TensorView& native,
                          const TensorView& actual, const ValueRule& rule, Maps maps = Maps::kNone,
                          const Undecided& undecided = {}, const Noise& noise = {},
                          const Near& near = {});

}  // namespace nereid::verify
