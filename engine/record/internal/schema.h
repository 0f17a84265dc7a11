// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/record/internal/sqlite.h"

namespace nereid::record {

/// Stored as SQLite's user_version. A record of a newer version is refused, not guessed at.
inline constexpr int kSchemaVersion = 1;
/// SQLite's application_id of a record: "NRID".
inline constexpr int kApplicationId = 0x4E524944;

/// Makes the tables, or checks that they are there. Throws StoreFailure.
void create_or_check_schema(const Database& database);
/// All tables, inside the caller's transaction. Throws StoreFailure.
void create_tables(const Database& database);
/// Tables that came later are absent from older records.
bool has_table(const Database& database, std::string_view name);
/// Refuses newer versions, databases of others, and views or triggers. Throws StoreFailure.
void check_schema(const Database& database);

std::optional<std::string> read_meta(const Database& database, std::string_view key);
void write_meta(const Database& database, std::string_view key, std::string_view value);

}  // namespace nereid::record
