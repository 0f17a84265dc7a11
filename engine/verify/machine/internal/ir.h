// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/type.h"

namespace nereid::verify::machine {

struct OperationRow;

using ValueId = std::uint32_t;
inline constexpr std::uint32_t kNoLocation = ~0U;

/// A number as the IR writes it; only a type says what it is.
struct Literal {
  enum class Kind : std::uint8_t { kInteger, kHex, kFloat };
  Kind kind = Kind::kInteger;
  std::int64_t integer = 0;  ///< of kHex the bits
  double real = 0;
};

struct Attribute {
  enum class Kind : std::uint8_t { kUnit, kNumber, kString, kNumbers, kSymbol, kType, kOther };
  Kind kind = Kind::kUnit;
  std::vector<Literal> numbers;  ///< one of a kNumber; true is 1; those of a list or of dense<>
  std::string text;              ///< of a string or a symbol
  Type type;                     ///< what follows the colon, if any
};
using Attributes = std::vector<std::pair<std::string, Attribute>>;

/// A place in a source file, or one place inlined at another.
struct Location {
  enum class Kind : std::uint8_t { kUnknown, kFile, kName, kCallSite, kAlias };
  Kind kind = Kind::kUnknown;
  std::string text;  ///< file, name, or the alias
  int line = 0;
  int column = 0;
  std::uint32_t inner = kNoLocation;   ///< of a name what it names; of a call site the callee's
  std::uint32_t caller = kNoLocation;  ///< of a call site
};

struct Operation;

struct Block {
  std::string name;
  int line = 0;
  std::vector<ValueId> arguments;
  std::vector<Operation> operations;
};

struct Region {
  std::vector<Block> blocks;
};

/// Where a branch goes, and what it hands over.
struct Successor {
  std::string name;
  std::uint32_t block = 0;  ///< of the region's blocks
  std::vector<ValueId> operands;
};

struct Operation {
  const OperationRow* row = nullptr;
  std::vector<ValueId> operands;
  std::vector<std::uint32_t> groups;  ///< sizes of its bracketed lists of operands, in order
  std::vector<ValueId> results;
  std::vector<Type> types;              ///< as written
  std::uint32_t operand_types = 0;      ///< of a functional type: how many of `types` are operands'
  std::vector<std::string_view> words;  ///< predicates, axes, memory order, ...
  Attributes attributes;
  std::vector<Region> regions;
  std::vector<Successor> successors;
  std::uint32_t location = kNoLocation;
  int line = 0;  ///< of the IR's text

  const Attribute* attribute(std::string_view name) const;
  /// The whole number of an attribute, or `otherwise`.
  std::int64_t number(std::string_view name, std::int64_t otherwise) const;
};

struct Value {
  Type type;
  std::string name;
};

struct Function {
  std::string name;
  bool is_public = true;
  std::vector<Value> values;
  std::vector<ValueId> arguments;
  std::vector<Attributes> argument_attributes;
  std::vector<Type> results;
  Region body;
  std::uint32_t location = kNoLocation;
  int line = 0;
};

/// A parsed and verified text. Views into the text it was made of, which it owns.
struct Module {
  std::shared_ptr<const std::string> text;
  std::vector<Function> functions;
  std::vector<Location> locations;
  std::map<std::string, std::uint32_t, std::less<>> aliases;  ///< of locations

  const Function* function(std::string_view name) const;
};

/// One frame of where an operation comes from.
struct SourceLine {
  std::string file;
  int line = 0;
  int column = 0;
};
/// From the innermost function outwards; empty if unknown.
std::vector<SourceLine> source_lines(const Module& module, std::uint32_t location);

}  // namespace nereid::verify::machine
