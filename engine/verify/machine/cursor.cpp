// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace nereid::verify::machine {
namespace {

constexpr int kMaxNesting = 16;  // of attributes, locations, types and nested lists

// Of those that stand for a promise or an order to the compiler: any other one could mean to it
// what nobody has looked at. Names of an operation's own have no point.
bool is_known(std::string_view name) {
  if (name.find('\\') != std::string_view::npos) return false;  // another name to Triton
  for (const std::string_view hint : {"tt.divisibility", "tt.contiguity", "tt.constancy"})
    if (name.starts_with(hint)) return true;
  constexpr std::array<std::string_view, 5> kOfLoops = {"tt.num_stages", "tt.loop_unroll_factor",
                                                        "tt.disallow_acc_multi_buffer",
                                                        "tt.flatten", "tt.warp_specialize"};
  return name.find('.') == std::string_view::npos ||
         std::find(kOfLoops.begin(), kOfLoops.end(), name) != kOfLoops.end();
}

// "si8" and "ui8", as descriptors have them, are "i8" whose sign is told.
std::optional<Element> signed_element(std::string_view name) {
  if (name.size() < 3 || (name.front() != 's' && name.front() != 'u') || name.at(1) != 'i')
    return std::nullopt;
  return element_named(name.substr(1));
}

class Nested {
 public:
  explicit Nested(int& depth) : depth_(depth) { ++depth_; }
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  int& depth_;
};

}  // namespace

bool Cursor::fail(ErrorCode code, int line, const std::string& message) {
  if (ok()) {
    error_ = Error{code, fmt::format("line {}: {}", line, message)};
    token_ = Token{};
  }
  return false;
}

Token Cursor::take() {
  const Token taken = token_;
  advance();
  if (ok() && token_.kind == Token::Kind::kBad) fail("this is no word of the language");
  return taken;
}

bool Cursor::is(std::string_view text) const {
  return (token_.kind == Token::Kind::kPunctuation || token_.kind == Token::Kind::kWord) &&
         token_.text == text;
}

bool Cursor::accept(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

bool Cursor::expect(std::string_view text) {
  return accept(text) ||
         fail(fmt::format("expected \"{}\", found \"{}\"", text, token_.text.substr(0, 40)));
}

std::optional<Token> Cursor::expect(Token::Kind kind, std::string_view what) {
  if (token_.kind == kind) return take();
  fail(fmt::format("expected {}, found \"{}\"", what, token_.text.substr(0, 40)));
  return std::nullopt;
}

Token Cursor::peek() {
  Lexer ahead = lexer_;
  return ahead.next();
}

std::optional<std::int64_t> Cursor::integer(std::string_view what) {
  const auto token = expect(Token::Kind::kInteger, what);
  if (!token) return std::nullopt;
  std::int64_t value = 0;
  const char* end = token->text.data() + token->text.size();
  const auto [rest, problem] = std::from_chars(token->text.data(), end, value);
  if (problem == std::errc() && rest == end) return value;
  fail(fmt::format("expected {}, found \"{}\"", what, token->text.substr(0, 40)));
  return std::nullopt;
}

std::optional<Type> Cursor::type() {
  const Nested nested(type_depth_);
  if (type_depth_ > kMaxNesting) {
    fail("types are nested too deeply");
    return std::nullopt;
  }
  if (token_.kind == Token::Kind::kDialect) {
    const Token name = take();
    if (name.text == "tt.ptr") return pointer_rest();
    if (name.text == "tt.tensordesc") return descriptor_rest();
    fail(ErrorCode::kUnsupported, name.line, fmt::format("type !{} is not known", name.text));
    return std::nullopt;
  }
  const auto word = expect(Token::Kind::kWord, "a type");
  if (!word) return std::nullopt;
  if (word->text == "tensor") return tensor_rest();
  if (const auto element = element_named(word->text)) return Type::scalar(*element);
  if (const auto element = signed_element(word->text)) return Type::scalar(*element);
  fail(ErrorCode::kUnsupported, word->line,
       fmt::format("type {} is not known", word->text.substr(0, 40)));
  return std::nullopt;
}

std::optional<Type> Cursor::pointer_rest() {
  if (!expect("<")) return std::nullopt;
  const int line = this->line();
  const auto to = type();
  if (!to) return std::nullopt;
  if (to->kind != Type::Kind::kScalar || to->element == Element::kPointer) {
    fail(ErrorCode::kUnsupported, line, fmt::format("type !tt.ptr<{}> is not known", to->text()));
    return std::nullopt;
  }
  if (accept(",") && integer("an address space").value_or(1) != 1) {
    fail(ErrorCode::kUnsupported, line, "pointers are known to global memory alone");
    return std::nullopt;
  }
  if (!expect(">")) return std::nullopt;
  Type pointer = Type::scalar(Element::kPointer);
  pointer.pointee = to->element;
  return pointer;
}

std::optional<Type> Cursor::descriptor_rest() {
  if (!expect("<")) return std::nullopt;
  const int line = this->line();
  auto block = type();
  if (!block || !expect(">")) return std::nullopt;
  if (!block->is_tensor() || block->element == Element::kPointer) {
    fail(ErrorCode::kUnsupported, line,
         fmt::format("type !tt.tensordesc<{}> is not known", block->text()));
    return std::nullopt;
  }
  block->kind = Type::Kind::kDescriptor;
  return block;
}

// The opening bracket is next. "64x32xf16" is cut into 64 and a word, which is read again behind
// its x.
std::optional<Type> Cursor::tensor_rest() {
  if (!expect("<")) return std::nullopt;
  Type tensor;
  tensor.kind = Type::Kind::kTensor;
  const int line = this->line();
  std::int64_t elements = 1;
  while (is(Token::Kind::kInteger)) {
    const auto size = integer("the size of a dimension");
    if (!size) return std::nullopt;
    if (tensor.rank == kMaxRank) {
      fail(ErrorCode::kUnsupported, line,
           fmt::format("a tensor of more than {} dimensions", kMaxRank));
      return std::nullopt;
    }
    if (*size < 1 || *size > kMaxElements || (*size & (*size - 1)) != 0) {
      fail(fmt::format("a dimension of {}, expected a power of two up to {}", *size, kMaxElements));
      return std::nullopt;
    }
    tensor.shape.at(static_cast<std::size_t>(tensor.rank++)) = *size;
    elements *= *size;
    if (elements > kMaxElements) {
      fail(fmt::format("a tensor of more than {} elements", kMaxElements));
      return std::nullopt;
    }
    if (!is(Token::Kind::kWord) || token_.text.front() != 'x') {
      fail("expected x behind the size of a dimension");
      return std::nullopt;
    }
    Token behind = token_;
    ++behind.begin;
    lexer_.rewind(behind);
    advance();
  }
  const auto lane = type();
  if (!lane) return std::nullopt;
  if (lane->kind != Type::Kind::kScalar) {
    fail(fmt::format("a tensor of {}", lane->text()));
    return std::nullopt;
  }
  tensor.element = lane->element;
  tensor.pointee = lane->pointee;
  if (!is(">")) {
    fail(ErrorCode::kUnsupported, line, "a tensor with a layout: this is not Triton's first IR");
    return std::nullopt;
  }
  take();
  return tensor;
}

bool Cursor::types_of_arrow(std::vector<Type>& types) {
  if (!accept("(")) {
    const auto one = type();
    if (one) types.push_back(*one);
    return one.has_value();
  }
  while (ok() && !is(")")) {
    const auto one = type();
    if (!one) return false;
    types.push_back(*one);
    if (!accept(",")) break;
  }
  return expect(")");
}

std::optional<Literal> Cursor::literal() {
  Literal value;
  if (is(Token::Kind::kFloat)) {
    value.kind = Literal::Kind::kFloat;
    const Token number = take();
    const char* end = number.text.data() + number.text.size();
    if (std::from_chars(number.text.data(), end, value.real).ec == std::errc()) return value;
    fail(fmt::format("{} is no number of a double", number.text.substr(0, 40)));
    return std::nullopt;
  }
  if (accept("true")) {
    value.integer = 1;
    return value;
  }
  if (accept("false")) return value;
  if (!is(Token::Kind::kInteger) || token_.text.find('x') == std::string_view::npos) {
    const auto whole = integer("a number");
    if (!whole) return std::nullopt;
    value.integer = *whole;
    value.real = static_cast<double>(*whole);
    return value;
  }
  const Token hex = take();
  std::uint64_t bits = 0;
  const bool negative = hex.text.front() == '-';
  const char* begin = hex.text.data() + (negative ? 3 : 2);
  const char* end = hex.text.data() + hex.text.size();
  if (std::from_chars(begin, end, bits, 16).ec != std::errc()) {
    fail(fmt::format("{} is too large", hex.text.substr(0, 40)));
    return std::nullopt;
  }
  value.kind = Literal::Kind::kHex;
  value.integer = static_cast<std::int64_t>(negative ? 0 - bits : bits);
  return value;
}

bool Cursor::dense_values(std::vector<Literal>& values, int depth) {
  if (depth > kMaxNesting) return fail("lists are nested too deeply");
  if (!accept("[")) {
    const auto value = literal();
    if (value) values.push_back(*value);
    return value.has_value();
  }
  while (ok() && !is("]")) {
    if (!dense_values(values, depth + 1)) return false;
    if (!accept(",")) break;
  }
  return expect("]");
}

// dense<"0x...">: the bytes of all lanes, little endian.
bool Cursor::dense_bytes(std::string_view text, std::vector<Literal>& values, const Type& type) {
  const std::size_t size = bytes_of(type.element);
  if (!text.starts_with("0x") || type.element == Element::kI1)
    return fail("dense bytes that are no hexadecimal number");
  text.remove_prefix(2);
  if (text.size() != static_cast<std::size_t>(type.elements()) * size * 2 &&
      text.size() != size * 2)
    return fail("dense bytes do not fit their type");
  for (; !text.empty(); text.remove_prefix(size * 2)) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      std::uint8_t byte = 0;
      const char* end = text.data() + i * 2 + 2;
      if (std::from_chars(text.data() + i * 2, end, byte, 16).ptr != end)
        return fail("dense bytes that are no hexadecimal number");
      bits |= static_cast<std::uint64_t>(byte) << (8 * i);
    }
    values.push_back({Literal::Kind::kHex, static_cast<std::int64_t>(bits), 0});
  }
  return true;
}

std::optional<Attribute> Cursor::dense() {
  Attribute result;
  result.kind = Attribute::Kind::kNumbers;
  if (!expect("dense") || !expect("<")) return std::nullopt;
  std::optional<std::string_view> bytes;
  if (is(Token::Kind::kString))
    bytes = take().text;
  else if (!is(">") && !dense_values(result.numbers, 0))
    return std::nullopt;
  if (!expect(">") || !expect(":")) return std::nullopt;
  const auto of = type();
  if (!of) return std::nullopt;
  result.type = *of;
  if (bytes && !dense_bytes(*bytes, result.numbers, *of)) return std::nullopt;
  const auto count = static_cast<std::int64_t>(result.numbers.size());
  if (!of->is_tensor() || (count != 1 && count != of->elements())) {
    fail(fmt::format("{} numbers for {}", count, of->text()));
    return std::nullopt;
  }
  return result;
}

std::optional<Attribute> Cursor::number_attribute() {
  Attribute result;
  result.kind = Attribute::Kind::kNumber;
  const auto value = literal();
  if (!value) return std::nullopt;
  result.numbers.push_back(*value);
  if (accept(":")) {
    const auto of = type();
    if (!of) return std::nullopt;
    result.type = *of;
  }
  return result;
}

// [1, 2] or array<i32: 1, 2>; other lists are kept without their contents.
std::optional<Attribute> Cursor::list_attribute(int depth) {
  Attribute result;
  result.kind = Attribute::Kind::kNumbers;
  std::string_view close = "]";
  if (accept("array")) {
    close = ">";
    if (!expect("<") || !type()) return std::nullopt;
    if (!is(close) && !expect(":")) return std::nullopt;
  } else if (!expect("[")) {
    return std::nullopt;
  }
  while (ok() && !is(close)) {
    const auto one = attribute(depth + 1);
    if (!one) return std::nullopt;
    if (one->kind == Attribute::Kind::kNumber)
      result.numbers.push_back(one->numbers.front());
    else
      result.kind = Attribute::Kind::kOther;
    if (!accept(",")) break;
  }
  if (!expect(close)) return std::nullopt;
  return result;
}

std::optional<Attribute> Cursor::attribute(int depth) {
  if (depth > kMaxNesting) {
    fail("attributes are nested too deeply");
    return std::nullopt;
  }
  Attribute result;
  switch (token_.kind) {
    case Token::Kind::kString:
      result.kind = Attribute::Kind::kString;
      result.text = take().text;
      return result;
    case Token::Kind::kSymbol:
      result.kind = Attribute::Kind::kSymbol;
      result.text = take().text;
      return result;
    case Token::Kind::kInteger:
    case Token::Kind::kFloat:
      return number_attribute();
    default:
      break;
  }
  if (is("true") || is("false")) return number_attribute();
  if (is("[") || is("array")) return list_attribute(depth);
  if (is("dense")) return dense();
  if (accept("unit")) return result;
  if (is("{")) {
    Attributes inner;
    result.kind = Attribute::Kind::kOther;
    if (!attributes(inner, "{", "}", depth + 1)) return std::nullopt;
    return result;
  }
  if (is(Token::Kind::kWord) || is(Token::Kind::kDialect)) {
    const auto of = type();
    if (!of) return std::nullopt;
    result.kind = Attribute::Kind::kType;
    result.type = *of;
    return result;
  }
  fail(ErrorCode::kUnsupported, line(),
       fmt::format("attribute \"{}\" is not known", token_.text.substr(0, 40)));
  return std::nullopt;
}

bool Cursor::attributes(Attributes& attributes, std::string_view open, std::string_view close,
                        int depth) {
  if (!expect(open)) return false;
  while (ok() && !is(close)) {
    if (!is(Token::Kind::kWord) && !is(Token::Kind::kString))
      return fail("expected the name of an attribute");
    const int line = this->line();
    std::string name(take().text);
    if (!is_known(name))
      return fail(ErrorCode::kUnsupported, line,
                  fmt::format("attribute {} is not known", name.substr(0, 80)));
    Attribute value;
    if (accept("=")) {
      auto given = attribute(depth + 1);
      if (!given) return false;
      value = std::move(*given);
    }
    attributes.emplace_back(std::move(name), std::move(value));
    if (!accept(",")) break;
  }
  return expect(close);
}

std::uint32_t Cursor::add(Module& module, Location location) {
  module.locations.push_back(std::move(location));
  return static_cast<std::uint32_t>(module.locations.size() - 1);
}

std::uint32_t Cursor::location_if_any(Module& module) {
  if (!is("loc") || !accept("loc") || !expect("(")) return kNoLocation;
  const std::uint32_t place = location(module);
  expect(")");
  return place;
}

std::uint32_t Cursor::location(Module& module, int depth) {
  if (depth > kMaxNesting * 4) {
    fail("locations are nested too deeply");
    return kNoLocation;
  }
  Location place;
  if (is(Token::Kind::kAlias)) {
    place.kind = Location::Kind::kAlias;
    place.text = take().text;
    return add(module, place);
  }
  if (accept("unknown")) return add(module, place);
  if (accept("callsite")) {
    place.kind = Location::Kind::kCallSite;
    if (!expect("(")) return kNoLocation;
    place.inner = location(module, depth + 1);
    if (!expect("at")) return kNoLocation;
    place.caller = location(module, depth + 1);
    expect(")");
    return add(module, place);
  }
  if (accept("fused")) {
    // Several places for one operation: the first will do.
    if (accept("<") && (!attribute() || !expect(">"))) return kNoLocation;
    if (!expect("[")) return kNoLocation;
    const std::uint32_t first = location(module, depth + 1);
    while (accept(",")) location(module, depth + 1);
    expect("]");
    return first;
  }
  const auto text = expect(Token::Kind::kString, "a location");
  if (!text) return kNoLocation;
  place.text = text->text;
  if (accept("(")) {
    place.kind = Location::Kind::kName;
    place.inner = location(module, depth + 1);
    expect(")");
    return add(module, place);
  }
  place.kind = Location::Kind::kName;
  if (accept(":")) {
    place.kind = Location::Kind::kFile;
    place.line = static_cast<int>(integer("a line").value_or(0));
    if (expect(":")) place.column = static_cast<int>(integer("a column").value_or(0));
    if (accept("to")) {
      // The end of a range, which nobody asks for.
      while (ok() && !is(")") && !is(Token::Kind::kEnd)) take();
    }
  }
  return add(module, place);
}

}  // namespace nereid::verify::machine
