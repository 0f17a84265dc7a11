// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {

/// A function of CUDA's libdevice, by its symbol.
struct LibraryFunction {
  static constexpr int kMaxOperands = 4;
  std::string_view symbol;  ///< "__nv_tanhf"
  int operands = 1;
  std::array<Element, kMaxOperands> takes = {};
  Element gives = Element::kF32;
  LaneFunction function = nullptr;
  std::uint32_t ulps = 0;  ///< that CUDA documents as its error, of float32; 0: none is drawn
};
/// Null if it is not known.
const LibraryFunction* library_function(std::string_view symbol);

/// The families, each in a file of its own.
std::span<const LibraryFunction> real_library();
std::span<const LibraryFunction> rounding_library();
std::span<const LibraryFunction> whole_library();

/// ---- how a row is made out of a function of C++ ------------------------------------------------
template <class T>
constexpr Element element_of() {
  if constexpr (std::is_same_v<T, float>) return Element::kF32;
  if constexpr (std::is_same_v<T, double>) return Element::kF64;
  return sizeof(T) == 8 ? Element::kI64 : Element::kI32;
}

template <auto kFunction, class Signature>
struct LibraryLanes;
template <auto kFunction, class To, class... From>
struct LibraryLanes<kFunction, To (*)(From...)> {
  static constexpr int kOperands = sizeof...(From);
  static constexpr Element kGives = element_of<To>();
  static constexpr std::array<Element, LibraryFunction::kMaxOperands> kTakes = {
      element_of<From>()...};

  static void run(void* out, const void* const* in, std::size_t n) {
    [&]<std::size_t... kWhich>(std::index_sequence<kWhich...>) {
      for (std::size_t i = 0; i < n; ++i)
        static_cast<To*>(out)[i] = kFunction(static_cast<const From*>(in[kWhich])[i]...);
    }
    (std::index_sequence_for<From...>());
  }
};

/// `kFunction`: a lambda that captures nothing, of float, double and whole numbers of 32 and 64
/// bits.
template <auto kFunction>
constexpr LibraryFunction library_row(std::string_view symbol, std::uint32_t ulps = 0) {
  using Lanes = LibraryLanes<kFunction, decltype(+kFunction)>;
  return {symbol, Lanes::kOperands, Lanes::kTakes, Lanes::kGives, Lanes::run, ulps};
}

}  // namespace nereid::verify::machine
