// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "engine/base/file.h"
#include "engine/record/internal/sqlite.h"

namespace nereid::record {

/// A read-only connection and what has to live as long.
struct OpenRecord {
  std::optional<TemporaryDirectory> copy;  ///< only where the medium allows no reading in place
  std::unique_ptr<Database> database;
};
/// Opens for reading, in place if SQLite can; from a read-only medium with a left-over journal
/// through a temporary copy. A file instead of a folder is an episode file. Checks the schema.
/// Throws StoreFailure.
OpenRecord open_for_reading(const std::filesystem::path& run_dir);

}  // namespace nereid::record
