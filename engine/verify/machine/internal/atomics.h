// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/verify/machine/internal/code.h"

namespace nereid::verify::machine {

/// "fadd", "exch", ...; "cas" for the comparison.
std::optional<AtomicKind> atomic_named(std::string_view name);
/// Whether apply_atomic knows these lanes.
bool has_atomic(AtomicKind kind, Element element);
/// Does it to one element in memory. A comparison was made before: this is its store.
void apply_atomic(AtomicKind kind, Element element, std::byte* memory, const std::byte* value);

}  // namespace nereid::verify::machine
