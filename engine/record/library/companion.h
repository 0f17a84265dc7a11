// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/base/json.h"

namespace nereid::record {

/// Reads a small JSON file that users write beside a record (labels, notes); an empty object when
/// there is none. kCorrupt, with the mend, when its schema is not `schema`.
Result<Json> read_companion(const std::filesystem::path& file, const char* schema,
                            std::uint64_t largest_bytes);

}  // namespace nereid::record
