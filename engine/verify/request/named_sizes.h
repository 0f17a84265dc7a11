// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::verify {

/// Whole numbers from 129 to 65536 that a candidate's text names, as `4096` or as `1 << 12`, each
/// once and rising: what it may compare a size with, or how long a block is at most.
std::vector<std::int64_t> sizes_named(std::string_view text);

/// Whether the text names this number, as sizes_named() reads them.
bool names(std::string_view text, std::int64_t number);

/// What goes beyond all other inputs in the text of one candidate.
struct NamedSizes {
  std::vector<std::int64_t> sizes;     ///< numbers of the text, rising
  std::vector<std::int64_t> products;  ///< of two of its numbers, rising: the largest few
  bool empty() const { return sizes.empty() && products.empty(); }
};

/// Those numbers of `text`, and products of two of its numbers (of one that it names twice as
/// well), as blocks of a thousand in a grid of some hundred, up to 2^19, that are beyond every size
/// of the inputs that are judged in any case.
NamedSizes sizes_beyond(std::string_view text, const std::vector<InputResult>& inputs);

}  // namespace nereid::verify
