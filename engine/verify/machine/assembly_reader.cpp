// SPDX-License-Identifier: GPL-3.0-or-later
// Reads inline assembly: statements of PTX that only compute with registers. The text is whatever a
// candidate wrote: lengths, registers and instructions are bounded, and what is not known is named.
#include "engine/verify/machine/internal/assembly_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nereid::verify::machine {
namespace {

using Kind = AssemblyKind;

constexpr std::size_t kMaxText = 65536;
constexpr std::size_t kMaxInstructions = 8192;
constexpr std::size_t kMaxScopes = 64;
constexpr std::size_t kMaxDeclarations = 4096;

}  // namespace

bool AssemblyReader::statements() {
  while (pieces_.now().kind != AssemblyToken::Kind::kEnd) {
    if (pieces_.accept(';')) continue;
    if (pieces_.accept('{')) {
      if (scopes_.size() >= kMaxScopes) return fail("assembly is nested too deeply");
      scopes_.emplace_back();
      continue;
    }
    if (pieces_.accept('}')) {
      if (scopes_.size() == 1) return fault("assembly with a } of no {");
      scopes_.pop_back();
      continue;
    }
    if (pieces_.is('.') ? !directive() : !statement()) return false;
  }
  return scopes_.size() == 1 || fault("assembly with a { of no }");
}

// .reg .b32 a, b<4>;
bool AssemblyReader::directive() {
  pieces_.take();
  const AssemblyToken what = pieces_.take();
  if (what.kind != AssemblyToken::Kind::kName || what.text != "reg")
    return fail(fmt::format("assembly with the directive .{}", shown(what.text)));
  if (!expect('.', "in front of a type")) return false;
  const AssemblyToken type = pieces_.take();
  const Kind kind = assembly_kind(type.text);
  if (kind == Kind::kNone || kind == Kind::kTF32 || kind == Kind::kE4M3x2 || kind == Kind::kE5M2x2)
    return fail(fmt::format("assembly with registers of type .{}", shown(type.text)));
  do {
    const AssemblyToken declared = pieces_.take();
    if (declared.kind != AssemblyToken::Kind::kName)
      return fault(fmt::format("assembly: expected the name of a register, found '{}'",
                               shown(declared.text)));
    Declaration made;
    made.bits = bits_of(kind);
    made.is_predicate = kind == Kind::kPredicate;
    if (pieces_.accept('<')) {
      const AssemblyToken count = pieces_.take();
      const auto number = count.kind == AssemblyToken::Kind::kNumber
                              ? assembly_immediate(count.text, false, false)
                              : std::nullopt;
      if (!number || number->real || number->bits > 1000000)
        return fault("assembly: expected how many registers");
      made.count = static_cast<std::int64_t>(number->bits);
      if (!expect('>', "behind a number of registers")) return false;
    }
    if (++declarations_ > kMaxDeclarations) return fail("assembly with too many declarations");
    if (!scopes_.back().emplace(declared.text, std::move(made)).second)
      return fault(fmt::format("assembly declares {} twice", shown(declared.text)));
  } while (pieces_.accept(','));
  return expect(';', "behind a declaration");
}

// @p add.u32 a, b, c;
bool AssemblyReader::statement() {
  Predicate predicate;
  if (pieces_.accept('@')) {
    predicate.unless = pieces_.accept('!');
    const auto reg = name(pieces_.take());
    if (!reg) return false;
    if (!registers_[*reg].is_predicate)
      return fail("assembly does something if a register that is no predicate holds");
    if (!reads(*reg, {})) return false;
    predicate.reg = *reg;
    predicate.version = registers_[*reg].version;
  }
  return instruction(predicate);
}

bool AssemblyReader::refuse(const std::string& name) {
  bool memory = false;
  for (std::size_t i = 0;
       i < 64 && pieces_.now().kind != AssemblyToken::Kind::kEnd && !pieces_.is(';'); ++i) {
    memory |= pieces_.is('[');
    pieces_.take();
  }
  if (memory)
    return fail(
        fmt::format("assembly that touches memory ({}) cannot be checked for bounds and "
                    "races",
                    shown(name)));
  return fail(fmt::format("assembly with {} is not run by this machine", shown(name)));
}

bool AssemblyReader::instruction(const Predicate& predicate) {
  const AssemblyToken first = pieces_.take();
  if (first.kind != AssemblyToken::Kind::kName)
    return fault(fmt::format("assembly: expected an instruction, found '{}'", shown(first.text)));
  if (pieces_.is(':')) return fail("assembly with labels and branches is not run by this machine");
  std::vector<std::string_view> parts = {first.text};
  std::string whole(first.text.substr(0, kMaxShown));
  while (pieces_.accept('.')) {
    const AssemblyToken part = pieces_.take();
    if (part.kind != AssemblyToken::Kind::kName || parts.size() > 16)
      return fail(fmt::format("assembly: {} goes on with '{}'", shown(whole), shown(part.text)));
    parts.push_back(part.text);
    if (whole.size() < kMaxShown) whole += fmt::format(".{}", part.text.substr(0, kMaxShown));
  }
  if (code_.instructions.size() > kMaxInstructions)
    return fail("assembly with too many instructions");
  Mnemonic name(parts);
  if (first.text == "griddepcontrol") {
    // Launches follow each other here without its help.
    orders_launches_ = true;
    if (!name.take("wait") && !name.take("launch_dependents")) return refuse(whole);
    return name.is_done() ? expect(';', "behind griddepcontrol") : refuse(whole);
  }
  if (first.text == "mov") {
    if (!move(name, predicate)) return problem_.empty() ? refuse(whole) : false;
    return expect(';', "behind mov");
  }
  constexpr std::array<bool (*)(Mnemonic&, AssemblyForm&), 5> kFamilies = {
      approximate_form, real_form, whole_form, choice_form, cast_form};
  AssemblyForm form;
  bool known = false;
  for (const auto family : kFamilies) {
    if (family == cast_form && first.text != "cvt") continue;
    Mnemonic tried(parts);
    AssemblyForm found;
    if (!family(tried, found) || !tried.is_done() || !found.function) continue;
    form = std::move(found);
    known = true;
    break;
  }
  if (!known) return refuse(whole);
  AssemblyInstruction made;
  made.function = form.function;
  made.flags = form.flags;
  made.counter = form.counter;
  made.each = form.each;
  if (!operands(form, made, predicate)) return false;
  return expect(';', fmt::format("behind {}", shown(whole)));
}

bool AssemblyReader::outputs_are_written() {
  const bool all =
      std::all_of(code_.outputs.begin(), code_.outputs.end(),
                  [&](const AssemblyPiece& piece) { return registers_[piece.reg].written; });
  if (all) return true;
  code_.gives_nothing = orders_launches_ && code_.instructions.empty();
  return code_.gives_nothing ||
         fail("assembly gives a result that nothing has written, or not always");
}

std::optional<AssemblyCode> read_assembly(const AssemblyText& text, std::string& problem,
                                          bool* is_malformed) {
  if (text.text.size() > kMaxText || text.constraints.size() > kMaxText) {
    problem = "assembly of too many letters";
    return std::nullopt;
  }
  AssemblyReader reader(text, unescaped_assembly(text.text));
  if (reader.read()) return std::move(reader.code());
  if (is_malformed) *is_malformed = reader.is_malformed();
  problem = reader.problem().empty() ? "assembly that is not known" : reader.problem();
  return std::nullopt;
}

}  // namespace nereid::verify::machine
