// SPDX-License-Identifier: GPL-3.0-or-later
// tt.elementwise_inline_asm: elements go into registers, instructions run, results come back.
#include "engine/verify/machine/internal/assembly.h"

#include <algorithm>
#include <cstring>

#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint32_t kGroupStream = 0x61736D;

/// Which elements one pass over the instructions takes: `pack` of them, `passes` times. Triton says
/// that this is not specified: neighbours, or elements that lie far apart.
struct Groups {
  std::size_t passes = 1, pack = 1;
  bool apart = false;
  bool alone = false;  ///< fewer elements than a pack has: the others are undefined

  std::size_t element(std::size_t pass, std::size_t which) const {
    if (alone) return pass;
    return apart ? which * passes + pass : pass * pack + which;
  }
};

// What nobody has defined.
std::uint64_t undefined_bits(std::size_t at, std::uint32_t seed) {
  if (seed == 0) return 0;
  std::uint64_t hash = (at + 1) * 0x9E3779B97F4A7C15ULL ^ seed;
  hash ^= hash >> 29U;
  return hash * 0xBF58476D1CE4E5B9ULL;
}

template <class T>
void read_elements(std::uint64_t* to, const T* from, const AssemblyPiece& piece,
                   const Groups& groups, std::size_t first, std::size_t n) {
  const std::size_t bits = 8 * sizeof(T);
  for (std::size_t i = 0; i < n; ++i) to[i] = 0;
  const std::size_t count = groups.alone ? (piece.first == 0 ? 1 : 0) : piece.count;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < n; ++i)
      to[i] |= std::uint64_t{from[groups.element(first + i, piece.first + k)]} << (bits * k);
}

// What a register has beside its elements is undefined.
void fill_undefined(std::uint64_t* to, const AssemblyPiece& piece, const Groups& groups,
                    std::size_t first, std::size_t n, std::uint32_t seed) {
  const int held = groups.alone ? (piece.first == 0 ? (piece.is_bit ? 1 : 8 * piece.bytes) : 0)
                                : (piece.is_bit ? 1 : 8 * piece.bytes * piece.count);
  if (held >= piece.bits) return;
  const std::uint64_t mask =
      (piece.bits >= 64 ? ~0ULL : (1ULL << piece.bits) - 1) & ~((1ULL << held) - 1);
  for (std::size_t i = 0; i < n; ++i) to[i] |= undefined_bits(first + i, seed) & mask;
}

template <class T>
void write_elements(T* to, const std::uint64_t* from, const AssemblyPiece& piece,
                    const Groups& groups, std::size_t first, std::size_t n) {
  const std::size_t bits = 8 * sizeof(T);
  const std::uint64_t mask = piece.is_bit ? 1 : ~0ULL;
  const std::size_t count = groups.alone ? (piece.first == 0 ? 1 : 0) : piece.count;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < n; ++i)
      to[groups.element(first + i, piece.first + k)] = static_cast<T>(from[i] >> (bits * k) & mask);
}

template <class Act>
void by_bytes(std::uint8_t bytes, const Act& act) {
  switch (bytes) {
    case 1:
      return act(std::uint8_t{});
    case 2:
      return act(std::uint16_t{});
    case 4:
      return act(std::uint32_t{});
    default:
      return act(std::uint64_t{});
  }
}

// target: whether values are scalars.
void run_call(const Step& step, Frame& frame) {
  const auto& call = *static_cast<const AssemblyCall*>(step.detail);
  const AssemblyCode& code = call.code;
  const std::uint32_t seed = frame.memory->noise();
  const std::size_t lanes = step.count * frame.width;
  Groups groups;
  groups.alone = step.count < code.pack;
  groups.pack = code.pack;
  groups.passes = groups.alone ? lanes : lanes / code.pack;
  groups.apart = seed != 0 && (frame.memory->order(step.source ^ kGroupStream) >> 7U & 1U) != 0;
  auto* registers = frame.place<std::uint64_t>(call.registers);
  const auto lanes_of = [&](std::uint16_t reg) {
    return registers + std::size_t{reg} * kAssemblyLanes;
  };
  for (const auto& [reg, value] : code.constants) std::fill_n(lanes_of(reg), kAssemblyLanes, value);
  for (std::size_t first = 0; first < groups.passes; first += kAssemblyLanes) {
    const std::size_t n = std::min(kAssemblyLanes, groups.passes - first);
    for (const AssemblyPiece& piece : code.inputs) {
      std::uint64_t* to = lanes_of(piece.reg);
      by_bytes(piece.bytes, [&](auto one) {
        read_elements(to, frame.place<decltype(one)>(call.inputs[piece.value]), piece, groups,
                      first, n);
      });
      fill_undefined(to, piece, groups, first, n, seed);
    }
    run_assembly(code, registers, n, seed);
    for (const AssemblyPiece& piece : code.outputs)
      by_bytes(piece.bytes, [&](auto one) {
        write_elements(frame.place<decltype(one)>(call.outputs[piece.value]), lanes_of(piece.reg),
                       piece, groups, first, n);
      });
  }
  for (const AssemblyInstruction& instruction : code.instructions)
    frame.memory->count(instruction.counter, groups.passes * instruction.each);
  frame.more_steps += code.instructions.size();
}

}  // namespace

bool lower_assembly(Lowering& to, const Operation& operation) {
  AssemblyText text;
  const Attribute* source = operation.attribute("text");
  const Attribute* constraints = operation.attribute("constraints");
  if (!source || !constraints) return to.refuse(operation, "assembly without constraints");
  text.text = source->text;
  text.constraints = constraints->text;
  text.pack = operation.number("packed_element", 1);
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    text.operands.push_back(to.operand_type(operation, i).element);
  for (std::size_t i = 0; i < operation.results.size(); ++i)
    text.results.push_back(to.result_type(operation, i).element);
  std::string problem;
  bool is_malformed = false;
  std::optional<AssemblyCode> code = read_assembly(text, problem, &is_malformed);
  if (!code)
    return to.refuse(operation, problem,
                     is_malformed ? ErrorCode::kCorrupt : ErrorCode::kUnsupported);
  if (code->gives_nothing) {
    if (operation.results.size() == 1) return lower_constant(to, operation);
    return to.refuse(operation, "assembly gives a result that nothing has written");
  }
  AssemblyCall call;
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    call.inputs.push_back(to.operand(operation, i));
  Step step = to.step(operation, run_call);
  call.outputs.push_back(step.out);
  for (std::size_t i = 1; i < operation.results.size(); ++i)
    call.outputs.push_back(to.result(operation, i));
  // A region over lanes has as many of the registers as it needs, whatever its width.
  const std::size_t bytes =
      (std::size_t{code->registers} + 2) * kAssemblyLanes * sizeof(std::uint64_t);
  call.registers = to.allocate((bytes + to.lane_width() - 1) / to.lane_width());
  call.code = *std::move(code);
  to.detail(step, std::move(call));
  to.add(step);
  return true;
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
