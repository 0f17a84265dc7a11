// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/record/internal/sqlite.h"

namespace nereid::record {

/// SHA-256 over schema and rows of all tables, in an order of their own; the place where the hash
/// itself is kept counts as empty. Throws StoreFailure.
std::string content_hash(const Database& database);

/// The file as a database in memory, after its size, structure, schema and hash were checked; the
/// file is not held open. Throws StoreFailure with what is wrong and the mend.
std::unique_ptr<Database> open_episode_file(const std::filesystem::path& file);

/// Was this database written by export_episode_file? Throws StoreFailure.
bool holds_single_episodes(const Database& database);

}  // namespace nereid::record
