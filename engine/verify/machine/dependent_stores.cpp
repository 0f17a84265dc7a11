// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/dependent_stores.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/early_loads.h"
#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

// Loads times operations; above it the rest of the loads are not looked at.
constexpr std::size_t kMaxVisits = 4U << 20U;

void count(const Region& region, std::size_t& operations, std::vector<const Operation*>& loads) {
  for (const Block& block : region.blocks) {
    for (const Operation& operation : block.operations) {
      ++operations;
      if (operation.row->name == "tt.load") loads.push_back(&operation);
      for (const Region& inner : operation.regions) count(inner, operations, loads);
    }
  }
}

// Loads, operations that change memory and tell what was there, and calls of functions that may.
void find_read(const Region& region, std::vector<ValueId>& values) {
  for (const Block& block : region.blocks) {
    for (const Operation& operation : block.operations) {
      const std::string_view name = operation.row->name;
      if (name == "tt.load" || name.starts_with("tt.atomic") || name.starts_with("tt.descriptor") ||
          operation.row->typing == Typing::kCall)
        values.insert(values.end(), operation.results.begin(), operation.results.end());
      for (const Region& inner : operation.regions) find_read(inner, values);
    }
  }
}

/// What depends on some values, such as those of one load.
class Slice {
 public:
  Slice(const Function& function, const std::vector<ValueId>& values)
      : function_(function), depends_(function.values.size(), false) {
    for (const ValueId value : values) mark(value);
  }

  std::uint32_t widest() {
    follow();
    return widest_;
  }
  std::vector<bool> values() {
    follow();
    return std::move(depends_);
  }

 private:
  void follow() {
    while (changed_) {
      changed_ = false;
      visit(function_.body, branches_);
    }
  }
  void mark(ValueId value, bool depends = true) {
    if (!depends || depends_.at(value)) return;
    depends_.at(value) = true;
    changed_ = true;
  }
  bool any(const Operation& operation) const {
    return std::any_of(operation.operands.begin(), operation.operands.end(),
                       [&](ValueId value) { return depends_.at(value); });
  }
  bool operand(const Operation& operation, std::size_t i) const {
    return i < operation.operands.size() && depends_.at(operation.operands[i]);
  }
  static const Operation* last(const Region& region) {
    if (region.blocks.empty() || region.blocks.front().operations.empty()) return nullptr;
    return &region.blocks.front().operations.back();
  }

  void visit(const Region& region, bool controlled) {
    for (const Block& block : region.blocks)
      for (const Operation& operation : block.operations) visit(operation, controlled || branches_);
  }

  void visit(const Operation& operation, bool controlled) {
    const std::string_view name = operation.row->name;
    if (name == "scf.for") return visit_for(operation, controlled);
    if (name == "scf.if") return visit_if(operation, controlled);
    if (name == "scf.while") return visit_while(operation, controlled);
    const bool depends = any(operation);
    for (const ValueId value : operation.results) mark(value, depends);
    if (name.starts_with("cf.")) visit_branch(operation);
    if (depends || controlled) note_store(operation, name);
  }

  void note_store(const Operation& operation, std::string_view name) {
    if (!changes_memory(operation) || operation.operands.size() < 2) return;
    const std::size_t value = name.starts_with("tt.descriptor") ? operation.operands.size() - 1 : 1;
    const Type& type = function_.values.at(operation.operands[value]).type;
    widest_ = std::max(widest_, static_cast<std::uint32_t>(type.elements()));
  }

  // Behind a branch that depends on it everything does.
  void visit_branch(const Operation& operation) {
    if (operation.row->name == "cf.cond_br" && operand(operation, 0) && !branches_)
      branches_ = changed_ = true;
    for (const Successor& successor : operation.successors) {
      if (successor.block >= function_.body.blocks.size()) continue;
      const auto& arguments = function_.body.blocks[successor.block].arguments;
      for (std::size_t i = 0; i < std::min(arguments.size(), successor.operands.size()); ++i)
        mark(arguments[i], depends_.at(successor.operands[i]));
    }
  }

  void visit_for(const Operation& operation, bool controlled) {
    const Region& body = operation.regions.front();
    const auto& arguments = body.blocks.front().arguments;
    const bool turns = operand(operation, 0) || operand(operation, 1) || operand(operation, 2);
    const Operation* yield = last(body);
    for (std::size_t i = 0; i < operation.results.size(); ++i) {
      const bool depends = turns || operand(operation, 3 + i) || (yield && operand(*yield, i));
      mark(operation.results[i], depends);
      if (i + 1 < arguments.size()) mark(arguments[i + 1], depends);
    }
    if (!arguments.empty()) mark(arguments.front(), turns);
    visit(body, controlled || turns);
  }

  void visit_if(const Operation& operation, bool controlled) {
    const bool chosen = operand(operation, 0);
    for (const Region& region : operation.regions) {
      visit(region, controlled || chosen);
      const Operation* yield = last(region);
      for (std::size_t i = 0; i < operation.results.size(); ++i)
        mark(operation.results[i], chosen || (yield && operand(*yield, i)));
    }
  }

  void visit_while(const Operation& operation, bool controlled) {
    if (operation.regions.size() != 2) return;
    const Region &before = operation.regions[0], &after = operation.regions[1];
    const Operation *condition = last(before), *yield = last(after);
    const bool turns = condition && operand(*condition, 0);
    const auto& tested = before.blocks.front().arguments;
    for (std::size_t i = 0; i < tested.size(); ++i)
      mark(tested[i], turns || operand(operation, i) || (yield && operand(*yield, i)));
    const auto& carried = after.blocks.front().arguments;
    for (std::size_t i = 0; i < operation.results.size(); ++i) {
      const bool depends = turns || (condition && operand(*condition, i + 1));
      mark(operation.results[i], depends);
      if (i < carried.size()) mark(carried[i], depends);
    }
    visit(before, controlled || turns);
    visit(after, controlled || turns);
  }

  const Function& function_;
  std::vector<bool> depends_;  ///< by value
  bool branches_ = false;      ///< of blocks of the function
  bool changed_ = true;
  std::uint32_t widest_ = 0;
};

}  // namespace

std::unordered_map<const Operation*, std::uint32_t> dependent_stores(const Function& function) {
  std::size_t operations = 0;
  std::vector<const Operation*> loads;
  count(function.body, operations, loads);
  std::unordered_map<const Operation*, std::uint32_t> widest;
  std::size_t visits = 0;
  for (const Operation* load : loads) {
    if ((visits += operations) > kMaxVisits) break;
    if (const std::uint32_t lanes = Slice(function, load->results).widest(); lanes > 0)
      widest.emplace(load, lanes);
  }
  return widest;
}

std::vector<bool> values_of_memory(const Function& function) {
  std::vector<ValueId> values;
  find_read(function.body, values);
  if (!function.is_public)
    values.insert(values.end(), function.arguments.begin(), function.arguments.end());
  return Slice(function, values).values();
}

}  // namespace nereid::verify::machine
