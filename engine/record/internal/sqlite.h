// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/result.h"

namespace nereid::record {

/// Carries an Error from deep inside a query to the room's edge, where attempt() makes it a Result.
class StoreFailure : public std::exception {
 public:
  StoreFailure(Error error, int sqlite_code)
      : error_(std::move(error)), sqlite_code_(sqlite_code) {}
  const char* what() const noexcept override { return error_.message.c_str(); }
  const Error& error() const { return error_; }
  int sqlite_code() const { return sqlite_code_; }

 private:
  Error error_;
  int sqlite_code_;
};

/// Throws a StoreFailure for what is wrong above SQLite.
[[noreturn]] inline void fail(ErrorCode code, std::string message) {
  throw StoreFailure({code, std::move(message)}, SQLITE_ERROR);
}

/// Like guarded(), and keeps the code of a StoreFailure.
template <class Work>
auto attempt(const std::string& doing, Work&& work) {
  using Raw = std::invoke_result_t<Work>;
  using Answer = decltype(guarded(doing, std::forward<Work>(work)));
  (void)sizeof(Raw*);
  try {
    if constexpr (std::is_void_v<Raw>) {
      work();
      return Answer();
    } else {
      return Answer(work());
    }
  } catch (const StoreFailure& failure) {
    return Answer(failure.error());
  } catch (const std::exception& problem) {
    return Answer(Error{ErrorCode::kInternal, doing + ": " + problem.what()});
  }
}

/// One prepared statement. Columns and parameters count from 0 and 1 as in SQLite. Throws
/// StoreFailure.
class Statement {
 public:
  Statement(sqlite3* database, std::string file, std::string_view sql);

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, int value) { return bind(index, static_cast<std::int64_t>(value)); }
  Statement& bind(int index, double value);  ///< SQLite keeps no NaN: it is stored as NULL
  Statement& bind_text(int index, std::string_view value);
  Statement& bind_blob(int index, std::span<const std::byte> value);
  Statement& bind_null(int index);

  /// True while there is a row.
  bool step();
  /// Runs to the end and makes ready for the next use.
  void run();
  void reset();

  std::int64_t integer(int column) const { return sqlite3_column_int64(get(), column); }
  double real(int column) const;  ///< NULL reads as NaN
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const;  ///< valid until the next step
  int column_count() const { return sqlite3_column_count(get()); }
  int type(int column) const {
    return sqlite3_column_type(get(), column);
  }  ///< SQLITE_INTEGER, ...
  bool is_null(int column) const { return sqlite3_column_type(get(), column) == SQLITE_NULL; }

 private:
  sqlite3_stmt* get() const { return statement_.get(); }
  void must_be_ok(int code) const;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  sqlite3* database_;
  std::string file_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// One connection. One thread at a time. Throws StoreFailure.
class Database {
 public:
  /// `flags` are SQLite's SQLITE_OPEN_*. `shown` is the path in messages.
  Database(const std::string& name, int flags, std::string shown);

  Statement prepare(std::string_view sql) const { return {handle_.get(), shown_, sql}; }
  void execute(const char* sql) const;
  std::int64_t query_integer(std::string_view sql) const;
  std::int64_t last_row_id() const { return sqlite3_last_insert_rowid(handle_.get()); }
  sqlite3* handle() const { return handle_.get(); }
  const std::string& shown() const { return shown_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::string shown_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// BEGIN IMMEDIATE ... COMMIT; rolls back unless commit() was reached.
class Transaction {
 public:
  explicit Transaction(const Database& database);
  ~Transaction();
  void commit();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

 private:
  const Database& database_;
  bool open_ = true;
};

/// The Error for SQLite's result code, with the mend.
Error sqlite_error(int extended_code, const std::string& detail, const std::string& file);

}  // namespace nereid::record
