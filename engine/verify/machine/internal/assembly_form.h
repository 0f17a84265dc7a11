// SPDX-License-Identifier: GPL-3.0-or-later
// How an instruction of assembly becomes a loop over lanes.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/verify/machine/internal/assembly.h"

namespace nereid::verify::machine {

/// The parts of an instruction's name, `cvt.rn.f16.f32`; each is taken once.
class Mnemonic {
 public:
  explicit Mnemonic(std::vector<std::string_view> parts) : parts_(std::move(parts)) {}

  std::string_view name() const { return parts_.front(); }
  /// Whether this part was there.
  bool take(std::string_view part) {
    for (std::size_t i = 1; i < parts_.size(); ++i)
      if (parts_[i] == part) {
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
    return false;
  }
  /// The first part that is a type.
  AssemblyKind kind();
  /// .rn, .rz, .rm, .rp; nothing if there is none.
  std::optional<AssemblyRounding> rounding();
  bool is_done() const { return parts_.size() == 1; }

 private:
  std::vector<std::string_view> parts_;
};

/// What an instruction takes and gives.
struct AssemblyForm {
  AssemblyFunction function = nullptr;
  AssemblyKind out = AssemblyKind::kNone;
  AssemblyKind second = AssemblyKind::kNone;  ///< behind |, may be left out
  std::vector<AssemblyKind> in;
  AssemblyFlags flags;
  Counter counter = Counter::kInteger;
  std::uint8_t each = 1;
  bool wider = false;        ///< registers may be wider than its whole numbers are
  bool gives_carry = false;  ///< into the carry, as its second result
  bool takes_carry = false;  ///< as its last operand
};

/// Families, each in a file of its own: false if the instruction is none of its own, or in no form
/// that exists.
bool whole_form(Mnemonic& name, AssemblyForm& form);
bool real_form(Mnemonic& name, AssemblyForm& form);
bool approximate_form(Mnemonic& name, AssemblyForm& form);
bool cast_form(Mnemonic& name, AssemblyForm& form);
bool choice_form(Mnemonic& name, AssemblyForm& form);

/// kNone if it names no type.
AssemblyKind assembly_kind(std::string_view word);
bool is_whole(AssemblyKind kind);
bool is_signed(AssemblyKind kind);
Counter counter_of(AssemblyKind kind);

// ---- loops: a function of numbers of 64 bits and what is left to say
// ---------------------------------
template <auto kFunction>
void lanes_of_one(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i) lanes.out[i] = kFunction(lanes.in[0][i], lanes.flags);
}
template <auto kFunction>
void lanes_of_two(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i)
    lanes.out[i] = kFunction(lanes.in[0][i], lanes.in[1][i], lanes.flags);
}
template <auto kFunction>
void lanes_of_three(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i)
    lanes.out[i] = kFunction(lanes.in[0][i], lanes.in[1][i], lanes.in[2][i], lanes.flags);
}
template <auto kFunction>
void lanes_of_four(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i)
    lanes.out[i] =
        kFunction(lanes.in[0][i], lanes.in[1][i], lanes.in[2][i], lanes.in[3][i], lanes.flags);
}

/// A function of halves of 16 bits, for both of a register.
template <auto kFunction>
std::uint64_t both(std::uint64_t a, const AssemblyFlags& flags) {
  return kFunction(a & 0xFFFFU, flags) | kFunction(a >> 16U, flags) << 16U;
}
template <auto kFunction>
std::uint64_t both_of_two(std::uint64_t a, std::uint64_t b, const AssemblyFlags& flags) {
  return kFunction(a & 0xFFFFU, b & 0xFFFFU, flags) | kFunction(a >> 16U, b >> 16U, flags) << 16U;
}
template <auto kFunction>
std::uint64_t both_of_three(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                            const AssemblyFlags& flags) {
  return kFunction(a & 0xFFFFU, b & 0xFFFFU, c & 0xFFFFU, flags) |
         kFunction(a >> 16U, b >> 16U, c >> 16U, flags) << 16U;
}

}  // namespace nereid::verify::machine
