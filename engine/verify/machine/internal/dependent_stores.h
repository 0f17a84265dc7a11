// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {

/// For each load of a function the lanes of the widest store whose values, addresses or mask, or
/// whether it is done at all, depend on what was loaded; loads without such a store are left out.
///
/// A block of fewer lanes than a program has threads is held by several of them. One stores, all
/// load; without a barrier the others may load too early, which matters if they go on to store.
std::unordered_map<const Operation*, std::uint32_t> dependent_stores(const Function& function);

/// By value of a function: whether it depends on what the function reads from memory, or, of one
/// that is called, on what it is given.
std::vector<bool> values_of_memory(const Function& function);

}  // namespace nereid::verify::machine
