// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/numerics.h"

#include <ATen/Context.h>

namespace nereid::policy {

NumericsScope::NumericsScope(const Numerics& numerics)
    : before_{at::globalContext().allowTF32CuBLAS(), at::globalContext().deterministicAlgorithms()},
      warned_only_(at::globalContext().deterministicAlgorithmsWarnOnly()),
      filled_(at::globalContext().deterministicFillUninitializedMemory()) {
  at::Context& context = at::globalContext();
  context.setAllowTF32CuBLAS(numerics.tf32);
  // An operation that cannot keep the promise throws, and names itself. With this, flash and
  // memory-efficient attention add up in a fixed order and cuDNN's attention is not chosen.
  context.setDeterministicAlgorithms(numerics.deterministic, /*warn_only=*/false);
  // New memory is written before it is read here; filling it first would only take time.
  context.setDeterministicFillUninitializedMemory(false);
}

NumericsScope::~NumericsScope() {
  at::Context& context = at::globalContext();
  context.setAllowTF32CuBLAS(before_.tf32);
  context.setDeterministicAlgorithms(before_.deterministic, warned_only_);
  context.setDeterministicFillUninitializedMemory(filled_);
}

}  // namespace nereid::policy
