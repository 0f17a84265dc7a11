// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nereid::verify::machine {

/// What one lane of a value holds. A pointer is a 64-bit address; i1 takes a byte, 0 or 1.
enum class Element : std::uint8_t {
  kI1,
  kI8,
  kI16,
  kI32,
  kI64,
  kF8E4M3,   ///< f8E4M3FN: no infinities
  kF8E5M2,   ///< f8E5M2
  kF8E4B15,  ///< f8E4M3B11FNUZ, Triton's fp8e4b15
  kF16,
  kBF16,
  kF32,
  kF64,
  kPointer,
};
inline constexpr int kElementCount = 13;

/// Bytes that one lane takes in a value and in memory.
std::size_t bytes_of(Element element);
/// Bits of the type as the IR counts them: 1 for i1.
int bits_of(Element element);
bool is_integer(Element element);
bool is_float(Element element);
/// As the IR writes it: "f32", "i1", "!tt.ptr".
std::string_view name_of(Element element);
std::optional<Element> element_named(std::string_view name);

/// Tensors are as Triton makes them: each size a power of two, at most kMaxElements in all. Sorting
/// lays 2^n lanes out in n dimensions of two.
inline constexpr std::int64_t kMaxElements = 1048576;
inline constexpr int kMaxRank = 20;

/// The type of a value: a scalar (rank 0), a tensor, or a descriptor of a block in memory.
struct Type {
  enum class Kind : std::uint8_t { kNone, kScalar, kTensor, kDescriptor };
  Kind kind = Kind::kNone;
  Element element = Element::kI32;
  Element pointee = Element::kI8;  ///< of a pointer: what lies there
  int rank = 0;
  std::array<std::int64_t, kMaxRank> shape = {};

  static Type scalar(Element element);
  bool is_tensor() const { return kind == Kind::kTensor; }
  bool is_pointer() const { return kind != Kind::kDescriptor && element == Element::kPointer; }
  bool same_shape(const Type& other) const;
  bool operator==(const Type& other) const;
  /// The same shape with other lanes.
  Type with(Element other) const;
  /// One lane of it.
  Type lane() const;
  /// Lanes; 1 for a scalar.
  std::int64_t elements() const;
  /// As the IR writes it.
  std::string text() const;
};

}  // namespace nereid::verify::machine
