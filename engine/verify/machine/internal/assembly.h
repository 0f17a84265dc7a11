// SPDX-License-Identifier: GPL-3.0-or-later
// Inline assembly of kernels (PTX), as far as it only computes with registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/mark.h"
#include "engine/verify/machine/internal/type.h"

namespace nereid::verify::machine {

/// What an instruction says of an operand: `.u32`, `.f16x2`, `.pred`.
enum class AssemblyKind : std::uint8_t {
  kNone,
  kB8,
  kU8,
  kS8,
  kB16,
  kU16,
  kS16,
  kB32,
  kU32,
  kS32,
  kB64,
  kU64,
  kS64,
  kU16x2,
  kS16x2,
  kF16,
  kF16x2,
  kBF16,
  kBF16x2,
  kF32,
  kF64,
  kTF32,
  kE4M3x2,
  kE5M2x2,
  kPredicate,
};
/// Of a register that holds it; 1 for a predicate.
int bits_of(AssemblyKind kind);

enum class AssemblyRounding : std::uint8_t { kNearest, kZero, kDown, kUp, kAway };

/// What is left to say of an instruction when its function is chosen.
struct AssemblyFlags {
  AssemblyRounding rounding = AssemblyRounding::kNearest;
  bool ftz = false;        ///< numbers next to 0 are 0
  bool saturates = false;  ///< .sat
  bool finite = false;     ///< .satfinite
  bool relu = false;
  bool nan = false;        ///< .NaN
  bool xor_sign = false;   ///< .xorsign.abs
  bool wraps = false;      ///< .wrap, else .clamp
  std::uint8_t logic = 0;  ///< how a predicate is combined: 0 not, 1 and, 2 or, 3 xor
  std::uint32_t number = 0;
};

/// Lanes of one instruction. Registers take 8 bytes a lane; bits above their width are 0.
struct AssemblyLanes {
  std::uint64_t* out = nullptr;
  std::uint64_t* second = nullptr;
  std::array<const std::uint64_t*, 4> in = {};
  std::size_t n = 0;
  std::uint32_t seed = 0;  ///< of the errors of approximate functions; 0: none are drawn
  AssemblyFlags flags;
};
using AssemblyFunction = void (*)(const AssemblyLanes& lanes);

inline constexpr std::uint16_t kNoRegister = 0xFFFF;

struct AssemblyInstruction {
  AssemblyFunction function = nullptr;
  std::uint16_t out = kNoRegister, second = kNoRegister;
  std::array<std::uint16_t, 4> in = {kNoRegister, kNoRegister, kNoRegister, kNoRegister};
  std::uint16_t predicate = kNoRegister;  ///< it is done where this holds
  bool unless = false;                    ///< or where it does not
  AssemblyFlags flags;
  Counter counter = Counter::kNone;
  std::uint8_t each = 1;
};

/// Which register holds elements of an operand or a result, and which of a pack.
struct AssemblyPiece {
  std::uint16_t reg = 0;
  std::uint16_t value = 0;  ///< of the operation's operands or results
  std::uint16_t first = 0;  ///< element of the pack
  std::uint16_t count = 1;  ///< elements in it, from its low bits on
  std::uint8_t bytes = 4;   ///< of an element
  std::uint8_t bits = 32;   ///< of the register
  bool is_bit = false;      ///< elements are i1
};

/// What an operation's text came to.
struct AssemblyCode {
  std::vector<AssemblyInstruction> instructions;
  std::vector<std::pair<std::uint16_t, std::uint64_t>> constants;  ///< registers and what they hold
  std::vector<AssemblyPiece> inputs, outputs;
  std::uint16_t registers = 0;
  std::size_t pack = 1;
  bool gives_nothing = false;  ///< it only orders launches; what it gives is undefined
};

/// The text of an operation, as the IR writes it.
struct AssemblyText {
  std::string_view text, constraints;  ///< with the IR's escapes
  std::int64_t pack = 1;
  std::vector<Element> operands, results;
};

/// Null, and `problem` says in plain words why: it touches more than registers, reads what nothing
/// has written, or is malformed (`is_malformed`: an assembler would refuse it as well).
std::optional<AssemblyCode> read_assembly(const AssemblyText& text, std::string& problem,
                                          bool* is_malformed = nullptr);

/// Lanes that are done together.
inline constexpr std::size_t kAssemblyLanes = 128;
/// Runs the instructions on `n` lanes (at most kAssemblyLanes). `registers`: kAssemblyLanes numbers
/// of each of code.registers + 2.
void run_assembly(const AssemblyCode& code, std::uint64_t* registers, std::size_t n,
                  std::uint32_t seed);

}  // namespace nereid::verify::machine
