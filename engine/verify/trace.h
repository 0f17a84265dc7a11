// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// "first", "3,8,21" or "1:3,8" (of the second output). The error is kInvalidArgument.
Result<TraceElement> trace_element(std::string_view text);

/// What VerifyOptions::trace keeps, for people alone: everything that one program of the candidate
/// did. Never a part of a verdict's JSON form, and nothing is judged by it.
struct Trace {
  std::string input;                ///< name of the inputs
  int output = 0;                   ///< of what forward returns
  std::vector<std::int64_t> index;  ///< of the element; empty for a program that failed
  std::string problem;              ///< why there is no tape
  std::shared_ptr<const machine::Tape> tape;
  /// The store that left the element there, and the value and lane that it stored; of a program
  /// that failed, the last event alone.
  std::uint32_t event = 0, value = 0, lane = 0;
};

/// The way of the element back to what was loaded, as lines for a terminal: line of `source` (the
/// candidate), variable, operation, value, and what it was made of. Ends without a newline.
std::string trace_text(const Trace& trace, std::string_view source);

}  // namespace nereid::verify
