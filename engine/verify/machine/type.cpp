// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/type.h"

#include <fmt/format.h>

#include <algorithm>

namespace nereid::verify::machine {
namespace {

struct ElementRow {
  std::string_view name;
  int bits;
};
// In the order of Element.
constexpr std::array<ElementRow, kElementCount> kElements = {{{"i1", 1},
                                                              {"i8", 8},
                                                              {"i16", 16},
                                                              {"i32", 32},
                                                              {"i64", 64},
                                                              {"f8E4M3FN", 8},
                                                              {"f8E5M2", 8},
                                                              {"f8E4M3B11FNUZ", 8},
                                                              {"f16", 16},
                                                              {"bf16", 16},
                                                              {"f32", 32},
                                                              {"f64", 64},
                                                              {"!tt.ptr", 64}}};

const ElementRow& row_of(Element element) {
  return kElements.at(static_cast<std::size_t>(element));
}

}  // namespace

int bits_of(Element element) {
  return row_of(element).bits;
}

std::size_t bytes_of(Element element) {
  return static_cast<std::size_t>((bits_of(element) + 7) / 8);
}

bool is_integer(Element element) {
  return element <= Element::kI64;
}

bool is_float(Element element) {
  return element > Element::kI64 && element < Element::kPointer;
}

std::string_view name_of(Element element) {
  return row_of(element).name;
}

std::optional<Element> element_named(std::string_view name) {
  for (std::size_t i = 0; i + 1 < kElements.size(); ++i)
    if (kElements.at(i).name == name) return static_cast<Element>(i);
  return std::nullopt;
}

Type Type::scalar(Element element) {
  Type type;
  type.kind = Kind::kScalar;
  type.element = element;
  return type;
}

bool Type::same_shape(const Type& other) const {
  return kind == other.kind && rank == other.rank &&
         std::equal(shape.begin(), shape.begin() + rank, other.shape.begin());
}

bool Type::operator==(const Type& other) const {
  return same_shape(other) && element == other.element &&
         (element != Element::kPointer || pointee == other.pointee);
}

Type Type::with(Element other) const {
  Type type = *this;
  type.element = other;
  return type;
}

Type Type::lane() const {
  Type type = scalar(element);
  type.pointee = pointee;
  return type;
}

std::int64_t Type::elements() const {
  std::int64_t count = 1;
  for (int i = 0; i < rank; ++i) count *= shape.at(static_cast<std::size_t>(i));
  return count;
}

std::string Type::text() const {
  if (kind == Kind::kNone) return "()";
  std::string lane(name_of(element));
  if (element == Element::kPointer) lane += fmt::format("<{}>", name_of(pointee));
  if (kind == Kind::kScalar) return lane;
  std::string sizes;
  for (int i = 0; i < rank; ++i) sizes += fmt::format("{}x", shape.at(static_cast<std::size_t>(i)));
  const std::string tensor = fmt::format("tensor<{}{}>", sizes, lane);
  return kind == Kind::kTensor ? tensor : fmt::format("!tt.tensordesc<{}>", tensor);
}

}  // namespace nereid::verify::machine
