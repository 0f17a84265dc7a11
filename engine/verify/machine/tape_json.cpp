// SPDX-License-Identifier: GPL-3.0-or-later
// A tape for files and other processes (schema nereid.tape/1).
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/verify/machine/internal/type.h"
#include "engine/verify/machine/tape.h"

namespace nereid::verify::machine {
namespace {

constexpr std::string_view kSchema = "nereid.tape/1";
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::pair<LaneRule, std::string_view>, 12> kRules = {
    {{LaneRule::kNone, "none"},
     {LaneRule::kEach, "each"},
     {LaneRule::kBroadcast, "broadcast"},
     {LaneRule::kTranspose, "transpose"},
     {LaneRule::kConcatenate, "concatenate"},
     {LaneRule::kJoin, "join"},
     {LaneRule::kSplit, "split"},
     {LaneRule::kDot, "dot"},
     {LaneRule::kReduce, "reduce"},
     {LaneRule::kScan, "scan"},
     {LaneRule::kGather, "gather"},
     {LaneRule::kAll, "all"}}};

std::string base64(const std::vector<std::byte>& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t j = 0; j < 3; ++j)
      three =
          three << 8U | (i + j < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? kDigits[three >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

bool of_base64(std::string_view text, std::vector<std::byte>& bytes) {
  std::array<int, 256> values = {};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values.at(static_cast<unsigned char>(kDigits[i])) = static_cast<int>(i);
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::uint32_t kept = 0;
  int bits = 0;
  for (const char digit : text) {
    const int value = values.at(static_cast<unsigned char>(digit));
    if (value < 0) return false;
    kept = kept << 6U | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::byte>(kept >> static_cast<unsigned>(bits) & 0xFFU));
  }
  return true;
}

OrderedJson forms_json(const std::vector<TapeForm>& forms) {
  OrderedJson list = OrderedJson::array();
  for (const TapeForm& form : forms)
    list.push_back({{"name", form.name}, {"dtype", form.dtype}, {"shape", form.shape}});
  return list;
}

std::vector<TapeForm> forms_of(const Json& json) {
  std::vector<TapeForm> forms;
  for (const Json& one : json) forms.push_back({one.at("name"), one.at("dtype"), one.at("shape")});
  return forms;
}

OrderedJson operation_json(const TapeOperation& operation) {
  OrderedJson sources = OrderedJson::array();
  for (const SourceFrame& frame : operation.sources)
    sources.push_back(OrderedJson::array({frame.file, frame.line, frame.column}));
  return {{"name", operation.name},
          {"line", operation.line},
          {"sources", sources},
          {"operands", forms_json(operation.operands)},
          {"results", forms_json(operation.results)},
          {"rule", kRules.at(static_cast<std::size_t>(operation.rule)).second},
          {"order", operation.order},
          {"axis", operation.axis},
          {"reverse", operation.reverse},
          {"loads", operation.loads},
          {"stores", operation.stores},
          {"addresses", operation.addresses},
          {"mask", operation.mask}};
}

TapeOperation operation_of(const Json& json) {
  TapeOperation operation;
  operation.name = json.at("name");
  operation.line = json.at("line");
  for (const Json& frame : json.at("sources"))
    operation.sources.push_back({frame.at(0), frame.at(1), frame.at(2)});
  operation.operands = forms_of(json.at("operands"));
  operation.results = forms_of(json.at("results"));
  for (const auto& [rule, name] : kRules)
    if (name == json.at("rule").get<std::string>()) operation.rule = rule;
  operation.order = json.at("order").get<std::vector<int>>();
  operation.axis = json.at("axis");
  operation.reverse = json.at("reverse");
  operation.loads = json.at("loads");
  operation.stores = json.at("stores");
  operation.addresses = json.at("addresses");
  operation.mask = json.at("mask");
  return operation;
}

// What the functions of a tape rely on.
class Check {
 public:
  explicit Check(const Tape& tape) : tape_(tape) {}

  /// The first thing that is wrong; empty: nothing.
  std::string fault() const {
    for (const TapeOperation& operation : tape_.operations)
      if (!is_right(operation)) return "an operation";
    for (std::uint32_t i = 0; i < tape_.events.size(); ++i)
      if (!is_right(tape_.events[i], i)) return fmt::format("event {}", i);
    for (std::size_t i = 0; i < tape_.values.size(); ++i)
      if (!fits(i)) return fmt::format("value {}", i);
    for (const TapeBuffer& buffer : tape_.buffers)
      if (buffer.element_bytes == 0 || buffer.address + buffer.bytes < buffer.address)
        return "a buffer";
    return {};
  }

 private:
  static bool is_right(const std::vector<TapeForm>& forms) {
    for (const TapeForm& form : forms) {
      std::int64_t lanes = 1;
      for (const std::int64_t size : form.shape) {
        if (size < 1 || size > kMaxElements) return false;
        lanes *= size;
        if (lanes > kMaxElements) return false;
      }
      if (form.shape.size() > kMaxRank) return false;
    }
    return true;
  }

  static bool is_right(const TapeOperation& one) {
    if (!is_right(one.operands) || !is_right(one.results)) return false;
    const auto operands = static_cast<int>(one.operands.size());
    if (one.addresses >= operands || one.mask >= operands) return false;
    const auto rank = [](const TapeForm& form) { return form.shape.size(); };
    const auto axis = static_cast<std::size_t>(one.axis);
    const bool has_result = !one.results.empty();
    for (const TapeForm& operand : one.operands) {
      switch (one.rule) {
        case LaneRule::kBroadcast:
          if (!has_result || (operand.lanes() != 1 && rank(operand) != rank(one.results[0])))
            return false;
          break;
        case LaneRule::kTranspose:
          if (!has_result || one.order.size() != rank(operand)) return false;
          for (const int at : one.order)
            if (at < 0 || static_cast<std::size_t>(at) >= rank(operand)) return false;
          break;
        case LaneRule::kDot:
          if (!has_result || rank(operand) < 2 || rank(operand) != rank(one.results[0]))
            return false;
          break;
        case LaneRule::kReduce:
        case LaneRule::kScan:
          if (one.axis < 0 || axis >= rank(operand)) return false;
          break;
        case LaneRule::kGather:
          if (!has_result || one.operands.size() < 2 || one.axis < 0 || axis >= rank(operand) ||
              rank(operand) != rank(one.results[0]))
            return false;
          break;
        default:
          break;
      }
    }
    return true;
  }

  bool is_value(std::uint32_t value, bool may_lack) const {
    return value < tape_.values.size() || (may_lack && value == kNoTapeValue);
  }

  bool is_right(const TapeEvent& event, std::uint32_t number) const {
    if (event.operation >= tape_.operations.size()) return false;
    const TapeOperation& operation = tape_.operations[event.operation];
    if (event.operands.size() > operation.operands.size() ||
        event.results.size() != operation.results.size())
      return false;
    for (const std::uint32_t value : event.operands)
      if (!is_value(value, true) || (value != kNoTapeValue && tape_.values[value].event >= number))
        return false;
    for (const std::uint32_t value : event.results)
      if (!is_value(value, false) || tape_.values[value].event != number) return false;
    return is_access_right(event, operation, number);
  }

  // Its lanes have addresses and flags.
  bool is_access_right(const TapeEvent& event, const TapeOperation& operation,
                       std::uint32_t number) const {
    if (!is_value(event.addresses, true) || !is_value(event.mask, true)) return false;
    if (!(operation.loads || operation.stores)) return true;
    if (operation.loads && operation.results.empty()) return false;
    const std::size_t lanes = tape_.lanes_of_access(number);
    const auto holds = [&](std::uint32_t value, std::size_t bytes) {
      return value == kNoTapeValue || tape_.values[value].at + lanes * bytes <= tape_.bytes.size();
    };
    return holds(event.addresses, sizeof(std::uint64_t)) && holds(event.mask, 1);
  }

  bool fits(std::size_t number) const {
    const TapeValue& value = tape_.values[number];
    if (value.event >= tape_.events.size() || value.at > tape_.bytes.size()) return false;
    const TapeForm& form = tape_.form(static_cast<std::uint32_t>(number));
    if (value.result == kNoTapeValue) return true;
    const auto element = element_named(form.dtype);
    if (!element && form.dtype != name_of(Element::kPointer)) return false;
    return value.at + form.lanes() * bytes_of(element.value_or(Element::kPointer)) <=
           tape_.bytes.size();
  }

  const Tape& tape_;
};

Tape read(const Json& json) {
  Tape tape;
  if (json.at("schema").get<std::string>() != kSchema) throw std::invalid_argument("schema");
  tape.kernel = json.at("kernel");
  tape.file = json.at("file");
  tape.program = json.at("program").get<std::array<std::int32_t, 3>>();
  tape.grid = json.at("grid").get<std::array<std::int32_t, 3>>();
  tape.is_cut = json.at("is_cut");
  for (const Json& one : json.at("operations")) tape.operations.push_back(operation_of(one));
  for (const Json& one : json.at("events"))
    tape.events.push_back({one.at(0), one.at(1).get<std::vector<std::uint32_t>>(),
                           one.at(2).get<std::vector<std::uint32_t>>(), one.at(3), one.at(4)});
  for (const Json& one : json.at("values"))
    tape.values.push_back({one.at(0), one.at(1), one.at(2).get<std::size_t>()});
  for (const Json& one : json.at("buffers"))
    tape.buffers.push_back({one.at("name"), one.at("address").get<std::uint64_t>(),
                            one.at("bytes").get<std::uint64_t>(),
                            one.at("element_bytes").get<std::uint32_t>()});
  if (!of_base64(json.at("bytes").get_ref<const std::string&>(), tape.bytes))
    throw std::invalid_argument("bytes");
  return tape;
}

}  // namespace

OrderedJson Tape::json() const {
  OrderedJson all = {{"schema", kSchema},  {"kernel", kernel}, {"file", file},
                     {"program", program}, {"grid", grid},     {"is_cut", is_cut}};
  OrderedJson list = OrderedJson::array();
  for (const TapeOperation& operation : operations) list.push_back(operation_json(operation));
  all["operations"] = std::move(list);
  list = OrderedJson::array();
  for (const TapeEvent& event : events)
    list.push_back(OrderedJson::array(
        {event.operation, event.operands, event.results, event.addresses, event.mask}));
  all["events"] = std::move(list);
  list = OrderedJson::array();
  for (const TapeValue& value : values)
    list.push_back(OrderedJson::array({value.event, value.result, value.at}));
  all["values"] = std::move(list);
  list = OrderedJson::array();
  for (const TapeBuffer& buffer : buffers)
    list.push_back({{"name", buffer.name},
                    {"address", buffer.address},
                    {"bytes", buffer.bytes},
                    {"element_bytes", buffer.element_bytes}});
  all["buffers"] = std::move(list);
  all["bytes"] = base64(bytes);
  return all;
}

Result<Tape> Tape::of_json(const Json& json) {
  try {
    Tape tape = read(json);
    const std::string fault = Check(tape).fault();
    if (fault.empty()) return tape;
    return Error{ErrorCode::kCorrupt, fmt::format("tape: {} is not right", fault)};
  } catch (const std::exception& error) {
    return Error{ErrorCode::kCorrupt, fmt::format("tape: {}", error.what())};
  }
}

}  // namespace nereid::verify::machine
