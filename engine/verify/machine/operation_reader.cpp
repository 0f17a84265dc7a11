// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/operation_reader.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/verify/machine/internal/parser.h"
#include "engine/verify/machine/internal/typing.h"

namespace nereid::verify::machine {

ValueId OperationReader::define(std::string_view name, const Type& type) {
  const auto id = static_cast<ValueId>(function_.values.size());
  function_.values.push_back({type, std::string(name)});
  bind(name, {id, 1});
  return id;
}

void OperationReader::bind(std::string_view name, Binding binding) {
  const auto found = names_.find(name);
  hidden_.emplace_back(name, found == names_.end() ? std::nullopt : std::optional(found->second));
  names_[name] = binding;
}

// Names of a scope end with it, and those that they hid are back.
void OperationReader::leave(std::size_t depth) {
  while (hidden_.size() > depth) {
    const auto& [name, before] = hidden_.back();
    if (before)
      names_[name] = *before;
    else
      names_.erase(name);
    hidden_.pop_back();
  }
}

bool OperationReader::function_body() {
  return region(function_.body, function_.arguments) &&
         check_end(Operation{}, function_.body, "tt.return", function_.results);
}

std::optional<ValueId> OperationReader::use() {
  const int line = cursor_.line();
  const auto token = cursor_.expect(Token::Kind::kValue, "a value");
  if (!token) return std::nullopt;
  const std::size_t hash = token->text.find('#');
  std::uint32_t index = 0;
  if (hash != std::string_view::npos) {
    const std::string_view digits = token->text.substr(hash + 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc())
      index = ~0U;
  }
  const auto found = names_.find(token->text.substr(0, hash));
  if (found != names_.end() && index < found->second.count) return found->second.first + index;
  cursor_.fail(ErrorCode::kCorrupt, line,
               fmt::format("%{} is used before it is defined", token->text.substr(0, 80)));
  return std::nullopt;
}

bool OperationReader::uses(std::vector<ValueId>& operands) {
  do {
    const auto value = use();
    if (!value) return false;
    operands.push_back(*value);
  } while (cursor_.accept(","));
  return true;
}

bool OperationReader::types_of(const std::vector<ValueId>& values, std::vector<Type>& types) const {
  for (const ValueId value : values) types.push_back(function_.values.at(value).type);
  return true;
}

bool OperationReader::region(Region& region, const std::vector<ValueId>& arguments,
                             bool may_branch) {
  if (++depth_ > kMaxRegions) return cursor_.fail("regions are nested too deeply");
  const std::size_t scope = hidden_.size();
  const bool read = cursor_.expect("{") && blocks(region, arguments) && cursor_.expect("}");
  leave(scope);
  if (--depth_ > 0 && read && region.blocks.size() > 1 && !may_branch)
    return cursor_.fail(ErrorCode::kUnsupported, region.blocks.back().line,
                        "several blocks in a region");
  return read && link_successors(region);
}

bool OperationReader::blocks(Region& region, const std::vector<ValueId>& arguments) {
  region.blocks.emplace_back();
  region.blocks.back().arguments = arguments;
  bool first = true;
  while (cursor_.ok() && !cursor_.is("}")) {
    if (cursor_.is(Token::Kind::kBlock)) {
      if (!first) region.blocks.emplace_back();
      if (!block_arguments(region.blocks.back())) return false;
    } else if (!operation(region.blocks.back())) {
      return false;
    }
    first = false;
  }
  return cursor_.ok();
}

// ^bb1(%a: i32 loc(...), ...):
bool OperationReader::block_arguments(Block& block) {
  block.line = cursor_.line();
  block.name = cursor_.take().text;
  if (cursor_.accept("(")) {
    while (cursor_.ok() && !cursor_.is(")")) {
      const auto name = cursor_.expect(Token::Kind::kValue, "an argument");
      if (!name || !cursor_.expect(":")) return false;
      const auto type = cursor_.type();
      if (!type) return false;
      block.arguments.push_back(define(name->text, *type));
      cursor_.location_if_any(module_);
      if (!cursor_.accept(",")) break;
    }
    if (!cursor_.expect(")")) return false;
  }
  return cursor_.expect(":");
}

// Branches name blocks that may come later; now all are known.
bool OperationReader::link_successors(Region& region) {
  std::unordered_map<std::string_view, std::uint32_t> names;
  for (std::size_t i = 0; i < region.blocks.size(); ++i)
    if (!region.blocks[i].name.empty() &&
        !names.emplace(region.blocks[i].name, static_cast<std::uint32_t>(i)).second)
      return cursor_.fail(ErrorCode::kCorrupt, region.blocks[i].line,
                          fmt::format("a second block ^{}", region.blocks[i].name));
  for (Block& block : region.blocks) {
    for (Operation& operation : block.operations) {
      for (Successor& successor : operation.successors) {
        const auto found = names.find(successor.name);
        if (found == names.end())
          return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                              fmt::format("no block ^{}", successor.name));
        successor.block = found->second;
        std::vector<Type> given, taken;
        types_of(successor.operands, given);
        types_of(region.blocks[found->second].arguments, taken);
        if (given != taken)
          return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                              fmt::format("^{} takes values of other types", successor.name));
      }
    }
  }
  return true;
}

// %a, %b:2 =
bool OperationReader::definitions(std::vector<Definition>& definitions) {
  if (!cursor_.is(Token::Kind::kValue)) return true;
  do {
    const auto name = cursor_.expect(Token::Kind::kValue, "a value");
    if (!name) return false;
    Definition definition{name->text, 1};
    if (name->text.find('#') != std::string_view::npos)
      return cursor_.fail("a value with a number cannot be defined");
    if (cursor_.accept(":")) {
      const auto count = cursor_.integer("how many values");
      if (!count || *count < 1 || *count > 4096) return cursor_.fail("expected a number of values");
      definition.count = static_cast<std::uint32_t>(*count);
    }
    definitions.push_back(definition);
  } while (cursor_.accept(","));
  return cursor_.expect("=");
}

bool OperationReader::operation(Block& block) {
  std::vector<Definition> names;
  if (!definitions(names)) return false;
  Operation operation;
  operation.line = cursor_.line();
  const bool in_quotes = cursor_.is(Token::Kind::kString);
  if (!in_quotes && !cursor_.is(Token::Kind::kWord)) return cursor_.fail("expected an operation");
  const std::string_view name = cursor_.take().text;
  operation.row = operation_named(name);
  if (!operation.row)
    return cursor_.fail(ErrorCode::kUnsupported, operation.line,
                        fmt::format("operation {} is not known", name.substr(0, 80)));
  if (function_.values.size() > kMaxOperations) return cursor_.fail("too many operations");
  // What returns or branches is the last of its block.
  if (!block.operations.empty() &&
      block.operations.back().row->form.find_first_of("RB") != std::string_view::npos)
    return cursor_.fail("an operation behind the end of its block");
  if (!(in_quotes ? generic(operation) : form(operation))) return false;
  if (!finish(operation, names)) return false;
  block.operations.push_back(std::move(operation));
  return true;
}

bool OperationReader::finish(Operation& operation, const std::vector<Definition>& definitions) {
  std::vector<Type> operands, results;
  types_of(operation.operands, operands);
  if (const auto problem = type_operation(operation, operands, results))
    return cursor_.fail(ErrorCode::kCorrupt, operation.line,
                        fmt::format("{}: {}", operation.row->name, *problem));
  if (!check_regions(operation, results)) return false;
  operation.location = cursor_.location_if_any(module_);
  return cursor_.ok() && add_results(operation, definitions, results);
}

bool OperationReader::add_results(Operation& operation, const std::vector<Definition>& definitions,
                                  const std::vector<Type>& types) {
  std::size_t named = 0;
  for (const Definition& definition : definitions) named += definition.count;
  if (named != types.size() && !definitions.empty())
    return cursor_.fail(
        ErrorCode::kCorrupt, operation.line,
        fmt::format("{} gives {} values, not {}", operation.row->name, types.size(), named));
  std::size_t next = 0;
  for (const Definition& definition : definitions) {
    bind(definition.name, {static_cast<ValueId>(function_.values.size()), definition.count});
    for (std::uint32_t i = 0; i < definition.count; ++i) {
      operation.results.push_back(static_cast<ValueId>(function_.values.size()));
      function_.values.push_back({types.at(next++), std::string(definition.name)});
    }
  }
  for (; next < types.size(); ++next) {  // values that nobody names
    operation.results.push_back(static_cast<ValueId>(function_.values.size()));
    function_.values.push_back({types.at(next), {}});
  }
  return true;
}

}  // namespace nereid::verify::machine
