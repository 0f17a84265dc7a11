// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/verify/machine/internal/ir.h"
#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {

class Lowering;

/// Which types an operation takes and gives, from those that its text names.
enum class Typing : std::uint8_t {
  kNothing,     ///< operands as listed; no results
  kSame,        ///< all of one type
  kCompare,     ///< operands of one type; i1 of its shape
  kSelect,      ///< condition, two of one type
  kConvert,     ///< T to U of one shape
  kBitcast,     ///< the same, of equal widths
  kConstant,    ///< of its value
  kAssembly,    ///< operands and results as listed, all of one shape
  kAddPointer,  ///< pointer, whole number of its shape
  kLoad,        ///< pointer, mask, other
  kStore,       ///< pointer, value, mask
  kAtomic,      ///< as listed, all of one shape
  kAxis,        ///< i32 for a program axis
  kRange,       ///< tensor of i32
  kSplat,       ///< scalar to tensor
  kUnsplat,     ///< a tensor of one element to its scalar
  kExpand,      ///< one more dimension of size 1
  kBroadcast,   ///< dimensions of size 1 grow
  kReshape,     ///< as many elements
  kTranspose,   ///< dimensions in another order
  kCat,         ///< two of one type, twice the elements
  kJoin,        ///< a new last dimension of 2
  kSplit,       ///< the last dimension of 2 goes, two results
  kDot,         ///< [B,] M x K, K x N, M x N
  kScaledDot,   ///< the same with scales along K
  kReduce,      ///< a region over lanes, one dimension goes
  kScan,        ///< a region over lanes, shapes stay
  kMap,         ///< a region over lanes, no dimension goes
  kGather,      ///< tensor, indices
  kHistogram,   ///< whole numbers, mask
  kCall,        ///< as listed; the function's own
  kExtern,      ///< as listed, all of one shape
  kAssert,      ///< i1
  kDescriptor,  ///< pointer, sizes, strides
  kBlockLoad,   ///< descriptor, offsets
  kBlockStore,  ///< descriptor, offsets, tensor
  kRowsLoad,    ///< descriptor, row numbers, column
  kRowsStore,   ///< descriptor, row numbers, column, tensor
  kFor,
  kIf,
  kWhile,
};

/// Which lanes it takes.
enum class Lanes : std::uint8_t { kAny, kInteger, kFloat, kPointer };

/// What the work of an operation counts as.
/// kFloatTwice: a product and a sum, or two comparisons, at once.
enum class Counted : std::uint8_t { kNothing, kInteger, kFloat, kFloatTwice };

/// One operation of the IR: everything that the machine knows of it.
struct OperationRow {
  std::string_view name;
  /// How its text reads behind the name. % an operand, ? one behind a comma if there is one, * a
  /// list of them, W a word, S a string, @ a symbol, O words with values, D a dictionary, T a type,
  /// L a list of types, F a functional type, < a pointer's or ; a descriptor's type without its
  /// name, > "->" or "to", R operands and their types if any and the end of a
  /// block, A the same and no end, Z the same behind colons, B a
  /// successor, C a constant, G only the generic form, X a form of its own; the rest stands for
  /// itself.
  std::string_view form;
  Typing typing = Typing::kNothing;
  Lanes lanes = Lanes::kAny;
  /// Makes the steps of it; null: the machine knows the operation and refuses it by name.
  bool (*lower)(Lowering&, const Operation&) = nullptr;
  LaneOperation lane = LaneOperation::kNone;
  Counted counted = Counted::kNothing;
  /// It has values of its operands only, touches no memory and passes no barrier.
  bool pure = true;
};

/// Null if the machine has never heard of it.
const OperationRow* operation_named(std::string_view name);
std::span<const OperationRow> operation_table();

}  // namespace nereid::verify::machine
