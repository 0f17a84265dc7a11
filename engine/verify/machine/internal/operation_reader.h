// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/cursor.h"
#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {

/// Reads the operations of one function: names and their scopes, forms, regions, types.
class OperationReader {
 public:
  OperationReader(Cursor& cursor, Module& module, Function& function)
      : cursor_(cursor), module_(module), function_(function) {}

  /// The blocks of the function, between braces.
  bool function_body();
  /// A new value under a name of this scope.
  ValueId define(std::string_view name, const Type& type);

 private:
  struct Binding {
    ValueId first = 0;
    std::uint32_t count = 0;
  };
  struct Definition {
    std::string_view name;
    std::uint32_t count = 1;
  };

  void bind(std::string_view name, Binding binding);
  void leave(std::size_t depth);
  std::optional<ValueId> use();
  bool uses(std::vector<ValueId>& operands);
  bool types_of(const std::vector<ValueId>& values, std::vector<Type>& types) const;

  /// The blocks between braces. `arguments`: of the first block, if they are named before it.
  /// `may_branch`: it may have several blocks, as functions may.
  bool region(Region& region, const std::vector<ValueId>& arguments = {}, bool may_branch = false);
  bool blocks(Region& region, const std::vector<ValueId>& arguments);
  bool block_arguments(Block& block);
  bool link_successors(Region& region);
  bool operation(Block& block);
  bool definitions(std::vector<Definition>& definitions);
  bool body(Operation& operation, std::string_view name);
  bool finish(Operation& operation, const std::vector<Definition>& definitions);
  bool add_results(Operation& operation, const std::vector<Definition>& definitions,
                   const std::vector<Type>& types);

  bool form(Operation& operation);
  bool unsupported(const Operation& operation);
  bool piece(Operation& operation, char what);
  bool clauses(Operation& operation);
  bool functional(Operation& operation);
  bool returned(Operation& operation);
  bool successor(Operation& operation);
  bool constant(Operation& operation);
  bool scaled_product(Operation& operation);
  bool generic(Operation& operation);
  bool generic_regions(Operation& operation);

  bool loop(Operation& operation);
  bool choice(Operation& operation);
  bool while_loop(Operation& operation);
  /// `(%x = %a, ...)`: names and first values.
  bool carried(std::vector<std::string_view>& names, std::vector<ValueId>& values);
  bool check_regions(const Operation& operation, const std::vector<Type>& results);
  bool check_end(const Operation& operation, const Region& region, std::string_view end,
                 const std::vector<Type>& expected, std::size_t skip = 0);
  bool check_lanes(const Operation& operation, const std::vector<Type>& results, std::size_t sides,
                   std::string_view end);

  Cursor& cursor_;
  Module& module_;
  Function& function_;
  std::unordered_map<std::string_view, Binding> names_;
  std::vector<std::pair<std::string_view, std::optional<Binding>>> hidden_;
  int depth_ = 0;
};

}  // namespace nereid::verify::machine
