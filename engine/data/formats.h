// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/data/rows.h"
#include "engine/data/sample.h"

namespace nereid::data {

/// A published form of rows, known by its columns.
struct Format {
  std::string_view name;                   ///< "kernelbook"
  std::vector<std::string_view> required;  ///< columns that make it this form
  std::vector<std::string_view> optional;  ///< columns that are read where they are there
  std::string_view licence;                ///< of the data set, where its rows name none
  /// kInvalidArgument names the column whose value has another type.
  Result<Sample> (*sample)(const Row& row);
};
/// Of one row several forms may be told; the first in this order is taken.
const std::vector<Format>& formats();
/// Every column that some form reads.
std::vector<std::string> wanted_columns();
/// The error names the columns and what each form would need.
Result<const Format*> format_of(const std::vector<std::string>& columns, const std::string& place);

}  // namespace nereid::data
