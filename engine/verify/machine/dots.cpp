// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices. Floating point: exact products of the inputs, summed in float32, rounded
// once at the end.
#include <cstring>

#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

const float* as_float(const Frame& frame, Place from, Place wide, LaneFunction read, std::size_t n,
                      bool tf32) {
  const float* values = frame.place<float>(from);
  if (read) {
    const void* in = frame.arena + from;
    read(frame.arena + wide, &in, n);
    return frame.place<float>(wide);
  }
  if (!tf32) return values;
  float* rounded = frame.place<float>(wide);
  for (std::size_t i = 0; i < n; ++i) rounded[i] = tf32_of_float(values[i]);
  return rounded;
}

void run_dot(const Step& step, Frame& frame) {
  const auto& p = *static_cast<const Product*>(step.detail);
  pass_barrier(frame);
  const std::size_t size_a = p.m * p.k, size_b = p.k * p.n, size_c = p.m * p.n;
  const bool tf32 = p.tf32 && frame.memory->rounds_tf32();
  const float* a = as_float(frame, step.in[0], p.wide_a, p.read_a, p.batch * size_a, tf32);
  const float* b = as_float(frame, step.in[1], p.wide_b, p.read_b, p.batch * size_b, tf32);
  const void* from_c = frame.arena + step.in[2];
  float* c = frame.place<float>(p.read_c ? p.wide_c : step.out);
  if (p.read_c) p.read_c(c, &from_c, p.batch * size_c);
  const float* before = p.read_c ? c : frame.place<float>(step.in[2]);
  const std::size_t first = frame.memory->order(step.source) % p.k;
  for (std::size_t i = 0; i < p.batch; ++i)
    lane_loops().multiply(a + i * size_a, b + i * size_b, before + i * size_c, c + i * size_c, p.m,
                          p.n, p.k, first);
  const void* in = c;
  if (p.keep_c) p.keep_c(frame.arena + step.out, &in, p.batch * size_c);
  frame.memory->count_dot(p.kind, 2 * p.batch * size_c * p.k);
}

// Whole numbers and float64, in the type of the result; the former without a sign, so that they may
// overflow.
template <class From, class To>
void run_plain_dot(const Step& step, Frame& frame) {
  const auto& p = *static_cast<const Product*>(step.detail);
  pass_barrier(frame);
  To* c = frame.place<To>(step.out);
  std::memcpy(c, frame.arena + step.in[2], p.batch * p.m * p.n * sizeof(To));
  for (std::size_t i = 0; i < p.batch; ++i) {
    const From* a = frame.place<From>(step.in[0]) + i * p.m * p.k;
    const From* b = frame.place<From>(step.in[1]) + i * p.k * p.n;
    for (std::size_t row = 0; row < p.m; ++row, c += p.n)
      for (std::size_t inner = 0; inner < p.k; ++inner)
        for (std::size_t column = 0; column < p.n; ++column)
          c[column] +=
              static_cast<To>(a[row * p.k + inner]) * static_cast<To>(b[inner * p.n + column]);
  }
  frame.memory->count_dot(p.kind, 2 * p.batch * p.m * p.n * p.k);
}

Run plain_dot(Element from, Element to) {
  if (from == Element::kF64 && to == Element::kF64) return run_plain_dot<double, double>;
  if (from == Element::kI8 && to == Element::kI32) return run_plain_dot<std::int8_t, std::uint32_t>;
  if (from == Element::kI16 && to == Element::kI32)
    return run_plain_dot<std::int16_t, std::uint32_t>;
  return nullptr;
}

DotKind kind_of(Element element, std::string_view precision) {
  switch (element) {
    case Element::kF16:
      return DotKind::kHalf;
    case Element::kBF16:
      return DotKind::kBfloat;
    case Element::kF32:
      if (precision == "tf32") return DotKind::kTf32;
      return precision == "tf32x3" ? DotKind::kTf32x3 : DotKind::kSingle;
    case Element::kF64:
      return DotKind::kDouble;
    case Element::kI8:
      return DotKind::kInteger8;
    case Element::kI16:
      return DotKind::kInteger16;
    default:
      return DotKind::kSmallFloat;
  }
}

}  // namespace

bool lower_dot(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const Type& a = to.operand_type(operation, 0);
  const Type& b = to.operand_type(operation, 1);
  const Type& c = to.result_type(operation);
  Product p;
  const auto m = static_cast<std::size_t>(c.rank - 2);
  p.batch = c.rank == 3 ? static_cast<std::size_t>(c.shape[0]) : 1;
  p.m = static_cast<std::size_t>(c.shape.at(m));
  p.n = static_cast<std::size_t>(c.shape.at(m + 1));
  p.k = static_cast<std::size_t>(a.shape.at(m + 1));
  const Attribute* precision = operation.attribute("inputPrecision");
  p.kind = kind_of(a.element, precision ? precision->text : std::string_view());
  const bool single = is_float(c.element) && c.element != Element::kF64;
  Step step = to.step(operation, run_dot);
  if (!single || a.element == Element::kF64) {
    step.run = a.element == b.element ? plain_dot(a.element, c.element) : nullptr;
    if (!step.run) return to.refuse(operation, "of " + a.text() + " and " + b.text());
    to.detail(step, p);
    to.add(step);
    return true;
  }
  const auto reader = [](Element element) {
    return element == Element::kF32 ? nullptr
                                    : lane_function(LaneOperation::kFpCast, element, Element::kF32);
  };
  p.read_a = reader(a.element);
  p.read_b = reader(b.element);
  p.read_c = reader(c.element);
  if (c.element != Element::kF32)
    p.keep_c = lane_function(LaneOperation::kFpCast, Element::kF32, c.element);
  p.tf32 = precision && precision->text == "tf32" && a.element == Element::kF32;
  p.wide_a = to.allocate(p.batch * p.m * p.k * sizeof(float));
  p.wide_b = to.allocate(p.batch * p.k * p.n * sizeof(float));
  p.wide_c = to.allocate(p.batch * p.m * p.n * sizeof(float));
  to.detail(step, p);
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
