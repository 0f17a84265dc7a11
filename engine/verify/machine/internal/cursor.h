// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/machine/internal/ir.h"
#include "engine/verify/machine/internal/lexer.h"

namespace nereid::verify::machine {

/// Reads the parts of the language that have no operations in them: types, attributes, locations.
/// The first failure is kept, and after it every token is the end, so that loops over tokens end
/// too.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : lexer_(text) { advance(); }

  const Token& token() const { return token_; }
  int line() const { return token_.line; }
  bool ok() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }
  /// Keeps "line N: message"; returns false.
  bool fail(ErrorCode code, int line, const std::string& message);
  bool fail(const std::string& message) { return fail(ErrorCode::kCorrupt, line(), message); }

  Token take();
  bool is(Token::Kind kind) const { return token_.kind == kind; }
  bool is(std::string_view text) const;  ///< a word or a punctuation
  bool accept(std::string_view text);    ///< takes it if it is there
  bool expect(std::string_view text);
  std::optional<Token> expect(Token::Kind kind, std::string_view what);
  Token peek();  ///< the token after this one
  std::optional<std::int64_t> integer(std::string_view what);

  std::optional<Type> type();
  /// `T` or `(T, U)` or `()`.
  bool types_of_arrow(std::vector<Type>& types);
  /// What stands between the brackets of !tt.ptr<> and !tt.tensordesc<>, the opening one next.
  std::optional<Type> pointer_rest();
  std::optional<Type> descriptor_rest();

  bool attributes(Attributes& attributes, std::string_view open, std::string_view close,
                  int depth = 0);
  std::optional<Attribute> attribute(int depth = 0);
  std::optional<Literal> literal();
  /// `dense<...> : type`, the word dense next.
  std::optional<Attribute> dense();

  /// `loc(...)` if it is there; kNoLocation otherwise.
  std::uint32_t location_if_any(Module& module);
  /// What stands between the brackets.
  std::uint32_t location(Module& module, int depth = 0);

 private:
  void advance() { token_ = ok() ? lexer_.next() : Token{}; }
  std::optional<Type> tensor_rest();
  bool dense_values(std::vector<Literal>& values, int depth);
  bool dense_bytes(std::string_view text, std::vector<Literal>& values, const Type& type);
  std::optional<Attribute> number_attribute();
  std::optional<Attribute> list_attribute(int depth);
  std::uint32_t add(Module& module, Location location);

  Lexer lexer_;
  Token token_;
  std::optional<Error> error_;
  int type_depth_ = 0;
};

}  // namespace nereid::verify::machine
