// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of inline assembly (PTX), and its immediates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nereid::verify::machine {

/// The text behind the IR's escapes: two hexadecimal digits, or a character for itself.
std::string unescaped_assembly(std::string_view text);

bool is_assembly_digit(char c);

struct AssemblyToken {
  enum class Kind : std::uint8_t { kEnd, kName, kOperand, kNumber, kSign, kBad };
  Kind kind = Kind::kEnd;
  std::string_view text;
  std::uint32_t operand = 0;
};

/// Cuts a text into names, numbers, operands ($0) and single signs.
class AssemblyPieces {
 public:
  explicit AssemblyPieces(std::string_view text) : text_(text) { next(); }
  const AssemblyToken& now() const { return now_; }
  AssemblyToken take() {
    const AssemblyToken taken = now_;
    next();
    return taken;
  }
  bool is(char sign) const {
    return now_.kind == AssemblyToken::Kind::kSign && now_.text.front() == sign;
  }
  bool accept(char sign) {
    if (!is(sign)) return false;
    next();
    return true;
  }

 private:
  char at(std::size_t ahead) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  void cut(AssemblyToken::Kind kind, std::size_t length);
  void skip();
  bool operand();
  void next();
  bool is_decimal(std::size_t length) const;

  std::string_view text_;
  std::size_t place_ = 0;
  AssemblyToken now_;
};

/// What an immediate says.
struct AssemblyImmediate {
  bool real = false;
  bool single = false;     ///< 0f...: the bits of a float32
  std::uint64_t bits = 0;  ///< of the whole number, or of the double
};

/// nullopt: the text is no immediate. `minus`, `complement`: what stands before it.
std::optional<AssemblyImmediate> assembly_immediate(std::string_view text, bool minus,
                                                    bool complement);

}  // namespace nereid::verify::machine
