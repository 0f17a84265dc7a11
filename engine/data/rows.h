// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"

namespace nereid::data {

/// One row of a table, with the place that a message names: "data.jsonl:17", "data.parquet: row
/// 17".
struct Row {
  Json values;  ///< an object
  std::string place;
};

/// What reads a table. Any of them may end the reading by an error.
struct RowReader {
  /// The columns of the table, before its first row: of Parquet those of the file, of JSON those of
  /// the first row.
  std::function<Result<void>(const std::vector<std::string>& columns)> on_columns;
  std::function<Result<void>(Row row)> on_row;
  /// In [0, 1], of this file; now and then.
  std::function<void(double share)> on_progress;
};

/// Reads a table row by row: a JSON array of objects, JSON lines, or Parquet. The content decides,
/// not the name. Memory does not grow with the file. Of Parquet the columns `wanted` are read
/// alone. Errors name file and line or row: kInvalidArgument for what is no whole table,
/// kUnavailable where the Python environment lacks pyarrow, kCancelled after a stop.
Result<void> read_rows(const std::filesystem::path& file, const std::vector<std::string>& wanted,
                       const RowReader& reader, const std::stop_token& stop);

}  // namespace nereid::data
