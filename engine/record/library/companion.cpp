// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/companion.h"

#include <string>

#include "engine/base/file.h"

namespace nereid::record {

Result<Json> read_companion(const std::filesystem::path& file, const char* schema,
                            std::uint64_t largest_bytes) {
  const Result<std::string> text = read_file(file, largest_bytes);
  if (!text) {
    if (text.error().code == ErrorCode::kNotFound) return Json::object();
    return text.error();
  }
  Result<Json> parsed = parse_json(*text, file.string());
  if (parsed && json_value<std::string>(*parsed, "schema", "") != schema) {
    return Error{ErrorCode::kCorrupt,
                 file.string() + ": not of schema " + schema +
                     "; move the file away, or open the run with the Nereid that wrote it"};
  }
  return parsed;
}

}  // namespace nereid::record
