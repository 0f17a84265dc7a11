// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/rows.h"

namespace nereid::data {

/// read_rows() for Parquet: a process of the environment's Python with pyarrow reads the file.
Result<void> read_parquet(const std::filesystem::path& file, const std::vector<std::string>& wanted,
                          const RowReader& reader, const std::stop_token& stop);

}  // namespace nereid::data
