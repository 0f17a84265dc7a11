// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/rows.h"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <optional>
#include <utility>

#include "engine/base/file.h"
#include "engine/data/internal/parquet.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 64;  // of a row; the deepest of the known formats has 4

/// Ends a parse from inside its callback.
struct Ended {
  Error error;
};

/// `what` begins with the place.
Error bad_table(const std::string& what) {
  return {ErrorCode::kInvalidArgument,
          what + "; expected Parquet, a JSON array of objects, or one JSON object a line"};
}
Error bad_table(const std::string& place, const std::string& what) {
  return bad_table(place + ": " + what);
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// Hands on rows of JSON, the columns before the first.
class JsonRows {
 public:
  JsonRows(const fs::path& file, const RowReader& reader, const std::stop_token& stop)
      : file_(file), reader_(reader), stop_(stop), stream_(file, std::ios::binary) {
    std::error_code ignored;
    size_ = static_cast<double>(fs::file_size(file, ignored));
  }

  Result<void> read() {
    if (!stream_) return file_error("reading", file_, errno);
    char first = 0;
    if (!(stream_ >> first)) return bad_table(file_.string(), "the file is empty");
    stream_.seekg(0);
    if (first == '[') return array();
    if (first == '{') return lines();
    return bad_table(file_.string(), "neither Parquet nor JSON");
  }

 private:
  Result<void> take(Json values, std::string place) {
    if (stop_.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled"};
    if (!values.is_object()) return bad_table(place, "the row is no object");
    if (count_++ == 0)
      if (auto known = reader_.on_columns(keys_of(values)); !known) return known;
    if (reader_.on_progress && size_ > 0 && count_ % 64 == 0)
      reader_.on_progress(static_cast<double>(stream_.tellg()) / size_);
    return reader_.on_row({std::move(values), std::move(place)});
  }

  Result<void> lines() {
    std::string text;
    for (std::size_t number = 1; std::getline(stream_, text); ++number) {
      if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
      const std::string place = fmt::format("{}:{}", file_.string(), number);
      Result<Json> row = parse_json_line(text, place);
      if (!row) return bad_table(row.error().message);
      if (auto taken = take(std::move(*row), place); !taken) return taken;
    }
    return {};
  }

  // The parser hands over each element and forgets it, so that the array is never whole in memory.
  Result<void> array() {
    using Event = Json::parse_event_t;
    const auto callback = [this](int depth, Event event, Json& value) {
      if (depth > kDeepest)
        throw Ended{bad_table(row_place(), fmt::format("nested more than {} deep", kDeepest))};
      const bool is_element = depth == 1 && (event == Event::object_end ||
                                             event == Event::array_end || event == Event::value);
      if (!is_element) return true;
      if (auto taken = take(std::move(value), row_place()); !taken) throw Ended{taken.error()};
      return false;
    };
    try {
      Json rest = Json::parse(stream_, callback);
    } catch (const Ended& end) {
      return end.error;
    } catch (const Json::exception& problem) {
      return bad_table(file_.string(), problem.what());
    }
    if (count_ == 0) return bad_table(file_.string(), "no rows");
    return {};
  }

  std::string row_place() const { return fmt::format("{}: row {}", file_.string(), count_ + 1); }

  const fs::path& file_;
  const RowReader& reader_;
  const std::stop_token& stop_;
  std::ifstream stream_;
  double size_ = 0;
  std::size_t count_ = 0;
};

bool is_parquet(const fs::path& file) {
  char magic[4] = {};
  std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "PAR1";
}

}  // namespace

Result<void> read_rows(const fs::path& file, const std::vector<std::string>& wanted,
                       const RowReader& reader, const std::stop_token& stop) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    return Error{ErrorCode::kInvalidArgument, file.string() + ": a folder, not a table"};
  return is_parquet(file) ? read_parquet(file, wanted, reader, stop)
                          : JsonRows(file, reader, stop).read();
}

}  // namespace nereid::data
