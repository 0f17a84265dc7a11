// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/parquet.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/base/paths.h"
#include "engine/base/process.h"

namespace nereid::data {
namespace {

constexpr int kPollMs = 200;                     // between two looks at the stop token
constexpr std::size_t kPiece = 1 << 16;          // bytes read at once
constexpr std::size_t kLongestLine = 256 << 20;  // of a row as JSON

/// Lines of a pipe, until it closes.
class PipeLines {
 public:
  PipeLines(int descriptor, const std::stop_token& stop) : descriptor_(descriptor), stop_(stop) {}

  /// False at the end.
  Result<bool> next(std::string& line) {
    while (true) {
      const std::size_t end = buffer_.find('\n', searched_);
      if (end != std::string::npos) {
        line = buffer_.substr(begin_, end - begin_);
        begin_ = searched_ = end + 1;
        return true;
      }
      buffer_.erase(0, begin_);
      begin_ = 0;
      searched_ = buffer_.size();
      if (searched_ > kLongestLine)
        return Error{ErrorCode::kInvalidArgument, "a row is longer than 256 MB"};
      const Result<bool> more = fill();
      if (!more || !*more) return more;
    }
  }

 private:
  Result<bool> fill() {
    pollfd wait{descriptor_, POLLIN, 0};
    while (true) {
      if (stop_.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled"};
      const int ready = ::poll(&wait, 1, kPollMs);
      if (ready > 0) break;
      if (ready < 0 && errno != EINTR) return Error{ErrorCode::kUnavailable, "poll failed"};
    }
    const std::size_t before = buffer_.size();
    buffer_.resize(before + kPiece);
    const ssize_t got = ::read(descriptor_, buffer_.data() + before, kPiece);
    buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) return true;
    return got > 0;
  }

  int descriptor_;
  const std::stop_token& stop_;
  std::string buffer_;
  std::size_t begin_ = 0, searched_ = 0;
};

Error told(const std::filesystem::path& file, const Json& line) {
  const auto text = json_value<std::string>(line, "error", "");
  if (json_value<std::string>(line, "code", "") == "no_pyarrow")
    return {ErrorCode::kUnavailable,
            fmt::format("{}: {}; to mend it: {}", file.string(), text, setup_mend())};
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: not a whole Parquet file ({}); fetch it again", file.string(), text)};
}

/// Header, rows and the end, as the Python side writes them.
class ParquetRows {
 public:
  ParquetRows(const std::filesystem::path& file, const RowReader& reader)
      : file_(file), reader_(reader) {}

  Result<void> take(const std::string& text) {
    Result<Json> line = parse_json(text, "row");
    if (!line) return Error{ErrorCode::kInvalidArgument, place() + ": " + line.error().message};
    if (line->contains("error")) return told(file_, *line);
    if (!has_header_) return take_header(*line);
    ++count_;
    if (reader_.on_progress && rows_ > 0)
      reader_.on_progress(static_cast<double>(count_) / static_cast<double>(rows_));
    return reader_.on_row({std::move(*line), place()});
  }

  /// The reader's own error, where it said nothing else.
  Result<void> end(const ExitStatus& status) const {
    if (status.ok() && count_ == rows_ && rows_ > 0) return {};
    if (status.ok() && has_header_ && rows_ == 0)
      return Error{ErrorCode::kInvalidArgument, file_.string() + ": no rows"};
    return Error{ErrorCode::kUnavailable,
                 fmt::format("{}: its reader ended after {} of {} rows with {}", file_.string(),
                             count_, rows_, status.text())};
  }

 private:
  Result<void> take_header(const Json& line) {
    has_header_ = true;
    rows_ = json_value<std::int64_t>(line, "rows", 0);
    return reader_.on_columns(json_value<std::vector<std::string>>(line, "columns", {}));
  }
  std::string place() const { return fmt::format("{}: row {}", file_.string(), count_); }

  const std::filesystem::path& file_;
  const RowReader& reader_;
  bool has_header_ = false;
  std::int64_t rows_ = 0, count_ = 0;
};

}  // namespace

Result<void> read_parquet(const std::filesystem::path& file, const std::vector<std::string>& wanted,
                          const RowReader& reader, const std::stop_token& stop) {
  if (!has_environment())
    return Error{ErrorCode::kUnavailable,
                 fmt::format("{}: reading Parquet needs the Python environment; {}", file.string(),
                             setup_mend())};
  Result<Pipe> pipe = make_pipe();
  if (!pipe) return pipe.error();
  SpawnOptions options;
  options.argv = {python_executable().string(), "-I", "-B",
                  (reader_dir() / "parquet_rows.py").string(),
                  std::filesystem::absolute(file).string()};
  options.argv.insert(options.argv.end(), wanted.begin(), wanted.end());
  options.fds = {{0, -1}, {1, pipe->write_end.get()}};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  pipe->write_end.reset();

  PipeLines lines(pipe->read_end.get(), stop);
  ParquetRows rows(file, reader);
  std::string line;
  while (true) {
    const Result<bool> more = lines.next(line);
    if (!more) return more.error();
    if (!*more) break;
    if (auto taken = rows.take(line); !taken) return taken;
  }
  const auto status = process->wait();
  return status ? rows.end(status->value_or(ExitStatus{})) : Result<void>(status.error());
}

}  // namespace nereid::data
