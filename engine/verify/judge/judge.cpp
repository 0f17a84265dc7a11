// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/json.h"
#include "engine/verify/tensors/numeric.h"

namespace nereid::verify {
namespace {

constexpr const char* kTupleStructure = "tuple";

Comparison rejected(std::string code, std::string message) {
  Comparison result;
  result.code = std::move(code);
  result.message = std::move(message);
  return result;
}

std::string output_label(int index, int count) {
  return count == 1 ? std::string("the output") : fmt::format("output {}", index);
}

int count_of(const Bundle& bundle, const char* prefix) {
  int count = 0;
  while (bundle.tensors.contains(fmt::format("{}.{}", prefix, count))) ++count;
  return count;
}

std::string structure_text(const std::string& structure, int count) {
  if (structure == kTupleStructure) return fmt::format("a tuple of {} tensors", count);
  return count == 1 ? "one tensor" : fmt::format("{} tensors", count);
}

// Row-major strides of a shape; dimensions of size 1 may have any stride.
bool is_contiguous(const std::vector<std::int64_t>& shape, const Json& strides) {
  if (!strides.is_array() || strides.size() != shape.size()) return true;  // only a hint
  std::int64_t expected = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (shape[i] > 1 && strides[i].is_number_integer() &&
        strides[i].get<std::int64_t>() != expected)
      return false;
    expected *= std::max<std::int64_t>(shape[i], 1);
  }
  return true;
}

bool strides_are_odd(const Bundle& output, const TensorView& view, int index) {
  const Result<Json> strides = parse_json(output.meta("strides"));
  if (!strides || !strides->is_array() || strides->size() <= static_cast<std::size_t>(index))
    return false;
  return !is_contiguous(view.shape, (*strides)[static_cast<std::size_t>(index)]);
}

// Structure, dtype and shape of output `index`; an empty code means that values may be compared.
Comparison check_form(const TensorView& native, const TensorView& actual, const std::string& label,
                      const ValueRule& rule) {
  if (actual.dtype != native.dtype && !rule.any_dtype)
    return rejected("wrong_dtype", fmt::format("{} is {}, expected {}", label,
                                               dtype_name(actual.dtype), dtype_name(native.dtype)));
  if (actual.shape != native.shape)
    return rejected("wrong_shape",
                    fmt::format("{} has shape [{}], expected [{}]", label,
                                fmt::join(actual.shape, ", "), fmt::join(native.shape, ", ")));
  Comparison fine;
  fine.passed = true;
  return fine;
}

// The worse of two, by error relative to its bound; a failed one is worse than any that passed.
bool is_worse(const Comparison& one, const Comparison& other) {
  if (one.passed != other.passed) return !one.passed;
  const auto ratio = [](const Comparison& c) { return c.bound > 0 ? c.error / c.bound : c.error; };
  if (ratio(one) == ratio(other))
    return other.bound == 0 && one.bound > 0;  // exact: tell the bound
  return ratio(one) > ratio(other);
}

void merge(Comparison& total, Comparison next) {
  const std::int64_t elements = total.total_elements + next.total_elements;
  const std::int64_t wrong = total.wrong_elements + next.wrong_elements;
  std::vector<std::string> flags = std::move(total.flags);
  for (std::string& flag : next.flags)
    if (std::find(flags.begin(), flags.end(), flag) == flags.end()) flags.push_back(flag);
  if (is_worse(next, total))
    total = std::move(next);
  else if (!total.map && total.passed)  // of outputs that are all exact, the first has one
    total.map = std::move(next.map);
  total.total_elements = elements;
  total.wrong_elements = wrong;
  total.flags = std::move(flags);
}

// What the reference says of elements that rounding decides, of those that TF32 does, too, where it
// is allowed; nothing of it if it is not in order.
Undecided undecided_of(const Bundle& expected, int index, const TensorView& exact, bool tf32) {
  const bool is_told = tf32 && expected.tensors.contains(fmt::format("tf32_undecided.{}", index));
  const std::string_view kind = is_told ? "tf32_" : "";
  const auto places = expected.tensors.find(fmt::format("{}undecided.{}", kind, index));
  const auto choices = expected.tensors.find(fmt::format("{}choices.{}", kind, index));
  if (places == expected.tensors.end() || choices == expected.tensors.end()) return {};
  const TensorView& values = choices->second;
  if (places->second.dtype != DType::kI64 || places->second.shape.size() != 1 ||
      values.dtype != exact.dtype || values.shape.size() != 2 ||
      values.shape[0] != places->second.shape[0] || values.shape[1] < 1)
    return {};
  Undecided undecided{.places = {}, .choices = values};
  std::vector<double> read(static_cast<std::size_t>(places->second.elements()));
  load_double(places->second, 0, read);
  for (const double place : read) {
    const auto flat = static_cast<std::int64_t>(place);
    if (flat < 0 || flat >= exact.elements() ||
        (!undecided.places.empty() && flat <= undecided.places.back()))
      return {};
    undecided.places.push_back(flat);
  }
  return undecided;
}

// Likewise, of products with operands of the answer's dtype, or in TF32.
Noise noise_of(const Bundle& expected, int index, const TensorView& native, bool tf32) {
  const auto found = expected.tensors.find(fmt::format("{}.{}", tf32 ? "tf32" : "rounded", index));
  if (found == expected.tensors.end()) return {};
  const std::vector<std::int64_t>& shape = found->second.shape;
  if (found->second.dtype != native.dtype || shape.empty() || shape.front() < 1 ||
      !std::equal(shape.begin() + 1, shape.end(), native.shape.begin(), native.shape.end()))
    return {};
  return found->second;
}

// Likewise, of what it is a little more than.
Near near_of(const Bundle& expected, const std::string& name, const TensorView& native) {
  const auto found = expected.tensors.find(name);
  if (found == expected.tensors.end() || found->second.dtype != native.dtype ||
      found->second.shape != native.shape)
    return {};
  return found->second;
}

// Whether the reference lists this output under a name: "open" (it overflows, or hangs on a
// rounding, and is not compared) or "exact" (ValueRule::exact).
bool is_listed(const Bundle& expected, const std::string& name, int index) {
  const Result<Json> list = parse_json(expected.meta(name), name);
  return list && list->is_array() && std::find(list->begin(), list->end(), index) != list->end();
}

Comparison compare_one(const Bundle& expected, const Bundle& output, int index, int count,
                       const ValueRule& rule, Maps maps) {
  const TensorView& native = expected.tensors.at(fmt::format("native.{}", index));
  const TensorView& exact = expected.tensors.at(fmt::format("expected.{}", index));
  const TensorView& actual = output.tensors.at(fmt::format("output.{}", index));
  const std::string label = output_label(index, count);
  if (Comparison form = check_form(native, actual, label, rule);
      !form.passed || is_listed(expected, "open", index))
    return form;
  if (exact.shape != native.shape)
    return rejected("reference_error",
                    fmt::format("{} of the reference changes shape in float64", label));
  ValueRule of_output = rule;
  of_output.exact = is_listed(expected, "exact", index);
  Comparison values = compare_values(
      exact, native, actual, of_output, maps, undecided_of(expected, index, exact, rule.tf32),
      noise_of(expected, index, native, rule.tf32 && native.dtype == DType::kF32),
      near_of(expected, fmt::format("near.{}", index), native));
  if (values.map && index > 0) {
    auto map = std::make_shared<ErrorMap>(*values.map);
    map->output = index;
    values.map = std::move(map);
  }
  if (!values.passed && count > 1) values.message = label + ": " + values.message;
  if (strides_are_odd(output, actual, index)) values.flags.push_back("non_contiguous_output");
  return values;
}

// A tensor that the reference changes. `level`: "required", "flagged" or "free", see PROTOCOL.md.
Comparison compare_effect(const Bundle& expected, const Bundle& output, const std::string& name,
                          const std::string& level, const ValueRule& rule) {
  const auto native = expected.tensors.find("effect_native." + name);
  const auto exact = expected.tensors.find("effect." + name);
  const auto actual = output.tensors.find("effect." + name);
  if (native == expected.tensors.end() || exact == expected.tensors.end())
    return rejected("reference_error", "the reference handed over no complete effects");
  if (actual == output.tensors.end()) {
    if (level == "required")
      return rejected("missing_effect",
                      fmt::format("forward leaves {} as it was, the reference changes it", name));
    Comparison left;
    left.passed = true;
    if (level == "flagged") left.flags.emplace_back("state_not_updated");
    return left;
  }
  const std::string label = name + " after forward";
  if (Comparison form = check_form(native->second, actual->second, label, rule); !form.passed)
    return form;
  Comparison values =
      compare_values(exact->second, native->second, actual->second, rule, Maps::kNone, {}, {},
                     near_of(expected, "effect_near." + name, native->second));
  if (!values.passed) values.message = label + ": " + values.message;
  return values;
}

}  // namespace

Comparison compare_effects(const Bundle& expected, const Bundle& output,
                           const std::vector<std::string>& changed, const ValueRule& rule) {
  const Result<Json> effects = parse_json(expected.meta("effects"), "effects");
  const Json levels = effects && effects->is_object() ? *effects : Json::object();
  for (const std::string& name : changed)
    if (!levels.contains(name))
      return rejected("mutated_input",
                      fmt::format("forward changed {}, the reference does not", name));
  Comparison total;
  total.passed = true;
  for (const auto& [name, level] : levels.items())
    merge(total,
          compare_effect(expected, output, name,
                         level.is_string() ? level.get<std::string>() : std::string(), rule));
  return total;
}

Comparison compare_outputs(const Bundle& expected, const Bundle& output, const ValueRule& rule,
                           Maps maps) {
  const int count = count_of(expected, "native");
  if (count == 0 || count_of(expected, "expected") != count)
    return rejected("reference_error", "the reference handed over no complete outputs");
  const std::string structure = output.meta("outputs");
  const int given = count_of(output, "output");
  if (given != count || structure != expected.meta("outputs"))
    return rejected(
        given != count ? "wrong_count" : "wrong_type",
        fmt::format("forward returned {}, expected {}", structure_text(structure, given),
                    structure_text(expected.meta("outputs"), count)));
  Comparison total;
  total.passed = true;
  for (int index = 0; index < count; ++index) {
    Comparison one = compare_one(expected, output, index, count, rule, maps);
    one.first_wrong_output = index;
    merge(total, std::move(one));
  }
  return total;
}

}  // namespace nereid::verify
