// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

using Problem = std::optional<std::string>;
constexpr std::nullopt_t kFine = std::nullopt;

/// One operation with what its text says: every rule is a method.
class Rules {
 public:
  Rules(const Operation& operation, const std::vector<Type>& operands, std::vector<Type>& results)
      : operation_(operation), row_(*operation.row), operands_(operands), results_(results) {}

  Problem apply() {
    if (const Problem problem = by_typing()) return problem;
    return row_.typing == Typing::kSame || row_.typing == Typing::kCompare ? lanes() : kFine;
  }

 private:
  const std::vector<Type>& written() const { return operation_.types; }

  Problem wants(std::size_t operands, std::size_t types) const {
    if (operands_.size() != operands)
      return fmt::format("{} operands, expected {}", operands_.size(), operands);
    if (written().size() != types)
      return fmt::format("{} types, expected {}", written().size(), types);
    return kFine;
  }
  // Operand `which` is of this type.
  Problem is(std::size_t which, const Type& type) const {
    if (which >= operands_.size()) return fmt::format("operand {} is missing", which);
    if (operands_[which] == type) return kFine;
    return fmt::format("operand {} is {}, expected {}", which, operands_[which].text(),
                       type.text());
  }
  Problem gives(const Type& type) {
    results_.push_back(type);
    return kFine;
  }
  Problem lanes() const {
    const Element element = operands_.empty() ? written().front().element : operands_[0].element;
    const bool fits = row_.lanes == Lanes::kAny ||
                      (row_.lanes == Lanes::kInteger && is_integer(element)) ||
                      (row_.lanes == Lanes::kFloat && is_float(element)) ||
                      (row_.lanes == Lanes::kPointer && element == Element::kPointer);
    if (fits) return kFine;
    return fmt::format("lanes of {}", name_of(element));
  }
  Problem scalars(std::size_t from, std::size_t count, Element element) const {
    for (std::size_t i = from; i < from + count; ++i)
      if (const Problem problem = is(i, Type::scalar(element))) return problem;
    return kFine;
  }
  std::size_t group(std::size_t which) const {
    return which < operation_.groups.size() ? operation_.groups[which] : 0;
  }

  Problem by_typing();
  Problem nothing() const;
  Problem same();
  Problem select();
  Problem convert(bool equal_widths);
  Problem constant();
  Problem add_pointer();
  Problem load();
  Problem store() const;
  Problem listed_operands() const;
  Problem atomic();
  Problem range();
  Problem splat();
  Problem unsplat();
  Problem expand();
  Problem broadcast();
  Problem reshape();
  Problem transpose();
  Problem cat();
  Problem join();
  Problem split();
  Problem dot();
  Problem scaled_dot();
  Problem over_lanes();
  Problem gather();
  Problem histogram();
  Problem call();
  Problem extern_function();
  Problem assembly();
  Problem descriptor();
  Problem block(bool loads);
  Problem rows(bool loads);
  Problem loop();
  Problem choice();
  Problem while_loop();

  const Operation& operation_;
  const OperationRow& row_;
  const std::vector<Type>& operands_;
  std::vector<Type>& results_;
};

Problem Rules::by_typing() {
  switch (row_.typing) {
    case Typing::kNothing:
      return nothing();
    case Typing::kSame:
    case Typing::kCompare:
      return same();
    case Typing::kSelect:
      return select();
    case Typing::kConvert:
      return convert(false);
    case Typing::kBitcast:
      return convert(true);
    case Typing::kConstant:
      return constant();
    case Typing::kAssembly:
      return assembly();
    case Typing::kAddPointer:
      return add_pointer();
    case Typing::kLoad:
      return load();
    case Typing::kStore:
      return store();
    case Typing::kAtomic:
      return atomic();
    case Typing::kAxis: {
      if (const Problem problem = wants(0, 1)) return problem;
      const std::string_view axis = operation_.words.front();
      if (axis != "x" && axis != "y" && axis != "z") return fmt::format("axis {}", axis);
      return gives(Type::scalar(Element::kI32));
    }
    case Typing::kRange:
      return range();
    case Typing::kSplat:
      return splat();
    case Typing::kUnsplat:
      return unsplat();
    case Typing::kExpand:
      return expand();
    case Typing::kBroadcast:
      return broadcast();
    case Typing::kReshape:
      return reshape();
    case Typing::kTranspose:
      return transpose();
    case Typing::kCat:
      return cat();
    case Typing::kJoin:
      return join();
    case Typing::kSplit:
      return split();
    case Typing::kDot:
      return dot();
    case Typing::kScaledDot:
      return scaled_dot();
    case Typing::kReduce:
    case Typing::kScan:
    case Typing::kMap:
      return over_lanes();
    case Typing::kGather:
      return gather();
    case Typing::kHistogram:
      return histogram();
    case Typing::kCall:
      return call();
    case Typing::kExtern:
      return extern_function();
    case Typing::kAssert:
      if (operands_.size() != 1 || operands_[0].element != Element::kI1)
        return "expected one condition";
      return kFine;
    case Typing::kDescriptor:
      return descriptor();
    case Typing::kBlockLoad:
      return block(true);
    case Typing::kBlockStore:
      return block(false);
    case Typing::kRowsLoad:
      return rows(true);
    case Typing::kRowsStore:
      return rows(false);
    case Typing::kFor:
      return loop();
    case Typing::kIf:
      return choice();
    case Typing::kWhile:
      return while_loop();
  }
  return "no rule";
}

Problem Rules::nothing() const {
  if (row_.name == "cf.cond_br" || row_.name == "scf.condition")
    if (operands_.empty() || operands_.front() != Type::scalar(Element::kI1))
      return "expected a condition";
  if (row_.name == "scf.condition") {
    if (written() != std::vector<Type>(operands_.begin() + 1, operands_.end()))
      return "operands of other types than written";
    return kFine;
  }
  if (row_.form.find_first_of("RZ") != std::string_view::npos && written() != operands_)
    return "operands of other types than written";
  return kFine;
}

Problem Rules::same() {
  if (written().size() != 1) return "expected one type";
  const Type& type = written().front();
  const std::size_t count =
      static_cast<std::size_t>(std::count(row_.form.begin(), row_.form.end(), '%'));
  if (const Problem problem = wants(count, 1)) return problem;
  for (std::size_t i = 0; i < count; ++i)
    if (const Problem problem = is(i, type)) return problem;
  if (row_.typing == Typing::kSame) return gives(type);
  return gives(type.with(Element::kI1));
}

Problem Rules::select() {
  if (operands_.size() != 3 || written().empty() || written().size() > 2)
    return "expected a condition and two values";
  const Type& type = written().back();
  const Type condition = written().size() == 2 ? written().front() : Type::scalar(Element::kI1);
  if (condition.element != Element::kI1 || (condition.is_tensor() && !condition.same_shape(type)))
    return "a condition of another shape";
  for (std::size_t i = 0; i < 3; ++i)
    if (const Problem problem = is(i, i == 0 ? condition : type)) return problem;
  return gives(type);
}

Problem Rules::convert(bool equal_widths) {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  const Type& from = written()[0];
  const Type& to = written()[1];
  if (!from.same_shape(to)) return "shapes differ";
  if (equal_widths && (bits_of(from.element) != bits_of(to.element))) return "widths differ";
  if (!equal_widths) {
    const int narrower = bits_of(to.element) - bits_of(from.element);
    const bool whole = is_integer(from.element) && is_integer(to.element);
    const bool real = is_float(from.element) && is_float(to.element);
    switch (row_.lane) {
      case LaneOperation::kExtS:
      case LaneOperation::kExtU:
        if (!whole || narrower <= 0) return "expected a wider whole number";
        break;
      case LaneOperation::kTrunc:
        if (!whole || narrower >= 0) return "expected a narrower whole number";
        break;
      case LaneOperation::kSiToFp:
      case LaneOperation::kUiToFp:
        if (!is_integer(from.element) || !is_float(to.element))
          return "expected whole numbers to floating point";
        break;
      case LaneOperation::kFpToSi:
      case LaneOperation::kFpToUi:
        if (!is_float(from.element) || !is_integer(to.element))
          return "expected floating point to whole numbers";
        break;
      case LaneOperation::kFpCast:
        if (!real) return "expected floating point";
        break;
      case LaneOperation::kCopy:  // pointers and their numbers
        if (from.is_pointer() == to.is_pointer() || bits_of(from.element) != 64 ||
            bits_of(to.element) != 64)
          return "expected a pointer and i64";
        break;
      default:
        return "no rule for this cast";
    }
  }
  return gives(to);
}

Problem Rules::constant() {
  if (row_.name == "ub.poison") return gives(written().front());
  const Attribute* value = operation_.attribute("value");
  if (!value || value->numbers.empty()) return "expected a number";
  const Type& type = value->type;
  if (type.kind != Type::Kind::kScalar && type.kind != Type::Kind::kTensor)
    return "a number of no type";
  if (type.element == Element::kPointer) return "a number of a pointer's type";
  return gives(type);
}

Problem Rules::add_pointer() {
  if (const Problem problem = wants(2, 2)) return problem;
  for (std::size_t i = 0; i < 2; ++i)
    if (const Problem problem = is(i, written()[i])) return problem;
  if (!written()[0].is_pointer() || !is_integer(written()[1].element) ||
      written()[1].element == Element::kI1 || !written()[0].same_shape(written()[1]))
    return "expected pointers and whole numbers of one shape";
  return gives(written()[0]);
}

Problem Rules::load() {
  if (operands_.empty() || operands_.size() > 3 || written().size() != 1)
    return "expected an address, a mask, another value";
  if (const Problem problem = is(0, written()[0])) return problem;
  if (!operands_[0].is_pointer()) return "expected an address";
  const Type value = operands_[0].with(operands_[0].pointee);
  if (operands_.size() > 1)
    if (const Problem problem = is(1, value.with(Element::kI1))) return problem;
  if (operands_.size() > 2)
    if (const Problem problem = is(2, value)) return problem;
  return gives(value);
}

Problem Rules::store() const {
  if (operands_.size() < 2 || operands_.size() > 3 || written().size() != 1)
    return "expected an address, a value, a mask";
  if (const Problem problem = is(0, written()[0])) return problem;
  if (!operands_[0].is_pointer()) return "expected an address";
  const Type value = operands_[0].with(operands_[0].pointee);
  if (const Problem problem = is(1, value)) return problem;
  return operands_.size() > 2 ? is(2, value.with(Element::kI1)) : kFine;
}

// Of a functional type: operands as written.
Problem Rules::listed_operands() const {
  if (operation_.operand_types != operands_.size())
    return "as many types as operands were expected";
  for (std::size_t i = 0; i < operands_.size(); ++i)
    if (const Problem problem = is(i, written()[i])) return problem;
  return kFine;
}

Problem Rules::atomic() {
  if (const Problem problem = listed_operands()) return problem;
  const bool compare = row_.name == "tt.atomic_cas";
  const std::size_t least = compare ? 3 : 2;
  if (operands_.size() < least || operands_.size() > 3 || written().size() != operands_.size() + 1)
    return "expected an address, values, a mask";
  if (!operands_[0].is_pointer()) return "expected an address";
  // Whole numbers may go to an address of floating point: the front end does so for maxima.
  Type value = operands_[0].with(operands_[1].element);
  if (bits_of(value.element) != bits_of(operands_[0].pointee) || value.is_pointer())
    return "a value of another width";
  if (const Problem problem = is(1, value)) return problem;
  if (operands_.size() == 3)
    if (const Problem problem = is(2, compare ? value : value.with(Element::kI1))) return problem;
  if (written().back() != value) return "a result of another type";
  return gives(value);
}

Problem Rules::range() {
  if (const Problem problem = wants(0, 1)) return problem;
  const Type& type = written()[0];
  const std::int64_t start = operation_.number("start", 0), end = operation_.number("end", 0);
  if (!type.is_tensor() || type.rank != 1 || type.element != Element::kI32 || start < INT32_MIN ||
      end > INT32_MAX || end - start != type.shape[0])
    return "expected as many i32 as lie between start and end";
  return gives(type);
}

Problem Rules::splat() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  const Type& from = written()[0];
  const Type& to = written()[1];
  if (!to.is_tensor() || from.elements() != 1 || to.lane() != from.lane())
    return "expected a scalar and a tensor of its type";
  return gives(to);
}

Problem Rules::unsplat() {
  if (const Problem problem = wants(1, 1)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  if (!written()[0].is_tensor() || written()[0].elements() != 1)
    return "expected a tensor of one element";
  return gives(written()[0].lane());
}

Problem Rules::expand() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  const Type& from = written()[0];
  const Type& to = written()[1];
  const std::int64_t axis = operation_.number("axis", -1);
  if (!from.is_tensor() || from.rank == kMaxRank || axis < 0 || axis > from.rank)
    return "expected an axis";
  Type expected = from;
  expected.rank = from.rank + 1;
  for (int i = expected.rank - 1; i > axis; --i)
    expected.shape.at(static_cast<std::size_t>(i)) = from.shape.at(static_cast<std::size_t>(i - 1));
  expected.shape.at(static_cast<std::size_t>(axis)) = 1;
  if (to != expected) return fmt::format("expected {}", expected.text());
  return gives(to);
}

Problem Rules::broadcast() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  const Type& from = written()[0];
  const Type& to = written()[1];
  if (!from.is_tensor() || !to.is_tensor() || from.rank != to.rank || from.lane() != to.lane())
    return "expected tensors of one rank";
  for (std::size_t i = 0; i < static_cast<std::size_t>(from.rank); ++i)
    if (from.shape.at(i) != to.shape.at(i) && from.shape.at(i) != 1)
      return fmt::format("dimension {} cannot grow", i);
  return gives(to);
}

Problem Rules::reshape() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  if (!written()[0].is_tensor() || !written()[1].is_tensor() ||
      written()[0].elements() != written()[1].elements() ||
      written()[0].lane() != written()[1].lane())
    return "expected as many elements";
  return gives(written()[1]);
}

Problem Rules::transpose() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  const Type& from = written()[0];
  const Attribute* order = operation_.attribute("order");
  if (!from.is_tensor() || !order || order->numbers.size() != static_cast<std::size_t>(from.rank))
    return "expected an order of the dimensions";
  Type expected = from;
  unsigned seen = 0;
  for (std::size_t i = 0; i < order->numbers.size(); ++i) {
    const std::int64_t dimension = order->numbers[i].integer;
    if (dimension < 0 || dimension >= from.rank) return "expected an order of the dimensions";
    seen |= 1U << static_cast<unsigned>(dimension);
    expected.shape.at(i) = from.shape.at(static_cast<std::size_t>(dimension));
  }
  if (seen != (1U << static_cast<unsigned>(from.rank)) - 1)
    return "expected an order of the dimensions";
  if (written()[1] != expected) return fmt::format("expected {}", expected.text());
  return gives(expected);
}

Problem Rules::cat() {
  if (const Problem problem = wants(2, 2)) return problem;
  for (std::size_t i = 0; i < 2; ++i)
    if (const Problem problem = is(i, written()[0])) return problem;
  Type expected = written()[0];
  if (!expected.is_tensor() || expected.rank != 1) return "expected tensors of one dimension";
  expected.shape[0] *= 2;
  if (written()[1] != expected) return fmt::format("expected {}", expected.text());
  return gives(expected);
}

Problem Rules::join() {
  if (const Problem problem = wants(2, 2)) return problem;
  for (std::size_t i = 0; i < 2; ++i)
    if (const Problem problem = is(i, written()[0])) return problem;
  Type expected = written()[0];
  if (!expected.is_tensor() || expected.rank == kMaxRank) return "expected tensors";
  expected.shape.at(static_cast<std::size_t>(expected.rank++)) = 2;
  if (written()[1] != expected) return fmt::format("expected {}", expected.text());
  return gives(expected);
}

Problem Rules::split() {
  if (const Problem problem = wants(1, 2)) return problem;
  if (const Problem problem = is(0, written()[0])) return problem;
  Type expected = written()[0];
  if (!expected.is_tensor() || expected.rank < 1 ||
      expected.shape.at(static_cast<std::size_t>(expected.rank - 1)) != 2)
    return "expected a last dimension of 2";
  expected.shape.at(static_cast<std::size_t>(--expected.rank)) = 0;
  if (written()[1] != expected) return fmt::format("expected {}", expected.text());
  results_.push_back(expected);
  return gives(expected);
}

Problem Rules::dot() {
  if (const Problem problem = wants(3, 3)) return problem;
  const Type& a = written()[0];
  const Type& b = written()[1];
  const Type& c = written()[2];
  for (std::size_t i = 0; i < 3; ++i)
    if (const Problem problem = is(i, written()[i])) return problem;
  const int rank = c.rank;
  if (!a.is_tensor() || !b.is_tensor() || !c.is_tensor() || rank < 2 || rank > 3 ||
      a.rank != rank || b.rank != rank)
    return "expected matrices";
  const auto m = static_cast<std::size_t>(rank - 2), n = m + 1;
  if (a.shape.at(m) != c.shape.at(m) || b.shape.at(n) != c.shape.at(n) ||
      a.shape.at(n) != b.shape.at(m) ||
      (rank == 3 && (a.shape[0] != b.shape[0] || a.shape[0] != c.shape[0])))
    return "matrices that do not fit each other";
  const bool whole = is_integer(a.element) && is_integer(b.element) && is_integer(c.element);
  const bool real = is_float(a.element) && is_float(b.element) && is_float(c.element);
  if (!whole && !real) return "matrices of whole numbers and of floating point";
  return gives(c);
}

// Two matrices of numbers of 8 bits or more, or of bytes that hold two of 4 bits (e2m1); scales are
// [M, K / 32] and [N, K / 32].
Problem Rules::scaled_dot() {
  constexpr std::int64_t kBlock = 32;
  const std::size_t first = group(0), second = group(1);
  if (operands_.size() != first + second + 1 || written().size() != operands_.size())
    return "expected two matrices with scales, and a sum";
  // The types of both sides, then that of the sum.
  for (std::size_t i = 0; i < written().size(); ++i)
    if (const Problem problem = is(i, written()[i])) return problem;
  const Type& c = written().back();
  const Type& a = written()[0];
  const Type& b = written()[first];
  if (!a.is_tensor() || !b.is_tensor() || !c.is_tensor() || c.rank < 2 || c.rank > 3 ||
      a.rank != c.rank || b.rank != c.rank || !is_float(c.element) ||
      (c.rank == 3 && (a.shape[0] != b.shape[0] || a.shape[0] != c.shape[0])))
    return "expected matrices";
  const auto m = static_cast<std::size_t>(c.rank - 2), n = m + 1;
  const auto packing = [&](std::string_view side, std::string_view dimension, const Type& type,
                           bool& along_k) -> std::int64_t {
    const Attribute* format = operation_.attribute(side);
    along_k = operation_.number(dimension, 1) != 0;
    const bool pairs = format && format->text == "e2m1";
    if (pairs ? type.element != Element::kI8 : !is_float(type.element)) return 0;
    return pairs ? 2 : 1;
  };
  bool a_along_k = true, b_along_k = true;
  const std::int64_t pack_a = packing("lhs", "lhs_k_pack", a, a_along_k);
  const std::int64_t pack_b = packing("rhs", "rhs_k_pack", b, b_along_k);
  if (pack_a == 0 || pack_b == 0) return "matrices of another format than written";
  const std::int64_t k = a.shape.at(n) * (a_along_k ? pack_a : 1);
  if (k != b.shape.at(m) * (b_along_k ? pack_b : 1) ||
      a.shape.at(m) * (a_along_k ? 1 : pack_a) != c.shape.at(m) ||
      b.shape.at(n) * (b_along_k ? 1 : pack_b) != c.shape.at(n))
    return "matrices that do not fit each other";
  const auto fits = [&](const Type& scales, std::int64_t lines) {
    return scales.is_tensor() && scales.rank == c.rank && scales.element == Element::kI8 &&
           (c.rank == 2 || scales.shape[0] == c.shape[0]) && scales.shape.at(m) == lines &&
           scales.shape.at(n) * kBlock == k;
  };
  if ((first == 2 && !fits(written()[1], c.shape.at(m))) ||
      (second == 2 && !fits(written()[first + 1], c.shape.at(n))))
    return "expected a scale of 8 bits for every 32 elements";
  return gives(c);
}

// tt.reduce, tt.scan, tt.map_elementwise: their regions are verified by their reader.
Problem Rules::over_lanes() {
  if (const Problem problem = listed_operands()) return problem;
  if (operands_.empty() || operation_.regions.size() != 1) return "expected operands and a region";
  for (const Type& type : operands_)
    if (!type.is_tensor() || !type.same_shape(operands_.front()))
      return "expected tensors of one shape";
  const std::vector<Type> given(written().begin() + operation_.operand_types, written().end());
  if (row_.typing == Typing::kMap) {
    for (const Type& type : given)
      if (!type.same_shape(operands_.front())) return "expected results of the operands' shape";
    results_ = given;
    return kFine;
  }
  const std::int64_t axis = operation_.number("axis", -1);
  if (axis < 0 || axis >= operands_.front().rank) return "expected an axis";
  for (Type type : operands_) {
    if (row_.typing == Typing::kReduce) {
      const auto first = type.shape.begin() + static_cast<std::ptrdiff_t>(axis);
      std::copy(first + 1, type.shape.end(), first);
      type.shape.back() = 0;
      if (--type.rank == 0) type = type.lane();
    }
    results_.push_back(type);
  }
  if (given != results_) return "results of other types";
  return kFine;
}

Problem Rules::gather() {
  if (const Problem problem = listed_operands()) return problem;
  const std::int64_t axis = operation_.number("axis", -1);
  if (operands_.size() != 2 || written().size() != 3 || !operands_[0].is_tensor() ||
      !operands_[1].is_tensor() || operands_[0].rank != operands_[1].rank || axis < 0 ||
      axis >= operands_[0].rank || !is_integer(operands_[1].element))
    return "expected a tensor, indices and an axis";
  for (int i = 0; i < operands_[0].rank; ++i)
    if (i != axis && operands_[1].shape.at(static_cast<std::size_t>(i)) >
                         operands_[0].shape.at(static_cast<std::size_t>(i)))
      return "indices of a larger shape";
  Type expected = operands_[1].with(operands_[0].element);
  expected.pointee = operands_[0].pointee;
  if (written()[2] != expected) return fmt::format("expected {}", expected.text());
  return gives(expected);
}

Problem Rules::histogram() {
  if (operands_.empty() || operands_.size() > 2 || written().size() != 2)
    return "expected whole numbers and a mask";
  if (const Problem problem = is(0, written()[0])) return problem;
  if (operands_.size() == 2)
    if (const Problem problem = is(1, written()[0].with(Element::kI1))) return problem;
  const Type& to = written()[1];
  if (!written()[0].is_tensor() || !is_integer(written()[0].element) || !to.is_tensor() ||
      to.rank != 1 || (to.element != Element::kI32 && to.element != Element::kI64))
    return "expected whole numbers and bins";
  return gives(to);
}

Problem Rules::call() {
  if (const Problem problem = listed_operands()) return problem;
  results_.assign(written().begin() + operation_.operand_types, written().end());
  return kFine;
}

Problem Rules::extern_function() {
  if (const Problem problem = listed_operands()) return problem;
  if (operands_.empty() || operands_.size() > 4 || written().size() != operands_.size() + 1)
    return "expected one to four operands";
  for (const Type& type : written())
    if (!type.same_shape(operands_.front())) return "shapes differ";
  return gives(written().back());
}

Problem Rules::assembly() {
  if (written().size() <= operands_.size()) return "expected a result";
  for (std::size_t i = 0; i < operands_.size(); ++i)
    if (const Problem problem = is(i, written()[i])) return problem;
  for (const Type& type : written())
    if ((type.kind != Type::Kind::kScalar && !type.is_tensor()) ||
        !type.same_shape(written().front()))
      return "shapes differ";
  results_.assign(written().begin() + static_cast<std::ptrdiff_t>(operands_.size()),
                  written().end());
  return kFine;
}

Problem Rules::descriptor() {
  if (written().size() != 2 || operands_.empty() || !operands_[0].is_pointer() ||
      operands_[0].is_tensor() || written()[1].kind != Type::Kind::kDescriptor)
    return "expected a pointer and a descriptor";
  const auto rank = static_cast<std::size_t>(written()[1].rank);
  if (rank < 1 || rank > 5 || group(0) != rank || group(1) != rank)
    return "expected a size and a stride for each dimension";
  if (operands_[0].pointee != written()[1].element) return "a descriptor of other lanes";
  if (const Problem problem = scalars(1, rank, Element::kI32)) return problem;
  if (const Problem problem = scalars(1 + rank, rank, Element::kI64)) return problem;
  return gives(written()[1]);
}

Problem Rules::block(bool loads) {
  if (operands_.empty() || operands_[0].kind != Type::Kind::kDescriptor || written().size() != 2)
    return "expected a descriptor";
  const Type& descriptor = operands_[0];
  if (written()[0] != descriptor) return "a descriptor of another type";
  const auto rank = static_cast<std::size_t>(descriptor.rank);
  if (operands_.size() != rank + (loads ? 1U : 2U)) return "expected an offset for each dimension";
  if (const Problem problem = scalars(1, rank, Element::kI32)) return problem;
  const Type& tensor = written()[1];
  // A leading 1 of the block may be dropped.
  if (!tensor.is_tensor() || tensor.element != descriptor.element ||
      tensor.elements() != descriptor.elements())
    return "a tensor that is no block of the descriptor";
  if (loads) return gives(tensor);
  return is(rank + 1, tensor);
}

Problem Rules::rows(bool loads) {
  const std::size_t count = loads ? 3 : 4;
  if (operands_.size() != count || operands_[0].kind != Type::Kind::kDescriptor ||
      operands_[0].rank != 2 || operands_[0].shape[0] != 1)
    return "expected a descriptor of one row";
  const Type& rows = operands_[1];
  if (!rows.is_tensor() || rows.rank != 1 || rows.element != Element::kI32 ||
      operands_[2] != Type::scalar(Element::kI32))
    return "expected row numbers and a column";
  Type expected = rows.with(operands_[0].element);
  expected.rank = 2;
  expected.shape[1] = operands_[0].shape[1];
  if (expected.elements() > kMaxElements) return "too many elements";
  return loads ? gives(expected) : is(3, expected);
}

Problem Rules::loop() {
  const Type& counter = written().front();
  if (counter.kind != Type::Kind::kScalar ||
      (counter.element != Element::kI32 && counter.element != Element::kI64 &&
       counter.element != Element::kI16 && counter.element != Element::kI8))
    return "expected a counter of whole numbers";
  for (std::size_t i = 0; i < 3; ++i)
    if (const Problem problem = is(i, counter)) return problem;
  for (std::size_t i = 1; i < written().size(); ++i)
    if (const Problem problem = is(i + 2, written()[i])) return problem;
  results_.assign(written().begin() + 1, written().end());
  return kFine;
}

Problem Rules::choice() {
  if (const Problem problem = is(0, Type::scalar(Element::kI1))) return problem;
  results_ = written();
  return kFine;
}

Problem Rules::while_loop() {
  if (const Problem problem = listed_operands()) return problem;
  results_.assign(written().begin() + operation_.operand_types, written().end());
  return kFine;
}

}  // namespace

std::optional<std::string> type_operation(const Operation& operation,
                                          const std::vector<Type>& operands,
                                          std::vector<Type>& results) {
  return Rules(operation, operands, results).apply();
}

}  // namespace nereid::verify::machine
