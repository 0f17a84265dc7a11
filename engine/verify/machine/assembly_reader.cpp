// SPDX-License-Identifier: GPL-3.0-or-later
// Reads inline assembly: statements of PTX that only compute with registers. The text is whatever a
// candidate wrote: lengths, registers and instructions are bounded, and what is not known is named.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {
namespace {

using Kind = AssemblyKind;
using Bits = std::uint64_t;

constexpr std::size_t kMaxText = 65536;
constexpr std::size_t kMaxRegisters = 4096;
constexpr std::size_t kMaxInstructions = 8192;
constexpr std::size_t kMaxScopes = 64;
constexpr std::size_t kMaxDeclarations = 4096;
constexpr std::int64_t kMaxPack = 64;
constexpr std::size_t kMaxShown = 40;  // of a name, in what is told

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c == '$';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
Bits mask_of(int bits) {
  return bits >= 64 ? ~Bits{0} : (Bits{1} << bits) - 1;
}

// The IR's escapes: two hexadecimal digits, or a character for itself.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const int high = hex_digit(text[i + 1]);
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high >= 0 && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      ++i;
      out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    }
  }
  return out;
}

struct Piece {
  enum class Kind : std::uint8_t { kEnd, kName, kOperand, kNumber, kSign, kBad };
  Kind kind = Kind::kEnd;
  std::string_view text;
  std::uint32_t operand = 0;
};

/// Cuts a text into names, numbers, operands ($0) and single signs.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text) { next(); }
  const Piece& now() const { return now_; }
  Piece take() {
    const Piece taken = now_;
    next();
    return taken;
  }
  bool is(char sign) const { return now_.kind == Piece::Kind::kSign && now_.text.front() == sign; }
  bool accept(char sign) {
    if (!is(sign)) return false;
    next();
    return true;
  }

 private:
  char at(std::size_t ahead) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  void cut(Piece::Kind kind, std::size_t length) {
    now_ = {kind, text_.substr(place_, length)};
    place_ += length;
  }
  void skip() {
    while (place_ < text_.size()) {
      if (at(0) == '/' && at(1) == '/') {
        place_ = std::min(text_.find('\n', place_), text_.size());
      } else if (at(0) == '/' && at(1) == '*') {
        const std::size_t end = text_.find("*/", place_ + 2);
        place_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (at(0) == ' ' || at(0) == '\t' || at(0) == '\n' || at(0) == '\r') {
        ++place_;
      } else {
        return;
      }
    }
  }
  // $0, ${0}; $$ is a letter of a name.
  bool operand() {
    const bool braces = at(1) == '{';
    std::size_t length = braces ? 2 : 1;
    std::uint32_t number = 0;
    const std::size_t first = length;
    while (is_digit(at(length)) && length < first + 5)
      number = number * 10 + static_cast<std::uint32_t>(at(length++) - '0');
    if (length == first || is_digit(at(length)) || (braces && at(length) != '}')) return false;
    if (braces) ++length;
    // Letters behind it would be part of the name that it stands for.
    if (is_letter(at(length)) || is_digit(at(length))) return false;
    cut(Piece::Kind::kOperand, length);
    now_.operand = number;
    return true;
  }
  void next() {
    skip();
    if (place_ >= text_.size()) {
      now_ = {};
      return;
    }
    const char c = at(0);
    if (c == '$' && at(1) != '$') {
      if (!operand()) cut(Piece::Kind::kBad, 1);
      return;
    }
    if (is_letter(c)) {
      std::size_t length = 1;
      while ((is_letter(at(length)) && (at(length) != '$' || at(length + 1) == '$')) ||
             is_digit(at(length)))
        ++length;
      return cut(Piece::Kind::kName, length);
    }
    if (is_digit(c)) {
      std::size_t length = 1;
      // 0x1F, 0f3F800000, 1.5e-3, 7U
      while (hex_digit(at(length)) >= 0 || at(length) == 'x' || at(length) == 'X' ||
             at(length) == '.' || at(length) == 'U' ||
             ((at(length) == '+' || at(length) == '-') && is_decimal(length) &&
              (at(length - 1) == 'e' || at(length - 1) == 'E')))
        ++length;
      return cut(Piece::Kind::kNumber, length);
    }
    cut(Piece::Kind::kSign, 1);
  }
  // So far it has only digits, a point and an exponent.
  bool is_decimal(std::size_t length) const {
    return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(place_),
                       text_.begin() + static_cast<std::ptrdiff_t>(place_ + length),
                       [](char c) { return is_digit(c) || c == '.' || c == 'e' || c == 'E'; });
  }

  std::string_view text_;
  std::size_t place_ = 0;
  Piece now_;
};

/// What an immediate says.
struct Immediate {
  bool real = false;
  bool single = false;  ///< 0f...: the bits of a float32
  Bits bits = 0;        ///< of the whole number, or of the double
};

std::optional<Immediate> immediate_of(std::string_view text, bool minus, bool complement) {
  const auto whole = [&](std::string_view digits, int base) -> std::optional<Immediate> {
    if (digits.ends_with('U')) digits.remove_suffix(1);
    Bits value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
      return std::nullopt;
    if (minus) value = ~value + 1;
    return Immediate{false, false, complement ? ~value : value};
  };
  const auto bits = [&](std::size_t digits, bool single) -> std::optional<Immediate> {
    Bits value = 0;
    if (text.size() != digits + 2) return std::nullopt;
    for (const char c : text.substr(2)) {
      if (hex_digit(c) < 0) return std::nullopt;
      value = value << 4U | static_cast<Bits>(hex_digit(c));
    }
    if (complement) return std::nullopt;
    if (minus) value ^= Bits{1} << (digits * 4 - 1);
    return Immediate{true, single, value};
  };
  if (text.starts_with("0x") || text.starts_with("0X")) return whole(text.substr(2), 16);
  if (text.starts_with("0b") || text.starts_with("0B")) return whole(text.substr(2), 2);
  if (text.starts_with("0f") || text.starts_with("0F")) return bits(8, true);
  if (text.starts_with("0d") || text.starts_with("0D")) return bits(16, false);
  if (text.find_first_of(".eE") != std::string_view::npos) {
    if (complement || text.size() > 64) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return Immediate{true, false, bits_of(minus ? -value : value)};
  }
  if (text.size() > 1 && text.front() == '0') return whole(text.substr(1), 8);
  return whole(text, 10);
}

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

class Reader {
 public:
  Reader(const AssemblyText& operation, std::string text)
      : operation_(operation), text_(std::move(text)), pieces_(text_) {}

  bool read() {
    if (!bind() || !statements()) return false;
    return outputs_are_written();
  }
  AssemblyCode& code() { return code_; }
  const std::string& problem() const { return problem_; }
  bool is_malformed() const { return is_malformed_; }

 private:
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
    const Piece& now = pieces_.now();
    return fault(
        fmt::format("assembly: expected '{}' {}, found {}", sign, where,
                    now.kind == Piece::Kind::kEnd ? "its end" : "'" + shown(now.text) + "'"));
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
  std::optional<std::uint16_t> constant(Bits value) {
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
  bool join(Kind kind, std::uint16_t out, const Predicate& predicate);
  bool part(Kind kind, const Predicate& predicate);
  bool operands(AssemblyForm& form, AssemblyInstruction& made, const Predicate& predicate);
  bool carries(const AssemblyForm& form, AssemblyInstruction& made);

  std::optional<std::uint16_t> name(const Piece& piece);
  std::optional<std::uint16_t> find(std::string_view name);
  std::optional<std::uint16_t> source(Kind kind, bool wider);
  std::optional<std::uint16_t> target(Kind kind, bool wider);
  bool fits(std::uint16_t reg, Kind kind, bool wider);
  bool reads(std::uint16_t reg, const Predicate& predicate);
  bool writes(std::uint16_t reg, const Predicate& predicate);
  bool add(AssemblyInstruction made, const Predicate& predicate);
  bool outputs_are_written();

  const AssemblyText& operation_;
  std::string text_;
  Pieces pieces_;
  std::string problem_;
  bool is_malformed_ = false;
  AssemblyCode code_;
  std::vector<Register> registers_;
  std::map<Bits, std::uint16_t> constants_;
  std::vector<std::uint16_t> bound_;  ///< $0, $1, ...
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
  std::size_t declarations_ = 0;
  std::uint16_t carry_ = kNoRegister;
  bool orders_launches_ = false;
};

// As Triton hands them over: elements narrower than 32 bits share registers within a pack.
bool Reader::split(Element element, std::uint16_t value, std::vector<AssemblyPiece>& pieces) {
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

bool Reader::bind() {
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

bool Reader::bind_one(std::string_view constraint, std::size_t number, std::size_t& input) {
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
  if (is_digit(letter.front())) {  // the same register as a result
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

bool Reader::statements() {
  while (pieces_.now().kind != Piece::Kind::kEnd) {
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
bool Reader::directive() {
  pieces_.take();
  const Piece what = pieces_.take();
  if (what.kind != Piece::Kind::kName || what.text != "reg")
    return fail(fmt::format("assembly with the directive .{}", shown(what.text)));
  if (!expect('.', "in front of a type")) return false;
  const Piece type = pieces_.take();
  const Kind kind = assembly_kind(type.text);
  if (kind == Kind::kNone || kind == Kind::kTF32 || kind == Kind::kE4M3x2 || kind == Kind::kE5M2x2)
    return fail(fmt::format("assembly with registers of type .{}", shown(type.text)));
  do {
    const Piece declared = pieces_.take();
    if (declared.kind != Piece::Kind::kName)
      return fault(fmt::format("assembly: expected the name of a register, found '{}'",
                               shown(declared.text)));
    Declaration made;
    made.bits = bits_of(kind);
    made.is_predicate = kind == Kind::kPredicate;
    if (pieces_.accept('<')) {
      const Piece count = pieces_.take();
      const auto number = count.kind == Piece::Kind::kNumber
                              ? immediate_of(count.text, false, false)
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
bool Reader::statement() {
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

bool Reader::refuse(const std::string& name) {
  bool memory = false;
  for (std::size_t i = 0; i < 64 && pieces_.now().kind != Piece::Kind::kEnd && !pieces_.is(';');
       ++i) {
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

bool Reader::instruction(const Predicate& predicate) {
  const Piece first = pieces_.take();
  if (first.kind != Piece::Kind::kName)
    return fault(fmt::format("assembly: expected an instruction, found '{}'", shown(first.text)));
  if (pieces_.is(':')) return fail("assembly with labels and branches is not run by this machine");
  std::vector<std::string_view> parts = {first.text};
  std::string whole(first.text.substr(0, kMaxShown));
  while (pieces_.accept('.')) {
    const Piece part = pieces_.take();
    if (part.kind != Piece::Kind::kName || parts.size() > 16)
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

// ---- names and registers
// ---------------------------------------------------------------------------
std::optional<std::uint16_t> Reader::find(std::string_view name) {
  std::size_t digits = name.size();
  while (digits > 1 && is_digit(name[digits - 1])) --digits;
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

std::optional<std::uint16_t> Reader::name(const Piece& piece) {
  if (piece.kind == Piece::Kind::kOperand) {
    if (piece.operand < bound_.size()) return bound_[piece.operand];
    fault(fmt::format("assembly names operand {} of {}", piece.operand, bound_.size()));
    return std::nullopt;
  }
  if (piece.kind == Piece::Kind::kName) return find(piece.text);
  fault(fmt::format("assembly: expected a register, found '{}'", shown(piece.text)));
  return std::nullopt;
}

bool Reader::fits(std::uint16_t reg, Kind kind, bool wider) {
  const Register& held = registers_[reg];
  if (held.is_constant || held.any_width) return true;
  const int bits = bits_of(kind);
  if (held.is_predicate != (kind == Kind::kPredicate))
    return fault("assembly takes a predicate for a number, or a number for a predicate");
  if (held.bits == bits || (wider && is_whole(kind) && held.bits > bits)) return true;
  return fault(fmt::format("assembly takes a register of {} bits for one of {}", held.bits, bits));
}

bool Reader::reads(std::uint16_t reg, const Predicate& predicate) {
  const Register& held = registers_[reg];
  if (held.written) return true;
  if (held.partly.reg != kNoRegister && held.partly == predicate) return true;
  return fail("assembly reads a register that nothing has written, or not always");
}

bool Reader::writes(std::uint16_t reg, const Predicate& predicate) {
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
std::optional<std::uint16_t> Reader::source(Kind kind, bool wider) {
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
  const Piece piece = pieces_.take();
  if (piece.kind == Piece::Kind::kNumber || piece.text == "WARP_SZ") {
    const auto given = piece.text == "WARP_SZ" ? Immediate{false, false, 32}
                                               : immediate_of(piece.text, minus, complement);
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

std::optional<std::uint16_t> Reader::target(Kind kind, bool wider) {
  const auto reg = name(pieces_.take());
  if (!reg || !fits(*reg, kind, wider)) return std::nullopt;
  return reg;
}

bool Reader::add(AssemblyInstruction made, const Predicate& predicate) {
  for (const std::uint16_t reg : made.in)
    if (reg != kNoRegister && !reads(reg, predicate)) return false;
  made.predicate = predicate.reg;
  made.unless = predicate.unless;
  if (made.out != kNoRegister && !writes(made.out, predicate)) return false;
  if (made.second != kNoRegister && !writes(made.second, predicate)) return false;
  code_.instructions.push_back(made);
  return true;
}

bool Reader::carries(const AssemblyForm& form, AssemblyInstruction& made) {
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

bool Reader::operands(AssemblyForm& form, AssemblyInstruction& made, const Predicate& predicate) {
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
bool Reader::join(Kind kind, std::uint16_t out, const Predicate& predicate) {
  std::vector<Piece> parts;
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
    const Piece& piece = parts[i];
    if (piece.kind == Piece::Kind::kNumber) {
      const auto number = immediate_of(piece.text, false, false);
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
bool Reader::part(Kind kind, const Predicate& predicate) {
  std::vector<Piece> parts;
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

bool Reader::move(Mnemonic& name, const Predicate& predicate) {
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

bool Reader::outputs_are_written() {
  const bool all =
      std::all_of(code_.outputs.begin(), code_.outputs.end(),
                  [&](const AssemblyPiece& piece) { return registers_[piece.reg].written; });
  if (all) return true;
  code_.gives_nothing = orders_launches_ && code_.instructions.empty();
  return code_.gives_nothing ||
         fail("assembly gives a result that nothing has written, or not always");
}

}  // namespace

std::optional<AssemblyCode> read_assembly(const AssemblyText& text, std::string& problem,
                                          bool* is_malformed) {
  if (text.text.size() > kMaxText || text.constraints.size() > kMaxText) {
    problem = "assembly of too many letters";
    return std::nullopt;
  }
  Reader reader(text, unescaped(text.text));
  if (reader.read()) return std::move(reader.code());
  if (is_malformed) *is_malformed = reader.is_malformed();
  problem = reader.problem().empty() ? "assembly that is not known" : reader.problem();
  return std::nullopt;
}

void run_assembly(const AssemblyCode& code, std::uint64_t* registers, std::size_t n,
                  std::uint32_t seed) {
  const auto place = [&](std::uint16_t reg) -> std::uint64_t* {
    return reg == kNoRegister ? nullptr : registers + std::size_t{reg} * kAssemblyLanes;
  };
  std::uint64_t* spare = registers + std::size_t{code.registers} * kAssemblyLanes;
  AssemblyLanes lanes;
  lanes.n = n;
  lanes.seed = seed;
  for (const AssemblyInstruction& instruction : code.instructions) {
    const bool always = instruction.predicate == kNoRegister;
    for (std::size_t i = 0; i < lanes.in.size(); ++i) lanes.in.at(i) = place(instruction.in.at(i));
    lanes.flags = instruction.flags;
    std::uint64_t* out = place(instruction.out);
    std::uint64_t* second = place(instruction.second);
    lanes.out = always ? out : spare;
    lanes.second = always || !second ? second : spare + kAssemblyLanes;
    instruction.function(lanes);
    if (always) continue;
    const std::uint64_t* holds = place(instruction.predicate);
    for (std::size_t i = 0; i < n; ++i) {
      if ((holds[i] != 0) == instruction.unless) continue;
      out[i] = lanes.out[i];
      if (second) second[i] = lanes.second[i];
    }
  }
}

}  // namespace nereid::verify::machine
