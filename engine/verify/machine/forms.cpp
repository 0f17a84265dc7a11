// SPDX-License-Identifier: GPL-3.0-or-later
// How the text of an operation reads behind its name: the column `form` of the table.
#include <fmt/format.h>

#include "engine/verify/machine/internal/operation_reader.h"

namespace nereid::verify::machine {

bool OperationReader::form(Operation& operation) {
  const std::string_view form = operation.row->form;
  if (!operation.row->lower) return unsupported(operation);
  if (form == "X") {
    if (operation.row->typing == Typing::kFor) return loop(operation);
    if (operation.row->typing == Typing::kScaledDot) return scaled_product(operation);
    return operation.row->typing == Typing::kIf ? choice(operation) : while_loop(operation);
  }
  if (form == "G")
    return cursor_.fail(ErrorCode::kUnsupported, operation.line,
                        fmt::format("{} in a form that is not known", operation.row->name));
  for (const char what : form)
    if (!piece(operation, what)) return false;
  return true;
}

bool OperationReader::unsupported(const Operation& operation) {
  return cursor_.fail(ErrorCode::kUnsupported, operation.line,
                      fmt::format("operation {} is not run by this machine", operation.row->name));
}

bool OperationReader::piece(Operation& operation, char what) {
  const auto add_type = [&](std::optional<Type> type) {
    if (type) operation.types.push_back(*type);
    return type.has_value();
  };
  switch (what) {
    case '%': {
      const auto value = use();
      if (value) operation.operands.push_back(*value);
      return value.has_value();
    }
    case '?':
      if (!cursor_.is(",") || cursor_.peek().kind != Token::Kind::kValue) return true;
      cursor_.take();
      return piece(operation, '%');
    case '*': {
      const std::size_t before = operation.operands.size();
      if (cursor_.is(Token::Kind::kValue) && !uses(operation.operands)) return false;
      operation.groups.push_back(static_cast<std::uint32_t>(operation.operands.size() - before));
      return true;
    }
    case 'W': {
      const auto word = cursor_.expect(Token::Kind::kWord, "a word");
      if (word) operation.words.push_back(word->text);
      return word.has_value();
    }
    case 'S':
    case '@': {
      const auto text = what == 'S' ? cursor_.expect(Token::Kind::kString, "a text")
                                    : cursor_.expect(Token::Kind::kSymbol, "a function");
      if (!text) return false;
      Attribute value;
      value.kind = what == 'S' ? Attribute::Kind::kString : Attribute::Kind::kSymbol;
      value.text = text->text;
      operation.attributes.emplace_back(what == 'S' ? "text" : "callee", std::move(value));
      return true;
    }
    case 'O':
      return clauses(operation);
    case 'D':
      return !cursor_.is("{") || cursor_.attributes(operation.attributes, "{", "}");
    case 'T':
      return add_type(cursor_.type());
    case 'L':
      do {
        if (!add_type(cursor_.type())) return false;
      } while (cursor_.accept(","));
      return true;
    case '<':
      return add_type(cursor_.is("<") ? cursor_.pointer_rest() : cursor_.type());
    case ';':
      return add_type(cursor_.is("<") ? cursor_.descriptor_rest() : cursor_.type());
    case 'F':
      return functional(operation);
    case '>':
      return cursor_.accept("to") || cursor_.expect("->");
    case 'R':
    case 'A':
      return returned(operation);
    case 'Z':
      return !cursor_.accept(":") || returned(operation);
    case 'B':
      return successor(operation);
    case 'C':
      return constant(operation);
    case 'x':
      return cursor_.expect("*");
    default:
      return cursor_.expect(std::string_view(&what, 1));
  }
}

// `inputPrecision = tf32`, `overflow<nsw>`, `, rounding = rtne`, `allow_reorder`: words and what
// they are set to.
bool OperationReader::clauses(Operation& operation) {
  while (cursor_.ok()) {
    if (cursor_.is(",") && cursor_.peek().kind == Token::Kind::kWord) cursor_.take();
    if (!cursor_.is(Token::Kind::kWord)) return cursor_.ok();
    std::string name(cursor_.take().text);
    Attribute value;
    if (cursor_.accept("=")) {
      const auto word = cursor_.expect(Token::Kind::kWord, "a word");
      if (!word) return false;
      value.kind = Attribute::Kind::kString;
      value.text = word->text;
    } else if (cursor_.accept("<")) {
      // What else a compiler may take for granted (no NaN, for one) would be no value of this
      // machine.
      const bool is_freedom = name == "fastmath";
      while (cursor_.ok() && !cursor_.is(">") && !cursor_.is(Token::Kind::kEnd)) {
        const std::string_view word = cursor_.take().text;
        if (is_freedom && word != "contract" && word != "none" && word != ",")
          return cursor_.fail(ErrorCode::kUnsupported, operation.line,
                              fmt::format("fastmath<{}> is not known", word.substr(0, 40)));
      }
      if (!cursor_.expect(">")) return false;
    }
    operation.attributes.emplace_back(std::move(name), std::move(value));
  }
  return false;
}

// (T, U) -> V
bool OperationReader::functional(Operation& operation) {
  if (!cursor_.is("(") || !cursor_.types_of_arrow(operation.types)) return cursor_.expect("(");
  operation.operand_types = static_cast<std::uint32_t>(operation.types.size());
  return cursor_.expect("->") && cursor_.types_of_arrow(operation.types);
}

// %a, %b : T, U, or nothing.
bool OperationReader::returned(Operation& operation) {
  if (!cursor_.is(Token::Kind::kValue)) return true;
  return uses(operation.operands) && cursor_.expect(":") && piece(operation, 'L');
}

// ^bb1 or ^bb1(%a, %b : T, U)
bool OperationReader::successor(Operation& operation) {
  const auto name = cursor_.expect(Token::Kind::kBlock, "a block");
  if (!name) return false;
  Successor successor;
  successor.name = name->text;
  if (cursor_.accept("(")) {
    std::vector<Type> types, given;
    if (!uses(successor.operands) || !cursor_.expect(":")) return false;
    do {
      const auto type = cursor_.type();
      if (!type) return false;
      types.push_back(*type);
    } while (cursor_.accept(","));
    types_of(successor.operands, given);
    if (given != types) return cursor_.fail("values handed to a block are of other types");
    if (!cursor_.expect(")")) return false;
  }
  operation.successors.push_back(std::move(successor));
  return true;
}

// {attributes} 5 : i32, true, dense<...> : tensor<...>
bool OperationReader::constant(Operation& operation) {
  if (!piece(operation, 'D')) return false;
  auto value = cursor_.is("dense") ? cursor_.dense() : cursor_.attribute();
  if (!value) return false;
  if (value->type.kind == Type::Kind::kNone) value->type = Type::scalar(Element::kI1);
  operation.types.push_back(value->type);
  operation.attributes.emplace_back("value", std::move(*value));
  return true;
}

// %a [scale %sa], %b [scale %sb], %c lhs = WORD rhs = WORD {...} : T [, T] * T [, T] -> T
bool OperationReader::scaled_product(Operation& operation) {
  std::vector<bool> scaled;
  for (int side = 0; side < 2; ++side) {
    if (!piece(operation, '%')) return false;
    scaled.push_back(cursor_.accept("scale"));
    if (scaled.back() && !piece(operation, '%')) return false;
    operation.groups.push_back(scaled.back() ? 2 : 1);
    if (!cursor_.expect(",")) return false;
  }
  if (!piece(operation, '%') || !piece(operation, 'O') || !piece(operation, 'D') ||
      !cursor_.expect(":"))
    return false;
  for (int side = 0; side < 2; ++side) {
    if (side == 1 && !cursor_.expect("*")) return false;
    if (!piece(operation, 'T')) return false;
    if (scaled[static_cast<std::size_t>(side)] && (!cursor_.expect(",") || !piece(operation, 'T')))
      return false;
  }
  return cursor_.expect("->") && piece(operation, 'T');
}

// "name"(%a, %b) <{properties}> ({regions}) {attributes} : (T, U) -> V
bool OperationReader::generic(Operation& operation) {
  if (operation.row->form != "G" || !operation.row->lower)
    return cursor_.fail(ErrorCode::kUnsupported, operation.line,
                        fmt::format("{} in a form that is not known", operation.row->name));
  if (!cursor_.expect("(")) return false;
  if (!piece(operation, '*') || !cursor_.expect(")")) return false;
  if (cursor_.accept("<") &&
      (!cursor_.attributes(operation.attributes, "{", "}") || !cursor_.expect(">")))
    return false;
  if (cursor_.is("(") && !generic_regions(operation)) return false;
  return piece(operation, 'D') && cursor_.expect(":") && functional(operation);
}

bool OperationReader::generic_regions(Operation& operation) {
  if (!cursor_.expect("(")) return false;
  do {
    operation.regions.emplace_back();
    if (!region(operation.regions.back(), {}, operation.row->typing == Typing::kMap)) return false;
  } while (cursor_.accept(","));
  return cursor_.expect(")");
}

}  // namespace nereid::verify::machine
