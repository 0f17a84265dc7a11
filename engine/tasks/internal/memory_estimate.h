// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nereid::tasks {

/// What the literals of a reference tell about its size. Nothing is executed.
struct MemoryEstimate {
  std::int64_t bytes =
      0;  ///< inputs, parameters of the common layers, and an output as large as the largest input
  std::vector<std::string> unknown;  ///< tensors whose shape the literals do not give
};
/// Reads the module's integer constants and evaluates the shapes in get_inputs() and in the
/// constructor of `entry_point`.
MemoryEstimate estimate_memory(std::string_view reference, std::string_view entry_point);

}  // namespace nereid::tasks
