// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace nereid::tasks {

/// The level of a reference that brings none, by the operations that its classes name: up to one 1,
/// up to ten 2, more 3. Layers that are constructed, calls of torch and torch.nn.functional, and
/// arithmetic in methods count; what only changes shapes does not. Nothing is executed.
int level_of(std::string_view reference);

}  // namespace nereid::tasks
