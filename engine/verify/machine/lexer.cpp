// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/lexer.h"

#include <algorithm>

namespace nereid::verify::machine {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// What a name goes on with.
bool is_suffix(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '$' || c == '-';
}

}  // namespace

void Lexer::rewind(const Token& token) {
  place_ = token.begin;
  line_ = token.line;
}

void Lexer::skip_blanks() {
  for (; place_ < text_.size(); ++place_) {
    const char c = text_[place_];
    if (c == '\n') {
      ++line_;
    } else if (c == '/' && at(1) == '/') {
      place_ = std::min(text_.find('\n', place_), text_.size()) - 1;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return;
    }
  }
}

Token Lexer::cut(Token::Kind kind, std::size_t skip, std::size_t length, std::size_t past) {
  const Token token{kind, text_.substr(place_ + skip, length), line_, place_};
  place_ += skip + length + past;
  return token;
}

Token Lexer::sigil(Token::Kind kind) {
  std::size_t length = 0;
  while (is_suffix(at(1 + length)) || (kind == Token::Kind::kValue && at(1 + length) == '#'))
    // "%a->" is a name and an arrow.
    if (at(1 + length) == '-' && at(2 + length) == '>')
      break;
    else
      ++length;
  return length == 0 ? cut(Token::Kind::kBad, 0, 1) : cut(kind, 1, length);
}

Token Lexer::string(std::size_t skip, Token::Kind kind) {
  for (std::size_t length = 0;; ++length) {
    const char c = at(skip + length);
    if (place_ + skip + length >= text_.size() || c == '\n')
      return cut(Token::Kind::kBad, 0, std::min(skip + length, text_.size() - place_));
    if (c == '"') return cut(kind, skip, length, 1);
    if (c == '\\') ++length;
  }
}

Token Lexer::number() {
  std::size_t length = at(0) == '-' ? 1 : 0;
  if (at(length) == '0' && at(length + 1) == 'x' && is_hex(at(length + 2))) {
    length += 2;
    while (is_hex(at(length))) ++length;
    return cut(Token::Kind::kInteger, 0, length);
  }
  while (is_digit(at(length))) ++length;
  if (at(length) != '.') return cut(Token::Kind::kInteger, 0, length);
  ++length;
  while (is_digit(at(length))) ++length;
  if (at(length) == 'e' || at(length) == 'E') {
    std::size_t exponent = length + 1;
    if (at(exponent) == '+' || at(exponent) == '-') ++exponent;
    if (is_digit(at(exponent))) {
      length = exponent;
      while (is_digit(at(length))) ++length;
    }
  }
  return cut(Token::Kind::kFloat, 0, length);
}

Token Lexer::punctuation() {
  constexpr std::string_view kSingle = "()[]{}<>,:=*+-?|";
  if (at(0) == '-' && at(1) == '>') return cut(Token::Kind::kPunctuation, 0, 2);
  return cut(
      kSingle.find(at(0)) == std::string_view::npos ? Token::Kind::kBad : Token::Kind::kPunctuation,
      0, 1);
}

Token Lexer::next() {
  skip_blanks();
  if (place_ >= text_.size()) return {Token::Kind::kEnd, {}, line_, place_};
  const char c = at(0);
  if (is_letter(c)) {
    std::size_t length = 1;
    while (is_letter(at(length)) || is_digit(at(length)) || at(length) == '.' || at(length) == '$')
      ++length;
    return cut(Token::Kind::kWord, 0, length);
  }
  if (is_digit(c) || (c == '-' && is_digit(at(1)))) return number();
  switch (c) {
    case '"':
      return string(1, Token::Kind::kString);
    case '%':
      return sigil(Token::Kind::kValue);
    case '^':
      return sigil(Token::Kind::kBlock);
    case '#':
      return sigil(Token::Kind::kAlias);
    case '!':
      return sigil(Token::Kind::kDialect);
    case '@':
      return at(1) == '"' ? string(2, Token::Kind::kSymbol) : sigil(Token::Kind::kSymbol);
    default:
      return punctuation();
  }
}

}  // namespace nereid::verify::machine
