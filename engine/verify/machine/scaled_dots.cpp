// SPDX-License-Identifier: GPL-3.0-or-later
// tt.dot_scaled: products of matrices of 4 or 8 bits with a scale (e8m0) for every 32 elements
// along K. Computed as Triton does for sm_90, which has no instruction for it: both sides become
// bf16, or f16 if one of them is, are multiplied by their scales there, and go to an ordinary
// product.
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kBlock = 32;  // elements of one scale

// Two numbers of 4 bits in a byte, the lower half first.
float e2m1(std::uint8_t code) {
  constexpr std::array<float, 8> kValues = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
  const float size = kValues.at(code & 7U);
  return code & 8U ? -size : size;
}

float e8m0(std::uint8_t code) {
  if (code == 0xFF) return std::numeric_limits<float>::quiet_NaN();
  return code == 0 ? 0x1p-127F : std::bit_cast<float>(static_cast<std::uint32_t>(code) << 23U);
}

float rounded(float x, DotKind kind) {
  return kind == DotKind::kHalf ? float_of_f16(f16_of_float(x)) : float_of_bf16(bf16_of_float(x));
}

// One matrix [rows, columns] as float, without its scales. Packed bytes lie along one dimension.
void widen(const ScaledProduct::Side& side, Frame& frame, std::size_t matrix, std::size_t rows,
           std::size_t columns, bool pairs_in_rows) {
  float* to = frame.place<float>(side.wide) + matrix * rows * columns;
  if (side.read) return;
  const auto* packed = frame.place<std::uint8_t>(side.values) + matrix * rows * columns / 2;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t at =
          pairs_in_rows ? row * (columns / 2) + column / 2 : row / 2 * columns + column;
      const bool high = (pairs_in_rows ? column : row) % 2 != 0;
      to[row * columns + column] = e2m1(static_cast<std::uint8_t>(packed[at] >> (high ? 4U : 0U)));
    }
}

void run_scaled_dot(const Step& step, Frame& frame) {
  const auto& p = *static_cast<const ScaledProduct*>(step.detail);
  pass_barrier(frame);
  const std::size_t scales = p.k / kBlock;
  const auto read_all = [&](const ScaledProduct::Side& side, std::size_t size) {
    const void* in = frame.arena + side.values;
    if (side.read) side.read(frame.arena + side.wide, &in, p.batch * size);
  };
  read_all(p.a, p.m * p.k);
  read_all(p.b, p.k * p.n);
  const std::size_t first = frame.memory->order(step.source) % p.k;
  float* c = frame.place<float>(step.out);
  std::memcpy(c, frame.arena + step.in[2], p.batch * p.m * p.n * sizeof(float));
  for (std::size_t i = 0; i < p.batch; ++i) {
    widen(p.a, frame, i, p.m, p.k, p.a.along_k);
    widen(p.b, frame, i, p.k, p.n, !p.b.along_k);
    float* a = frame.place<float>(p.a.wide) + i * p.m * p.k;
    float* b = frame.place<float>(p.b.wide) + i * p.k * p.n;
    const auto scaled = [&](float x, const ScaledProduct::Side& side, std::size_t line,
                            std::size_t lines, std::size_t inner) {
      if (side.scales == kNoPlace) return rounded(x, p.kind);
      const auto* codes = frame.place<std::uint8_t>(side.scales) + i * lines * scales;
      return rounded(x * rounded(e8m0(codes[line * scales + inner / kBlock]), p.kind), p.kind);
    };
    for (std::size_t row = 0; row < p.m; ++row)
      for (std::size_t inner = 0; inner < p.k; ++inner)
        a[row * p.k + inner] = scaled(a[row * p.k + inner], p.a, row, p.m, inner);
    for (std::size_t inner = 0; inner < p.k; ++inner)
      for (std::size_t column = 0; column < p.n; ++column)
        b[inner * p.n + column] = scaled(b[inner * p.n + column], p.b, column, p.n, inner);
    lane_loops().multiply(a, b, c + i * p.m * p.n, c + i * p.m * p.n, p.m, p.n, p.k, first);
  }
  frame.memory->count_dot(p.kind, 2 * p.batch * p.m * p.n * p.k);
}

}  // namespace

bool lower_scaled_dot(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const Type& c = to.result_type(operation);
  if (c.element != Element::kF32) return to.refuse(operation, "to " + c.text());
  ScaledProduct p;
  const auto m = static_cast<std::size_t>(c.rank - 2);
  p.batch = c.rank == 3 ? static_cast<std::size_t>(c.shape[0]) : 1;
  p.m = static_cast<std::size_t>(c.shape.at(m));
  p.n = static_cast<std::size_t>(c.shape.at(m + 1));
  const auto packed = [&](std::string_view side) {
    const Attribute* format = operation.attribute(side);
    return format && format->text == "e2m1";
  };
  p.a.along_k = operation.number("lhs_k_pack", 1) != 0;
  p.b.along_k = operation.number("rhs_k_pack", 1) != 0;
  const Type& a = to.operand_type(operation, 0);
  p.k = static_cast<std::size_t>(a.shape.at(m + 1)) * (packed("lhs") && p.a.along_k ? 2 : 1);
  p.kind = DotKind::kBfloat;
  std::size_t next = 0;
  for (ScaledProduct::Side* side : {&p.a, &p.b}) {
    const bool is_a = side == &p.a;
    const Element element = to.operand_type(operation, next).element;
    side->values = to.operand(operation, next++);
    if (operation.groups.at(is_a ? 0 : 1) == 2) side->scales = to.operand(operation, next++);
    side->wide = to.allocate(p.batch * p.k * (is_a ? p.m : p.n) * sizeof(float));
    if (!packed(is_a ? "lhs" : "rhs")) {
      side->read = lane_function(LaneOperation::kFpCast, element, Element::kF32);
      if (!side->read) return to.refuse(operation, fmt::format("of {}", name_of(element)));
    }
    if (element == Element::kF16) p.kind = DotKind::kHalf;
  }
  Step step;
  step.run = run_scaled_dot;
  step.source = to.source(operation);
  step.in[2] = to.operand(operation, next);
  step.out = to.result(operation);
  to.detail(step, p);
  to.add(step);
  return true;
}

}  // namespace nereid::verify::machine
