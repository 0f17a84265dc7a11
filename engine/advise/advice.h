// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"

namespace nereid::advise {

/// What a language model thinks of a candidate. Shown beside a verdict, and never part of one.
struct Advice {
  bool torch_fallback = false;
  bool hard_coded_output = false;
  bool omitted_part = false;
  std::string explanation;       ///< the model's own words: untrusted, without control characters
  std::string model;             ///< as the settings name it
  std::string prompt;            ///< "advisor-1", or the file that the settings name
  std::string prompt_sha256;     ///< of the template
  std::string candidate_sha256;  ///< of what it looked at
  std::int64_t unix_ms = 0;
  bool suspects() const { return torch_fallback || hard_coded_output || omitted_part; }
  bool operator==(const Advice&) const = default;
};

/// What is suspected, as short words: "torch fallback", ...; empty if nothing is.
std::vector<std::string> suspicions(const Advice& advice);

/// An object of schema nereid.advice/1, and its inverse; unknown keys are ignored. kCorrupt names
/// the key that is missing or of another type.
OrderedJson to_json(const Advice& advice);
Result<Advice> advice_from_json(const Json& object);

/// Reads the three answers and the explanation out of what a model wrote: one JSON object, alone,
/// in a fence, or behind a thinking section and prose. kCorrupt where there is none, or where one
/// of its fields is missing or of another type.
Result<Advice> read_opinion(std::string_view answer);

}  // namespace nereid::advise
