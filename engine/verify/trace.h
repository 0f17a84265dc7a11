// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify::machine {
struct Tape;
}

namespace nereid::verify {

struct TraceElement;

/// "first", "3,8,21" or "1:3,8" (of the second output); of a program of the grid "program:4,0,2",
/// and where kernels are launched several times "launch:1/program:4" or "launch:1" (its first
/// program). The error is kInvalidArgument.
Result<TraceElement> trace_element(std::string_view text);

/// A launch of the forward that was traced.
struct TraceLaunch {
  std::string kernel;
  std::array<std::int64_t, 3> grid = {};
  bool is_kept = true;  ///< false: it took too much memory to be looked at
};

/// What VerifyOptions::trace keeps, for people alone: everything that one program of the candidate
/// did. Never a part of a verdict's JSON form, and nothing is judged by it.
struct Trace {
  std::string input;                  ///< name of the inputs
  int output = 0;                     ///< of what forward returns
  std::vector<std::int64_t> index;    ///< of the element; empty for a program that failed
  std::string problem;                ///< why there is no tape
  bool is_chosen = false;             ///< the program was asked for, not an element
  std::vector<TraceLaunch> launches;  ///< of the forward, in order
  int launch = 0;                     ///< which of them has the program
  std::shared_ptr<const machine::Tape> tape;
  /// The store that left the element there, and the value and lane that it stored; of a program
  /// that failed, the last event alone; of one that was chosen, the first.
  std::uint32_t event = 0, value = 0, lane = 0;
};

/// The way of the element back to what was loaded, as lines for a terminal: line of `source` (the
/// candidate), variable, operation, value, and what it was made of. Of a program that was chosen,
/// each line that it ran with what that made. Ends without a newline.
std::string trace_text(const Trace& trace, std::string_view source);

}  // namespace nereid::verify
