// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/internal/open_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "engine/record/internal/episode_file.h"
#include "engine/record/internal/schema.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

std::string write_ahead_log(const fs::path& record) {
  return record.string() + "-wal";
}

bool has_content(const fs::path& file) {
  std::error_code problem;
  const auto size = fs::file_size(file, problem);
  return !problem && size > 0;
}

/// Text of a file: URI; "%", "?" and "#" would end the path.
std::string file_uri(const fs::path& file, const std::string& query) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02x}", static_cast<unsigned>(c));
    else
      uri += c;
  }
  return uri + "?" + query;
}

std::unique_ptr<Database> open_read_only(const fs::path& record, const std::string& shown) {
  auto database = std::make_unique<Database>(record.string(), SQLITE_OPEN_READONLY, shown);
  check_schema(*database);  // the first query: here SQLite finds out whether it can use the journal
  return database;
}

TemporaryDirectory copy_record(const fs::path& record) {
  Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-record");
  if (!folder) throw StoreFailure(folder.error(), SQLITE_CANTOPEN);
  std::error_code problem;
  fs::copy_file(record, folder->path() / record.filename(), problem);
  const fs::path log = write_ahead_log(record);
  if (!problem && has_content(log)) fs::copy_file(log, folder->path() / log.filename(), problem);
  if (problem)
    throw StoreFailure(file_error("cannot copy", record, problem.value()), SQLITE_CANTOPEN);
  fs::permissions(folder->path() / record.filename(),
                  fs::perms::owner_read | fs::perms::owner_write, problem);
  fs::permissions(folder->path() / log.filename(), fs::perms::owner_read | fs::perms::owner_write,
                  problem);
  return std::move(*folder);
}

/// The folder cannot be written, so SQLite cannot make its shared-memory file.
OpenRecord open_on_read_only_medium(const fs::path& record) {
  OpenRecord open;
  if (has_content(write_ahead_log(record))) {
    open.copy.emplace(copy_record(record));
    open.database = open_read_only(open.copy->path() / record.filename(), record.string());
  } else {
    // Without a journal the file is complete, and nobody can write it here.
    open.database = std::make_unique<Database>(
        file_uri(record, "immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, record.string());
    check_schema(*open.database);
  }
  return open;
}

bool is_about_the_medium(int sqlite_code) {
  const int primary = sqlite_code & 0xFF;
  return primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY || primary == SQLITE_IOERR;
}

}  // namespace

OpenRecord open_for_reading(const fs::path& run_dir) {
  if (std::error_code ignored; fs::is_regular_file(run_dir, ignored)) {
    OpenRecord open;
    open.database = open_episode_file(run_dir);
    return open;
  }
  const fs::path record = record_path(run_dir);
  if (::faccessat(AT_FDCWD, record.c_str(), R_OK, AT_EACCESS) != 0) {
    const Error error = file_error("cannot read", record, errno);
    throw StoreFailure(
        error.code == ErrorCode::kNotFound
            ? Error{error.code, fmt::format("{}: no record here; name a run folder, which holds "
                                            "record.sqlite",
                                            run_dir.string())}
            : error,
        SQLITE_CANTOPEN);
  }
  try {
    OpenRecord open;
    open.database = open_read_only(record, record.string());
    return open;
  } catch (const StoreFailure& failure) {
    const bool read_only =
        ::faccessat(AT_FDCWD, record.parent_path().c_str(), W_OK, AT_EACCESS) != 0;
    if (!read_only || !is_about_the_medium(failure.sqlite_code())) throw;
  }
  return open_on_read_only_medium(record);
}

}  // namespace nereid::record
