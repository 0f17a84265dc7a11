// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/recorder.h"

#include <algorithm>

#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

TapeForm form_of(const Note::Value& value) {
  TapeForm form;
  form.name = value.name;
  if (value.type.kind == Type::Kind::kDescriptor) {
    form.dtype = "i64";
    form.shape = {1 + 2 * static_cast<std::int64_t>(value.type.rank)};
    return form;
  }
  form.dtype = name_of(value.type.element);
  form.shape.assign(value.type.shape.begin(), value.type.shape.begin() + value.type.rank);
  return form;
}

std::size_t size_of(const TapeForm& form) {
  const auto element = element_named(form.dtype);
  return form.lanes() * bytes_of(element.value_or(Element::kPointer));
}

LaneRule rule_of(Typing typing) {
  switch (typing) {
    case Typing::kNothing:
    case Typing::kConstant:
    case Typing::kAxis:
    case Typing::kRange:
      return LaneRule::kNone;
    case Typing::kBroadcast:
      return LaneRule::kBroadcast;
    case Typing::kTranspose:
      return LaneRule::kTranspose;
    case Typing::kCat:
      return LaneRule::kConcatenate;
    case Typing::kJoin:
      return LaneRule::kJoin;
    case Typing::kSplit:
      return LaneRule::kSplit;
    case Typing::kDot:
      return LaneRule::kDot;
    case Typing::kReduce:
      return LaneRule::kReduce;
    case Typing::kScan:
      return LaneRule::kScan;
    case Typing::kGather:
      return LaneRule::kGather;
    case Typing::kHistogram:
    case Typing::kDescriptor:
    case Typing::kScaledDot:
      return LaneRule::kAll;
    default:
      return LaneRule::kEach;
  }
}

// Which operands of an access are its addresses and its mask.
void name_access(TapeOperation& operation, Typing typing) {
  const auto operands = static_cast<int>(operation.operands.size());
  const bool blocks = typing == Typing::kBlockLoad || typing == Typing::kBlockStore ||
                      typing == Typing::kRowsLoad || typing == Typing::kRowsStore;
  operation.loads = typing == Typing::kLoad || typing == Typing::kAtomic ||
                    typing == Typing::kBlockLoad || typing == Typing::kRowsLoad;
  operation.stores = typing == Typing::kStore || typing == Typing::kAtomic ||
                     typing == Typing::kBlockStore || typing == Typing::kRowsStore;
  if (blocks || !(operation.loads || operation.stores)) return;
  operation.addresses = 0;
  if (typing == Typing::kLoad && operands > 1) operation.mask = 1;
  if (typing != Typing::kLoad && operation.name != "tt.atomic_cas" && operands > 2)
    operation.mask = 2;
}

}  // namespace

Recorder::Recorder(const Code& code, std::span<const Buffer> buffers, const TapeRequest& request)
    : code_(code), request_(request) {
  tape_.kernel = code.name;
  tape_.file = code.file;
  for (const Buffer& buffer : buffers)
    tape_.buffers.push_back({buffer.name, buffer.address, buffer.bytes,
                             static_cast<std::uint32_t>(buffer.element_bytes)});
  for (const Note& note : code.notes) {
    if (note.has_steps)
      by_step_.emplace(note.last, &note);
    else
      for (const Note::Value& result : note.results) constants_.emplace(result.place, &note);
  }
}

void Recorder::begin(const Frame& frame) {
  tape_.program = frame.at;
  tape_.grid = frame.grid;
  written_.clear();
  const Function* function = code_.module.function(code_.name);
  for (std::size_t i = 0; i < code_.parameters.size(); ++i) {
    const Parameter& parameter = code_.parameters[i];
    TapeOperation operation;
    operation.name = "argument";
    if (function) {
      const std::vector<SourceLine> lines = source_lines(code_.module, function->location);
      if (!lines.empty()) operation.line = lines.front().line;
    }
    operation.results = {form_of(
        {parameter.place, parameter.type,
         function ? function->values.at(function->arguments[i]).name : std::string_view()})};
    const std::size_t size = size_of(operation.results.front());
    tape_.operations.push_back(std::move(operation));
    const auto number = static_cast<std::uint32_t>(tape_.events.size());
    tape_.events.push_back({static_cast<std::uint32_t>(tape_.operations.size() - 1), {}, {}});
    written_[parameter.place] = keep(number, 0, frame.arena + parameter.place, size);
  }
}

bool Recorder::is_full() {
  tape_.is_cut |=
      tape_.bytes.size() > request_.most_bytes || tape_.events.size() >= request_.most_events;
  return tape_.is_cut;
}

std::uint32_t Recorder::keep(std::uint32_t event, std::uint32_t result, const std::byte* from,
                             std::size_t bytes) {
  const auto number = static_cast<std::uint32_t>(tape_.values.size());
  tape_.values.push_back({event, result, tape_.bytes.size()});
  tape_.bytes.insert(tape_.bytes.end(), from, from + bytes);
  tape_.events[event].results.push_back(number);
  return number;
}

std::uint32_t Recorder::operation_of(const Note& note) {
  const auto [found, added] =
      operations_.emplace(&note, static_cast<std::uint32_t>(tape_.operations.size()));
  if (!added) return found->second;
  TapeOperation operation;
  operation.name = note.operation->row->name;
  for (const SourceLine& line : source_lines(code_.module, note.operation->location)) {
    operation.sources.push_back({line.file, line.line, line.column});
    if (operation.line == 0 && line.file == code_.file) operation.line = line.line;
  }
  for (const Note::Value& value : note.operands) operation.operands.push_back(form_of(value));
  for (const Note::Value& value : note.results) operation.results.push_back(form_of(value));
  const Typing typing = note.operation->row->typing;
  operation.rule = rule_of(typing);
  if (operation.operands.empty()) operation.rule = LaneRule::kNone;
  if (typing == Typing::kReshape && note.operation->attribute("allow_reorder"))
    operation.rule = LaneRule::kAll;
  if (note.operation->row->typing == Typing::kMap && note.operation->number("pack", 1) != 1)
    operation.rule = LaneRule::kAll;
  operation.axis = static_cast<int>(note.operation->number("axis", 0));
  operation.reverse = note.operation->number("reverse", 0) != 0;
  if (const Attribute* order = note.operation->attribute("order"))
    for (const Literal& at : order->numbers)
      operation.order.push_back(static_cast<int>(at.integer));
  name_access(operation, typing);
  tape_.operations.push_back(std::move(operation));
  return found->second;
}

// Constants become events when somebody first asks for them.
std::uint32_t Recorder::value_at(const Note::Value& operand, const Frame& frame) {
  const auto known = written_.find(operand.place);
  if (known != written_.end()) return known->second;
  const auto constant = constants_.find(operand.place);
  if (constant == constants_.end()) return kNoTapeValue;
  event(*constant->second, frame);
  const auto made = written_.find(operand.place);
  return made == written_.end() ? kNoTapeValue : made->second;
}

void Recorder::addresses_of(const Note& note, TapeEvent& event, std::uint32_t number,
                            const Frame& frame) {
  const TapeOperation& operation = tape_.operations[event.operation];
  const auto operand = [&](int which) {
    return which >= 0 && static_cast<std::size_t>(which) < event.operands.size()
               ? event.operands[static_cast<std::size_t>(which)]
               : kNoTapeValue;
  };
  event.addresses = operand(operation.addresses);
  event.mask = operand(operation.mask);
  if (!(operation.loads || operation.stores) || operation.addresses >= 0) return;
  // A block: its addresses are made while it runs, and are no value of the kernel's text.
  const Step& step = code_.steps.at(note.last);
  const auto& access = *static_cast<const BlockAccess*>(step.detail);
  const auto hidden = [&](Place place, std::size_t bytes) {
    const auto value = static_cast<std::uint32_t>(tape_.values.size());
    tape_.values.push_back({number, kNoTapeValue, tape_.bytes.size()});
    tape_.bytes.insert(tape_.bytes.end(), frame.arena + place, frame.arena + place + bytes);
    return value;
  };
  event.addresses = hidden(access.addresses, step.count * sizeof(std::uint64_t));
  event.mask = hidden(access.mask, step.count);
}

std::uint32_t Recorder::event(const Note& note, const Frame& frame) {
  TapeEvent made;
  made.operation = operation_of(note);
  for (const Note::Value& operand : note.operands)
    made.operands.push_back(value_at(operand, frame));
  const auto number = static_cast<std::uint32_t>(tape_.events.size());
  tape_.events.push_back({});
  addresses_of(note, made, number, frame);
  tape_.events[number] = std::move(made);
  for (std::size_t i = 0; i < note.results.size(); ++i)
    written_[note.results[i].place] =
        keep(number, static_cast<std::uint32_t>(i), frame.arena + note.results[i].place,
             size_of(tape_.operations[tape_.events[number].operation].results[i]));
  return number;
}

void Recorder::ran(std::uint32_t step, const Frame& frame) {
  if (is_full()) return;
  const Step& done = code_.steps[step];
  if (done.role == StepRole::kMove) {
    const std::uint32_t moved = value_at({done.in[0], {}, {}}, frame);
    if (moved != kNoTapeValue) written_[done.out] = moved;
    return;
  }
  const auto [first, last] = by_step_.equal_range(step);
  for (auto at = first; at != last; ++at) {
    const Note& note = *at->second;
    if (note.next == frame.pc) event(note, frame);
  }
}

}  // namespace nereid::verify::machine
