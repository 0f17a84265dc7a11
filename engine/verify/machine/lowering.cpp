// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/verify/machine/internal/dependent_stores.h"
#include "engine/verify/machine/internal/mark.h"
#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/shifted_numbers.h"

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMaxArenaBytes = 512U << 20U;
constexpr std::size_t kMaxLoweredOperations = 400000;  // calls make copies of functions
constexpr std::size_t kMaxCalls = 32;                  // nested in one another

void run_copy(const Step& step, Frame& frame) {
  std::memcpy(frame.arena + step.out, frame.arena + step.in[0], step.bytes * frame.width);
}

void run_spread(const Step& step, Frame& frame) {
  std::byte* out = frame.arena + step.out;
  for (std::size_t i = 0; i < frame.width; ++i)
    std::memcpy(out + i * step.bytes, frame.arena + step.in[0], step.bytes);
}

void run_skip_unless_fused(const Step& step, Frame& frame) {
  if (!frame.memory->fuses()) frame.pc = step.target;
}

void run_finish(const Step&, Frame& frame) {
  frame.finished = true;
  frame.stop = true;
}

void run_jump(const Step& step, Frame& frame) {
  frame.pc = step.target;
}

// A descriptor: address, sizes, strides.
std::size_t bytes_of(const Type& type) {
  if (type.kind == Type::Kind::kDescriptor) return 8 + 16 * static_cast<std::size_t>(type.rank);
  return static_cast<std::size_t>(type.elements()) * machine::bytes_of(type.element);
}

}  // namespace

bool Lowering::refuse(const Operation& operation, const std::string& message, ErrorCode code) {
  if (!error_)
    error_ =
        Error{code, fmt::format("line {}: {}: {}", operation.line, operation.row->name, message)};
  return false;
}

const Type& Lowering::type(ValueId value) const {
  return calls_.back().function->values.at(value).type;
}

Place Lowering::allocate(std::size_t bytes) {
  const std::size_t place = code_.arena_bytes;
  const std::size_t size =
      (std::max<std::size_t>(bytes, 1) * width_ + kAlignment - 1) / kAlignment * kAlignment;
  if (size > kMaxArenaBytes || place + size > kMaxArenaBytes) {
    if (!error_)
      error_ =
          Error{ErrorCode::kUnsupported,
                fmt::format("the values of a program take more than {} MB", kMaxArenaBytes >> 20U)};
    return 0;
  }
  code_.arena_bytes += size;
  return static_cast<Place>(place);
}

std::byte* Lowering::constant(std::size_t bytes, Place& place) {
  place = allocate(bytes);
  if (error_) return nullptr;
  // Constants may lie anywhere in the arena; its beginning, up to the last of them, is copied as a
  // whole.
  code_.constants.resize(code_.arena_bytes);
  return code_.constants.data() + place;
}

std::uint32_t Lowering::source(const Operation& operation) {
  const auto key = std::pair(operation.row->name, operation.location);
  const auto [found, added] =
      sources_.emplace(key, static_cast<std::uint32_t>(code_.sources.size()));
  if (added) code_.sources.push_back({operation.row->name, operation.location});
  return found->second;
}

std::uint32_t Lowering::new_condition(const Step& step, std::vector<std::uint32_t> of,
                                      bool is_whole) {
  const auto number = static_cast<std::uint32_t>(code_.conditions.size());
  conditions_[step.out] = of.empty() ? std::vector{number} : of;
  code_.conditions.push_back({step.source, std::move(of), is_whole});
  return number;
}

std::vector<std::uint32_t> Lowering::conditions_at(Place place) const {
  const auto found = conditions_.find(place);
  return found == conditions_.end() ? std::vector<std::uint32_t>() : found->second;
}

const Lowering::Factors* Lowering::factors_of(Place place, Element element) const {
  const auto found = products_.find(place);
  return found != products_.end() && found->second.element == element ? &found->second : nullptr;
}

void Lowering::add_moving(const Step& step, Element element) {
  if (const Factors* known = factors_of(step.in[0], element)) {
    const Factors factors = *known;
    const std::uint32_t skip = here();
    Step unless;
    unless.run = run_skip_unless_fused;
    unless.source = step.source;
    add(unless);
    const auto moved = [&](Place factor) {
      Step other = step;
      other.in[0] = factor;
      other.out = allocate(std::size_t{step.count} * step.bytes);
      add(other);
      return other.out;
    };
    const Place a = moved(factors.a);
    note_product(step.out, {element, a, factors.a == factors.b ? a : moved(factors.b)});
    at(skip).target = here();
  }
  add(step);
}

// Shapes beyond those that a mark has room for count as one.
std::uint8_t Lowering::shape_of(const Type& type) {
  const auto number = [](std::size_t index) {
    return static_cast<std::uint8_t>(std::min<std::size_t>(index, Mark::kLastShape));
  };
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i].same_shape(type)) return number(i);
  shapes_.push_back(type);
  return number(shapes_.size() - 1);
}

std::uint32_t Lowering::widest_store(const Operation& load) {
  const Function& function = *calls_.back().function;
  auto found = stores_.find(&function);
  if (found == stores_.end()) found = stores_.emplace(&function, dependent_stores(function)).first;
  const auto widest = found->second.find(&load);
  return widest == found->second.end() ? 0 : widest->second;
}

namespace {

bool takes(const Region& region, ValueId value);

bool takes(const Operation& operation, ValueId value) {
  const auto has = [&](const std::vector<ValueId>& values) {
    return std::find(values.begin(), values.end(), value) != values.end();
  };
  return has(operation.operands) ||
         std::any_of(operation.successors.begin(), operation.successors.end(),
                     [&](const Successor& successor) { return has(successor.operands); }) ||
         std::any_of(operation.regions.begin(), operation.regions.end(),
                     [&](const Region& region) { return takes(region, value); });
}

bool takes(const Region& region, ValueId value) {
  return std::any_of(region.blocks.begin(), region.blocks.end(), [&](const Block& block) {
    return std::any_of(block.operations.begin(), block.operations.end(),
                       [&](const Operation& operation) { return takes(operation, value); });
  });
}

}  // namespace

bool Lowering::is_used(ValueId value) const {
  return takes(calls_.back().function->body, value);
}

bool Lowering::is_of_memory(const Operation& operation, std::size_t which) {
  const Function& function = *calls_.back().function;
  auto found = of_memory_.find(&function);
  if (found == of_memory_.end())
    found = of_memory_.emplace(&function, values_of_memory(function)).first;
  return found->second.at(operation.operands.at(which));
}

const std::vector<double>& Lowering::shifted(const Operation& operation, std::size_t which) {
  const Function& function = *calls_.back().function;
  auto found = shifted_.find(&function);
  if (found == shifted_.end()) found = shifted_.emplace(&function, shifted_numbers(function)).first;
  return found->second.at(operation.operands.at(which));
}

Place Lowering::place(const Operation& operation, ValueId value) {
  const Value& known = calls_.back().values.at(value);
  if (known.place == kNoPlace) {
    refuse(operation, "a value is used where it may not have been made");
    return 0;
  }
  if (lane_region_ == 0 || known.region == lane_region_) return known.place;
  // From outside of the region: one value for all lanes.
  const auto [found, added] = spread_.emplace(std::pair(known.place, lane_region_), kNoPlace);
  if (!added) return found->second;
  Step step;
  step.run = run_spread;
  step.source = source(operation);
  step.in[0] = known.place;
  step.bytes = static_cast<std::uint32_t>(bytes_of(type(value)));
  if (type(value).is_tensor()) refuse(operation, "a tensor in a region over lanes");
  step.out = found->second = allocate(step.bytes);
  add(step);
  return step.out;
}

Place Lowering::operand(const Operation& operation, std::size_t which) {
  return place(operation, operation.operands.at(which));
}

void Lowering::alias(ValueId value, Place place) {
  calls_.back().values.at(value) = {place, lane_region_};
}

Place Lowering::result(const Operation& operation, std::size_t which) {
  const ValueId value = operation.results.at(which);
  const Place place = allocate(bytes_of(type(value)));
  alias(value, place);
  return place;
}

Step Lowering::step(const Operation& operation, Run run) {
  Step step;
  step.run = run;
  step.source = source(operation);
  const std::size_t operands = std::min<std::size_t>(operation.operands.size(), step.in.size());
  for (std::size_t i = 0; i < operands; ++i) step.in.at(i) = operand(operation, i);
  if (!operation.results.empty()) {
    step.out = result(operation);
    step.count = static_cast<std::uint32_t>(result_type(operation).elements());
    step.bytes = static_cast<std::uint32_t>(machine::bytes_of(result_type(operation).element));
  }
  return step;
}

// If a value that is moved lies where an earlier one is moved to, all go by way of other places.
void Lowering::move(const Operation& operation, const std::vector<Place>& from,
                    const std::vector<Place>& to, const std::vector<Type>& types) {
  const auto copy = [&](Place source_place, Place target, const Type& type) {
    if (source_place == target) return;
    Step step;
    step.run = run_copy;
    step.source = source(operation);
    step.in[0] = source_place;
    step.out = target;
    step.bytes = static_cast<std::uint32_t>(bytes_of(type));
    step.role = StepRole::kMove;
    add(step);
  };
  bool meets = false;
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) meets |= from[i] == to[j];
  std::vector<Place> between = from;
  if (meets)
    for (std::size_t i = 0; i < from.size(); ++i) {
      between[i] = allocate(bytes_of(types[i]));
      copy(from[i], between[i], types[i]);
    }
  for (std::size_t i = 0; i < from.size(); ++i) copy(between[i], to[i], types[i]);
}

bool Lowering::operation(const Operation& operation) {
  if (++operations_ > kMaxLoweredOperations) return refuse(operation, "too many operations");
  if (!operation.row->lower) return refuse(operation, "is not run by this machine");
  const bool is_call = operation.row->typing == Typing::kCall;
  if (!operation.row->pure && (in_lanes() || (one_lane_ && !is_call)))
    return refuse(operation, "in a region over lanes");
  const std::uint32_t begin = here();
  if (!operation.row->lower(*this, operation) || error_) return false;
  if (in_lanes() || one_lane_) return true;
  note(operation, begin);
  if (!loops_.empty() && begin != here()) watch(operation, Step(code_.steps.back()));
  return lower_hints(*this, operation);
}

// Of operations that only hand control or values on there is nothing to tell.
void Lowering::note(const Operation& operation, std::uint32_t begin) {
  const Typing typing = operation.row->typing;
  const bool passes = typing == Typing::kFor || typing == Typing::kIf || typing == Typing::kWhile ||
                      typing == Typing::kCall ||
                      (typing == Typing::kNothing && operation.results.empty());
  const bool moves_nothing = begin == here() && !operation.operands.empty();
  if (passes || moves_nothing) return;
  Note note;
  note.operation = &operation;
  const Call& call = calls_.back();
  const auto value = [&](ValueId id) {
    return Note::Value{call.values.at(id).place, type(id), call.function->values.at(id).name};
  };
  for (const ValueId id : operation.operands) note.operands.push_back(value(id));
  for (const ValueId id : operation.results) note.results.push_back(value(id));
  note.has_steps = begin != here();
  // The steps of a region over lanes are run by the one before them, which then passes them.
  const bool has_region = !operation.regions.empty();
  note.last = has_region ? begin : here() - 1;
  note.next = here();
  code_.notes.push_back(std::move(note));
}

void Lowering::note_count(const Operation& operation, ValueId counter, Place place) {
  Note note;
  note.operation = &operation;
  note.results.push_back({place, type(counter), calls_.back().function->values.at(counter).name});
  note.has_steps = true;
  note.last = here() - 1;
  note.next = code_.steps.back().target;
  code_.notes.push_back(std::move(note));
}

bool Lowering::region_body(const Region& region) {
  return std::all_of(region.blocks.front().operations.begin(),
                     region.blocks.front().operations.end(),
                     [&](const Operation& one) { return operation(one); });
}

bool Lowering::lane_region(const Region& region, std::size_t width,
                           const std::vector<Place>& arguments, std::vector<Place>& given,
                           std::uint32_t& begin, std::uint32_t& end) {
  const std::size_t outer_width = width_;
  width_ = width;
  lane_region_ = ++lane_regions_;
  const Block& block = region.blocks.front();
  for (std::size_t i = 0; i < block.arguments.size(); ++i) alias(block.arguments[i], arguments[i]);
  begin = here();
  const bool made = region_body(region);
  if (made && !block.operations.empty()) {
    const Operation& last = block.operations.back();
    for (std::size_t i = 0; i < last.operands.size(); ++i) given.push_back(operand(last, i));
  }
  end = here();
  width_ = outer_width;
  lane_region_ = 0;
  return made && !error_;
}

bool Lowering::one_lane_region(const Region& region, const std::vector<Place>& arguments,
                               const std::vector<Place>& given, std::uint32_t& begin,
                               std::uint32_t& end) {
  const std::size_t call = calls_.size() - 1;
  const Region* body = std::exchange(calls_[call].body, &region);
  const auto blocks = std::exchange(calls_[call].blocks, {});
  const auto jumps = std::exchange(calls_[call].jumps, {});
  one_lane_ = true;
  begin = here();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    alias(region.blocks.front().arguments.at(i), arguments[i]);
  for (std::size_t i = 1; i < region.blocks.size(); ++i)
    for (const ValueId value : region.blocks[i].arguments)
      alias(value, allocate(bytes_of(type(value))));
  std::vector<std::uint32_t> leaves;
  for (const Block& block : region.blocks) {
    calls_[call].blocks.push_back(here());
    for (const Operation& one : block.operations)
      if (!operation(one)) return false;
    const Operation& last = block.operations.back();
    if (!last.successors.empty()) continue;
    std::vector<Place> from;
    std::vector<Type> types;
    for (std::size_t i = 0; i < last.operands.size(); ++i) {
      from.push_back(operand(last, i));
      types.push_back(operand_type(last, i));
    }
    move(last, from, given, types);
    leaves.push_back(here());
    Step step;
    step.run = run_jump;
    step.source = source(last);
    add(step);
  }
  end = here();
  for (const auto& [step, block] : calls_[call].jumps)
    at(step).target = calls_[call].blocks.at(block);
  for (const std::uint32_t step : leaves) at(step).target = end;
  one_lane_ = false;
  calls_[call].body = body;
  calls_[call].blocks = blocks;
  calls_[call].jumps = jumps;
  return !error_;
}

bool Lowering::branch(const Operation& operation, const Successor& successor) {
  Call& call = calls_.back();
  const Block& block = call.body->blocks.at(successor.block);
  std::vector<Place> from, to;
  std::vector<Type> types;
  for (std::size_t i = 0; i < successor.operands.size(); ++i) {
    from.push_back(place(operation, successor.operands[i]));
    to.push_back(call.values.at(block.arguments[i]).place);
    types.push_back(type(successor.operands[i]));
  }
  move(operation, from, to, types);
  calls_.back().jumps.emplace_back(here(), successor.block);
  Step step;
  step.run = run_jump;
  step.source = source(operation);
  add(step);
  return !error_;
}

bool Lowering::function_return(const Operation& operation) {
  std::vector<Place> from;
  std::vector<Type> types;
  for (std::size_t i = 0; i < operation.operands.size(); ++i) {
    from.push_back(operand(operation, i));
    types.push_back(operand_type(operation, i));
  }
  move(operation, from, calls_.back().results, types);
  // A function that returns in one place may return a product.
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Place result = calls_.back().results.at(i);
    const Factors* factors = factors_of(from[i], types[i].element);
    if (factors && calls_.back().returns.empty())
      note_product(result, Factors(*factors));
    else
      products_.erase(result);
  }
  Step step;
  step.source = source(operation);
  step.run = calls_.size() == 1 ? run_finish : run_jump;
  calls_.back().returns.push_back(here());
  add(step);
  return !error_;
}

bool Lowering::function_blocks(const Operation* caller) {
  const Function& function = *calls_.back().function;
  // Blocks may be branched to before they are read, so their arguments have places first.
  for (std::size_t i = 1; i < function.body.blocks.size(); ++i)
    for (const ValueId value : function.body.blocks[i].arguments)
      alias(value, allocate(bytes_of(type(value))));
  for (const Block& block : function.body.blocks) {
    calls_.back().blocks.push_back(here());
    for (const Operation& one : block.operations)
      if (!operation(one)) return false;
    if (block.operations.empty()) {
      if (caller) return refuse(*caller, "a function without a body");
      error_ = Error{ErrorCode::kCorrupt, "a function without a body"};
      return false;
    }
  }
  for (const auto& [step, block] : calls_.back().jumps)
    at(step).target = calls_.back().blocks.at(block);
  for (const std::uint32_t step : calls_.back().returns) at(step).target = here();
  return !error_;
}

bool Lowering::inline_call(const Operation& operation) {
  const Attribute* callee = operation.attribute("callee");
  const Function* function = callee ? module_.function(callee->text) : nullptr;
  if (!function) return refuse(operation, "no such function");
  for (const Call& call : calls_)
    if (call.function == function) return refuse(operation, "a function that calls itself");
  if (calls_.size() >= kMaxCalls) return refuse(operation, "calls are nested too deeply");
  if (function->arguments.size() != operation.operands.size() ||
      function->results.size() != operation.results.size())
    return refuse(operation, "other arguments or results than its function has");
  Call call;
  call.function = function;
  call.body = &function->body;
  call.values.resize(function->values.size());
  for (std::size_t i = 0; i < operation.operands.size(); ++i) {
    if (function->values.at(function->arguments[i]).type != operand_type(operation, i))
      return refuse(operation, "other arguments than its function has");
    call.values.at(function->arguments[i]) = {operand(operation, i), lane_region_};
  }
  for (std::size_t i = 0; i < operation.results.size(); ++i) {
    if (function->results[i] != result_type(operation, i))
      return refuse(operation, "other results than its function has");
    call.results.push_back(result(operation, i));
  }
  if (in_lanes()) return refuse(operation, "in a region over lanes");
  calls_.push_back(std::move(call));
  const bool made = function_blocks(&operation);
  calls_.pop_back();
  return made;
}

bool Lowering::kernel(const Function& function) {
  Call call;
  if (!function.results.empty()) {
    error_ = Error{ErrorCode::kUnsupported,
                   fmt::format("line {}: a kernel that returns values", function.line)};
    return false;
  }
  call.function = &function;
  call.body = &function.body;
  call.values.resize(function.values.size());
  calls_.push_back(std::move(call));
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    Parameter parameter;
    parameter.type = type(function.arguments[i]);
    const bool is_descriptor = parameter.type.kind == Type::Kind::kDescriptor;
    if (parameter.type.kind != Type::Kind::kScalar && !is_descriptor) {
      error_ = Error{ErrorCode::kUnsupported, fmt::format("line {}: an argument of type {}",
                                                          function.line, parameter.type.text())};
      return false;
    }
    for (const auto& [name, value] : function.argument_attributes.at(i)) {
      parameter.divisibility = value.numbers.size() == 1 ? value.numbers.front().integer : 0;
      if (parameter.divisibility >= 1) continue;
      error_ = Error{ErrorCode::kUnsupported,
                     fmt::format("line {}: an argument is a multiple of nothing", function.line)};
      return false;
    }
    parameter.place = allocate(is_descriptor ? bytes_of(parameter.type) : 8);
    alias(function.arguments[i], parameter.place);
    code_.parameters.push_back(parameter);
  }
  code_.name = function.name;
  const std::vector<SourceLine> lines = source_lines(module_, function.location);
  if (!lines.empty()) code_.file = lines.front().file;
  return function_blocks(nullptr);
}

}  // namespace nereid::verify::machine
