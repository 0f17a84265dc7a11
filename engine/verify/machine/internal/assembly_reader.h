// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of PTX that only compute with registers become instructions.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_tokens.h"

namespace nereid::verify::machine {

/// One operation's text and constraints, read once into instructions.
class AssemblyReader {
 public:
  AssemblyReader(const AssemblyText& operation, std::string text)
      : operation_(operation), text_(std::move(text)), pieces_(text_) {}

  bool read() {
    if (!bind() || !statements()) return false;
    return outputs_are_written();
  }
  AssemblyCode& code() { return code_; }
  const std::string& problem() const { return problem_; }
  bool is_malformed() const { return is_malformed_; }

 private:
  static constexpr std::size_t kMaxRegisters = 4096;
  static constexpr std::size_t kMaxShown = 40;  // of a name, in what is told

  struct Predicate {
    std::uint16_t reg = kNoRegister;
    bool unless = false;
    std::uint32_t version = 0;
    bool operator==(const Predicate&) const = default;
  };
  struct Register {
    int bits = 32;
    bool is_predicate = false;
    bool is_constant = false;
    bool is_input = false;  ///< may not be written
    bool written = false;
    bool any_width = false;  ///< an immediate operand of the text's
    Predicate partly;        ///< written where this holds
    std::uint32_t version = 0;
  };
  struct Declaration {
    int bits = 32;
    bool is_predicate = false;
    std::int64_t count = -1;  ///< of names with numbers; -1: the name itself
    std::map<std::int64_t, std::uint16_t> registers;
  };
  using Scope = std::unordered_map<std::string, Declaration>;

  bool fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return false;
  }
  // What an assembler would refuse as well.
  bool fault(std::string problem) {
    is_malformed_ |= problem_.empty();
    return fail(std::move(problem));
  }
  static std::string shown(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, kMaxShown)) out += c >= ' ' && c <= '~' ? c : '?';
    return out;
  }
  bool expect(char sign, std::string_view where) {
    if (pieces_.accept(sign)) return true;
    const AssemblyToken& now = pieces_.now();
    return fault(fmt::format(
        "assembly: expected '{}' {}, found {}", sign, where,
        now.kind == AssemblyToken::Kind::kEnd ? "its end" : "'" + shown(now.text) + "'"));
  }

  std::optional<std::uint16_t> add_register(const Register& made) {
    if (registers_.size() >= kMaxRegisters) {
      fail("assembly with too many registers");
      return std::nullopt;
    }
    registers_.push_back(made);
    code_.registers = static_cast<std::uint16_t>(registers_.size());
    return static_cast<std::uint16_t>(registers_.size() - 1);
  }
  std::optional<std::uint16_t> constant(std::uint64_t value) {
    const auto found = constants_.find(value);
    if (found != constants_.end()) return found->second;
    Register made;
    made.is_constant = made.written = true;
    const auto reg = add_register(made);
    if (reg) {
      constants_.emplace(value, *reg);
      code_.constants.emplace_back(*reg, value);
    }
    return reg;
  }

  // ---- operands of the operation ---------------------------------------------------------------
  bool bind();
  bool split(Element element, std::uint16_t value, std::vector<AssemblyPiece>& pieces);
  bool bind_one(std::string_view constraint, std::size_t number, std::size_t& input);

  // ---- the text --------------------------------------------------------------------------------
  bool statements();
  bool directive();
  bool statement();
  bool instruction(const Predicate& predicate);
  bool refuse(const std::string& name);
  bool move(Mnemonic& name, const Predicate& predicate);
  bool join(AssemblyKind kind, std::uint16_t out, const Predicate& predicate);
  bool part(AssemblyKind kind, const Predicate& predicate);
  bool operands(AssemblyForm& form, AssemblyInstruction& made, const Predicate& predicate);
  bool carries(const AssemblyForm& form, AssemblyInstruction& made);

  std::optional<std::uint16_t> name(const AssemblyToken& piece);
  std::optional<std::uint16_t> find(std::string_view name);
  std::optional<std::uint16_t> source(AssemblyKind kind, bool wider);
  std::optional<std::uint16_t> target(AssemblyKind kind, bool wider);
  bool fits(std::uint16_t reg, AssemblyKind kind, bool wider);
  bool reads(std::uint16_t reg, const Predicate& predicate);
  bool writes(std::uint16_t reg, const Predicate& predicate);
  bool add(AssemblyInstruction made, const Predicate& predicate);
  bool outputs_are_written();

  const AssemblyText& operation_;
  std::string text_;
  AssemblyPieces pieces_;
  std::string problem_;
  bool is_malformed_ = false;
  AssemblyCode code_;
  std::vector<Register> registers_;
  std::map<std::uint64_t, std::uint16_t> constants_;
  std::vector<std::uint16_t> bound_;  ///< $0, $1, ...
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
  std::size_t declarations_ = 0;
  std::uint16_t carry_ = kNoRegister;
  bool orders_launches_ = false;
};

}  // namespace nereid::verify::machine
