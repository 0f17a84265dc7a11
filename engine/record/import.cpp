// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "engine/base/file.h"
#include "engine/record/episode_file.h"
#include "engine/record/internal/open_record.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

/// SQLite's own backup: one consistent state, with what still is in the journal, also while
/// somebody writes.
void copy_database(const Database& from, const fs::path& file) {
  const Database to(file.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, file.string());
  sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  const int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
  if (backup) sqlite3_backup_finish(backup);
  if (code != SQLITE_DONE)
    throw StoreFailure(sqlite_error(code, sqlite3_errstr(code), file.string()), code);
}

bool is_of_the_database(const fs::path& name) {
  return name.string().starts_with("record.sqlite") || name == "record.lock";
}

/// Plain files and folders only: a link in a folder from elsewhere may point anywhere.
Result<void> copy_files(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::recursive_directory_iterator entries(from, problem);
  for (; !problem && entries != fs::recursive_directory_iterator(); entries.increment(problem)) {
    const fs::path relative = entries->path().lexically_relative(from);
    const fs::file_status status = entries->symlink_status(problem);
    if (problem) break;
    if (fs::is_directory(status))
      fs::create_directories(to / relative, problem);
    else if (fs::is_regular_file(status) && !is_of_the_database(relative))
      fs::copy_file(entries->path(), to / relative, problem);
    if (problem) break;
  }
  if (problem) return file_error("cannot copy", from, problem.value());
  return {};
}

fs::path run_folder_name(const fs::path& run_dir) {
  const fs::path whole = fs::absolute(run_dir).lexically_normal();
  if (is_episode_file(whole)) return whole.stem();
  return whole.has_filename() ? whole.filename() : whole.parent_path().filename();
}

/// Moves the finished copy to NAME, NAME-2, ... whichever is free. A rename never replaces a folder
/// with content.
Result<fs::path> settle(const fs::path& copy, const fs::path& wanted) {
  for (int number = 1; number < 10000; ++number) {
    const fs::path folder =
        number == 1 ? wanted : fs::path(fmt::format("{}-{}", wanted.string(), number));
    std::error_code problem;
    if (fs::exists(folder, problem)) continue;
    fs::rename(copy, folder, problem);
    if (!problem) return folder;
    if (problem != std::errc::directory_not_empty && problem != std::errc::file_exists)
      return file_error("cannot make folder", folder, problem.value());
  }
  return Error{ErrorCode::kUnavailable,
               fmt::format("{}: no free name; remove some of the copies", wanted.string())};
}

Result<void> copy_run(const fs::path& run_dir, const fs::path& to) {
  if (!is_episode_file(run_dir)) {
    if (Result<void> copied = copy_files(run_dir, to); !copied) return copied;
  }
  return attempt("copying the record", [&] {
    const OpenRecord record = open_for_reading(run_dir);
    copy_database(*record.database, record_path(to));
  });
}

Result<void> must_be_sound(const fs::path& run_dir) {
  const Result<CheckReport> report = check_record(run_dir);
  if (!report) return report.error();
  if (report->ok) return {};
  return Error{ErrorCode::kCorrupt,
               fmt::format("{}: not imported, the check found {} problem(s), the first: {}",
                           run_dir.string(), report->problems.size(), report->problems.front())};
}

}  // namespace

Result<fs::path> import_run(const fs::path& run_dir, const fs::path& runs_dir) {
  if (Result<void> sound = must_be_sound(run_dir); !sound) return sound.error();
  if (Result<void> made = make_directories(runs_dir); !made) return made.error();
  std::string copy = (runs_dir / ".import-XXXXXX").string();
  if (!::mkdtemp(copy.data())) return file_error("cannot make folder", copy, errno);
  const Result<void> copied = copy_run(run_dir, copy);
  Result<fs::path> settled =
      copied ? settle(copy, runs_dir / run_folder_name(run_dir)) : Result<fs::path>(copied.error());
  std::error_code ignored;
  if (!settled) fs::remove_all(copy, ignored);
  return settled;
}

}  // namespace nereid::record
