// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that do each lane by itself, constants, and casts that move nothing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/verify/machine/internal/compared.h"
#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/libdevice.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/small_floats.h"

namespace nereid::verify::machine {
namespace {

void run_lanes(const Step& step, Frame& frame) {
  const std::size_t n = step.count * frame.width;
  const std::array<const void*, 3> in = {frame.arena + step.in[0], frame.arena + step.in[1],
                                         frame.arena + step.in[2]};
  step.lanes(frame.arena + step.out, in.data(), n);
  frame.memory->count(step.counter, n * step.each);
}

// As a GPU has it: with an error of up to `target` units in the last place.
void run_approximate(const Step& step, Frame& frame) {
  run_lanes(step, frame);
  if (const std::uint32_t seed = frame.memory->noise())
    lane_loops().shake(frame.place<float>(step.out), step.count * frame.width, step.target, seed);
}

void run_divide_fast(const Step& step, Frame& frame) {
  if (frame.memory->noise() == 0) return run_lanes(step, frame);
  const std::size_t n = step.count * frame.width;
  lane_loops().divide_fast(frame.place<float>(step.out), frame.place<float>(step.in[0]),
                           frame.place<float>(step.in[1]), n, frame.memory->noise());
  frame.memory->count(step.counter, n);
}

// A function of libdevice, with the error that is documented.
void run_library(const Step& step, Frame& frame) {
  const auto& places = static_cast<const OperandPlaces*>(step.detail)->places;
  const std::size_t n = step.count * frame.width;
  std::array<const void*, LibraryFunction::kMaxOperands> in = {};
  for (std::size_t i = 0; i < places.size(); ++i) in.at(i) = frame.arena + places[i];
  step.lanes(frame.arena + step.out, in.data(), n);
  const std::uint32_t seed = frame.memory->noise();
  if (step.target != 0 && seed != 0)
    lane_loops().shake(frame.place<float>(step.out), n, step.target, seed);
  frame.memory->count(step.counter, n);
}

// With the product as it is, where the launch says so, or rounded.
void run_sum(const Step& step, Frame& frame) {
  if (!frame.memory->fuses()) return run_lanes(step, frame);
  const auto& sum = *static_cast<const FusedSum*>(step.detail);
  const std::size_t n = step.count * frame.width;
  const std::array<const void*, 3> in = {frame.arena + sum.in[0], frame.arena + sum.in[1],
                                         frame.arena + sum.in[2]};
  sum.lanes(frame.arena + step.out, in.data(), n);
  frame.memory->count(step.counter, n);
}

// A comparison of numbers: with what outcomes is noted until it has had both.
void run_compared(const Step& step, Frame& frame) {
  run_lanes(step, frame);
  const auto& comparison = *static_cast<const NotedComparison*>(step.detail);
  if (Compared& seen = frame.memory->compared(comparison.number); is_open(seen))
    note_compared(seen, comparison, frame.place<std::uint8_t>(step.out), frame.arena + step.in[0],
                  frame.arena + step.in[1], step.count);
}

// What is made of such comparisons.
void run_joined(const Step& step, Frame& frame) {
  run_lanes(step, frame);
  const auto& condition = *static_cast<const JoinedCondition*>(step.detail);
  if (Compared& seen = frame.memory->compared(condition.number); is_open(seen))
    note_outcomes(seen, frame.place<std::uint8_t>(step.out), step.count);
}

// Units in the last place by which a GPU may be off, of f32: the tables of the CUDA programming
// guide, and of PTX for sqrt.approx and ex2.approx.
std::uint32_t documented_ulps(const Operation& operation) {
  switch (operation.row->lane) {
    // Of exp2 the half of 2^-22, as the polynomial has its own.
    case LaneOperation::kExp:
    case LaneOperation::kExp2:
    case LaneOperation::kLog:
    case LaneOperation::kLog2:
      return 1;
    case LaneOperation::kSqrt:
      return operation.row->name == "math.sqrt" ? 1 : 0;
    case LaneOperation::kRsqrt:
    case LaneOperation::kSin:
    case LaneOperation::kCos:
    case LaneOperation::kTanh:
    case LaneOperation::kErf:
      return 2;
    case LaneOperation::kTan:
    case LaneOperation::kPow:
      return 4;
    default:
      return 0;
  }
}

// One i1 for all lanes.
void run_choose_whole(const Step& step, Frame& frame) {
  for (std::size_t i = 0; i < frame.width; ++i) {
    const std::size_t bytes = std::size_t{step.count} * step.bytes;
    const Place from = frame.place<std::uint8_t>(step.in[0])[i] != 0 ? step.in[1] : step.in[2];
    std::memcpy(frame.arena + step.out + i * bytes, frame.arena + from + i * bytes, bytes);
  }
}

// `target`: bytes of an offset; `bytes`: what it counts in.
void run_add_pointer(const Step& step, Frame& frame) {
  lane_loops().add_offsets(frame.place<std::uint64_t>(step.out),
                           frame.place<std::uint64_t>(step.in[0]), frame.arena + step.in[1],
                           step.target, step.bytes, step.count * frame.width);
}

struct Predicate {
  std::string_view word;
  LaneOperation operation;
};
constexpr std::array<Predicate, 10> kWholePredicates = {{{"eq", LaneOperation::kEq},
                                                         {"ne", LaneOperation::kNe},
                                                         {"slt", LaneOperation::kSlt},
                                                         {"sle", LaneOperation::kSle},
                                                         {"sgt", LaneOperation::kSgt},
                                                         {"sge", LaneOperation::kSge},
                                                         {"ult", LaneOperation::kUlt},
                                                         {"ule", LaneOperation::kUle},
                                                         {"ugt", LaneOperation::kUgt},
                                                         {"uge", LaneOperation::kUge}}};
constexpr std::array<Predicate, 14> kRealPredicates = {{{"oeq", LaneOperation::kOeq},
                                                        {"ogt", LaneOperation::kOgt},
                                                        {"oge", LaneOperation::kOge},
                                                        {"olt", LaneOperation::kOlt},
                                                        {"ole", LaneOperation::kOle},
                                                        {"one", LaneOperation::kOne},
                                                        {"ord", LaneOperation::kOrd},
                                                        {"ueq", LaneOperation::kUeq},
                                                        {"ugt", LaneOperation::kUfgt},
                                                        {"uge", LaneOperation::kUfge},
                                                        {"ult", LaneOperation::kUflt},
                                                        {"ule", LaneOperation::kUfle},
                                                        {"une", LaneOperation::kUne},
                                                        {"uno", LaneOperation::kUno}}};

LaneOperation predicate(std::string_view word, bool whole) {
  const auto find = [&](const auto& table) {
    for (const Predicate& row : table)
      if (row.word == word) return row.operation;
    return LaneOperation::kNone;
  };
  return whole ? find(kWholePredicates) : find(kRealPredicates);
}

// Which operation on lanes an operation of the IR is; some say so by a word.
LaneOperation lane_of(const Operation& operation) {
  const LaneOperation lane = operation.row->lane;
  if (lane == LaneOperation::kPredicate)
    return predicate(operation.words.front(), operation.row->lanes == Lanes::kInteger);
  if (lane == LaneOperation::kClamp) {
    const Attribute* nan = operation.attribute("propagateNan");
    return nan && nan->text == "all" ? LaneOperation::kClampNan : lane;
  }
  return lane;
}

Counter counter_of(const Operation& operation, Element element) {
  if (operation.row->counted == Counted::kInteger) return Counter::kInteger;
  if (operation.row->counted == Counted::kNothing) return Counter::kNone;
  if (element == Element::kF64) return Counter::kDouble;
  if (element == Element::kF32) return Counter::kSingle;
  return element == Element::kF16 ? Counter::kHalf : Counter::kBfloat;
}

// The bits of a number as lanes of a type keep it.
std::uint64_t bits_of(const Literal& literal, Element element) {
  const bool given = literal.kind == Literal::Kind::kHex;
  if (is_integer(element) || given) {
    const auto bits = static_cast<std::uint64_t>(literal.integer);
    return element == Element::kI1 ? bits & 1U : bits;
  }
  std::uint64_t bits = 0;
  const double real = literal.real;
  const void* in = &real;
  if (element == Element::kF64) return std::bit_cast<std::uint64_t>(real);
  const LaneFunction narrow = lane_function(LaneOperation::kFpCast, Element::kF64, element);
  if (narrow) narrow(&bits, &in, 1);
  return bits;
}

void fill(std::byte* to, const Attribute& value, std::size_t n) {
  const std::size_t bytes = bytes_of(value.type.element);
  for (std::size_t i = 0; i < n; ++i) {
    const Literal& literal =
        value.numbers.size() == 1 ? value.numbers.front() : value.numbers.at(i);
    const std::uint64_t bits = bits_of(literal, value.type.element);
    std::memcpy(to + i * bytes, &bits, bytes);
  }
}

// A step whose operands that it does not have lie at the beginning of the arena, where nobody
// looks.
Step lanes_step(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_lanes);
  std::replace(step.in.begin(), step.in.end(), kNoPlace, Place{0});
  return step;
}

// A sum or a difference of a product may be made with one rounding. As LLVM does it for NVPTX:
// whatever else takes the product, and of two products the first.
void fuse(Lowering& to, LaneOperation lane, Element element, Step& step) {
  for (const std::size_t which : {0U, 1U}) {
    const Lowering::Factors* factors = to.factors_of(step.in.at(which), element);
    if (!factors) continue;
    const LaneOperation fused = lane == LaneOperation::kAddF ? LaneOperation::kFma
                                : which == 0                 ? LaneOperation::kMulSub
                                                             : LaneOperation::kSubMul;
    const LaneFunction lanes = lane_function(fused, element, element);
    if (!lanes) return;
    step.run = run_sum;
    to.detail(step, FusedSum{lanes, {factors->a, factors->b, step.in.at(1 - which)}});
    return;
  }
}

// Where it can be noted: of whole numbers such of which one side comes of memory, and the other one
// does not, as that of a label with one. Others are of places and sizes.
void note_comparison(Lowering& to, const Operation& operation, Element element, Step& step) {
  const bool is_whole = !is_float(element);
  const LaneFunction wide = lane_function(
      is_whole ? LaneOperation::kSiToFp : LaneOperation::kFpCast, element, Element::kF64);
  if (to.in_lanes() || (!wide && element != Element::kF64)) return;
  if (is_whole &&
      (element == Element::kI1 || to.is_of_memory(operation, 0) == to.is_of_memory(operation, 1)))
    return;
  step.run = run_compared;
  const std::uint32_t number = to.new_condition(step, {}, is_whole);
  to.detail(step, NotedComparison{number, static_cast<std::uint32_t>(bytes_of(element)), wide});
  std::vector<double> numbers;
  if (!is_whole) numbers = to.shifted(operation, 0);
  if (numbers.empty() && !is_whole) numbers = to.shifted(operation, 1);
  if (numbers.empty()) return;
  to.new_condition(step, {number}, false);
  to.code().conditions.back().numbers = std::move(numbers);
}

// Of what is true or false: whether comparisons that are noted have a part in it.
void note_joined(Lowering& to, Step& step) {
  std::vector<std::uint32_t> of = to.conditions_at(step.in[0]);
  const std::vector<std::uint32_t> more = to.conditions_at(step.in[1]);
  of.insert(of.end(), more.begin(), more.end());
  if (to.in_lanes() || of.empty()) return;
  const bool is_whole = std::all_of(of.begin(), of.end(), [&](std::uint32_t part) {
    return to.code().conditions[part].is_whole;
  });
  step.run = run_joined;
  to.detail(step, JoinedCondition{to.new_condition(step, std::move(of), is_whole)});
}

bool joins(LaneOperation lane) {
  return lane == LaneOperation::kAnd || lane == LaneOperation::kOr || lane == LaneOperation::kXor;
}

}  // namespace

bool lower_lanes(Lowering& to, const Operation& operation) {
  const bool select = operation.row->lane == LaneOperation::kSelect;
  const Element from = to.operand_type(operation, select ? 1 : 0).element;
  Step step = lanes_step(to, operation);
  step.lanes = lane_function(lane_of(operation), from, to.result_type(operation).element);
  if (!step.lanes)
    return to.refuse(operation, fmt::format("on lanes of {}{}", name_of(from),
                                            operation.words.empty()
                                                ? std::string()
                                                : fmt::format(" ({})", operation.words.front())));
  step.counter = counter_of(operation, from);
  step.each = operation.row->counted == Counted::kFloatTwice ? 2 : 1;
  if (select && !to.operand_type(operation, 0).is_tensor() && step.count > 1)
    step.run = run_choose_whole;
  if (from == Element::kF32) {
    step.target = documented_ulps(operation);
    if (step.target != 0) step.run = run_approximate;
    if (operation.row->name == "arith.divf") step.run = run_divide_fast;
  }
  const LaneOperation lane = operation.row->lane;
  if (lane == LaneOperation::kMulF) to.note_product(step.out, {from, step.in[0], step.in[1]});
  if (lane == LaneOperation::kPredicate) note_comparison(to, operation, from, step);
  if (joins(lane) && from == Element::kI1) note_joined(to, step);
  if (lane == LaneOperation::kAddF || lane == LaneOperation::kSubF) fuse(to, lane, from, step);
  to.add(step);
  return true;
}

bool lower_rounded(Lowering& to, const Operation& operation) {
  const Attribute* rounding = operation.attribute("rounding");
  if (!rounding || rounding->text == "rtne") return lower_lanes(to, operation);
  const Element from = to.operand_type(operation, 0).element;
  const Element element = to.result_type(operation).element;
  Step step = lanes_step(to, operation);
  if (rounding->text == "rtz") step.lanes = cast_towards_zero(from, element);
  if (!step.lanes)
    return to.refuse(operation, fmt::format("rounding {} from {} to {}", rounding->text,
                                            name_of(from), name_of(element)));
  to.add(step);
  return true;
}

bool lower_extern(Lowering& to, const Operation& operation) {
  const Attribute* symbol = operation.attribute("symbol");
  const LibraryFunction* function = symbol ? library_function(symbol->text) : nullptr;
  if (!function)
    return to.refuse(operation, fmt::format("function {}", symbol ? symbol->text : std::string()));
  bool fits = function->operands == static_cast<int>(operation.operands.size()) &&
              to.result_type(operation).element == function->gives;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    fits &= i < function->takes.size() &&
            to.operand_type(operation, i).element == function->takes.at(i);
  if (!fits) return to.refuse(operation, fmt::format("other operands of {}", symbol->text));
  OperandPlaces places;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    places.places.push_back(to.operand(operation, i));
  Step step = to.step(operation, run_library);
  step.lanes = function->function;
  step.target = function->ulps;
  const bool real = is_float(function->takes[0]);
  step.counter = real ? counter_of(operation, function->takes[0]) : Counter::kInteger;
  to.detail(step, std::move(places));
  to.add(step);
  return true;
}

bool lower_add_pointer(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_add_pointer);
  step.target = static_cast<std::uint32_t>(bytes_of(to.operand_type(operation, 1).element));
  step.bytes = static_cast<std::uint32_t>(bytes_of(to.operand_type(operation, 0).pointee));
  to.add(step);
  return true;
}

bool lower_constant(Lowering& to, const Operation& operation) {
  const Type& type = to.result_type(operation);
  const auto n = static_cast<std::size_t>(type.elements());
  Place place = kNoPlace;
  std::byte* bytes = to.constant(n * bytes_of(type.element), place);
  if (!bytes) return false;
  const Attribute* value = operation.attribute("value");
  // Poison: all bits set, a NaN where there are any.
  const std::size_t lanes = to.in_lanes() ? to.lane_width() : 1;
  for (std::size_t i = 0; i < lanes; ++i) {
    std::byte* lane = bytes + i * n * bytes_of(type.element);
    if (value)
      fill(lane, *value, n);
    else
      std::memset(lane, type.element == Element::kI1 ? 1 : 0xFF, n * bytes_of(type.element));
  }
  to.alias(operation.results.front(), place);
  return true;
}

bool lower_range(Lowering& to, const Operation& operation) {
  const Type& type = to.result_type(operation);
  Place place = kNoPlace;
  const auto n = static_cast<std::size_t>(type.elements());
  std::byte* bytes = to.constant(n * sizeof(std::int32_t), place);
  if (!bytes) return false;
  const auto start = static_cast<std::int32_t>(operation.number("start", 0));
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = static_cast<std::int32_t>(start + static_cast<std::int64_t>(i));
    std::memcpy(bytes + i * sizeof value, &value, sizeof value);
  }
  to.alias(operation.results.front(), place);
  return true;
}

// The same bits under another type.
bool lower_alias(Lowering& to, const Operation& operation) {
  const bool casts = to.result_type(operation).is_pointer() &&
                     to.operand_type(operation, 0).lane() != to.result_type(operation).lane();
  to.code().casts_pointers |= casts;
  to.alias(operation.results.front(), to.operand(operation, 0));
  return true;
}

}  // namespace nereid::verify::machine
