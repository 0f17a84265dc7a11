// SPDX-License-Identifier: GPL-3.0-or-later
// Loops, choices, branches, calls, and what tells the outside something.
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "engine/verify/machine/internal/hints.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/printing.h"

namespace nereid::verify::machine {
namespace {

void run_jump(const Step& step, Frame& frame) {
  frame.pc = step.target;
}

void run_jump_unless(const Step& step, Frame& frame) {
  if (*frame.place<std::uint8_t>(step.in[0]) == 0) frame.pc = step.target;
}

std::int64_t whole_at(const Frame& frame, Place place, std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      return *frame.place<std::int8_t>(place);
    case 2:
      return *frame.place<std::int16_t>(place);
    case 4:
      return *frame.place<std::int32_t>(place);
    default:
      return *frame.place<std::int64_t>(place);
  }
}

// in: counter, end. A step that counts whole numbers is one whose counter has no sign.
void run_loop_test(const Step& step, Frame& frame) {
  const std::int64_t counter = whole_at(frame, step.in[0], step.bytes);
  const std::int64_t end = whole_at(frame, step.in[1], step.bytes);
  const bool goes_on = step.counter == Counter::kInteger
                           ? static_cast<std::uint64_t>(counter) < static_cast<std::uint64_t>(end)
                           : counter < end;
  if (!goes_on) frame.pc = step.target;
}

// in: counter, step. A counter that passes the end of its type ends the loop.
void run_loop_next(const Step& step, Frame& frame) {
  const std::int64_t counter = whole_at(frame, step.in[0], step.bytes);
  const std::int64_t by = whole_at(frame, step.in[1], step.bytes);
  const std::int64_t last = static_cast<std::int64_t>(~0ULL >> (65 - 8 * step.bytes));
  if (by <= 0 && step.counter != Counter::kInteger) {
    frame.memory->report(FindingKind::kOutOfRange, step.source, frame,
                         fmt::format("the step of a loop is {}", by));
    frame.finished = frame.stop = true;
    return;
  }
  if (counter > last - by && step.counter != Counter::kInteger) return;
  const std::uint64_t next = static_cast<std::uint64_t>(counter) + static_cast<std::uint64_t>(by);
  if (step.counter == Counter::kInteger && by != 0 &&
      (next & (~0ULL >> (64 - 8 * step.bytes))) <
          (static_cast<std::uint64_t>(counter) & (~0ULL >> (64 - 8 * step.bytes))))
    return;
  std::memcpy(frame.arena + step.in[0], &next, step.bytes);
  frame.pc = step.target;
}

void run_program_id(const Step& step, Frame& frame) {
  *frame.place<std::int32_t>(step.out) = frame.at.at(step.target);
}

void run_program_count(const Step& step, Frame& frame) {
  *frame.place<std::int32_t>(step.out) = frame.grid.at(step.target);
}

void run_barrier(const Step&, Frame& frame) {
  pass_barrier(frame);
}

void run_assert(const Step& step, Frame& frame) {
  const auto* condition = frame.place<std::uint8_t>(step.in[0]);
  for (std::uint32_t i = 0; i < step.count; ++i) {
    if (condition[i] != 0) continue;
    frame.memory->report(
        FindingKind::kAssertion, step.source, frame,
        fmt::format("the assertion \"{}\" failed", static_cast<const Text*>(step.detail)->text));
    frame.finished = frame.stop = true;
    return;
  }
}

void run_print(const Step& step, Frame& frame) {
  const auto& print = *static_cast<const Print*>(step.detail);
  for (const Print::Value& value : print.values)
    if (!frame.memory->print(print_line(print.prefix, value, frame))) return;
  if (print.values.empty()) frame.memory->print(print.prefix);
}

std::vector<Type> types_of(Lowering& to, const std::vector<ValueId>& values) {
  std::vector<Type> types;
  for (const ValueId value : values) types.push_back(to.type(value));
  return types;
}

std::vector<Place> places_of(Lowering& to, const Operation& operation, std::size_t skip = 0) {
  std::vector<Place> places;
  for (std::size_t i = skip; i < operation.operands.size(); ++i)
    places.push_back(to.operand(operation, i));
  return places;
}

std::size_t bytes_of_value(const Type& type) {
  return type.kind == Type::Kind::kDescriptor
             ? 8 + 16 * static_cast<std::size_t>(type.rank)
             : static_cast<std::size_t>(type.elements()) * bytes_of(type.element);
}

// Places of their own for values that a loop carries.
std::vector<Place> new_places(Lowering& to, const std::vector<Type>& types) {
  std::vector<Place> places;
  for (const Type& type : types) places.push_back(to.allocate(bytes_of_value(type)));
  return places;
}

// What a region that ends by scf.yield hands over.
void yield(Lowering& to, const Region& region, const std::vector<Place>& places) {
  const auto& operations = region.blocks.front().operations;
  if (operations.empty() || places.empty()) return;
  const Operation& last = operations.back();
  to.move(last, places_of(to, last), places, types_of(to, last.operands));
}

Step jump(std::uint32_t target = 0) {
  Step step;
  step.run = run_jump;
  step.target = target;
  return step;
}

}  // namespace

bool lower_nothing(Lowering&, const Operation&) {
  return true;
}

bool lower_program_id(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  Step step = to.step(
      operation, operation.row->name == "tt.get_program_id" ? run_program_id : run_program_count);
  step.target = static_cast<std::uint32_t>(operation.words.front().front() - 'x');
  to.add(step);
  return true;
}

// counter = from; test: unless counter < to go to end; body; carried = yielded; counter += step, go
// to test; end.
bool lower_for(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const Type counter_type = to.operand_type(operation, 0);
  std::vector<Type> types = {counter_type};
  for (const ValueId value : operation.results) types.push_back(to.type(value));
  std::vector<Place> first = {to.operand(operation, 0)};
  for (std::size_t i = 3; i < operation.operands.size(); ++i)
    first.push_back(to.operand(operation, i));
  const std::vector<Place> carried = new_places(to, types);
  to.move(operation, first, carried, types);
  const Block& block = operation.regions.front().blocks.front();
  for (std::size_t i = 0; i < block.arguments.size(); ++i) to.alias(block.arguments[i], carried[i]);
  for (std::size_t i = 0; i < operation.results.size(); ++i)
    to.alias(operation.results[i], carried[i + 1]);
  Step test;
  test.run = run_loop_test;
  test.in = {carried[0], to.operand(operation, 1), kNoPlace};
  test.bytes = static_cast<std::uint32_t>(bytes_of(counter_type.element));
  test.source = to.source(operation);
  if (operation.attribute("unsigned")) test.counter = Counter::kInteger;
  Step next = test;
  const bool watched = to.enter_loop(operation);
  const std::uint32_t begin = to.here();
  to.add(test);
  if (watched) to.begin_iteration();
  for (std::size_t i = 0; i < block.arguments.size(); ++i)
    check_hints(to, operation, block.arguments[i], fmt::format("_arg{}", i));
  if (!to.region_body(operation.regions.front())) return false;
  if (watched) to.leave_loop();
  yield(to, operation.regions.front(), {carried.begin() + 1, carried.end()});
  next.run = run_loop_next;
  next.in[1] = to.operand(operation, 2);
  next.target = begin;
  next.role = StepRole::kCount;
  to.add(next);
  to.note_count(operation, block.arguments.front(), carried[0]);
  to.at(begin).target = to.here();
  return true;
}

bool lower_if(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const Place condition = to.operand(operation, 0);
  const std::vector<Place> results = new_places(to, types_of(to, operation.results));
  for (std::size_t i = 0; i < results.size(); ++i) to.alias(operation.results[i], results[i]);
  const std::uint32_t test = to.here();
  Step step;
  step.run = run_jump_unless;
  step.in[0] = condition;
  to.add(step);
  if (!to.region_body(operation.regions[0])) return false;
  yield(to, operation.regions[0], results);
  if (operation.regions.size() > 1) {
    const std::uint32_t past = to.here();
    to.add(jump());
    to.at(test).target = to.here();
    if (!to.region_body(operation.regions[1])) return false;
    yield(to, operation.regions[1], results);
    to.at(past).target = to.here();
  } else {
    to.at(test).target = to.here();
  }
  return true;
}

// carried = first; before: unless condition go to end; results = handed over; after; carried =
// yielded; go to before.
bool lower_while(Lowering& to, const Operation& operation) {
  if (to.in_lanes()) return to.refuse(operation, "in a region over lanes");
  const std::vector<Type> types = types_of(to, operation.operands);
  const std::vector<Place> carried = new_places(to, types);
  to.move(operation, places_of(to, operation), carried, types);
  const std::vector<Place> results = new_places(to, types_of(to, operation.results));
  const Block& before = operation.regions[0].blocks.front();
  const Block& after = operation.regions[1].blocks.front();
  for (std::size_t i = 0; i < before.arguments.size(); ++i)
    to.alias(before.arguments[i], carried[i]);
  for (std::size_t i = 0; i < results.size(); ++i) {
    to.alias(operation.results[i], results[i]);
    to.alias(after.arguments[i], results[i]);
  }
  const std::uint32_t begin = to.here();
  if (!to.region_body(operation.regions[0])) return false;
  const Operation& condition = before.operations.back();
  to.move(condition, places_of(to, condition, 1), results, types_of(to, operation.results));
  const std::uint32_t test = to.here();
  Step step;
  step.run = run_jump_unless;
  step.in[0] = to.operand(condition, 0);
  to.add(step);
  if (!to.region_body(operation.regions[1])) return false;
  yield(to, operation.regions[1], carried);
  to.add(jump(begin));
  to.at(test).target = to.here();
  return true;
}

// cf.br, cf.cond_br
bool lower_branch(Lowering& to, const Operation& operation) {
  if (operation.successors.size() == 1) return to.branch(operation, operation.successors[0]);
  const std::uint32_t test = to.here();
  Step step;
  step.run = run_jump_unless;
  step.in[0] = to.operand(operation, 0);
  to.add(step);
  if (!to.branch(operation, operation.successors[0])) return false;
  to.at(test).target = to.here();
  return to.branch(operation, operation.successors[1]);
}

bool lower_return(Lowering& to, const Operation& operation) {
  return to.function_return(operation);
}

bool lower_call(Lowering& to, const Operation& operation) {
  return to.inline_call(operation);
}

bool lower_assert(Lowering& to, const Operation& operation) {
  Step step = to.step(operation, run_assert);
  step.count = static_cast<std::uint32_t>(to.operand_type(operation, 0).elements());
  const Attribute* text = operation.attribute("text");
  to.detail(step, Text{text ? text->text : std::string()});
  to.add(step);
  return true;
}

bool lower_print(Lowering& to, const Operation& operation) {
  Step step;
  Print print;
  const Attribute* text = operation.attribute("text");
  if (text) print.prefix = text->text;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    print.values.push_back({to.operand(operation, i), to.operand_type(operation, i)});
  step.run = run_print;
  step.source = to.source(operation);
  to.detail(step, std::move(print));
  to.add(step);
  return true;
}

bool lower_barrier(Lowering& to, const Operation& operation) {
  to.add(to.step(operation, run_barrier));
  return true;
}

}  // namespace nereid::verify::machine
