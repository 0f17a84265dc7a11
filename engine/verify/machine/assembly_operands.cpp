// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of inline assembly: which register each constraint is, names, sources and targets,
// moves.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/verify/machine/internal/assembly_numbers.h"
#include "engine/verify/machine/internal/assembly_reader.h"

namespace nereid::verify::machine {
namespace {

using Kind = AssemblyKind;
using Bits = std::uint64_t;
using Immediate = AssemblyImmediate;

constexpr std::int64_t kMaxPack = 64;

Bits joined(Bits a, Bits b, Bits c, Bits d, const AssemblyFlags& flags) {
  const std::uint32_t width = flags.number;
  return a | b << width | (2 * width < 64 ? c << 2 * width | d << 3 * width : 0);
}
Bits parted(Bits a, const AssemblyFlags& flags) {
  return a >> (flags.number & 0xFFU) & mask_of(static_cast<int>(flags.number >> 8U));
}
Bits moved(Bits a, const AssemblyFlags&) {
  return a;
}
Bits opposite(Bits a, const AssemblyFlags&) {
  return a ^ 1U;
}
// The sign goes on in a wider register.
Bits sign_extended(Bits a, const AssemblyFlags& flags) {
  const Bits low = mask_of(static_cast<int>(flags.number & 0xFFU));
  const bool negative = (a & (low ^ low >> 1U)) != 0;
  return negative ? (a | ~low) & mask_of(static_cast<int>(flags.number >> 8U)) : a;
}

}  // namespace

// As Triton hands them over: elements narrower than 32 bits share registers within a pack.
bool AssemblyReader::split(Element element, std::uint16_t value,
                           std::vector<AssemblyPiece>& pieces) {
  const auto pack = static_cast<std::size_t>(operation_.pack);
  const int bits = machine::bits_of(element);
  const std::size_t in_one = std::min<std::size_t>(std::max(32 / bits, 1), pack);
  if (element == Element::kI1 && in_one > 1) return fail("assembly on packed elements of one bit");
  for (std::size_t first = 0; first < pack; first += in_one) {
    AssemblyPiece piece;
    piece.value = value;
    piece.first = static_cast<std::uint16_t>(first);
    piece.count = static_cast<std::uint16_t>(in_one);
    piece.bytes = static_cast<std::uint8_t>(bytes_of(element));
    piece.is_bit = element == Element::kI1;
    pieces.push_back(piece);
  }
  return true;
}

bool AssemblyReader::bind() {
  const std::int64_t pack = operation_.pack;
  if (pack < 1 || pack > kMaxPack || (pack & (pack - 1)) != 0)
    return fail(fmt::format("assembly on {} elements at once", pack));
  code_.pack = static_cast<std::size_t>(pack);
  for (std::size_t i = 0; i < operation_.results.size(); ++i)
    if (!split(operation_.results[i], static_cast<std::uint16_t>(i), code_.outputs)) return false;
  for (std::size_t i = 0; i < operation_.operands.size(); ++i)
    if (!split(operation_.operands[i], static_cast<std::uint16_t>(i), code_.inputs)) return false;
  if (code_.outputs.size() + code_.inputs.size() > kMaxRegisters / 4)
    return fail("assembly with too many operands");
  std::string_view left = operation_.constraints;
  std::size_t input = 0;
  while (!left.empty()) {
    const std::size_t comma = std::min(left.find(','), left.size());
    std::string_view one = left.substr(0, comma);
    left.remove_prefix(std::min(comma + 1, left.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.starts_with("~{") && one.ends_with("}")) continue;  // it changes nothing that is here
    if (!bind_one(one, bound_.size(), input)) return false;
  }
  if (bound_.size() < code_.outputs.size() || input != code_.inputs.size())
    return fault(fmt::format("assembly with {} constraints for {} results and {} operands",
                             bound_.size(), code_.outputs.size(), code_.inputs.size()));
  return true;
}

bool AssemblyReader::bind_one(std::string_view constraint, std::size_t number, std::size_t& input) {
  const bool is_output = constraint.starts_with('=');
  std::string_view letter = constraint;
  if (is_output) letter.remove_prefix(letter.substr(1).starts_with('&') ? 2 : 1);
  const bool among_outputs = number < code_.outputs.size();
  const auto unknown = [&] {
    return fail(fmt::format("assembly with the constraint {}", shown(constraint)));
  };
  if (is_output != among_outputs || letter.empty()) return unknown();
  if (!is_output && input >= code_.inputs.size())
    return fault("assembly with more constraints than operands");
  AssemblyPiece& piece = is_output ? code_.outputs[number] : code_.inputs[input];
  const int held = piece.is_bit ? 1 : 8 * piece.bytes * piece.count;
  Register made;
  std::uint16_t reg = kNoRegister;
  if (is_assembly_digit(letter.front())) {  // the same register as a result
    std::size_t which = 0;
    const auto [end, error] = std::from_chars(letter.data(), letter.data() + letter.size(), which);
    if (is_output || error != std::errc() || end != letter.data() + letter.size() ||
        which >= code_.outputs.size() || registers_[bound_[which]].written)
      return unknown();
    reg = bound_[which];
    registers_[reg].written = true;
  } else {
    if (letter.size() != 1) return unknown();
    switch (letter.front()) {
      case 'r':
      case 'f':
        made.bits = 32;
        break;
      case 'h':
      case 'c':
        made.bits = 16;
        break;
      case 'l':
      case 'd':
      case 'N':
        made.bits = 64;
        break;
      case 'b':
        made.bits = 1;
        made.is_predicate = true;
        break;
      case 'n':
      case 'i':
        if (is_output) return unknown();
        made.bits = std::max(held, 32);
        made.any_width = true;
        break;
      default:
        return unknown();
    }
    made.is_input = made.written = !is_output;
    const auto added = add_register(made);
    if (!added) return false;
    reg = *added;
  }
  if (held > registers_[reg].bits)
    return fail(
        fmt::format("assembly with {} bits in a register of {}", held, registers_[reg].bits));
  piece.reg = reg;
  piece.bits = static_cast<std::uint8_t>(registers_[reg].bits);
  bound_.push_back(reg);
  if (!is_output) ++input;
  return true;
}

std::optional<std::uint16_t> AssemblyReader::find(std::string_view name) {
  std::size_t digits = name.size();
  while (digits > 1 && is_assembly_digit(name[digits - 1])) --digits;
  std::int64_t number = -1;
  const std::string_view tail = name.substr(digits);
  if (!tail.empty() && tail.size() <= 7 && (tail.size() == 1 || tail.front() != '0'))
    std::from_chars(tail.data(), tail.data() + tail.size(), number);
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    Scope& scope = scopes_[i];
    auto found = scope.find(std::string(name));
    std::int64_t which = 0;
    if (found == scope.end() || found->second.count >= 0) {
      found = number < 0 ? scope.end() : scope.find(std::string(name.substr(0, digits)));
      if (found == scope.end() || number >= found->second.count) continue;
      which = number;
    }
    Declaration& declaration = found->second;
    const auto known = declaration.registers.find(which);
    if (known != declaration.registers.end()) return known->second;
    Register made;
    made.bits = declaration.bits;
    made.is_predicate = declaration.is_predicate;
    const auto reg = add_register(made);
    if (reg) declaration.registers.emplace(which, *reg);
    return reg;
  }
  if (name.starts_with('%'))
    fail(fmt::format("assembly reads {}, which is no value of the kernel", shown(name)));
  else
    fault(fmt::format("assembly names {}, which is not declared", shown(name)));
  return std::nullopt;
}

std::optional<std::uint16_t> AssemblyReader::name(const AssemblyToken& piece) {
  if (piece.kind == AssemblyToken::Kind::kOperand) {
    if (piece.operand < bound_.size()) return bound_[piece.operand];
    fault(fmt::format("assembly names operand {} of {}", piece.operand, bound_.size()));
    return std::nullopt;
  }
  if (piece.kind == AssemblyToken::Kind::kName) return find(piece.text);
  fault(fmt::format("assembly: expected a register, found '{}'", shown(piece.text)));
  return std::nullopt;
}

bool AssemblyReader::fits(std::uint16_t reg, Kind kind, bool wider) {
  const Register& held = registers_[reg];
  if (held.is_constant || held.any_width) return true;
  const int bits = bits_of(kind);
  if (held.is_predicate != (kind == Kind::kPredicate))
    return fault("assembly takes a predicate for a number, or a number for a predicate");
  if (held.bits == bits || (wider && is_whole(kind) && held.bits > bits)) return true;
  return fault(fmt::format("assembly takes a register of {} bits for one of {}", held.bits, bits));
}

bool AssemblyReader::reads(std::uint16_t reg, const Predicate& predicate) {
  const Register& held = registers_[reg];
  if (held.written) return true;
  if (held.partly.reg != kNoRegister && held.partly == predicate) return true;
  return fail("assembly reads a register that nothing has written, or not always");
}

bool AssemblyReader::writes(std::uint16_t reg, const Predicate& predicate) {
  Register& held = registers_[reg];
  if (held.is_input || held.is_constant)
    return fail("assembly writes to a register that it was only given to read");
  ++held.version;
  if (held.written) return true;
  if (predicate.reg == kNoRegister) {
    held.written = true;
    return true;
  }
  const Predicate& before = held.partly;
  const bool completes = before.reg == predicate.reg && before.version == predicate.version &&
                         before.unless != predicate.unless;
  if (completes)
    held.written = true;
  else
    held.partly = predicate;
  return true;
}

// A register or an immediate that is read.
std::optional<std::uint16_t> AssemblyReader::source(Kind kind, bool wider) {
  bool minus = false, complement = false, opposite_of = false;
  while (true) {
    if (pieces_.accept('-'))
      minus = !minus;
    else if (pieces_.accept('~'))
      complement = !complement;
    else if (kind == Kind::kPredicate && pieces_.accept('!'))
      opposite_of = !opposite_of;
    else
      break;
  }
  const AssemblyToken piece = pieces_.take();
  if (piece.kind == AssemblyToken::Kind::kNumber || piece.text == "WARP_SZ") {
    const auto given = piece.text == "WARP_SZ" ? AssemblyImmediate{false, false, 32}
                                               : assembly_immediate(piece.text, minus, complement);
    const bool real = kind == Kind::kF32 || kind == Kind::kF64;
    const bool bare = kind == Kind::kB32 || kind == Kind::kB64;
    const bool fits_kind =
        given &&
        (given->real ? real || (bare && (given->single ? bits_of(kind) == 32 : bits_of(kind) == 64))
                     : is_whole(kind) || kind == Kind::kPredicate);
    if (!fits_kind) {
      fail(fmt::format("assembly takes {} for a number", shown(piece.text)));
      return std::nullopt;
    }
    Bits bits = given->bits;
    if (given->real && kind == Kind::kF32 && !given->single)
      bits = bits_of(static_cast<float>(double_of(bits)));
    if (given->real && kind == Kind::kF64 && given->single) bits = bits_of(double{float_of(bits)});
    return constant(bits & mask_of(bits_of(kind)));
  }
  const auto reg = minus || complement ? std::nullopt : name(piece);
  if (!reg) {
    fail(fmt::format("assembly takes {} for a register", shown(piece.text)));
    return std::nullopt;
  }
  if (!fits(*reg, kind, wider)) return std::nullopt;
  if (!opposite_of) return reg;
  if (!reads(*reg, {})) return std::nullopt;
  Register made;
  made.bits = 1;
  made.is_predicate = made.written = true;
  const auto turned = add_register(made);
  if (!turned) return std::nullopt;
  AssemblyInstruction instruction;
  instruction.function = lanes_of_one<opposite>;
  instruction.in[0] = *reg;
  instruction.out = *turned;
  code_.instructions.push_back(instruction);
  return turned;
}

std::optional<std::uint16_t> AssemblyReader::target(Kind kind, bool wider) {
  const auto reg = name(pieces_.take());
  if (!reg || !fits(*reg, kind, wider)) return std::nullopt;
  return reg;
}

bool AssemblyReader::add(AssemblyInstruction made, const Predicate& predicate) {
  for (const std::uint16_t reg : made.in)
    if (reg != kNoRegister && !reads(reg, predicate)) return false;
  made.predicate = predicate.reg;
  made.unless = predicate.unless;
  if (made.out != kNoRegister && !writes(made.out, predicate)) return false;
  if (made.second != kNoRegister && !writes(made.second, predicate)) return false;
  code_.instructions.push_back(made);
  return true;
}

bool AssemblyReader::carries(const AssemblyForm& form, AssemblyInstruction& made) {
  if (!form.takes_carry && !form.gives_carry) return true;
  if (carry_ == kNoRegister) {
    Register carry;
    carry.bits = 1;
    carry.is_predicate = true;
    const auto reg = add_register(carry);
    if (!reg) return false;
    carry_ = *reg;
  }
  if (form.takes_carry) made.in.at(form.in.size()) = carry_;
  if (form.gives_carry) made.second = carry_;
  return true;
}

bool AssemblyReader::operands(AssemblyForm& form, AssemblyInstruction& made,
                              const Predicate& predicate) {
  const auto out = target(form.out, form.wider);
  if (!out) return false;
  made.out = *out;
  if (pieces_.is('|')) {
    pieces_.take();
    if (form.second == Kind::kNone) return fail("assembly gives two results where there is one");
    const auto second = target(form.second, false);
    if (!second) return false;
    if (*second == *out) return fail("assembly gives two results to one register");
    made.second = *second;
  }
  for (std::size_t i = 0; i < form.in.size(); ++i) {
    if (!expect(',', "between operands")) return false;
    const auto in = source(form.in[i], form.wider);
    if (!in) return false;
    made.in.at(i) = *in;
  }
  if (!carries(form, made)) return false;
  const int bits = bits_of(form.out), held = registers_[*out].bits;
  if (!add(made, predicate)) return false;
  if (held <= bits || !is_signed(form.out)) return true;
  AssemblyInstruction extend;
  extend.function = lanes_of_one<sign_extended>;
  extend.flags.number = static_cast<std::uint32_t>(bits) | static_cast<std::uint32_t>(held) << 8U;
  extend.in[0] = extend.out = *out;
  extend.predicate = predicate.reg;
  extend.unless = predicate.unless;
  code_.instructions.push_back(extend);
  return true;
}

// mov.b32 d, {a, b};
bool AssemblyReader::join(Kind kind, std::uint16_t out, const Predicate& predicate) {
  std::vector<AssemblyToken> parts;
  do {
    if (parts.size() == 4) return fail("assembly joins more than four registers");
    parts.push_back(pieces_.take());
  } while (pieces_.accept(','));
  if (!expect('}', "behind registers that are joined")) return false;
  const int width = bits_of(kind) / static_cast<int>(parts.size());
  if ((parts.size() != 2 && parts.size() != 4) || width < 8)
    return fault("assembly joins registers that do not fit");
  AssemblyInstruction made;
  made.function = lanes_of_four<joined>;
  made.flags.number = static_cast<std::uint32_t>(width);
  made.out = out;
  const auto zero = constant(0);
  if (!zero) return false;
  made.in.fill(*zero);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const AssemblyToken& piece = parts[i];
    if (piece.kind == AssemblyToken::Kind::kNumber) {
      const auto number = assembly_immediate(piece.text, false, false);
      if (!number || number->real) return fail("assembly joins what is no register");
      const auto reg = constant(number->bits & mask_of(width));
      if (!reg) return false;
      made.in.at(i) = *reg;
      continue;
    }
    const auto reg = name(piece);
    if (!reg) return false;
    if (registers_[*reg].bits != width || registers_[*reg].is_predicate)
      return fault("assembly joins registers that do not fit");
    made.in.at(i) = *reg;
  }
  return add(made, predicate);
}

// mov.b32 {a, _}, s;
bool AssemblyReader::part(Kind kind, const Predicate& predicate) {
  std::vector<AssemblyToken> parts;
  do {
    if (parts.size() == 4) return fail("assembly parts more than four registers");
    parts.push_back(pieces_.take());
  } while (pieces_.accept(','));
  if (!expect('}', "behind registers that are parted") || !expect(',', "between operands"))
    return false;
  const auto from = source(kind, false);
  if (!from) return false;
  const int width = bits_of(kind) / static_cast<int>(parts.size());
  if ((parts.size() != 2 && parts.size() != 4) || width < 8)
    return fault("assembly parts registers that do not fit");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].text == "_") continue;
    const auto reg = name(parts[i]);
    if (!reg) return false;
    if (registers_[*reg].bits != width || registers_[*reg].is_predicate)
      return fault("assembly parts registers that do not fit");
    AssemblyInstruction made;
    made.function = lanes_of_one<parted>;
    made.flags.number = static_cast<std::uint32_t>(static_cast<int>(i) * width) |
                        static_cast<std::uint32_t>(width) << 8U;
    made.in[0] = *from;
    made.out = *reg;
    if (!add(made, predicate)) return false;
  }
  return true;
}

bool AssemblyReader::move(Mnemonic& name, const Predicate& predicate) {
  const Kind kind = name.kind();
  if (!name.is_done() || kind == Kind::kNone || bits_of(kind) == 8 || kind == Kind::kTF32 ||
      kind == Kind::kE4M3x2 || kind == Kind::kE5M2x2)
    return false;
  if (pieces_.accept('{')) return part(kind, predicate);
  const auto out = target(kind, false);
  if (!out) return false;
  if (!expect(',', "between operands")) return false;
  if (pieces_.accept('{')) return join(kind, *out, predicate);
  const auto in = source(kind, false);
  if (!in) return false;
  AssemblyInstruction made;
  made.function = lanes_of_one<moved>;
  made.out = *out;
  made.in[0] = *in;
  return add(made, predicate);
}

}  // namespace nereid::verify::machine
