// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/record/internal/episode_file.h"
#include "engine/record/internal/schema.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;  ///< it is read into memory
constexpr std::size_t kHeaderBytes = 100;                       ///< of a SQLite file
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr char kAskAgain[] = "export it again, or ask for another copy";

[[noreturn]] void refuse(ErrorCode code, std::string message) {
  throw StoreFailure({code, std::move(message)}, SQLITE_CORRUPT);
}

void add_number(Sha256& hash, std::uint64_t number) {
  hash.update(std::as_bytes(std::span(&number, 1)));
}

/// Length first, so that no two sequences of texts look alike.
void add_bytes(Sha256& hash, std::span<const std::byte> bytes) {
  add_number(hash, bytes.size());
  hash.update(bytes);
}

void add_row(Sha256& hash, const Statement& row) {
  for (int column = 0; column < row.column_count(); ++column) {
    const int type = row.type(column);
    add_number(hash, static_cast<std::uint64_t>(type));
    if (type == SQLITE_INTEGER)
      add_number(hash, static_cast<std::uint64_t>(row.integer(column)));
    else if (type == SQLITE_FLOAT)
      add_number(hash, std::bit_cast<std::uint64_t>(row.real(column)));
    else if (type != SQLITE_NULL)
      add_bytes(hash, row.bytes(column));
  }
}

std::vector<std::string> table_names(const Database& database) {
  std::vector<std::string> names;
  Statement query = database.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE "
      "'\\' ORDER BY name");
  while (query.step()) names.push_back(query.text(0));
  return names;
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at, int count) {
  std::uint32_t number = 0;
  for (int i = 0; i < count; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return number;
}

void check_header(const fs::path& file, std::string_view content) {
  if (content.size() < kHeaderBytes || !content.starts_with(kMagic))
    refuse(ErrorCode::kCorrupt,
           fmt::format("{}: not an episode file of Nereid{}; {}", file.string(),
                       content.empty() ? " (it is empty)" : "", kAskAgain));
  const std::uint32_t stored = big_endian(content, 16, 2);
  const std::uint64_t page = stored == 1 ? 65536 : stored;
  const std::uint64_t whole = page * big_endian(content, 28, 4);
  if (whole != content.size())
    refuse(ErrorCode::kCorrupt,
           fmt::format("{}: {} of {} bytes are there: the file was cut short or "
                       "changed; {}",
                       file.string(), content.size(), whole, kAskAgain));
}

std::unique_ptr<Database> in_memory(const fs::path& file, std::string_view content) {
  auto database = std::make_unique<Database>(":memory:", SQLITE_OPEN_READWRITE, file.string());
  auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(content.size()));
  if (copy == nullptr)
    throw StoreFailure(sqlite_error(SQLITE_NOMEM, "opening", file.string()), SQLITE_NOMEM);
  std::memcpy(copy, content.data(), content.size());
  const auto size = static_cast<sqlite3_int64>(content.size());
  const int code =
      sqlite3_deserialize(database->handle(), "main", copy, size, size,
                          SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
  if (code != SQLITE_OK)
    throw StoreFailure(sqlite_error(code, sqlite3_errstr(code), file.string()), code);
  return database;
}

void check_content(const Database& database) {
  check_schema(database);
  if (!holds_single_episodes(database))
    refuse(ErrorCode::kInvalidArgument,
           fmt::format("{}: a record, but not an episode file; open the run folder that it lies in",
                       database.shown()));
  if (content_hash(database) != read_meta(database, "content_sha256").value_or(""))
    refuse(
        ErrorCode::kCorrupt,
        fmt::format("{}: its content does not match the SHA-256 inside: it was damaged or changed "
                    "after the export; {}",
                    database.shown(), kAskAgain));
}

}  // namespace

std::string content_hash(const Database& database) {
  Sha256 hash;
  Statement schema =
      database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
  while (schema.step()) add_row(hash, schema);
  for (const std::string& table : table_names(database)) {
    const std::string where = table == "meta" ? " WHERE key <> 'content_sha256'" : "";
    Statement rows = database.prepare("SELECT * FROM " + quoted(table) + where + " ORDER BY 1");
    while (rows.step()) add_row(hash, rows);
  }
  return hash.hex();
}

bool holds_single_episodes(const Database& database) {
  return read_meta(database, "kind") == "episodes";
}

std::unique_ptr<Database> open_episode_file(const fs::path& file) {
  const Result<std::string> content = read_file(file, kLargestFile);
  if (!content) throw StoreFailure(content.error(), SQLITE_CANTOPEN);
  check_header(file, *content);
  try {
    std::unique_ptr<Database> database = in_memory(file, *content);
    check_content(*database);
    return database;
  } catch (const StoreFailure& failure) {
    const int primary = failure.sqlite_code() & 0xFF;
    const bool is_ours = failure.error().message.find(kAskAgain) != std::string::npos;
    if (is_ours ||
        (primary != SQLITE_CORRUPT && primary != SQLITE_NOTADB && primary != SQLITE_CANTOPEN))
      throw;
    // What SQLite says speaks of run folders.
    if (failure.error().code == ErrorCode::kInvalidArgument) throw;
    refuse(ErrorCode::kCorrupt,
           fmt::format("{}: the episode file is damaged; {}", file.string(), kAskAgain));
  }
}

}  // namespace nereid::record
