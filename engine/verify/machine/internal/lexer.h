// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace nereid::verify::machine {

/// A word of the IR's text. `text` has no sigil and no quotes; it lives as long as the text.
struct Token {
  enum class Kind : std::uint8_t {
    kEnd,
    kBad,      ///< nothing of this language, or a string without an end
    kWord,     ///< tt.load, dense, i32
    kValue,    ///< %name or %name#1
    kBlock,    ///< ^bb0
    kSymbol,   ///< @name or @"name"
    kAlias,    ///< #loc12
    kDialect,  ///< !tt.ptr
    kInteger,  ///< 12, -3, 0xFF
    kFloat,    ///< 1.0e+00
    kString,   ///< "text", escapes as written
    kPunctuation,
  };
  Kind kind = Kind::kEnd;
  std::string_view text;
  int line = 1;
  std::size_t begin = 0;  ///< where it starts in the text
};

/// Cuts a text into tokens, one at a time. Copying one remembers a place.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();
  /// Reads on from a token's first letter.
  void rewind(const Token& token);

 private:
  char at(std::size_t offset) const {
    return place_ + offset < text_.size() ? text_[place_ + offset] : '\0';
  }
  void skip_blanks();
  Token cut(Token::Kind kind, std::size_t skip, std::size_t length, std::size_t past = 0);
  Token sigil(Token::Kind kind);
  Token string(std::size_t skip, Token::Kind kind);
  Token number();
  Token punctuation();

  std::string_view text_;
  std::size_t place_ = 0;
  int line_ = 1;
};

}  // namespace nereid::verify::machine
