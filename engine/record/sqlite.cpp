// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/internal/sqlite.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace nereid::record {
namespace {

constexpr int kBusyTimeoutMs = 5000;

}  // namespace

Error sqlite_error(int extended_code, const std::string& detail, const std::string& file) {
  const auto with = [&](ErrorCode code, const std::string& mend) {
    return Error{code, fmt::format("{}: {}; {}", file, detail, mend)};
  };
  switch (extended_code & 0xFF) {
    case SQLITE_FULL:
      return with(ErrorCode::kNoSpace, "free some space on that disk");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return with(ErrorCode::kCorrupt,
                  "the record is damaged: see what is left with \"nereid record check RUN\" and "
                  "\"nereid record "
                  "export RUN\", or restore the run folder from a copy");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return with(ErrorCode::kPermissionDenied, "change its permissions or copy the run folder");
    case SQLITE_CANTOPEN:
      return with(ErrorCode::kUnavailable, "check that the folder exists and can be written");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return with(ErrorCode::kUnavailable, "another process holds the record: try again");
    case SQLITE_IOERR:
      // Within quotas and file-size limits the write fails as an input/output error.
      if (extended_code == SQLITE_IOERR_WRITE || extended_code == SQLITE_IOERR_FSYNC)
        return with(ErrorCode::kNoSpace, "free some space on that disk and check that it works");
      return with(ErrorCode::kUnavailable, "check the disk");
    case SQLITE_NOMEM:
      return with(ErrorCode::kUnavailable, "out of memory");
    default:
      return with(ErrorCode::kInternal, fmt::format("SQLite code {}", extended_code));
  }
}

Statement::Statement(sqlite3* database, std::string file, std::string_view sql)
    : database_(database), file_(std::move(file)) {
  sqlite3_stmt* raw = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  statement_.reset(raw);
  must_be_ok(code);
}

void Statement::must_be_ok(int code) const {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  const int extended = sqlite3_extended_errcode(database_);
  throw StoreFailure(sqlite_error(extended, sqlite3_errmsg(database_), file_), extended);
}

Statement& Statement::bind(int index, std::int64_t value) {
  must_be_ok(sqlite3_bind_int64(get(), index, value));
  return *this;
}

Statement& Statement::bind(int index, double value) {
  must_be_ok(sqlite3_bind_double(get(), index, value));
  return *this;
}

Statement& Statement::bind_text(int index, std::string_view value) {
  const char* data = value.data() ? value.data() : "";
  must_be_ok(sqlite3_bind_text64(get(), index, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int index, std::span<const std::byte> value) {
  // A null pointer would be stored as NULL instead of as no bytes.
  const void* data = value.data() ? static_cast<const void*>(value.data()) : "";
  must_be_ok(sqlite3_bind_blob64(get(), index, data, value.size(), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind_null(int index) {
  must_be_ok(sqlite3_bind_null(get(), index));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    // Resetting clears the connection's error text, so the failure is made first.
    const int extended = sqlite3_extended_errcode(database_);
    const StoreFailure failure(sqlite_error(extended, sqlite3_errmsg(database_), file_), extended);
    reset();
    throw failure;
  }
  return false;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() {
  sqlite3_reset(get());
}

double Statement::real(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN()
                         : sqlite3_column_double(get(), column);
}

std::string Statement::text(int column) const {
  const std::span<const std::byte> content = bytes(column);
  return std::string(reinterpret_cast<const char*>(content.data()), content.size());
}

std::span<const std::byte> Statement::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(get(), column));
  return {data, data ? static_cast<std::size_t>(sqlite3_column_bytes(get(), column)) : 0};
}

Database::Database(const std::string& name, int flags, std::string shown)
    : shown_(std::move(shown)) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(raw);
  if (code != SQLITE_OK) {
    const std::string detail = raw ? sqlite3_errmsg(raw) : "out of memory";
    throw StoreFailure(sqlite_error(code, detail, shown_), code);
  }
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, kBusyTimeoutMs);
  // A record may come from anybody: its schema must not be able to run anything or to edit itself.
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
}

void Database::execute(const char* sql) const {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return;
  const int code = sqlite3_extended_errcode(handle_.get());
  throw StoreFailure(sqlite_error(code, sqlite3_errmsg(handle_.get()), shown_), code);
}

std::int64_t Database::query_integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

Transaction::Transaction(const Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // After some failures SQLite has rolled back by itself.
  if (open_ && sqlite3_get_autocommit(database_.handle()) == 0)
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace nereid::record
