// SPDX-License-Identifier: GPL-3.0-or-later
// scf.for, scf.if and scf.while, and what the regions of operations must take and give.
#include <fmt/format.h>

#include "engine/verify/machine/internal/operation_reader.h"

namespace nereid::verify::machine {

bool OperationReader::carried(std::vector<std::string_view>& names, std::vector<ValueId>& values) {
  if (!cursor_.expect("(")) return false;
  while (cursor_.ok() && !cursor_.is(")")) {
    const auto name = cursor_.expect(Token::Kind::kValue, "a value");
    if (!name || !cursor_.expect("=")) return false;
    const auto value = use();
    if (!value) return false;
    names.push_back(name->text);
    values.push_back(*value);
    if (!cursor_.accept(",")) break;
  }
  return cursor_.expect(")");
}

// [unsigned] %i = %from to %to step %step [iter_args(...) -> (T, ...)] : T {...} {attributes}
bool OperationReader::loop(Operation& operation) {
  if (cursor_.accept("unsigned")) operation.attributes.emplace_back("unsigned", Attribute{});
  const auto counter = cursor_.expect(Token::Kind::kValue, "a counter");
  if (!counter || !cursor_.expect("=") || !piece(operation, '%') || !cursor_.expect("to") ||
      !piece(operation, '%') || !cursor_.expect("step") || !piece(operation, '%'))
    return false;
  std::vector<std::string_view> names;
  std::vector<Type> types;
  if (cursor_.accept("iter_args") && (!carried(names, operation.operands) ||
                                      !cursor_.expect("->") || !cursor_.types_of_arrow(types)))
    return false;
  Type of = Type::scalar(Element::kI32);
  if (cursor_.accept(":")) {
    const auto given = cursor_.type();
    if (!given) return false;
    of = *given;
  }
  operation.types.push_back(of);
  operation.types.insert(operation.types.end(), types.begin(), types.end());
  if (names.size() != types.size()) return cursor_.fail("a loop names as many types as values");
  const std::size_t scope = hidden_.size();
  std::vector<ValueId> arguments = {define(counter->text, of)};
  for (std::size_t i = 0; i < names.size(); ++i) arguments.push_back(define(names[i], types[i]));
  operation.regions.emplace_back();
  const bool read = region(operation.regions.back(), arguments);
  leave(scope);
  return read && piece(operation, 'D');
}

// %condition [-> (T, ...)] {...} [else {...}] {attributes}
bool OperationReader::choice(Operation& operation) {
  if (!piece(operation, '%')) return false;
  if (cursor_.accept("->") && !cursor_.types_of_arrow(operation.types)) return false;
  operation.regions.resize(2);
  if (!region(operation.regions[0])) return false;
  if (cursor_.accept("else")) {
    if (!region(operation.regions[1])) return false;
  } else {
    operation.regions.pop_back();
  }
  return piece(operation, 'D');
}

// (%a = %first, ...) : (T, ...) -> (U, ...) {...} do {^bb0(...): ...}
bool OperationReader::while_loop(Operation& operation) {
  std::vector<std::string_view> names;
  if (cursor_.is("(") && !carried(names, operation.operands)) return false;
  if (!cursor_.expect(":") || !functional(operation)) return false;
  if (operation.operand_types != names.size())
    return cursor_.fail("a loop names as many types as values");
  const std::size_t scope = hidden_.size();
  std::vector<ValueId> arguments;
  for (std::size_t i = 0; i < names.size(); ++i)
    arguments.push_back(define(names[i], operation.types[i]));
  operation.regions.resize(2);
  const bool read = region(operation.regions[0], arguments);
  leave(scope);
  return read && cursor_.expect("do") && region(operation.regions[1]) && piece(operation, 'D');
}

// Every block ends, and those that leave the region do so by `end` with values of the expected
// types.
bool OperationReader::check_end(const Operation& operation, const Region& region,
                                std::string_view end, const std::vector<Type>& expected,
                                std::size_t skip) {
  for (const Block& block : region.blocks) {
    const std::string name(operation.row ? operation.row->name : "tt.func");
    if (block.operations.empty() && expected.empty() && region.blocks.size() == 1) return true;
    if (block.operations.empty())
      return cursor_.fail(ErrorCode::kCorrupt, operation.line, name + ": a block without an end");
    const Operation& last = block.operations.back();
    if (last.row->name != end) {
      const bool ends = last.row->form.find_first_of("RB") != std::string_view::npos;
      // A branch within a function, or within a function of scalars.
      const bool may_branch = !operation.row || operation.row->typing == Typing::kMap;
      if (!last.successors.empty() && may_branch) continue;
      // Triton leaves a yield of nothing out.
      if (!ends && expected.empty() && end == "scf.yield") return true;
      return cursor_.fail(ErrorCode::kCorrupt, last.line,
                          fmt::format("{}: a block that does not end by {}", name, end));
    }
    std::vector<Type> given;
    types_of(last.operands, given);
    if (given.size() < skip || std::vector<Type>(given.begin() + static_cast<std::ptrdiff_t>(skip),
                                                 given.end()) != expected)
      return cursor_.fail(ErrorCode::kCorrupt, last.line,
                          fmt::format("{}: {} gives values of other types", name, end));
  }
  return true;
}

// A region over lanes takes `sides` lanes of each operand and gives one of each result; that of a
// map takes and gives as many of each as it does at once.
bool OperationReader::check_lanes(const Operation& operation, const std::vector<Type>& results,
                                  std::size_t sides, std::string_view end) {
  const Region& region = operation.regions.front();
  std::vector<Type> taken, expected, given;
  const bool maps = operation.row->typing == Typing::kMap;
  const std::int64_t pack = maps ? operation.number("pack", 1) : 1;
  const std::int64_t all = function_.values.at(operation.operands.front()).type.elements();
  if (pack < 1 || pack > all || all % pack != 0)
    return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                        fmt::format("{}: {} lanes at once", operation.row->name, pack));
  for (std::size_t side = 0; side < sides; ++side)
    for (const ValueId value : operation.operands)
      expected.insert(expected.end(), static_cast<std::size_t>(pack),
                      function_.values.at(value).type.lane());
  types_of(region.blocks.front().arguments, taken);
  if (taken != expected)
    return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                        fmt::format("{}: its region takes other lanes", operation.row->name));
  for (const Type& type : results)
    given.insert(given.end(), static_cast<std::size_t>(pack), type.lane());
  return check_end(operation, region, end, given);
}

bool OperationReader::check_regions(const Operation& operation, const std::vector<Type>& results) {
  const auto& regions = operation.regions;
  switch (operation.row->typing) {
    case Typing::kReduce:
      return check_lanes(operation, results, 2, "tt.reduce.return");
    case Typing::kScan:
      return check_lanes(operation, results, 2, "tt.scan.return");
    case Typing::kMap:
      return check_lanes(operation, results, 1, "tt.map_elementwise.return");
    case Typing::kFor:
      return check_end(operation, regions.front(), "scf.yield", results);
    case Typing::kIf:
      if (regions.size() < 2 && !results.empty())
        return cursor_.fail(ErrorCode::kCorrupt, operation.line, "scf.if: no else, but values");
      return check_end(operation, regions[0], "scf.yield", results) &&
             (regions.size() < 2 || check_end(operation, regions[1], "scf.yield", results));
    case Typing::kWhile: {
      std::vector<Type> first(operation.types.begin(),
                              operation.types.begin() + operation.operand_types);
      std::vector<Type> taken;
      types_of(regions[1].blocks.front().arguments, taken);
      if (taken != results)
        return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                            "scf.while: its second region takes other values");
      return check_end(operation, regions[0], "scf.condition", results, 1) &&
             check_end(operation, regions[1], "scf.yield", first);
    }
    default:
      if (!regions.empty())
        return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                            fmt::format("{} with a region", operation.row->name));
      return true;
  }
}

}  // namespace nereid::verify::machine
